//! Presence of brands.

use super::packed::{text, value};
use super::{Dataset, on_datasets};
use overheard::catalog::Index;
use overheard::pack::{
    Column, MISSING, PresenceDay, PresenceTopic, Table, number_at, presence_id, unpack_days, unpack_topics,
};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn brands_are_present_by_day_and_month() {
    on_datasets(|Dataset { packed, model }| {
        let index = Index::BusinessIdeas;
        for (position, name) in model.names_of(index, Column::BrandName).iter().enumerate() {
            let (mut days, mut videos) = (BTreeMap::new(), BTreeMap::<i64, BTreeSet<i64>>::new());
            let mut topics: BTreeMap<(i64, i64), i64> = BTreeMap::new();
            for document in model.all(index).iter().filter(|document| document.text("brand_name") == name.0) {
                let day = document.date().day();
                let of_day = days.entry(day).or_insert(PresenceDay { day, ..PresenceDay::default() });
                of_day.occurrences += document.number("occurrences");
                let video = model.numbers_of_names(index, Column::Video, document)[0];
                if videos.entry(day).or_default().insert(video) {
                    of_day.videos += 1;
                    of_day.views += Some(document.number("views")).filter(|views| *views != MISSING).unwrap_or(0);
                }
                if document.number("sentiment_score") != MISSING {
                    of_day.scored += 1;
                    of_day.score += document.number("sentiment_score");
                }
                for topic in model.numbers_of_names(index, Column::Topics, document) {
                    *topics.entry((document.date().month().number(), topic)).or_default() += 1;
                }
            }
            let id = presence_id(number_at(position), 0);
            let rows = packed.in_range(Table::Presence, id, id);
            assert_eq!(value(&rows[0], "id").as_i64(), Some(id));
            assert_eq!(unpack_days(text(&rows[0], "days")).unwrap(), days.into_values().collect::<Vec<_>>());
            let topic = |((month, topic), mentions)| PresenceTopic { month, topic, mentions };
            assert_eq!(
                unpack_topics(text(&rows[0], "topics")).unwrap(),
                topics.into_iter().map(topic).collect::<Vec<_>>()
            );
        }
        let brands = model.names_of(index, Column::BrandName).len();
        assert_eq!(packed.of_table(Table::Presence).count(), brands);
    });
}
