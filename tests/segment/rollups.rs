//! Presence of brands.

use super::model::{Model, ModelRecord};
use super::packed::{PackedRows, text, value};
use super::{Dataset, on_datasets};
use overheard::base::text::name_tokens;
use overheard::segment::{
    Column, MISSING, RollupDay, RollupOf, RollupTopic, Table, number_at, unpack_days, unpack_topics,
};
use overheard::spec::Index;
use overheard::spec::limits::TOP_TOPICS;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const INDEX: Index = Index::BusinessIdeas;

#[test]
fn brands_are_rolled_up_by_day_and_month() {
    on_datasets(|Dataset { packed, model }| {
        for (position, name) in model.names_of(INDEX, Column::BRAND_NAME).iter().enumerate() {
            let id = RollupOf::Brand.id(number_at(position), 0);
            check(packed, model, id, |document| document.text("brand_name") == name.0);
        }
    });
}

#[test]
fn names_that_stand_for_several_brands_have_the_rollup_of_all() {
    let of_all = Cell::new(0);
    on_datasets(|Dataset { packed, model }| {
        let brands = model.names_of(INDEX, Column::BRAND_NAME);
        let words =
            |name: &Option<String>| -> BTreeSet<String> { name_tokens(name.as_deref().unwrap()).into_iter().collect() };
        let mut seen = BTreeSet::new();
        let mut several = 0;
        for (position, (name, _)) in brands.iter().enumerate() {
            let is_first = seen.insert(name_tokens(name.as_deref().unwrap()));
            let wanted = words(name);
            let counts = |name: &Option<String>| !wanted.is_empty() && wanted.is_subset(&words(name));
            let id = RollupOf::Term.id(number_at(position), 0);
            if is_first && brands.iter().filter(|(name, _)| counts(name)).count() > 1 {
                check(packed, model, id, |document| counts(&document.text("brand_name")));
                several += 1;
            } else {
                assert!(packed.in_range(Table::Rollup, id, id).is_empty());
            }
        }
        assert_eq!(packed.of_table(Table::Rollup).count(), brands.len() + several);
        of_all.set(of_all.get() + several);
    });
    // Real records may have none.
    assert!(of_all.get() > 0);
}

/// Compares a row with its records.
fn check(packed: &PackedRows, model: &Model, id: i64, counts: impl Fn(&ModelRecord) -> bool) {
    let (mut days, mut videos) = (BTreeMap::new(), BTreeMap::<i64, BTreeSet<i64>>::new());
    let mut topics: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for document in model.all(INDEX).iter().filter(|document| counts(document)) {
        let day = document.date().day();
        let of_day = days.entry(day).or_insert(RollupDay { day, ..RollupDay::default() });
        of_day.occurrences += document.number("occurrences");
        let video = model.numbers_of_names(INDEX, Column::VIDEO, document)[0];
        if videos.entry(day).or_default().insert(video) {
            of_day.videos += 1;
            let views = Some(document.number("views")).filter(|views| *views != MISSING);
            of_day.views += views.unwrap_or(0);
            of_day.viewed += i64::from(views.is_some());
        }
        if document.number("sentiment_score") != MISSING {
            of_day.scored += 1;
            of_day.score += document.number("sentiment_score");
        }
        for topic in model.numbers_of_names(INDEX, Column::TOPICS, document) {
            *topics.entry((document.date().month().number(), topic)).or_default() += 1;
        }
    }
    let rows = packed.in_range(Table::Rollup, id, id);
    assert_eq!(value(&rows[0], "id").as_i64(), Some(id));
    assert_eq!(unpack_days(text(&rows[0], "days")).unwrap(), days.into_values().collect::<Vec<_>>());
    let topic = |((month, topic), mentions)| RollupTopic { month, topic, mentions };
    let mut topics: Vec<RollupTopic> = topics.into_iter().map(topic).collect();
    assert_eq!(unpack_topics(text(&rows[0], "topics")).unwrap(), topics);
    topics.sort_by_key(|topic| (topic.month, Reverse(topic.mentions), topic.topic));
    let months = topics.chunk_by(|one, other| one.month == other.month);
    let top: Vec<RollupTopic> = months.flat_map(|month| month.iter().take(TOP_TOPICS)).copied().collect();
    assert_eq!(unpack_topics(text(&rows[0], "top_topics")).unwrap(), top);
}
