//! Static files, read through the binding `ASSETS`. The Worker serves the files below `/v1`, so that all answers there
//! have the same headers. The platform serves the others.

use crate::app::App;
use crate::call::Call;
use crate::fault::unavailable;
use crate::paths::OPENAPI;
use crate::reply::{self, Reply};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use overheard::guard::problem::Violation;
use worker::{Fetcher, Headers, HttpResponse, Method, RequestInit};

/// Bytes of a file at most. No file is as large.
const MAX_FILE_BYTES: usize = 8 * 1024 * 1024;
/// Headers that an answer copies from the file.
const COPIED_HEADERS: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::ETAG,
    header::CACHE_CONTROL,
    header::ACCESS_CONTROL_ALLOW_ORIGIN,
    header::ACCESS_CONTROL_EXPOSE_HEADERS,
];

/// Answers with the file at the path of a request, or 304 if the client has it.
pub async fn answer(app: App, call: Call, request: Request<Body>) -> Reply {
    match serve_file(&app, request.uri().path(), request.headers()).await {
        Ok(reply) => reply,
        Err(violation) => reply::problem(violation, &call),
    }
}

async fn serve_file(app: &App, path: &str, headers: &HeaderMap) -> Result<Reply, Violation> {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let file = read(app, path, known).await?;
    let mut reply = reply::json(file.status, file.text);
    for name in COPIED_HEADERS {
        reply.headers_mut().remove(&name);
        if let Some(value) = file.headers.get(&name) {
            reply.headers_mut().insert(name, value.clone());
        }
    }
    Ok(reply)
}

/// Returns the OpenAPI document.
///
/// # Errors
/// The file cannot be read now.
pub async fn openapi_document(app: &App) -> Result<String, Violation> {
    Ok(read(app, OPENAPI, None).await?.text)
}

/// An answer of the binding. The text is empty if the client has the file.
struct File {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

/// Reads a file. `known` is the validator of the client's copy.
async fn read(app: &App, path: &str, known: Option<&str>) -> Result<File, Violation> {
    let (head, body) = fetch(&app.assets()?, path, Method::Get, known).await.map_err(failed)?.into_parts();
    match head.status {
        StatusCode::OK | StatusCode::NOT_MODIFIED => {}
        status => return Err(unavailable("ASSETS", &format!("status {status} for {path}"))),
    }
    let bytes = to_bytes(Body::new(body), MAX_FILE_BYTES).await.map_err(|error| unavailable("ASSETS", &error))?;
    let text = String::from_utf8(bytes.into()).map_err(|error| unavailable("ASSETS", &error))?;
    Ok(File { status: head.status, headers: head.headers, text })
}

fn failed(error: worker::Error) -> Violation {
    unavailable("ASSETS", &error)
}

/// Checks that the files are deployed.
///
/// # Errors
/// The reason, for the operator.
pub async fn check(app: &App) -> Result<(), String> {
    let assets = app.assets().map_err(|violation| violation.message)?;
    match fetch(&assets, OPENAPI, Method::Head, None).await.map_err(|error| error.to_string())?.status() {
        StatusCode::OK => Ok(()),
        status => Err(format!("{OPENAPI} answers with status {status}")),
    }
}

/// Requests a file by its path. The host is irrelevant.
///
/// The answer keeps the router's type. The platform's type would wrap its body into a stream of the Worker. If that
/// stream is not read, the engine drops it between two requests. Streams cannot be closed then, and the module traps.
async fn fetch(
    assets: &Fetcher,
    path: &str,
    method: Method,
    known: Option<&str>,
) -> Result<HttpResponse, worker::Error> {
    let headers = Headers::new();
    if let Some(known) = known {
        headers.set(header::IF_NONE_MATCH.as_str(), known)?;
    }
    let mut init = RequestInit::new();
    init.with_method(method).with_headers(headers);
    let request = worker::Request::new_with_init(&format!("https://assets{path}"), &init)?;
    assets.fetch_request(request).await
}
