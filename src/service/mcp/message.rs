//! Parses messages: exactly one in a body, with headers that repeat parts of it.

use super::error::McpError;
use super::message_id::MessageId;
use super::{ProtocolEra, STATELESS, WITH_HANDSHAKE};
use crate::guard::problem::echo;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The member with the version of a 2026-07-28 request.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The member with the client's capabilities.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The markers around a Base64 header value.
const ENCODED: (&str, &str) = ("=?base64?", "?=");

/// The headers that repeat members of the body.
#[derive(Debug, Clone, Copy, Default)]
pub struct McpHeaders<'h> {
    /// `MCP-Protocol-Version`.
    pub version: Option<&'h str>,
    /// `Mcp-Method`.
    pub method: Option<&'h str>,
    /// `Mcp-Name`.
    pub name: Option<&'h str>,
}

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub enum McpMessage {
    /// A request, which needs an answer.
    Request(McpRequest),
    /// A notification, which needs no answer.
    Notification,
}

/// The members of a message. Null differs from absent.
#[derive(Deserialize)]
struct Members<'b> {
    #[serde(default, deserialize_with = "present")]
    jsonrpc: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    method: Option<Value>,
    #[serde(default, borrow, deserialize_with = "present")]
    id: Option<&'b RawValue>,
    #[serde(default, deserialize_with = "present")]
    params: Option<Value>,
}

fn present<'b, T: Deserialize<'b>, D: Deserializer<'b>>(member: D) -> Result<Option<T>, D::Error> {
    T::deserialize(member).map(Some)
}

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct McpRequest {
    pub(super) id: MessageId,
    pub(super) era: ProtocolEra,
    /// The method and its parameters.
    pub method: McpMethod,
}

/// The method of a request and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum McpMethod {
    /// `initialize`, with the version that the client prefers.
    Initialize(String),
    /// `server/discover`.
    Discover,
    /// `ping`.
    Ping,
    /// `tools/list`.
    ListTools,
    /// `tools/call`, with the tool's name and arguments, null without any. Some models write them as JSON text.
    CallTool(String, Value),
    /// `resources/list`.
    ListResources,
    /// `resources/templates/list`.
    ListTemplates,
    /// `resources/read`, with the URI of the resource.
    ReadResource(String),
}

/// Parses the message of a body.
///
/// # Errors
/// For a body that is no supported message, and for headers that contradict it.
pub fn parse_body(body: &[u8], headers: McpHeaders<'_>) -> Result<McpMessage, McpError> {
    let not_json = |error: serde_json::Error| McpError::not_json(&error.to_string());
    let body: &RawValue = serde_json::from_slice(body).map_err(not_json)?;
    if !body.get().starts_with('{') {
        return Err(McpError::not_a_message("the body must be exactly one JSON-RPC message, an object."));
    }
    let message = serde_json::from_str(body.get());
    let Members { jsonrpc, method, id, params } = message.map_err(|error: serde_json::Error| {
        if error.is_data() {
            McpError::not_a_message(&format!("the message is not one: {error}."))
        } else {
            not_json(error)
        }
    })?;
    if jsonrpc.as_ref().and_then(Value::as_str) != Some("2.0") {
        return Err(McpError::not_a_message("member jsonrpc must be \"2.0\"."));
    }
    let Some(method) = method.as_ref().and_then(Value::as_str) else {
        return Err(McpError::not_a_message("the message must name a method: answers are not taken here."));
    };
    let Some(id) = id else { return Ok(McpMessage::Notification) };
    let Some(id) = MessageId::new(id.get()) else {
        return Err(McpError::not_a_message("member id must be a text or a number."));
    };
    let parameters = match params {
        None => Map::new(),
        Some(Value::Object(parameters)) => parameters,
        Some(_) => return Err(McpError::invalid_parameters(400, "member params must be an object.").for_request(&id)),
    };
    let parsed =
        check_era(method, &parameters, headers).and_then(|era| Ok((era, parse_method(era, method, parameters)?)));
    let (era, method) = parsed.map_err(|error| error.for_request(&id))?;
    Ok(McpMessage::Request(McpRequest { id, era, method }))
}

