//! Uploads packed rows to an edge: sends one batch while the next is packed.

use super::protocol::{ImportState, ImportStatus, StoredBatches};
use crate::edge::{EdgeClient, Method, Retry};
use crate::progress::ProgressDisplay;
use crate::version::VersionSummary;
use anyhow::{anyhow, bail};
use indicatif::{HumanBytes, HumanCount};
use overheard::ingest::{Batch, Batcher};
use overheard::query::ImportStart;
use overheard::segment::Table;
use overheard::segment::writer::{OrderedSegment, Spool, WriteError};
use overheard::spec::answer::Content;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;

/// The number of batches that wait to be sent. More would only take memory.
const QUEUE: usize = 2;

/// The upload of an import to an edge.
pub struct Upload<'a> {
    edge: &'a EdgeClient,
    import: String,
    loaded: StoredBatches,
}

/// The progress of packing and sending, updated by two threads.
struct UploadProgress<'a> {
    progress: &'a ProgressDisplay,
    phase: Mutex<&'static str>,
    rows: AtomicU64,
    bytes: AtomicU64,
}

impl<'a> Upload<'a> {
    /// Begins or resumes the import.
    pub fn begin(edge: &'a EdgeClient, beginning: &ImportStart) -> anyhow::Result<Self> {
        let body = serde_json::to_string(beginning)?;
        let begun: ImportStatus = edge.call(Method::POST, "/admin/v1/imports", Some(body), Retry::WithBackoff)?;
        if begun.started_at.as_ref() != Some(&beginning.started_at) {
            // The stored batches belong to an import with another time and so have different rows.
            bail!("the same import began elsewhere meanwhile; run the same command again to resume it");
        }
        Ok(Self { edge, import: beginning.import.clone(), loaded: begun.loaded })
    }

    /// Begins an import whose rows are stored elsewhere. Also returns the number of its generation.
    pub fn begin_elsewhere(edge: &'a EdgeClient, beginning: &ImportStart) -> anyhow::Result<(Self, u32)> {
        let body = serde_json::to_string(beginning)?;
        let begun: ImportStatus = edge.call(Method::POST, "/admin/v1/imports", Some(body), Retry::WithBackoff)?;
        Ok((Self { edge, import: beginning.import.clone(), loaded: begun.loaded }, begun.generation))
    }

    /// Returns the name of the import.
    pub fn import(&self) -> &str {
        &self.import
    }

    /// Returns true if the edge already stores batches of this import.
    pub fn is_resumed(&self) -> bool {
        self.loaded.any()
    }

    /// Sends the batches that are not stored yet and publishes the version. With `erases`, the edge drops the
    /// previous version.
    pub fn publish<S: Spool>(
        &self,
        build: OrderedSegment<S>,
        erases: bool,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<Option<VersionSummary>> {
        let content = build.content().clone();
        progress.steps("Packing and sending");
        let batches = self.send(build, progress)?;
        self.finish(&content, &batches, erases, progress)
    }

    /// Sends rows and returns the number of batches of each table.
    fn send<S: Spool>(
        &self,
        build: OrderedSegment<S>,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<BTreeMap<&'static str, u64>> {
        let upload = &UploadProgress::new(progress);
        let mut batchers = Table::ALL.map(Batcher::new);
        let (packed, sent) = scope(|scope| {
            let (queue, batches) = sync_channel(QUEUE);
            let sender = scope.spawn(move || self.send_all(&batches, upload));
            let packed = pack(build, &mut batchers, &queue, |phase, done, total| upload.is_at(phase, done, total));
            drop(queue);
            (packed, sender.join().unwrap_or_else(|_| Err(anyhow!("sending ended unexpectedly"))))
        });
        // A failure to send also stops packing, so its error comes first.
        sent.and(packed)?;
        Ok(batchers.iter().map(|batcher| (batcher.table().name(), batcher.batches())).collect())
    }

    fn send_all(&self, queue: &Receiver<Batch<Table>>, upload: &UploadProgress<'_>) -> anyhow::Result<()> {
        for Batch { table, number, rows, body } in queue {
            let bytes = body.len();
            if number >= self.loaded.of(table) {
                let path = format!("/admin/v1/imports/{}/{}/{number}", self.import, table.name());
                let _stored: IgnoredAny = resumable(self.edge, Method::PUT, &path, body)?;
            }
            upload.add(rows, bytes);
        }
        Ok(())
    }

    /// Requests the steps of publication until the version is served.
    pub fn finish(
        &self,
        content: &Content,
        batches: &BTreeMap<&'static str, u64>,
        erases: bool,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<Option<VersionSummary>> {
        progress.steps("Finishing");
        let path = format!("/admin/v1/imports/{}/finish", self.import);
        let body = json!({"content": content, "batches": batches, "erases": erases}).to_string();
        loop {
            let status: ImportStatus = resumable(self.edge, Method::POST, &path, body.clone())?;
            progress.step(&status.phase, status.done, status.total);
            if status.state == ImportState::Served {
                return Ok(status.dataset);
            }
        }
    }
}

/// Packs rows into batches and adds them to the queue.
fn pack<S: Spool>(
    build: OrderedSegment<S>,
    batchers: &mut [Batcher<Table>],
    queue: &SyncSender<Batch<Table>>,
    mut progress: impl FnMut(&'static str, u64, u64),
) -> anyhow::Result<()> {
    let hand_over = |batch| queue.send(batch).map_err(|_| anyhow!("sending stopped"));
    build.rows(&mut progress, &mut |table, row| {
        let batcher = batchers.iter_mut().find(|batcher| batcher.table() == table);
        let full = batcher.and_then(|batcher| batcher.push(row));
        full.map_or(Ok(()), hand_over).map_err(|error| WriteError::Sink(error.into()))
    })?;
    batchers.iter_mut().filter_map(Batcher::finish).try_for_each(hand_over)
}

impl<'a> UploadProgress<'a> {
    fn new(progress: &'a ProgressDisplay) -> Self {
        Self { progress, phase: Mutex::new(""), rows: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    fn is_at(&self, phase: &'static str, done: u64, total: u64) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
        self.progress.step(&self.message(), done, total);
    }

    fn add(&self, rows: usize, bytes: usize) {
        self.rows.fetch_add(rows as u64, Ordering::Relaxed);
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        self.progress.message(self.message());
    }

    fn message(&self) -> String {
        let phase = *self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let (rows, bytes) = (self.rows.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed));
        format!("{phase}; {} rows sent, {}", HumanCount(rows), HumanBytes(bytes))
    }
}

/// Sends a request of an import that has begun. The error says that the import can be resumed.
fn resumable<T: DeserializeOwned>(edge: &EdgeClient, method: Method, path: &str, body: String) -> anyhow::Result<T> {
    edge.try_call(method, path, Some(body), Retry::WithBackoff).map_err(|error| {
        anyhow!("{}. The previous dataset is still served; run the same command again to resume", edge.explain(&error))
    })
}
