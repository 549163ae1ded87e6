//! The files that are served beside the interfaces without the Worker, as the Worker itself reads them: by the binding
//! `ASSETS`.

use crate::app::{App, unavailable};
use crate::paths::OPENAPI;
use overheard::guard::problem::Violation;
use worker::{Fetcher, Method, Request, Response};

/// The document that describes both interfaces.
///
/// # Errors
/// When it cannot be had now.
pub async fn openapi_document(app: &App) -> Result<String, Violation> {
    let failed = |error: worker::Error| unavailable("ASSETS", &error);
    let mut answer = ask(&app.assets()?, Method::Get).await.map_err(failed)?;
    match answer.status_code() {
        200 => answer.text().await.map_err(failed),
        status => Err(unavailable("ASSETS", &format!("status {status} for {OPENAPI}"))),
    }
}

/// Whether it is there; the reason where it is not.
pub async fn is_there(app: &App) -> Result<(), String> {
    let assets = app.assets().map_err(|violation| violation.message)?;
    match ask(&assets, Method::Head).await.map_err(|error| error.to_string())?.status_code() {
        200 => Ok(()),
        status => Err(format!("{OPENAPI} answers with status {status}")),
    }
}

/// Files are found by their path; the host is of no importance.
async fn ask(assets: &Fetcher, method: Method) -> Result<Response, worker::Error> {
    let request = Request::new(&format!("https://assets{OPENAPI}"), method)?;
    Response::try_from(assets.fetch_request(request).await?)
}
