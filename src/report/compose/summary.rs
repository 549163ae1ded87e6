//! What matters most, in a few sentences and numbers.

use super::answers::{decimal, is_unsure, items, text, whole};
use super::page::{Page, statement};
use super::words::{self, cell, change, count};
use super::{sentiment, share, topics};
use crate::report::content::{Figure, Sentence};
use crate::report::questions::Subject;
use serde_json::Value;

/// Topics of which a sentence is said, of each sort.
const TOLD: usize = 2;

/// The numbers and sentences that begin a report: those that its answers have something for.
pub fn of(page: &Page<'_>) -> (Vec<Figure>, Vec<Sentence>) {
    let answers = page.answers;
    let stats = answers.of(Subject::Stats, None);
    let tone = answers.of(Subject::Sentiment, None);
    let mut told = vec![volume(page, stats)];
    if whole(stats, "/totals/mentions") > 0 {
        told.extend(reach(stats));
        if page.occasion.brands.len() > 1 {
            told.push(share::leader(stats));
            told.extend(silent(page, stats));
        }
        if !tone.is_null() {
            told.push(sentiment::reading(tone));
            told.extend(tone_change(tone));
        }
        told.extend(moving(answers.of(Subject::Topics(None), None)));
        told.extend(coming(answers.of(Subject::Emerging, None)));
        for sort in ["influence_score", "mentions", "views"] {
            told.extend(creator(answers.of(Subject::Influencers(sort), None), sort));
        }
    }
    (figures(stats, tone), told)
}

fn figures(stats: &Value, tone: &Value) -> Vec<Figure> {
    let figure = |label: &str, value: Option<&Value>, note: Option<String>| Figure {
        label: label.to_owned(),
        value: cell(value),
        note,
    };
    let before = |place: &str| {
        stats
            .pointer(place)
            .filter(|change| change.is_number())
            .map(|value| format!("{} on the period before", change(Some(value))))
    };
    let mut figures = vec![
        figure("Mentions", stats.pointer("/totals/mentions"), before("/change_pct/mentions")),
        figure("Videos", stats.pointer("/totals/unique_videos"), before("/change_pct/unique_videos")),
        figure("Channels", stats.pointer("/totals/unique_channels"), None),
        figure("Views", stats.pointer("/totals/views"), before("/change_pct/views")),
        figure("Average tone", stats.pointer("/totals/average_sentiment"), Some("from -1 to 1".to_owned())),
    ];
    if !tone.is_null() {
        figures.push(figure("Net sentiment", tone.pointer("/net_sentiment"), Some("from -100 to 100".to_owned())));
    }
    figures
}

/// How much was said, and how that changed.
fn volume(page: &Page<'_>, stats: &Value) -> Sentence {
    let window = page.occasion.request.window;
    let when = if window.from == window.to {
        format!("On {}", words::date(window.from))
    } else {
        format!("From {}", words::window(window))
    };
    let labels = page.occasion.brands;
    let whom = if labels.len() <= 3 { words::names(labels) } else { format!("{} brands", labels.len()) };
    let mentions = whole(stats, "/totals/mentions");
    if mentions == 0 {
        return statement(format!("{when} there were no mentions of {whom}."), false);
    }
    let videos = count(whole(stats, "/totals/unique_videos"), "video", "videos");
    let channels = count(whole(stats, "/totals/unique_channels"), "channel", "channels");
    let were = if mentions == 1 { "was" } else { "were" };
    let said =
        format!("{when} there {were} {} of {whom}, in {videos} by {channels}", count(mentions, "mention", "mentions"));
    let compared = match stats.pointer("/change_pct/mentions") {
        Some(value) if value.as_f64() == Some(0.0) => ": as many as in the period of the same length before".to_owned(),
        Some(value @ Value::Number(_)) => {
            format!(": {} than in the period of the same length before", more_or_less(value))
        }
        _ => ": there were none in the period of the same length before".to_owned(),
    };
    statement(format!("{said}{compared}."), is_unsure(stats))
}

/// `5.63% more` or `2.41% fewer`.
fn more_or_less(value: &Value) -> String {
    let text = words::percent(Some(value));
    match text.strip_prefix('-') {
        Some(size) => format!("{size} fewer"),
        None => format!("{text} more"),
    }
}

