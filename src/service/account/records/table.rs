//! The table of the records: one row each, with the record as JSON text.

use crate::service::account::Account;
use crate::service::credential::KeyRecord;
use crate::service::meter::ledger::{Tables, record};
use crate::sql::{Param, Sql};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS record (kind TEXT NOT NULL, id TEXT NOT NULL, stage TEXT NOT NULL, at INTEGER NOT NULL, version INTEGER NOT NULL, published INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS record_unpublished ON record (kind, id) WHERE version > published;
";
const COLUMNS: &str = "kind, id, stage, at, version, published, body";

/// The kind of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the variants say what they are")]
pub enum RecordKind {
    Account,
    Key,
}

/// The stage of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(super) enum Stage {
    /// Not published and not valid yet. No caller has received it.
    Offered,
    /// Valid.
    Kept,
    /// Withdrawn before any caller received it. The row stays, so that a late copy of the request cannot restore the
    /// record.
    Withdrawn,
}

/// A record to write to KV.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Publication {
    pub kind: RecordKind,
    pub id: String,
    /// The number of writes of the record. KV may receive a later version instead, never an earlier one.
    pub version: i64,
    pub update: RecordUpdate,
}

/// The content of a KV message about a record.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordUpdate {
    /// The current account.
    Account(Account),
    /// The id of an account that does not exist.
    NoAccount(String),
    /// The current key.
    Key {
        /// The key.
        key: KeyRecord,
        /// True if KV has never had the key.
        is_new: bool,
    },
    /// A key that does not exist.
    NoKey(KeyRecord),
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct RecordEntry {
    pub kind: RecordKind,
    pub id: String,
    pub stage: Stage,
    /// The time of the last write, in seconds since 1970.
    pub at: i64,
    /// The number of writes.
    pub version: i64,
    /// The version that KV has, or 0 if it has none.
    pub published: i64,
    body: String,
}

impl RecordEntry {
    /// Creates the row of a new record.
    pub fn new(kind: RecordKind, id: &str, record: &impl Serialize, now: i64) -> Result<Self, String> {
        let id = id.to_owned();
        Ok(Self { kind, id, stage: Stage::Offered, at: now, version: 1, published: 0, body: text(record)? })
    }

    /// Creates the row of a record that KV already has.
    pub fn new_imported(kind: RecordKind, id: &str, record: &impl Serialize, now: i64) -> Result<Self, String> {
        Ok(Self { stage: Stage::Kept, published: 1, ..Self::new(kind, id, record, now)? })
    }

    /// Returns the row with a changed record.
    pub fn with_record(self, record: &impl Serialize, now: i64) -> Result<Self, String> {
        Ok(Self { at: now, version: self.version + 1, body: text(record)?, ..self })
    }

    /// Returns the row of an offered record as withdrawn.
    pub fn withdraw(self, now: i64) -> Self {
        Self { stage: Stage::Withdrawn, at: now, version: self.version + 1, ..self }
    }

    /// Returns the row of an offered record as accepted after its publication.
    pub fn accept(self) -> Self {
        Self { stage: Stage::Kept, published: self.version, ..self }
    }

    /// Parses the record.
    pub fn record<R: DeserializeOwned>(&self) -> Result<R, String> {
        serde_json::from_str(&self.body).map_err(|error| format!("record {}: {error}", self.id))
    }

    /// Returns the message to write to KV.
    pub fn publication(&self) -> Result<Publication, String> {
        let update = match (self.kind, self.stage) {
            (RecordKind::Account, Stage::Withdrawn) => RecordUpdate::NoAccount(self.id.clone()),
            (RecordKind::Account, _) => RecordUpdate::Account(self.record()?),
            (RecordKind::Key, Stage::Withdrawn) => RecordUpdate::NoKey(self.record()?),
            (RecordKind::Key, _) => RecordUpdate::Key { key: self.record()?, is_new: self.published == 0 },
        };
        Ok(Publication { kind: self.kind, id: self.id.clone(), version: self.version, update })
    }

    fn params(self) -> [Param; 7] {
        [
            <&str>::from(self.kind).into(),
            self.id.into(),
            <&str>::from(self.stage).into(),
            self.at.into(),
            self.version.into(),
            self.published.into(),
            self.body.into(),
        ]
    }
}

fn text(record: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(record).map_err(|error| error.to_string())
}

/// The table of records. Every method is one statement, which is atomic.
#[derive(Debug)]
pub(super) struct RecordTable<T>(T);

impl<T: Tables> RecordTable<T> {
    pub fn open(tables: T) -> Result<Self, String> {
        for statement in Sql::script(TABLES) {
            tables.run(statement)?;
        }
        Ok(Self(tables))
    }

    pub fn find(&self, kind: RecordKind, id: &str) -> Result<Option<RecordEntry>, String> {
        let mut sql = select();
        sql.push(" WHERE kind = ").bind(<&str>::from(kind)).push(" AND id = ").bind(id);
        Ok(self.rows(sql)?.pop())
    }

