//! The dataset's versions: what is served, what was, and going back.

use super::{IncomingRequest, run};
use crate::app::App;
use crate::fault::unavailable;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation};
use overheard::service::dataset::{self, Loading, PublishedVersion};
use serde::Serialize;

/// What exists, as operators see it.
#[derive(Serialize)]
struct Shown<'a> {
    served: Option<&'a PublishedVersion>,
    previous: Option<&'a PublishedVersion>,
    loading: Option<&'a Loading>,
}

/// What exists.
pub(super) async fn state(app: &App) -> Result<dataset::State, Violation> {
    let rows = run(app, vec![dataset::generations()]).await?.into_iter().next().unwrap_or_default();
    dataset::State::from_rows(rows).ok_or_else(|| unavailable("DB", &"the table of generations is not understood"))
}

/// What exists, once nothing is left of what was dropped.
pub(super) async fn swept(app: &App) -> Result<dataset::State, Violation> {
    let mut state = state(app).await?;
    for generation in std::mem::take(&mut state.dropped) {
        for statements in dataset::remove(generation) {
            run(app, statements).await?;
        }
    }
    Ok(state)
}

fn show(asked: &IncomingRequest, state: &dataset::State) -> Result<Reply, Problems> {
    let shown =
        Shown { served: state.served.as_ref(), previous: state.previous.as_ref(), loading: state.loading.as_ref() };
    asked.answer(StatusCode::OK, &shown)
}

/// Says what is served, what was before, and what is being imported.
pub async fn get_dataset(asked: IncomingRequest) -> Result<Reply, Problems> {
    show(&asked, &state(&asked.app).await?)
}

/// Serves the previous version again; an unfinished import is given up. What was added to the previous version is
/// gone then, another generation is kept to go forward again.
pub async fn rollback_dataset(asked: IncomingRequest) -> Result<Reply, Problems> {
    let app = &asked.app;
    let before = state(app).await?;
    let statements = match (&before.served, &before.previous) {
        (_, None) => {
            return Err(Violation::new(Code::Conflict, "", "there is no previous version to go back to.").into());
        }
        (Some(served), Some(previous)) if served.generation == previous.generation => dataset::take_back(served),
        _ => dataset::rollback(),
    };
    run(app, statements).await?;
    show(&asked, &swept(app).await?)
}

/// Drops the previous version, so that nothing of what was deleted is left. Without one, nothing changes.
pub async fn forget_previous(asked: IncomingRequest) -> Result<Reply, Problems> {
    let app = &asked.app;
    run(app, dataset::forget(state(app).await?.served.as_ref())).await?;
    show(&asked, &swept(app).await?)
}
