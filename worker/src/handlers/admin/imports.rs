//! Imports: begun, resumed after interruptions, and published at the end.

use super::exports::require_table;
use super::{IncomingRequest, MAX_BODY_BYTES, step_fault};
use crate::call::{now_seconds, now_text, time_text};
use crate::events;
use crate::reply::Reply;
use crate::store::dataset::DatasetBackend;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::query::{
    BaseVersion, ImportStart, ImportStep, ImportTable, JsonRows, PendingImport, PublishedVersion, RecordCounts,
    ReplacedVersion, VersionState, VersionStore as _,
};
use overheard::spec::answer::Content;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Seconds without activity after which another import may replace an unfinished one.
const ABANDONED_AFTER_SECONDS: i64 = 60;
/// Characters of an import's name: SHA-256, hexadecimal.
const IMPORT_NAME_LENGTH: usize = 64;

/// The request to finish an import.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishRequest {
    /// The version and the number of its records.
    content: Content,
    /// The number of batches of each table. Tables without batches may be left out.
    batches: BTreeMap<String, u32>,
    /// True if the import deletes records. The replaced version is then dropped.
    #[serde(default)]
    erases: bool,
}

/// The progress of an import.
#[derive(Serialize)]
struct ImportStatus<'a> {
    import: &'a str,
    /// `loading` or `served`.
    state: &'static str,
    generation: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loaded: Option<Value>,
    /// The next step. `done` of `total` steps are complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'static str>,
    done: u32,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset: Option<&'a PublishedVersion>,
}

impl<'a> ImportStatus<'a> {
    fn loading(loading: &'a PendingImport) -> Self {
        Self {
            import: &loading.import,
            state: "loading",
            generation: loading.generation,
            started_at: Some(&loading.started_at),
            loaded: serde_json::from_str(&loading.loaded).ok(),
            phase: Some(loading.next_step().phase()),
            done: loading.step,
            total: ImportStep::ALL.len(),
            dataset: None,
        }
    }

    fn served(dataset: &'a PublishedVersion) -> Self {
        Self {
            import: &dataset.import,
            state: "served",
            generation: dataset.generation,
            started_at: None,
            loaded: None,
            phase: None,
            done: ImportStep::Publish.number() + 1,
            total: ImportStep::ALL.len(),
            dataset: Some(dataset),
        }
    }
}

/// Begins an import, or returns its progress if it was begun before. An active import of another name is a conflict. An
/// abandoned one is discarded. So is an import of the same inputs if imports are not resumed: it was interrupted.
pub async fn begin_import(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let start: ImportStart = request.json(MAX_BODY_BYTES).await?;
    check_names(&start.import, &start.inputs, &start.started_at, None)?;
    let import = start.import.as_str();
    let before = dataset.state().await.map_err(step_fault)?;
    match &before.loading {
        Some(loading) if loading.import == import => {
            return request.answer(StatusCode::OK, &ImportStatus::loading(loading));
        }
        Some(loading) if loading.inputs == start.inputs && !dataset.resumes_imports() => {}
        other => refuse_while_loading(other.as_ref())?,
    }
    let served = before.served.as_ref().map_or(BaseVersion::NONE, PublishedVersion::base);
    if start.base.is_some_and(|base| base != served) {
        let message = "another version was published since this import read what is served; run it again.";
        return Err(Violation::new(Code::Conflict, "", message).into());
    }
    dataset.begin_import(&before, &start, now_seconds()).await.map_err(step_fault)?;
    let after = dataset.sweep().await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &ImportStatus::loading(find_loading(&after, import)?))
}

/// Notes that an import is active whose rows do not pass through here.
#[cfg(feature = "clickhouse")]
pub async fn touch_import(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    let import: String = request.path().await?;
    let state = dataset.state().await.map_err(step_fault)?;
    let loading = find_loading(&state, &import)?;
    dataset.touch(loading, now_seconds()).await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &ImportStatus::loading(loading))
}

/// Discards an import that has the content of the served version.
#[cfg(feature = "clickhouse")]
pub async fn discard_import(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    let import: String = request.path().await?;
    let state = dataset.state().await.map_err(step_fault)?;
    let loading = find_loading(&state, &import)?;
    dataset.discard(loading).await.map_err(step_fault)?;
    dataset.sweep().await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &ImportStatus::loading(loading))
}

/// Returns a conflict if an import is active.
pub(super) fn refuse_while_loading(loading: Option<&PendingImport>) -> Result<(), Violation> {
    match loading {
        Some(loading) if now_seconds() - loading.touched_at < ABANDONED_AFTER_SECONDS => {
            let message = format!(
                "another import has been active in the last {ABANDONED_AFTER_SECONDS} seconds; it began at {}. Let it \
                 finish, or run it again if it was interrupted: it goes on where it stopped. To discard it, run this \
                 at {} or later.",
                loading.started_at,
                time_text(loading.touched_at + ABANDONED_AFTER_SECONDS)
            );
            Err(Violation::new(Code::Conflict, "", message))
        }
        _ => Ok(()),
    }
}

