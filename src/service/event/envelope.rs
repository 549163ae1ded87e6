//! The body of a delivery.

use crate::base::date::time_of_seconds;
use crate::spec::request::account::choice::WebhookEvent;
use serde_json::{Value, json};

/// Bytes of a body at most: what would be more says ids alone.
const MAX_BYTES: usize = 20 * 1024;

/// The body of an event, minified and at most 20 KB.
pub fn envelope(id: &str, kind: WebhookEvent, at_ms: u64, account: &str, data: &Value) -> String {
    let whole = written(id, kind, at_ms, account, data);
    if whole.len() <= MAX_BYTES { whole } else { written(id, kind, at_ms, account, &thin(data)) }
}

fn written(id: &str, kind: WebhookEvent, at_ms: u64, account: &str, data: &Value) -> String {
    let timestamp = time_of_seconds(i64::try_from(at_ms / 1_000).unwrap_or(i64::MAX));
    json!({
        "id": id,
        "type": kind.name(),
        "timestamp": timestamp,
        "api_version": "v1",
        "account_id": account,
        "data": data,
    })
    .to_string()
}

/// What is left of an object that is too large: what it is, and ids; of a list, those of its items.
fn thin(data: &Value) -> Value {
    const KEPT: [&str; 3] = ["object", "id", "count"];
    let Some(members) = data.as_object() else { return Value::Null };
    let mut thin: serde_json::Map<String, Value> =
        KEPT.iter().filter_map(|name| Some(((*name).to_owned(), members.get(*name)?.clone()))).collect();
    if let Some(items) = members.get("data").and_then(Value::as_array) {
        thin.insert("data".to_owned(), items.iter().map(self::thin).collect());
    }
    Value::Object(thin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification_is_written_as_it_says() {
        let data = json!({"object": "report", "id": "rpt_01HZX3K2ZZ", "status": "ready", "formats": ["pdf", "csv"]});
        let written = envelope("evt_01HZX3M8Q6", WebhookEvent::ReportReady, 1_772_357_400_123, "acc_01HZX00001", &data);
        let expected = r#"{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","api_version":"v1","account_id":"acc_01HZX00001","data":{"object":"report","id":"rpt_01HZX3K2ZZ","status":"ready","formats":["pdf","csv"]}}"#;
        assert_eq!(written, expected);
    }

    #[test]
    fn what_is_too_large_says_ids_alone() {
        let mention =
            |number: u32| json!({"object": "mention", "id": format!("men_{number}"), "topics": ["x".repeat(1_000)]});
        let list =
            |count: u32| json!({"object": "list", "data": (0..count).map(mention).collect::<Vec<_>>(), "count": count});
        let sent = |data: &Value| envelope("evt_1", WebhookEvent::MentionCreated, 0, "acc_1", data);
        let whole: Value = serde_json::from_str(&sent(&list(10))).unwrap();
        assert_eq!(whole["data"], list(10));
        let thin: Value = serde_json::from_str(&sent(&list(25))).unwrap();
        assert_eq!(thin["data"]["data"].as_array().map(Vec::len), Some(25));
        assert_eq!(thin["data"]["data"][24], json!({"object": "mention", "id": "men_24"}));
        assert_eq!(thin["data"]["count"], 25);
        let other = json!({"object": "report", "id": "rpt_1", "title": "x".repeat(30_000)});
        assert!(sent(&other).ends_with(r#""data":{"object":"report","id":"rpt_1"}}"#));
    }
}
