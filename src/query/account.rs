//! Queries of the Account API, and their answers.

use super::DatasetVersion;
use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::spec::answer::Basis;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// The account that sends a query.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    /// The id of the account.
    pub account: &'a str,
    /// The brands that the account monitors.
    pub brands: &'a [MonitoredBrand],
}

/// A query of the Account API.
#[derive(Debug, Clone, Copy)]
pub struct AccountQuery<'q> {
    /// The checked request.
    pub request: &'q AccountRequest,
    /// The account that sends the query.
    pub viewer: Viewer<'q>,
    /// The date in UTC.
    pub today: Date,
    /// The key that signs cursors.
    pub secret: &'q [u8],
}

impl AccountQuery<'_> {
    /// Returns the cache key of the answer: the SHA-256 of everything that the answer depends on, hexadecimal. `code`
    /// is the version of the program.
    pub fn cache_key(&self, code: &str, dataset: &DatasetVersion) -> String {
        let Viewer { account, brands } = self.viewer;
        let brands = serde_json::to_string(brands).unwrap_or_default();
        let DatasetVersion { generation, revision, version, .. } = dataset;
        let version = format!("{generation} {revision} {version}");
        // No part has a line break: JSON escapes the line breaks of brands.
        let parts = [code, account, &brands, &version, &self.request.address, &self.today.to_string()];
        HEXLOWER.encode(&Sha256::digest(parts.join("\n").as_bytes()))
    }
}

/// An answer of the Account API.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AccountAnswer {
    /// The documented object as JSON.
    pub body: Box<RawValue>,
    /// The canonical address of the next page, if there is one.
    pub next: Option<String>,
    /// The sample sizes of the numbers in the answer.
    #[serde(default)]
    pub basis: Basis,
}

impl AccountAnswer {
    /// Returns the object with its sample sizes as the member `_meta`, which reports read.
    ///
    /// # Errors
    /// Errors of the serializer.
    pub fn with_basis(&self) -> serde_json::Result<Value> {
        let mut object: Value = serde_json::from_str(self.body.get())?;
        if let Some(members) = object.as_object_mut() {
            members.insert("_meta".to_owned(), serde_json::to_value(&self.basis)?);
        }
        Ok(object)
    }
}
