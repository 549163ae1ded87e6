//! Imports: begun, carried on wherever they stopped, published at their end.

use super::dataset::state;
use super::{MAX_BODY_BYTES, finish, read_json, run};
use crate::app::{App, unavailable};
use crate::call::{Call, now_seconds, now_text};
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, Path, Request, State};
use axum::http::StatusCode;
use overheard::dataset::{self, Base, Content, Dataset, Loading, Progress, State as DatasetState, Step, Table};
use overheard::problem::{Code, Violation, echo};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Seconds without activity after which another import may take an unfinished one's place.
const ABANDONED_AFTER_SECONDS: i64 = 60;
/// Characters of an import's name: SHA-256, hexadecimal.
const IMPORT_NAME_LENGTH: usize = 64;

/// Which import to begin or go on with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeginImport {
    import: String,
    /// What the import builds upon: the documents that are served, unless it says otherwise.
    #[serde(default = "served")]
    base: Base,
}

fn served() -> Base {
    Base::Served
}

/// Where an import is.
#[derive(Serialize)]
struct Status<'a> {
    import: &'a str,
    /// `preparing`, `loading` or `served`.
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    generation: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loaded: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset: Option<&'a Dataset>,
}

impl<'a> Status<'a> {
    fn loading(loading: &'a Loading) -> Self {
        Self {
            import: &loading.import,
            state: if dataset::is_preparing(loading) { "preparing" } else { "loading" },
            generation: Some(loading.generation),
            started_at: Some(&loading.started_at),
            loaded: serde_json::from_str(&loading.loaded).ok(),
            phase: None,
            done: None,
            total: None,
            dataset: None,
        }
    }

    fn served(dataset: &'a Dataset) -> Self {
        Self {
            import: &dataset.import,
            state: "served",
            generation: Some(dataset.generation),
            started_at: None,
            loaded: None,
            phase: None,
            done: None,
            total: None,
            dataset: Some(dataset),
        }
    }

    fn at(self, progress: &Progress) -> Self {
        Self { phase: Some(progress.phase), done: Some(progress.done), total: Some(progress.total), ..self }
    }
}

/// Begins an import, or says where it stopped. Another import that is active is a conflict; one that was abandoned
/// is discarded.
#[worker::send]
pub async fn begin_import(State(app): State<App>, Extension(call): Extension<Call>, request: Request<Body>) -> Reply {
    finish(begin(&app, &call, request).await, &call)
}

async fn begin(app: &App, call: &Call, request: Request<Body>) -> Result<Reply, Violation> {
    let BeginImport { import, base } = read_json(request).await?;
    if import.len() != IMPORT_NAME_LENGTH || !import.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        let message = format!("import '{}' must be {IMPORT_NAME_LENGTH} hexadecimal digits.", echo(&import));
        return Err(Violation::new(Code::ValueNotAllowed, "/import", message));
    }
    let before = state(app).await?;
    match &before.loading {
        Some(loading) if loading.import == import => {
            return Ok(reply::object(StatusCode::OK, &Status::loading(loading), call));
        }
        Some(loading) if now_seconds() - loading.touched_at < ABANDONED_AFTER_SECONDS => {
            let message = format!(
                "another import has been active in the last {ABANDONED_AFTER_SECONDS} seconds; it began at {}.",
                loading.started_at
            );
            return Err(Violation::new(Code::Conflict, "", message));
        }
        None if before.served.as_ref().is_some_and(|served| served.import == import) => {
            let served = before.served.as_ref().map(Status::served);
            return Ok(reply::object(StatusCode::OK, &served, call));
        }
        _ => {}
    }
    let mut statements = before.loading.as_ref().map(dataset::discard).unwrap_or_default();
    statements.extend(dataset::begin(before.next_generation(), &import, base, now_seconds(), &now_text()));
    run(app, statements).await?;
    let after = state(app).await?;
    let loading = after.loading.as_ref().filter(|loading| loading.import == import);
    let loading =
        loading.ok_or_else(|| Violation::new(Code::Conflict, "", "another import began at the same time."))?;
    Ok(reply::object(StatusCode::OK, &Status::loading(loading), call))
}

/// Does the next step of carrying the served documents over.
#[worker::send]
pub async fn prepare_import(
    State(app): State<App>,
    Extension(call): Extension<Call>,
    Path(import): Path<String>,
) -> Reply {
    let prepare = async || {
        let before = state(&app).await?;
        let loading = loading(&before, &import)?;
        if !dataset::is_preparing(loading) {
            return Ok(reply::object(StatusCode::OK, &Status::loading(loading), &call));
        }
        let progress = advance(&app, &before, loading).await?;
        let after = state(&app).await?;
        Ok(reply::object(StatusCode::OK, &Status::loading(self::loading(&after, &import)?).at(&progress), &call))
    };
    finish(prepare().await, &call)
}

