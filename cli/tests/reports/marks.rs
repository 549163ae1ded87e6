//! Tests of the marks in reports: partial periods, unknown sums, and topics that are no trend yet.

use crate::demo::{DemoAccount, demo};
use overheard::base::date::{Date, Window};
use overheard::report::csv::CsvRow;
use overheard::spec::AccountOperation;
use overheard_sqlite::reports::ReportWithAnswers;
use serde_json::{Value, json};

fn day(text: &str) -> Date {
    Date::parse(text).unwrap()
}

fn rows<'m>(report: &'m ReportWithAnswers, metric: &'m str) -> impl Iterator<Item = &'m CsvRow> {
    report.composed.rows.iter().filter(move |row| row.metric == metric)
}

/// Creates a report of a kind over a window.
fn of(demo: &DemoAccount, kind: &str, (from, to): (&str, &str), filters: Value) -> ReportWithAnswers {
    let window = Window { from: day(from), to: day(to) };
    demo.service.make(demo.service.request(kind, window, &[], filters))
}

#[test]
fn partial_periods_are_marked_in_chart_table_and_file() {
    let demo = demo();
    let (first, last) = demo.service.dates;
    assert_eq!(last, day("2026-10-31"), "the demo dataset ends with a month");
    let cases = [
        // Cut by the window, at both ends.
        (("2026-01-10", "2026-08-20"), vec!["2026-01", "2026-08"], vec![0, 7], false),
        // Complete.
        (("2026-01-01", "2026-08-31"), vec![], vec![], false),
        // Complete in the window, but not in the data.
        (("2026-04-01", "2026-11-30"), vec!["2026-11"], vec![7], true),
    ];
    assert!(first < day("2026-01-01"));
    for (window, expected, positions, is_cut_by_data) in cases {
        let report = of(&demo, "brand_overview", window, json!({}));
        let volume = &report.composed.content.sections[0];
        assert_eq!(volume.charts[0].partial, positions, "{window:?}");
        let table = volume.tables.iter().find(|table| table.title == "Mentions by period").unwrap();
        let marked = table.rows.iter().filter_map(|row| row[0].strip_suffix(" *"));
        assert_eq!(marked.collect::<Vec<_>>(), expected, "{window:?}");
        assert_eq!(table.note.is_some(), !expected.is_empty());
        let partial = rows(&report, "partial").filter(|row| row.dimension == "timeline" && row.brand == "all");
        let partial = partial.filter(|row| row.section == "volume" && row.value == json!(true));
        assert_eq!(partial.map(|row| row.key.as_str()).collect::<Vec<_>>(), expected, "{window:?}");
        let of_window = rows(&report, "partial").filter(|row| row.dimension == "window").count();
        assert_eq!(of_window, usize::from(is_cut_by_data), "{window:?}");
    }
}

#[test]
fn a_sum_that_is_not_known_is_no_zero() {
    let demo = demo();
    let mut next = Some("limit=100".to_owned());
    let mut unknown = None;
    while let Some(query) = next.take().filter(|_| unknown.is_none()) {
        let page = demo.service.query(AccountOperation::Mentions, &query);
        let all = page["data"].as_array().unwrap().iter();
        unknown = all.filter(|mention| mention["video"]["views"].is_null()).find_map(|mention| {
            let channel = mention["channel"]["name"].as_str()?.to_owned();
            Some((mention["upload_date"].as_str()?.to_owned(), channel))
        });
        next = page["next_cursor"].as_str().map(|cursor| format!("limit=100&cursor={cursor}"));
    }
    let (date, channel) = unknown.expect("a video without known views");
    let report = of(&demo, "brand_overview", (&date, &date), json!({"channel": [channel]}));
    let stats = &report.answers[0];
    assert_eq!((&stats["totals"]["views"], &stats["_meta"]["known"]["views"]), (&json!(0), &json!(0)), "{stats}");
    let content = &report.composed.content;
    let figure = content.figures.iter().find(|figure| figure.label == "Views").unwrap();
    assert_eq!(figure.value, "unknown");
    let table = &content.sections[0].tables[0];
    let at = table.columns.iter().position(|column| column.heading == "Views").unwrap();
    assert_eq!(table.rows[0][at], "unknown");
    let total = |metric: &'static str| rows(&report, metric).find(|row| row.dimension == "total").unwrap();
    assert_eq!((&total("views").value, &total("views_known_videos").value), (&Value::Null, &json!(0)));
}

#[test]
fn a_sum_says_on_how_many_videos_it_is_known() {
    let demo = demo();
    let report = of(&demo, "brand_overview", ("2026-10-01", "2026-10-31"), json!({}));
    let known = &report.answers[0]["_meta"]["known"];
    assert_eq!((&known["views"], &known["videos"]), (&json!(37), &json!(38)));
    let content = &report.composed.content;
    let figure = |label: &str| content.figures.iter().find(|figure| figure.label == label).unwrap();
    assert_eq!(figure("Views").note.as_deref(), Some("known of 37 of 38 videos"));
    // The note of an average counts the mentions with a score.
    assert_eq!(figure("Average tone").note.as_deref(), Some("-1 to 1, over 70 scored mentions"));
    let table = &content.sections[0].tables[0];
    let cell = |heading: &str| {
        let at = table.columns.iter().position(|column| column.heading == heading).unwrap();
        table.rows[0][at].as_str()
    };
    assert_eq!([cell("Views"), cell("Scored")], ["28,685,165 (37 of 38)", "70"]);
    assert!(table.note.as_ref().is_some_and(|note| note.contains("of how many of the videos")));
}

#[test]
fn a_topic_of_a_small_sample_is_no_trend() {
    let demo = demo();
    let mut seen = 0;
    for (from, to) in [("2026-10-01", "2026-10-31"), ("2026-10-25", "2026-10-31"), ("2026-09-10", "2026-09-16")] {
        let report = of(&demo, "trends", (from, to), json!({}));
        let trends = report.answers.iter().filter(|answer| answer["object"] == "trends");
        let topics = trends.flat_map(|answer| {
            let listed = answer["data"].as_array().unwrap().iter();
            listed.zip(answer["_meta"]["topics"].as_array().unwrap())
        });
        for (topic, standing) in topics {
            let (name, direction) = (topic["topic"].as_str().unwrap(), topic["direction"].as_str().unwrap());
            if standing["supported"] == true || !["new", "rising"].contains(&direction) {
                continue;
            }
            seen += 1;
            let summary = &report.composed.content.summary;
            let names = |text: &str| {
                text.contains(&format!("“{name}”")) && (text.contains("rise") || text.contains("comes up"))
            };
            assert!(!summary.iter().any(|sentence| names(&sentence.text)), "{name} in {summary:?}");
            let tables = report.composed.content.sections.iter().flat_map(|section| &section.tables);
            for row in tables.filter(|table| table.title.ends_with("topics")).flat_map(|table| &table.rows) {
                if row[0] == name {
                    assert!(row.iter().any(|cell| cell.contains("small sample (")), "{row:?}");
                    // Only the file has its growth.
                    assert!(!row.iter().any(|cell| cell.ends_with('%') && cell.starts_with('+')), "{row:?}");
                }
            }
        }
    }
    assert!(seen >= 2, "{seen} topics of small samples");
}
