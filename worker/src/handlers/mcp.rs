//! `POST /mcp`: the operations of both interfaces as tools of the Model Context Protocol. A tool call is answered,
//! counted and refused like the request of its operation. All other messages are free, and count towards the limit per
//! minute.

mod protocol;
mod texts;

use super::body::read_question;
use super::operations::{handler_of, operation_request};
use super::representation::accepts_json;
use super::schema::served_version;
use crate::app::App;
use crate::call::Call;
use crate::cors;
use crate::metering;
use crate::reply::{self, Reply};
use axum::body::{Body, to_bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use overheard::guard::problem::{Code, Violation};
use overheard::service::account::Api;
use overheard::service::credential::DATA_KEY_HEADER;
use overheard::service::envelope;
use overheard::service::mcp::{McpHeaders, McpMessage, McpMethod, McpRequest, parse_body};
use overheard::service::tool::{self, Tool, ToolAction, ToolRequest, remove_secret};
use protocol::{ProtocolEndpoint, ProtocolMessage};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Bytes of an answer that becomes the result of a tool, at most. No answer is as large.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// Headers that the request of an operation takes over from the tool call.
const REQUEST_HEADERS: [HeaderName; 3] =
    [header::AUTHORIZATION, header::ORIGIN, HeaderName::from_static("idempotency-key")];
/// Headers of an operation's answer that are not valid for the tool result.
const DROPPED_HEADERS: [HeaderName; 6] = [
    header::CONTENT_TYPE,
    header::CACHE_CONTROL,
    header::ETAG,
    header::LINK,
    header::LOCATION,
    HeaderName::from_static("preference-applied"),
];
/// Errors of the credential. They are sent to the client, not to the model, because other arguments do not help.
const CREDENTIAL_ERRORS: [Code; 4] =
    [Code::MissingCredentials, Code::InvalidCredentials, Code::AccountSuspended, Code::OriginNotAllowed];

/// Answers one message. The credential is checked first.
pub async fn answer(app: App, call: Call, request: Request<Body>) -> Reply {
    let (mut parts, body) = request.into_parts();
    let api = match select_api(&mut parts.headers) {
        Ok(api) => api,
        Err(violation) => return reply::problem(violation, &call),
    };
    if let Err(violation) = check_origin(&app, &call, api, &parts).await {
        return reply::problem(violation, &call);
    }
    let received = match read(&parts.headers, body).await {
        Ok(body) => match parse_message(&app, api, &body, &parts.headers) {
            // Counted and charged like the request of its operation.
            ParsedMessage::Call(mcp_request, action, request) => {
                return call_tool(app, call, &parts, &mcp_request, action, *request).await;
            }
            ParsedMessage::Other(subject) => Ok(subject),
        },
        Err(violation) => Err(violation),
    };
    let endpoint = ProtocolEndpoint::new(app.clone(), api, received);
    metering::answer(&endpoint, &app, &call, Request::from_parts(parts, Body::empty())).await
}

enum ParsedMessage {
    /// A tool call, with the request of its operation.
    Call(McpRequest, ToolAction, Box<(ToolRequest, Uri)>),
    /// Any other message.
    Other(ProtocolMessage),
}

fn parse_message(app: &App, api: Api, body: &[u8], headers: &HeaderMap) -> ParsedMessage {
    let mcp_request = match parse_body(body, protocol_headers(headers)) {
        Ok(McpMessage::Request(mcp_request)) => mcp_request,
        Ok(McpMessage::Notification) => return ParsedMessage::Other(ProtocolMessage::Notification),
        Err(fault) => return ParsedMessage::Other(ProtocolMessage::Fault(fault)),
    };
    let McpMethod::CallTool(name, arguments) = &mcp_request.method else {
        return ParsedMessage::Other(ProtocolMessage::Protocol(mcp_request));
    };
    let tools = Tool::all(api, app.settings.mcp_write_tools);
    match Tool::find(&tools, name).and_then(|tool| Ok((tool.action, build_request(tool.action, arguments.clone())?))) {
        Ok((action, Some(request))) => ParsedMessage::Call(mcp_request, action, Box::new(request)),
        Ok((_, None)) => ParsedMessage::Other(ProtocolMessage::Schema(mcp_request)),
        Err(violation) => ParsedMessage::Other(ProtocolMessage::Refusal(mcp_request, violation)),
    }
}

/// Returns the interface of the credential. Agents may send a data key as a bearer token: it is moved to its own
/// header.
fn select_api(headers: &mut HeaderMap) -> Result<Api, Violation> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
    let key = bearer.map(|(_, secret)| secret.trim()).filter(|secret| secret.starts_with("ohk_")).map(str::to_owned);
    if let Some(key) = key.and_then(|key| HeaderValue::from_str(&key).ok())
        && !headers.contains_key(DATA_KEY_HEADER)
    {
        headers.remove(header::AUTHORIZATION);
        headers.insert(HeaderName::from_static("x-api-key"), key);
    }
    match (headers.contains_key(DATA_KEY_HEADER), headers.contains_key(header::AUTHORIZATION)) {
        (true, _) => Ok(Api::Data),
        (false, true) => Ok(Api::Account),
        (false, false) => {
            let message = "Send a data key in header X-API-Key, or an API token of an account in header Authorization, as Bearer.";
            Err(Violation::new(Code::MissingCredentials, "header:Authorization", message))
        }
    }
}

