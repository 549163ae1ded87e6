//! What sections are made with: tables, charts, and the rows of the CSV beside them.

use super::answers::{ReportAnswers, decimal};
use super::{Occasion, words};
use crate::report::content::{Chart, ChartKind, ReportTable, Sentence, Series, TableColumn};
use crate::report::csv::CsvRow;
use serde_json::Value;

/// Series that a chart can be read with.
const MAX_SERIES: usize = 6;
/// Bars that a chart can be read with.
const MAX_BARS: usize = 15;

/// A report in the making.
pub struct Page<'a> {
    pub occasion: Occasion<'a>,
    pub answers: &'a ReportAnswers,
    pub rows: Vec<CsvRow>,
}

/// A metric of a table: where it is in an answer, what the CSV calls it, what stands above it, and how it is written.
pub type TableMetric = (&'static str, &'static str, &'static str, fn(Option<&Value>) -> String);

/// Whose numbers a row is of.
pub struct Of<'r> {
    pub section: &'static str,
    pub brand: &'r str,
    pub dimension: &'static str,
    pub key: &'r str,
}

impl<'a> Page<'a> {
    /// The brands by their places, and all of them before, if there are several.
    pub fn whose(&self) -> Vec<Option<usize>> {
        let brands = self.occasion.brands.len();
        let all = if brands == 1 { None } else { Some(None) };
        all.into_iter().chain((0..brands).map(Some)).collect()
    }

    /// The label of a brand, or `all`.
    pub fn label(&self, brand: Option<usize>) -> &'a str {
        match brand {
            Some(brand) => self.occasion.brands.get(brand).copied().unwrap_or_default(),
            None if self.occasion.brands.len() == 1 => self.label(Some(0)),
            None => "all",
        }
    }

    /// What the CSV calls the report's window: a month where it is one, else its first and last day.
    pub fn period(&self) -> String {
        let window = self.occasion.request.window;
        if window.from.starts_month() && window.to.ends_month() && window.from.month() == window.to.month() {
            return window.from.month().to_string();
        }
        format!("{}/{}", window.from, window.to)
    }

    /// Adds numbers to the CSV.
    pub fn record(&mut self, of: &Of<'_>, numbers: &Value, metrics: &[TableMetric]) {
        let period = self.period();
        self.record_in(period, of, numbers, metrics);
    }

    /// The same in another period than the report's.
    pub fn record_in(&mut self, period: String, of: &Of<'_>, numbers: &Value, metrics: &[TableMetric]) {
        self.rows.extend(metrics.iter().map(|(place, metric, ..)| CsvRow {
            section: of.section,
            brand: of.brand.to_owned(),
            period: period.clone(),
            dimension: of.dimension,
            key: of.key.to_owned(),
            metric,
            value: numbers.pointer(place).cloned().unwrap_or_default(),
        }));
    }
}

/// A table with a name in front and metrics behind it, which stand in the CSV as well.
pub fn table(title: impl Into<String>, first: &str, metrics: &[TableMetric]) -> ReportTable {
    let column = |heading: &str, is_number| TableColumn { heading: heading.to_owned(), is_number };
    let numbers = metrics.iter().map(|(_, _, heading, _)| column(heading, true));
    ReportTable {
        title: title.into(),
        columns: [column(first, false)].into_iter().chain(numbers).collect(),
        rows: Vec::new(),
        note: None,
    }
}

/// Adds a row to such a table.
pub fn add_row(table: &mut ReportTable, name: &str, numbers: &Value, metrics: &[TableMetric]) {
    let cells = metrics.iter().map(|(place, _, _, write)| write(numbers.pointer(place)));
    table.rows.push([name.to_owned()].into_iter().chain(cells).collect());
}

/// Horizontal bars, the first few.
pub fn bars(title: impl Into<String>, unit: &str, bars: &[(&str, Option<f64>)]) -> Chart {
    let shown = bars.get(..MAX_BARS).unwrap_or(bars);
    let series = Series { name: unit.to_owned(), values: shown.iter().map(|(_, value)| *value).collect() };
    chart(ChartKind::Bars, title.into(), unit, shown.iter().map(|(name, _)| (*name).to_owned()).collect(), vec![series])
}

/// Bars of several parts, each a share of its whole.
pub fn shares(title: impl Into<String>, unit: &str, of: &[(&str, &Value)], parts: &[(&str, &str)]) -> Chart {
    let shown = of.get(..MAX_BARS).unwrap_or(of);
    let series = parts.iter().map(|(place, name)| Series {
        name: (*name).to_owned(),
        values: shown.iter().map(|(_, numbers)| decimal(numbers, place)).collect(),
    });
    chart(
        ChartKind::Shares,
        title.into(),
        unit,
        shown.iter().map(|(name, _)| (*name).to_owned()).collect(),
        series.collect(),
    )
}

/// Lines over periods, one for each of some timelines that have the same: the first few.
pub fn lines(title: impl Into<String>, unit: &str, timelines: &[(&str, &Value)], place: &str) -> Chart {
    let points = |timeline: &Value| super::answers::items(timeline, "/data").to_vec();
    let categories = timelines.first().map(|(_, timeline)| points(timeline)).unwrap_or_default();
    let categories = categories.iter().map(|point| super::answers::text(point, "/period").to_owned()).collect();
    let series = timelines.iter().take(MAX_SERIES).map(|(name, timeline)| Series {
        name: (*name).to_owned(),
        values: points(timeline).iter().map(|point| decimal(point, place)).collect(),
    });
    chart(ChartKind::Lines, title.into(), unit, categories, series.collect())
}

fn chart(kind: ChartKind, title: String, unit: &str, categories: Vec<String>, series: Vec<Series>) -> Chart {
    let named: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let over = match (categories.first(), categories.last()) {
        (Some(first), Some(last)) if first != last => format!(", from {first} to {last}"),
        (Some(only), _) => format!(", {only}"),
        (None, _) => String::new(),
    };
    let description = format!("{title}: {}{over}. The numbers are in the table.", words::names(&named));
    Chart { kind, title, unit: unit.to_owned(), categories, series, description }
}

/// A sentence.
pub fn statement(text: impl Into<String>, low_confidence: bool) -> Sentence {
    Sentence { text: text.into(), low_confidence }
}
