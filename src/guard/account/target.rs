//! Rules for webhook URLs: a strict grammar (RFC 3986) that admits only public hosts.
//!
//! DNS is out of scope. Names that are known to be internal are refused; the sender of a delivery resolves the others.

use crate::base::characters::characters;
use crate::spec::limits::MAX_TARGET_CHARACTERS;

/// Set of allowed webhook hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Targets {
    /// Public hosts, by HTTPS only.
    Public,
    /// Public hosts, and this machine by HTTP at any port. For local tests.
    Local,
}

/// Reason why a URL is not a valid webhook URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum TargetError {
    /// The URL is too long.
    Length,
    /// The URL contains whitespace, a control character or a backslash.
    Blank,
    /// The scheme is not allowed.
    Scheme,
    /// The URL has a fragment.
    Fragment,
    /// The URL has a user name or a password.
    UserInfo,
    /// The port is not allowed.
    Port,
    /// The host is neither a name nor an IP address.
    Host,
    /// The host contains characters outside ASCII.
    ForeignHost,
    /// The host contains percent signs.
    EscapedHost,
    /// The host is a name for internal networks.
    InnerHost,
    /// The host is a number, but not four decimal numbers of an IPv4 address.
    Ipv4,
    /// The host is in brackets, but not an IPv6 address.
    Ipv6,
    /// The host is an IP address that is not public.
    InnerAddress,
    /// The path or the query contains invalid characters.
    Characters,
}

/// Top-level labels of names that are internal or never resolve: reserved names (RFC 2606, 6761, 6762, 7686, 8375,
/// 9476), names that ICANN reserves for internal use, and common names of local networks.
macro_rules! inner {
    () => {
        "localhost, local, internal, intranet, private, corp, home, lan, localdomain, arpa, onion, alt, test, invalid, \
         example"
    };
}

/// IPv4 blocks that are not public, with their prefix lengths: the special-purpose registry (RFC 6890 and later),
/// multicast, reserved blocks, and the address of a cloud provider's metadata service.
const INNER_V4: [(u32, u32); 17] = [
    block([0, 0, 0, 0], 8),
    block([10, 0, 0, 0], 8),
    block([100, 64, 0, 0], 10),
    block([127, 0, 0, 0], 8),
    block([168, 63, 129, 16], 32),
    block([169, 254, 0, 0], 16),
    block([172, 16, 0, 0], 12),
    block([192, 0, 0, 0], 24),
    block([192, 0, 2, 0], 24),
    block([192, 88, 99, 0], 24),
    block([192, 168, 0, 0], 16),
    block([198, 18, 0, 0], 15),
    block([198, 51, 100, 0], 24),
    block([203, 0, 113, 0], 24),
    block([224, 0, 0, 0], 4),
    block([240, 0, 0, 0], 4),
    block([255, 255, 255, 255], 32),
];

const fn block(first: [u8; 4], bits: u32) -> (u32, u32) {
    (u32::from_be_bytes(first), 32 - bits)
}

impl TargetError {
    /// Returns the violated rule, as the part of a message after the parameter's name.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Length => "must be between 1 and 2048 characters",
            Self::Blank => "must have no blanks, control characters or backslashes",
            Self::Scheme => "must begin with https://",
            Self::Fragment => "must have no fragment",
            Self::UserInfo => "must have no user or password before its host",
            Self::Port => "must have port 443 or 8443, or none",
            Self::Host => {
                "must have a host such as hooks.example.com, of letters, digits, inner hyphens and dots between"
            }
            Self::ForeignHost => "must have a host in ASCII, with other letters as xn-- writes them",
            Self::EscapedHost => "must have a host without percent signs",
            Self::InnerHost => {
                concat!("must have a public host: two labels at least, of which the last is none of ", inner!())
            }
            Self::Ipv4 => "must have its IPv4 address as four decimal numbers up to 255, without leading zeros",
            Self::Ipv6 => "must have an IPv6 address between its brackets, without a zone",
            Self::InnerAddress => {
                "must have a public address, none that is private, loopback, link-local, shared, multicast, translated, \
                 for documentation or otherwise reserved"
            }
            Self::Characters => "must have only characters of addresses (RFC 3986), and others percent-encoded",
        }
    }

    /// Returns true if a message may repeat the URL. It must not if the URL contains a password.
    pub const fn may_be_told(self) -> bool {
        !matches!(self, Self::UserInfo)
    }
}