/// Reads the body of a message.
async fn read(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Violation> {
    let body = read_question(headers, body).await?;
    accepts_json(headers)?;
    Ok(body)
}

fn protocol_headers(headers: &HeaderMap) -> McpHeaders<'_> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    McpHeaders { version: text("mcp-protocol-version"), method: text("mcp-method"), name: text("mcp-name") }
}

/// Refuses pages of an origin that is not among the origins of the key. A page must not use the credential of an agent
/// on the same machine.
async fn check_origin(app: &App, call: &Call, api: Api, parts: &Parts) -> Result<(), Violation> {
    let Some(origin) = cors::origin(&parts.headers) else { return Ok(()) };
    let caller = app.caller(call, (api, protocol::NAME), parts).await?;
    if caller.key.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    let message = "the key is not for pages of this origin. Whoever makes keys can name its origins.";
    Err(Violation::new(Code::OriginNotAllowed, "header:Origin", message))
}

/// Builds the request of a tool. Returns `None` for tools without an operation.
fn build_request(action: ToolAction, arguments: serde_json::Value) -> Result<Option<(ToolRequest, Uri)>, Violation> {
    let Some(request) = tool::build_request(action, arguments)? else { return Ok(None) };
    match Uri::try_from(&request.path) {
        Ok(uri) => Ok(Some((request, uri))),
        Err(_) => Err(Violation::new(
            Code::LimitViolation,
            "arguments",
            "the arguments are too long for an address. Send fewer values.",
        )),
    }
}

/// Calls the operation of a tool and returns its answer as the tool result.
async fn call_tool(
    app: App,
    call: Call,
    parts: &Parts,
    mcp_request: &McpRequest,
    action: ToolAction,
    (tool_request, uri): (ToolRequest, Uri),
) -> Reply {
    let mut request = operation_request(&parts.uri, uri, tool_request);
    let headers = request.headers_mut();
    let copied = REQUEST_HEADERS.iter().chain([&HeaderName::from_static("x-api-key")]).cloned().collect::<Vec<_>>();
    for name in copied {
        if let Some(value) = parts.headers.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    reply::set(headers, header::ACCEPT, "application/json;profile=flat, application/json;q=0.5");
    reply::set(headers, HeaderName::from_static("prefer"), "meta");
    let Some(handler) = handler_of(action) else {
        return reply::internal(&"a tool without an operation", &call);
    };
    let answer = handler(app.clone(), call.clone(), request).await;
    tool_result(&app, answer, mcp_request, action, &call).await
}

/// The code in a problem document.
#[derive(Deserialize)]
struct ProblemCode<'t> {
    code: &'t str,
}

/// Returns an answer as a tool result. Errors are results too, so that the model reads them, except errors of the
/// credential.
async fn tool_result(app: &App, answer: Reply, mcp_request: &McpRequest, action: ToolAction, call: &Call) -> Reply {
    let (head, body) = answer.into_parts();
    let body = to_bytes(body, MAX_ANSWER_BYTES).await.map(|bytes| String::from_utf8(bytes.into()));
    let body = match body {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => return reply::internal(&error, call),
        Err(error) => return reply::internal(&error, call),
    };
    let is_error = !head.status.is_success();
    let code = serde_json::from_str::<ProblemCode<'_>>(&body).ok().and_then(|problem| Code::from_name(problem.code));
    let mut reply = if is_error && code.is_some_and(|code| CREDENTIAL_ERRORS.contains(&code)) {
        return Reply::from_parts(head, Body::from(body));
    } else if is_error {
        message_reply(StatusCode::OK.as_u16(), mcp_request.tool_result(&body, true))
    } else {
        match for_model(app, action, &body, call).await {
            Ok(body) => message_reply(StatusCode::OK.as_u16(), mcp_request.tool_result(&body, false)),
            Err(error) => return reply::internal(&error, call),
        }
    };
    for (name, value) in head.headers.iter().filter(|(name, _)| !DROPPED_HEADERS.contains(name)) {
        reply.headers_mut().insert(name.clone(), value.clone());
    }
    reply
}

/// Returns the answer of an operation for the model: with metadata, without secrets.
async fn for_model(app: &App, action: ToolAction, body: &str, call: &Call) -> Result<String, serde_json::Error> {
    if body.is_empty() {
        let nothing: &RawValue = serde_json::from_str("{}")?;
        let version = served_version(app).await.unwrap_or_default();
        return envelope::with_meta(nothing, Some(&reply::meta(call, version, 0, "miss", 0)));
    }
    remove_secret(action, body)
}

/// Returns a message as an HTTP answer.
fn message_reply(status: u16, message: String) -> Reply {
    reply::json(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), message)
}
