//! Preparing account views: a Durable Object for each set of brands. Nothing else speaks to them.

use super::object_stub::ObjectStub;
use super::within;
use crate::fault::unavailable;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use overheard::guard::problem::Violation;
use overheard::guard::request::MonitoredBrand;
use overheard::query::{DatabaseUsage, DatasetVersion};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use worker::Env;

/// The address of an object.
const ADDRESS: &str = "https://views/";
/// Milliseconds that the way to an object and back may take, besides what it was asked to wait.
const WAY_MS: u64 = 5_000;

/// What an object is asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// To have what some brands see of the served version prepared.
    Prepare {
        /// The brands, without the ids that they have in an account.
        brands: Vec<MonitoredBrand>,
        /// Milliseconds to wait for it.
        wait_ms: u64,
        /// Mentions of the largest view that is waited for.
        waits_up_to: u64,
    },
    /// How far it is, which begins nothing.
    Look,
}

/// Rows of the database that preparing a view took.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Spent {
    pub rows_read: u64,
    pub rows_written: u64,
}

impl Spent {
    /// Returns the sum with the usage of a backend.
    pub fn and(self, usage: DatabaseUsage) -> Self {
        Self { rows_read: self.rows_read + usage.rows_read, rows_written: self.rows_written + usage.rows_written }
    }
}

/// How far a view is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewState {
    /// It is prepared.
    Prepared {
        /// The version.
        dataset: DatasetVersion,
        /// How many mentions it has.
        mentions: u64,
        /// What it took.
        spent: Spent,
    },
    /// It is being prepared.
    Preparing {
        /// How many mentions are done.
        done: u64,
        /// How many there are; 0 while nobody knows.
        of: u64,
        /// What it took so far.
        spent: Spent,
    },
    /// There is no version yet.
    NoDataset,
    /// There can be none, for this reason.
    Refused(String),
    /// It failed too often. The log says why.
    GivenUp,
}

/// The object of a set of brands.
pub struct Views {
    object: ObjectStub,
    brands: Vec<MonitoredBrand>,
}

impl Views {
    /// The object of an account's brands, which all accounts with the same ones share, kept in a jurisdiction if one is
    /// named.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn of(env: &Env, brands: &[MonitoredBrand], jurisdiction: Option<&str>) -> Result<Self, Violation> {
        let without_id = |brand: &MonitoredBrand| MonitoredBrand { id: String::new(), ..brand.clone() };
        let brands: Vec<MonitoredBrand> = brands.iter().map(without_id).collect();
        let definition = serde_json::to_vec(&brands).map_err(|error| unavailable("views", &error))?;
        let name = URL_SAFE_NO_PAD.encode(Sha256::digest(definition));
        let object = ObjectStub::of(env, "VIEWS", &name, jurisdiction).map_err(|error| unavailable("views", &error))?;
        Ok(Self { object, brands })
    }

    /// Has the view prepared, and waits so many milliseconds for it, unless it has too many mentions to be waited for.
    ///
    /// # Errors
    /// When the object does not answer in time, or not with what was asked for.
    pub async fn prepare(&self, wait_ms: u64, waits_up_to: u64) -> Result<ViewState, Violation> {
        self.send(&Message::Prepare { brands: self.brands.clone(), wait_ms, waits_up_to }, wait_ms).await
    }

    /// Asks how far the view is, and has nothing prepared.
    ///
    /// # Errors
    /// The same.
    pub async fn look(&self) -> Result<ViewState, Violation> {
        self.send(&Message::Look, 0).await
    }

    async fn send(&self, message: &Message, wait_ms: u64) -> Result<ViewState, Violation> {
        let answer = within(wait_ms + WAY_MS, self.object.send(ADDRESS, message)).await;
        answer.unwrap_or_else(|| Err("it took too long".to_owned())).map_err(|error| unavailable("views", &error))
    }
}
