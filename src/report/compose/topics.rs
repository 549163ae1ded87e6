//! Sections about topics.

use super::answers::{is_unsure, items, text, whole};
use super::page::{CsvKey, ReportDraft, TableMetric, add_row, bars, statement, table};
use super::words::{self, cell, change, percent};
use crate::measure::{MIN_BASELINE, is_low_confidence};
use crate::report::content::{ReportTable, Section};
use crate::report::questions::QuestionSubject;
use serde_json::Value;

const TOPIC: &[TableMetric] = &[
    ("/volume", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share", percent),
    ("/growth_pct", "growth_pct", "Growth", change),
    ("/_standing/share_growth_pct", "share_growth_pct", "Growth of share", change),
    ("/direction", "direction", "Direction", cell),
    ("/_known/scored_mentions", "scored_mentions", "Scored", cell),
    ("/average_sentiment", "average_sentiment", "Average tone", cell),
];
const EMERGING: &[TableMetric] = &[
    ("/volume", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share", percent),
    ("/growth_pct", "growth_pct", "Growth", change),
    ("/_standing/share_growth_pct", "share_growth_pct", "Growth of share", change),
    ("/z_score", "z_score", "z-score", cell),
    ("/score", "score", "Score", cell),
    ("/stage", "stage", "Stage", cell),
    ("/first_seen", "first_seen", "First seen", cell),
];
const FURTHER: &[TableMetric] = &[
    ("/unique_videos", "unique_videos", "", cell),
    ("/unique_channels", "unique_channels", "", cell),
    ("/_standing/supported", "supported", "", cell),
    ("/_standing/emerging", "emerging", "", cell),
];
/// Metrics of topics of any direction that only the CSV has.
const OF_TOPIC: &[TableMetric] = &[("/z_score", "z_score", "", cell)];

/// Composes frequent and emerging topics.
pub fn overview(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let mut frequent = of_direction(page, section, None);
    if !items(page.of(QuestionSubject::Emerging, None), "/data").is_empty() {
        frequent.tables.extend(emerging(page, section).tables);
    }
    frequent
}

/// Composes frequent topics: all, or those with a direction.
pub fn of_direction(page: &mut ReportDraft<'_>, section: &'static str, direction: Option<&'static str>) -> Section {
    let answer = page.of(QuestionSubject::Topics(direction), None);
    let title = match direction {
        None => "Top topics",
        Some("rising") => "Rising topics",
        Some(_) => "Falling topics",
    };
    let listed = topics(page, section, title, answer, TOPIC);
    let may_be_named = |topic: &&Value| direction != Some("rising") || is_supported(topic);
    let first = items(answer, "/data").iter().find(may_be_named);
    let reading = match (first, direction) {
        (None, None) => statement("No topic was mentioned in this period.", false),
        (_, Some(_)) if !has_baseline(answer) => statement(without_baseline(page), false),
        (None, Some(direction)) if items(answer, "/data").is_empty() => {
            statement(format!("No topic is {direction} in this period."), false)
        }
        (None, Some(direction)) => {
            let text = format!("No topic is {direction} in {SUPPORT}: the listed ones are small samples.");
            statement(text, false)
        }
        (Some(first), None) => statement(
            format!(
                "{} has most mentions: {} of {} ({}).",
                words::quoted(text(first, "/topic")),
                cell(first.pointer("/volume")),
                words::number(&whole(answer, "/meta/mentions").into()),
                percent(first.pointer("/share_pct"))
            ),
            is_unsure(answer),
        ),
        (Some(first), Some(_)) => {
            let volume = whole(first, "/volume");
            let text = format!(
                "{} has {}, {} (z-score {}).",
                words::quoted(text(first, "/topic")),
                words::count(volume, "mention", "mentions"),
                after(page, first),
                cell(first.pointer("/z_score"))
            );
            statement(text, is_unsure(answer) || is_low_confidence(volume))
        }
    };
    Section {
        title: title.to_owned(),
        reading,
        charts: vec![bars(&format!("{title} by mentions"), "mentions", &named(answer), "/volume")],
        tables: vec![listed],
    }
}

/// Composes emerging topics.
pub fn emerging(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let answer = page.of(QuestionSubject::Emerging, None);
    let listed = topics(page, section, "Emerging topics", answer, EMERGING);
    let reading = match items(answer, "/data").first() {
        Some(first) => {
            let volume = whole(first, "/volume");
            let text = format!(
                "{} comes up most: {}, {} (score {}).",
                words::quoted(text(first, "/topic")),
                words::count(volume, "mention", "mentions"),
                after(page, first),
                cell(first.pointer("/score"))
            );
            statement(text, is_unsure(answer) || is_low_confidence(volume))
        }
        None if !has_baseline(answer) => statement(without_baseline(page), false),
        None => statement("No topic comes up in this period.", false),
    };
    Section {
        title: "Emerging topics".to_owned(),
        reading,
        charts: vec![bars("Emerging topics by mentions", "mentions", &named(answer), "/volume")],
        tables: vec![listed],
    }
}

/// The minimum for a topic to be called a trend.
const SUPPORT: &str = "5 mentions in 3 videos by 3 channels";

/// Returns true if a topic has the mentions, videos and channels that a trend needs.
pub fn is_supported(topic: &Value) -> bool {
    topic.pointer("/_standing/supported") == Some(&Value::Bool(true))
}

/// Describes the number of mentions that a topic had in the window before.
fn after(page: &ReportDraft<'_>, topic: &Value) -> String {
    let nearest = items(topic, "/baseline").last().filter(|mentions| mentions.as_u64() != Some(0));
    format!("after {} in {}", nearest.map_or_else(|| "none".to_owned(), |mentions| cell(Some(mentions))), page.before())
}

/// Returns true if there are enough earlier windows to find directions.
pub fn has_baseline(answer: &Value) -> bool {
    whole(answer, "/meta/baseline_windows") >= MIN_BASELINE as u64
}

/// Writes the sentence about missing earlier windows.
pub fn without_baseline(page: &ReportDraft<'_>) -> String {
    let days = page.context.request.window.days();
    let windows =
        format!("{MIN_BASELINE} windows of {} before this one", words::count(days.unsigned_abs(), "day", "days"));
    format!("What rises and falls cannot be told: the data does not cover {windows}.")
}

fn topics(
    page: &mut ReportDraft<'_>,
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
        let is_upward = matches!(text(topic, "/direction"), "new" | "rising");
        if let Some(row) = listed.rows.last_mut().filter(|_| is_upward && !is_supported(topic)) {
            mark_small_sample(row, topic, metrics);
            listed.note = Some(format!("Small sample: fewer than {SUPPORT}, which is no trend yet."));
        }
        let of = CsvKey {
            section,
            brand,
            dimension: if answer.get("criteria").is_some() { "emerging_topic" } else { "topic" },
            key: name,
        };
        page.record(&of, topic, metrics);
        page.record(&of, topic, FURTHER);
        if of.dimension == "topic" {
            page.record(&of, topic, OF_TOPIC);
        }
    }
    listed
}

/// Marks the row of a topic with a small sample, and removes its growth.
fn mark_small_sample(row: &mut [String], topic: &Value, metrics: &[TableMetric]) {
    for ((_, metric, ..), cell) in metrics.iter().zip(row.iter_mut().skip(1)) {
        match *metric {
            "growth_pct" | "share_growth_pct" => words::NOTHING.clone_into(cell),
            "direction" => {
                let videos = words::count(whole(topic, "/unique_videos"), "video", "videos");
                *cell = format!("{cell}, small sample ({videos})");
            }
            _ => {}
        }
    }
}

/// Returns the topics with their names.
fn named(answer: &Value) -> Vec<(&str, &Value)> {
    items(answer, "/data").iter().map(|topic| (text(topic, "/topic"), topic)).collect()
}
