//! The body of `POST /v1/co-mentions`: `{values, index?, field?, group_by?, size?}`.

use super::Presence::{Default, DefaultOn, Required};
use super::Type::{Field, Integer, OneOf, Values};
use super::schema;
use crate::spec::limits::{MAX_CO_MENTION_VALUES, MAX_RESULTS, MIN_CO_MENTION_VALUES};
use crate::spec::symbol::Symbols;
use crate::spec::{Index, Use};

/// Indices on which something can co-occur.
pub(crate) static INDICES: Symbols = Symbols::of(&["siv_business_ideas", "siv_info"]);

schema! {
    BODY, NAMES,
    "values": Values(MIN_CO_MENTION_VALUES, MAX_CO_MENTION_VALUES), Required;
    "index": OneOf(&INDICES), Default("\"siv_business_ideas\"");
    "field": Field(Use::CoMentionField), DefaultOn(Index::BusinessIdeas, "\"brand_name\"");
    "group_by": Field(Use::CoMentionGroup), Default("\"channel_name\"");
    "size": Integer(1, MAX_RESULTS), Default("10");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_are_those_with_something_to_group_by() {
        let grouped =
            Index::ALL.into_iter().filter(|index| !index.entry().co_mention_groups.is_empty()).map(Index::name);
        assert!(grouped.map(str::as_bytes).eq(INDICES.names().iter()));
    }

    #[test]
    fn what_is_usual_follows_the_table_of_fields() {
        let [_, _, field, group_by, _] = BODY.members else { panic!() };
        let DefaultOn(usual, name) = field.presence else { panic!() };
        for index in Index::ALL {
            let expected = if index == usual { Some(name.trim_matches('"')) } else { None };
            assert_eq!(index.entry().co_mention_field, expected);
        }
        let Default(group) = group_by.presence else { panic!() };
        let mut first = Index::ALL.into_iter().filter_map(|index| index.entry().co_mention_groups.first());
        assert!(first.all(|first| *first == group.trim_matches('"')));
    }
}
