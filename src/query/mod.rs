//! Queries of the dataset and their answers, and the interface of a database that answers them.
//!
//! In scope: types that callers and backends share, and the traits of a [`Backend`]. Out of scope: SQL, and how records
//! are stored ([`crate::backend`]).

mod account;
pub mod answer;
mod backend;
pub mod brand_preview;
mod error;
mod explanation;
mod progress;
mod version;
mod versions;

pub use account::{AccountAnswer, AccountQuery, Viewer};
pub use backend::{AccountBackend, Backend, DataBackend, DatabaseUsage, PendingAnswer, VersionStore, ViewPreparation};
pub use error::QueryError;
pub use explanation::{AnswerExplanation, Estimate, PlanExplanation, ReadExplanation};
pub use progress::PreparationProgress;
pub use version::DatasetVersion;
pub use versions::{
    BaseVersion, ErasedRows, ImportStart, ImportStep, ImportTable, Increment, JsonRows, PendingImport,
    PublishedVersion, RecordCounts, ReplacedVersion, SCHEMA_FINGERPRINT, VersionState,
};
