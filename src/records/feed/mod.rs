//! Feeds as they are stored, and the statements that read and write them. The secret is stored as its hash.

use crate::service::credential;
use crate::service::feed::{FeedFormat, FeedQuestion, REPEATED_MS};
use crate::sql::{Row, Sql, Statement, StoreError, from_row};
use serde::Deserialize;

/// The maximum number of feeds of an account.
pub const MAX_FEEDS: u32 = 100;

/// A stored feed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FeedRecord {
    /// SHA-256 of the secret, hexadecimal.
    pub hash: String,
    /// `fed_…`
    pub id: String,
    /// The account.
    pub account: String,
    /// The id of the key that created the feed. The feed has its limits and its access.
    pub key: String,
    /// The part of the secret that may be shown.
    pub secret_hint: String,
    /// The question as JSON.
    pub question: String,
    /// The format of the answers.
    pub format: FeedFormat,
    /// Milliseconds since 1970.
    pub created_at: u64,
    /// Milliseconds since 1970, from which the feed has ended.
    pub expires_at: u64,
    /// The time when the feed was last computed, in milliseconds since 1970. The computation may not have ended.
    pub computed_at: Option<u64>,
}

impl FeedRecord {
    /// Parses a row.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the row cannot be parsed.
    pub fn from_row(row: Row) -> Result<Self, StoreError> {
        from_row(row)
    }

    /// Returns the question. `None` if it is damaged.
    pub fn question(&self) -> Option<FeedQuestion> {
        serde_json::from_str(&self.question).ok()
    }

    /// Builds the statements that store the feed. The first removes the account's feeds that have ended. The second
    /// returns a row if the feed was stored, and none if the account has too many.
    pub fn insert(&self) -> [Statement; 2] {
        let mut ended = Sql::new("DELETE FROM feed WHERE account = ");
        ended.bind(self.account.as_str()).push(" AND expires_at <= ").bind(self.created_at);
        let format = self.format.extension();
        let mut sql = Sql::new(
            "INSERT INTO feed (hash, id, account, key, secret_hint, question, format, created_at, expires_at) SELECT ",
        );
        sql.bind(self.hash.as_str()).push(", ").bind(self.id.as_str()).push(", ").bind(self.account.as_str());
        sql.push(", ").bind(self.key.as_str()).push(", ").bind(self.secret_hint.as_str());
        sql.push(", ").bind(self.question.as_str()).push(", ").bind(format);
        sql.push(", ").bind(self.created_at).push(", ").bind(self.expires_at);
        sql.push(" WHERE (SELECT count(*) FROM feed WHERE account = ").bind(self.account.as_str());
        sql.push(") < ").bind(MAX_FEEDS).push(" RETURNING id");
        [ended.finish(), sql.finish()]
    }

    /// Ends a computation without an answer, so that the next request computes it.
    pub fn release(&self) -> Statement {
        let mut sql = Sql::new("UPDATE feed SET computed_at = NULL WHERE hash = ");
        sql.bind(self.hash.as_str()).push(" AND computed_at = ").bind(self.computed_at.unwrap_or_default());
        sql.finish()
    }
}

/// Reads the feed of a secret that has not ended.
pub fn find(secret: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("SELECT * FROM feed WHERE hash = ");
    sql.bind(credential::hash(secret)).push(" AND expires_at > ").bind(now_ms);
    sql.finish()
}

/// Begins the computation of a feed that has not ended, unless it was computed a short time ago. Returns the feed if it
/// must be computed.
pub fn claim(secret: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("UPDATE feed SET computed_at = ");
    sql.bind(now_ms).push(" WHERE hash = ").bind(credential::hash(secret)).push(" AND expires_at > ").bind(now_ms);
    sql.push(" AND (computed_at IS NULL OR computed_at <= ").bind(now_ms.saturating_sub(REPEATED_MS));
    sql.push(") RETURNING *");
    sql.finish()
}

/// Reads the feeds of an account that have not ended, newest first.
pub fn list(account: &str, now_ms: u64) -> Statement {
    let mut sql = Sql::new("SELECT * FROM feed WHERE account = ");
    sql.bind(account).push(" AND expires_at > ").bind(now_ms);
    sql.push(" ORDER BY created_at DESC, id LIMIT ").bind(MAX_FEEDS);
    sql.finish()
}

/// Removes a feed of an account. Returns a row with its hash if it was removed.
pub fn remove(account: &str, id: &str) -> Statement {
    let mut sql = Sql::new("DELETE FROM feed WHERE id = ");
    sql.bind(id).push(" AND account = ").bind(account).push(" RETURNING hash");
    sql.finish()
}
