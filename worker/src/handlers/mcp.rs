//! `POST /mcp`: the operations of both interfaces as tools, for agents that speak the Model Context Protocol. A call of a
//! tool is answered, counted and refused as the request is that it stands for. Every other message counts in the minute,
//! and costs nothing.

mod conversation;
mod texts;

use super::account::accepts_json;
use super::body::read_question;
use super::operations::{account_question, data_question};
use super::schema::served_version;
use crate::app::App;
use crate::call::Call;
use crate::cors;
use crate::metering;
use crate::reply::{self, Reply};
use axum::body::{Body, to_bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use conversation::{Conversation, Subject};
use overheard::guard::problem::{Code, Violation};
use overheard::service::account::Api;
use overheard::service::credential::DATA_KEY_HEADER;
use overheard::service::envelope;
use overheard::service::mcp::{Asked, Asks, Headers, Received, receive};
use overheard::service::tool::{Does, Tool, ToolRequest, request, without_secret};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Bytes of an answer that becomes the result of a tool, at most: more than any has.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// What a request for an answer of an operation takes over from the one that calls its tool.
const PASSED_ON: [HeaderName; 3] = [header::AUTHORIZATION, header::ORIGIN, HeaderName::from_static("idempotency-key")];
/// What an operation says in headers that holds for its own answer alone.
const OF_ANSWER: [HeaderName; 6] = [
    header::CONTENT_TYPE,
    header::CACHE_CONTROL,
    header::ETAG,
    header::LINK,
    header::LOCATION,
    HeaderName::from_static("preference-applied"),
];
/// Problems of the credential, which no other arguments would solve: they are told to the client, not to the model.
const OF_CREDENTIAL: [Code; 4] =
    [Code::MissingCredentials, Code::InvalidCredentials, Code::AccountSuspended, Code::OriginNotAllowed];

/// Answers one message: the credential first, then everything else as other requests are answered.
pub async fn answer(app: App, call: Call, request: Request<Body>) -> Reply {
    let (mut parts, body) = request.into_parts();
    let api = match api_of(&mut parts.headers) {
        Ok(api) => api,
        Err(violation) => return reply::problem(violation, &call),
    };
    if let Err(violation) = check_origin(&app, &call, api, &parts).await {
        return reply::problem(violation, &call);
    }
    let received = match read(&parts.headers, body).await {
        Ok(body) => match understood(&app, api, &body, &parts.headers) {
            // Counted and charged as the question that it stands for.
            Understood::Call(asked, does, request) => {
                return call_tool(app, call, &parts, &asked, does, *request).await;
            }
            Understood::Other(subject) => Ok(subject),
        },
        Err(violation) => Err(violation),
    };
    let conversation = Conversation::new(app.clone(), api, received);
    metering::answer(&conversation, &app, &call, Request::from_parts(parts, Body::empty())).await
}

/// The request in a message.
enum Understood {
    /// An operation, with the request that asks it.
    Call(Asked, Does, Box<(ToolRequest, Uri)>),
    /// Anything else.
    Other(Subject),
}

fn understood(app: &App, api: Api, body: &[u8], headers: &HeaderMap) -> Understood {
    let asked = match receive(body, of_protocol(headers)) {
        Ok(Received::Request(asked)) => asked,
        Ok(Received::Notification) => return Understood::Other(Subject::Notification),
        Err(fault) => return Understood::Other(Subject::Fault(fault)),
    };
    let Asks::CallTool(name, arguments) = &asked.asks else { return Understood::Other(Subject::Protocol(asked)) };
    let tools = Tool::all(api, app.settings.mcp_write_tools);
    match Tool::named(&tools, name).and_then(|tool| Ok((tool.does, request_of(tool.does, arguments.clone())?))) {
        Ok((does, Some(request))) => Understood::Call(asked, does, Box::new(request)),
        Ok((_, None)) => Understood::Other(Subject::Schema(asked)),
        Err(violation) => Understood::Other(Subject::Refusal(asked, violation)),
    }
}

/// Returns the interface that is asked. A data key may stand where agents put their secrets.
fn api_of(headers: &mut HeaderMap) -> Result<Api, Violation> {
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

fn of_protocol(headers: &HeaderMap) -> Headers<'_> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    Headers { version: text("mcp-protocol-version"), method: text("mcp-method"), name: text("mcp-name") }
}

/// Pages may ask with a key that was made for their origin, and with no other one: a page that somebody happens to open
/// must not reach what an agent on the same machine may.
async fn check_origin(app: &App, call: &Call, api: Api, parts: &Parts) -> Result<(), Violation> {
    let Some(origin) = cors::origin(&parts.headers) else { return Ok(()) };
    let caller = app.caller(call, (api, conversation::NAME), parts).await?;
    if caller.key.origins.iter().any(|allowed| allowed == origin) {
        return Ok(());
    }
    let message = "the key is not for pages of this origin. Whoever makes keys can name its origins.";
    Err(Violation::new(Code::OriginNotAllowed, "header:Origin", message))
}

/// The request that a tool stands for, with an address of a length that there can be.
fn request_of(does: Does, arguments: serde_json::Value) -> Result<Option<(ToolRequest, Uri)>, Violation> {
    let Some(request) = request(does, arguments)? else { return Ok(None) };
    match Uri::try_from(&request.path) {
        Ok(uri) => Ok(Some((request, uri))),
        Err(_) => Err(Violation::new(
            Code::LimitViolation,
            "arguments",
            "the arguments are too long for an address. Send fewer values.",
        )),
    }
}

/// Has the operation of a tool answer, and makes its answer the result.
async fn call_tool(
    app: App,
    call: Call,
    parts: &Parts,
    asked: &Asked,
    does: Does,
    (ToolRequest { method, body, .. }, uri): (ToolRequest, Uri),
) -> Reply {
    let mut request = Request::new(Body::from(body.unwrap_or_default()));
    *request.uri_mut() = at_origin_of(&parts.uri, uri);
    *request.method_mut() = method.parse().unwrap_or_default();
    let headers = request.headers_mut();
    let passed_on = PASSED_ON.iter().chain([&HeaderName::from_static("x-api-key")]).cloned().collect::<Vec<_>>();
    for name in passed_on {
        if let Some(value) = parts.headers.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    reply::set(headers, header::ACCEPT, "application/json;profile=flat, application/json;q=0.5");
    reply::set(headers, header::CONTENT_TYPE, "application/json");
    reply::set(headers, HeaderName::from_static("prefer"), "meta");
    let answering = match does {
        Does::Data(operation) => data_question(operation),
        Does::Account(operation) => account_question(operation),
        Does::DescribeAccount => return reply::internal(&"a tool without an operation", &call),
    };
    let answer = answering(app.clone(), call.clone(), request).await;
    result(&app, answer, asked, does, &call).await
}

/// The address of an operation at the origin that was asked.
fn at_origin_of(asked: &Uri, operation: Uri) -> Uri {
    let mut parts = operation.clone().into_parts();
    parts.scheme = asked.scheme().cloned();
    parts.authority = asked.authority().cloned();
    Uri::from_parts(parts).unwrap_or(operation)
}

/// What a problem says of itself.
#[derive(Deserialize)]
struct Told<'t> {
    code: &'t str,
}

/// An answer as the result of a tool. A problem is one too, so that the model reads it; but not one of the credential.
async fn result(app: &App, answer: Reply, asked: &Asked, does: Does, call: &Call) -> Reply {
    let (told, body) = answer.into_parts();
    let body = to_bytes(body, MAX_ANSWER_BYTES).await.map(|bytes| String::from_utf8(bytes.into()));
    let body = match body {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => return reply::internal(&error, call),
        Err(error) => return reply::internal(&error, call),
    };
    let is_error = !told.status.is_success();
    let code = serde_json::from_str::<Told<'_>>(&body).ok().and_then(|told| Code::from_name(told.code));
    let mut reply = if is_error && code.is_some_and(|code| OF_CREDENTIAL.contains(&code)) {
        return Reply::from_parts(told, Body::from(body));
    } else if is_error {
        written(StatusCode::OK.as_u16(), asked.tool_result(&body, true))
    } else {
        match for_model(app, does, &body, call).await {
            Ok(body) => written(StatusCode::OK.as_u16(), asked.tool_result(&body, false)),
            Err(error) => return reply::internal(&error, call),
        }
    };
    for (name, value) in told.headers.iter().filter(|(name, _)| !OF_ANSWER.contains(name)) {
        reply.headers_mut().insert(name.clone(), value.clone());
    }
    reply
}

/// The answer of an operation as a model may read it: with what it says of itself, and without secrets.
async fn for_model(app: &App, does: Does, body: &str, call: &Call) -> Result<String, serde_json::Error> {
    if body.is_empty() {
        let nothing: &RawValue = serde_json::from_str("{}")?;
        let version = served_version(app).await.unwrap_or_default();
        return envelope::with_meta(nothing, Some(&reply::meta(call, version, 0, "miss", 0)));
    }
    without_secret(does, body)
}

/// A message as an answer.
fn written(status: u16, message: String) -> Reply {
    reply::json(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), message)
}
