//! The files that are served beside the interfaces, as the Worker itself reads them: by the binding `ASSETS`. Those below
//! `/v1` it answers with, so that whatever is asked there is answered alike; the others the platform answers alone.

use crate::app::App;
use crate::call::Call;
use crate::fault::unavailable;
use crate::paths::OPENAPI;
use crate::reply::{self, Reply};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use overheard::guard::problem::Violation;
use worker::{Fetcher, Headers, HttpResponse, Method, RequestInit};

/// Bytes of a file that the Worker reads, at most: several times what any has.
const MAX_FILE_BYTES: usize = 8 * 1024 * 1024;
/// What an answer takes over of a file's headers.
const TAKEN_OVER: [HeaderName; 5] = [
    header::CONTENT_TYPE,
    header::ETAG,
    header::CACHE_CONTROL,
    header::ACCESS_CONTROL_ALLOW_ORIGIN,
    header::ACCESS_CONTROL_EXPOSE_HEADERS,
];

/// Answers with the file at the path of a request, unless the client has it already.
pub async fn answer(app: App, call: Call, request: Request<Body>) -> Reply {
    match file(&app, request.uri().path(), request.headers()).await {
        Ok(reply) => reply,
        Err(violation) => reply::problem(violation, &call),
    }
}

async fn file(app: &App, path: &str, asked: &HeaderMap) -> Result<Reply, Violation> {
    let known = asked.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let file = read(app, path, known).await?;
    let mut reply = reply::json(file.status, file.text);
    for name in TAKEN_OVER {
        reply.headers_mut().remove(&name);
        if let Some(value) = file.headers.get(&name) {
            reply.headers_mut().insert(name, value.clone());
        }
    }
    Ok(reply)
}

/// The document that describes both interfaces.
///
/// # Errors
/// When it cannot be had now.
pub async fn openapi_document(app: &App) -> Result<String, Violation> {
    Ok(read(app, OPENAPI, None).await?.text)
}

/// A file as the binding answers with it: without a text where the client has it already.
struct File {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

/// Reads a file, or that it is the one that is known.
async fn read(app: &App, path: &str, known: Option<&str>) -> Result<File, Violation> {
    let (told, body) = fetch(&app.assets()?, path, Method::Get, known).await.map_err(failed)?.into_parts();
    match told.status {
        StatusCode::OK | StatusCode::NOT_MODIFIED => {}
        status => return Err(unavailable("ASSETS", &format!("status {status} for {path}"))),
    }
    let bytes = to_bytes(Body::new(body), MAX_FILE_BYTES).await.map_err(|error| unavailable("ASSETS", &error))?;
    let text = String::from_utf8(bytes.into()).map_err(|error| unavailable("ASSETS", &error))?;
    Ok(File { status: told.status, headers: told.headers, text })
}

fn failed(error: worker::Error) -> Violation {
    unavailable("ASSETS", &error)
}

/// Whether it is there; the reason where it is not.
pub async fn is_there(app: &App) -> Result<(), String> {
    let assets = app.assets().map_err(|violation| violation.message)?;
    match fetch(&assets, OPENAPI, Method::Head, None).await.map_err(|error| error.to_string())?.status() {
        StatusCode::OK => Ok(()),
        status => Err(format!("{OPENAPI} answers with status {status}")),
    }
}

/// Asks for a file by its path; the host is of no importance.
///
/// The answer stays one of the router's type. Made into one of the platform's, its body would be wrapped into a stream of
/// the Worker's own. Where nobody read that stream, the engine would drop it between two requests, when no stream can be
/// closed: the module traps then.
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
