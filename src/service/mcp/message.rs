//! Parses messages: exactly one in a body, with headers that repeat parts of it.

use super::fault::Fault;
use super::{Era, STATELESS, WITH_HANDSHAKE};
use crate::guard::problem::echo;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fmt;

/// The member with the version of a 2026-07-28 request, and the member with the client's capabilities.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The markers around a Base64 header value.
const ENCODED: (&str, &str) = ("=?base64?", "?=");

/// The headers that repeat what a body says.
#[derive(Debug, Clone, Copy, Default)]
pub struct Headers<'h> {
    /// `MCP-Protocol-Version`.
    pub version: Option<&'h str>,
    /// `Mcp-Method`.
    pub method: Option<&'h str>,
    /// `Mcp-Name`.
    pub name: Option<&'h str>,
}

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub enum Received {
    /// A request, which needs an answer.
    Request(Asked),
    /// A notification, which needs no answer.
    Notification,
}

/// The id of a message as the client's JSON text, byte for byte. Its number may exceed the range of our types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MessageId(String);

impl MessageId {
    /// Parses the text of a request id (JSON-RPC 2.0): a string or a number. Null is only for answers to messages with
    /// an unknown id.
    pub(super) fn new(text: &str) -> Option<Self> {
        let is_one = text.starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit());
        is_one.then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
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
pub struct Asked {
    pub(super) id: MessageId,
    pub(super) era: Era,
    /// The method and its parameters.
    pub asks: Asks,
}

/// The method of a request and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum Asks {
    /// `initialize`, with the version that the client prefers.
    Initialize(String),
    /// `server/discover`.
    Discover,
    /// `ping`.
    Ping,
    /// `tools/list`.
    ListTools,
    /// `tools/call`: the tool's name and its arguments, null where there are none. Some models write them as JSON text.
    CallTool(String, Value),
    /// `resources/list`.
    ListResources,
    /// `resources/templates/list`.
    ListTemplates,
    /// `resources/read`: its address.
    ReadResource(String),
}

/// Reads the message of a body.
///
/// # Errors
/// When it is none that is understood, or its headers say something else.
pub fn receive(body: &[u8], headers: Headers<'_>) -> Result<Received, Fault> {
    let no_json = |error: serde_json::Error| Fault::no_json(&error.to_string());
    let body: &RawValue = serde_json::from_slice(body).map_err(no_json)?;
    if !body.get().starts_with('{') {
        return Err(Fault::no_message("the body must be exactly one JSON-RPC message, an object."));
    }
    let message = serde_json::from_str(body.get());
    let Members { jsonrpc, method, id, params } = message.map_err(|error: serde_json::Error| {
        if error.is_data() { Fault::no_message(&format!("the message is not one: {error}.")) } else { no_json(error) }
    })?;
    if jsonrpc.as_ref().and_then(Value::as_str) != Some("2.0") {
        return Err(Fault::no_message("member jsonrpc must be \"2.0\"."));
    }
    let Some(method) = method.as_ref().and_then(Value::as_str) else {
        return Err(Fault::no_message("the message must name a method: answers are not taken here."));
    };
    let Some(id) = id else { return Ok(Received::Notification) };
    let Some(id) = MessageId::new(id.get()) else {
        return Err(Fault::no_message("member id must be a text or a number."));
    };
    let parameters = match params {
        None => Map::new(),
        Some(Value::Object(parameters)) => parameters,
        Some(_) => return Err(Fault::bad_parameters(400, "member params must be an object.").of(&id)),
    };
    let read = era(method, &parameters, headers).and_then(|era| Ok((era, asks(era, method, parameters)?)));
    let (era, asks) = read.map_err(|fault| fault.of(&id))?;
    Ok(Received::Request(Asked { id, era, asks }))
}

