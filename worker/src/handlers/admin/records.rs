//! Records of accounts and keys, as operators see and change them: asked of the object of each account, never of
//! copies.

use crate::app::App;
use crate::fault::unavailable;
use crate::platform::now_ms;
use crate::store::keys::OPERATOR_MS;
use overheard::guard::problem::Violation;
use overheard::service::account::Account;
use overheard::service::account::records::{RecordsAnswer, RecordsRequest};
use overheard::service::credential::{KeyRecord, is_id};

/// Milliseconds within which something new must be made, so that the answer still finds whoever waits for it.
const MADE_WITHIN_MS: u64 = 15_000;

/// Asks the object of the account that a message is about.
///
/// # Errors
/// When it does not answer.
pub async fn ask(app: &App, message: &RecordsRequest) -> Result<RecordsAnswer, Violation> {
    app.meter(message.account())?.send_about_records(message, OPERATOR_MS).await
}

/// Until when something new may be made that is asked for now, in milliseconds since 1970.
pub fn not_after() -> i64 {
    i64::try_from(now_ms() + MADE_WITHIN_MS).unwrap_or(i64::MAX)
}

/// An account, and those of its keys with some ids that there are.
///
/// # Errors
/// When its object does not answer.
pub async fn read(app: &App, account: &str, keys: Vec<String>) -> Result<(Option<Account>, Vec<KeyRecord>), Violation> {
    // Whatever is no id is the name of no object.
    if !is_id(account) {
        return Ok((None, Vec::new()));
    }
    match ask(app, &RecordsRequest::Read { account: account.to_owned(), keys }).await? {
        RecordsAnswer::Records { account, keys } => Ok((account.map(|account| *account), keys)),
        RecordsAnswer::Refused(refusal) => Err(refusal.violation(account)),
        other => Err(strange(&other)),
    }
}

/// The account that was asked for by an id.
///
/// # Errors
/// Why it is refused.
pub fn account_in(answer: RecordsAnswer, id: &str) -> Result<Account, Violation> {
    match answer {
        RecordsAnswer::Account(account) => Ok(*account),
        RecordsAnswer::Refused(refusal) => Err(refusal.violation(id)),
        other => Err(strange(&other)),
    }
}

/// The key that was asked for by an id, and the plan of its account.
///
/// # Errors
/// Why it is refused.
pub fn key_in(answer: RecordsAnswer, id: &str) -> Result<(KeyRecord, Option<String>), Violation> {
    match answer {
        RecordsAnswer::Key { key, plan } => Ok((*key, plan)),
        RecordsAnswer::Refused(refusal) => Err(refusal.violation(id)),
        other => Err(strange(&other)),
    }
}

fn strange(answer: &RecordsAnswer) -> Violation {
    let what = match answer {
        RecordsAnswer::Account(_) => "an account",
        RecordsAnswer::Key { .. } => "a key",
        RecordsAnswer::Records { .. } => "records",
        RecordsAnswer::Refused(_) => "a refusal",
    };
    unavailable("the records", &format!("they answered {what} to something else"))
}
