//! Renders reports as PDF with the Worker bound as `RENDERER`, which has the fonts and the module.

use axum::body::{Body, to_bytes};
use overheard::report::content::ReportContent;
use worker::{Fetcher, Method, Request, RequestInit};

/// Bytes of a PDF at most, so that it fits into the memory of the Worker.
const MAX_PDF_BYTES: usize = 32 * 1024 * 1024;

/// The reason why a PDF was not rendered.
#[derive(Debug)]
pub(crate) enum RendererError {
    /// The renderer or its fonts cannot be reached. A retry may succeed.
    Unavailable(String),
    /// The report cannot be rendered. A retry fails too.
    Invalid(String),
}

/// Renders a report as PDF.
pub(crate) async fn render(content: &ReportContent, renderer: &Fetcher) -> Result<Vec<u8>, RendererError> {
    let body = serde_json::to_string(content).map_err(|error| RendererError::Invalid(error.to_string()))?;
    let unreached = |error: worker::Error| RendererError::Unavailable(error.to_string());
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_body(Some(body.into()));
    let request = Request::new_with_init("https://renderer/", &init).map_err(unreached)?;
    // The answer keeps the router's type, as in `crate::site`.
    let (head, body) = renderer.fetch_request(request).await.map_err(unreached)?.into_parts();
    let read = to_bytes(Body::new(body), MAX_PDF_BYTES).await;
    let bytes: Vec<u8> = read.map_err(|error| RendererError::Unavailable(error.to_string()))?.into();
    match head.status.as_u16() {
        200 => Ok(bytes),
        422 => Err(RendererError::Invalid(String::from_utf8_lossy(&bytes).into_owned())),
        status => Err(RendererError::Unavailable(format!("status {status}"))),
    }
}

/// Checks that the renderer answers. It must refuse an empty report.
pub(crate) async fn check_renderer(renderer: &Fetcher) -> Result<(), String> {
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_body(Some("{}".into()));
    let request = Request::new_with_init("https://renderer/", &init).map_err(|error| error.to_string())?;
    let response = renderer.fetch_request(request).await.map_err(|error| error.to_string())?;
    match response.status().as_u16() {
        422 => Ok(()),
        status => Err(format!("the renderer answers with status {status}")),
    }
}
