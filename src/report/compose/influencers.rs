//! Sections about creators.

use super::answers::{is_unknown, items, text, whole};
use super::page::{CsvKey, ReportDraft, TableMetric, add_row, bars, note_unknown, resting_on, statement, table};
use super::words::{self, cell, percent};
use crate::report::content::{Section, Sentence};
use crate::report::questions::QuestionSubject;
use serde_json::Value;

const CREATOR: &[TableMetric] = &[
    ("/channel/platform", "platform", "Platform", platform),
    ("/country", "country", "Country", cell),
    ("/subscriber_count", "subscriber_count", "Subscribers", cell),
    ("/brand_stats/mentions", "mentions", "Mentions", cell),
    ("/brand_stats/views", "views", "Views", cell),
    ("/_known/scored_mentions", "scored_mentions", "Scored", cell),
    ("/brand_stats/average_sentiment", "average_sentiment", "Average tone", cell),
    ("/influence_score", "influence_score", "Influence", cell),
];
const FURTHER: &[TableMetric] = &[
    ("/channel/name", "channel", "", cell),
    ("/engagement_rate_viewers", "engagement_rate_viewers", "", cell),
    ("/brand_stats/unique_videos", "unique_videos", "", cell),
    ("/_known/views", "views_known_videos", "", cell),
    ("/brand_stats/share_of_brand_mentions_pct", "share_of_brand_mentions_pct", "", percent),
    ("/brand_stats/first_mention", "first_mention", "", cell),
    ("/brand_stats/last_mention", "last_mention", "", cell),
];

/// Returns the name of the creator's newest channel, or the creator's id if the channel has no name.
pub fn name(creator: &Value) -> &str {
    let name = text(creator, "/channel/name");
    if name.is_empty() { text(creator, "/id") } else { name }
}

fn platform(value: Option<&Value>) -> String {
    words::platform(value.and_then(Value::as_str).unwrap_or(words::NOTHING)).to_owned()
}

/// Composes a section of creators in a sort order.
pub fn section(page: &mut ReportDraft<'_>, section: &'static str, sort: &'static str) -> Section {
    let creators = items(page.of(QuestionSubject::Influencers(sort), None), "/data");
    let brand = page.label(None);
    let (title, place, unit) = match sort {
        "influence_score" => ("Creators by influence", "/influence_score", "influence score"),
        "mentions" => ("Creators by mentions", "/brand_stats/mentions", "mentions"),
        _ => ("Creators by views", "/brand_stats/views", "views"),
    };
    let mut listed = table(title, "Channel", CREATOR);
    for creator in creators {
        add_row(&mut listed, name(creator), creator, CREATOR);
        // The key is the id, because several creators may have one name.
        let of = CsvKey { section, brand, dimension: "influencer", key: text(creator, "/id") };
        page.record(&of, creator, FURTHER);
        page.record(&of, creator, CREATOR);
    }
    note_unknown(&mut listed);
    let drawn: Vec<(&str, &Value)> = creators.iter().map(|creator| (name(creator), creator)).collect();
    let nobody = || statement("Nobody mentioned the brands in this period.", false);
    Section {
        title: title.to_owned(),
        reading: creators.first().map_or_else(nobody, |first| leader(first, sort)),
        charts: vec![bars(title, unit, &drawn, place)],
        tables: vec![listed],
    }
}

/// Writes the sentence about the first creator of a sort order.
pub fn leader(first: &Value, sort: &str) -> Sentence {
    let (name, of) = (words::name(name(first)), whole(first, "/brand_stats/mentions"));
    let mentions = words::count(of, "mention", "mentions");
    let text = match sort {
        "influence_score" => {
            format!(
                "{name} has the highest influence score, {}, on {mentions}.",
                cell(first.pointer("/influence_score"))
            )
        }
        "mentions" => {
            let share = percent(first.pointer("/brand_stats/share_of_brand_mentions_pct"));
            format!("{name} makes most mentions: {} ({share}).", words::number(&of.into()))
        }
        _ if is_unknown(first, "/brand_stats/views") => "The views of these videos are not known.".to_owned(),
        _ => {
            let views = words::count(whole(first, "/brand_stats/views"), "view", "views");
            format!("{name} reaches most: {views}, with {mentions}.")
        }
    };
    resting_on(of, text)
}
