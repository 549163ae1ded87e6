//! How much is said.

use super::answers::{decimal, is_unsure, items, text, whole};
use super::page::{Of, Page, TableMetric, add_row, bars, lines, statement, table};
use super::words::{self, cell, change, count};
use crate::report::content::{Section, Sentence};
use crate::report::questions::Subject;
use serde_json::Value;

/// The totals of mentions.
pub const TOTALS: &[TableMetric] = &[
    ("/totals/mentions", "mentions", "Mentions", cell),
    ("/change_pct/mentions", "mentions_change_pct", "Change", change),
    ("/totals/unique_videos", "unique_videos", "Videos", cell),
    ("/totals/unique_channels", "unique_channels", "Channels", cell),
    ("/totals/views", "views", "Views", cell),
    ("/totals/average_sentiment", "average_sentiment", "Average tone", cell),
];
/// Those that only the CSV has.
const FURTHER: &[TableMetric] = &[
    ("/totals/occurrences", "occurrences", "", cell),
    ("/totals/likes", "likes", "", cell),
    ("/totals/comments", "comments", "", cell),
    ("/totals/estimated_value_usd", "estimated_value_usd", "", cell),
    ("/per_day", "mentions_per_day", "", cell),
    ("/change_pct/unique_videos", "unique_videos_change_pct", "", cell),
    ("/change_pct/views", "views_change_pct", "", cell),
];
const ON_PLATFORM: &[TableMetric] = &[
    ("/mentions", "mentions", "Mentions", cell),
    ("/views", "views", "Views", cell),
    ("/average_sentiment", "average_sentiment", "Average tone", cell),
];
const POINT: &[TableMetric] = &[("/mentions", "mentions", "Mentions", cell)];

/// Mentions by brand, platform and period.
pub fn section(page: &mut Page<'_>, section: &'static str) -> Section {
    let answers = page.answers;
    let mut brands = table("Mentions by brand", "Brand", TOTALS);
    for whose in page.whose() {
        let (label, stats) = (page.label(whose), answers.of(Subject::Stats, whose));
        add_row(&mut brands, if whose.is_none() { "All" } else { label }, stats, TOTALS);
        let of = Of { section, brand: label, dimension: "total", key: "all" };
        page.record(&of, stats, TOTALS);
        page.record(&of, stats, FURTHER);
        for platform in items(stats, "/by_platform") {
            page.record(
                &Of { section, brand: label, dimension: "platform", key: text(platform, "/key") },
                platform,
                ON_PLATFORM,
            );
        }
    }
    let mut platforms = table("Mentions by platform", "Platform", ON_PLATFORM);
    let stats = answers.of(Subject::Stats, None);
    for platform in items(stats, "/by_platform") {
        add_row(&mut platforms, words::platform(text(platform, "/key")), platform, ON_PLATFORM);
    }
    let over_time = timelines(page, section, POINT);
    let on: Vec<(&str, Option<f64>)> = items(stats, "/by_platform")
        .iter()
        .map(|platform| (words::platform(text(platform, "/key")), decimal(platform, "/mentions")))
        .collect();
    Section {
        title: "Volume".to_owned(),
        reading: reading(stats),
        charts: vec![
            lines("Mentions over time", "mentions", &over_time, "/mentions"),
            bars("Mentions by platform", "mentions", &on),
        ],
        tables: vec![brands, platforms],
    }
}

/// The timelines of the brands, or of the only one; the CSV has some numbers of them.
pub fn timelines<'a>(page: &mut Page<'a>, section: &'static str, metrics: &[TableMetric]) -> Vec<(&'a str, &'a Value)> {
    let answers = page.answers;
    let mut found: Vec<(&str, &Value)> = Vec::new();
    for whose in page.whose() {
        let (label, timeline) = (page.label(whose), answers.of(Subject::Timeline, whose));
        for point in items(timeline, "/data") {
            let of = Of { section, brand: label, dimension: "timeline", key: text(point, "/period") };
            page.record_in(of.key.to_owned(), &of, point, metrics);
        }
        if whose.is_some() {
            found.push((label, timeline));
        }
    }
    // What stands first is drawn, where there are too many.
    found.sort_by_key(|(_, timeline)| std::cmp::Reverse(whole(timeline, "/meta/mentions")));
    found
}

fn reading(stats: &Value) -> Sentence {
    let mentions = whole(stats, "/totals/mentions");
    if mentions == 0 {
        return statement("Nothing was said in this period.", false);
    }
    let most = items(stats, "/by_platform").iter().max_by_key(|platform| whole(platform, "/mentions"));
    let on = most.map_or_else(String::new, |platform| {
        format!(
            ", most of them on {} ({})",
            words::platform(text(platform, "/key")),
            cell(platform.pointer("/mentions"))
        )
    });
    let videos = count(whole(stats, "/totals/unique_videos"), "video", "videos");
    statement(format!("{} in {videos}{on}.", count(mentions, "mention", "mentions")), is_unsure(stats))
}
