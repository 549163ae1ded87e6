//! The filters of a query, besides its brand and its date.

use super::mention::OracleMention;
use super::parameters::OracleParameters;
use crate::relevance::Query;
use crate::text::OracleVocabulary;
use serde_json::{Map, Value, json};

/// Filters that take a list of values, each of which may be excluded.
const LISTS: [&str; 9] =
    ["platform", "language", "region", "sentiment", "topic", "component", "category", "channel", "influencer"];

/// The filters of a query.
pub struct OracleFilters<'q> {
    lists: Vec<(&'static str, ListFilter<'q>)>,
    min_views: Option<u64>,
    query: Option<Query>,
}

/// The included and the excluded values of a list parameter.
pub struct ListFilter<'q> {
    /// Included values. Without any, every value passes, and so does a missing one.
    pub included: Vec<&'q str>,
    /// Excluded values, without their minus.
    pub excluded: Vec<&'q str>,
}

impl<'q> ListFilter<'q> {
    /// Parses the values of a list parameter.
    pub fn read(values: Vec<&'q str>) -> ListFilter<'q> {
        let (excluded, included): (Vec<&str>, _) = values.into_iter().partition(|value| value.starts_with('-'));
        ListFilter { included, excluded: excluded.into_iter().map(|value| &value[1..]).collect() }
    }

    /// Returns true if some of these values pass.
    pub fn allows(&self, values: &[&str]) -> bool {
        let has = |wanted: &&str| values.contains(wanted);
        (self.included.is_empty() || self.included.iter().any(has)) && !self.excluded.iter().any(has)
    }
}

impl<'q> OracleFilters<'q> {
    /// Reads the filters of a query.
    pub fn read(parameters: &'q OracleParameters, vocabulary: &OracleVocabulary) -> OracleFilters<'q> {
        OracleFilters {
            lists: LISTS.map(|name| (name, ListFilter::read(parameters.list(name)))).into(),
            min_views: parameters.whole("min_views"),
            query: parameters.text("q").map(|q| Query::read(q, vocabulary)),
        }
    }

    /// Returns true if the mention passes all filters.
    pub fn pass(&self, mention: &OracleMention) -> bool {
        let views = mention.views().map_or(0, |views| views as u64);
        self.lists.iter().all(|(name, filter)| list_filter_passes(name, filter, mention))
            // Unknown views count as 0.
            && self.min_views.is_none_or(|min| views >= min)
            && self.query.as_ref().is_none_or(|query| query.matches(&mention.record.text))
    }
}

fn list_filter_passes(name: &str, filter: &ListFilter, mention: &OracleMention) -> bool {
    if filter.included.is_empty() && filter.excluded.is_empty() {
        return true;
    }
    let record = mention.record;
    match name {
        "language" => filter.allows(&[mention.language]),
        "region" => filter.allows(&[mention.region]),
        "sentiment" => filter.allows(&[mention.label]),
        "topic" => filter.allows(&record.strings("topics")),
        "component" => filter.allows(&record.strings("components")),
        "channel" => filter.allows(&record.strings("channel_name")),
        "influencer" => filter.allows(&mention.influencer_id.as_deref().into_iter().collect::<Vec<_>>()),
        _ => filter.allows(&record.strings(name)),
    }
}

/// Returns the filters as `meta` repeats them.
pub fn applied_filters(parameters: &OracleParameters) -> Value {
    let mut filters = Map::new();
    for name in LISTS {
        let values = parameters.list(name);
        if !values.is_empty() {
            filters.insert(name.to_owned(), json!(values));
        }
    }
    if let Some(min) = parameters.whole("min_views") {
        filters.insert("min_views".to_owned(), json!(min));
    }
    if let Some(q) = parameters.text("q") {
        filters.insert("q".to_owned(), json!(q));
    }
    Value::Object(filters)
}
