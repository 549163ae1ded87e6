//! The summary of a report: a few sentences and numbers.

use super::answers::{decimal, is_unsure, items, known_of, scored, text, whole};
use super::page::{ReportDraft, statement};
use super::words::{self, cell, change, count};
use super::{influencers, sentiment, share, topics};
use crate::base::order;
use crate::measure::is_low_confidence;
use crate::report::content::{Figure, Sentence};
use crate::report::questions::QuestionSubject;
use serde_json::Value;

/// The number of topics that a sentence names.
const TOLD: usize = 2;
/// The number of brands that a sentence names.
const NAMED: usize = 3;

/// Returns the numbers and sentences at the beginning of a report, as far as its answers have data for them.
pub fn of(page: &ReportDraft<'_>) -> (Vec<Figure>, Vec<Sentence>) {
    let (stats, tone) = (page.of(QuestionSubject::Stats, None), page.of(QuestionSubject::Sentiment, None));
    let mut told = vec![volume(page, stats)];
    told.extend(limits(page));
    if whole(stats, "/totals/mentions") > 0 {
        told.extend(reach(page, stats));
        if page.context.brands.len() > 1 {
            told.push(share::leader(stats));
            told.extend(silent(page, stats));
            told.extend(movers(page));
        }
        if !tone.is_null() {
            told.push(sentiment::reading(page, tone));
            told.extend(sentiment::extremes(page));
            told.extend(sentiment::about(tone));
        }
        told.extend(moving(page));
        for sort in ["influence_score", "mentions", "views"] {
            let first = items(page.of(QuestionSubject::Influencers(sort), None), "/data").first();
            told.extend(first.map(|first| influencers::leader(first, sort)));
        }
    }
    (figures(page, stats, tone), told)
}

fn figures(page: &ReportDraft<'_>, stats: &Value, tone: &Value) -> Vec<Figure> {
    let figure = |label: &str, value: Option<&Value>, note: Option<String>| Figure {
        label: label.to_owned(),
        value: cell(value),
        note,
    };
    let views = Figure {
        label: "Views".to_owned(),
        value: match known_of(stats, "/totals/views") {
            Some((0, videos)) if videos > 0 => words::UNKNOWN.to_owned(),
            _ => cell(stats.pointer("/totals/views")),
        },
        note: match known_of(stats, "/totals/views") {
            Some((known, videos)) if known < videos => {
                Some(format!("known of {} of {}", words::number(&known.into()), count(videos, "video", "videos")))
            }
            _ => moved(page, stats, "/change_pct/views"),
        },
    };
    let of = count(scored(stats), "scored mention", "scored mentions");
    let mut figures = vec![
        figure("Mentions", stats.pointer("/totals/mentions"), moved(page, stats, "/change_pct/mentions")),
        figure("Videos", stats.pointer("/totals/unique_videos"), moved(page, stats, "/change_pct/unique_videos")),
        figure("Channels", stats.pointer("/totals/unique_channels"), None),
        views,
        figure("Average tone", stats.pointer("/totals/average_sentiment"), Some(format!("-1 to 1, over {of}"))),
    ];
    if !tone.is_null() {
        figures.push(figure("Net sentiment", tone.pointer("/net_sentiment"), Some("from -100 to 100".to_owned())));
    }
    figures
}

/// Describes the change of a number, if the windows are comparable.
fn moved(page: &ReportDraft<'_>, stats: &Value, place: &str) -> Option<String> {
    page.change(stats, place).map(|moved| format!("{} on the period before", change(Some(moved))))
}

