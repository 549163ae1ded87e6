//! The body of an event as it is delivered.

use crate::base::date::time_of_seconds;
use crate::spec::request::account::choice::WebhookEvent;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The maximum size of an event in bytes. Data that does not fit is left out; the receiver can read it by its id.
pub const MAX_EVENT_BYTES: usize = 20_480;
/// The version of the API whose objects events hold.
const API_VERSION: &str = "v1";
/// The members of an object that remain if it is too large.
const IDENTIFYING_MEMBERS: [&str; 2] = ["object", "id"];
/// Further members of an event that remain if it is too large, unless it holds a list.
const SUBJECT_MEMBERS: [&str; 3] = ["brand", "count", "mention_id"];

#[derive(Serialize)]
struct Envelope<'e> {
    id: &'e str,
    r#type: WebhookEvent,
    timestamp: String,
    api_version: &'static str,
    account_id: &'e str,
    data: &'e Value,
}

/// Returns the body that is signed and sent: minified JSON of at most [`MAX_EVENT_BYTES`]. Data that does not fit is
/// reduced. In a list, each item keeps its type and id. Another object keeps its type, its id and the members that
/// identify its subject.
pub fn build_envelope(id: &str, kind: WebhookEvent, at_ms: u64, account: &str, data: &Value) -> String {
    let timestamp = i64::try_from(at_ms / 1_000).ok().and_then(time_of_seconds).unwrap_or_default();
    let serialize = |data: &Value| {
        let timestamp = timestamp.clone();
        let envelope = Envelope { id, r#type: kind, timestamp, api_version: API_VERSION, account_id: account, data };
        // Serialization of texts and a JSON value cannot fail.
        serde_json::to_string(&envelope).unwrap_or_default()
    };
    let whole = serialize(data);
    if whole.len() <= MAX_EVENT_BYTES {
        return whole;
    }
    let reduced = serialize(&reduce(data));
    if reduced.len() <= MAX_EVENT_BYTES { reduced } else { serialize(&json!({})) }
}

/// Reduces data that is too large.
fn reduce(data: &Value) -> Value {
    let Value::Object(members) = data else { return json!({}) };
    match members.get("data") {
        Some(Value::Array(items)) => {
            let items: Vec<Value> = items.iter().map(|item| select_members(item, &IDENTIFYING_MEMBERS)).collect();
            let mut list = Map::new();
            for (name, value) in members {
                let of_list = if name == "data" { Some(Value::Array(items.clone())) } else { scalar(value) };
                list.extend(of_list.map(|value| (name.clone(), value)));
            }
            Value::Object(list)
        }
        _ => select_members(data, &[IDENTIFYING_MEMBERS.as_slice(), &SUBJECT_MEMBERS].concat()),
    }
}

/// Returns an object with only the named members.
fn select_members(object: &Value, names: &[&str]) -> Value {
    let members = object.as_object().into_iter().flatten();
    let selected = members.filter(|(name, _)| names.contains(&name.as_str()));
    Value::Object(selected.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Returns a value that is neither an array nor an object.
fn scalar(value: &Value) -> Option<Value> {
    (!value.is_array() && !value.is_object()).then(|| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT_MS: u64 = 1_772_357_400_000;

    #[test]
    fn the_body_equals_the_signed_example_of_the_specification() {
        let data = json!({"object": "report", "id": "rpt_01HZX3K2ZZ", "status": "ready", "formats": ["pdf", "csv"]});
        let expected = concat!(
            r#"{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","#,
            r#""api_version":"v1","account_id":"acc_01HZX00001","data":{"object":"report","id":"rpt_01HZX3K2ZZ","#,
            r#""status":"ready","formats":["pdf","csv"]}}"#
        );
        let written = build_envelope("evt_01HZX3M8Q6", WebhookEvent::ReportReady, AT_MS, "acc_01HZX00001", &data);
        assert_eq!(written, expected);
    }

    #[test]
    fn data_that_does_not_fit_is_reduced() {
        let written = |data: &Value| build_envelope("evt_1", WebhookEvent::MentionCreated, AT_MS, "acc_1", data);
        let mention = |text: &str| json!({"object": "mention", "id": "men_000000000000", "topics": [text]});
        let list = |bytes: usize| json!({"object": "list", "data": [mention(&"x".repeat(bytes))], "count": 1});
        let fitting = MAX_EVENT_BYTES - written(&list(0)).len();
        let largest = written(&list(fitting));
        assert_eq!(largest.len(), MAX_EVENT_BYTES);
        assert!(largest.contains("xxx"));
        let reduced = written(&list(fitting + 1));
        let data = r#""data":{"object":"list","data":[{"object":"mention","id":"men_000000000000"}],"count":1}}"#;
        assert!(reduced.ends_with(data), "{reduced}");

        let report = json!({"object": "report", "id": "rpt_1", "title": "x".repeat(MAX_EVENT_BYTES)});
        assert!(written(&report).ends_with(r#""data":{"object":"report","id":"rpt_1"}}"#));
        let hopeless = json!({"object": "report", "id": "x".repeat(MAX_EVENT_BYTES)});
        assert!(written(&hopeless).ends_with(r#""data":{}}"#));
    }

    #[test]
    fn the_limit_counts_bytes() {
        let data = json!({"object": "report", "id": "rpt_1", "title": "€".repeat(MAX_EVENT_BYTES / 3)});
        let written = build_envelope("evt_1", WebhookEvent::ReportReady, AT_MS, "acc_1", &data);
        assert!(written.len() < 200, "{}", written.len());
    }
}
