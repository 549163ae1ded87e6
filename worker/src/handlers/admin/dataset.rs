//! The versions of the dataset: the served one, the previous one, and the rollback.

use super::{IncomingRequest, step_fault};
use crate::reply::Reply;
use crate::store::dataset::DatasetBackend;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation};
use overheard::query::{PendingImport, PublishedVersion, VersionState, VersionStore as _};
use serde::Serialize;

/// The versions that exist, as operators see them.
#[derive(Serialize)]
struct VersionList<'a> {
    served: Option<&'a PublishedVersion>,
    previous: Option<&'a PublishedVersion>,
    loading: Option<&'a PendingImport>,
    /// The bytes that the database uses.
    database_bytes: u64,
    #[cfg(feature = "clickhouse")]
    clickhouse: ClickHouseState,
}

/// The facts about a dataset in ClickHouse, for the operator's command.
#[cfg(feature = "clickhouse")]
#[derive(Serialize)]
struct ClickHouseState {
    /// True if an import can keep records of the served version.
    is_extensible: bool,
}

fn answer_versions(
    request: &IncomingRequest,
    dataset: &DatasetBackend,
    state: &VersionState,
) -> Result<Reply, Problems> {
    let versions = VersionList {
        served: state.served.as_ref(),
        previous: state.previous.as_ref(),
        loading: state.loading.as_ref(),
        database_bytes: dataset.database_bytes(),
        #[cfg(feature = "clickhouse")]
        clickhouse: ClickHouseState { is_extensible: dataset.is_extensible(state) },
    };
    request.answer(StatusCode::OK, &versions)
}

/// Returns the served version, the previous one and the current import.
pub async fn get_dataset(request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    let state = dataset.state().await.map_err(step_fault)?;
    answer_versions(&request, &dataset, &state)
}

/// Serves the previous version again. Discards an unfinished import. A rolled back increment is lost, but a rolled back
/// full import becomes the previous version.
pub async fn rollback_dataset(request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    let before = dataset.state().await.map_err(step_fault)?;
    if !dataset.rollback(&before).await.map_err(step_fault)? {
        return Err(Violation::new(Code::Conflict, "", "there is no previous version to go back to.").into());
    }
    let after = dataset.sweep().await.map_err(step_fault)?;
    answer_versions(&request, &dataset, &after)
}

/// Drops the previous version with all its records. Does nothing if there is none.
pub async fn forget_previous(request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    let before = dataset.state().await.map_err(step_fault)?;
    dataset.forget_previous(before.served.as_ref()).await.map_err(step_fault)?;
    let after = dataset.sweep().await.map_err(step_fault)?;
    answer_versions(&request, &dataset, &after)
}
