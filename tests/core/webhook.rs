//! Signatures of deliveries.

use base64::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use overheard::webhook::Delivery;
use proptest::prelude::*;
use sha2::Sha256;

// The raw key is `spoken-video-insights-test-key32`.
const SECRET: &[u8] = b"whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI=";
const CONTENT: &[u8] = br#"msg_01HZX3M8Q7.1772357400.{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","api_version":"v1","account_id":"acc_01HZX00001","data":{"object":"report","id":"rpt_01HZX3K2ZZ","status":"ready","formats":["pdf","csv"]}}"#;
const SIGNATURE: &str = "v1,EGREaev4MrQ86rWrXwBMcjEvy/Hq2THhEejgnLT29P8=";

fn is_signed(content: &[u8], signatures: &str) -> bool {
    let mut delivery = Delivery::new(SECRET).unwrap();
    let (first, rest) = content.split_at(20);
    delivery.add(first);
    delivery.add(rest);
    delivery.is_signed(signatures.as_bytes())
}

#[test]
fn the_published_example_is_signed() {
    assert!(is_signed(CONTENT, SIGNATURE));
    assert!(is_signed(CONTENT, &format!("v2,AAAA v1,AAAA {SIGNATURE}")));
}

#[test]
fn other_signatures_are_refused() {
    assert!(!is_signed(&CONTENT[1..], SIGNATURE));
    for other in [
        "",
        "v1,",
        "v1,AAAA",
        SIGNATURE.trim_start_matches("v1,"),
        &SIGNATURE.replace("v1", "v2"),
        &SIGNATURE.replace("EGR", "EGS"),
    ] {
        assert!(!is_signed(CONTENT, other), "{other}");
    }
}

#[test]
fn a_secret_is_its_prefix_and_base64() {
    for wrong in ["", "whsec_", "whsec_!", "c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI="] {
        assert!(Delivery::new(wrong.as_bytes()).is_none(), "{wrong}");
    }
    assert!(Delivery::new(&[b"whsec_".as_slice(), &[b'A'; 400]].concat()).is_none());
}

#[test]
fn padding_is_at_the_end_alone() {
    for wrong in ["AAg=+aa+aaaa", "AA==AA==", "AAg=="] {
        assert!(Delivery::new(format!("whsec_{wrong}").as_bytes()).is_none(), "{wrong}");
    }
}

/// Checks a secret's key against that of the official library, if the library accepts the secret.
fn is_key(text: &str, key: &[u8]) -> bool {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(CONTENT);
    let signature = format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()));
    let Some(mut delivery) = Delivery::new(format!("whsec_{text}").as_bytes()) else { return false };
    delivery.add(CONTENT);
    delivery.is_signed(signature.as_bytes())
}

proptest! {
    #[test]
    fn base64_is_decoded_as_the_library_does(text in "[A-D/+]{0,12}={0,3}|[A-Za-z0-9+/=-]{0,12}") {
        match BASE64_STANDARD.decode(&text).ok().filter(|key| !key.is_empty()) {
            Some(key) => prop_assert!(is_key(&text, &key)),
            None => prop_assert!(Delivery::new(&[b"whsec_", text.as_bytes()].concat()).is_none()),
        }
    }

    #[test]
    fn texts_of_the_library_are_decoded(key in prop::collection::vec(any::<u8>(), 1..=96)) {
        prop_assert!(is_key(&BASE64_STANDARD.encode(&key), &key));
    }
}
