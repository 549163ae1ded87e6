//! Imports: begun, carried on wherever they stopped, published at their end.

use super::dataset::{state, swept};
use super::{IncomingRequest, MAX_BODY_BYTES, run};
use crate::app::App;
use crate::call::{now_seconds, now_text, time_text};
use crate::events;
use crate::fault::unavailable;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::segment::{Content, Table};
use overheard::service::dataset::{
    self, Base, Beginning, DocumentCounts, Loading, PublishedVersion, Replaced, STEPS, State as DatasetState, Step,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Seconds without activity after which another import may take an unfinished one's place.
const ABANDONED_AFTER_SECONDS: i64 = 60;
/// Characters of an import's name: SHA-256, hexadecimal.
const IMPORT_NAME_LENGTH: usize = 64;

/// What an import says when it is loaded.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finish {
    /// What its tables hold.
    content: Content,
    /// In how many batches each table came; tables without any may be left out.
    batches: BTreeMap<String, u32>,
    /// Whether it deletes documents: then nothing is kept of the version before.
    #[serde(default)]
    erases: bool,
}

/// Where an import is.
#[derive(Serialize)]
struct Status<'a> {
    import: &'a str,
    /// `loading` or `served`.
    state: &'static str,
    generation: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    started_at: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loaded: Option<Value>,
    /// What is done next, after how many steps of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'static str>,
    done: u32,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset: Option<&'a PublishedVersion>,
}

impl<'a> Status<'a> {
    fn loading(loading: &'a Loading) -> Self {
        Self {
            import: &loading.import,
            state: "loading",
            generation: loading.generation,
            started_at: Some(&loading.started_at),
            loaded: serde_json::from_str(&loading.loaded).ok(),
            phase: Some(dataset::step(loading).phase()),
            done: loading.step,
            total: STEPS.len(),
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
            done: Step::Publish.number() + 1,
            total: STEPS.len(),
            dataset: Some(dataset),
        }
    }
}

/// Begins an import, or says where it stopped. Another import that is active is a conflict; one that was abandoned
/// is discarded.
pub async fn begin_import(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    asked.require_same_schema()?;
    let beginning: Beginning = asked.json(MAX_BODY_BYTES).await?;
    let app = &asked.app;
    check_names(&beginning.import, &beginning.inputs, &beginning.started_at, None)?;
    let import = beginning.import.as_str();
    let before = state(app).await?;
    match &before.loading {
        Some(loading) if loading.import == import => {
            return asked.answer(StatusCode::OK, &Status::loading(loading));
        }
        other => refuse_while_loading(other.as_ref())?,
    }
    let served = before.served.as_ref().map_or(Base::NONE, PublishedVersion::base);
    if beginning.base.is_some_and(|base| base != served) {
        let message = "another version was published since this import read what is served; run it again.";
        return Err(Violation::new(Code::Conflict, "", message).into());
    }
    let mut statements: Vec<_> = before.loading.iter().map(dataset::discard).collect();
    statements.extend(dataset::begin(before.next_generation(), &beginning, now_seconds()));
    run(app, statements).await?;
    let after = swept(app).await?;
    asked.answer(StatusCode::OK, &Status::loading(loading(&after, import)?))
}