/// Returns the era of a request after a check of its headers.
fn era(method: &str, parameters: &Map<String, Value>, headers: Headers<'_>) -> Result<Era, Fault> {
    let meta = parameters.get("_meta").and_then(Value::as_object);
    let claimed = meta.and_then(|meta| meta.get(VERSION));
    let Some(claimed) = claimed else {
        let Some(version) = headers.version.map(str::trim) else { return Ok(Era::Handshake) };
        return match version {
            STATELESS if method == "initialize" => {
                Err(Fault::header("MCP-Protocol-Version", headers.version, WITH_HANDSHAKE[0]))
            }
            STATELESS => {
                Err(Fault::bad_parameters(400, format!("params._meta must have '{VERSION}' and '{CAPABILITIES}'.")))
            }
            known if WITH_HANDSHAKE.contains(&known) => Ok(Era::Handshake),
            // The body holds the client's preferred version. The answer holds a supported one.
            _ if method == "initialize" => Ok(Era::Handshake),
            unknown => Err(Fault::version(&echo(unknown))),
        };
    };
    let Some(claimed) = claimed.as_str() else {
        return Err(Fault::bad_parameters(400, format!("params._meta: '{VERSION}' must be a text.")));
    };
    if headers.version.is_some_and(|version| version.trim() != claimed) {
        return Err(Fault::header("MCP-Protocol-Version", headers.version, &echo(claimed)));
    }
    match claimed {
        STATELESS => {}
        known if WITH_HANDSHAKE.contains(&known) => return Ok(Era::Handshake),
        unknown => return Err(Fault::version(&echo(unknown))),
    }
    if !meta.and_then(|meta| meta.get(CAPABILITIES)).is_some_and(Value::is_object) {
        return Err(Fault::bad_parameters(400, format!("params._meta: '{CAPABILITIES}' must be an object.")));
    }
    if headers.version.is_none() {
        return Err(Fault::header("MCP-Protocol-Version", None, STATELESS));
    }
    if headers.method.map(str::trim) != Some(method) {
        return Err(Fault::header("Mcp-Method", headers.method, &echo(method)));
    }
    let named = match method {
        "tools/call" => parameters.get("name"),
        "resources/read" => parameters.get("uri"),
        _ => None,
    };
    match named.and_then(Value::as_str) {
        Some(name) if headers.name.and_then(plain).as_deref() != Some(name) => {
            Err(Fault::header("Mcp-Name", headers.name, &echo(name)))
        }
        _ => Ok(Era::Stateless),
    }
}

/// Decodes a header value. Text with special characters is in Base64.
fn plain(value: &str) -> Option<String> {
    let value = value.trim();
    let encoded = value.strip_prefix(ENCODED.0).and_then(|value| value.strip_suffix(ENCODED.1));
    match encoded {
        None => Some(value.to_owned()),
        Some(encoded) => String::from_utf8(BASE64_STANDARD.decode(encoded).ok()?).ok(),
    }
}

