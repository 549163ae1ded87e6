//! Removes secrets from the results that models read.

use super::ToolAction;
use crate::spec::AccountOperation;
use serde_json::{Map, Value};

/// Returns the answer of a tool without its secret, as JSON text. A model could pass a secret on.
///
/// # Errors
/// For an answer with a secret that is no JSON.
pub fn remove_secret(action: ToolAction, answer: &str) -> serde_json::Result<String> {
    if action != ToolAction::Account(AccountOperation::CreateWebhook) {
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
        let create = ToolAction::Account(AccountOperation::CreateWebhook);
        let shown = r#"{"id":"whk_1","secret_hint":"whsec_a","_meta":{"hints":["a"]}}"#;
        assert_eq!(remove_secret(create, answer).unwrap(), shown);
        let other = r#"{"buckets":[],"secret":1}"#;
        assert_eq!(remove_secret(ToolAction::Data(Operation::Aggregate), other).unwrap(), other);
    }
}
