//! Protocol errors of a message. Errors in the arguments of a tool are results instead, because models read results.

use super::message_id::MessageId;
use super::supported;
use serde_json::{Value, json};

/// An error of the protocol (JSON-RPC 2.0), and its HTTP status.
#[derive(Debug, Clone, PartialEq)]
pub struct McpError {
    /// The HTTP status.
    pub status: u16,
    /// The id of the request, or `None` if it is unknown, which is written as null.
    id: Option<MessageId>,
    code: i32,
    message: String,
    data: Option<Box<Value>>,
}

impl McpError {
    fn new(status: u16, code: i32, message: impl Into<String>) -> Self {
        Self { status, id: None, code, message: message.into(), data: None }
    }

    fn with(self, data: Value) -> Self {
        Self { data: Some(Box::new(data)), ..self }
    }

    /// The body is not JSON.
    pub(super) fn not_json(reason: &str) -> Self {
        Self::new(400, -32700, format!("the body is not one JSON value: {reason}."))
    }

    /// The body is not a message.
    pub(super) fn not_a_message(why: &str) -> Self {
        Self::new(400, -32600, why)
    }

    /// The method does not exist.
    pub(super) fn unknown_method(status: u16, method: &str) -> Self {
        Self::new(status, -32601, format!("method '{method}' is not known here."))
    }

    /// The parameters do not match the method.
    pub(super) fn invalid_parameters(status: u16, why: impl Into<String>) -> Self {
        Self::new(status, -32602, why)
    }

    /// A header contradicts the body.
    pub(super) fn header(name: &str, got: Option<&str>, expected: &str) -> Self {
        let got = got.map_or_else(|| "nothing".to_owned(), |got| format!("'{got}'"));
        Self::new(400, -32020, format!("header {name} must be '{expected}', as the body says. Got {got}."))
    }

    /// The protocol version is not supported.
    pub(super) fn version(requested: &str) -> Self {
        let supported = supported();
        let message = format!("protocol version '{requested}' is not supported. Supported: {}.", supported.join(", "));
        Self::new(400, -32022, message).with(json!({"supported": supported, "requested": requested}))
    }

    /// The resource does not exist.
    pub(super) fn unknown_resource(code: i32, uri: &str, known: &[&str]) -> Self {
        let message = format!("there is no resource '{uri}'. There are: {}.", known.join(", "));
        Self::new(200, code, message).with(json!({"uri": uri}))
    }

    /// A backend did not answer. `problem` describes the failure.
    pub(super) fn internal(problem: Value) -> Self {
        let message = problem.get("message").and_then(Value::as_str).unwrap_or("an error of ours.").to_owned();
        Self::new(200, -32603, message).with(problem)
    }

    /// Returns the error as the answer to a request.
    pub(super) fn for_request(self, id: &MessageId) -> Self {
        Self { id: Some(id.clone()), ..self }
    }

    /// Returns the JSON text.
    pub fn write(&self) -> String {
        let Self { id, code, message, data, .. } = self;
        let mut error = json!({"code": code, "message": message});
        if let (Some(data), Some(error)) = (data, error.as_object_mut()) {
            error.insert("data".into(), Value::clone(data));
        }
        let id = id.as_ref().map_or_else(|| "null".to_owned(), MessageId::to_string);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#)
    }
}
