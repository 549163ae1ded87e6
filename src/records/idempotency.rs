//! Idempotency keys: a repeated request with the same `Idempotency-Key` receives the answer of the first one.

use crate::guard::problem::{Code, Violation};
use crate::sql::{Row, Sql, Statement, StoreError, from_row};
use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The header that carries the idempotency key.
pub const IDEMPOTENCY_HEADER: &str = "idempotency-key";
/// The minimum and the maximum length of a key, in characters.
const MIN_CHARACTERS: usize = 8;
const MAX_CHARACTERS: usize = 255;
/// Milliseconds for which an answer is kept.
const RETENTION_MS: u64 = 86_400_000;

/// A stored answer of an earlier request.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: String,
}

/// Checks the syntax of a key.
///
/// # Errors
/// A violation that describes a valid key.
pub fn check_key(key: &str) -> Result<(), Violation> {
    let is_valid =
        (MIN_CHARACTERS..=MAX_CHARACTERS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_valid {
        return Ok(());
    }
    let message = format!(
        "header Idempotency-Key must be {MIN_CHARACTERS} to {MAX_CHARACTERS} visible ASCII characters, such as a UUID. Got {}.",
        key.chars().count()
    );
    Err(Violation::new(Code::InvalidHeader, "header:Idempotency-Key", message))
}

/// A request with an idempotency key.
pub struct KeyedRequest<'r> {
    /// The account that sent the request.
    pub account: &'r str,
    /// The path of the request. The same key at another path is another key.
    pub path: &'static str,
    /// The key.
    pub key: &'r str,
    /// The request in canonical form.
    pub canonical: &'r str,
    /// The time of the request, in milliseconds since 1970.
    pub now_ms: u64,
}

impl KeyedRequest<'_> {
    fn hash(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.canonical.as_bytes()))
    }

    /// Adds the condition that a row has this key and has not expired.
    fn put_key(&self, sql: &mut Sql) {
        sql.push("account = ")
            .bind(self.account)
            .push(" AND path = ")
            .bind(self.path)
            .push(" AND key = ")
            .bind(self.key);
        sql.push(" AND created_at > ").bind(self.now_ms.saturating_sub(RETENTION_MS));
    }

    /// Adds the condition that the key was not used before.
    pub fn put_unused(&self, sql: &mut Sql) {
        sql.push(" AND NOT EXISTS (SELECT 1 FROM idempotency WHERE ");
        self.put_key(sql);
        sql.push(")");
    }

    /// Stores the status and the body of an answer, if a row of `table` has this id. That row exists if the request
    /// succeeded.
    pub fn store_answer(&self, answer: (u16, &str), table: &str, id: &str) -> Statement {
        let (status, body) = answer;
        // The row of an expired key exists until the next sweep. The conflict clause replaces it.
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

    /// Reads the stored request hash and answer of the key.
    pub fn read_answer(&self) -> Statement {
        let mut sql = Sql::new("SELECT request, status, body FROM idempotency WHERE ");
        self.put_key(&mut sql);
        sql.finish()
    }

    /// Returns the stored answer from the rows that [`Self::read_answer`] returned. Returns `None` if the key was not
    /// used before.
    ///
    /// # Errors
    /// The error of the store if the row cannot be parsed. The inner result is a violation if the key was used for
    /// another request.
    pub fn parse_answer(&self, rows: Vec<Row>) -> Result<Option<Result<StoredAnswer, Violation>>, StoreError> {
        #[derive(Deserialize)]
        struct Columns {
            request: String,
            status: u16,
            body: String,
        }
        let Some(row) = rows.into_iter().next() else { return Ok(None) };
        let Columns { request, status, body } = from_row(row)?;
        Ok(Some(if request == self.hash() { Ok(StoredAnswer { status, body }) } else { Err(reuse_violation()) }))
    }
}

/// Removes expired keys and their answers.
pub fn sweep(now_ms: u64) -> Statement {
    let mut sql = Sql::new("DELETE FROM idempotency WHERE created_at <= ");
    sql.bind(now_ms.saturating_sub(RETENTION_MS));
    sql.finish()
}

/// Returns the violation for a key that was used for another request.
fn reuse_violation() -> Violation {
    let message =
        "header Idempotency-Key was sent with another body within the last 24 hours. Send the same body, or a new key.";
    Violation::new(Code::IdempotencyKeyReused, "header:Idempotency-Key", message)
}
