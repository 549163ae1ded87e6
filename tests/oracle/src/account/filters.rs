//! The filters of a question besides brand and date.

use super::mention::Mention;
use super::parameters::Parameters;
use crate::relevance::Query;
use crate::text::Vocabulary;
use serde_json::{Map, Value, json};

/// Filters that take a list of values, each of which may be excluded.
const LISTS: [&str; 9] =
    ["platform", "language", "region", "sentiment", "topic", "component", "category", "channel", "influencer"];

/// The filters of a question.
pub struct Filters<'q> {
    lists: Vec<(&'static str, Choice<'q>)>,
    min_views: Option<u64>,
    query: Option<Query>,
}

/// A choice of values: one of the included must be there, and none of the excluded.
pub struct Choice<'q> {
    /// If empty, any value passes, and so does no value.
    pub included: Vec<&'q str>,
    /// The excluded values, without their minus.
    pub excluded: Vec<&'q str>,
}

impl<'q> Choice<'q> {
    /// Reads the choice from the values of a list parameter.
    pub fn read(values: Vec<&'q str>) -> Choice<'q> {
        let (excluded, included): (Vec<&str>, _) = values.into_iter().partition(|value| value.starts_with('-'));
        Choice { included, excluded: excluded.into_iter().map(|value| &value[1..]).collect() }
    }

    /// Returns true if the choice allows these values.
    pub fn allows(&self, values: &[&str]) -> bool {
        let has = |wanted: &&str| values.contains(wanted);
        (self.included.is_empty() || self.included.iter().any(has)) && !self.excluded.iter().any(has)
    }
}

impl<'q> Filters<'q> {
    /// Reads the filters of a question.
    pub fn read(parameters: &'q Parameters, vocabulary: &Vocabulary) -> Filters<'q> {
        Filters {
            lists: LISTS.map(|name| (name, Choice::read(parameters.list(name)))).into(),
            min_views: parameters.whole("min_views"),
            query: parameters.text("q").map(|q| Query::read(q, vocabulary)),
        }
    }

    /// Returns true if the mention passes all filters.
    pub fn pass(&self, mention: &Mention) -> bool {
        let views = mention.views().map_or(0, |views| views as u64);
        self.lists.iter().all(|(name, choice)| choice_passes(name, choice, mention))
            // Unknown views count as 0.
            && self.min_views.is_none_or(|min| views >= min)
            && self.query.as_ref().is_none_or(|query| query.matches(&mention.document.text))
    }
}

fn choice_passes(name: &str, choice: &Choice, mention: &Mention) -> bool {
    if choice.included.is_empty() && choice.excluded.is_empty() {
        return true;
    }
    let document = mention.document;
    match name {
        "language" => choice.allows(&[mention.language]),
        "region" => choice.allows(&[mention.region]),
        "sentiment" => choice.allows(&[mention.label]),
        "topic" => choice.allows(&document.strings("topics")),
        "component" => choice.allows(&document.strings("components")),
        "channel" => choice.allows(&document.strings("channel_name")),
        "influencer" => choice.allows(&mention.influencer_id.as_deref().into_iter().collect::<Vec<_>>()),
        _ => choice.allows(&document.strings(name)),
    }
}

/// Returns the filters as `meta` repeats them.
pub fn as_asked(parameters: &Parameters) -> Value {
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