fn reach(stats: &Value) -> Option<Sentence> {
    let views = whole(stats, "/totals/views");
    let value = stats.pointer("/change_pct/views")?;
    let moved = decimal(stats, "/change_pct/views").filter(|moved| *moved != 0.0)?;
    let way = if moved > 0.0 { "up" } else { "down" };
    let size = words::percent(Some(value));
    let size = size.trim_start_matches('-');
    let text = format!("The videos have {}, {way} {size} on the period before.", count(views, "view", "views"));
    Some(statement(text, is_unsure(stats)))
}

/// Brands of which nothing was said.
fn silent(page: &Page<'_>, stats: &Value) -> Option<Sentence> {
    let told: Vec<&str> = items(stats, "/by_brand")
        .iter()
        .filter(|brand| whole(brand, "/mentions") > 0)
        .map(|brand| text(brand, "/key"))
        .collect();
    let silent: Vec<&str> = page.occasion.brands.iter().copied().filter(|label| !told.contains(label)).collect();
    let text = match silent.len() {
        0 => return None,
        1..=5 => format!("There were no mentions of {}.", words::names(&silent)),
        several => format!("There were no mentions of {several} brands."),
    };
    Some(statement(text, false))
}

fn tone_change(tone: &Value) -> Option<Sentence> {
    let moved = decimal(tone, "/change/average").filter(|moved| *moved != 0.0)?;
    let size = words::cell(tone.pointer("/change/average"));
    let way = if moved > 0.0 { "rose" } else { "fell" };
    let text = format!("The average tone {way} by {} on the period before.", size.trim_start_matches('-'));
    Some(statement(text, is_unsure(tone)))
}

/// The topics that rise and fall most.
fn moving(answer: &Value) -> Vec<Sentence> {
    let mut told = Vec::new();
    if let Some(first) = items(answer, "/data").first() {
        let text = format!(
            "The topic with most mentions is {} ({}, {} of all).",
            text(first, "/topic"),
            count(whole(first, "/volume"), "mention", "mentions"),
            words::percent(first.pointer("/share_pct"))
        );
        told.push(statement(text, is_unsure(answer)));
    }
    for (direction, verb) in [("rising", "rises"), ("falling", "falls")] {
        let moving = items(answer, "/data").iter().filter(|topic| text(topic, "/direction") == direction);
        for topic in moving.take(TOLD) {
            let by = match topic.pointer("/growth_pct") {
                Some(value @ Value::Number(_)) => format!("{} on the period before", change(Some(value))),
                _ => "from none in the period before".to_owned(),
            };
            let text = format!(
                "{} {verb}: {}, {by} (z-score {}).",
                words::capital(text(topic, "/topic")),
                count(whole(topic, "/volume"), "mention", "mentions"),
                cell(topic.pointer("/z_score"))
            );
            told.push(statement(text, is_unsure(answer)));
        }
    }
    told
}

fn coming(answer: &Value) -> Vec<Sentence> {
    let topics = items(answer, "/data").iter().take(TOLD);
    let told = topics.map(|topic| {
        let text = format!(
            "{} comes up: {}, {}.",
            words::capital(text(topic, "/topic")),
            count(whole(topic, "/volume"), "mention", "mentions"),
            topics::stage(topic)
        );
        statement(text, is_unsure(answer))
    });
    told.collect()
}

fn creator(answer: &Value, sort: &str) -> Option<Sentence> {
    let first = items(answer, "/data").first()?;
    let name = text(first, "/channel/name");
    let count_of = whole(first, "/brand_stats/mentions");
    let mentions = count(count_of, "mention", "mentions");
    let text = match sort {
        "influence_score" => format!(
            "{name} is the creator with the highest influence score ({}), with {mentions}.",
            cell(first.pointer("/influence_score"))
        ),
        "mentions" => format!("{name} is the creator with most mentions ({mentions})."),
        _ => format!("{name} is the creator with most views ({}).", cell(first.pointer("/brand_stats/views"))),
    };
    Some(statement(text, count_of < crate::spec::limits::MIN_CONFIDENT_MENTIONS))
}