/// Another import that is active is a conflict.
pub(super) fn refuse_while_loading(loading: Option<&Loading>) -> Result<(), Violation> {
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

/// Checks the names of an import, its time, and what it is to serve if that is said.
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

/// Loads a batch of rows. One that is loaded already changes nothing.
pub async fn load_batch(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    asked.require_same_schema()?;
    let (import, table, batch): (String, String, u32) = asked.path().await?;
    let table = Table::from_name(&table)
        .ok_or_else(|| Violation::new(Code::NotFound, "", format!("there is no table '{}'.", echo(&table))))?;
    let rows = read_rows(table, asked.body().await?)?;
    let before = state(&asked.app).await?;
    let loading = loading(&before, &import)?;
    let loaded = loaded(loading, table);
    if batch > loaded || (batch == loaded && dataset::step(loading) != Step::Load) {
        let message = format!("the next batch of {} is {loaded}. Got {batch}.", table.name());
        return Err(Violation::new(Code::Conflict, "", message).into());
    }
    if batch == loaded {
        run(&asked.app, dataset::load(loading, table, batch, rows, now_seconds())).await?;
    }
    asked.answer(StatusCode::OK, &Status::loading(loading))
}

/// A body that is a list of a table's rows.
pub(super) fn read_rows(table: Table, body: Vec<u8>) -> Result<String, Violation> {
    let columns = table.columns().len();
    let wrong = || {
        let message = format!("body must be a JSON list of rows of {columns} columns.");
        Violation::new(Code::InvalidJson, "", message)
    };
    let body = String::from_utf8(body).map_err(|_| wrong())?;
    let rows: Vec<Vec<IgnoredAny>> = serde_json::from_str(&body).map_err(|_| wrong())?;
    if rows.iter().all(|row| row.len() == columns) { Ok(body) } else { Err(wrong()) }
}

fn loaded(loading: &Loading, table: Table) -> u32 {
    let loaded: Option<BTreeMap<String, u32>> = serde_json::from_str(&loading.loaded).ok();
    loaded.and_then(|loaded| loaded.get(table.name()).copied()).unwrap_or(0)
}

/// Does the next step of finishing; the last one publishes.
pub async fn finish_import(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    asked.require_same_schema()?;
    let import: String = asked.path().await?;
    let Finish { content, batches, erases } = asked.json(MAX_BODY_BYTES).await?;
    let (app, import) = (&asked.app, import.as_str());
    check_version(&content)?;
    let before = state(app).await?;
    if before.loading.is_none() && before.served.as_ref().is_some_and(|served| served.import == import) {
        return show_served(&asked).await;
    }
    let loading = loading(&before, import)?;
    match dataset::step(loading) {
        Step::Publish => {
            check_content(app, loading, &content).await?;
            let replaced = if erases { Replaced::Dropped } else { Replaced::Kept };
            run(app, dataset::publish(loading, &content, replaced, &now_text())).await?;
            events::published(app);
            return show_served(&asked).await;
        }
        Step::Load => check_batches(loading, &batches)?,
    }
    run(app, dataset::advance(loading, now_seconds())).await?;
    let after = state(app).await?;
    asked.answer(StatusCode::OK, &Status::loading(self::loading(&after, import)?))
}

fn check_version(content: &Content) -> Result<(), Violation> {
    if content.is_well_formed() {
        return Ok(());
    }
    let message = format!("version '{}' must be ds_ and 8 hexadecimal digits.", echo(&content.version));
    Err(Violation::new(Code::ValueNotAllowed, "/content/version", message))
}

async fn show_served(asked: &IncomingRequest) -> Result<Reply, Problems> {
    let after = swept(&asked.app).await?;
    asked.answer(StatusCode::OK, &after.served.as_ref().map(Status::served))
}

/// Every batch must be there.
fn check_batches(loading: &Loading, batches: &BTreeMap<String, u32>) -> Result<(), Violation> {
    for table in Table::ALL {
        let (name, loaded) = (table.name(), loaded(loading, table));
        let announced = batches.get(name).copied().unwrap_or(0);
        if announced != loaded {
            let message = format!("{loaded} batches of {name} are loaded. Got {announced} as their number.");
            return Err(Violation::new(Code::Conflict, "", message));
        }
    }
    Ok(())
}

/// Every document must be there. Where one is not, going on with the import would not bring it: it is given up.
async fn check_content(app: &App, loading: &Loading, content: &Content) -> Result<(), Violation> {
    let rows = run(app, vec![dataset::counts(loading.generation)]).await?.into_iter().flatten().next();
    let counts = rows.map(|row| serde_json::from_value::<DocumentCounts>(Value::Object(row)));
    let counts = counts.transpose().map_err(|error| unavailable("DB", &error))?;
    let expected = DocumentCounts { videos: content.videos, snapshots: content.snapshots, mentions: content.mentions };
    if counts == Some(expected) {
        return Ok(());
    }
    run(app, vec![dataset::discard(loading)]).await?;
    swept(app).await?;
    let message = format!("the tables hold {counts:?} instead of {expected:?}: the import is given up, run it again.");
    Err(Violation::new(Code::Conflict, "", message))
}

fn loading<'a>(state: &'a DatasetState, import: &str) -> Result<&'a Loading, Violation> {
    state
        .loading
        .as_ref()
        .filter(|loading| loading.import == import)
        .ok_or_else(|| Violation::new(Code::Conflict, "", "this import is not under way; begin it first."))
}
