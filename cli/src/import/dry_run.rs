//! A dry run: rows go nowhere, and served videos are asked for when a mention needs one, if an edge can be asked.

use super::prepare::RowSink;
use super::served_version::ServedVersion;
use crate::edge::Edge;
use crate::progress::Progress;
use crate::spool::spool;
use crate::version;
use overheard::ingest::{RowStore, Videos};
use overheard::segment::writer::{FileSpool, Spool as _};
use overheard::segment::{ImportedRow, RowKind};
use std::collections::BTreeSet;

/// What a dry run reaches.
pub struct DryRun<'a> {
    /// The edge whose videos count, if one runs.
    edge: Option<Edge>,
    progress: &'a Progress,
    /// Rows, for comparing those with one id.
    spool: FileSpool,
}

impl<'a> DryRun<'a> {
    /// A dry run that asks an edge, if one can be reached.
    pub fn new(edge: Option<Edge>, progress: &'a Progress) -> anyhow::Result<Self> {
        Ok(Self { edge, progress, spool: spool()? })
    }
}

impl RowStore for DryRun<'_> {
    type Error = anyhow::Error;
    /// Offset and length.
    type Position = (u64, usize);

    fn take(&mut self, row: &ImportedRow) -> anyhow::Result<(u64, usize)> {
        Ok((self.spool.append(row.json.as_bytes())?, row.json.len()))
    }

    fn row(&mut self, kind: RowKind, (offset, length): (u64, usize)) -> anyhow::Result<ImportedRow> {
        let mut bytes = Vec::new();
        self.spool.read(offset, length, &mut bytes)?;
        Ok(ImportedRow { kind, json: String::from_utf8(bytes)? })
    }
}

impl RowSink for DryRun<'_> {
    fn load_served_videos(&mut self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<bool> {
        let Some(edge) = &self.edge else { return Ok(false) };
        let learned = learn(edge, ids, videos);
        if let Err(error) = &learned {
            self.progress.say(format!("Videos that are not among the files are not checked: {error:#}"));
        }
        Ok(learned.is_ok())
    }
}

fn learn(edge: &Edge, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<()> {
    let Some(served) = version::fetch(edge)?.served else { return Ok(()) };
    ServedVersion::new(edge, &served).load_videos(ids, videos)
}