/// Checks that a URL is a valid webhook URL.
///
/// # Errors
/// The first violated rule.
pub fn check_target(url: &str, targets: Targets) -> Result<(), TargetError> {
    check_bytes(url.as_bytes(), targets)
}

/// Checks a UTF-8 URL like [`check_target`].
pub(super) fn check_bytes(url: &[u8], targets: Targets) -> Result<(), TargetError> {
    if url.is_empty() || (url.len() > MAX_TARGET_CHARACTERS && characters(url) > MAX_TARGET_CHARACTERS) {
        return Err(TargetError::Length);
    }
    if url.iter().any(|byte| matches!(byte, 0..=b' ' | 0x7F | b'\\')) {
        return Err(TargetError::Blank);
    }
    let (is_https, rest) = match (url.strip_prefix(b"https://"), url.strip_prefix(b"http://")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) if targets == Targets::Local => (false, rest),
        _ => return Err(TargetError::Scheme),
    };
    if rest.contains(&b'#') {
        return Err(TargetError::Fragment);
    }
    let (authority, behind) = cut_before(rest, b"/?");
    if authority.contains(&b'@') {
        return Err(TargetError::UserInfo);
    }
    let (host, port) = match authority {
        [b'[', rest @ ..] => {
            let (address, behind) = cut_before(rest, b"]");
            let [_, port @ ..] = behind else { return Err(TargetError::Ipv6) };
            (Host::Bracketed(address), port)
        }
        _ => {
            let (name, port) = cut_before(authority, b":");
            (Host::Plain(name), port)
        }
    };
    if is_https {
        host.check()?;
    } else if !matches!(host, Host::Plain(b"127.0.0.1" | b"localhost") | Host::Bracketed(b"::1")) {
        return Err(TargetError::Scheme);
    }
    match port {
        [] | b":443" | b":8443" => check_behind(behind),
        [b':', b'1'..=b'9', ..] if !is_https && port.len() <= 6 && whole(port) <= u32::from(u16::MAX) => {
            check_behind(behind)
        }
        _ => Err(TargetError::Port),
    }
}

/// Splits a text before the first of the given bytes.
#[inline(never)]
fn cut_before<'t>(text: &'t [u8], ends: &[u8]) -> (&'t [u8], &'t [u8]) {
    let end = text.iter().position(|byte| ends.contains(byte)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or_default()
}

/// Parses a port after its colon. Returns a number above every port if it is invalid.
fn whole(port: &[u8]) -> u32 {
    port.iter().skip(1).fold(0, |number: u32, digit| match digit {
        b'0'..=b'9' => number.saturating_mul(10).saturating_add(u32::from(digit - b'0')),
        _ => u32::MAX,
    })
}

/// Host of a URL.
#[derive(Clone, Copy)]
enum Host<'t> {
    /// A name or an IPv4 address.
    Plain(&'t [u8]),
    /// The text between brackets.
    Bracketed(&'t [u8]),
}

impl Host<'_> {
    fn check(self) -> Result<(), TargetError> {
        let (is_public, fault) = match self {
            Self::Bracketed(address) => (v6(address).map(is_public_v6), TargetError::Ipv6),
            Self::Plain(name) if name.iter().any(|byte| !byte.is_ascii()) => return Err(TargetError::ForeignHost),
            Self::Plain(name) if name.contains(&b'%') => return Err(TargetError::EscapedHost),
            Self::Plain(name) => {
                let named = name.strip_suffix(b".").unwrap_or(name);
                let last = named.rsplit(|byte| *byte == b'.').next().unwrap_or_default();
                if !is_number(last) {
                    return check_name(name, last);
                }
                // Only the dotted form with four numbers: clients disagree about others.
                (v4(name).map(is_public_v4), TargetError::Ipv4)
            }
        };
        match is_public {
            None => Err(fault),
            Some(false) => Err(TargetError::InnerAddress),
            Some(true) => Ok(()),
        }
    }
}

/// Maximum characters of a name (RFC 1035).
const MAX_NAME: usize = 253;
/// Maximum characters of a label.
const MAX_LABEL: usize = 63;

fn check_name(name: &[u8], last: &[u8]) -> Result<(), TargetError> {
    if name.len() > MAX_NAME || !name.split(|byte| *byte == b'.').all(is_label) {
        return Err(TargetError::Host);
    }
    let mut inner = inner!().as_bytes().split(|byte| matches!(byte, b',' | b' '));
    if last.len() == name.len() || inner.any(|inner| last.eq_ignore_ascii_case(inner)) {
        return Err(TargetError::InnerHost);
    }
    Ok(())
}

fn is_label(label: &[u8]) -> bool {
    (1..=MAX_LABEL).contains(&label.len())
        && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
        && label.first() != Some(&b'-')
        && label.last() != Some(&b'-')
}

/// Returns true if browsers treat a host with this last label as an IPv4 address (WHATWG URL Standard).
fn is_number(label: &[u8]) -> bool {
    match label {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        _ => !label.is_empty() && label.iter().all(u8::is_ascii_digit),
    }
}

/// Parses an IPv4 address of four decimal numbers without leading zeros.
#[inline(never)]
fn v4(text: &[u8]) -> Option<u32> {
    let (mut address, mut count) = (0_u32, 0);
    for part in text.split(|byte| *byte == b'.') {
        let number = match part {
            [digit @ b'0'..=b'9'] => decimal(&[*digit]),
            [b'1'..=b'9', ..] if part.len() <= 3 => decimal(part),
            _ => None,
        };
        address = address << 8 | number.filter(|number| *number <= 0xFF)?;
        count += 1;
    }
    (count == 4).then_some(address)
}

fn decimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0')))
}