/// Checks the headers of a request and returns its era.
fn check_era(method: &str, parameters: &Map<String, Value>, headers: McpHeaders<'_>) -> Result<ProtocolEra, McpError> {
    let meta = parameters.get("_meta").and_then(Value::as_object);
    let claimed = meta.and_then(|meta| meta.get(VERSION));
    let Some(claimed) = claimed else {
        let Some(version) = headers.version.map(str::trim) else { return Ok(ProtocolEra::Handshake) };
        return match version {
            STATELESS if method == "initialize" => {
                Err(McpError::header("MCP-Protocol-Version", headers.version, WITH_HANDSHAKE[0]))
            }
            STATELESS => Err(McpError::invalid_parameters(
                400,
                format!("params._meta must have '{VERSION}' and '{CAPABILITIES}'."),
            )),
            known if WITH_HANDSHAKE.contains(&known) => Ok(ProtocolEra::Handshake),
            // The body holds the client's preferred version. The answer holds a supported one.
            _ if method == "initialize" => Ok(ProtocolEra::Handshake),
            unknown => Err(McpError::version(&echo(unknown))),
        };
    };
    let Some(claimed) = claimed.as_str() else {
        return Err(McpError::invalid_parameters(400, format!("params._meta: '{VERSION}' must be a text.")));
    };
    if headers.version.is_some_and(|version| version.trim() != claimed) {
        return Err(McpError::header("MCP-Protocol-Version", headers.version, &echo(claimed)));
    }
    match claimed {
        STATELESS => {}
        known if WITH_HANDSHAKE.contains(&known) => return Ok(ProtocolEra::Handshake),
        unknown => return Err(McpError::version(&echo(unknown))),
    }
    if !meta.and_then(|meta| meta.get(CAPABILITIES)).is_some_and(Value::is_object) {
        return Err(McpError::invalid_parameters(400, format!("params._meta: '{CAPABILITIES}' must be an object.")));
    }
    if headers.version.is_none() {
        return Err(McpError::header("MCP-Protocol-Version", None, STATELESS));
    }
    if headers.method.map(str::trim) != Some(method) {
        return Err(McpError::header("Mcp-Method", headers.method, &echo(method)));
    }
    let named = match method {
        "tools/call" => parameters.get("name"),
        "resources/read" => parameters.get("uri"),
        _ => None,
    };
    match named.and_then(Value::as_str) {
        Some(name) if headers.name.and_then(decode_header).as_deref() != Some(name) => {
            Err(McpError::header("Mcp-Name", headers.name, &echo(name)))
        }
        _ => Ok(ProtocolEra::Stateless),
    }
}

/// Decodes a header value. Text with special characters is in Base64.
fn decode_header(value: &str) -> Option<String> {
    let value = value.trim();
    let encoded = value.strip_prefix(ENCODED.0).and_then(|value| value.strip_suffix(ENCODED.1));
    match encoded {
        None => Some(value.to_owned()),
        Some(encoded) => String::from_utf8(BASE64_STANDARD.decode(encoded).ok()?).ok(),
    }
}

