//! The requests behind events: ordinary requests to the Account API.

use crate::guard::problem::Problems;
use crate::guard::request::account::AccountRequest;
use crate::spec::AccountOperation;
use crate::sql::StoreError;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::future::Future;

/// A source of answers to an account's requests, all from one version of the dataset. If another version is served in
/// the meantime, it returns a fault and the event scan starts again. A scan compares answers, so they must come from
/// one version.
pub trait EventAnswers {
    /// The reason why there is no answer.
    type Fault: From<Problems> + From<StoreError>;

    /// Returns the body of the answer.
    fn ask(&self, request: &AccountRequest) -> impl Future<Output = Result<Value, Self::Fault>>;
}

/// A page of a list.
#[derive(Deserialize)]
struct Listed {
    data: Vec<Value>,
    next_cursor: Option<String>,
}

/// Builds a request with the given parameters.
pub(super) fn question(operation: AccountOperation, parameters: &[(&str, &str)]) -> Result<AccountRequest, Problems> {
    let encoded = |value: &str| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    AccountRequest::parse(operation, pairs.join("&").as_bytes())
}

/// Sends a request and deserializes its answer.
pub(super) async fn answered<T: DeserializeOwned, A: EventAnswers>(
    answers: &A,
    operation: AccountOperation,
    parameters: &[(&str, &str)],
) -> Result<T, A::Fault> {
    Ok(read(answers.ask(&question(operation, parameters)?).await?)?)
}

/// Passes the items of a list to `take`, from the first one on, in pages of `page` items. Stops when `take` returns
/// false. Returns true if the list was read to its end.
pub(super) async fn each_item<A: EventAnswers>(
    answers: &A,
    request: &AccountRequest,
    page: usize,
    mut take: impl FnMut(Value) -> Result<bool, StoreError>,
) -> Result<bool, A::Fault> {
    let first = request.in_pages_of(page);
    let mut next = first.clone();
    loop {
        let Listed { data, next_cursor } = read(answers.ask(&next).await?)?;
        let mut left = data.into_iter();
        let mut wants_more = true;
        while wants_more && let Some(item) = left.next() {
            wants_more = take(item)?;
        }
        match next_cursor {
            None => return Ok(left.len() == 0),
            Some(_) if !wants_more => return Ok(false),
            Some(cursor) => next = first.next(&cursor),
        }
    }
}

/// Deserializes a JSON value.
pub(super) fn read<T: DeserializeOwned>(value: Value) -> Result<T, StoreError> {
    serde_json::from_value(value)
        .map_err(|error| StoreError::Unavailable(format!("an answer does not hold what it should: {error}")))
}
