//! `POST /v1/creators`: ranked creators, a search on `siv_content_creator`.
//!
//! Request `{filters?, sort_field?, sort_order?, size?}`, answer
//! `{matched_creators, matched_documents, results}`.

#[cfg(feature = "edge")]
mod answer;

use super::form::{Otherwise, Takes, form};
use crate::spec::Order;
use crate::spec::limits::MAX_RESULTS;
use crate::spec::symbol::Use;

#[cfg(feature = "edge")]
pub use answer::{CreatorDocument, CreatorsAnswer, Distribution};

form! {
    FORM, MEMBERS,
    "filters": Takes::Filters, Otherwise::Is("{}");
    "sort_field": Takes::Field(Use::Sort), Otherwise::Is("\"subscriber_count\"");
    "sort_order": Takes::OneOf(&Order::WORDS), Otherwise::Is("\"desc\"");
    "size": Takes::Whole(MAX_RESULTS), Otherwise::Is("10");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Index;

    #[test]
    fn creators_are_sorted_as_a_search_of_their_index_is() {
        let sort = FORM.members[1].otherwise;
        let default = format!("{:?}", Index::ContentCreator.entry().default_sort);
        assert!(matches!(sort, Otherwise::Is(field) if field == default));
    }
}
