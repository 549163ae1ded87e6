//! What is talked about.

use super::answers::{decimal, is_unsure, items, text, whole};
use super::page::{Of, Page, TableMetric, add_row, bars, statement, table};
use super::words::{self, cell, change, percent};
use crate::report::content::{ReportTable, Section};
use crate::report::questions::Subject;
use serde_json::Value;

const TOPIC: &[TableMetric] = &[
    ("/volume", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share", percent),
    ("/growth_pct", "growth_pct", "Growth", change),
    ("/z_score", "z_score", "z-score", cell),
    ("/direction", "direction", "Direction", cell),
    ("/average_sentiment", "average_sentiment", "Average tone", cell),
];
const EMERGING: &[TableMetric] = &[
    ("/volume", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share", percent),
    ("/growth_pct", "growth_pct", "Growth", change),
    ("/z_score", "z_score", "z-score", cell),
    ("/score", "score", "Score", cell),
    ("/stage", "stage", "Stage", cell),
    ("/first_seen", "first_seen", "First seen", cell),
];
const FURTHER: &[TableMetric] =
    &[("/unique_videos", "unique_videos", "", cell), ("/unique_channels", "unique_channels", "", cell)];

/// Frequent topics, and those that come up.
pub fn overview(page: &mut Page<'_>, section: &'static str) -> Section {
    let mut frequent = of_direction(page, section, None);
    if !items(page.answers.of(Subject::Emerging, None), "/data").is_empty() {
        frequent.tables.extend(emerging(page, section).tables);
    }
    frequent
}

/// Frequent topics: all, or those that go a way.
pub fn of_direction(page: &mut Page<'_>, section: &'static str, direction: Option<&'static str>) -> Section {
    let answer = page.answers.of(Subject::Topics(direction), None);
    let title = match direction {
        None => "Top topics",
        Some("rising") => "Rising topics",
        Some(_) => "Falling topics",
    };
    let (listed, reading) = (topics(page, section, title, answer, TOPIC), items(answer, "/data").first());
    let reading = match (reading, direction) {
        (Some(first), None) => format!(
            "{} is talked about most, in {} ({}).",
            words::capital(text(first, "/topic")),
            words::count(whole(first, "/volume"), "mention", "mentions"),
            percent(first.pointer("/share_pct"))
        ),
        (Some(first), Some(_)) => format!(
            "{} {} from {} to {}, z-score {}.",
            words::capital(text(first, "/topic")),
            if direction == Some("rising") { "rose" } else { "fell" },
            words::count(items(first, "/baseline").last().and_then(Value::as_u64).unwrap_or(0), "mention", "mentions"),
            words::number(&whole(first, "/volume").into()),
            cell(first.pointer("/z_score"))
        ),
        (None, None) => "No topic was mentioned in this period.".to_owned(),
        (None, Some(direction)) => format!("No topic is {direction} in this period."),
    };
    Section {
        title: title.to_owned(),
        reading: statement(reading, is_unsure(answer)),
        charts: vec![bars(format!("{title} by mentions"), "mentions", &volumes(answer))],
        tables: vec![listed],
    }
}

/// Topics that come up.
pub fn emerging(page: &mut Page<'_>, section: &'static str) -> Section {
    let answer = page.answers.of(Subject::Emerging, None);
    let listed = topics(page, section, "Emerging topics", answer, EMERGING);
    let reading = match items(answer, "/data").first() {
        Some(first) => format!(
            "{} comes up most, with {} ({}).",
            words::capital(text(first, "/topic")),
            words::count(whole(first, "/volume"), "mention", "mentions"),
            stage(first)
        ),
        None => "No topic comes up in this period.".to_owned(),
    };
    Section {
        title: "Emerging topics".to_owned(),
        reading: statement(reading, is_unsure(answer)),
        charts: vec![bars("Emerging topics by mentions", "mentions", &volumes(answer))],
        tables: vec![listed],
    }
}

/// How far a topic is, in words.
pub fn stage(topic: &Value) -> String {
    match text(topic, "/stage") {
        "new" => "not mentioned before".to_owned(),
        _ => format!("{} on the period before", change(topic.pointer("/growth_pct"))),
    }
}

fn topics(
    page: &mut Page<'_>,
    section: &'static str,
    title: &str,
    answer: &Value,
    metrics: &[TableMetric],
) -> ReportTable {
    let brand = page.label(None);
    let mut listed = table(title, "Topic", metrics);
    for topic in items(answer, "/data") {
        let name = text(topic, "/topic");
        add_row(&mut listed, name, topic, metrics);
        let of = Of {
            section,
            brand,
            dimension: if answer.get("criteria").is_some() { "emerging_topic" } else { "topic" },
            key: name,
        };
        page.record(&of, topic, metrics);
        page.record(&of, topic, FURTHER);
    }
    listed
}

fn volumes(answer: &Value) -> Vec<(&str, Option<f64>)> {
    items(answer, "/data").iter().map(|topic| (text(topic, "/topic"), decimal(topic, "/volume"))).collect()
}