/// Checks the names and the start time of an import, and its version if `content` is given.
pub(super) fn check_names(
    import: &str,
    inputs: &str,
    started_at: &str,
    content: Option<&Content>,
) -> Result<(), Violation> {
    for (field, name) in [("import", import), ("inputs", inputs)] {
        if name.len() != IMPORT_NAME_LENGTH || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let message = format!("{field} '{}' must be {IMPORT_NAME_LENGTH} hexadecimal digits.", echo(name));
            return Err(Violation::new(Code::ValueNotAllowed, format!("/{field}"), message));
        }
    }
    if chrono::NaiveDateTime::parse_from_str(started_at, "%Y-%m-%dT%H:%M:%SZ").is_err() {
        let message = format!("started_at '{}' must be a time as 2026-01-31T12:00:00Z.", echo(started_at));
        return Err(Violation::new(Code::InvalidDate, "/started_at", message));
    }
    content.map_or(Ok(()), check_version)
}

/// Loads a batch of rows. Does nothing if it is loaded already.
pub async fn load_batch(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let (import, table, batch): (String, String, u32) = request.path().await?;
    let table = require_table(&dataset, &table)?;
    let rows = read_rows(&table, request.body().await?)?;
    let before = dataset.state().await.map_err(step_fault)?;
    let loading = find_loading(&before, &import)?;
    let loaded = count_loaded(loading, table.name);
    if batch > loaded || (batch == loaded && loading.next_step() != ImportStep::Load) {
        let message = format!("the next batch of {} is {loaded}. Got {batch}.", table.name);
        return Err(Violation::new(Code::Conflict, "", message).into());
    }
    if batch == loaded {
        dataset.load(loading, rows, batch, now_seconds()).await.map_err(step_fault)?;
    }
    request.answer(StatusCode::OK, &ImportStatus::loading(loading))
}

/// Parses a body as a list of a table's rows.
pub(super) fn read_rows(table: &ImportTable, body: Vec<u8>) -> Result<JsonRows, Violation> {
    JsonRows::parse(table, body).ok_or_else(|| {
        let message = format!("body must be a JSON list of rows of {} columns.", table.columns);
        Violation::new(Code::InvalidJson, "", message)
    })
}

fn count_loaded(loading: &PendingImport, table: &str) -> u32 {
    let loaded: Option<BTreeMap<String, u32>> = serde_json::from_str(&loading.loaded).ok();
    loaded.and_then(|loaded| loaded.get(table).copied()).unwrap_or(0)
}

/// Runs the next step after all batches are loaded. The last step publishes the version.
pub async fn finish_import(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let dataset = request.dataset()?;
    request.require_same_schema(&dataset)?;
    let import: String = request.path().await?;
    let FinishRequest { content, batches, erases } = request.json(MAX_BODY_BYTES).await?;
    let import = import.as_str();
    check_version(&content)?;
    let before = dataset.state().await.map_err(step_fault)?;
    if before.loading.is_none() && before.served.as_ref().is_some_and(|served| served.import == import) {
        return answer_served(&request, &dataset).await;
    }
    let loading = find_loading(&before, import)?;
    match loading.next_step() {
        ImportStep::Publish => {
            check_content(&dataset, loading, &content).await?;
            let replaced = if erases { ReplacedVersion::Drop } else { ReplacedVersion::Keep };
            dataset.publish(loading, &content, replaced, &now_text()).await.map_err(step_fault)?;
            events::queue_scan_of_all(&request.app);
            return answer_served(&request, &dataset).await;
        }
        ImportStep::Load => check_batches(&dataset, loading, &batches)?,
    }
    dataset.finish_loading(loading, now_seconds()).await.map_err(step_fault)?;
    let after = dataset.state().await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &ImportStatus::loading(find_loading(&after, import)?))
}

fn check_version(content: &Content) -> Result<(), Violation> {
    if content.is_well_formed() {
        return Ok(());
    }
    let message = format!("version '{}' must be ds_ and 8 hexadecimal digits.", echo(&content.version));
    Err(Violation::new(Code::ValueNotAllowed, "/content/version", message))
}

async fn answer_served(request: &IncomingRequest, dataset: &DatasetBackend) -> Result<Reply, Problems> {
    let after = dataset.sweep().await.map_err(step_fault)?;
    request.answer(StatusCode::OK, &after.served.as_ref().map(ImportStatus::served))
}

/// Checks that all batches are loaded.
fn check_batches(
    dataset: &DatasetBackend,
    loading: &PendingImport,
    batches: &BTreeMap<String, u32>,
) -> Result<(), Violation> {
    for ImportTable { name, .. } in dataset.tables() {
        let loaded = count_loaded(loading, name);
        let announced = batches.get(name).copied().unwrap_or(0);
        if announced != loaded {
            let message = format!("{loaded} batches of {name} are loaded. Got {announced} as their number.");
            return Err(Violation::new(Code::Conflict, "", message));
        }
    }
    Ok(())
}

/// Checks that all records are stored. Discards the import if any is missing, because no later step adds records.
async fn check_content(dataset: &DatasetBackend, loading: &PendingImport, content: &Content) -> Result<(), Violation> {
    let counts = dataset.count_records(loading).await.map_err(step_fault)?;
    let expected = RecordCounts { videos: content.videos, snapshots: content.snapshots, mentions: content.mentions };
    if counts == expected {
        return Ok(());
    }
    dataset.discard(loading).await.map_err(step_fault)?;
    dataset.sweep().await.map_err(step_fault)?;
    let message = format!("the tables hold {counts:?} instead of {expected:?}: the import is given up, run it again.");
    Err(Violation::new(Code::Conflict, "", message))
}

fn find_loading<'a>(state: &'a VersionState, import: &str) -> Result<&'a PendingImport, Violation> {
    state
        .loading
        .as_ref()
        .filter(|loading| loading.import == import)
        .ok_or_else(|| Violation::new(Code::Conflict, "", "this import is not under way; begin it first."))
}
