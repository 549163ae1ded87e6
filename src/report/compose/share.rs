//! Share of voice: brands side by side.

use super::answers::{decimal, is_unsure, items, text};
use super::page::{Of, Page, TableMetric, add_row, bars, lines, statement, table};
use super::volume::timelines;
use super::words::{self, cell, percent};
use crate::report::content::{Chart, ChartKind, ReportTable, Section, Sentence, Series, TableColumn};
use crate::report::questions::Subject;
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
    ("/average_sentiment", "average_sentiment", "Average tone", cell),
];

/// What each brand has of all mentions, and of videos and views where few are compared.
pub fn of_brands(page: &mut Page<'_>, section: &'static str) -> Section {
    let (stats, comparison) = (page.answers.of(Subject::Stats, None), page.answers.of(Subject::Comparison, None));
    let mut brands = table("Share of mentions", "Brand", SHARE);
    let by_brand = items(stats, "/by_brand");
    for brand in by_brand {
        let label = text(brand, "/key");
        add_row(&mut brands, label, brand, SHARE);
        page.record(&Of { section, brand: label, dimension: "total", key: "all" }, brand, SHARE);
    }
    let mut tables = vec![brands];
    let voices = items(comparison, "/share_of_voice");
    if !voices.is_empty() {
        let mut of_all = table("Share of mentions, videos and views", "Brand", VOICES);
        for voice in voices {
            let label = text(voice, "/key");
            add_row(&mut of_all, label, voice, VOICES);
            page.record(&Of { section, brand: label, dimension: "total", key: "all" }, voice, VOICES);
        }
        tables.push(of_all);
    }
    let shares: Vec<(&str, Option<f64>)> =
        by_brand.iter().map(|brand| (text(brand, "/key"), decimal(brand, "/share_pct"))).collect();
    Section {
        title: "Share of voice".to_owned(),
        reading: leader(stats),
        charts: vec![bars("Share of mentions", "percent of mentions", &shares)],
        tables,
    }
}

/// Mentions of each brand over time.
pub fn timeline(page: &mut Page<'_>, section: &'static str) -> Section {
    let over_time = timelines(page, section, POINT);
    let periods = over_time.first().map(|(_, timeline)| items(timeline, "/data")).unwrap_or_default();
    let mut columns = vec![TableColumn { heading: "Period".to_owned(), is_number: false }];
    // More than a page has room for are in the CSV.
    let shown = over_time.get(..6).unwrap_or(&over_time);
    columns.extend(shown.iter().map(|(label, _)| TableColumn { heading: (*label).to_owned(), is_number: true }));
    let rows = periods.iter().enumerate().map(|(position, point)| {
        let counts = shown.iter().map(|(_, timeline)| cell(timeline.pointer(&format!("/data/{position}/mentions"))));
        [text(point, "/period").to_owned()].into_iter().chain(counts).collect()
    });
    let rows = rows.collect();
    let note = (shown.len() < over_time.len())
        .then(|| format!("The {} brands with most mentions; all are in the CSV.", shown.len()));
    let stats = page.answers.of(Subject::Stats, None);
    Section {
        title: "Over time".to_owned(),
        reading: leader(stats),
        charts: vec![lines("Mentions over time", "mentions", &over_time, "/mentions")],
        tables: vec![ReportTable { title: "Mentions by period".to_owned(), columns, rows, note }],
    }
}

/// What each brand has of the mentions on each platform.
pub fn by_platform(page: &mut Page<'_>, section: &'static str) -> Section {
    let answers = page.answers;
    let (mut tables, mut on) = (Vec::new(), Vec::new());
    for platform in crate::spec::PLATFORMS {
        let stats = answers.of(Subject::OnPlatform(platform), None);
        if stats.is_null() {
            continue;
        }
        let mut brands = table(words::platform(platform), "Brand", SHARE);
        for brand in items(stats, "/by_brand") {
            let label = text(brand, "/key");
            add_row(&mut brands, label, brand, SHARE);
            page.record(&Of { section, brand: label, dimension: "platform", key: platform }, brand, SHARE);
        }
        tables.push(brands);
        on.push((words::platform(platform), stats));
    }
    let series = page.occasion.brands.iter().map(|label| Series {
        name: (*label).to_owned(),
        values: on
            .iter()
            .map(|(_, stats)| {
                let brand = items(stats, "/by_brand").iter().find(|brand| text(brand, "/key") == *label);
                brand.map_or(Some(0.0), |brand| decimal(brand, "/mentions"))
            })
            .collect(),
    });
    let chart = Chart {
        kind: ChartKind::Shares,
        title: "Share of mentions by platform".to_owned(),
        unit: "mentions".to_owned(),
        categories: on.iter().map(|(name, _)| (*name).to_owned()).collect(),
        series: series.collect(),
        description: "Share of mentions of each brand on each platform. The numbers are in the tables.".to_owned(),
    };
    let leaders: Vec<String> = on
        .iter()
        .filter_map(|(name, stats)| {
            let first = items(stats, "/by_brand").first()?;
            Some(format!("{} on {name} ({})", text(first, "/key"), percent(first.pointer("/share_pct"))))
        })
        .collect();
    let reading = if leaders.is_empty() {
        "Nothing was said in this period.".to_owned()
    } else {
        format!("Most is said of {}.", words::names(&leaders))
    };
    Section {
        title: "By platform".to_owned(),
        reading: statement(reading, is_unsure(answers.of(Subject::Stats, None))),
        charts: vec![chart],
        tables,
    }
}

