//! The same request again, by its `Idempotency-Key`: the answer is that of the first one.

use crate::guard::problem::{Code, Violation};
use crate::sql::{Row, Sql, Statement, StoreError, from_row};
use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The header that names a request.
pub const IDEMPOTENCY_HEADER: &str = "idempotency-key";
/// Characters of a key.
const MIN_CHARACTERS: usize = 8;
const MAX_CHARACTERS: usize = 255;
/// Milliseconds for which an answer is kept.
const KEPT_MS: u64 = 86_400_000;

/// An answer that was given before.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: String,
}

/// Whether a text can be a key.
///
/// # Errors
/// What a key must be.
pub fn check_key(key: &str) -> Result<(), Violation> {
    let is_good =
        (MIN_CHARACTERS..=MAX_CHARACTERS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_good {
        return Ok(());
    }
    let message = format!(
        "header Idempotency-Key must be {MIN_CHARACTERS} to {MAX_CHARACTERS} visible ASCII characters, such as a UUID. Got {}.",
        key.chars().count()
    );
    Err(Violation::new(Code::InvalidHeader, "header:Idempotency-Key", message))
}

/// A request that carries a key.
pub struct KeyedRequest<'r> {
    /// Whose it is.
    pub account: &'r str,
    /// Where it was sent: keys of another path are others.
    pub path: &'static str,
    /// The key.
    pub key: &'r str,
    /// The request in canonical form.
    pub canonical: &'r str,
    /// When it came, milliseconds since 1970.
    pub now_ms: u64,
}

impl KeyedRequest<'_> {
    fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.canonical.as_bytes()))
    }

    fn named(&self, sql: &mut Sql) {
        sql.push("account = ")
            .bind(self.account)
            .push(" AND path = ")
            .bind(self.path)
            .push(" AND key = ")
            .bind(self.key);
        sql.push(" AND created_at > ").bind(self.now_ms.saturating_sub(KEPT_MS));
    }

    /// Adds the condition that the key does not stand for an earlier request.
    pub fn put_unused(&self, sql: &mut Sql) {
        sql.push(" AND NOT EXISTS (SELECT 1 FROM idempotency WHERE ");
        self.named(sql);
        sql.push(")");
    }

    /// Keeps an answer, its status and body, where a row of a table has this id: what was asked for was made.
    pub fn keep(&self, answer: (u16, &str), table: &str, id: &str) -> Statement {
        let (status, body) = answer;
        // Of a key that is no longer kept the row is still there until the next sweep.
        let mut sql =
            Sql::new("INSERT INTO idempotency (account, path, key, request, status, body, created_at) SELECT ");
        sql.bind(self.account).push(", ").bind(self.path).push(", ").bind(self.key).push(", ").bind(self.hash());
        sql.push(", ").bind(u32::from(status)).push(", ").bind(body).push(", ").bind(self.now_ms);
        sql.push(" FROM ").push(table).push(" WHERE id = ").bind(id);
        sql.push(
            " ON CONFLICT (account, path, key) DO UPDATE SET request = excluded.request, status = excluded.status, \
             body = excluded.body, created_at = excluded.created_at",
        );
        sql.finish()
    }

    /// Reads what the key stands for.
    pub fn kept(&self) -> Statement {
        let mut sql = Sql::new("SELECT request, status, body FROM idempotency WHERE ");
        self.named(&mut sql);
        sql.finish()
    }

    /// The answer to be given again, by what [`Self::kept`] read; none where the key stands for nothing.
    ///
    /// # Errors
    /// The fault of the store, and within it the violation where the key stands for another request.
    pub fn replay(&self, kept: Vec<Row>) -> Result<Option<Result<Replay, Violation>>, StoreError> {
        #[derive(Deserialize)]
        struct Kept {
            request: String,
            status: u16,
            body: String,
        }
        let Some(row) = kept.into_iter().next() else { return Ok(None) };
        let Kept { request, status, body } = from_row(row)?;
        Ok(Some(if request == self.hash() { Ok(Replay { status, body }) } else { Err(reused()) }))
    }
}

/// Removes what is no longer kept.
pub fn sweep(now_ms: u64) -> Statement {
    let mut sql = Sql::new("DELETE FROM idempotency WHERE created_at <= ");
    sql.bind(now_ms.saturating_sub(KEPT_MS));
    sql.finish()
}

/// What is answered where the key stands for another request.
fn reused() -> Violation {
    let message =
        "header Idempotency-Key was sent with another body within the last 24 hours. Send the same body, or a new key.";
    Violation::new(Code::IdempotencyKeyReused, "header:Idempotency-Key", message)
}
