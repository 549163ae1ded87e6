//! The dry run: discards rows, and looks up served videos for mentions if an edge can be reached.

use super::prepare::RowSink;
use super::served_version::ServedVersion;
use crate::clickhouse::ClickHouseServer;
use crate::edge::EdgeClient;
use crate::progress::ProgressDisplay;
use crate::spool::spool;
use crate::version;
use overheard::ingest::{RowStore, Videos};
use overheard::segment::writer::{FileSpool, Spool as _};
use overheard::segment::{ImportedRow, RowKind};
use std::collections::BTreeSet;

/// The row sink of a dry run.
pub struct DryRun<'a> {
    /// The edge for the lookup of served videos, if one is running.
    edge: Option<EdgeClient>,
    /// The server with the served videos, if they are in ClickHouse.
    server: Option<ClickHouseServer>,
    progress: &'a ProgressDisplay,
    /// The rows, for the comparison of records with the same id.
    spool: FileSpool,
}

impl<'a> DryRun<'a> {
    /// Creates a dry run that looks up videos at an edge, if there is one.
    pub fn new(
        edge: Option<EdgeClient>,
        server: Option<ClickHouseServer>,
        progress: &'a ProgressDisplay,
    ) -> anyhow::Result<Self> {
        Ok(Self { edge, server, progress, spool: spool()? })
    }
}

impl RowStore for DryRun<'_> {
    type Error = anyhow::Error;
    /// The offset and the length in the spool.
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
        let learned = learn(edge, self.server.as_ref(), ids, videos);
        if let Err(error) = &learned {
            self.progress.say(format!("Videos that are not among the files are not checked: {error:#}"));
        }
        Ok(learned.is_ok())
    }
}

fn learn(
    edge: &EdgeClient,
    server: Option<&ClickHouseServer>,
    ids: &BTreeSet<String>,
    videos: &mut Videos,
) -> anyhow::Result<()> {
    let Some(served) = version::fetch(edge)?.served else { return Ok(()) };
    match server {
        Some(server) => server.load_videos((&served).into(), ids, videos),
        None => ServedVersion::new(edge, &served).load_videos(ids, videos),
    }
}