/// Parses an IPv6 address (RFC 4291) and returns its first two groups.
#[inline(never)]
fn v6(text: &[u8]) -> Option<(u32, u32)> {
    const GROUPS: u32 = 8;
    let (mut first, mut second, mut count) = (0, 0, 0);
    // Number of groups before the `::`.
    let mut gap = None;
    let mut rest = text;
    if let [b':', b':', behind @ ..] = rest {
        (gap, rest) = (Some(0), behind);
    }
    while !rest.is_empty() {
        let (group, behind) = cut_before(rest, b":");
        if behind.is_empty() && group.contains(&b'.') {
            v4(group)?;
            count += 1;
        } else {
            let value = hexadecimal(group)?;
            match count {
                0 => first = value,
                1 => second = value,
                _ => {}
            }
        }
        count += 1;
        rest = match behind {
            [] => break,
            [_, b':', behind @ ..] if gap.is_none() => {
                gap = Some(count);
                behind
            }
            [_] | [_, b':', ..] => return None,
            [_, behind @ ..] => behind,
        };
    }
    match gap {
        None if count == GROUPS => Some((first, second)),
        Some(0) if count < GROUPS => Some((0, 0)),
        Some(1) if count < GROUPS => Some((first, 0)),
        Some(_) if count < GROUPS => Some((first, second)),
        _ => None,
    }
}

/// Parses a group.
fn hexadecimal(group: &[u8]) -> Option<u32> {
    let is_group = (1..=4).contains(&group.len());
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    group.iter().try_fold(0, |number, byte| Some(number << 4 | digit(byte)?)).filter(|_| is_group)
}

fn is_public_v4(address: u32) -> bool {
    !INNER_V4.iter().any(|(first, bits)| (address ^ first) >> bits == 0)
}

/// Returns true if an address is global unicast (`2000::/3`). Excludes IETF protocol assignments (`2001::/23`, with
/// Teredo), 6to4 (`2002::/16`) and documentation.
fn is_public_v6((first, second): (u32, u32)) -> bool {
    let is_inner = match first {
        0x2001 => second < 0x0200 || second == 0x0DB8,
        0x2002 => true,
        0x3FFF => second < 0x1000,
        _ => false,
    };
    first >> 13 == 1 && !is_inner
}

/// Checks the path and the query.
fn check_behind(mut text: &[u8]) -> Result<(), TargetError> {
    loop {
        text = match text {
            [] => return Ok(()),
            [b'%', first, second, rest @ ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit() => rest,
            [byte, rest @ ..] if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(byte) => rest,
            _ => return Err(TargetError::Characters),
        }
    }
}
