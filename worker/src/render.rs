//! Reports as PDF: by the Worker that has the fonts and the module for it, which is bound as `RENDERER`.

use overheard::report::content::ReportContent;
use worker::{Fetcher, Method, Request, RequestInit, Response};

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
    let mut response =
        Response::try_from(renderer.fetch_request(request).await.map_err(unreached)?).map_err(unreached)?;
    match response.status_code() {
        200 => response.bytes().await.map_err(unreached),
        422 => Err(Unrendered::Impossible(response.text().await.map_err(unreached)?)),
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
