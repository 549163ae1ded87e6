//! Tests that every number of a report is in the answer of an endpoint.

use crate::demo::{DemoAccount, SILENT, demo};
use crate::row_query::RowQueries;
use crate::service::{frequent, of_frequent};
use overheard::base::date::Window;
use overheard::report::content::{ReportContent, ReportTable, Sentence};
use overheard::report::csv::{self, CsvRow};
use overheard_sqlite::documents::folder;
use overheard_sqlite::reports::{ReportWithAnswers, Service};
use regex::Regex;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const KINDS: [&str; 5] = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice"];
const MONTHS: &str = "(January|February|March|April|May|June|July|August|September|October|November|December)";

#[test]
fn of_the_demo_dataset() {
    let demo = demo();
    let service = &demo.service;
    for kind in KINDS {
        for window in [service.last_days(30), service.last_days(1), service.last_days(730)] {
            for brands in [&[][..], &[0], &[0, 1], &[SILENT]] {
                check(service, kind, window, brands, json!({}), "demo");
            }
        }
        for filters in filters(&demo) {
            check(service, kind, service.last_days(90), &[], filters, "demo");
        }
        let nothing = json!({"topic": "nobody ever said this"});
        check(service, kind, service.last_days(30), &[], nothing, "demo");
    }
}

#[test]
fn of_the_small_dataset() {
    folder("small").into_iter().for_each(|folder| of(&folder, 10, "small"));
}

#[test]
fn of_the_full_dataset() {
    folder("full").into_iter().for_each(|folder| of(&folder, 10, "full"));
}

fn of(folder: &Path, brands: usize, size: &str) {
    let service = of_frequent(folder, brands);
    for kind in KINDS {
        for window in [service.last_days(28), service.last_days(120), service.last_days(730)] {
            check(&service, kind, window, &[], json!({}), size);
            check(&service, kind, window, &(0..brands - 2).collect::<Vec<_>>(), json!({"platform": ["-tiktok"]}), size);
        }
        check(&service, kind, service.last_days(120), &[4], json!({}), size);
        check(&service, kind, service.last_days(120), &[4, 1, 2], json!({}), size);
    }
}

/// Returns filters of every kind, with frequent values.
fn filters(DemoAccount { service, mentions }: &DemoAccount) -> Vec<Value> {
    let mut filters = vec![
        json!({"platform": ["youtube", "tiktok"]}),
        json!({"platform": ["-youtube"], "sentiment": ["positive", "neutral"]}),
        json!({"min_views": 1_000, "q": "skin"}),
    ];
    for column in ["language", "region", "category", "topics", "components"] {
        if let Some(value) = frequent(mentions, column) {
            filters.push(json!({column.trim_end_matches("s"): [value]}));
        }
    }
    let creators = service.query(overheard::spec::AccountOperation::Influencers, "");
    filters.push(json!({"channel": [creators["data"][0]["channel"]["name"]]}));
    filters
}

fn check(service: &Service, kind: &str, window: Window, brands: &[usize], filters: Value, size: &str) {
    let named = format!("{size}-{kind}-{}-{}-{filters}", window.days(), brands.len());
    let report = service.make(service.request(kind, window, brands, filters));
    write(&named, &report);
    rows_are_answers(service, &report, &named);
    let ReportContent { sections, figures, summary, .. } = &report.composed.content;
    for (section, name) in sections.iter().zip(&report.request.sections) {
        let rows: Vec<&CsvRow> = report.composed.rows.iter().filter(|row| row.section == *name).collect();
        section.tables.iter().for_each(|table| cells_are_rows(table, &rows, &named));
        assert!(!section.reading.text.is_empty());
        for chart in &section.charts {
            assert!(chart.series.iter().all(|series| series.values.len() == chart.categories.len()), "{named}");
        }
    }
    let numbers = ReportNumbers::of(service, &report);
    let readings = sections.iter().map(|section| &section.reading);
    summary.iter().chain(readings).for_each(|statement| numbers.check(statement, &named));
    for figure in figures {
        let texts = [Some(&figure.value), figure.note.as_ref().filter(|note| note.contains("period"))];
        for text in texts.into_iter().flatten().filter(|text| *text != "–") {
            numbers.check(&Sentence { text: text.clone(), low_confidence: false }, &named);
        }
    }
}

