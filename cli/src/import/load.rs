//! Loading batches into an edge: one is sent while the next is prepared.

use super::prepare::{Lookup, Outside};
use super::progress::Progress;
use super::protocol::{Begun, Known, Loaded, State, Step};
use crate::dataset::Generation;
use crate::edge::{CallError, Edge, Method, Retry};
use anyhow::{anyhow, bail};
use overheard::dataset::Base;
use overheard::ingest::Batch;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::json;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::scope;

/// Batches that wait to be sent; more would only take memory.
const QUEUE: usize = 2;
const LOOKUP: &str = "/admin/v1/videos/lookup";

/// One import at an edge.
pub struct Load<'a> {
    edge: &'a Edge,
    import: &'a str,
}

impl<'a> Load<'a> {
    /// The import of this id.
    pub fn new(edge: &'a Edge, import: &'a str) -> Self {
        Self { edge, import }
    }

    /// Begins the import or takes it up again.
    pub fn begin(&self, base: Base) -> anyhow::Result<Begun> {
        self.edge.call(
            Method::POST,
            "/admin/v1/imports",
            Some(json!({"import": self.import, "base": base}).to_string()),
            Retry::Patiently,
        )
    }

    /// Has the edge carry over what it serves.
    pub fn prepare(&self, progress: &Progress) -> anyhow::Result<()> {
        progress.steps("Carrying over");
        while self.step("steps", progress)?.state == State::Preparing {}
        Ok(())
    }

    /// Has the edge publish what was loaded.
    pub fn finish(&self, progress: &Progress) -> anyhow::Result<Option<Generation>> {
        progress.steps("Finishing");
        loop {
            let step = self.step("finish", progress)?;
            if step.state == State::Served {
                return Ok(step.dataset);
            }
        }
    }

    fn step(&self, action: &str, progress: &Progress) -> anyhow::Result<Step> {
        let path = format!("/admin/v1/imports/{}/{action}", self.import);
        let step: Step = resumable(self.edge, Method::POST, &path, "{}".to_owned())?;
        progress.step(&step.phase, step.done, step.total);
        Ok(step)
    }

    /// Runs a preparation and sends its batches, without those that are stored.
    pub fn send(&self, loaded: &Loaded, prepare: impl FnOnce(Online<'_>) -> anyhow::Result<()>) -> anyhow::Result<()> {
        scope(|scope| {
            let (batches, queue) = sync_channel(QUEUE);
            let sender = scope.spawn(move || self.send_all(loaded, &queue));
            let prepared = prepare(Online { edge: self.edge, batches });
            let sent = sender.join().unwrap_or_else(|_| Err(anyhow!("sending ended unexpectedly")));
            // When sending failed, preparing only failed because of it.
            sent.and(prepared)
        })
    }

    fn send_all(&self, loaded: &Loaded, queue: &Receiver<Batch>) -> anyhow::Result<()> {
        for batch in queue {
            if batch.number < loaded.of(batch.table) {
                continue;
            }
            let path = format!("/admin/v1/imports/{}/{}/{}", self.import, batch.table.name(), batch.number);
            let _stored: IgnoredAny = resumable(self.edge, Method::PUT, &path, batch.body)?;
        }
        Ok(())
    }
}

/// An edge that takes batches and knows videos.
pub struct Online<'a> {
    edge: &'a Edge,
    batches: SyncSender<Batch>,
}

impl Outside for Online<'_> {
    fn take(&mut self, batch: Batch) -> anyhow::Result<()> {
        if self.batches.send(batch).is_err() {
            bail!("sending stopped");
        }
        Ok(())
    }

    fn look_up(&mut self, video_ids: &[&str]) -> anyhow::Result<Lookup> {
        let known: Known = resumable(self.edge, Method::POST, LOOKUP, json!(video_ids).to_string())?;
        Ok(Lookup::Found(known.videos))
    }
}

/// A dry run: batches go nowhere, videos are looked up if an edge can be asked.
pub struct Dry<'a> {
    pub edge: Option<Edge>,
    pub progress: &'a Progress,
}

impl Outside for Dry<'_> {
    fn take(&mut self, _batch: Batch) -> anyhow::Result<()> {
        Ok(())
    }

    fn look_up(&mut self, video_ids: &[&str]) -> anyhow::Result<Lookup> {
        let Some(edge) = &self.edge else { return Ok(Lookup::Unavailable) };
        let error = match look_up(edge, video_ids) {
            Ok(found) => return Ok(found),
            Err(error) => edge.explain(&error),
        };
        self.progress.say(format!("Videos that are not among the files are not checked: {error}"));
        self.edge = None;
        Ok(Lookup::Unavailable)
    }
}

fn look_up(edge: &Edge, video_ids: &[&str]) -> Result<Lookup, CallError> {
    let body = Some(json!(video_ids).to_string());
    let known: Known = edge.try_call(Method::POST, LOOKUP, body, Retry::Patiently)?;
    Ok(Lookup::Found(known.videos))
}

/// A request of an import that has begun: when it fails for good, the import can be taken up again.
fn resumable<T: DeserializeOwned>(edge: &Edge, method: Method, path: &str, body: String) -> anyhow::Result<T> {
    edge.try_call(method, path, Some(body), Retry::Patiently).map_err(|error| {
        anyhow!(
            "{}. What was served before is still served; run the same command again to go on where it stopped",
            edge.explain(&error)
        )
    })
}
