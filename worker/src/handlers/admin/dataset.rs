//! The dataset's versions: what is served, what was, and going back.

use super::{finish, read_json, run};
use crate::app::{App, unavailable};
use crate::call::Call;
use crate::reply::{self, Reply};
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use overheard::dataset::{self, Dataset, Loading};
use overheard::problem::{Code, Violation};
use serde::{Deserialize, Serialize};

/// Videos that one look-up takes.
const MAX_LOOKUP: usize = 1_000;

/// What exists, as operators see it.
#[derive(Serialize)]
struct Shown<'a> {
    served: Option<&'a Dataset>,
    previous: Option<&'a Dataset>,
    loading: Option<&'a Loading>,
}

#[derive(Serialize)]
struct Found {
    videos: Vec<VideoRow>,
}

/// `[video_id, upload_date, platform, channel_name, channel_uid]`
#[derive(Serialize)]
struct VideoRow(String, String, String, Option<String>, Option<String>);

#[derive(Deserialize)]
struct VideoColumns {
    video_id: String,
    upload_date: String,
    platform: String,
    channel_name: Option<String>,
    channel_uid: Option<String>,
}

/// What exists.
pub(super) async fn state(app: &App) -> Result<dataset::State, Violation> {
    let rows = run(app, vec![dataset::generations()]).await?.into_iter().next().unwrap_or_default();
    dataset::State::from_rows(rows).ok_or_else(|| unavailable("DB", &"the table of generations is not understood"))
}

fn show(state: &dataset::State, call: &Call) -> Reply {
    let shown =
        Shown { served: state.served.as_ref(), previous: state.previous.as_ref(), loading: state.loading.as_ref() };
    reply::object(StatusCode::OK, &shown, call)
}

/// Says what is served, what was before, and what is being imported.
#[worker::send]
pub async fn get_dataset(State(app): State<App>, Extension(call): Extension<Call>) -> Reply {
    finish(state(&app).await.map(|state| show(&state, &call)), &call)
}

/// Serves the previous version again; an unfinished import is given up.
#[worker::send]
pub async fn rollback_dataset(State(app): State<App>, Extension(call): Extension<Call>) -> Reply {
    let rollback = async || {
        let before = state(&app).await?;
        if before.previous.is_none() {
            return Err(Violation::new(Code::Conflict, "", "there is no previous version to go back to."));
        }
        run(&app, dataset::rollback(&before)).await?;
        Ok(show(&state(&app).await?, &call))
    };
    finish(rollback().await, &call)
}

/// Drops the previous version, so that nothing of what was deleted is left. Without one, nothing changes.
#[worker::send]
pub async fn forget_previous(State(app): State<App>, Extension(call): Extension<Call>) -> Reply {
    let forget = async || {
        if let Some(previous) = state(&app).await?.previous {
            run(&app, dataset::forget(&previous)).await?;
        }
        Ok(show(&state(&app).await?, &call))
    };
    finish(forget().await, &call)
}

/// Looks videos of the served version up, for mentions that come without their videos.
#[worker::send]
pub async fn lookup_videos(State(app): State<App>, Extension(call): Extension<Call>, request: Request<Body>) -> Reply {
    finish(lookup(&app, &call, request).await, &call)
}

async fn lookup(app: &App, call: &Call, request: Request<Body>) -> Result<Reply, Violation> {
    let ids: Vec<String> = read_json(request).await?;
    if ids.len() > MAX_LOOKUP {
        let message = format!("body must be between 0 and {MAX_LOOKUP} items. Got {}.", ids.len());
        return Err(Violation::new(Code::LimitViolation, "", message));
    }
    let Some(served) = state(app).await?.served else {
        return Ok(reply::object(StatusCode::OK, &Found { videos: Vec::new() }, call));
    };
    let statement = dataset::lookup_videos(served.generation, &ids);
    let rows = run(app, vec![statement]).await?.into_iter().next().unwrap_or_default();
    let video = |row| -> Result<VideoRow, Violation> {
        let VideoColumns { video_id, upload_date, platform, channel_name, channel_uid } =
            serde_json::from_value(serde_json::Value::Object(row)).map_err(|error| unavailable("DB", &error))?;
        Ok(VideoRow(video_id, upload_date, platform, channel_name, channel_uid))
    };
    let videos = rows.into_iter().map(video).collect::<Result<_, _>>()?;
    Ok(reply::object(StatusCode::OK, &Found { videos }, call))
}
