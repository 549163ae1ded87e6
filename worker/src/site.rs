//! The files that are served beside the interfaces, as the Worker itself reads them: by the binding `ASSETS`. Those below
//! `/v1` it answers with, so that whatever is asked there is answered alike; the others the platform answers alone.

use crate::app::{App, unavailable};
use crate::call::Call;
use crate::paths::OPENAPI;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use overheard::guard::problem::Violation;
use worker::{Fetcher, Headers, Method, RequestInit, Response};

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
    let mut file = read(app, path, known).await?;
    let status = if file.status_code() == 304 { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let mut reply = reply::json(status, file.text().await.map_err(failed)?);
    for name in TAKEN_OVER {
        reply.headers_mut().remove(&name);
        if let Some(value) = file.headers().get(name.as_str()).map_err(failed)? {
            reply::set(reply.headers_mut(), name, &value);
        }
    }
    Ok(reply)
}

/// The document that describes both interfaces.
///
/// # Errors
/// When it cannot be had now.
pub async fn openapi_document(app: &App) -> Result<String, Violation> {
    read(app, OPENAPI, None).await?.text().await.map_err(failed)
}

/// A file, or that it is the one that is known.
async fn read(app: &App, path: &str, known: Option<&str>) -> Result<Response, Violation> {
    let file = ask(&app.assets()?, path, Method::Get, known).await.map_err(failed)?;
    match file.status_code() {
        200 | 304 => Ok(file),
        status => Err(unavailable("ASSETS", &format!("status {status} for {path}"))),
    }
}

fn failed(error: worker::Error) -> Violation {
    unavailable("ASSETS", &error)
}

/// Whether it is there; the reason where it is not.
pub async fn is_there(app: &App) -> Result<(), String> {
    let assets = app.assets().map_err(|violation| violation.message)?;
    match ask(&assets, OPENAPI, Method::Head, None).await.map_err(|error| error.to_string())?.status_code() {
        200 => Ok(()),
        status => Err(format!("{OPENAPI} answers with status {status}")),
    }
}

/// Files are found by their path; the host is of no importance.
async fn ask(assets: &Fetcher, path: &str, method: Method, known: Option<&str>) -> Result<Response, worker::Error> {
    let headers = Headers::new();
    if let Some(known) = known {
        headers.set(header::IF_NONE_MATCH.as_str(), known)?;
    }
    let mut init = RequestInit::new();
    init.with_method(method).with_headers(headers);
    let request = worker::Request::new_with_init(&format!("https://assets{path}"), &init)?;
    Response::try_from(assets.fetch_request(request).await?)
}
