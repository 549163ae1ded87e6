//! Versions on the one server of this process.

use overheard::backend::clickhouse::{ClickHouse, ServedTables, Servers, VersionTables, VersionWriter};
use overheard::base::text::TEXT_RULES;
use overheard::query::DatasetVersion;
use overheard::segment::writer::ImportedRow;
use overheard_clickhouse::Server;
use pollster::block_on;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The server. It ends with the process.
static SERVER: LazyLock<Server> = LazyLock::new(Server::start);
/// The number of the last version.
static VERSIONS: AtomicU32 = AtomicU32::new(0);

/// A version that no test reads.
pub const TABLES: VersionTables = VersionTables { generation: 0, revision: 0 };

/// Returns the server.
pub fn server() -> &'static Server {
    &SERVER
}

/// Writes a version of some rows.
pub fn write(rows: impl IntoIterator<Item = ImportedRow>) -> ServedTables {
    let generation = VERSIONS.fetch_add(1, Ordering::Relaxed) + 1;
    let version = DatasetVersion {
        generation,
        revision: 0,
        version: format!("ds_{generation:08}"),
        published_at: "2026-01-01T00:00:00Z".to_owned(),
    };
    block_on(async {
        let mut writer = VersionWriter::create(server(), VersionTables::from(&version), Servers::One).await?;
        for row in rows {
            writer.push(row.kind, &row.json).await?;
        }
        writer.finish().await
    })
    .unwrap_or_else(|error| panic!("the version is written: {error:?}"));
    ServedTables { version, text_rules: TEXT_RULES }
}

/// Returns the backend of a version.
pub fn open(served: &ServedTables) -> ClickHouse<&'static Server> {
    ClickHouse::new(server(), served.clone())
}

/// Returns the number in an environment variable, or the default.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}