fn asks(era: Era, method: &str, mut parameters: Map<String, Value>) -> Result<Asks, Fault> {
    let continues = parameters.get("cursor").is_some_and(|cursor| !cursor.is_null());
    let mut text = |name: &str| match parameters.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(Fault::bad_parameters(200, format!("params.{name} must be a text."))),
    };
    match (method, era) {
        ("initialize", Era::Handshake) => Ok(Asks::Initialize(text("protocolVersion")?)),
        ("ping", Era::Handshake) => Ok(Asks::Ping),
        ("server/discover", Era::Stateless) => Ok(Asks::Discover),
        ("tools/list" | "resources/list" | "resources/templates/list", _) if continues => {
            Err(Fault::bad_parameters(200, "params.cursor is none that was given: lists have one page."))
        }
        ("tools/list", _) => Ok(Asks::ListTools),
        ("resources/list", _) => Ok(Asks::ListResources),
        ("resources/templates/list", _) => Ok(Asks::ListTemplates),
        ("resources/read", _) => Ok(Asks::ReadResource(text("uri")?)),
        ("tools/call", _) => {
            let name = text("name")?;
            match parameters.remove("arguments").unwrap_or_default() {
                arguments @ (Value::Object(_) | Value::Null | Value::String(_)) => Ok(Asks::CallTool(name, arguments)),
                _ => Err(Fault::bad_parameters(200, "params.arguments must be an object.")),
            }
        }
        _ => Err(Fault::no_method(if era == Era::Stateless { 404 } else { 200 }, &echo(method))),
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
    fn read(body: &Value, headers: [Option<&str>; 3]) -> Result<Received, (u16, i64)> {
        let [version, method, name] = headers;
        receive(body.to_string().as_bytes(), Headers { version, method, name }).map_err(|fault| {
            let written: Value = serde_json::from_str(&fault.write()).unwrap();
            (fault.status, written["error"]["code"].as_i64().unwrap())
        })
    }

    fn asked(body: &Value, headers: [Option<&str>; 3]) -> Result<(Era, Asks), (u16, i64)> {
        read(body, headers).map(|received| match received {
            Received::Request(Asked { era, asks, .. }) => (era, asks),
            Received::Notification => panic!("a notification"),
        })
    }

    const NEW: Option<&str> = Some(STATELESS);

    #[test]
    fn a_request_says_itself_what_it_is() {
        let list = stateless("tools/list", json!({}));
        assert_eq!(asked(&list, [NEW, Some("tools/list"), None]), Ok((Era::Stateless, Asks::ListTools)));
        for headers in [
            [None, Some("tools/list"), None],
            [NEW, None, None],
            [NEW, Some("tools/call"), None],
            [Some("2025-11-25"), Some("tools/list"), None],
        ] {
            assert_eq!(asked(&list, headers), Err((400, -32020)), "{headers:?}");
        }
        let call = stateless("tools/call", json!({"name": "séctor", "arguments": {"a": 1}}));
        let expected = Ok((Era::Stateless, Asks::CallTool("séctor".into(), json!({"a": 1}))));
        assert_eq!(asked(&call, [NEW, Some("tools/call"), Some("=?base64?c8OpY3Rvcg==?=")]), expected);
        for name in [None, Some("sector"), Some("=?base64?!?=")] {
            assert_eq!(asked(&call, [NEW, Some("tools/call"), name]), Err((400, -32020)), "{name:?}");
        }
        let read = stateless("resources/read", json!({"uri": "schema://current"}));
        let of_uri = asked(&read, [NEW, Some("resources/read"), Some("schema://current")]);
        assert_eq!(of_uri, Ok((Era::Stateless, Asks::ReadResource("schema://current".into()))));
    }

    #[test]
    fn versions_that_nobody_knows_are_refused() {
        let mut list = stateless("tools/list", json!({}));
        list["params"]["_meta"][VERSION] = json!("2099-01-01");
        assert_eq!(asked(&list, [Some("2099-01-01"), Some("tools/list"), None]), Err((400, -32022)));
        let old = json!({"jsonrpc": "2.0", "id": "a", "method": "tools/list"});
        assert_eq!(asked(&old, [Some("2000-01-01"), None, None]), Err((400, -32022)));
        assert_eq!(asked(&old, [NEW, Some("tools/list"), None]), Err((400, -32602)), "it does not say so itself");
        let mut bare = stateless("tools/list", json!({}));
        bare["params"]["_meta"] = json!({VERSION: STATELESS});
        assert_eq!(asked(&bare, [NEW, Some("tools/list"), None]), Err((400, -32602)));
    }

    #[test]
    fn before_there_was_a_handshake() {
        let of = |method: &str, params: Value| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let initialize = of("initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
        let expected = Ok((Era::Handshake, Asks::Initialize("2025-06-18".into())));
        assert_eq!(asked(&initialize, [None; 3]), expected);
        assert_eq!(asked(&initialize, [NEW, None, None]), Err((400, -32020)));
        for version in [None, Some("2025-03-26"), Some("2025-06-18"), Some("2025-11-25")] {
            assert_eq!(asked(&of("ping", json!({})), [version, None, None]), Ok((Era::Handshake, Asks::Ping)));
        }
        assert_eq!(asked(&of("server/discover", json!({})), [None; 3]), Err((200, -32601)));
        assert_eq!(asked(&stateless("ping", json!({})), [NEW, Some("ping"), None]), Err((404, -32601)));
        assert_eq!(
            asked(&of("tools/call", json!({"name": "sector", "arguments": [1]})), [None; 3]),
            Err((200, -32602))
        );
        assert_eq!(asked(&of("tools/list", json!({"cursor": "x"})), [None; 3]), Err((200, -32602)));
        let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(read(&notification, [None; 3]), Ok(Received::Notification));
    }

    #[test]
    fn anything_else_is_no_message() {
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
        assert_eq!(receive(b"{", Headers::default()).unwrap_err().status, 400);
        let twice = br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#;
        let refused: Value = serde_json::from_str(&receive(twice, Headers::default()).unwrap_err().write()).unwrap();
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
            let Ok(Received::Request(asked)) = receive(body.as_bytes(), Headers::default()) else { panic!("{id}") };
            assert!(asked.pong().contains(&format!(r#""id":{id},"#)), "{id}: {}", asked.pong());
            let fault = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"nothing/known"}}"#);
            let fault = receive(fault.as_bytes(), Headers::default()).unwrap_err().write();
            assert!(fault.contains(&format!(r#""id":{id},"#)), "{id}: {fault}");
        }
        for id in ["null", "true", "{}", "[1]"] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            let fault = receive(body.as_bytes(), Headers::default()).unwrap_err().write();
            assert!(fault.contains(r#""id":null"#) && fault.contains("-32600"), "{fault}");
        }
    }
}
