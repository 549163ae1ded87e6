//! Parses arguments that a model wrote as JSON text instead of an object or a list. Only one level is parsed: the
//! content of such a text is used unchanged.

use serde_json::{Map, Value};

/// JSON whitespace.
const BLANK: [char; 4] = [' ', '\t', '\n', '\r'];

/// Returns true if a value contains a text that may be an object or a list. Otherwise no schema is needed.
pub(super) fn may_hold_json_text(value: &Value) -> bool {
    match value {
        Value::String(text) => is_structure(text),
        Value::Array(items) => items.iter().any(may_hold_json_text),
        Value::Object(members) => members.values().any(may_hold_json_text),
        _ => false,
    }
}

/// Replaces JSON texts by their objects and lists where the schema allows them.
pub(super) fn unpack_texts(schema: &Value, value: Value) -> Value {
    match value {
        Value::String(text) => parse_structure(schema, &text).unwrap_or(Value::String(text)),
        Value::Object(members) => {
            let unpack = |(name, member): (String, Value)| match alternatives(schema)
                .find_map(|one| one.get("properties")?.get(&name))
            {
                Some(of_member) => (name, unpack_texts(of_member, member)),
                None => (name, member),
            };
            Value::Object(members.into_iter().map(unpack).collect::<Map<_, _>>())
        }
        Value::Array(items) => match alternatives(schema).find_map(|one| one.get("items")) {
            Some(of_items) => items.into_iter().map(|item| unpack_texts(of_items, item)).collect(),
            None => Value::Array(items),
        },
        other => other,
    }
}

fn is_structure(text: &str) -> bool {
    text.trim_start_matches(BLANK).starts_with(['{', '['])
}

/// Parses a text as an object or a list, if the schema allows one.
fn parse_structure(schema: &Value, text: &str) -> Option<Value> {
    let value: Value = is_structure(text).then(|| serde_json::from_str(text).ok())??;
    let kind = if value.is_array() { "array" } else { "object" };
    let takes = |one: &Value| match one.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|known| known == kind),
        known => known.and_then(Value::as_str) == Some(kind),
    };
    alternatives(schema).any(takes).then_some(value)
}

/// Returns the schemas of which a value needs to match only one.
fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let several = schema.get("anyOf").and_then(Value::as_array);
    several.into_iter().flatten().chain([schema])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::tool::{ToolAction, schema};
    use crate::spec::{AccountOperation, Operation};
    use serde_json::json;

    fn read(action: ToolAction, value: Value) -> Value {
        unpack_texts(&schema::input(action), value)
    }

    #[test]
    fn json_texts_become_objects_and_lists() {
        let aggregate = ToolAction::Data(Operation::Aggregate);
        let arguments =
            json!({"index": "siv_info", "filters": " {\"platform\":\"tiktok\"}", "metric": "{\"type\":\"count\"}"});
        let read_as = json!({"index": "siv_info", "filters": {"platform": "tiktok"}, "metric": {"type": "count"}});
        assert_eq!(read(aggregate, arguments), read_as);
        let range = json!({"filters": {"upload_date": "{\"gte\":\"2026-01-01\"}"}});
        assert_eq!(read(aggregate, range), json!({"filters": {"upload_date": {"gte": "2026-01-01"}}}));
        let sector = ToolAction::Data(Operation::Sector);
        let brand = json!({"label": "V", "terms": ["v"]});
        for brands in [json!("[{\"label\":\"V\",\"terms\":[\"v\"]}]"), json!(["{\"label\":\"V\",\"terms\":[\"v\"]}"])] {
            assert_eq!(read(sector, json!({"brands": brands})), json!({"brands": [brand]}));
        }
        let terms = json!({"brands": [{"label": "V", "terms": "[\"v\"]"}]});
        assert_eq!(read(sector, terms), json!({"brands": [brand]}));
        let mentions = ToolAction::Account(AccountOperation::Mentions);
        let arguments = json!({"platform": "[\"youtube\",\"tiktok\"]", "limit": 2});
        assert_eq!(read(mentions, arguments), json!({"platform": ["youtube", "tiktok"], "limit": 2}));
        let webhook = ToolAction::Account(AccountOperation::CreateWebhook);
        let arguments =
            json!({"url": "https://a.example", "events": "[\"report.ready\"]", "filters": "{\"min_views\":5}"});
        let read_as = json!({"url": "https://a.example", "events": ["report.ready"], "filters": {"min_views": 5}});
        assert_eq!(read(webhook, arguments), read_as);
    }

    #[test]
    fn texts_stay_where_the_schema_allows_text_or_is_unknown() {
        for (action, arguments) in [
            (ToolAction::Data(Operation::Search), json!({"q": "[\"a\"]"})),
            (ToolAction::Data(Operation::Search), json!({"filter": "{\"platform\":\"tiktok\"}"})),
            (ToolAction::Data(Operation::Search), json!({"filters": "[1]"})),
            (ToolAction::Data(Operation::Search), json!({"filters": "{broken"})),
            (ToolAction::Data(Operation::Search), json!({"size": "5"})),
            (ToolAction::Account(AccountOperation::Mentions), json!({"q": "{\"a\":1}"})),
        ] {
            assert_eq!(read(action, arguments.clone()), arguments);
        }
    }

    #[test]
    fn one_level_is_parsed() {
        let inner = json!({"upload_date": "{\"gte\":\"2026-01-01\"}"});
        let arguments = json!({"filters": inner.to_string()});
        assert_eq!(read(ToolAction::Data(Operation::Search), arguments), json!({"filters": inner}));
    }
}
