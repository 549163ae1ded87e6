//! Converts requests and answers between the platform's types and the router's. The conversions of the worker crate
//! panic on a header that the platform accepts and HTTP forbids.
//!
//! Short bodies are read and sent whole: a stream would cost more than the rest of most requests.

use crate::platform::log_error;
use crate::reply::Reply;
use crate::store::within;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use futures_util::StreamExt as _;
use futures_util::stream::{LocalBoxStream, Stream, poll_fn};
use overheard::guard::problem::{Code, Violation, echo};
use overheard::query::SCHEMA_FINGERPRINT;
use overheard::records::idempotency::IDEMPOTENCY_HEADER;
use overheard::service::credential;
use overheard::service::member::access;
use overheard::service::member::page::DASHBOARD_HEADER;
use overheard::spec::limits::MAX_BODY_BYTES;
use std::cell::RefCell;
use std::pin::Pin;
use std::str::Split;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use worker::js_sys::{Reflect, Uint8Array};
use worker::send::SendWrapper;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::wasm_bindgen_futures::JsFuture;
use worker::{Error, Headers, Response, ResponseBuilder, web_sys};

/// The lines of a text.
type Lines<'a> = Split<'a, char>;

/// Bytes of an unused body that are drained at most. A connection with unread bytes cannot be reused.
const DRAIN_BYTES: usize = 4 * MAX_BODY_BYTES;
/// Milliseconds that draining may take.
const DRAIN_MS: u64 = 1_000;

/// Names of the headers that handlers read. `request.js` passes no others, unless HTTP forbids them.
const READ_HEADERS: [&str; 22] = [
    "accept",
    "access-control-request-method",
    "authorization",
    access::HEADER,
    "cf-connecting-ip",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    IDEMPOTENCY_HEADER,
    "if-none-match",
    "if-range",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "origin",
    "prefer",
    "range",
    "sec-fetch-site",
    credential::DATA_KEY_HEADER,
    DASHBOARD_HEADER,
    SCHEMA_FINGERPRINT,
];

/// Returns the names of the headers that `request.js` passes, in lower case, separated by spaces.
#[wasm_bindgen]
pub fn read_headers() -> String {
    READ_HEADERS.join(" ").to_ascii_lowercase()
}

/// Returns the bytes of a body that `request.js` passes whole.
#[wasm_bindgen]
pub fn whole_body_bytes() -> usize {
    MAX_BODY_BYTES
}

#[wasm_bindgen(raw_module = "platform-calls")]
extern "C" {
    #[wasm_bindgen(catch)]
    fn respond(status: u16, head: &str, body: &[u8]) -> Result<web_sys::Response, JsValue>;
}

/// The body of a request, as `request.js` passes it.
pub enum RequestBody {
    Whole(Vec<u8>),
    Stream(web_sys::ReadableStream),
    /// It ended before its declared length.
    Truncated,
}

/// The method, the address and the headers of a request, as `request.js` writes them.
pub struct RequestHead<'a> {
    method: &'a str,
    address: &'a str,
    headers: Lines<'a>,
}

impl<'a> RequestHead<'a> {
    /// Splits the text of `request.js`.
    pub fn parse(head: &'a str) -> Self {
        let mut headers = head.split('\n');
        let (method, address) = (headers.next().unwrap_or_default(), headers.next().unwrap_or_default());
        Self { method, address, headers }
    }

    /// Returns the address, or `None` if the router cannot parse it. The platform accepts longer addresses.
    pub fn address(&self) -> Option<Uri> {
        self.address.parse().ok()
    }

    /// Returns the request for the router, and the rest of its body, to drain after the answer.
    ///
    /// # Errors
    /// The address, the method, a header or the body is not valid.
    pub fn with_body(self, address: Option<Uri>, body: RequestBody) -> Result<(Request<Body>, UnreadBody), Violation> {
        let address = address.ok_or_else(|| {
            let message = "there is nothing at this address: it is longer than any, or none.";
            Violation::new(Code::NotFound, "", message)
        })?;
        let headers = parse_headers(self.headers)?;
        let method = Method::from_bytes(self.method.as_bytes())
            .map_err(|_| Violation::new(Code::MethodNotAllowed, "", "the request has no method that there is."))?;
        let (body, unread) = match body {
            RequestBody::Whole(bytes) => (Body::from(bytes), UnreadBody(None)),
            RequestBody::Stream(stream) => {
                let shared = SharedBody(Arc::new(Mutex::new(worker::Body::new(stream))));
                let unread = UnreadBody(Some((shared.clone(), declared_length(&headers))));
                (Body::from_stream(shared.chunks()), unread)
            }
            RequestBody::Truncated => return Err(truncated_body()),
        };
        let mut request = Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = address;
        *request.headers_mut() = headers;
        Ok((request, unread))
    }
}

/// Returns the declared length of a body.
pub fn declared_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Returns the error for a body that ended early.
pub fn truncated_body() -> Violation {
    Violation::new(Code::InvalidJson, "", "body is not valid JSON: it broke off before its end.")
}

/// Parses lines with the name and the value of each header. The platform joins headers of the same name.
fn parse_headers(mut lines: Lines<'_>) -> Result<HeaderMap, Violation> {
    let mut headers = HeaderMap::new();
    while let (Some(name), Some(value)) = (lines.next(), lines.next()) {
        append(&mut headers, name, value)?;
    }
    Ok(headers)
}

/// Adds a header, unless HTTP forbids it.
fn append(headers: &mut HeaderMap, name: &str, value: &str) -> Result<(), Violation> {
    let refused = |rule: &str| {
        let place = format!("header:{}", echo(name));
        Violation::new(Code::InvalidHeader, place, format!("header '{}' {rule}", echo(name)))
    };
    let parsed = HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| refused("is not a name that a header can have: letters, digits and '-', not too many."))?;
    let value =
        HeaderValue::from_str(value).map_err(|_| refused("has a control character, which no header can have."))?;
    headers.try_append(parsed, value).map_err(|_| refused("is one of more headers than a request can have."))?;
    Ok(())
}

