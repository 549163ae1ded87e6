//! The filters that an answer repeats.

use crate::spec::answer::{HasShape, PresenceCondition, Property, Shape, ValueType, property};
use crate::spec::request::Type;
use crate::spec::request::account::mention_filter::MentionFilter;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The requested filters except brand and window.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AppliedFilters(Vec<(MentionFilter, FilterValue)>);

/// The value of a filter.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum FilterValue {
    /// Names. A minus before a name excludes it.
    Names(Vec<String>),
    /// A full-text query.
    Text(String),
    /// A count.
    Count(i64),
}

impl AppliedFilters {
    /// Collects the values of the filters that are set.
    pub fn collect(value_of: impl Fn(MentionFilter) -> Option<FilterValue>) -> Self {
        Self(MentionFilter::ALL.into_iter().filter_map(|filter| Some((filter, value_of(filter)?))).collect())
    }
}

impl Serialize for AppliedFilters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (filter, value) in &self.0 {
            map.serialize_entry(filter.name(), value)?;
        }
        map.end()
    }
}

impl HasShape for AppliedFilters {
    const SHAPE: Shape = Shape { name: "AppliedFilters", members: &MEMBERS };
}

const MEMBERS: [Property; MentionFilter::ALL.len()] = {
    let mut members = [property::<String>("", PresenceCondition::Sometimes); MentionFilter::ALL.len()];
    let (mut rest, mut filters) = (members.as_mut_slice(), MentionFilter::ALL.as_slice());
    while let ([member, others @ ..], [filter, more @ ..]) = (rest, filters) {
        *member = Property {
            name: filter.name(),
            value_type: value_type(*filter),
            nullable: false,
            present: PresenceCondition::Sometimes,
        };
        (rest, filters) = (others, more);
    }
    members
};

const fn value_type(filter: MentionFilter) -> ValueType {
    match filter.takes() {
        Type::Count(_) => ValueType::Whole,
        Type::FullText => ValueType::Text,
        _ => ValueType::List(&ValueType::Text, false),
    }
}
