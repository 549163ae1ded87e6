//! Lists the words of the prefixes in a full-text query, within their limit.

use crate::base::text::{MAX_PREFIX_WORDS, TextQuery};
use crate::guard::problem::{Code, Violation};
use crate::query::QueryError;
use std::collections::BTreeSet;

/// The location of `q` in the body of a search.
pub(super) const SEARCH_Q: &str = "/q";
/// The location of `q` in the address of a request for an account.
pub(super) const ACCOUNT_Q: &str = "?q";

/// Lists the words of each prefix from a vocabulary. `param` is the location of the query.
///
/// # Errors
/// [`QueryError::Invalid`] if too many words begin with a prefix.
pub(super) fn expand(text: &mut TextQuery, vocabulary: &BTreeSet<String>, param: &str) -> Result<(), QueryError> {
    text.expand(vocabulary).map_err(|prefix| {
        let message = format!("q: more than {MAX_PREFIX_WORDS} words begin with '{prefix}'. Write more of the word.");
        Violation::new(Code::LimitViolation, param, message).into()
    })
}
