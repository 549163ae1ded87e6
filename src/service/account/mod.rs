//! Accounts: whose keys these are, which plan they have, and which brands they monitor.
//!
//! In scope: the records as they are kept, what they must be, and how they change ([`records`]). Out of scope: where they
//! are kept (the Worker), the secrets that open anything ([`crate::service::credential`]), counting ([`crate::service::meter`]).

pub mod answer;
mod plan;
pub mod records;
pub mod request;
pub mod usage;

pub use plan::{DEFAULT_PLANS, authorize, default_limits, endpoints, max_webhooks, without_limits};

use crate::guard::problem::{Code, Violation};
use crate::guard::request::MonitoredBrand;
use crate::query::columnar::Viewer;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// The account of keys that name none: the operator's own, which needs no record.
pub const OPERATOR_ACCOUNT: &str = "acc_0000000000";

/// An interface: the Data API for partners and agents, or the Account API for an account's own applications.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the variants are the interfaces")]
pub enum Api {
    #[default]
    Data,
    Account,
}

impl Api {
    /// The names, in the order in which messages list them.
    pub const NAMES: &'static [&'static str] = Self::VARIANTS;

    /// Its name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Data => "Data API",
            Self::Account => "Account API",
        }
    }

    /// The scope that its keys need.
    pub const fn scope(self) -> &'static str {
        match self {
            Self::Data => crate::service::credential::DATA_SCOPE,
            Self::Account => crate::service::credential::ACCOUNT_SCOPE,
        }
    }
}

/// An account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members are those of the account")]
pub struct Account {
    pub id: String,
    pub name: String,
    pub plan: String,
    pub status: AccountStatus,
    #[serde(default)]
    pub brands: Vec<MonitoredBrand>,
    /// RFC 3339.
    pub created_at: String,
    /// Grows by one with each change; 0 of one that was made before accounts had any, and was never changed since.
    #[serde(default)]
    pub revision: u64,
}

/// Whether an account may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum AccountStatus {
    /// It may.
    Active,
    /// It may not, until it is active again.
    Suspended,
}

impl Account {
    /// Whose views of the dataset are read: those of its brands.
    pub fn viewer(&self) -> Viewer<'_> {
        Viewer { account: &self.id, brands: &self.brands }
    }

    /// Whether it may ask.
    pub fn authorize(&self) -> Result<(), Violation> {
        match self.status {
            AccountStatus::Active => Ok(()),
            AccountStatus::Suspended => Err(suspended()),
        }
    }
}

/// What is answered to whoever asks for an account that is suspended.
pub fn suspended() -> Violation {
    Violation::new(Code::AccountSuspended, "", "the account is suspended. Its operator can say why.")
}
