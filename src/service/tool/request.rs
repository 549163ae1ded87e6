//! Converts a model's arguments to a request for the edge. The arguments are not checked here, so that models get the
//! same error messages as other callers.

use super::unpack::{may_hold_json_text, unpack_texts};
use super::{ToolAction, schema};
use crate::guard::problem::{Code, Violation};
use crate::guard::request::account::{is_list, quoted};
use crate::spec::{AccountOperation, Endpoint, Operation};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

/// The request of a tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolRequest {
    /// The HTTP method.
    pub method: &'static str,
    /// The path and query. If the id of a resource is missing, the path ends before it.
    pub path: String,
    /// The JSON text of the body, if there is one.
    pub body: Option<String>,
}

/// Builds the request of a tool call. Returns `None` for the tool without an operation. The arguments may be JSON text
/// as a whole, and so may objects and lists in them.
///
/// # Errors
/// For arguments of the Account API that are no object.
pub fn build_request(action: ToolAction, arguments: Value) -> Result<Option<ToolRequest>, Violation> {
    let mut arguments = match arguments {
        Value::String(text) => match serde_json::from_str(&text) {
            // A JSON text inside a JSON text is not parsed again.
            Ok(Value::String(_)) | Err(_) => Value::String(text),
            Ok(arguments) => arguments,
        },
        arguments => arguments,
    };
    if arguments.is_null() {
        arguments = Value::Object(Map::new());
    }
    if arguments.is_object() && may_hold_json_text(&arguments) {
        arguments = unpack_texts(&schema::input(action), arguments);
    }
    match action {
        ToolAction::Data(operation) => Ok(Some(data(operation, arguments))),
        ToolAction::Account(operation) => account(operation, arguments).map(Some),
        ToolAction::DescribeAccount => Ok(None),
    }
}

fn data(operation: Operation, arguments: Value) -> ToolRequest {
    let Endpoint { method, path, .. } = operation.endpoint();
    let body = operation.takes().map(|_| match arguments {
        // The value is sent unchanged, and the guardrails refuse it.
        Value::String(text) => text,
        arguments => without_nulls(operation, arguments).to_string(),
    });
    ToolRequest { method, path: path.to_owned(), body }
}

fn account(operation: AccountOperation, arguments: Value) -> Result<ToolRequest, Violation> {
    let Value::Object(mut arguments) = arguments else {
        return Err(Violation::new(Code::InvalidType, "arguments", "arguments must be an object."));
    };
    arguments.retain(|_, value| !is_absent(value));
    let Endpoint { method, path, body, .. } = operation.endpoint();
    if body.is_some() {
        let body = Value::Object(arguments.into_iter().map(|(name, value)| (name, drop_nulls(value))).collect());
        return Ok(ToolRequest { method, path: path.to_owned(), body: Some(body.to_string()) });
    }
    let path = match path.split_once("/:id") {
        None => path.to_owned(),
        Some((before, behind)) => match arguments.remove("id") {
            None => before.to_owned(),
            Some(id) => format!("{before}/{}{behind}", encode(&id)),
        },
    };
    let pairs: Vec<String> = arguments.iter().flat_map(|(name, value)| pairs(operation, name, value)).collect();
    let path = if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) };
    Ok(ToolRequest { method, path, body: None })
}

/// Encodes a query parameter. A list becomes a repeated parameter, each item of which is one value.
fn pairs(operation: AccountOperation, name: &str, value: &Value) -> Vec<String> {
    let pair = |value: &Value| format!("{}={}", utf8_percent_encode(name, NON_ALPHANUMERIC), encode(value));
    let item = |value: &Value| match value.as_str().filter(|_| is_list(operation, name)) {
        Some(text) => pair(&Value::from(quoted(text))),
        None => pair(value),
    };
    match value {
        Value::Array(values) => values.iter().map(item).collect(),
        value => vec![pair(value)],
    }
}

/// Encodes a text unchanged, and other values as JSON. The guardrails refuse invalid values.
fn encode(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()
}

/// Removes nulls, which strict tools send for absent members. An empty range is removed too. A null among omitted
/// filters is kept, and the guardrails refuse it.
fn without_nulls(operation: Operation, arguments: Value) -> Value {
    let Value::Object(arguments) = arguments else { return arguments };
    let kept = arguments.into_iter().filter_map(|(name, value)| {
        if name == "filters" && !names_each_filter(operation, &value) {
            return Some((name, value));
        }
        (!is_absent(&value)).then(|| (name, drop_nulls(value)))
    });
    Value::Object(kept.collect())
}

