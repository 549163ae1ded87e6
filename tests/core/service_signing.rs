//! Keys of the deployment's own signatures.

use overheard::service::signing::*;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

#[test]
fn each_purpose_has_a_key_of_its_own() {
    let of = |purpose| SigningKey::derive(SECRET, purpose).unwrap();
    assert_eq!(of(Purpose::Cursors), of(Purpose::Cursors));
    assert_ne!(of(Purpose::Cursors), of(Purpose::BrowserTokens));
    assert_ne!(Some(of(Purpose::Cursors)), SigningKey::derive(&SECRET.to_uppercase(), Purpose::Cursors));
    assert!([Purpose::Cursors, Purpose::BrowserTokens].map(of).iter().all(|key| key.as_bytes() != SECRET.as_bytes()));
    assert_eq!(format!("{:?}", of(Purpose::Cursors)), "SigningKey");
}

#[test]
fn a_key_is_what_hkdf_makes_of_the_secret() {
    // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:$SECRET -kdfopt info:'overheard signing 1: cursors' HKDF
    let key = SigningKey::derive(SECRET, Purpose::Cursors).unwrap();
    let digits: String = key.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digits, "7d38f2eb3bf8be702f14a24e934898339bcff45e9e2b6336b06a78dffd999a15");
}

#[test]
fn secrets_that_could_be_guessed_or_are_another_are_refused() {
    let check = |secret, other| check_secret(secret, other);
    assert_eq!(check(None, None), Err(SecretError::Missing));
    assert_eq!(check(Some(""), None), Err(SecretError::Missing));
    assert_eq!(check(SECRET.get(1..), None), Err(SecretError::Short));
    // The length counts characters, not bytes.
    assert_eq!(check(Some("ééééééééééééééééé"), None), Err(SecretError::Short));
    assert_eq!(check(Some(SECRET), Some(SECRET)), Err(SecretError::SameAsOther));
    assert_eq!(check(Some(SECRET), Some("another")), Ok(SECRET));
}
