//! Sections about the number of mentions.

use super::answers::{decimal, is_unsure, items, most, text, whole};
use super::page::{
    CsvKey, ReportDraft, TableMetric, add_row, bars, by_mentions, lines, note_unknown, parts, periods, statement, table,
};
use super::words::{self, cell, change, count};
use crate::report::content::{Chart, ChartKind, Section, Sentence};
use crate::report::questions::QuestionSubject;
use serde_json::{Value, json};

/// Metrics of the totals of mentions.
pub const TOTALS: &[TableMetric] = &[
    ("/totals/mentions", "mentions", "Mentions", cell),
    ("/change_pct/mentions", "mentions_change_pct", "Change", change),
    ("/totals/unique_videos", "unique_videos", "Videos", cell),
    ("/totals/unique_channels", "unique_channels", "Channels", cell),
    ("/totals/views", "views", "Views", cell),
    ("/_meta/known/scored_mentions", "scored_mentions", "Scored", cell),
    ("/totals/average_sentiment", "average_sentiment", "Average tone", cell),
];
/// Metrics that only the CSV has.
const FURTHER: &[TableMetric] = &[
    ("/totals/occurrences", "occurrences", "", cell),
    ("/totals/likes", "likes", "", cell),
    ("/totals/comments", "comments", "", cell),
    ("/_meta/known/views", "views_known_videos", "", cell),
    ("/_meta/known/likes", "likes_known_videos", "", cell),
    ("/_meta/known/comments", "comments_known_videos", "", cell),
    ("/totals/estimated_value_usd", "estimated_value_usd", "", cell),
    ("/per_day", "mentions_per_day", "", cell),
    ("/change_pct/unique_videos", "unique_videos_change_pct", "", cell),
    ("/change_pct/views", "views_change_pct", "", cell),
];
const ON_PLATFORM: &[TableMetric] = &[
    ("/mentions", "mentions", "Mentions", cell),
    ("/views", "views", "Views", cell),
    ("/_known/scored_mentions", "scored_mentions", "Scored", cell),
    ("/average_sentiment", "average_sentiment", "Average tone", cell),
];
/// Metrics that only the CSV has.
const OF_PLATFORM: &[TableMetric] =
    &[("/_known/videos", "unique_videos", "", cell), ("/_known/views", "views_known_videos", "", cell)];
/// The metric that marks a partial period.
const PARTIAL: &[TableMetric] = &[("/partial", "partial", "", cell)];
const POINT: &[TableMetric] = &[("/mentions", "mentions", "Mentions", cell)];

/// Composes mentions by brand, platform and period.
pub fn section(page: &mut ReportDraft<'_>, section: &'static str) -> Section {
    let mut brands = table("Mentions by brand", "Brand", TOTALS);
    for whose in page.whose() {
        let (label, stats) = (page.label(whose), page.of(QuestionSubject::Stats, whose));
        add_row(&mut brands, if whose.is_none() { "All" } else { label }, stats, TOTALS);
        let of = CsvKey { section, brand: label, dimension: "total", key: "all" };
        page.record(&of, stats, TOTALS);
        page.record(&of, stats, FURTHER);
        for platform in items(stats, "/by_platform") {
            let key = text(platform, "/key");
            let of = CsvKey { section, brand: label, dimension: "platform", key };
            page.record(&of, platform, ON_PLATFORM);
            page.record(&of, platform, OF_PLATFORM);
        }
    }
    brands.note =
        (!page.is_comparable()).then(|| "The data covers only a part of what changes compare with.".to_owned());
    note_unknown(&mut brands);
    let stats = page.of(QuestionSubject::Stats, None);
    let mut platforms = table("Mentions by platform", "Platform", ON_PLATFORM);
    for platform in items(stats, "/by_platform") {
        add_row(&mut platforms, words::platform(text(platform, "/key")), platform, ON_PLATFORM);
    }
    note_unknown(&mut platforms);
    let over_time = timelines(page, section, POINT);
    Section {
        title: "Volume".to_owned(),
        reading: where_and_when(stats, page.of(QuestionSubject::Timeline, None)),
        charts: vec![lines(page, "Mentions over time", "mentions", &over_time, "/mentions"), on_platforms(page, stats)],
        tables: vec![brands, platforms, periods(page, "Mentions by period", &over_time, "/mentions", cell)],
    }
}

/// Creates the chart of mentions by platform; with several brands, by brand too.
fn on_platforms(page: &ReportDraft<'_>, stats: &Value) -> Chart {
    let platforms: Vec<&str> = items(stats, "/by_platform").iter().map(|platform| text(platform, "/key")).collect();
    let on = |stats: &Value, key: &str| {
        let found = items(stats, "/by_platform").iter().find(|platform| text(platform, "/key") == key);
        found.map_or(Some(0.0), |platform| decimal(platform, "/mentions"))
    };
    let (brands, title) = match page.context.brands {
        [_] => {
            let of: Vec<(&str, &Value)> =
                items(stats, "/by_platform").iter().map(|on| (words::platform(text(on, "/key")), on)).collect();
            return bars("Mentions by platform", "mentions", &of, "/mentions");
        }
        _ => (by_mentions(page.each(QuestionSubject::Stats), "/totals/mentions"), "Mentions by brand and platform"),
    };
    let of_platforms: Vec<_> =
        platforms.iter().map(|key| (words::platform(key), move |stats: &Value| on(stats, key))).collect();
    parts(ChartKind::StackedBars, title, "mentions", &brands, &of_platforms)
}

/// Returns the timelines of the brands, sorted by mentions, most first. Adds the numbers of each brand and of all
/// together to the CSV.
pub fn timelines<'a>(
    page: &mut ReportDraft<'a>,
    section: &'static str,
    metrics: &[TableMetric],
) -> Vec<(&'a str, &'a Value)> {
    for whose in page.whose() {
        let (brand, timeline) = (page.label(whose), page.of(QuestionSubject::Timeline, whose));
        for point in items(timeline, "/data") {
            let of = CsvKey { section, brand, dimension: "timeline", key: text(point, "/period") };
            page.record_in(of.key.to_owned(), &of, point, metrics);
            if page.is_partial(point) {
                page.record_in(of.key.to_owned(), &of, &json!({"partial": true}), PARTIAL);
            }
        }
    }
    by_mentions(page.each(QuestionSubject::Timeline), "/meta/mentions")
}

/// Writes the sentence about the platform and the period with most mentions.
pub fn where_and_when(stats: &Value, timeline: &Value) -> Sentence {
    let mentions = whole(stats, "/totals/mentions");
    let Some(first) = most(items(stats, "/by_platform"), "/mentions") else {
        return statement("Nothing was said in this period.", false);
    };
    let on = words::platform(text(first, "/key"));
    let all = count(mentions, "mention", "mentions");
    let on = match whole(first, "/mentions") {
        of if of < mentions => format!("{} of {all} are on {on}", words::number(&of.into())),
        1 => format!("The only mention is on {on}"),
        _ => format!("All {all} are on {on}"),
    };
    let points = items(timeline, "/data");
    let busiest = most(points, "/mentions").filter(|busiest| {
        let are_as_many = |other: &&Value| whole(other, "/mentions") == whole(busiest, "/mentions");
        points.len() > 1 && points.iter().filter(are_as_many).count() == 1
    });
    let when = busiest.map_or_else(String::new, |point| {
        let (interval, period) = (text(timeline, "/interval"), words::period(text(point, "/period")));
        format!("; the busiest {interval} is {period}, with {}", cell(point.pointer("/mentions")))
    });
    statement(format!("{on}{when}."), is_unsure(stats))
}
