//! What KV is told of the records.

use super::table::Kind;
use crate::service::account::Account;
use crate::service::credential::KeyRecord;

/// A record that KV is to be told of.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Publication {
    pub kind: Kind,
    pub id: String,
    /// How often it was written: KV may be told of a later version instead, never of an earlier one.
    pub version: i64,
    pub publish: Publish,
}

/// What KV is told of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Publish {
    /// The account is so.
    Account(Account),
    /// There is no account of this id.
    NoAccount(String),
    /// A key is so.
    Key {
        /// The key.
        key: KeyRecord,
        /// Whether KV has never been told of it.
        is_new: bool,
    },
    /// There is no such key.
    NoKey(KeyRecord),
}