/// A body that is read as a stream. All clones share its position.
#[derive(Clone)]
struct SharedBody(Arc<Mutex<worker::Body>>);

impl SharedBody {
    fn chunks(self) -> impl Stream<Item = Result<Bytes, String>> {
        poll_fn(move |context| self.poll(context))
    }

    fn poll(&self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, String>>> {
        let Ok(mut body) = self.0.try_lock() else { return Poll::Ready(None) };
        Pin::new(&mut *body).poll_next(context).map_err(|error| error.to_string())
    }
}

/// The rest of a body, with its declared length.
pub struct UnreadBody(Option<(SharedBody, Option<usize>)>);

impl UnreadBody {
    /// Reads the body to its end, within limits of size and time.
    pub async fn drain(self) {
        let Some((shared, _)) = self.0.filter(|(_, length)| length.is_none_or(|length| length <= DRAIN_BYTES)) else {
            return;
        };
        let chunks = shared.chunks();
        let read = async {
            let mut chunks = std::pin::pin!(chunks);
            let mut bytes = 0;
            while let Some(Ok(chunk)) = chunks.next().await {
                bytes += chunk.len();
                if bytes > DRAIN_BYTES {
                    break;
                }
            }
        };
        within(DRAIN_MS, read).await;
    }
}

/// The body of a large answer as a stream, stored as an extension of the answer.
#[derive(Clone)]
pub struct StreamedBody(Arc<SendWrapper<RefCell<Option<Chunks>>>>);

type Chunks = LocalBoxStream<'static, Result<Vec<u8>, String>>;

impl StreamedBody {
    /// Wraps a stream of bytes.
    pub fn new(chunks: impl Stream<Item = Result<Vec<u8>, String>> + 'static) -> Self {
        Self(Arc::new(SendWrapper::new(RefCell::new(Some(Box::pin(chunks))))))
    }
}

/// Converts an answer for the platform.
///
/// # Errors
/// The platform accepts no such response.
pub async fn to_platform(reply: Reply) -> worker::Result<web_sys::Response> {
    let (parts, body) = reply.into_parts();
    if let Some(chunks) = parts.extensions.get::<StreamedBody>().and_then(|StreamedBody(chunks)| chunks.0.take()) {
        return respond_with_stream(parts.status, &parts.headers, chunks);
    }
    let body = match parts.status {
        StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED => Bytes::new(),
        _ => to_bytes(body, usize::MAX).await.map_err(|error| Error::from(error.to_string()))?,
    };
    let mut head = String::with_capacity(1_024);
    for (name, value) in &parts.headers {
        match value.to_str() {
            Ok(value) => head.extend([name.as_str(), "\n", value, "\n"]),
            Err(_) => log_error(format_args!("the header {name} is not sent: it is not made of ASCII")),
        }
    }
    Ok(respond(parts.status.as_u16(), &head, &body)?)
}

fn respond_with_stream(status: StatusCode, headers: &HeaderMap, chunks: Chunks) -> worker::Result<web_sys::Response> {
    let sent = Headers::new();
    for (name, value) in headers.iter().filter_map(|(name, value)| Some((name, value.to_str().ok()?))) {
        sent.append(name.as_str(), value)?;
    }
    let builder = ResponseBuilder::new().with_status(status.as_u16()).with_headers(sent);
    builder.from_stream(chunks.map(|chunk| chunk.map_err(Error::from))).map(web_sys::Response::from)
}

/// Reads at most `limit` bytes of an answer of another server, and cancels the rest.
pub async fn first_bytes(response: Response, limit: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let response = web_sys::Response::from(response);
    let Some(body) = response.body() else { return bytes };
    let Ok(reader) = web_sys::ReadableStreamDefaultReader::new(&body) else { return bytes };
    while bytes.len() < limit {
        let Ok(read) = JsFuture::from(reader.read()).await else { break };
        let Ok(value) = Reflect::get(&read, &"value".into()) else { break };
        if value.is_undefined() {
            break;
        }
        let chunk = Uint8Array::new(&value);
        let wanted = chunk.length().min((limit - bytes.len()) as u32);
        bytes.extend(chunk.subarray(0, wanted).to_vec());
    }
    // The cancellation is not awaited.
    drop(reader.cancel());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_http_does_not_allow_is_refused_by_name() {
        let mut headers = HeaderMap::new();
        let mut add =
            |name: &str, value: &str| append(&mut headers, name, value).map_err(|wrong| (wrong.code, wrong.param));
        assert_eq!(add("x-a", "1"), Ok(()));
        assert_eq!(add("x-a", "2"), Ok(()));
        for (name, value) in [("x-b", "a\u{1}"), ("x b", "1"), ("", "1"), ("\u{e9}", "1")] {
            assert_eq!(add(name, value), Err((Code::InvalidHeader, format!("header:{name}"))));
        }
        assert!(add(&"x".repeat(66_000), "1").is_err());
        let added = (0..30_000).map(|number| add(&format!("x-{number}"), "1"));
        assert!(added.into_iter().any(|added| added.is_err()), "there is an end to them");
        assert_eq!(headers.get_all("x-a").iter().count(), 2);
    }

    #[test]
    fn a_length_is_a_number() {
        let length =
            |value| declared_length(&HeaderMap::from_iter([(header::CONTENT_LENGTH, HeaderValue::from_static(value))]));
        assert_eq!(["12", "", "-1", "many"].map(length), [Some(12), None, None, None]);
    }
}