/// Writes the sentence about the number of mentions and its change.
fn volume(page: &ReportDraft<'_>, stats: &Value) -> Sentence {
    let brands = page.context.brands;
    let (whom, have) = match brands {
        [only] => (words::name(only), "has"),
        _ if brands.len() <= NAMED => (words::named(brands), "together have"),
        _ => (format!("The {} brands", brands.len()), "together have"),
    };
    let (before, mentions) = (page.before(), whole(stats, "/totals/mentions"));
    let moved = stats.pointer("/change_pct/mentions").filter(|_| page.is_comparable());
    if mentions == 0 {
        let have = have.trim_start_matches("together ");
        // A change to zero means that the window before had mentions.
        let gone =
            if moved.is_some_and(Value::is_number) { format!("; there were some in {before}") } else { String::new() };
        return statement(format!("{whom} {have} no mentions in this period{gone}."), false);
    }
    let videos = count(whole(stats, "/totals/unique_videos"), "video", "videos");
    let channels = count(whole(stats, "/totals/unique_channels"), "channel", "channels");
    let compared = match moved {
        None => String::new(),
        Some(moved) if moved.as_f64() == Some(0.0) => format!(", as many as in {before}"),
        Some(moved @ Value::Number(_)) => format!(", {} than in {before}", words::moved(moved, "more", "fewer")),
        Some(_) => format!("; there were none in {before}"),
    };
    let said = count(mentions, "mention", "mentions");
    statement(format!("{whom} {have} {said} in {videos} by {channels}{compared}."), is_unsure(stats))
}

/// Writes the sentences about days that the dataset does not cover.
fn limits(page: &ReportDraft<'_>) -> Vec<Sentence> {
    let window = page.context.request.window;
    let Some((first, last)) = page.context.dataset_dates else { return Vec::new() };
    let mut told = Vec::new();
    if last < window.to {
        told.push(format!("The data ends on {}, before the end of this period.", last.in_words()));
    }
    if first > window.from {
        told.push(format!("The data begins on {}, after the beginning of this period.", first.in_words()));
    } else if !page.is_comparable() {
        let (first, before) = (first.in_words(), page.before());
        told.push(format!("The data begins on {first}: it does not cover {before}, so no changes are stated here."));
    }
    told.into_iter().map(|text| statement(text, false)).collect()
}

fn reach(page: &ReportDraft<'_>, stats: &Value) -> Option<Sentence> {
    let moved = page.change(stats, "/change_pct/views").filter(|moved| moved.as_f64() != Some(0.0))?;
    let views = count(whole(stats, "/totals/views"), "view", "views");
    let (moved, before) = (words::moved(moved, "more", "fewer"), page.before());
    let known = match known_of(stats, "/totals/views") {
        Some((0, _)) => return None,
        Some((known, videos)) if known < videos => {
            format!(" (known of {} of {})", words::number(&known.into()), count(videos, "video", "videos"))
        }
        _ => String::new(),
    };
    let text = format!("The videos have {views}{known}, {moved} than those of {before}.");
    Some(statement(text, is_unsure(stats)))
}

/// Writes the sentence about brands without mentions.
fn silent(page: &ReportDraft<'_>, stats: &Value) -> Option<Sentence> {
    let told: Vec<&str> = items(stats, "/by_brand").iter().map(|brand| text(brand, "/key")).collect();
    let silent: Vec<&str> = page.context.brands.iter().copied().filter(|label| !told.contains(label)).collect();
    let text = match silent.as_slice() {
        [] => return None,
        [only] => format!("{} has no mentions.", words::name(only)),
        few if few.len() <= NAMED => format!("{} have no mentions.", words::named(few)),
        several => format!("{} brands have no mentions.", several.len()),
    };
    Some(statement(text, false))
}

/// Writes the sentence about the brands that rose and fell most.
fn movers(page: &ReportDraft<'_>) -> Option<Sentence> {
    let mut brands = page.each(QuestionSubject::Stats);
    brands.retain(|(_, stats)| page.change(stats, "/change_pct/mentions").is_some());
    let moved = |stats: &Value| decimal(stats, "/change_pct/mentions").unwrap_or_default();
    order::sort_by(&mut brands, |(_, one), (_, other)| moved(other).total_cmp(&moved(one)));
    let says = |stats: &Value| {
        let by = stats.pointer("/change_pct/mentions").map(|by| words::moved(by, "more", "fewer")).unwrap_or_default();
        format!("{by} mentions ({})", cell(stats.pointer("/totals/mentions")))
    };
    let up = brands.first().filter(|(_, stats)| moved(stats) > 0.0);
    let down = brands.last().filter(|(_, stats)| moved(stats) < 0.0);
    let told = [(up, "rose"), (down, "fell")];
    let told: Vec<(&str, &Value, &str)> =
        told.into_iter().filter_map(|(of, verb)| of.map(|(label, stats)| (*label, *stats, verb))).collect();
    let low = told.iter().any(|(_, stats, _)| is_unsure(stats));
    let told: Vec<String> = told
        .into_iter()
        .map(|(label, stats, verb)| format!("{} {verb} most, by {}", words::name(label), says(stats)))
        .collect();
    (!told.is_empty()).then(|| statement(format!("{}.", told.join("; ")), low))
}

