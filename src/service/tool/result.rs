//! Results of operations in a form that models may read.

use super::Does;
use crate::spec::AccountOperation;
use serde_json::{Map, Value};

/// The answer of a tool without a secret, given the JSON text of the operation's answer: a model would keep a secret, and
/// hand it on.
///
/// # Errors
/// When an answer that may hold a secret is no JSON.
pub fn without_secret(does: Does, answer: &str) -> serde_json::Result<String> {
    if does != Does::Account(AccountOperation::CreateWebhook) {
        return Ok(answer.to_owned());
    }
    let mut webhook: Map<String, Value> = serde_json::from_str(answer)?;
    webhook.shift_remove("secret");
    Ok(Value::Object(webhook).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Operation;

    #[test]
    fn a_webhook_is_shown_without_its_secret() {
        let answer = r#"{"id":"whk_1","secret":"whsec_x","secret_hint":"whsec_a","_meta":{"hints":["a"]}}"#;
        let create = Does::Account(AccountOperation::CreateWebhook);
        let shown = r#"{"id":"whk_1","secret_hint":"whsec_a","_meta":{"hints":["a"]}}"#;
        assert_eq!(without_secret(create, answer).unwrap(), shown);
        let other = r#"{"buckets":[],"secret":1}"#;
        assert_eq!(without_secret(Does::Data(Operation::Aggregate), other).unwrap(), other);
    }
}
