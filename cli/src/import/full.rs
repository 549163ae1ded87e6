//! The full import: packs the next dataset version from the served records and the imported ones,
//! and sends it if it differs from the served version.

use super::inputs::Inputs;
use super::prepare::RowSink;
use super::upload::Upload;
use crate::edge::EdgeClient;
use crate::export::Export;
use crate::progress::ProgressDisplay;
use crate::spool::spool;
use crate::version::{DatasetVersions, VersionSummary};
use anyhow::{Context as _, anyhow};
use chrono::{DateTime, SecondsFormat, Utc};
use overheard::ingest::{RowStore, VideoFacts, Videos};
use overheard::query::{BaseVersion, ImportStart};
use overheard::segment::writer::{FileSpool, SegmentWriter, SpoolPosition};
use overheard::segment::{ImportedRow, RowKind};
use std::collections::BTreeSet;

/// A full import in progress.
pub struct FullImport<'a> {
    edge: &'a EdgeClient,
    progress: &'a ProgressDisplay,
    beginning: ImportStart,
    served: Option<VersionSummary>,
    /// True if the version includes the served records.
    includes_served: bool,
    /// True if the import deletes records.
    erases: bool,
    writer: SegmentWriter<FileSpool>,
}

/// The dataset version that is served after an import.
pub struct PublishedDataset {
    /// The dataset version.
    pub dataset: VersionSummary,
    /// True if the version differs from the one before.
    pub is_new: bool,
}

impl<'a> FullImport<'a> {
    /// Creates a full import of the inputs, given the versions of the edge.
    pub fn new(
        edge: &'a EdgeClient,
        status: DatasetVersions,
        inputs: &Inputs,
        progress: &'a ProgressDisplay,
    ) -> anyhow::Result<Self> {
        let DatasetVersions { served, loading, .. } = status;
        let base = served.as_ref().filter(|_| !inputs.alone);
        let import = inputs.import_id(base);
        let begun = loading.as_ref().filter(|loading| loading.import == import);
        if let Some(other) = loading.as_ref().filter(|_| begun.is_none()) {
            progress.say(format!(
                "Another import began at {}; this one starts when that one ends or is inactive for a minute.",
                other.started_at
            ));
        }
        // A resumed import keeps its time, because the same records must give the same rows.
        let started_at = begun.map_or_else(time_of_import, |loading| loading.started_at.clone());
        let beginning = ImportStart {
            import,
            inputs: inputs.name.clone(),
            base: (!inputs.alone).then(|| base.map_or(BaseVersion::NONE, VersionSummary::base)),
            started_at,
        };
        let writer = SegmentWriter::new(spool()?).with_aliases(inputs.aliases.clone());
        Ok(Self { edge, progress, beginning, served, includes_served: !inputs.alone, erases: inputs.erases, writer })
    }

    /// Adds rows that an incremental import prepared at this time.
    pub fn take_prepared(&mut self, rows: &[ImportedRow], started_at: String) -> anyhow::Result<()> {
        self.beginning.started_at = started_at;
        rows.iter().try_for_each(|row| self.take(row).map(drop))
    }

    /// Returns the import's id.
    pub fn import(&self) -> &str {
        &self.beginning.import
    }

    /// Returns the time of import.
    pub fn now(&self) -> anyhow::Result<DateTime<Utc>> {
        parse(&self.beginning.started_at)
    }

    /// Adds the served records, and registers their videos.
    pub fn add_served(&mut self, videos: &mut Videos) -> anyhow::Result<()> {
        let Some(served) = self.served.clone().filter(|_| self.includes_served) else { return Ok(()) };
        let progress = self.progress;
        Export::new(self.edge, &served).all_documents(progress, |row| {
            if let Some(facts) = VideoFacts::of(&row) {
                videos.insert(&facts);
            }
            self.take(&row).map(drop)
        })
    }

    /// Publishes the version. Sends a version that is served already only with `even_unchanged`.
    pub fn publish(self, even_unchanged: bool) -> anyhow::Result<PublishedDataset> {
        self.progress.work("Sorting");
        let build = self.writer.finish()?;
        if let Some(served) = self.served
            && served.version.as_ref() == Some(&build.content().version)
            && !even_unchanged
        {
            return Ok(PublishedDataset { dataset: served, is_new: false });
        }
        let load = Upload::begin(self.edge, &self.beginning)?;
        if load.is_resumed() {
            self.progress.say("Resuming an unfinished import of these files.".to_owned());
        }
        let dataset =
            load.publish(build, self.erases, self.progress)?.context("the edge did not say what it serves now")?;
        Ok(PublishedDataset { dataset, is_new: true })
    }
}

impl RowStore for FullImport<'_> {
    type Error = anyhow::Error;
    type Position = SpoolPosition;

    fn take(&mut self, row: &ImportedRow) -> anyhow::Result<SpoolPosition> {
        self.writer.add_row(row).with_context(|| {
            format!("cannot store documents in {} (set TMPDIR to use another folder)", std::env::temp_dir().display())
        })
    }

    fn row(&mut self, kind: RowKind, place: SpoolPosition) -> anyhow::Result<ImportedRow> {
        Ok(self.writer.row(kind, place)?)
    }
}

impl RowSink for FullImport<'_> {
    /// Returns true: [`FullImport::add_served`] has registered all served videos.
    fn load_served_videos(&mut self, _ids: &BTreeSet<String>, _videos: &mut Videos) -> anyhow::Result<bool> {
        Ok(true)
    }
}

/// Returns the current time as a time of import.
pub fn time_of_import() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Parses a time of import.
pub fn parse(started_at: &str) -> anyhow::Result<DateTime<Utc>> {
    let time = DateTime::parse_from_rfc3339(started_at);
    let time = time.map_err(|error| anyhow!("the edge gave no time for the import ('{started_at}': {error})"))?;
    Ok(time.to_utc())
}
