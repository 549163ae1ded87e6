//! Erasures: what could bring back documents that are served no more is found, and dropped.

use super::dataset::{state, swept};
use super::imports::refuse_while_loading;
use super::increments::require_served;
use super::{IncomingRequest, MAX_BODY_BYTES, not_allowed, run};
use crate::app::App;
use crate::fault::unavailable;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Problems, Violation};
use overheard::segment::Table;
use overheard::service::dataset::{self, Base};
use overheard::spec::Index;
use serde::{Deserialize, Serialize};

/// Documents that are to be nowhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Erasure {
    /// What must still be served.
    base: Base,
    /// The index that the ids belong to.
    index: String,
    /// What names them: video_id, channel_uid or mention_id.
    ids: Vec<String>,
    /// Whether they are counted alone.
    #[serde(default)]
    dry_run: bool,
}

/// Where they are, and what was dropped for that.
#[derive(Serialize)]
struct Erased {
    /// How many are served: it takes an import that deletes them.
    served: u64,
    /// How many the version before has, if that is another generation than what is served.
    previous: u64,
    /// Whether it was dropped for that.
    previous_dropped: bool,
    /// When the unfinished import began that was given up, as its rows may hold any document.
    import_discarded: Option<String>,
}

/// Drops the version before if it has any of these documents, and an import that was abandoned. One that is active is a
/// conflict.
pub async fn erase_documents(mut asked: IncomingRequest) -> Result<Reply, Problems> {
    let Erasure { base, index, ids, dry_run } = asked.json(MAX_BODY_BYTES).await?;
    let app = &asked.app;
    let index = Index::from_name(&index).ok_or_else(|| not_allowed("index", &index, Index::NAMES))?;
    let before = state(app).await?;
    require_served(&before, base)?;
    // A revision has no documents that the next one of its generation lacks.
    let of_another = before.previous.as_ref().filter(|previous| previous.generation != base.generation);
    let served = count(app, index, base.generation, &ids).await?;
    let previous = match of_another {
        Some(previous) => count(app, index, previous.generation, &ids).await?,
        None => 0,
    };
    let mut erased = Erased { served, previous, previous_dropped: false, import_discarded: None };
    if dry_run {
        return asked.answer(StatusCode::OK, &erased);
    }
    refuse_while_loading(before.loading.as_ref())?;
    if let Some(dataset) = &before.served {
        run(app, dataset::erase(dataset, previous > 0, before.loading.as_ref())).await?;
        erased.previous_dropped = previous > 0;
        erased.import_discarded = before.loading.map(|loading| loading.started_at);
    }
    // Whoever dropped something before may have been interrupted: nothing of it is left behind this.
    swept(app).await?;
    asked.answer(StatusCode::OK, &erased)
}

/// How many documents of a generation have any of these ids.
async fn count(app: &App, index: Index, generation: u32, ids: &[String]) -> Result<u64, Violation> {
    let statement = dataset::count_of_ids(Table::of_documents(index), generation, ids);
    let row = run(app, vec![statement]).await?.into_iter().flatten().next();
    let count = row.and_then(|row| row.get("documents").and_then(serde_json::Value::as_u64));
    count.ok_or_else(|| unavailable("DB", &"documents were not counted"))
}