/// Topics of the brands side by side; of all of them together where there are too many, or one alone.
pub fn topics(page: &mut Page<'_>, section: &'static str) -> Section {
    let comparison = page.answers.of(Subject::Comparison, None);
    if comparison.is_null() {
        return super::topics::of_direction(page, section, None);
    }
    let columns = items(comparison, "/columns");
    let topics = items(comparison, "/rows");
    let heading = |heading: &str, is_number| TableColumn { heading: heading.to_owned(), is_number };
    let mut listed = ReportTable {
        title: "Mentions by topic and brand".to_owned(),
        columns: [heading("Topic", false)]
            .into_iter()
            .chain(columns.iter().map(|column| heading(text(column, "/key"), true)))
            .collect(),
        rows: Vec::new(),
        note: None,
    };
    for topic in topics {
        let name = text(topic, "/topic");
        let counts = items(topic, "/volume").iter().map(|count| cell(Some(count)));
        listed.rows.push([name.to_owned()].into_iter().chain(counts).collect());
        for (position, column) in columns.iter().enumerate() {
            let of = Of { section, brand: text(column, "/key"), dimension: "topic", key: name };
            let numbers = |member: &str| topic.pointer(&format!("/{member}/{position}")).cloned().unwrap_or_default();
            let numbers = serde_json::json!({
                "volume": numbers("volume"),
                "share_pct": numbers("share_pct"),
                "average_sentiment": numbers("average_sentiment"),
            });
            page.record(&of, &numbers, CELL);
        }
    }
    let names: Vec<&str> = topics.iter().map(|topic| text(topic, "/topic")).take(12).collect();
    let series = columns.iter().enumerate().map(|(position, column)| Series {
        name: text(column, "/key").to_owned(),
        values: topics.iter().take(12).map(|topic| decimal(topic, &format!("/volume/{position}"))).collect(),
    });
    let chart = Chart {
        kind: ChartKind::StackedBars,
        title: "Mentions by topic and brand".to_owned(),
        unit: "mentions".to_owned(),
        categories: names.iter().map(|name| (*name).to_owned()).collect(),
        series: series.collect(),
        description: "Mentions of each topic, by brand. The numbers are in the table.".to_owned(),
    };
    let reading = match topics.first() {
        Some(first) => {
            format!("{} is the topic with most mentions over all brands.", words::capital(text(first, "/topic")))
        }
        None => "No topic was mentioned in this period.".to_owned(),
    };
    Section {
        title: "Topics by brand".to_owned(),
        reading: statement(reading, is_unsure(comparison)),
        charts: vec![chart],
        tables: vec![listed],
    }
}

/// Who leads, and by how much.
pub fn leader(stats: &Value) -> Sentence {
    let brands = items(stats, "/by_brand");
    let says = |brand: &Value| {
        format!(
            "{} ({})",
            words::count(super::answers::whole(brand, "/mentions"), "mention", "mentions"),
            percent(brand.pointer("/share_pct"))
        )
    };
    let mentions = |brand: &&Value| super::answers::whole(brand, "/mentions");
    let text = match brands {
        [] => "Nothing was said in this period.".to_owned(),
        [only] => format!("All that is said is of {}: {}.", text(only, "/key"), says(only)),
        [first, second, ..] if mentions(&first) == mentions(&second) => {
            let most = mentions(&first);
            let level: Vec<&str> =
                brands.iter().take_while(|brand| mentions(brand) == most).map(|brand| text(brand, "/key")).collect();
            format!("{} lead with {} each.", words::names(&level), words::count(most, "mention", "mentions"))
        }
        [first, second, ..] => {
            format!(
                "{} leads with {}; {} follows with {}.",
                text(first, "/key"),
                says(first),
                text(second, "/key"),
                says(second)
            )
        }
    };
    statement(text, is_unsure(stats))
}
