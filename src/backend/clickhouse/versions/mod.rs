//! The dataset: its tables are in ClickHouse, and which version is served is in the database `DB`.
//!
//! The table of generations there is that of the columnar backend, and so are the statements that change it. A
//! generation of this backend has no rows in `DB`, and its revision is always 0. A row of the table `layout` has its
//! text rules, and tells it from generations of the columnar backend, which count as dropped.
//!
//! In scope: finding the served version, and changing it. Out of scope: the tables in ClickHouse, which the operator's
//! command writes and drops.

mod answers;
mod statements;
mod store;

use super::{ClickHouse, Connection, ServedTables};
use crate::backend::columnar::served_from_rows;
use crate::base::text::TEXT_RULES;
use crate::query::{DatabaseUsage, DatasetVersion, QueryError, VersionState};
use crate::sql::{Row, Statement, Store, single};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

pub use store::schema_fingerprint;

/// The most versions that one request reads. It meets a second one if another is published meanwhile.
const MAX_VERSIONS: usize = 4;

/// The dataset in ClickHouse, with the database that knows which version is served.
pub struct ClickHouseDataset<S, C> {
    versions: S,
    connection: Rc<C>,
    known: KnownTextRules,
    opened: [OnceCell<ClickHouse<Rc<C>>>; MAX_VERSIONS],
    confirmed: RefCell<Option<DatasetVersion>>,
    rows_read: Cell<u64>,
    bytes_read: Cell<u64>,
}

/// The text rules of the generation that was read last. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct KnownTextRules(Rc<Cell<Option<(u32, u32)>>>);

impl<S: Store, C: Connection> ClickHouseDataset<S, C> {
    /// Opens the dataset.
    pub fn new(versions: S, connection: C, known: KnownTextRules) -> Self {
        Self {
            versions,
            connection: Rc::new(connection),
            known,
            opened: Default::default(),
            confirmed: RefCell::default(),
            rows_read: Cell::default(),
            bytes_read: Cell::default(),
        }
    }

    /// Returns the connection.
    pub fn connection(&self) -> &C {
        &self.connection
    }

    /// Returns true if an import can keep records of the served version: it was imported under the current text rules,
    /// or none is served. The state must have been read from this dataset.
    pub fn is_extensible(&self, state: &VersionState) -> bool {
        let served = state.served.as_ref();
        served.is_none_or(|served| self.known.0.get() == Some((served.generation, TEXT_RULES)))
    }

    /// Reads which version is served.
    async fn served(&self) -> Result<ServedTables, QueryError> {
        let rows = self.read(statements::served()).await?;
        let text_rules = rows.first().and_then(text_rules_of).ok_or(QueryError::NoDataset)?;
        let version = served_from_rows(rows)?;
        self.known.0.set(Some((version.generation, text_rules)));
        self.confirmed.replace(Some(version.clone()));
        Ok(ServedTables { version, text_rules })
    }

    /// Returns the tables of a version that is known to be served.
    async fn known_tables(&self, version: DatasetVersion) -> Result<ServedTables, QueryError> {
        let text_rules = match self.known.0.get() {
            Some((generation, text_rules)) if generation == version.generation => text_rules,
            _ => {
                let rows = self.read(statements::text_rules(version.generation)).await?;
                rows.first().and_then(text_rules_of).ok_or(QueryError::DatasetChanged)?
            }
        };
        self.known.0.set(Some((version.generation, text_rules)));
        Ok(ServedTables { version, text_rules })
    }

    /// Opens the version that is known to be served. Without one, reads which is served.
    async fn open(&self, known: Option<DatasetVersion>) -> Result<&ClickHouse<Rc<C>>, QueryError> {
        let served = match known {
            Some(version) => self.known_tables(version).await?,
            None => self.served().await?,
        };
        let opened = self.opened.iter().find_map(|slot| {
            let version = slot.get_or_init(|| ClickHouse::new(Rc::clone(&self.connection), served.clone()));
            (version.served == served).then_some(version)
        });
        opened.ok_or(QueryError::DatasetChanged)
    }

    async fn read(&self, statement: Statement) -> Result<Vec<Row>, QueryError> {
        Ok(single(self.versions.batch(vec![statement]).await?)?)
    }

    fn total_usage(&self) -> DatabaseUsage {
        let counts = self.versions.counts();
        let own = DatabaseUsage {
            rows_read: counts.rows_read + self.rows_read.get(),
            rows_written: counts.rows_written,
            bytes_read: counts.bytes_read + self.bytes_read.get(),
        };
        self.opened.iter().filter_map(OnceCell::get).fold(own, |all, version| DatabaseUsage {
            rows_read: all.rows_read + version.rows_read.get(),
            bytes_read: all.bytes_read + version.bytes_read.get(),
            ..all
        })
    }
}

fn text_rules_of(row: &Row) -> Option<u32> {
    row.get("text_rules")?.as_str()?.parse().ok()
}
