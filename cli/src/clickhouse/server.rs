//! The server with the tables of versions.

use super::ClickHouseClient;
use crate::args::ClickHouseArgs;
use crate::edge::EdgeClient;
use crate::failure::usage_error;
use crate::version::{self, DatasetVersions, VersionSummary};
use overheard::backend::clickhouse::{Maintenance, Servers, VersionTables};
use overheard::ingest::{VideoFacts, Videos};
use overheard::query::QueryError;
use overheard::segment::{ImportedRow, RowKind};
use pollster::block_on;
use std::collections::BTreeSet;

/// The number of ids in one lookup.
const IDS_AT_ONCE: usize = 2_000;

/// The server or the cluster that the options name.
pub struct ClickHouseServer {
    pub client: ClickHouseClient,
    pub servers: Servers,
}

impl ClickHouseServer {
    /// Connects to the server that the options name, if there is one.
    pub fn of(args: &ClickHouseArgs) -> anyhow::Result<Option<Self>> {
        let Some(url) = &args.clickhouse else { return Ok(None) };
        let servers = args.cluster.clone().map_or(Servers::One, Servers::Cluster);
        Ok(Some(Self { client: ClickHouseClient::new(url)?, servers }))
    }

    /// Returns the versions on the server.
    pub fn maintenance(&self) -> Maintenance<'_, ClickHouseClient> {
        Maintenance::new(&self.client)
    }

    /// Adds the videos of a version with these ids to `videos`.
    pub fn load_videos(
        &self,
        tables: VersionTables,
        ids: &BTreeSet<String>,
        videos: &mut Videos,
    ) -> anyhow::Result<()> {
        let ids: Vec<String> = ids.iter().cloned().collect();
        for ids in ids.chunks(IDS_AT_ONCE) {
            for json in block_on(self.maintenance().videos(tables, ids)).map_err(|error| explain(&error))? {
                let row = ImportedRow { kind: RowKind::Video, json: json.get().to_owned() };
                if let Some(facts) = VideoFacts::of(&row) {
                    // Videos of the files replace served ones.
                    videos.insert_unknown(&facts);
                }
            }
        }
        Ok(())
    }

    /// Drops the tables of all versions that the edge no longer needs.
    pub fn drop_unused(&self, edge: &EdgeClient) -> anyhow::Result<()> {
        let maintenance = self.maintenance();
        // Read before the versions of the edge: another import may create its tables at any time after it has begun.
        let versions = block_on(maintenance.versions()).map_err(|error| explain(&error))?;
        let DatasetVersions { served, previous, loading, .. } = version::fetch(edge)?;
        let published = [served, previous].into_iter().flatten().map(|version| version.generation);
        let needed: Vec<u32> = published.chain(loading.and_then(|loading| loading.generation())).collect();
        for tables in versions.into_keys().filter(|tables| !needed.contains(&tables.generation)) {
            block_on(maintenance.drop_version(tables, &self.servers)).map_err(|error| explain(&error))?;
        }
        Ok(())
    }
}

impl From<&VersionSummary> for VersionTables {
    fn from(version: &VersionSummary) -> Self {
        Self { generation: version.generation, revision: version.revision }
    }
}

/// Checks that the options name a server if and only if the edge reads its dataset from ClickHouse.
pub fn require(args: &ClickHouseArgs, status: &DatasetVersions) -> anyhow::Result<()> {
    match (&args.clickhouse, &status.clickhouse) {
        (None, Some(_)) => Err(usage_error("this edge reads its dataset from ClickHouse: add --clickhouse URL")),
        (Some(_), None) => {
            Err(usage_error("this edge reads its dataset from D1: run the command without --clickhouse"))
        }
        _ => Ok(()),
    }
}

/// Returns the error of a statement.
pub fn explain(error: &QueryError) -> anyhow::Error {
    match error {
        QueryError::Unavailable(reason) => anyhow::anyhow!("{reason}"),
        QueryError::DatasetChanged => {
            anyhow::anyhow!("ClickHouse: a table of this version is gone, because another import has begun")
        }
        other => anyhow::anyhow!("ClickHouse: {other:?}"),
    }
}
