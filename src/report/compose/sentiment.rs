//! What it sounds like.

use super::answers::{decimal, is_unsure, items, text, whole};
use super::page::{Of, Page, TableMetric, add_row, bars, lines, shares, statement, table};
use super::volume::timelines;
use super::words::{self, cell, percent};
use crate::report::content::{Section, Sentence};
use crate::report::questions::Subject;
use serde_json::Value;

const TONE: &[TableMetric] = &[
    ("/average", "average", "Average tone", cell),
    ("/net_sentiment", "net_sentiment", "Net sentiment", cell),
    ("/counts/positive", "positive", "Positive", cell),
    ("/counts/neutral", "neutral", "Neutral", cell),
    ("/counts/negative", "negative", "Negative", cell),
    ("/counts/unknown", "unknown", "Unknown", cell),
    ("/change/average", "average_change", "Change of average", cell),
];
const FURTHER: &[TableMetric] = &[
    ("/reach_weighted_average", "reach_weighted_average", "", cell),
    ("/scored_mentions", "scored_mentions", "", cell),
    ("/change/net_sentiment", "net_sentiment_change", "", cell),
];
const POINT: &[TableMetric] = &[
    ("/mentions", "mentions", "Mentions", cell),
    ("/average", "average", "Average tone", cell),
    ("/net_sentiment", "net_sentiment", "Net sentiment", cell),
];
const PART: &[TableMetric] = &[
    ("/mentions", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share", percent),
    ("/average", "average", "Average tone", cell),
    ("/net_sentiment", "net_sentiment", "Net sentiment", cell),
];
const REST: &[TableMetric] =
    &[("/mentions", "mentions", "Mentions", cell), ("/share_pct", "share_pct", "Share", percent)];
const DRIVER: &[TableMetric] = &[("/count", "mentions", "Mentions", cell)];
/// The parts of a whole, from good to bad.
const PARTS: &[(&str, &str)] =
    &[("/counts/positive", "positive"), ("/counts/neutral", "neutral"), ("/counts/negative", "negative")];

/// Tone by brand and over time.
pub fn overview(page: &mut Page<'_>, section: &'static str) -> Section {
    let mut overview = by_brand(page, section);
    let over_time = timelines(page, section, POINT);
    overview.charts.push(lines("Average tone over time", "average tone, -1 to 1", &over_time, "/average"));
    overview
}

/// Tone by brand.
pub fn by_brand(page: &mut Page<'_>, section: &'static str) -> Section {
    let answers = page.answers;
    let mut brands = table("Tone by brand", "Brand", TONE);
    let mut parts = Vec::new();
    for whose in page.whose() {
        let (label, tone) = (page.label(whose), answers.of(Subject::Sentiment, whose));
        add_row(&mut brands, if whose.is_none() { "All" } else { label }, tone, TONE);
        let of = Of { section, brand: label, dimension: "total", key: "all" };
        page.record(&of, tone, TONE);
        page.record(&of, tone, FURTHER);
        if whose.is_some() {
            parts.push((label, tone));
        }
    }
    let tone = answers.of(Subject::Sentiment, None);
    Section {
        title: "Sentiment".to_owned(),
        reading: reading(tone),
        charts: vec![shares("Positive, neutral and negative mentions", "mentions", &parts, PARTS)],
        tables: vec![brands],
    }
}

/// Tone over time.
pub fn timeline(page: &mut Page<'_>, section: &'static str) -> Section {
    let over_time = timelines(page, section, POINT);
    let all = page.answers.of(Subject::Timeline, None);
    let points = items(all, "/data");
    let mut periods = table("Tone by period", "Period", POINT);
    points.iter().for_each(|point| add_row(&mut periods, text(point, "/period"), point, POINT));
    let told = points.iter().filter(|point| decimal(point, "/average").is_some());
    let best = told.clone().max_by(|one, other| {
        decimal(one, "/average").partial_cmp(&decimal(other, "/average")).unwrap_or(std::cmp::Ordering::Equal)
    });
    let reading = match best {
        Some(best) => format!(
            "The tone was best in {}, with an average of {} over {}.",
            text(best, "/period"),
            cell(best.pointer("/average")),
            words::count(whole(best, "/mentions"), "mention", "mentions")
        ),
        None => "There is no tone to tell of in this period.".to_owned(),
    };
    Section {
        title: "Over time".to_owned(),
        reading: statement(reading, is_unsure(all)),
        charts: vec![
            lines("Average tone over time", "average tone, -1 to 1", &over_time, "/average"),
            lines("Mentions over time", "mentions", &over_time, "/mentions"),
        ],
        tables: vec![periods],
    }
}

/// Tone by platform, language or region.
pub fn breakdown(page: &mut Page<'_>, section: &'static str, by: &'static str) -> Section {
    let answer = page.answers.of(Subject::Breakdown(by), None);
    let brand = page.label(None);
    let name = |key: &str| if by == "platform" { words::platform(key).to_owned() } else { words::code(key) };
    let mut parts = table(format!("Tone by {by}"), words::heading(by), PART);
    let rows: Vec<(String, &Value)> =
        items(answer, "/data").iter().map(|part| (name(text(part, "/key")), part)).collect();
    for (shown, part) in &rows {
        let is_unsure = part.get("low_confidence").and_then(Value::as_bool).unwrap_or(false);
        add_row(&mut parts, &if is_unsure { format!("{shown} *") } else { shown.clone() }, part, PART);
        page.record(&Of { section, brand, dimension: by, key: text(part, "/key") }, part, PART);
    }
    for rest in ["other", "unknown"] {
        let numbers = answer.get(rest).unwrap_or(&Value::Null);
        if whole(numbers, "/mentions") > 0 {
            let shown = numbers.pointer("/share_pct");
            let mut cells = vec![words::heading(rest).to_owned(), cell(numbers.pointer("/mentions")), percent(shown)];
            cells.resize(parts.columns.len(), words::NOTHING.to_owned());
            parts.rows.push(cells);
            page.record(&Of { section, brand, dimension: by, key: rest }, numbers, REST);
        }
    }
    parts.note = rows
        .iter()
        .any(|(_, part)| part.get("low_confidence").and_then(Value::as_bool).unwrap_or(false))
        .then(|| "* Low confidence: fewer than 20 mentions.".to_owned());
    let shown: Vec<(&str, &Value)> = rows.iter().map(|(name, part)| (name.as_str(), *part)).collect();
    let reading = match rows.first() {
        Some((name, part)) => format!(
            "{name} has most mentions ({}, {}), with an average tone of {}.",
            cell(part.pointer("/mentions")),
            percent(part.pointer("/share_pct")),
            cell(part.pointer("/average"))
        ),
        None => "There is nothing to tell apart in this period.".to_owned(),
    };
    Section {
        title: format!("By {by}"),
        reading: statement(reading, is_unsure(answer)),
        charts: vec![shares(format!("Positive, neutral and negative mentions by {by}"), "mentions", &shown, PARTS)],
        tables: vec![parts],
    }
}

/// Topics of good and of bad mentions.
pub fn drivers(page: &mut Page<'_>, section: &'static str) -> Section {
    let answer = page.answers.of(Subject::Sentiment, None);
    let brand = page.label(None);
    let (mut tables, mut charts, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for (place, tone) in [("/drivers/positive", "positive"), ("/drivers/negative", "negative")] {
        let topics = items(answer, place);
        let mut listed = table(format!("Topics of {tone} mentions"), "Topic", DRIVER);
        for topic in topics {
            add_row(&mut listed, text(topic, "/topic"), topic, DRIVER);
            page.record(
                &Of {
                    section,
                    brand,
                    dimension: if tone == "positive" { "positive_topic" } else { "negative_topic" },
                    key: text(topic, "/topic"),
                },
                topic,
                DRIVER,
            );
        }
        let counted: Vec<(&str, Option<f64>)> =
            topics.iter().map(|topic| (text(topic, "/topic"), decimal(topic, "/count"))).collect();
        charts.push(bars(format!("Topics of {tone} mentions"), "mentions", &counted));
        first.extend(topics.first().map(|topic| {
            format!("{} drives {tone} mentions most ({})", text(topic, "/topic"), cell(topic.pointer("/count")))
        }));
        tables.push(listed);
    }
    let reading = if first.is_empty() {
        "No topic stands out.".to_owned()
    } else {
        format!("{}.", words::capital(&words::names(&first)))
    };
    Section { title: "Drivers".to_owned(), reading: statement(reading, is_unsure(answer)), charts, tables }
}

/// Tone in a sentence.
pub fn reading(tone: &Value) -> Sentence {
    let [positive, neutral, negative] =
        ["positive", "neutral", "negative"].map(|label| whole(tone, &format!("/counts/{label}")));
    if positive + neutral + negative == 0 {
        return statement("No mention of this period has a tone.", false);
    }
    let average = match tone.pointer("/average") {
        Some(Value::Number(average)) => format!("The average tone is {}", words::number(average)),
        _ => "The tone is not scored".to_owned(),
    };
    let [positive, neutral, negative] = [positive, neutral, negative].map(|count| words::number(&count.into()));
    statement(
        format!(
            "{average} (net sentiment {}): {positive} positive, {neutral} neutral and {negative} negative mentions.",
            cell(tone.pointer("/net_sentiment"))
        ),
        is_unsure(tone),
    )
}
