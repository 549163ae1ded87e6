//! Allowed delivery addresses: hostile ones are refused with the reason, and accepted ones mean the same to a URL
//! parser.

use overheard::guard::account::{TargetError, Targets, check_target};
use proptest::prelude::*;
use serde_json::Value;
use std::net::{Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

fn corpus() -> Value {
    serde_json::from_str(include_str!("../corpus/targets.json")).unwrap()
}

fn name(fault: TargetError) -> &'static str {
    fault.into()
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap())
}

fn refused(by_reason: &Value, targets: Targets) -> usize {
    let messages = &corpus()["messages"];
    let mut count = 0;
    let mut wrong = Vec::new();
    for (reason, urls) in by_reason.as_object().unwrap() {
        for url in texts(urls) {
            count += 1;
            match check_target(url, targets) {
                Err(fault) if name(fault) == reason => assert_eq!(Some(fault.rule()), messages[reason].as_str()),
                other => wrong.push(format!("{url:?}: {reason}, but {other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    count
}

#[test]
fn hostile_addresses_are_refused_for_their_reason() {
    let corpus = corpus();
    assert!(refused(&corpus["refuse"], Targets::Public) >= 200);
    refused(&corpus["refuse_locally"], Targets::Local);
    for (reason, urls) in corpus["refuse"].as_object().unwrap() {
        for url in texts(urls) {
            let is_of_this_machine = reason == "scheme" && url.starts_with("http://") && !url.contains("example");
            assert!(is_of_this_machine || check_target(url, Targets::Local).is_err(), "{url}");
        }
    }
}

#[test]
fn public_addresses_pass() {
    let corpus = corpus();
    for url in texts(&corpus["accept"]) {
        assert_eq!(check_target(url, Targets::Public), Ok(()), "{url}");
        assert_eq!(check_target(url, Targets::Local), Ok(()), "{url}");
        agrees(url).unwrap();
    }
    for url in texts(&corpus["accept_locally"]) {
        assert_eq!(check_target(url, Targets::Local), Ok(()), "{url}");
        assert_eq!(check_target(url, Targets::Public).is_ok(), url.starts_with("https://"), "{url}");
    }
}

/// Checks that a URL parser reads an accepted address alike: the same host, an allowed port, and no other parts.
fn agrees(url: &str) -> Result<(), TestCaseError> {
    // Only tables could decide whether a Punycode name is valid.
    let parsed = match Url::parse(url) {
        Err(_) if url.to_ascii_lowercase().contains("xn--") => return Ok(()),
        parsed => parsed.unwrap(),
    };
    prop_assert_eq!(parsed.scheme(), "https");
    prop_assert_eq!((parsed.username(), parsed.password(), parsed.fragment()), ("", None, None));
    prop_assert!(matches!(parsed.port(), None | Some(8443)), "{}", url);
    let authority = url.trim_start_matches("https://").split(['/', '?']).next().unwrap();
    let host = authority.trim_end_matches(":8443").trim_end_matches(":443");
    match parsed.host().unwrap() {
        Host::Domain(name) => {
            prop_assert_eq!(name, host.to_ascii_lowercase());
            prop_assert!(name.contains('.') && !name.ends_with('.'));
        }
        Host::Ipv4(address) => {
            prop_assert_eq!(address.to_string(), host);
            prop_assert!(is_public(address), "{}", url);
        }
        Host::Ipv6(address) => {
            prop_assert_eq!(Ok(address), host.trim_matches(['[', ']']).parse());
            prop_assert!(is_global(address), "{}", url);
        }
    }
    Ok(())
}

/// Returns true if an address is public, by the standard library's rules and those that it does not have yet.
fn is_public(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_unspecified()
        || first == 0
        || first >= 240
        || (first == 100 && (64..128).contains(&second))
        || (first == 192 && second == 0 && third == 0)
        || (first == 198 && (18..20).contains(&second)))
}

fn is_global(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    !(address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || address.is_unique_local()
        || address.is_unicast_link_local()
        || address.to_ipv4().is_some()
        || first == 0x64
        || first == 0x2002
        || (first == 0x2001 && (second == 0 || second == 0xdb8)))
}

/// Returns addresses of private networks.
fn inner() -> impl Strategy<Value = Ipv4Addr> {
    let tail = any::<[u8; 3]>();
    prop_oneof![
        tail.prop_map(|[b, c, d]| [10, b, c, d]),
        tail.prop_map(|[b, c, d]| [127, b, c, d]),
        tail.prop_map(|[b, c, d]| [0, b, c, d]),
        tail.prop_map(|[b, c, d]| [100, 64 + b % 64, c, d]),
        tail.prop_map(|[b, c, d]| [172, 16 + b % 16, c, d]),
        tail.prop_map(|[_, c, d]| [169, 254, c, d]),
        tail.prop_map(|[_, c, d]| [192, 168, c, d]),
        tail.prop_map(|[b, c, d]| [198, 18 + b % 2, c, d]),
        tail.prop_map(|[b, c, d]| [224 + b % 32, b, c, d]),
    ]
    .prop_map(Ipv4Addr::from)
}

/// Returns all notations of an address.
fn notations(address: Ipv4Addr) -> Vec<String> {
    let number = u32::from(address);
    let [a, b, c, d] = address.octets();
    let [first, second] = [number >> 16, number & 0xFFFF];
    vec![
        address.to_string(),
        format!("{address}."),
        number.to_string(),
        format!("{number:#x}"),
        format!("0{number:o}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("{a:03}.{b:03}.{c:03}.{d:03}.0"),
        format!("{a}.{}", number & 0xFF_FFFF),
        format!("{a}.{b}.{}", number & 0xFFFF),
        format!("{a}.{b}.{c}.{d:#X}"),
        address.to_string().replacen('.', "%2e", 1),
        format!("[::{address}]"),
        format!("[::ffff:{address}]"),
        format!("[::ffff:{first:x}:{second:x}]"),
        format!("[0:0:0:0:0:FFFF:{first:X}:{second:X}]"),
        format!("[64:ff9b::{address}]"),
        format!("[2002:{first:x}:{second:x}::1]"),
        format!("[2001:0:{first:x}:{second:x}::]"),
    ]
}

/// Returns addresses that are nearly valid: pieces of real ones.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "https://",
        "http://",
        "hooks",
        ".example",
        ".com",
        ".",
        "-",
        ":",
        ":443",
        ":8443",
        "/",
        "?",
        "#",
        "@",
        "[",
        "]",
        "::",
        "2606:4700",
        "8.8.8.8",
        "0x7f",
        "127",
        "1",
        "%20",
        "%",
        "xn--",
        "xn--bcher-kva",
        "é",
        " ",
        "\\",
        "_",
        "a",
        "localhost",
    ];
    proptest::collection::vec(proptest::sample::select(PIECES), 0..10).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

    #[test]
    fn an_accepted_address_means_the_same_to_a_parser(
        url in prop_oneof![pieces(), pieces().prop_map(|rest| format!("https://{rest}")), ".{0,40}", "https://[a-z0-9.:\\[\\]%x-]{0,20}(/[ -~]{0,10})?"]
    ) {
        let _ = check_target(&url, Targets::Local);
        if check_target(&url, Targets::Public).is_ok() {
            agrees(&url)?;
        }
    }

    #[test]
    fn addresses_of_four_numbers_pass_where_they_are_public(bytes in any::<[u8; 4]>()) {
        let address = Ipv4Addr::from(bytes);
        let url = format!("https://{address}/");
        if check_target(&url, Targets::Public).is_ok() {
            agrees(&url)?;
        } else {
            prop_assert!(!is_public(address) || [[192, 88, 99], [168, 63, 129]].contains(&[bytes[0], bytes[1], bytes[2]]));
        }
    }

    #[test]
    fn long_addresses_pass_where_they_are_global(segments in any::<[u16; 8]>(), first in 0x1FF0_u16..0x4010) {
        for segments in [segments, [first, segments[1], 0, 0, 0, 0, 0, 1]] {
            let url = format!("https://[{}]/", Ipv6Addr::from(segments));
            if check_target(&url, Targets::Public).is_ok() {
                agrees(&url)?;
            } else {
                let is_special = [0x2001, 0x2002, 0x3FFF].contains(&segments[0]);
                prop_assert!(segments[0] >> 13 != 1 || is_special);
            }
        }
    }

    #[test]
    fn an_invalid_ipv6_address_is_refused(text in "[0-9a-fA-F:.]{0,24}|([0-9a-f]{0,5}::?){0,9}[0-9a-f]{0,4}|::([0-9a-f]{1,4}:){0,7}[0-9.]{3,9}") {
        let verdict = check_target(&format!("https://[{text}]/"), Targets::Public);
        prop_assert_eq!(verdict == Err(TargetError::Ipv6), text.parse::<Ipv6Addr>().is_err(), "{}", text);
    }

    #[test]
    fn an_invalid_ipv4_address_is_refused(text in "[0-9]{1,4}(\\.[0-9]{1,4}){0,4}|([0-9]{1,3}\\.){3}[0-9]{1,3}") {
        let verdict = check_target(&format!("https://{text}/"), Targets::Public);
        prop_assert_eq!(verdict == Err(TargetError::Ipv4), text.parse::<Ipv4Addr>().is_err(), "{}", text);
    }

    #[test]
    fn an_inner_address_is_refused_however_it_is_written(address in inner(), port in proptest::sample::select(&["", ":443", ":8443"])) {
        for host in notations(address) {
            let url = format!("https://{host}{port}/");
            prop_assert!(check_target(&url, Targets::Public).is_err(), "{}", url);
            prop_assert!(check_target(&url, Targets::Local).is_err(), "{}", url);
        }
    }
}
