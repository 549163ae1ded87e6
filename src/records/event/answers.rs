//! The requests that event scans send: ordinary requests to the Account API.

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
/// the meantime, it returns an error and the event scan starts again. A scan compares answers, so they must come from
/// one version.
pub trait EventAnswers {
    /// The reason why there is no answer.
    type Error: From<Problems> + From<StoreError>;

    /// Returns the body of the answer.
    fn fetch(&self, request: &AccountRequest) -> impl Future<Output = Result<Value, Self::Error>>;

    /// Passes over a query of a webhook that is refused, now and later.
    ///
    /// # Errors
    /// The error if it is not a refusal.
    fn skip_refused(&self, q: &str, error: Self::Error) -> Result<(), Self::Error>;
}

/// A page of a list.
#[derive(Deserialize)]
struct Page {
    data: Vec<Value>,
    next_cursor: Option<String>,
}

/// Builds a request with the given parameters.
pub(super) fn build_request(
    operation: AccountOperation,
    parameters: &[(&str, &str)],
) -> Result<AccountRequest, Problems> {
    let encoded = |value: &str| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    AccountRequest::parse(operation, pairs.join("&").as_bytes())
}

/// Sends a request and deserializes its answer.
pub(super) async fn fetch<T: DeserializeOwned, A: EventAnswers>(
    answers: &A,
    operation: AccountOperation,
    parameters: &[(&str, &str)],
) -> Result<T, A::Error> {
    Ok(deserialize(answers.fetch(&build_request(operation, parameters)?).await?)?)
}

/// Passes the items of a list to `visit`, from the first one on, in pages of `page` items. Stops when `visit` returns
/// false. Returns true if the list was read to its end.
pub(in crate::records) async fn for_each_item<A: EventAnswers>(
    answers: &A,
    request: &AccountRequest,
    page: usize,
    mut visit: impl FnMut(Value) -> Result<bool, StoreError>,
) -> Result<bool, A::Error> {
    let first = request.in_pages_of(page);
    let mut next = first.clone();
    loop {
        let Page { data, next_cursor } = deserialize(answers.fetch(&next).await?)?;
        let mut items = data.into_iter();
        let mut wants_more = true;
        while wants_more && let Some(item) = items.next() {
            wants_more = visit(item)?;
        }
        match next_cursor {
            None => return Ok(items.len() == 0),
            Some(_) if !wants_more => return Ok(false),
            Some(cursor) => next = first.next(&cursor),
        }
    }
}

/// Deserializes a JSON value.
pub(in crate::records) fn deserialize<T: DeserializeOwned>(value: Value) -> Result<T, StoreError> {
    serde_json::from_value(value)
        .map_err(|error| StoreError::Unavailable(format!("an answer does not hold what it should: {error}")))
}