/// Removes the null members of a value.
fn drop_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(_, value)| !is_absent(value));
            Value::Object(kept.map(|(name, value)| (name, drop_nulls(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(drop_nulls).collect(),
        other => other,
    }
}

fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(members) => !members.is_empty() && members.values().all(Value::is_null),
        _ => false,
    }
}

fn names_each_filter(operation: Operation, filters: &Value) -> bool {
    let schema = schema::input(ToolAction::Data(operation));
    let known = schema.pointer("/properties/filters/properties").and_then(Value::as_object);
    known.is_none_or(|known| known.keys().all(|name| filters.get(name).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sent(action: ToolAction, arguments: Value) -> (&'static str, String, Option<String>) {
        let ToolRequest { method, path, body } = build_request(action, arguments).unwrap().unwrap();
        (method, path, body)
    }

    #[test]
    fn arguments_become_the_body_of_a_request() {
        let (method, path, body) =
            sent(ToolAction::Data(Operation::Aggregate), json!({"index": "siv_info", "metric": null, "size": 5}));
        assert_eq!((method, path.as_str()), ("POST", "/v1/aggregate"));
        assert_eq!(body.as_deref(), Some(r#"{"index":"siv_info","size":5}"#));
        assert_eq!(sent(ToolAction::Data(Operation::Schema), json!({})), ("GET", "/v1/schema".to_owned(), None));
        let null = sent(ToolAction::Data(Operation::Search), json!({"filters": {"brand_name": null}})).2;
        assert_eq!(null.as_deref(), Some(r#"{"filters":{"brand_name":null}}"#), "it was not set by a strict tool");
        assert_eq!(sent(ToolAction::Data(Operation::Search), json!([1])).2.as_deref(), Some("[1]"));
    }

    #[test]
    fn arguments_may_be_json_text() {
        let search = ToolAction::Data(Operation::Search);
        let body = |arguments| sent(search, arguments).2.unwrap();
        assert_eq!(body(json!(r#"{"size":5,"q":null}"#)), r#"{"size":5}"#);
        assert_eq!(body(json!(r#"{"filters":"{\"platform\":\"tiktok\"}"}"#)), r#"{"filters":{"platform":"tiktok"}}"#);
        assert_eq!(body(json!("null")), "{}");
        for refused in ["{broken", "", r#""{}""#, "[1]"] {
            assert_eq!(body(json!(refused)), refused, "it is handed on, to be refused");
        }
        let (_, path, _) =
            sent(ToolAction::Account(AccountOperation::Mentions), json!(r#"{"platform":"[\"tiktok\"]"}"#));
        assert_eq!(path, "/v1/mentions?platform=tiktok");
        let refused = build_request(ToolAction::Account(AccountOperation::Mentions), json!("{broken")).unwrap_err();
        assert_eq!((refused.code, refused.param.as_str()), (Code::InvalidType, "arguments"));
    }

    #[test]
    fn arguments_become_query_parameters() {
        let arguments = json!({"platform": ["youtube", "tik tok"], "q": "a&b", "limit": 5, "from": null});
        let (_, path, body) = sent(ToolAction::Account(AccountOperation::Mentions), arguments);
        assert_eq!((path.as_str(), body), ("/v1/mentions?platform=youtube&platform=tik%20tok&q=a%26b&limit=5", None));
        let arguments = json!({"id": "inf_1/2", "limit": 5});
        assert_eq!(
            sent(ToolAction::Account(AccountOperation::InfluencerMentions), arguments).1,
            "/v1/influencers/inf%5F1%2F2/mentions?limit=5"
        );
        assert_eq!(
            sent(ToolAction::Account(AccountOperation::Mention), json!({})).1,
            "/v1/mentions",
            "the id is missed by the guardrails"
        );
        let (method, path, body) =
            sent(ToolAction::Account(AccountOperation::CreateReport), json!({"type": "sentiment", "title": null}));
        assert_eq!((method, path.as_str(), body.as_deref()), ("POST", "/v1/reports", Some(r#"{"type":"sentiment"}"#)));
        assert!(build_request(ToolAction::Account(AccountOperation::Mention), json!("men_1")).is_err());
        assert_eq!(build_request(ToolAction::DescribeAccount, json!({})), Ok(None));
    }
}