    /// Returns the row of the account, if there is one.
    pub fn account(&self) -> Result<Option<RecordEntry>, String> {
        let mut sql = select();
        sql.push(" WHERE kind = ").bind(<&str>::from(RecordKind::Account));
        Ok(self.rows(sql)?.pop())
    }

    /// Returns the account, if its record is valid.
    pub fn valid_account(&self) -> Result<Option<Account>, String> {
        let kept = self.account()?.filter(|entry| entry.stage == Stage::Kept);
        kept.map(|entry| entry.record()).transpose()
    }

    /// Returns the rows of keys, sorted by id.
    pub fn keys<I: AsRef<str>>(&self, ids: &[I]) -> Result<Vec<RecordEntry>, String> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut sql = select();
        sql.push(" WHERE kind = ")
            .bind(<&str>::from(RecordKind::Key))
            .push(" AND id IN ")
            .bind_list(ids)
            .push(" ORDER BY id");
        self.rows(sql)
    }

    /// Counts the keys that are valid at a time (RFC 3339, UTC, seconds) or offered.
    pub fn count_valid_keys(&self, now: &str) -> Result<u64, String> {
        #[derive(Deserialize)]
        struct Count {
            valid: u64,
        }
        let mut sql = Sql::new("SELECT count(*) AS valid FROM record WHERE kind = ");
        sql.bind(<&str>::from(RecordKind::Key)).push(" AND stage <> ").bind(<&str>::from(Stage::Withdrawn));
        // Texts of one form are in the order of their times.
        sql.push(" AND body ->> '$.status' = 'active' AND coalesce(body ->> '$.expires_at' > ")
            .bind(now)
            .push(", TRUE)");
        let counts = self.0.run(sql.finish())?.into_iter().map(record::<Count>).collect::<Result<Vec<_>, _>>()?;
        Ok(counts.first().map_or(0, |count| count.valid))
    }

    /// Returns rows that KV does not have in their current version, except offered ones.
    pub fn unpublished(&self, limit: u32) -> Result<Vec<RecordEntry>, String> {
        let mut sql = select();
        sql.push(" WHERE version > published AND stage <> ").bind(<&str>::from(Stage::Offered));
        sql.push(" ORDER BY kind, id LIMIT ").bind(limit);
        self.rows(sql)
    }

    /// Returns true if any record is offered.
    pub fn has_offers(&self) -> Result<bool, String> {
        let mut sql = select();
        sql.push(" WHERE version > published AND stage = ").bind(<&str>::from(Stage::Offered)).push(" LIMIT 1");
        Ok(!self.rows(sql)?.is_empty())
    }

    /// Writes rows in place of stored ones.
    pub fn write(&self, rows: impl IntoIterator<Item = RecordEntry>) -> Result<(), String> {
        self.insert("INSERT OR REPLACE", rows)
    }

    /// Writes rows that do not exist yet.
    pub fn add(&self, rows: impl IntoIterator<Item = RecordEntry>) -> Result<(), String> {
        self.insert("INSERT OR IGNORE", rows)
    }

    fn insert(&self, insert: &str, rows: impl IntoIterator<Item = RecordEntry>) -> Result<(), String> {
        let columns: Vec<String> = (1..=7).map(|at| format!("column{at}")).collect();
        let mut sql = Sql::new(format!("{insert} INTO record ({COLUMNS}) SELECT {} FROM ", columns.join(", ")));
        sql.rows(rows.into_iter().map(RecordEntry::params));
        self.0.run(sql.finish()).map(drop)
    }

    /// Records that KV has a version of a record.
    pub fn confirm_publication(&self, publication: &Publication) -> Result<(), String> {
        let mut sql = Sql::new("UPDATE record SET published = ");
        sql.bind(publication.version).push(" WHERE kind = ").bind(<&str>::from(publication.kind));
        sql.push(" AND id = ").bind(publication.id.as_str()).push(" AND published < ").bind(publication.version);
        self.0.run(sql.finish()).map(drop)
    }

    /// Withdraws records that were offered before a time in seconds since 1970.
    pub fn withdraw_before(&self, time: i64) -> Result<(), String> {
        let mut sql = Sql::new("UPDATE record SET version = version + 1, stage = ");
        sql.bind(<&str>::from(Stage::Withdrawn)).push(" WHERE version > published AND stage = ");
        sql.bind(<&str>::from(Stage::Offered)).push(" AND at < ").bind(time);
        self.0.run(sql.finish()).map(drop)
    }

    fn rows(&self, sql: Sql) -> Result<Vec<RecordEntry>, String> {
        self.0.run(sql.finish())?.into_iter().map(record).collect()
    }
}

fn select() -> Sql {
    Sql::new(format!("SELECT {COLUMNS} FROM record"))
}
