//! Who talks.

use super::answers::{decimal, items, text, whole};
use super::page::{Of, Page, TableMetric, add_row, bars, statement, table};
use super::words::{self, cell, percent};
use crate::report::content::Section;
use crate::report::questions::Subject;

const CREATOR: &[TableMetric] = &[
    ("/channel/platform", "platform", "Platform", platform),
    ("/country", "country", "Country", country),
    ("/subscriber_count", "subscriber_count", "Subscribers", cell),
    ("/brand_stats/mentions", "mentions", "Mentions", cell),
    ("/brand_stats/views", "views", "Views", cell),
    ("/brand_stats/average_sentiment", "average_sentiment", "Average tone", cell),
    ("/influence_score", "influence_score", "Influence", cell),
];
const FURTHER: &[TableMetric] = &[
    ("/id", "id", "", cell),
    ("/engagement_rate_viewers", "engagement_rate_viewers", "", cell),
    ("/brand_stats/unique_videos", "unique_videos", "", cell),
    ("/brand_stats/share_of_brand_mentions_pct", "share_of_brand_mentions_pct", "", percent),
    ("/brand_stats/first_mention", "first_mention", "", cell),
    ("/brand_stats/last_mention", "last_mention", "", cell),
];

fn platform(value: Option<&serde_json::Value>) -> String {
    words::platform(value.and_then(serde_json::Value::as_str).unwrap_or(words::NOTHING)).to_owned()
}

fn country(value: Option<&serde_json::Value>) -> String {
    value.and_then(serde_json::Value::as_str).map_or_else(|| words::NOTHING.to_owned(), words::code)
}

/// Creators, by what they are sorted by.
pub fn section(page: &mut Page<'_>, section: &'static str, sort: &'static str) -> Section {
    let answer = page.answers.of(Subject::Influencers(sort), None);
    let (title, place, unit) = match sort {
        "influence_score" => ("Creators by influence", "/influence_score", "influence score"),
        "mentions" => ("Creators by mentions", "/brand_stats/mentions", "mentions"),
        _ => ("Creators by views", "/brand_stats/views", "views"),
    };
    let brand = page.label(None);
    let mut listed = table(title, "Channel", CREATOR);
    let creators = items(answer, "/data");
    for creator in creators {
        let name = text(creator, "/channel/name");
        add_row(&mut listed, name, creator, CREATOR);
        let of = Of { section, brand, dimension: "influencer", key: name };
        page.record(&of, creator, CREATOR);
        page.record(&of, creator, FURTHER);
    }
    let drawn: Vec<(&str, Option<f64>)> =
        creators.iter().map(|creator| (text(creator, "/channel/name"), decimal(creator, place))).collect();
    let reading = match creators.first() {
        Some(first) => {
            let mentions = words::count(whole(first, "/brand_stats/mentions"), "mention", "mentions");
            let name = text(first, "/channel/name");
            match sort {
                "influence_score" => {
                    format!("{name} has the highest influence score, {}, with {mentions}.", cell(first.pointer(place)))
                }
                "mentions" => format!("{name} has most mentions: {mentions}."),
                _ => format!(
                    "{name} reaches most: {} in {mentions}.",
                    words::count(whole(first, place), "view", "views")
                ),
            }
        }
        None => "Nobody mentioned the brands in this period.".to_owned(),
    };
    let low = creators
        .first()
        .is_some_and(|first| whole(first, "/brand_stats/mentions") < crate::spec::limits::MIN_CONFIDENT_MENTIONS);
    Section {
        title: title.to_owned(),
        reading: statement(reading, low),
        charts: vec![bars(title, unit, &drawn)],
        tables: vec![listed],
    }
}
