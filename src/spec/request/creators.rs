//! The body of `POST /v1/creators`, a search on the creator index: `{filters?, sort_field?, sort_order?, size?}`.

use super::Presence::Default;
use super::Type::{Field, Filters, Integer, OneOf};
use super::schema;
use crate::spec::Order;
use crate::spec::Use;
use crate::spec::limits::MAX_RESULTS;

schema! {
    BODY, NAMES,
    "filters": Filters, Default("{}");
    "sort_field": Field(Use::Sort), Default("\"subscriber_count\"");
    "sort_order": OneOf(&Order::SYMBOLS), Default("\"desc\"");
    "size": Integer(1, MAX_RESULTS), Default("10");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Index;

    #[test]
    fn creators_are_sorted_as_a_search_of_their_index_is() {
        let sort = BODY.members[1].presence;
        let default = format!("{:?}", Index::ContentCreator.entry().default_sort);
        assert!(matches!(sort, Default(field) if field == default));
    }
}
