//! Accounts: owners of keys, with a plan and monitored brands.
//!
//! In scope: the stored records, their checks and their changes ([`records`]). Out of scope: storage (the Worker),
//! secrets ([`crate::service::credential`]), counting ([`crate::service::meter`]).

pub mod answer;
mod plan;
pub mod records;
pub mod request;
pub mod retry_schedule;
pub mod usage;

pub use plan::{
    ALL_ROWS_PLAN, DEFAULT_PLANS, authorize, authorize_rows, default_limits, endpoints, max_webhooks, without_limits,
};

use crate::guard::problem::{Code, Violation};
use crate::guard::request::MonitoredBrand;
use crate::query::Viewer;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// The account of keys without an account id. It belongs to the operator and needs no record.
pub const OPERATOR_ACCOUNT: &str = "acc_0000000000";

/// The scope that every operation of the Data API needs.
pub const DATA_SCOPE: &str = "data:search";
/// The scope that every operation of the Account API needs.
pub const ACCOUNT_SCOPE: &str = "account:read";

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

    /// Returns the name of the API.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the display name of the API.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Data => "Data API",
            Self::Account => "Account API",
        }
    }

    /// Returns the scope that keys of the API need.
    pub const fn scope(self) -> &'static str {
        match self {
            Self::Data => DATA_SCOPE,
            Self::Account => ACCOUNT_SCOPE,
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
    /// The revision, which grows by one with each change. It is 0 for an unchanged account from before revisions
    /// existed.
    #[serde(default)]
    pub revision: u64,
}

/// The state that decides if requests of an account are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum AccountStatus {
    /// Requests are accepted.
    Active,
    /// Requests are refused until the account is active again.
    Suspended,
}

impl Account {
    /// Returns the viewer of the dataset that has the account's brands.
    pub fn viewer(&self) -> Viewer<'_> {
        Viewer { account: &self.id, brands: &self.brands }
    }

    /// Checks that the account is active.
    pub fn authorize(&self) -> Result<(), Violation> {
        match self.status {
            AccountStatus::Active => Ok(()),
            AccountStatus::Suspended => Err(suspended()),
        }
    }
}

/// Returns the violation for requests of a suspended account.
pub fn suspended() -> Violation {
    Violation::new(Code::AccountSuspended, "", "the account is suspended. Its operator can say why.")
}
