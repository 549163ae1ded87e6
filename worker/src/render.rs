//! Reports as PDF: by the Worker that has the fonts and the module for it, which is bound as `RENDERER`.

use axum::body::{Body, to_bytes};
use overheard::report::content::ReportContent;
use worker::{Fetcher, Method, Request, RequestInit};

/// Bytes of a document, at most: what would not fit into the memory beside everything else.
const MAX_DOCUMENT_BYTES: usize = 32 * 1024 * 1024;

/// Why there is no document.
#[derive(Debug)]
pub(crate) enum Unrendered {
    /// It was out of reach, or had no fonts: it may go well later.
    OutOfReach(String),
    /// This report cannot be set, now or later.
    Impossible(String),
}

/// A report as the bytes of a PDF document.
pub(crate) async fn render(content: &ReportContent, renderer: &Fetcher) -> Result<Vec<u8>, Unrendered> {
    let body = serde_json::to_string(content).map_err(|error| Unrendered::Impossible(error.to_string()))?;
    let unreached = |error: worker::Error| Unrendered::OutOfReach(error.to_string());
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_body(Some(body.into()));
    let request = Request::new_with_init("https://renderer/", &init).map_err(unreached)?;
    // It stays an answer of the router's type, as in `crate::site`.
    let (told, body) = renderer.fetch_request(request).await.map_err(unreached)?.into_parts();
    let read = to_bytes(Body::new(body), MAX_DOCUMENT_BYTES).await;
    let bytes: Vec<u8> = read.map_err(|error| Unrendered::OutOfReach(error.to_string()))?.into();
    match told.status.as_u16() {
        200 => Ok(bytes),
        422 => Err(Unrendered::Impossible(String::from_utf8_lossy(&bytes).into_owned())),
        status => Err(Unrendered::OutOfReach(format!("status {status}"))),
    }
}

/// Whether the renderer answers: an empty report is none that can be set.
pub(crate) async fn is_there(renderer: &Fetcher) -> Result<(), String> {
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_body(Some("{}".into()));
    let request = Request::new_with_init("https://renderer/", &init).map_err(|error| error.to_string())?;
    let response = renderer.fetch_request(request).await.map_err(|error| error.to_string())?;
    match response.status().as_u16() {
        422 => Ok(()),
        status => Err(format!("the renderer answers with status {status}")),
    }
}