/// Writes the sentences about frequent, rising, falling and emerging topics.
fn moving(page: &ReportDraft<'_>) -> Vec<Sentence> {
    let frequent = page.of(QuestionSubject::Topics(None), None);
    let emerging = page.of(QuestionSubject::Emerging, None);
    let mut told = Vec::new();
    if let Some(first) = items(frequent, "/data").first() {
        let mentions = count(whole(first, "/volume"), "mention", "mentions");
        let (topic, share) = (words::quoted(text(first, "/topic")), words::percent(first.pointer("/share_pct")));
        let text = format!("The most frequent topic is {topic}, with {mentions} ({share}).");
        told.push(statement(text, is_unsure(frequent)));
    }
    let mut named: Vec<&str> = Vec::new();
    for (direction, one, several) in [("rising", "rises", "rise"), ("falling", "falls", "fall")] {
        let own = page.of(QuestionSubject::Topics(Some(direction)), None);
        let answer = if own.is_null() { frequent } else { own };
        let mut topics: Vec<&Value> =
            items(answer, "/data").iter().filter(|topic| text(topic, "/direction") == direction).collect();
        if direction == "rising" {
            topics.retain(|topic| topics::is_supported(topic));
        }
        let z_score = |topic: &Value| decimal(topic, "/z_score").unwrap_or_default().abs();
        order::sort_by(&mut topics, |one, other| z_score(other).total_cmp(&z_score(one)));
        topics.truncate(TOLD);
        told.extend(named_topics(&topics, answer, one, several));
        named.extend(topics.iter().map(|topic| text(topic, "/topic")));
    }
    let mut coming: Vec<&Value> = items(emerging, "/data").iter().collect();
    coming.retain(|topic| !named.contains(&text(topic, "/topic")));
    coming.truncate(TOLD);
    told.extend(named_topics(&coming, emerging, "comes up", "come up"));
    let asked = [frequent, emerging, page.of(QuestionSubject::Topics(Some("rising")), None)];
    if asked.iter().any(|answer| !answer.is_null() && !topics::has_baseline(answer)) {
        told.push(statement(topics::without_baseline(page), false));
    }
    told
}

/// Writes a sentence about topics with the same direction.
fn named_topics(topics: &[&Value], answer: &Value, one: &str, several: &str) -> Option<Sentence> {
    let says = |topic: &&Value| {
        let moved = match (topic.pointer("/growth_pct"), topic.pointer("/_standing/share_growth_pct")) {
            (Some(growth @ Value::Number(_)), Some(of_share @ Value::Number(_))) => {
                format!("{}; {} as a share of all mentions", change(Some(growth)), change(Some(of_share)))
            }
            (Some(growth @ Value::Number(_)), _) => change(Some(growth)),
            _ => "after none".to_owned(),
        };
        let mentions = count(whole(topic, "/volume"), "mention", "mentions");
        format!("{} ({mentions}, {moved})", words::quoted(text(topic, "/topic")))
    };
    let low = is_unsure(answer) || topics.iter().any(|topic| is_low_confidence(whole(topic, "/volume")));
    let verb = if topics.len() == 1 { one } else { several };
    let names = words::names(&topics.iter().map(says).collect::<Vec<String>>());
    (!topics.is_empty()).then(|| statement(format!("{names} {verb}."), low))
}