fn parse_method(era: ProtocolEra, method: &str, mut parameters: Map<String, Value>) -> Result<McpMethod, McpError> {
    let continues = parameters.get("cursor").is_some_and(|cursor| !cursor.is_null());
    let mut text = |name: &str| match parameters.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(McpError::invalid_parameters(200, format!("params.{name} must be a text."))),
    };
    match (method, era) {
        ("initialize", ProtocolEra::Handshake) => Ok(McpMethod::Initialize(text("protocolVersion")?)),
        ("ping", ProtocolEra::Handshake) => Ok(McpMethod::Ping),
        ("server/discover", ProtocolEra::Stateless) => Ok(McpMethod::Discover),
        ("tools/list" | "resources/list" | "resources/templates/list", _) if continues => {
            Err(McpError::invalid_parameters(200, "params.cursor is none that was given: lists have one page."))
        }
        ("tools/list", _) => Ok(McpMethod::ListTools),
        ("resources/list", _) => Ok(McpMethod::ListResources),
        ("resources/templates/list", _) => Ok(McpMethod::ListTemplates),
        ("resources/read", _) => Ok(McpMethod::ReadResource(text("uri")?)),
        ("tools/call", _) => {
            let name = text("name")?;
            match parameters.remove("arguments").unwrap_or_default() {
                arguments @ (Value::Object(_) | Value::Null | Value::String(_)) => {
                    Ok(McpMethod::CallTool(name, arguments))
                }
                _ => Err(McpError::invalid_parameters(200, "params.arguments must be an object.")),
            }
        }
        _ => Err(McpError::unknown_method(if era == ProtocolEra::Stateless { 404 } else { 200 }, &echo(method))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn stateless(method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({VERSION: STATELESS, CAPABILITIES: {}});
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    }

    /// Returns the parsed message, or the status and code of the error.
    fn read(body: &Value, headers: [Option<&str>; 3]) -> Result<McpMessage, (u16, i64)> {
        let [version, method, name] = headers;
        parse_body(body.to_string().as_bytes(), McpHeaders { version, method, name }).map_err(|error| {
            let written: Value = serde_json::from_str(&error.write()).unwrap();
            (error.status, written["error"]["code"].as_i64().unwrap())
        })
    }

    fn parse(body: &Value, headers: [Option<&str>; 3]) -> Result<(ProtocolEra, McpMethod), (u16, i64)> {
        read(body, headers).map(|received| match received {
            McpMessage::Request(McpRequest { era, method, .. }) => (era, method),
            McpMessage::Notification => panic!("a notification"),
        })
    }

    const NEW: Option<&str> = Some(STATELESS);

    #[test]
    fn a_stateless_request_states_its_version() {
        let list = stateless("tools/list", json!({}));
        assert_eq!(parse(&list, [NEW, Some("tools/list"), None]), Ok((ProtocolEra::Stateless, McpMethod::ListTools)));
        for headers in [
            [None, Some("tools/list"), None],
            [NEW, None, None],
            [NEW, Some("tools/call"), None],
            [Some("2025-11-25"), Some("tools/list"), None],
        ] {
            assert_eq!(parse(&list, headers), Err((400, -32020)), "{headers:?}");
        }
        let call = stateless("tools/call", json!({"name": "séctor", "arguments": {"a": 1}}));
        let expected = Ok((ProtocolEra::Stateless, McpMethod::CallTool("séctor".into(), json!({"a": 1}))));
        assert_eq!(parse(&call, [NEW, Some("tools/call"), Some("=?base64?c8OpY3Rvcg==?=")]), expected);
        for name in [None, Some("sector"), Some("=?base64?!?=")] {
            assert_eq!(parse(&call, [NEW, Some("tools/call"), name]), Err((400, -32020)), "{name:?}");
        }
        let read = stateless("resources/read", json!({"uri": "schema://current"}));
        let of_uri = parse(&read, [NEW, Some("resources/read"), Some("schema://current")]);
        assert_eq!(of_uri, Ok((ProtocolEra::Stateless, McpMethod::ReadResource("schema://current".into()))));
    }

    #[test]
    fn unknown_versions_are_refused() {
        let mut list = stateless("tools/list", json!({}));
        list["params"]["_meta"][VERSION] = json!("2099-01-01");
        assert_eq!(parse(&list, [Some("2099-01-01"), Some("tools/list"), None]), Err((400, -32022)));
        let old = json!({"jsonrpc": "2.0", "id": "a", "method": "tools/list"});
        assert_eq!(parse(&old, [Some("2000-01-01"), None, None]), Err((400, -32022)));
        assert_eq!(parse(&old, [NEW, Some("tools/list"), None]), Err((400, -32602)), "it does not say so itself");
        let mut bare = stateless("tools/list", json!({}));
        bare["params"]["_meta"] = json!({VERSION: STATELESS});
        assert_eq!(parse(&bare, [NEW, Some("tools/list"), None]), Err((400, -32602)));
    }

    #[test]
    fn earlier_versions_use_a_handshake() {
        let of = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let initialize = of("initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
        let expected = Ok((ProtocolEra::Handshake, McpMethod::Initialize("2025-06-18".into())));
        assert_eq!(parse(&initialize, [None; 3]), expected);
        assert_eq!(parse(&initialize, [NEW, None, None]), Err((400, -32020)));
        for version in [None, Some("2025-03-26"), Some("2025-06-18"), Some("2025-11-25")] {
            assert_eq!(
                parse(&of("ping", json!({})), [version, None, None]),
                Ok((ProtocolEra::Handshake, McpMethod::Ping))
            );
        }
        assert_eq!(parse(&of("server/discover", json!({})), [None; 3]), Err((200, -32601)));
        assert_eq!(parse(&stateless("ping", json!({})), [NEW, Some("ping"), None]), Err((404, -32601)));
        assert_eq!(
            parse(&of("tools/call", json!({"name": "sector", "arguments": [1]})), [None; 3]),
            Err((200, -32602))
        );
        assert_eq!(parse(&of("tools/list", json!({"cursor": "x"})), [None; 3]), Err((200, -32602)));
        let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(read(&notification, [None; 3]), Ok(McpMessage::Notification));
    }

    #[test]
    fn invalid_messages_are_refused() {
        for (body, code) in [
            (json!([]), -32600),
            (json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]), -32600),
            (json!({"id": 1, "method": "ping"}), -32600),
            (json!({"jsonrpc": "2.0", "id": 1, "result": {}}), -32600),
            (json!({"jsonrpc": "2.0", "id": null, "method": "ping"}), -32600),
            (json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}), -32602),
        ] {
            assert_eq!(read(&body, [None; 3]), Err((400, code)), "{body}");
        }
        assert_eq!(parse_body(b"{", McpHeaders::default()).unwrap_err().status, 400);
        let twice = br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#;
        let refused: Value =
            serde_json::from_str(&parse_body(twice, McpHeaders::default()).unwrap_err().write()).unwrap();
        assert_eq!(refused["error"]["code"], -32600, "{refused}");
    }

    #[test]
    fn an_id_comes_back_byte_for_byte() {
        for id in [
            "9007199254740993",
            "123456789012345678901234567890",
            "-0",
            "1.0",
            "1e400",
            "0.1234567890123456789012345",
            r#""""#,
            r#""\u00e9 \ud83d\ude00 \/ \ud800""#,
            r#""é 😀""#,
        ] {
            let body = format!(r#"{{"jsonrpc":"2.0", "id" : {id} ,"method":"ping"}}"#);
            let Ok(McpMessage::Request(request)) = parse_body(body.as_bytes(), McpHeaders::default()) else {
                panic!("{id}")
            };
            assert!(request.ping_result().contains(&format!(r#""id":{id},"#)), "{id}: {}", request.ping_result());
            let error = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"nothing/known"}}"#);
            let error = parse_body(error.as_bytes(), McpHeaders::default()).unwrap_err().write();
            assert!(error.contains(&format!(r#""id":{id},"#)), "{id}: {error}");
        }
        for id in ["null", "true", "{}", "[1]"] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            let error = parse_body(body.as_bytes(), McpHeaders::default()).unwrap_err().write();
            assert!(error.contains(r#""id":null"#) && error.contains("-32600"), "{error}");
        }
    }
}
