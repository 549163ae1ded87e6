//! Where deliveries may go: a strict grammar of addresses (RFC 3986), of which only those pass that everybody can reach.
//!
//! What a name leads to is not known here: names that are known to lead inward are refused, others are looked up by
//! whoever delivers.

use crate::spec::limits::MAX_TARGET_CHARACTERS;
use core::net::{Ipv4Addr, Ipv6Addr};

/// Which targets there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Targets {
    /// Those that everybody can reach, by HTTPS.
    Public,
    /// Also those of this machine, by HTTP and at any port: for trials.
    Local,
}

/// Why an address is no target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum TargetFault {
    /// It is too long.
    Length,
    /// Something in it is not seen, or is no slash.
    Blank,
    /// It has another scheme.
    Scheme,
    /// It has a fragment.
    Fragment,
    /// It has a user or a password.
    UserInfo,
    /// It has another port.
    Port,
    /// Its host is neither a name nor an address.
    Host,
    /// Its host has letters outside of ASCII.
    ForeignHost,
    /// Its host has percent signs.
    EscapedHost,
    /// Its host is a name that is good inside of a network alone.
    InnerHost,
    /// Its host is a number, but not the four of an IPv4 address.
    Ipv4,
    /// Its host stands in brackets and is no IPv6 address.
    Ipv6,
    /// Its host is an address that is not public.
    InnerAddress,
    /// Its path or its query has characters that no address has.
    Characters,
}

/// Last labels of names that lead inward, or nowhere: reserved (RFC 2606, 6761, 6762, 7686, 8375, 9476), set aside for
/// inner use by ICANN, or in wide use for that.
const INNER: [&str; 15] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "localdomain",
    "arpa",
    "onion",
    "alt",
    "test",
    "invalid",
    "example",
];

/// Blocks of IPv4 that are not public, each with the bits that it begins with: the registry of special addresses (RFC
/// 6890 and what was added), multicast, what is reserved, and the address at which a large cloud answers its machines.
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

impl TargetFault {
    /// What an address must be that has this fault, as it goes on behind its name.
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
                "must have a public host: two labels at least, of which the last is none of localhost, local, internal, \
                 intranet, private, corp, home, lan, localdomain, arpa, onion, alt, test, invalid, example"
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

    /// Whether an address may be repeated that has this fault: one that holds a password may not.
    pub const fn may_be_told(self) -> bool {
        !matches!(self, Self::UserInfo)
    }
}

/// Whether deliveries may go to an address.
///
/// # Errors
/// The first rule that it breaks.
pub fn check_target(url: &str, targets: Targets) -> Result<(), TargetFault> {
    if url.is_empty() || url.len() > MAX_TARGET_CHARACTERS && url.chars().count() > MAX_TARGET_CHARACTERS {
        return Err(TargetFault::Length);
    }
    if url.bytes().any(|byte| byte <= b' ' || byte == 0x7F || byte == b'\\') {
        return Err(TargetFault::Blank);
    }
    let (is_https, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) if targets == Targets::Local => (false, rest),
        _ => return Err(TargetFault::Scheme),
    };
    if rest.bytes().any(|byte| byte == b'#') {
        return Err(TargetFault::Fragment);
    }
    let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?')).unwrap_or(rest.len());
    let (authority, behind) = rest.split_at_checked(end).unwrap_or_default();
    if authority.bytes().any(|byte| byte == b'@') {
        return Err(TargetFault::UserInfo);
    }
    let (host, port) = parts(authority)?;
    if is_https {
        check_host(host)?;
        if !matches!(port, None | Some("443" | "8443")) {
            return Err(TargetFault::Port);
        }
    } else {
        if !matches!(host, "127.0.0.1" | "localhost" | "[::1]") {
            return Err(TargetFault::Scheme);
        }
        let is_port = |port: &str| !port.starts_with(['0', '+']) && port.parse::<u16>().is_ok();
        if !port.is_none_or(is_port) {
            return Err(TargetFault::Port);
        }
    }
    check_behind(behind.as_bytes())
}

/// The host, with the brackets of an IPv6 address, and the port behind a colon.
fn parts(authority: &str) -> Result<(&str, Option<&str>), TargetFault> {
    if !authority.starts_with('[') {
        return Ok(authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))));
    }
    let end = authority.bytes().position(|byte| byte == b']').ok_or(TargetFault::Ipv6)?;
    match authority.split_at_checked(end + 1) {
        Some((host, "")) => Ok((host, None)),
        Some((host, port)) => Ok((host, Some(port.strip_prefix(':').ok_or(TargetFault::Port)?))),
        None => Err(TargetFault::Ipv6),
    }
}

fn check_host(host: &str) -> Result<(), TargetFault> {
    if let Some(address) = host.strip_prefix('[') {
        let address = address.strip_suffix(']').and_then(|address| address.parse().ok()).ok_or(TargetFault::Ipv6)?;
        return if is_public_v6(address) { Ok(()) } else { Err(TargetFault::InnerAddress) };
    }
    if !host.is_ascii() {
        return Err(TargetFault::ForeignHost);
    }
    if host.bytes().any(|byte| byte == b'%') {
        return Err(TargetFault::EscapedHost);
    }
    let named = host.strip_suffix('.').unwrap_or(host);
    let (labels, last) = named.rsplit_once('.').map_or(("", named), |(labels, last)| (labels, last));
    if is_number(last) {
        // Only the usual form: others are read as an address by some, and as a name by others.
        let address: Ipv4Addr = host.parse().map_err(|_| TargetFault::Ipv4)?;
        return if is_public_v4(address) { Ok(()) } else { Err(TargetFault::InnerAddress) };
    }
    if host.len() > MAX_NAME || !host.split('.').all(is_label) {
        return Err(TargetFault::Host);
    }
    if labels.is_empty() || INNER.iter().any(|inner| last.eq_ignore_ascii_case(inner)) {
        return Err(TargetFault::InnerHost);
    }
    Ok(())
}

/// Characters of a name (RFC 1035).
const MAX_NAME: usize = 253;
/// Characters of one of its labels.
const MAX_LABEL: usize = 63;

/// Whether a host that ends with this label is an IPv4 address to browsers (WHATWG URL Standard).
fn is_number(label: &str) -> bool {
    let hexadecimal = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let address = u32::from_be_bytes(address.octets());
    !INNER_V4.iter().any(|(first, bits)| (address ^ first) >> bits == 0)
}

/// Whether an address is global unicast (`2000::/3`), and neither set aside by IETF for protocols (`2001::/23`, with
/// Teredo) nor 6to4 (`2002::/16`) nor for documentation.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_inner = match first {
        0x2001 => second < 0x0200 || second == 0x0DB8,
        0x2002 => true,
        0x3FFF => second < 0x1000,
        _ => false,
    };
    first >> 13 == 1 && !is_inner
}

/// Path and query.
fn check_behind(mut text: &[u8]) -> Result<(), TargetFault> {
    loop {
        text = match text {
            [] => return Ok(()),
            [b'%', first, second, rest @ ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit() => rest,
            [byte, rest @ ..] if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(byte) => rest,
            _ => return Err(TargetFault::Characters),
        }
    }
}
