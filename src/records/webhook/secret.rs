//! Secrets of webhooks, and signatures with them.
//!
//! A secret is derived from the deployment's signing secret, the webhook's id and a number that each rotation
//! increases. So no secret is stored, and access to the database is not enough to sign.

use crate::base::mac::mac;
use crate::service::signing::SigningKey;
use crate::webhook::Delivery;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::Mac;

/// The prefix of every secret.
const PREFIX: &str = "whsec_";
/// Separates webhook secrets from other values that are derived in the same manner.
const PURPOSE: &[u8] = b"webhook secret.";
/// The number of characters of a hint after the prefix.
const HINT_CHARACTERS: usize = 4;

/// Derives the secret of a webhook with a number. The first secret has the number 1.
pub fn derive_secret(key: &SigningKey, webhook: &str, number: u32) -> Option<String> {
    let mac = mac(PURPOSE, format!("{webhook}.{number}").as_bytes(), key.as_bytes())?;
    Some(format!("{PREFIX}{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())))
}

/// Returns the first characters of a secret, enough to distinguish it from others.
pub fn secret_hint(secret: &str) -> String {
    secret.chars().take(PREFIX.len() + HINT_CHARACTERS).collect()
}

/// Returns the message id of an event. It is the same for every attempt.
pub fn message_id(event: &str) -> String {
    format!("msg_{}", event.split_once('_').map_or(event, |(_, id)| id))
}

/// Returns the header `webhook-signature` of an attempt, with one signature per secret. Returns `None` if a secret is
/// malformed.
pub fn sign_message(secrets: &[String], message: &str, seconds: u64, body: &str) -> Option<String> {
    let signature = |secret: &String| {
        let mut delivery = Delivery::new(secret.as_bytes())?;
        delivery.add(format!("{message}.{seconds}.").as_bytes());
        delivery.add(body.as_bytes());
        Some(format!("v1,{}", BASE64_STANDARD.encode(delivery.signature())))
    };
    Some(secrets.iter().map(signature).collect::<Option<Vec<_>>>()?.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::signing::Purpose;

    #[test]
    fn the_example_of_the_specification_is_signed_as_it_says() {
        let secret = "whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI=".to_owned();
        let body = r#"{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","api_version":"v1","account_id":"acc_01HZX00001","data":{"object":"report","id":"rpt_01HZX3K2ZZ","status":"ready","formats":["pdf","csv"]}}"#;
        let signed = sign_message(&[secret], "msg_01HZX3M8Q7", 1_772_357_400, body);
        assert_eq!(signed.as_deref(), Some("v1,EGREaev4MrQ86rWrXwBMcjEvy/Hq2THhEejgnLT29P8="));
    }

    #[test]
    fn every_webhook_and_every_rotation_has_a_secret_of_its_own() {
        let key = |of: &str| SigningKey::derive(of, Purpose::Webhooks).unwrap();
        let (one, other) = (key("0123456789abcdef0123456789abcdef"), key("fedcba9876543210fedcba9876543210"));
        let all = [("whk_a", 1), ("whk_a", 2), ("whk_b", 1), ("whk_a1", 1)];
        let mut secrets: Vec<String> = [&one, &other]
            .iter()
            .flat_map(|key| all.map(|(id, number)| derive_secret(key, id, number).unwrap()))
            .collect();
        assert_eq!(derive_secret(&one, "whk_a", 1).as_deref(), Some(secrets[0].as_str()));
        assert!(secrets.iter().all(|secret| secret.len() == 50 && Delivery::new(secret.as_bytes()).is_some()));
        assert!(secrets[0].starts_with(&secret_hint(&secrets[0])) && secret_hint(&secrets[0]).len() == 10);
        secrets.sort_unstable();
        secrets.dedup();
        assert_eq!(secrets.len(), 8);
    }

    #[test]
    fn the_secret_before_the_current_one_signs_beside_it() {
        let secrets = ["whsec_AAAA".to_owned(), "whsec_BBBB".to_owned()];
        let both = sign_message(&secrets, "msg_1", 1, "{}").unwrap();
        let [one, other]: [&str; 2] = both.split(' ').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(sign_message(&secrets[..1], "msg_1", 1, "{}").as_deref(), Some(one));
        assert_eq!(sign_message(&secrets[1..], "msg_1", 1, "{}").as_deref(), Some(other));
        for secret in &secrets {
            let mut delivery = Delivery::new(secret.as_bytes()).unwrap();
            delivery.add(b"msg_1.1.{}");
            assert!(delivery.is_signed(both.as_bytes()));
        }
        assert_eq!(sign_message(&["secret".to_owned()], "msg_1", 1, "{}"), None);
        assert_eq!(message_id("evt_01HZX3M8Q6"), "msg_01HZX3M8Q6");
    }
}
