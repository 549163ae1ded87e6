//! The client of [`Preparer`](crate::preparer::Preparer), the Durable Object that prepares the view of a set of brands.
//! No other code addresses these objects.

use super::object_stub::ObjectStub;
use crate::fault::unavailable;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use overheard::guard::problem::Violation;
use overheard::guard::request::MonitoredBrand;
use overheard::query::{DatabaseUsage, DatasetVersion};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use worker::Env;

/// Milliseconds for a call to an object, in addition to the time that the object waits for the view.
const CALL_MS: u64 = 5_000;

/// A message to an object.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewMessage {
    /// Prepare the view of some brands of the served version.
    Prepare {
        /// The brands, without their ids in an account.
        brands: Vec<MonitoredBrand>,
        /// Milliseconds to wait for the view.
        wait_ms: u64,
        /// The largest view to wait for, in mentions.
        #[serde(rename = "waits_up_to")]
        max_mentions: u64,
    },
    /// Return the progress. Does not start a preparation.
    #[serde(rename = "look")]
    Progress,
}

/// The rows that the database read and wrote for a preparation.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct PreparationCost {
    pub rows_read: u64,
    pub rows_written: u64,
}

impl PreparationCost {
    /// Adds the usage of a backend.
    pub fn and(self, usage: DatabaseUsage) -> Self {
        Self { rows_read: self.rows_read + usage.rows_read, rows_written: self.rows_written + usage.rows_written }
    }
}

/// The state of a view.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ViewState {
    /// The view is prepared.
    Prepared {
        /// The dataset version of the view.
        dataset: DatasetVersion,
        /// The number of mentions in the view.
        mentions: u64,
        /// The cost of the preparation.
        spent: PreparationCost,
    },
    /// The view is being prepared.
    Preparing {
        /// The mentions that are processed.
        done: u64,
        /// The mentions of the whole view. 0 if not known yet.
        of: u64,
        /// The cost so far.
        spent: PreparationCost,
    },
    /// No dataset has been imported yet.
    NoDataset,
    /// The view cannot be prepared, for this reason.
    Refused(String),
    /// The preparation failed too often. The log has the reason.
    GivenUp,
}

/// The client of the object of a set of brands.
pub struct ViewClient {
    object: ObjectStub,
    brands: Vec<MonitoredBrand>,
}

impl ViewClient {
    /// Returns the client for an account's brands. Accounts with the same brands share an object, which is in a
    /// jurisdiction if one is given.
    ///
    /// # Errors
    /// 503 if the deployment has no such binding.
    pub fn of(env: &Env, brands: &[MonitoredBrand], jurisdiction: Option<&'static str>) -> Result<Self, Violation> {
        let without_id = |brand: &MonitoredBrand| MonitoredBrand { id: String::new(), ..brand.clone() };
        let brands: Vec<MonitoredBrand> = brands.iter().map(without_id).collect();
        let definition = serde_json::to_vec(&brands).map_err(|error| unavailable("views", &error))?;
        let name = URL_SAFE_NO_PAD.encode(Sha256::digest(definition));
        let object = ObjectStub::of(env, "VIEWS", &name, jurisdiction).map_err(|error| unavailable("views", &error))?;
        Ok(Self { object, brands })
    }

    /// Prepares the view. Waits at most `wait_ms`, and not at all if the view has more than `max_mentions`.
    ///
    /// # Errors
    /// 503 if the object does not answer in time, or its answer is not valid.
    pub async fn prepare(&self, wait_ms: u64, max_mentions: u64) -> Result<ViewState, Violation> {
        self.send(&ViewMessage::Prepare { brands: self.brands.clone(), wait_ms, max_mentions }, wait_ms).await
    }

    /// Returns the progress of the view. Does not start a preparation.
    ///
    /// # Errors
    /// As for [`Self::prepare`].
    pub async fn progress(&self) -> Result<ViewState, Violation> {
        self.send(&ViewMessage::Progress, 0).await
    }

    async fn send(&self, message: &ViewMessage, wait_ms: u64) -> Result<ViewState, Violation> {
        self.object.ask("", message, wait_ms + CALL_MS).await.map_err(|error| unavailable("views", &error))
    }
}
