//! Records of accounts and keys for operators. They are read from the object of each account, never from the copies in
//! KV.

use crate::app::App;
use crate::fault::unavailable;
use crate::platform::now_ms;
use crate::store::keys::OPERATOR_MS;
use overheard::guard::problem::Violation;
use overheard::service::account::Account;
use overheard::service::account::records::{RecordsAnswer, RecordsRequest};
use overheard::service::credential::{KeyRecord, is_id};

/// Milliseconds within which a record must be created, so that its request still waits for the answer.
const CREATE_WITHIN_MS: u64 = 15_000;

/// Sends a message to the object of its account.
///
/// # Errors
/// The object does not answer.
pub async fn send(app: &App, message: &RecordsRequest) -> Result<RecordsAnswer, Violation> {
    app.meter(message.account())?.send_about_records(message, OPERATOR_MS).await
}

/// Returns the time until which a record of this request may be created, in milliseconds since 1970.
pub fn not_after() -> i64 {
    i64::try_from(now_ms() + CREATE_WITHIN_MS).unwrap_or(i64::MAX)
}

/// Reads an account and the given keys, as far as they exist.
///
/// # Errors
/// The object does not answer.
pub async fn read(app: &App, account: &str, keys: Vec<String>) -> Result<(Option<Account>, Vec<KeyRecord>), Violation> {
    // An invalid id names no object.
    if !is_id(account) {
        return Ok((None, Vec::new()));
    }
    match send(app, &RecordsRequest::Read { account: account.to_owned(), keys }).await? {
        RecordsAnswer::Records { account, keys } => Ok((account.map(|account| *account), keys)),
        RecordsAnswer::Refused(refusal) => Err(refusal.violation(account)),
        other => Err(unexpected_answer(&other)),
    }
}

/// Returns the account in an answer.
///
/// # Errors
/// The refusal in the answer.
pub fn account_in(answer: RecordsAnswer, id: &str) -> Result<Account, Violation> {
    match answer {
        RecordsAnswer::Account(account) => Ok(*account),
        RecordsAnswer::Refused(refusal) => Err(refusal.violation(id)),
        other => Err(unexpected_answer(&other)),
    }
}

/// Returns the key in an answer, and the plan of its account.
///
/// # Errors
/// The refusal in the answer.
pub fn key_in(answer: RecordsAnswer, id: &str) -> Result<(KeyRecord, Option<String>), Violation> {
    match answer {
        RecordsAnswer::Key { key, plan } => Ok((*key, plan)),
        RecordsAnswer::Refused(refusal) => Err(refusal.violation(id)),
        other => Err(unexpected_answer(&other)),
    }
}

fn unexpected_answer(answer: &RecordsAnswer) -> Violation {
    let what = match answer {
        RecordsAnswer::Account(_) => "an account",
        RecordsAnswer::Key { .. } => "a key",
        RecordsAnswer::Records { .. } => "records",
        RecordsAnswer::Refused(_) => "a refusal",
    };
    unavailable("the records", &format!("they answered {what} to something else"))
}
