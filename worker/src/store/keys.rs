//! Keys in KV: records by the hash of their secret, and lists by account and by id.

use crate::app::unavailable;
use overheard::credential::KeyRecord;
use overheard::problem::Violation;
use serde::{Deserialize, Serialize};
use worker::KvStore;
use worker::kv::KvError;

/// Where the record of an id is.
#[derive(Serialize, Deserialize)]
struct Place {
    hash: String,
}

/// The keys of every account.
pub struct KeyStore {
    kv: KvStore,
}

impl KeyStore {
    /// The keys in a namespace.
    pub fn new(kv: KvStore) -> Self {
        Self { kv }
    }

    /// The record of the secret with this hash.
    ///
    /// # Errors
    /// When KV does not answer, or answers something that is no record.
    pub async fn find(&self, hash: &str) -> Result<Option<KeyRecord>, Violation> {
        self.kv.get(&record_name(hash)).json().await.map_err(fault)
    }

    /// Keeps a new or changed record.
    ///
    /// # Errors
    /// When KV does not answer.
    pub async fn keep(&self, record: &KeyRecord) -> Result<(), Violation> {
        let place = Place { hash: record.hash.clone() };
        // The record comes last: what opens the door is complete before it does.
        self.put(&place_name(&record.id), &place).await?;
        self.put(&listed_name(&record.account_id, &record.id), &place).await?;
        self.put(&record_name(&record.hash), record).await
    }

    /// The record with this id.
    ///
    /// # Errors
    /// When KV does not answer.
    pub async fn find_by_id(&self, id: &str) -> Result<Option<KeyRecord>, Violation> {
        let place: Option<Place> = self.kv.get(&place_name(id)).json().await.map_err(fault)?;
        match place {
            Some(place) => self.find(&place.hash).await,
            None => Ok(None),
        }
    }

    /// The records of an account, or of all of them.
    ///
    /// # Errors
    /// When KV does not answer.
    pub async fn list(&self, account_id: Option<&str>) -> Result<Vec<KeyRecord>, Violation> {
        let prefix = account_id.map_or_else(|| "account/".to_owned(), |id| format!("account/{id}/credential/"));
        let mut records = Vec::new();
        let mut cursor = None;
        loop {
            let mut list = self.kv.list().prefix(prefix.clone());
            if let Some(cursor) = cursor {
                list = list.cursor(cursor);
            }
            let page = list.execute().await.map_err(fault)?;
            for key in &page.keys {
                let listed = key.name.split_once("/credential/");
                if let Some((_, id)) = listed
                    && let Some(record) = self.find_by_id(id).await?
                {
                    records.push(record);
                }
            }
            match page.cursor {
                Some(next) if !page.list_complete => cursor = Some(next),
                _ => return Ok(records),
            }
        }
    }

    async fn put(&self, name: &str, value: &impl Serialize) -> Result<(), Violation> {
        let text = serde_json::to_string(value).map_err(|error| unavailable("KV", &error))?;
        self.kv.put(name, text).map_err(fault)?.execute().await.map_err(fault)
    }
}

fn record_name(hash: &str) -> String {
    format!("credential/{hash}")
}

fn place_name(id: &str) -> String {
    format!("key/{id}")
}

fn listed_name(account_id: &str, id: &str) -> String {
    format!("account/{account_id}/credential/{id}")
}

fn fault(error: KvError) -> Violation {
    unavailable("KV", &error)
}
