//! Bodies of the Data API and their nested objects.

use super::Presence::{Default, DefaultOn, Optional, Required};
use super::Type::{
    Boolean, Date, Field, Filters, FullText, Integer, Label, Metric, Names, Number, Objects, OneOf, Values,
};
use super::schema;
use crate::spec::limits::{
    MAX_BRANDS, MAX_CO_MENTION_VALUES, MAX_CONTEXTS, MAX_RESULTS, MAX_TERMS, MIN_CO_MENTION_VALUES,
};
use crate::spec::symbol::Symbols;
use crate::spec::{FieldUse, Index, MetricType, Order};

// Body of `POST /v1/aggregate`: `{index, group_by, metric?, filters?, size?, order?}`.
schema! {
    AGGREGATE, AGGREGATE_NAMES,
    "index": OneOf(&Index::SYMBOLS), Required;
    "group_by": Field(FieldUse::GroupBy), Required;
    "metric": Metric, Default("{\"type\":\"count\"}");
    "filters": Filters, Default("{}");
    "size": Integer(1, MAX_RESULTS), Default("10");
    "order": OneOf(&Order::SYMBOLS), Default("\"desc\"");
}

schema! {
    METRIC, METRIC_NAMES,
    "type": OneOf(&MetricType::SYMBOLS), Required;
    "field": Field(FieldUse::Metric), Optional;
}

// Body of `POST /v1/search`: `{index, filters?, q?, sort_field?, sort_order?, size?}`.
schema! {
    SEARCH, SEARCH_NAMES,
    "index": OneOf(&Index::SYMBOLS), Required;
    "filters": Filters, Default("{}");
    "q": FullText, Optional;
    "sort_field": Field(FieldUse::Sort), Optional;
    "sort_order": OneOf(&Order::SYMBOLS), Default("\"desc\"");
    "size": Integer(1, MAX_RESULTS), Default("10");
}

// Body of `POST /v1/creators`, a search on the creator index: `{filters?, sort_field?, sort_order?, size?}`.
schema! {
    CREATORS, CREATORS_NAMES,
    "filters": Filters, Default("{}");
    "sort_field": Field(FieldUse::Sort), Default("\"subscriber_count\"");
    "sort_order": OneOf(&Order::SYMBOLS), Default("\"desc\"");
    "size": Integer(1, MAX_RESULTS), Default("10");
}

/// Indices with co-mentions.
pub(crate) static INDICES: Symbols = Symbols::of(&["siv_business_ideas", "siv_info"]);

// Body of `POST /v1/co-mentions`: `{values, index?, field?, group_by?, size?}`.
schema! {
    CO_MENTIONS, CO_MENTIONS_NAMES,
    "values": Values(MIN_CO_MENTION_VALUES, MAX_CO_MENTION_VALUES), Required;
    "index": OneOf(&INDICES), Default("\"siv_business_ideas\"");
    "field": Field(FieldUse::CoMentionField), DefaultOn(Index::BusinessIdeas, "\"brand_name\"");
    "group_by": Field(FieldUse::CoMentionGroup), Default("\"channel_name\"");
    "size": Integer(1, MAX_RESULTS), Default("10");
}

// Body of `POST /v1/sector`: `{brands: [{label, terms, must_context?, must_not_context?, exact?}], from_date, to_date}`.
schema! {
    SECTOR, SECTOR_NAMES,
    "brands": Objects(&BRAND, MAX_BRANDS), Required;
    "from_date": Date, Required;
    "to_date": Date, Required;
}

schema! {
    BRAND, BRAND_NAMES,
    "label": Label, Required;
    "terms": Names(1, MAX_TERMS), Required;
    "must_context": Names(0, MAX_CONTEXTS), Default("[]");
    "must_not_context": Names(0, MAX_CONTEXTS), Optional;
    "exact": Boolean, Default("false");
}

// Ranges in filters of bodies: `{gte?, lte?}`.
schema! {
    NUMBERS, NUMBERS_NAMES,
    "gte": Number, Optional;
    "lte": Number, Optional;
}

schema! {
    DATES, RANGE_NAMES,
    "gte": Date, Optional;
    "lte": Date, Optional;
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
        let [_, _, field, group_by, _] = CO_MENTIONS.members else { panic!() };
        let DefaultOn(usual, name) = field.presence else { panic!() };
        for index in Index::ALL {
            let expected = if index == usual { Some(name.trim_matches('"')) } else { None };
            assert_eq!(index.entry().co_mention_field, expected);
        }
        let Default(group) = group_by.presence else { panic!() };
        let mut first = Index::ALL.into_iter().filter_map(|index| index.entry().co_mention_groups.first());
        assert!(first.all(|first| *first == group.trim_matches('"')));
    }

    #[test]
    fn creators_are_sorted_as_a_search_of_their_index_is() {
        let sort = CREATORS.members[1].presence;
        let default = format!("{:?}", Index::ContentCreator.entry().default_sort);
        assert!(matches!(sort, Default(field) if field == default));
    }
}
