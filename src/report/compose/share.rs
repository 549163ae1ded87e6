//! Sections about share of voice.

use super::answers::{decimal, is_unsure, items, text, whole};
use super::page::{
    CsvKey, MAX_SERIES, ReportDraft, TableMetric, add_row, bars, lines, parts, periods, statement, table,
};
use super::volume::{timelines, where_and_when};
use super::words::{self, cell, percent};
use crate::base::order;
use crate::report::content::{ChartKind, ReportTable, Section, Sentence, TableColumn};
use crate::report::questions::QuestionSubject;
use serde_json::Value;

const SHARE: &[TableMetric] =
    &[("/mentions", "mentions", "Mentions", cell), ("/share_pct", "share_pct", "Share of mentions", percent)];
const VOICES: &[TableMetric] = &[
    ("/mention_sov", "mention_sov", "Of mentions", percent),
    ("/volume_sov", "volume_sov", "Of videos", percent),
    ("/reach_sov", "reach_sov", "Of views", percent),
];
const POINT: &[TableMetric] = &[("/mentions", "mentions", "Mentions", cell)];
const CELL: &[TableMetric] = &[
    ("/volume", "mentions", "Mentions", cell),
    ("/share_pct", "share_pct", "Share", percent),
    ("/scored_mentions", "scored_mentions", "Scored", cell),
    ("/average_sentiment", "average_sentiment", "Average tone", cell),
];

/// Composes each brand's share of mentions, and of videos and views if the brands are compared.
pub fn of_brands(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let (stats, comparison) = (page.of(QuestionSubject::Stats, None), page.of(QuestionSubject::Comparison, None));
    let mut brands = table("Share of mentions", "Brand", SHARE);
    let by_brand = items(stats, "/by_brand");
    for brand in by_brand {
        let label = text(brand, "/key");
        add_row(&mut brands, label, brand, SHARE);
        page.record(&CsvKey { section, brand: label, dimension: "total", key: "all" }, brand, SHARE);
    }
    let mut tables = vec![brands];
    let voices = items(comparison, "/share_of_voice");
    if !voices.is_empty() {
        let mut of_all = table("Share of mentions, videos and views", "Brand", VOICES);
        for voice in voices {
            let label = text(voice, "/key");
            add_row(&mut of_all, label, voice, VOICES);
            page.record(&CsvKey { section, brand: label, dimension: "total", key: "all" }, voice, VOICES);
        }
        tables.push(of_all);
    }
    let shares: Vec<(&str, &Value)> = by_brand.iter().map(|brand| (text(brand, "/key"), brand)).collect();
    Section {
        title: "Share of voice".to_owned(),
        reading: leader(stats),
        charts: vec![bars("Share of mentions", "percent of mentions", &shares, "/share_pct")],
        tables,
    }
}

/// Composes the mentions of each brand over time.
pub fn timeline(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let over_time = timelines(page, section, POINT);
    let points = |timeline: &'_ Value| items(timeline, "/data").len();
    let all = over_time.first().map_or(0, |(_, timeline)| points(timeline));
    // Counts the periods in which a brand has more mentions than any other.
    let leads = |of: &Value| {
        let mentions = |timeline: &Value, at: usize| whole(timeline, &format!("/data/{at}/mentions"));
        let is_first = |at: &usize| {
            let others = over_time.iter().filter(|(_, other)| !std::ptr::eq(*other, of));
            others.map(|(_, other)| mentions(other, *at)).max().is_none_or(|most| mentions(of, *at) > most)
        };
        (0..all).filter(is_first).count() as u64
    };
    let first = over_time.iter().map(|(label, timeline)| (*label, leads(timeline))).max_by_key(|(_, leads)| *leads);
    let stats = page.of(QuestionSubject::Stats, None);
    let interval = over_time.first().map(|(_, timeline)| text(timeline, "/interval")).unwrap_or_default();
    let reading = match first.filter(|_| over_time.len() > 1 && whole(stats, "/totals/mentions") > 0) {
        Some((label, leads)) if leads > 0 => {
            let (label, on) = (words::name(label), if interval == "day" { "on" } else { "in" });
            let text = match all {
                1 => format!("{label} has most mentions {on} this {interval}."),
                _ => format!("{label} has most mentions {on} {leads} of {all} {interval}s."),
            };
            statement(text, is_unsure(stats))
        }
        _ => leader(stats),
    };
    Section {
        title: "Over time".to_owned(),
        reading,
        charts: vec![lines(page, "Mentions over time", "mentions", &over_time, "/mentions")],
        tables: vec![periods(page, "Mentions by period", &over_time, "/mentions", cell)],
    }
}

