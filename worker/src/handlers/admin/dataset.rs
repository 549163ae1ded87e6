//! The versions of the dataset: the served one, the previous one, and the rollback.

use super::{IncomingRequest, step_fault};
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation};
use overheard::query::{PendingImport, PublishedVersion, VersionState, VersionStore as _};
use serde::Serialize;

/// The versions that exist, as operators see them.
#[derive(Serialize)]
struct Shown<'a> {
    served: Option<&'a PublishedVersion>,
    previous: Option<&'a PublishedVersion>,
    loading: Option<&'a PendingImport>,
}

fn show(asked: &IncomingRequest, state: &VersionState) -> Result<Reply, Problems> {
    let shown =
        Shown { served: state.served.as_ref(), previous: state.previous.as_ref(), loading: state.loading.as_ref() };
    asked.answer(StatusCode::OK, &shown)
}

/// Shows the served version, the previous one, and the import that is under way.
pub async fn get_dataset(asked: IncomingRequest) -> Result<Reply, Problems> {
    show(&asked, &asked.dataset()?.state().await.map_err(step_fault)?)
}

/// Serves the previous version again. An unfinished import is discarded. An increment that is rolled back is gone; a full
/// import is kept as the previous version.
pub async fn rollback_dataset(asked: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = asked.dataset()?;
    let before = dataset.state().await.map_err(step_fault)?;
    if !dataset.rollback(&before).await.map_err(step_fault)? {
        return Err(Violation::new(Code::Conflict, "", "there is no previous version to go back to.").into());
    }
    show(&asked, &dataset.sweep().await.map_err(step_fault)?)
}

/// Drops the previous version with all its records. Does nothing if there is none.
pub async fn forget_previous(asked: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = asked.dataset()?;
    let before = dataset.state().await.map_err(step_fault)?;
    dataset.forget_previous(before.served.as_ref()).await.map_err(step_fault)?;
    show(&asked, &dataset.sweep().await.map_err(step_fault)?)
}
