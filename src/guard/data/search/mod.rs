//! `POST /v1/search`: example documents, allowlisted and capped.
//!
//! Request `{index, filters?, q?, sort_field?, sort_order?, size?}`, answer
//! `{index, matched_documents, matched_creators?, results}`.

#[cfg(feature = "edge")]
mod answer;
#[cfg(feature = "edge")]
mod request;

use super::form::{Otherwise, Takes, form};
use crate::spec::limits::MAX_RESULTS;
use crate::spec::symbol::Use;
use crate::spec::{Index, Order};

#[cfg(feature = "edge")]
pub use answer::{Document, MentionDocument, SearchAnswer, VideoDocument};
#[cfg(feature = "edge")]
pub use request::SearchRequest;

form! {
    FORM, MEMBERS,
    "index": Takes::OneOf(&Index::WORDS), Otherwise::Required;
    "filters": Takes::Filters, Otherwise::Is("{}");
    "q": Takes::Question, Otherwise::Nothing;
    "sort_field": Takes::Field(Use::Sort), Otherwise::Nothing;
    "sort_order": Takes::OneOf(&Order::WORDS), Otherwise::Is("\"desc\"");
    "size": Takes::Whole(MAX_RESULTS), Otherwise::Is("10");
}