/// Writes the content of a report into the folder `REPORT_CONTENTS`, if it is set.
fn write(name: &str, report: &ReportWithAnswers) {
    let Some(folder) = std::env::var_os("REPORT_CONTENTS") else { return };
    let path = Path::new(&folder).join(name.replace(|character: char| !character.is_ascii_alphanumeric(), "-"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(path.with_extension("json"), serde_json::to_string_pretty(&report.composed.content).unwrap())
        .unwrap();
    std::fs::write(path.with_extension("csv"), csv::write(&report.composed.rows)).unwrap();
}

/// Checks that each row occurs once, belongs to the report's period or one of its timeline, and has the endpoint's value.
fn rows_are_answers(service: &Service, report: &ReportWithAnswers, named: &str) {
    let queries = RowQueries::new(service, report);
    let mut known = BTreeSet::new();
    for row in &report.composed.rows {
        let CsvRow { section, brand, period, dimension, key, metric, value } = row;
        assert!(known.insert((section, brand, period, dimension, key, metric)), "{named}: twice: {row:?}");
        assert_eq!(*value, queries.value(row), "{named}: {row:?}");
        assert_eq!(*dimension == "timeline", key == period, "{named}: {row:?}");
    }
    let mut reader = ::csv::Reader::from_reader(csv::write(&report.composed.rows).as_slice().to_vec().leak() as &[u8]);
    assert_eq!(reader.records().count(), report.composed.rows.len());
}

/// Checks that each number of a table is the value of a CSV row about the same brand, key or period.
fn cells_are_rows(table: &ReportTable, rows: &[&CsvRow], named: &str) {
    let names: BTreeMap<&str, &str> = rows
        .iter()
        .filter(|row| row.metric == "channel")
        .filter_map(|row| Some((row.key.as_str(), row.value.as_str()?)))
        .collect();
    for cells in &table.rows {
        let name = cells[0].trim_end_matches(" *");
        let key = if name == "Others" { "other".to_owned() } else { name.to_lowercase() };
        let has_subject = |row: &&&CsvRow| {
            let own = [&row.brand, &row.key, &row.period];
            own.iter().any(|own| **own == name || **own == key) || names.get(row.key.as_str()) == Some(&name)
        };
        let values: Vec<Value> = rows.iter().filter(has_subject).map(|row| row.value.clone()).collect();
        let is_number_or_text = |cell: &str| cell != "–" && cell != "unknown";
        for (cell, column) in cells.iter().zip(&table.columns).skip(1).filter(|(cell, _)| is_number_or_text(cell)) {
            // A value may be followed by the number of videos with known values, or a mark for a small sample.
            let cell = cell.split(", small sample (").next().and_then(|cell| cell.split(" (").next()).unwrap();
            let is_value = |value: &Value| match value {
                Value::Number(number) => plain(cell) == number.to_string(),
                Value::String(text) => text.eq_ignore_ascii_case(cell),
                _ => false,
            };
            assert!(values.iter().any(is_value), "{named}: {}: {name}, {}: {cell}", table.title, column.heading);
        }
    }
}

fn plain(cell: &str) -> String {
    cell.trim_start_matches('+').trim_end_matches('%').replace(',', "")
}

/// The numbers that sentences may contain: those of all answers, without signs.
struct ReportNumbers {
    numbers: BTreeSet<String>,
    names: Vec<String>,
    patterns: [Regex; 4],
}

impl ReportNumbers {
    fn of(service: &Service, report: &ReportWithAnswers) -> Self {
        let mut numbers = BTreeSet::new();
        report.answers.iter().for_each(|answer| collect(answer, &mut numbers));
        let days = report.request.window.days();
        let brands = report.request.brands.len();
        // The counts of days, brands and timeline periods, and of the earlier windows that trends need.
        numbers.extend([days.to_string(), "2".to_owned()]);
        // The minimum of a trend, and the mentions that have a label.
        numbers.extend(["3".to_owned(), "5".to_owned()]);
        numbers.extend(report.answers.iter().filter(|answer| answer["object"] == "sentiment").map(|answer| {
            let labels = ["positive", "neutral", "negative"].map(|label| answer["counts"][label].as_u64().unwrap());
            labels.iter().sum::<u64>().to_string()
        }));
        numbers.extend((0..=brands).map(|count| count.to_string()));
        let periods = report.answers.iter().filter(|answer| answer["object"] == "sentiment_timeline");
        let periods = periods.map(|answer| answer["data"].as_array().unwrap().len()).max().unwrap_or(0);
        numbers.extend((0..=periods).map(|count| count.to_string()));
        let channels = report.answers.iter().filter(|answer| answer["object"] == "list");
        let channels = channels.flat_map(|answer| answer["data"].as_array().unwrap());
        let mut names: Vec<String> =
            channels.filter_map(|one| Some(one["channel"]["name"].as_str()?.to_owned())).collect();
        names.extend(service.brands.iter().map(|brand| brand.label.clone()));
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let patterns = [
            "“[^”]*”".to_owned(),
            format!(r"\d{{1,2}} {MONTHS} \d{{4}}|{MONTHS} \d{{4}}"),
            r"week \d+ of \d{4}".to_owned(),
            r"\d[\d,]*(\.\d+)?".to_owned(),
        ]
        .map(|pattern| Regex::new(&pattern).unwrap());
        Self { numbers, names, patterns }
    }

    fn check(&self, statement: &Sentence, named: &str) {
        let mut text = self.names.iter().fold(statement.text.clone(), |text, name| text.replace(name, "…"));
        let [names @ .., number] = &self.patterns;
        names.iter().for_each(|pattern| text = pattern.replace_all(&text, "…").into_owned());
        for found in number.find_iter(&text) {
            let number = found.as_str().trim_end_matches(',').replace(',', "");
            assert!(self.numbers.contains(&number), "{named}: {number} in: {}", statement.text);
        }
        assert!(!text.contains("null") && !text.contains('–') && !text.contains("  "), "{named}: {}", statement.text);
    }
}

fn collect(value: &Value, numbers: &mut BTreeSet<String>) {
    match value {
        Value::Number(number) => drop(numbers.insert(number.to_string().trim_start_matches('-').to_owned())),
        Value::Array(items) => items.iter().for_each(|item| collect(item, numbers)),
        Value::Object(members) => members.values().for_each(|member| collect(member, numbers)),
        _ => {}
    }
}
