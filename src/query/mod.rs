//! Questions of the dataset and their answers, and the interface of a database that answers them.
//!
//! In scope: types that callers and backends share, and the traits of a [`Backend`]. Out of scope: SQL, and how records are
//! stored ([`crate::backend`]).

mod account;
pub mod answer;
mod backend;
mod error;
mod explanation;
mod progress;
mod version;
mod versions;

pub use account::{AccountAnswer, AccountQuestion, Viewer};
pub use backend::{AccountBackend, Backend, DataBackend, PendingAnswer, Preparation, Usage, VersionStore};
pub use error::QueryError;
pub use explanation::{Estimate, Explained, Explanation, ReadExplanation};
pub use progress::Progress;
pub use version::DatasetVersion;
pub use versions::{
    BaseVersion, ImportStart, ImportStep, ImportTable, Increment, JsonRows, Loading, PublishedVersion, RecordCounts,
    ReplacedVersion, SCHEMA_FINGERPRINT, VersionState,
};