/// Loads a batch of prepared rows. One that is loaded already changes nothing.
#[worker::send]
pub async fn load_batch(
    State(app): State<App>,
    Extension(call): Extension<Call>,
    Path((import, table, batch)): Path<(String, String, u32)>,
    request: Request<Body>,
) -> Reply {
    finish(load(&app, &call, &import, &table, batch, request).await, &call)
}

async fn load(
    app: &App,
    call: &Call,
    import: &str,
    table: &str,
    batch: u32,
    request: Request<Body>,
) -> Result<Reply, Violation> {
    let table = Table::from_name(table)
        .ok_or_else(|| Violation::new(Code::NotFound, "", format!("there is no table '{}'.", echo(table))))?;
    let body = super::super::body::read(request, MAX_BODY_BYTES).await?;
    let rows = String::from_utf8(body).ok().filter(|rows| serde_json::from_str::<Vec<IgnoredAny>>(rows).is_ok());
    let rows = rows.ok_or_else(|| Violation::new(Code::InvalidJson, "", "body must be a JSON list of rows."))?;
    let before = state(app).await?;
    let loading = loading(&before, import)?;
    let loaded = loaded(loading, table);
    if batch < loaded {
        return Ok(reply::object(StatusCode::OK, &Status::loading(loading), call));
    }
    if batch > loaded || dataset::phase(loading) != Step::Load {
        let message = format!("the next batch of {} is {loaded}. Got {batch}.", table.name());
        return Err(Violation::new(Code::Conflict, "", message));
    }
    run(app, dataset::load(loading, table, batch, rows, now_seconds())).await?;
    Ok(reply::object(StatusCode::OK, &Status::loading(loading), call))
}

fn loaded(loading: &Loading, table: Table) -> u32 {
    let loaded: Option<Value> = serde_json::from_str(&loading.loaded).ok();
    let batches = loaded.and_then(|loaded| loaded.get(table.name()).and_then(Value::as_u64));
    batches.and_then(|batches| u32::try_from(batches).ok()).unwrap_or(0)
}

/// Does the next step of finishing; the last one publishes.
#[worker::send]
pub async fn finish_import(
    State(app): State<App>,
    Extension(call): Extension<Call>,
    Path(import): Path<String>,
) -> Reply {
    finish(finish_step(&app, &call, &import).await, &call)
}

async fn finish_step(app: &App, call: &Call, import: &str) -> Result<Reply, Violation> {
    let before = state(app).await?;
    if before.loading.is_none()
        && let Some(served) = before.served.as_ref().filter(|served| served.import == import)
    {
        return Ok(reply::object(StatusCode::OK, &Status::served(served), call));
    }
    let loading = loading(&before, import)?;
    if dataset::is_preparing(loading) {
        let message = "the import is still preparing: run its steps first.";
        return Err(Violation::new(Code::Conflict, "", message));
    }
    if dataset::phase(loading) != Step::Publish {
        let progress = advance(app, &before, loading).await?;
        let after = state(app).await?;
        let loading = self::loading(&after, import)?;
        return Ok(reply::object(StatusCode::OK, &Status::loading(loading).at(&progress), call));
    }
    publish(app, &before, loading).await?;
    let after = state(app).await?;
    let served = after.served.as_ref().map(Status::served);
    Ok(reply::object(StatusCode::OK, &served, call))
}

async fn publish(app: &App, before: &DatasetState, loading: &Loading) -> Result<(), Violation> {
    let rows = run(app, vec![dataset::content(loading.generation)]).await?.into_iter().next().unwrap_or_default();
    let content: Vec<Content> = rows
        .into_iter()
        .map(|row| serde_json::from_value(Value::Object(row)))
        .collect::<Result<_, _>>()
        .map_err(|error| unavailable("DB", &error))?;
    let version = dataset::version(&content);
    let statements = match &before.served {
        Some(served) if served.version == version => dataset::replace_unchanged(served, loading),
        _ => dataset::publish(before, loading, &version, &content, &now_text()),
    };
    run(app, statements).await.map(|_| ())
}

/// Runs the next step as one transaction.
async fn advance(app: &App, before: &DatasetState, loading: &Loading) -> Result<Progress, Violation> {
    #[derive(Deserialize)]
    struct Largest {
        largest: u64,
    }
    let served = before.served.as_ref().map(|served| served.generation);
    let rows = run(app, vec![dataset::largest_row(loading, served)]).await?.into_iter().next().unwrap_or_default();
    let row = rows.into_iter().next().map(|row| serde_json::from_value::<Largest>(Value::Object(row)));
    let largest = row.transpose().map_err(|error| unavailable("DB", &error))?.map_or(0, |row| row.largest);
    let mut progress = dataset::advance(loading, served, largest, now_seconds());
    run(app, std::mem::take(&mut progress.statements)).await?;
    Ok(progress)
}

fn loading<'a>(state: &'a DatasetState, import: &str) -> Result<&'a Loading, Violation> {
    state
        .loading
        .as_ref()
        .filter(|loading| loading.import == import)
        .ok_or_else(|| Violation::new(Code::Conflict, "", "this import is not under way; begin it first."))
}