/// Composes each brand's share of mentions on each platform.
pub fn by_platform(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let (mut tables, mut on) = (Vec::new(), Vec::new());
    for platform in crate::spec::PLATFORMS {
        let stats = page.of(QuestionSubject::OnPlatform(platform), None);
        if stats.is_null() {
            continue;
        }
        let mut brands = table(words::platform(platform), "Brand", SHARE);
        for brand in items(stats, "/by_brand") {
            let label = text(brand, "/key");
            add_row(&mut brands, label, brand, SHARE);
            page.record(&CsvKey { section, brand: label, dimension: "platform", key: platform }, brand, SHARE);
        }
        tables.push(brands);
        on.push((words::platform(platform), stats));
    }
    let of_brands: Vec<_> = items(page.of(QuestionSubject::Stats, None), "/by_brand")
        .iter()
        .take(MAX_SERIES)
        .map(|brand| {
            let label = text(brand, "/key");
            let mentions = move |stats: &Value| {
                let brand = items(stats, "/by_brand").iter().find(|brand| text(brand, "/key") == label);
                brand.map_or(Some(0.0), |brand| decimal(brand, "/mentions"))
            };
            (label, mentions)
        })
        .collect();
    let chart = parts(ChartKind::StackedBars, "Mentions by platform and brand", "mentions", &on, &of_brands);
    let stats = page.of(QuestionSubject::Stats, None);
    let leaders: Vec<String> = on
        .iter()
        .filter_map(|(name, stats)| {
            let first = items(stats, "/by_brand").first()?;
            Some(format!("{} on {name} ({})", words::name(text(first, "/key")), percent(first.pointer("/share_pct"))))
        })
        .collect();
    let reading = match items(stats, "/by_brand") {
        [] | [_] => where_and_when(stats, &Value::Null),
        _ => statement(format!("Most mentions are of {}.", words::names(&leaders)), is_unsure(stats)),
    };
    Section { title: "By platform".to_owned(), reading, charts: vec![chart], tables }
}

/// Composes topics by brand. If there is one brand or too many to compare, composes the topics of all brands together.
pub fn topics(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let comparison = page.of(QuestionSubject::Comparison, None);
    if comparison.is_null() {
        return super::topics::of_direction(page, section, None);
    }
    // Uses the order of the other charts, so that a brand has the same colour in all of them.
    let by_brand = items(page.of(QuestionSubject::Stats, None), "/by_brand");
    let mut columns: Vec<(usize, &str)> =
        items(comparison, "/columns").iter().map(|column| text(column, "/key")).enumerate().collect();
    order::sort_by_key(&mut columns, |(_, brand)| {
        by_brand.iter().position(|other| text(other, "/key") == *brand).unwrap_or(by_brand.len())
    });
    let topics = items(comparison, "/rows");
    let heading = |heading: &str, is_number| TableColumn { heading: heading.to_owned(), is_number };
    let mut listed = ReportTable {
        title: "Mentions by topic and brand".to_owned(),
        columns: [heading("Topic", false)]
            .into_iter()
            .chain(columns.iter().map(|(_, brand)| heading(brand, true)))
            .collect(),
        rows: Vec::new(),
        note: None,
    };
    for topic in topics {
        let name = text(topic, "/topic");
        let counts = columns.iter().map(|(place, _)| cell(topic.pointer(&format!("/volume/{place}"))));
        listed.rows.push([name.to_owned()].into_iter().chain(counts).collect());
        for (place, brand) in &columns {
            let of = CsvKey { section, brand, dimension: "topic", key: name };
            let numbers = |member: &str| topic.pointer(&format!("/{member}/{place}")).cloned().unwrap_or_default();
            let numbers = serde_json::json!({
                "volume": numbers("volume"),
                "share_pct": numbers("share_pct"),
                "scored_mentions": numbers("_scored"),
                "average_sentiment": numbers("average_sentiment"),
            });
            page.record(&of, &numbers, CELL);
        }
    }
    let rows: Vec<(&str, &Value)> = topics.iter().map(|topic| (text(topic, "/topic"), topic)).collect();
    let of_brands: Vec<_> = columns
        .iter()
        .map(|&(place, brand)| (brand, move |topic: &Value| decimal(topic, &format!("/volume/{place}"))))
        .collect();
    let chart = parts(ChartKind::StackedBars, "Mentions by topic and brand", "mentions", &rows, &of_brands);
    let reading = match topics.first() {
        Some(first) => {
            let topic = words::quoted(text(first, "/topic"));
            let of_brand = |(place, brand): &(usize, &str)| {
                format!("{} {}", words::name(brand), cell(first.pointer(&format!("/volume/{place}"))))
            };
            let of_brands: Vec<String> = columns.iter().map(of_brand).collect();
            let text = format!("The topic with most mentions is {topic}: {}.", words::names(&of_brands));
            statement(text, is_unsure(comparison))
        }
        None => statement("No topic was mentioned in this period.", false),
    };
    Section { title: "Topics by brand".to_owned(), reading, charts: vec![chart], tables: vec![listed] }
}

/// Writes the sentence about the leading brand and its lead.
pub fn leader(stats: &Value) -> Sentence {
    let brands = items(stats, "/by_brand");
    let mentions = |brand: &Value| whole(brand, "/mentions");
    let says = |brand: &Value| {
        let share = percent(brand.pointer("/share_pct"));
        format!("{} ({share})", words::count(mentions(brand), "mention", "mentions"))
    };
    let name = |brand| words::name(text(brand, "/key"));
    let text = match brands {
        [] => return statement("Nothing was said in this period.", false),
        [only] => format!("{} has all mentions: {}.", name(only), words::number(&mentions(only).into())),
        [first, second, ..] if mentions(first) == mentions(second) => {
            let level: Vec<String> =
                brands.iter().take_while(|brand| mentions(brand) == mentions(first)).map(name).collect();
            format!("{} lead with {} each.", words::names(&level), says(first))
        }
        [first, second, ..] => {
            let (leads, follows) = (says(first), says(second));
            format!("{} leads with {leads}, ahead of {} with {follows}.", name(first), name(second))
        }
    };
    statement(text, is_unsure(stats))
}
