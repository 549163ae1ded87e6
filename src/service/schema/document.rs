//! The description as text. Everything but its end is the same for all keys, and is serialized and hashed once.

use super::{key_members, shared_members, version_members};
use crate::service::envelope::{Form, Meta, members_of};
use crate::service::meter::PlanLimits;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::cell::OnceCell;

thread_local! {
    /// The members that are the same for all keys and versions.
    static SHARED_MEMBERS: OnceCell<String> = const { OnceCell::new() };
}

/// The part of the description that depends on the key and the deployment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeySettings {
    /// The default form of answers, set by the deployment.
    pub form: Form,
    /// Maximum number of records in a search of the key.
    pub search_size: u32,
    /// The limits of the key's plan.
    pub rate: PlanLimits,
}

/// The description of one dataset version in one form, without the part that depends on the key.
pub struct SchemaDocument {
    dataset_version: Option<String>,
    form: Form,
    start: String,
    hash: Sha256,
}

impl SchemaDocument {
    /// Creates the document. The version is `None` before the first import.
    pub fn new(dataset_version: Option<String>, form: Form) -> serde_json::Result<Self> {
        let shared_members = SHARED_MEMBERS.with(|once| match once.get() {
            Some(written) => Ok(written.clone()),
            None => text(shared_members()).inspect(|written| drop(once.set(written.clone()))),
        })?;
        let (before, _) = form.around();
        let start = format!("{before}{{{},{shared_members}", text(version_members(dataset_version.as_deref()))?);
        let hash = Sha256::new_with_prefix(&start);
        Ok(Self { dataset_version, form, start, hash })
    }

    /// Returns true if the document is of a version in a form.
    pub fn matches(&self, dataset_version: Option<&str>, form: Form) -> bool {
        self.dataset_version.as_deref() == dataset_version && self.form == form
    }

    /// Returns the complete description for a key, and its SHA-256. Requested additional members come last.
    pub fn write(&self, key: &KeySettings, meta: Option<&Meta>) -> serde_json::Result<(String, [u8; 32])> {
        let mut end = format!(",{}", text(key_members(key))?);
        if meta.is_some() {
            end.push(',');
            end += members_of(&Meta::to_json(meta)?);
        }
        end.push('}');
        end += self.form.around().1;
        let hash = self.hash.clone().chain_update(&end).finalize().into();
        Ok(([self.start.as_str(), &end].concat(), hash))
    }
}

/// Returns the members of an object without the braces.
fn text(members: Map<String, Value>) -> serde_json::Result<String> {
    Ok(members_of(&serde_json::to_string(&members)?).to_owned())
}
