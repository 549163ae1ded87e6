//! Credentials: the form of secrets and ids, and the access of each.

use overheard::guard::problem::Code;
use overheard::service::account::{Api, DATA_SCOPE};
use overheard::service::credential::*;

fn key() -> String {
    new_secret(Api::Data, true, &[17; KEY_ENTROPY]).unwrap()
}

fn record() -> KeyRecord {
    KeyRecord {
        id: "tok_1".into(),
        account_id: "acc_1".into(),
        name: "n".into(),
        prefix: "p".into(),
        last4: "l".into(),
        hash: hash(&key()),
        api: Api::Data,
        scopes: vec![DATA_SCOPE.into()],
        access_level: AccessLevel::Aggregate,
        plan_override: None,
        origins: vec![],
        status: KeyStatus::Active,
        created_at: "2026-01-01T00:00:00Z".into(),
        expires_at: None,
        revoked_at: None,
        rotated_from: None,
        rotated_to: None,
    }
}

#[test]
fn an_id_is_nothing_else_in_the_name_of_a_record() {
    assert!(is_id(&new_id("tok", &[7; 20])));
    for wrong in ["", "acc_1/credential/tok_1", "acc 1", "acc_é", &"a".repeat(65)] {
        assert!(!is_id(wrong), "{wrong}");
    }
}

#[test]
fn a_key_has_the_published_form() {
    let key = key();
    assert_eq!(key.len(), "ohk_test_".len() + 38);
    assert!(is_well_formed(Api::Data, &key));
    let (start, end) = secret_hint(&key);
    assert_eq!((start.as_str(), end.len()), ("ohk_test_HHH", 4));
    assert!(key.ends_with(&end));
}

#[test]
fn every_single_typo_is_noticed() {
    let key = key();
    for position in 0..key.len() {
        let mut typo = key.clone().into_bytes();
        typo[position] = if typo[position] == b'x' { b'y' } else { b'x' };
        assert!(!is_well_formed(Api::Data, &String::from_utf8(typo).unwrap()), "{position}");
    }
    for wrong in ["", "ohk_test_é", &format!("{key}0")] {
        assert!(!is_well_formed(Api::Data, wrong), "{wrong}");
    }
    assert!(!is_well_formed(Api::Account, &key), "each interface has its own");
}

#[test]
fn a_secret_in_an_address_is_noticed() {
    let key = key();
    let param = |query: &str| refuse_in_query(Api::Data, query).map_err(|violation| violation.param);
    // The letters of a secret's kind occur by chance in one of some thousand cursors.
    assert_eq!(param("limit=7&cursor=eyJwIjoiMTIzOhs_NDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2"), Ok(()));
    assert_eq!(param(&key), Err("?ohk_test_…".to_owned()));
    assert_eq!(param(&format!("api_key={key}")), Err("?api_key".to_owned()));
    assert_eq!(param(&format!("a=1&b=Bearer%20{key}")), Err("?b".to_owned()));
    assert_eq!(param(&format!("c={}", key.replace('_', "%5f"))), Err("?c".to_owned()));
    for query in ["", "brand=Velunara", "topic=ohk_live_", "q=ohb_abc&topic=oht_1"] {
        assert_eq!(param(query), Ok(()), "{query}");
        assert_eq!(missing(Api::Data, query).message, "Header X-API-Key is required.");
    }
    let missing = missing(Api::Data, &key).message;
    assert!(missing.starts_with("Header X-API-Key is required. A secret does not belong"), "{missing}");
}

#[test]
fn too_little_randomness_makes_no_key() {
    assert_eq!(new_secret(Api::Data, false, &[0xff; KEY_ENTROPY]), None);
}

#[test]
fn ids_are_crockford() {
    assert_eq!(new_id("req", &[31; 20]), format!("req_{}", "Z".repeat(20)));
}

#[test]
fn only_an_active_data_key_with_scope_opens() {
    let hash = hash(&key());
    let now = "2026-02-01T00:00:00Z";
    assert_eq!(authorize(&record(), Api::Data, &hash, now), Ok(()));
    let code = |record: KeyRecord| authorize(&record, Api::Data, &hash, now).unwrap_err().code;
    assert_eq!(code(KeyRecord { status: KeyStatus::Revoked, ..record() }), Code::InvalidCredentials);
    assert_eq!(code(KeyRecord { expires_at: Some(now.into()), ..record() }), Code::InvalidCredentials);
    assert_eq!(code(KeyRecord { api: Api::Account, ..record() }), Code::InvalidCredentials);
    assert_eq!(code(KeyRecord { hash: "0".into(), ..record() }), Code::InvalidCredentials);
    assert_eq!(code(KeyRecord { scopes: vec![], ..record() }), Code::InsufficientScope);
    let later = KeyRecord { expires_at: Some("2026-02-01T00:00:01Z".into()), ..record() };
    assert_eq!(authorize(&later, Api::Data, &hash, now), Ok(()));
    assert_eq!(invalid(Api::Account).status(), 401);
}
