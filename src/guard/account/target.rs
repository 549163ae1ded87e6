//! Where webhooks may be: addresses that everybody can reach, and nobody but the account is behind.
//!
//! An address is refused unless it is written in the one way that all readers understand alike (RFC 3986), so that what is
//! checked here is what is reached later. Which address a name stands for only whoever connects can see.

use core::net::{Ipv4Addr, Ipv6Addr};

const SCHEME: &str = "https://";
const LOCAL_SCHEME: &str = "http://";
/// Hosts of this machine.
const LOCAL_HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
/// Ports where TLS is usual.
const PORTS: [&str; 2] = ["443", "8443"];
/// Last labels of names that are no names of the public internet (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476, and
/// those that ICANN has set aside).
const PRIVATE_NAMES: [&str; 14] = [
    "alt",
    "arpa",
    "corp",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localhost",
    "onion",
    "private",
    "test",
];
const MAX_NAME_BYTES: usize = 253;
const MAX_LABEL_BYTES: usize = 63;

/// Where webhooks may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Targets {
    /// Anywhere on the public internet.
    Public,
    /// There, and on this machine: for trials.
    Local,
}

/// Checks the address of a webhook.
///
/// # Errors
/// What is wrong with it, to stand behind a colon.
pub fn check_target(url: &str, targets: Targets) -> Result<(), &'static str> {
    if !url.bytes().all(|byte| byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte)) {
        return Err("it has characters that an address must escape");
    }
    if url.contains('#') {
        return Err("it must not have a fragment");
    }
    let local = url.strip_prefix(LOCAL_SCHEME).filter(|_| targets == Targets::Local);
    let Some(rest) = local.or(url.strip_prefix(SCHEME)) else { return Err("it must begin with https://") };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    if authority.contains('@') {
        return Err("it must not have a user name or password");
    }
    if !are_escapes(path) {
        return Err("a % must stand before two hexadecimal digits");
    }
    let (host, port) = parts(authority)?;
    if local.is_some() {
        return check_local(host, port);
    }
    if port.is_some_and(|port| !PORTS.contains(&port)) {
        return Err("its port must be 443 or 8443");
    }
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(address) => check_ipv6(address),
        None => check_name(host),
    }
}

/// Host and port.
fn parts(authority: &str) -> Result<(&str, Option<&str>), &'static str> {
    let behind = authority.rfind(']').unwrap_or(0);
    let colon = authority.get(behind..).and_then(|text| text.rfind(':')).map(|at| at + behind);
    let (host, port) = match colon {
        Some(at) => (authority.get(..at).unwrap_or_default(), authority.get(at + 1..)),
        None => (authority, None),
    };
    if host.is_empty() { Err("it must have a host") } else { Ok((host, port)) }
}

/// Whether every percent sign stands before two hexadecimal digits.
fn are_escapes(text: &str) -> bool {
    text.split('%').skip(1).all(|behind| {
        let mut digits = behind.bytes().take(2);
        digits.len() == 2 && digits.all(|byte| byte.is_ascii_hexdigit())
    })
}

fn check_local(host: &str, port: Option<&str>) -> Result<(), &'static str> {
    if !LOCAL_HOSTS.contains(&host) {
        return Err("http:// may only lead to 127.0.0.1, localhost or [::1]");
    }
    let is_port =
        |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0);
    if port.is_none_or(is_port) { Ok(()) } else { Err("its port must be between 1 and 65535") }
}

fn check_name(name: &str) -> Result<(), &'static str> {
    let is_label = |label: &str| {
        let letters = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        letters && (1..=MAX_LABEL_BYTES).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
    };
    if name.len() > MAX_NAME_BYTES || !name.split('.').all(is_label) {
        return Err("its host must be a name such as hooks.example.com, in ASCII");
    }
    let Some((_, last)) = name.rsplit_once('.') else {
        return Err(if name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-') {
            "its host must be a public name, with a dot"
        } else {
            "its host looks like an IP address in an unusual notation"
        });
    };
    // Readers of addresses take whatever ends so for an IPv4 address (WHATWG URL, section 3.5).
    if last.bytes().all(|byte| byte.is_ascii_digit())
        || last.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("0x"))
    {
        let Ok(address) = name.parse::<Ipv4Addr>() else {
            return Err("its host looks like an IP address in an unusual notation");
        };
        return check_ipv4(address);
    }
    if PRIVATE_NAMES.iter().any(|private| private.eq_ignore_ascii_case(last)) {
        return Err("its host must be a public name, not one of a private network");
    }
    Ok(())
}

/// What is said of IP addresses that are not public.
const NOT_PUBLIC: &str = "its IP address must be public, not private, loopback, link-local, reserved or of metadata";

/// The blocks of the registry of special-purpose addresses (RFC 6890 and what came after it) and multicast.
fn check_ipv4(address: Ipv4Addr) -> Result<(), &'static str> {
    let is_special = match address.octets() {
        [0 | 10 | 127 | 224.., ..] => true,
        [100, 64..128, ..] | [169, 254, ..] | [172, 16..32, ..] | [192, 168, ..] | [198, 18 | 19, ..] => true,
        [192, 0, 0 | 2, _] | [192, 88, 99, _] | [198, 51, 100, _] | [203, 0, 113, _] => true,
        _ => false,
    };
    if is_special { Err(NOT_PUBLIC) } else { Ok(()) }
}

/// Global unicast addresses, without those that hold an IPv4 address or are set aside.
fn check_ipv6(address: &str) -> Result<(), &'static str> {
    let Ok(address) = address.parse::<Ipv6Addr>() else { return Err("its host is no IP address") };
    let is_public = match address.segments() {
        [0x2001, ..0x0200 | 0x0db8, ..] | [0x2002, ..] | [0x3fff, ..0x1000, ..] => false,
        [0x2000..0x4000, ..] => true,
        _ => false,
    };
    if is_public { Ok(()) } else { Err(NOT_PUBLIC) }
}
