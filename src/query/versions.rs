//! Published versions of the dataset, and the imports that make them.

use crate::spec::answer::Content;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// The request header with the [`super::VersionStore::schema_fingerprint`] of the operator's command.
pub const SCHEMA_FINGERPRINT: &str = "x-schema-fingerprint";

/// A published version, as operators see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of the other fields say what they hold")]
pub struct PublishedVersion {
    pub generation: u32,
    /// The number of increments that were added to the generation.
    pub revision: u32,
    pub version: String,
    /// The name of the import that made it.
    pub import: String,
    /// A hash of the inputs alone.
    pub inputs: String,
    pub videos: u64,
    pub snapshots: u64,
    pub mentions: u64,
    /// The time of publication, RFC 3339.
    pub published_at: String,
}

impl PublishedVersion {
    /// Returns the base of an increment to this version.
    pub const fn base(&self) -> BaseVersion {
        BaseVersion { generation: self.generation, revision: self.revision }
    }
}

/// The version that an import is based on. If another version is served, the import fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields say what they hold")]
pub struct BaseVersion {
    pub generation: u32,
    pub revision: u32,
}

impl BaseVersion {
    /// No version. Generations are numbered from 1.
    pub const NONE: Self = Self { generation: 0, revision: 0 };
}

/// An import that has begun and is not published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PendingImport {
    /// The number of the generation that it makes.
    pub generation: u32,
    /// The name of the import: a hash of the inputs and of the base version.
    pub import: String,
    /// A hash of the inputs alone.
    pub inputs: String,
    /// The time of the start, RFC 3339. Records without a time of their own get this time.
    pub started_at: String,
    /// The time of its last activity in seconds since 1970.
    pub touched_at: i64,
    /// The position of the next step in [`ImportStep::ALL`].
    pub step: u32,
    /// The number of batches that are loaded per table, as a JSON object.
    pub loaded: String,
}

impl PendingImport {
    /// Returns the next step.
    pub fn next_step(&self) -> ImportStep {
        let step = usize::try_from(self.step).ok().and_then(|step| ImportStep::ALL.get(step));
        step.copied().unwrap_or(ImportStep::Publish)
    }
}

/// A step of an import after its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportStep {
    /// Batches of rows are loaded.
    Load,
    /// The generation is published.
    Publish,
}

impl ImportStep {
    /// All steps, in order.
    pub const ALL: [Self; 2] = [Self::Load, Self::Publish];

    /// Returns the name of the step for operators.
    pub const fn phase(self) -> &'static str {
        match self {
            Self::Load => "loading",
            Self::Publish => "publishing",
        }
    }

    /// Returns the position among all steps.
    pub fn number(self) -> u32 {
        let position = Self::ALL.iter().position(|step| *step == self).unwrap_or(Self::ALL.len());
        u32::try_from(position).unwrap_or(u32::MAX)
    }
}

/// The versions that exist.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VersionState {
    /// The version that is served.
    pub served: Option<PublishedVersion>,
    /// The version served before, to which a rollback returns.
    pub previous: Option<PublishedVersion>,
    /// The unpublished import.
    pub loading: Option<PendingImport>,
    /// The numbers of generations that are no longer used but may still have rows.
    pub dropped: Vec<u32>,
}

impl VersionState {
    /// Returns the number of the next generation.
    pub fn next_generation(&self) -> u32 {
        let published = [&self.served, &self.previous].into_iter().flatten().map(|version| version.generation);
        let loading = self.loading.as_ref().map(|loading| loading.generation);
        published.chain(loading).chain(self.dropped.iter().copied()).max().unwrap_or(0) + 1
    }
}

/// The request to begin an import.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportStart {
    /// The name of the import: the SHA-256 of the inputs and of the base version, hexadecimal.
    pub import: String,
    /// The SHA-256 of the inputs alone, hexadecimal.
    pub inputs: String,
    /// The version that must be served. Generation 0 means that none is served. Without a base, any version is
    /// replaced.
    pub base: Option<BaseVersion>,
    /// The time of the import, RFC 3339 in UTC.
    pub started_at: String,
}

/// An import of few records that is added to the served generation in one transaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Increment {
    /// The name of the import: the SHA-256 of the inputs and of the base version, hexadecimal.
    pub import: String,
    /// The SHA-256 of the inputs alone, hexadecimal.
    pub inputs: String,
    /// The version that must be served.
    pub base: BaseVersion,
    /// The time of the import, RFC 3339 in UTC.
    pub started_at: String,
    /// The content of the dataset after the increment.
    pub content: Content,
}

/// The rows that an erasure changes.
#[derive(Debug)]
pub struct ErasedRows<R> {
    /// The tables of the stored batches, by the batches' numbers.
    pub batches: Vec<String>,
    /// The rows to remove.
    pub removed: Vec<R>,
    /// The rows of the delta segment.
    pub delta: Vec<JsonRows>,
}

/// The handling of the version that a publication replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacedVersion {
    /// It is kept for a rollback.
    Keep,
    /// It is dropped, because it has records that must be erased.
    Drop,
}

/// The number of records in a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the names of the fields say what they hold")]
pub struct RecordCounts {
    pub videos: u64,
    pub snapshots: u64,
    pub mentions: u64,
}

/// A table of the backend that imports fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportTable {
    /// The name of the table.
    pub name: &'static str,
    /// The number of columns of a row.
    pub columns: usize,
    /// The columns of the key, in the order in which rows are exported.
    pub key: Vec<&'static str>,
}

/// Rows of an [`ImportTable`] as the JSON text of an array of arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonRows {
    table: &'static str,
    json: String,
}

impl JsonRows {
    /// Checks that a text is a JSON array of rows with the columns of a table. Returns `None` if it is not.
    pub fn parse(table: &ImportTable, text: Vec<u8>) -> Option<Self> {
        let json = String::from_utf8(text).ok()?;
        let rows: Vec<Vec<IgnoredAny>> = serde_json::from_str(&json).ok()?;
        let fits = rows.iter().all(|row| row.len() == table.columns);
        fits.then_some(Self { table: table.name, json })
    }

    /// Returns the name of the table.
    pub const fn table(&self) -> &'static str {
        self.table
    }

    /// Returns the rows as JSON text.
    pub fn into_json(self) -> String {
        self.json
    }
}
