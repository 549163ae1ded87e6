//! The import into ClickHouse: writes the tables of a version, which the edge then serves.

use super::full::{PublishedDataset, parse, time_of_import};
use super::inputs::Inputs;
use super::prepare::RowSink;
use super::upload::Upload;
use crate::clickhouse::{ClickHouseClient, ClickHouseServer, explain};
use crate::edge::{EdgeClient, Method, Retry};
use crate::progress::ProgressDisplay;
use crate::spool::spool;
use crate::version::{DatasetVersions, VersionSummary};
use anyhow::Context as _;
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use overheard::backend::clickhouse::{VersionTables, VersionWriter};
use overheard::ingest::{RowStore, Videos};
use overheard::query::{BaseVersion, ImportStart};
use overheard::segment::writer::{FileSpool, Spool as _};
use overheard::segment::{BrandAliases, ImportedRow, RowKind};
use pollster::block_on;
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The time between two messages to the edge that the import is active. The edge gives up an import after a minute.
const ACTIVE_EVERY: Duration = Duration::from_secs(20);

/// An import into ClickHouse that has begun.
pub struct ClickHouseImport<'a> {
    server: &'a ClickHouseServer,
    progress: &'a ProgressDisplay,
    upload: Upload<'a>,
    started_at: String,
    served: Option<VersionSummary>,
    tables: VersionTables,
    /// The version whose other records are kept.
    base: Option<VersionTables>,
    erases: bool,
    writer: VersionWriter<'a, ClickHouseClient>,
    /// The rows, for the comparison of records with the same id.
    spool: FileSpool,
}

/// Runs an import: `prepare` adds its rows, then the version is published. Publishes a version that is served already
/// only with `even_unchanged`.
pub fn import<'a>(
    edge: &'a EdgeClient,
    server: &'a ClickHouseServer,
    status: &DatasetVersions,
    inputs: &Inputs,
    even_unchanged: bool,
    progress: &'a ProgressDisplay,
    prepare: impl FnOnce(&mut ClickHouseImport<'a>) -> anyhow::Result<()>,
) -> anyhow::Result<PublishedDataset> {
    let served = status.served.as_ref();
    let base = served.filter(|_| !inputs.alone);
    if inputs.aliases != BrandAliases::default() {
        anyhow::bail!("aliases need a dataset in D1: remove them first (overheard aliases remove)");
    }
    if base.is_some() && status.clickhouse.as_ref().is_some_and(|state| !state.is_extensible) {
        anyhow::bail!(
            "the served dataset was imported by an earlier version, with other words: import all files with --replace"
        );
    }
    let start = ImportStart {
        import: attempt_of(&inputs.import_id(base))?,
        inputs: inputs.name.clone(),
        base: (!inputs.alone).then(|| base.map_or(BaseVersion::NONE, VersionSummary::base)),
        started_at: time_of_import(),
    };
    let (upload, generation) = Upload::begin_elsewhere(edge, &start)?;
    while_active(edge, &start.import, || {
        // Tables of an interrupted import are not in the way, but take space.
        server.drop_unused(edge)?;
        let tables = VersionTables { generation, revision: 0 };
        let base = base.map(VersionTables::from);
        let created = block_on(VersionWriter::create(&server.client, tables, server.servers.clone()));
        let writer = created.map_err(|error| explain(&error))?;
        let mut import = ClickHouseImport {
            server,
            progress,
            upload,
            started_at: start.started_at.clone(),
            served: served.cloned(),
            tables,
            base,
            erases: inputs.erases,
            writer: base.into_iter().fold(writer, VersionWriter::upon),
            spool: spool()?,
        };
        prepare(&mut import)?;
        import.publish(edge, &start.import, even_unchanged)
    })
}

/// Returns the name of an attempt at an import. Each has tables of its own, so that an interrupted one cannot change
/// those of the next.
fn attempt_of(import: &str) -> anyhow::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| anyhow::anyhow!("there are no random numbers: {error}"))?;
    let attempt = Sha256::new().chain_update(import).chain_update(random).finalize();
    Ok(HEXLOWER.encode(&attempt))
}

/// Tells the edge that an import is active until `act` has ended.
fn while_active<T>(edge: &EdgeClient, import: &str, act: impl FnOnce() -> T) -> T {
    let path = format!("/admin/v1/imports/{import}");
    thread::scope(|scope| {
        let (active, ended) = channel::<()>();
        scope.spawn(move || {
            while ended.recv_timeout(ACTIVE_EVERY) == Err(RecvTimeoutError::Timeout) {
                // If this fails for a minute, the edge refuses to publish the import.
                drop(edge.try_call::<IgnoredAny>(Method::PUT, &path, None, Retry::Never));
            }
        });
        let result = act();
        drop(active);
        result
    })
}

impl ClickHouseImport<'_> {
    /// Returns the name of the import.
    pub fn name(&self) -> &str {
        self.upload.import()
    }

    /// Returns the time of import.
    pub fn now(&self) -> anyhow::Result<DateTime<Utc>> {
        parse(&self.started_at)
    }

    /// Makes the tables from all rows, and serves them.
    fn publish(self, edge: &EdgeClient, import: &str, even_unchanged: bool) -> anyhow::Result<PublishedDataset> {
        let Self { server, progress, upload, served, tables, erases, writer, .. } = self;
        progress.steps("Making tables");
        let made = block_on(writer.finish_with(&mut |table, done, total| progress.step(table, done, total)));
        made.map_err(|error| explain(&error))?;
        progress.work("Comparing");
        let content = block_on(server.maintenance().content(tables)).map_err(|error| explain(&error))?;
        if let Some(served) = served.filter(|served| served.version.as_ref() == Some(&content.version))
            && !even_unchanged
        {
            let path = format!("/admin/v1/imports/{import}");
            let _discarded: IgnoredAny = edge.call(Method::DELETE, &path, None, Retry::WithBackoff)?;
            server.drop_unused(edge)?;
            return Ok(PublishedDataset { dataset: served, is_new: false });
        }
        let dataset = upload.finish(&content, &BTreeMap::new(), erases, progress)?;
        let dataset = dataset.context("the edge did not say what it serves now")?;
        progress.work("Dropping old tables");
        server.drop_unused(edge)?;
        Ok(PublishedDataset { dataset, is_new: true })
    }
}

impl RowStore for ClickHouseImport<'_> {
    type Error = anyhow::Error;
    /// The offset and the length in the spool.
    type Position = (u64, usize);

    fn take(&mut self, row: &ImportedRow) -> anyhow::Result<(u64, usize)> {
        block_on(self.writer.push(row.kind, &row.json)).map_err(|error| explain(&error))?;
        Ok((self.spool.append(row.json.as_bytes())?, row.json.len()))
    }

    fn row(&mut self, kind: RowKind, (offset, length): (u64, usize)) -> anyhow::Result<ImportedRow> {
        let mut bytes = Vec::new();
        self.spool.read(offset, length, &mut bytes)?;
        Ok(ImportedRow { kind, json: String::from_utf8(bytes)? })
    }
}

impl RowSink for ClickHouseImport<'_> {
    fn load_served_videos(&mut self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<bool> {
        if let Some(base) = self.base {
            self.server.load_videos(base, ids, videos)?;
        }
        Ok(true)
    }
}
