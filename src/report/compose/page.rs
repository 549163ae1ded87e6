//! Building blocks of sections: tables, charts, and the CSV rows that belong to them.

use super::answers::{ReportAnswers, decimal, is_unknown, items, known_of, text, whole};
use super::{ReportContext, words};
use crate::base::date::Date;
use crate::base::order;
use crate::measure::is_low_confidence;
use crate::report::content::{Chart, ChartKind, PARTIAL_NOTE, ReportTable, Sentence, Series, TableColumn};
use crate::report::csv::CsvRow;
use crate::report::questions::QuestionSubject;
use serde_json::{Value, json};

/// The most brands in one chart or table: more lines are hard to distinguish, and more columns do not fit on a page.
pub const MAX_SERIES: usize = 6;
/// The most bars of a readable chart.
const MAX_BARS: usize = 15;

/// A report under construction.
pub struct ReportDraft<'a> {
    pub context: ReportContext<'a>,
    pub answers: &'a ReportAnswers,
    pub rows: Vec<CsvRow>,
}

/// A metric of a table: its JSON pointer in an answer, its name in the CSV, its heading, and its format.
pub type TableMetric = (&'static str, &'static str, &'static str, fn(Option<&Value>) -> String);

/// The leading cells of a CSV row.
pub struct CsvKey<'r> {
    pub section: &'static str,
    pub brand: &'r str,
    pub dimension: &'static str,
    pub key: &'r str,
}

impl<'a> ReportDraft<'a> {
    /// Returns the answer about all brands, or about one of them. With a single brand both are the same.
    pub fn of(&self, subject: QuestionSubject, brand: Option<usize>) -> &'a Value {
        self.answers.of(subject, brand.filter(|_| self.context.brands.len() > 1))
    }

    /// Returns the positions of the brands. With several brands, `None` for all of them comes first.
    pub fn whose(&self) -> Vec<Option<usize>> {
        let brands = self.context.brands.len();
        let all = if brands == 1 { None } else { Some(None) };
        all.into_iter().chain((0..brands).map(Some)).collect()
    }

    /// Returns the label of a brand, or `all`.
    pub fn label(&self, brand: Option<usize>) -> &'a str {
        match (brand, self.context.brands) {
            (None, [only]) => only,
            (Some(brand), brands) => brands.get(brand).copied().unwrap_or_default(),
            (None, _) => "all",
        }
    }

    /// Returns each brand with its answer.
    pub fn each(&self, subject: QuestionSubject) -> Vec<(&'a str, &'a Value)> {
        let brands = self.context.brands.iter().enumerate();
        brands.map(|(place, label)| (*label, self.of(subject, Some(place)))).collect()
    }

    /// Describes the window that changes are relative to.
    pub fn before(&self) -> String {
        match self.context.request.window.days() {
            1 => "the day before".to_owned(),
            days => format!("the {} days before", words::number(&days.into())),
        }
    }

    /// Returns true if the dataset covers the window before. Otherwise a change would be one of the data, not of the
    /// brands.
    pub fn is_comparable(&self) -> bool {
        let before = self.context.request.window.before();
        self.context.dataset_dates.is_some_and(|(first, _)| first <= before.from)
    }

    /// Returns a change if it is a number and the windows are comparable.
    pub fn change<'v>(&self, answer: &'v Value, place: &str) -> Option<&'v Value> {
        answer.pointer(place).filter(|change| change.is_number() && self.is_comparable())
    }

    /// Returns true if some days of a period are outside the report, in the future, or outside the dataset.
    pub fn is_partial(&self, point: &Value) -> bool {
        let day = |place| Date::parse(text(point, place));
        let is_without_data = self.context.dataset_dates.is_some_and(|(first, last)| {
            day("/start").is_some_and(|start| start < first) || day("/end").is_some_and(|end| end > last)
        });
        point.get("partial") == Some(&Value::Bool(true)) || is_without_data
    }

    /// Returns the report's window for the CSV: a month if it is one, otherwise its first and last day.
    pub fn period(&self) -> String {
        let window = self.context.request.window;
        if window.from.starts_month() && window.to.ends_month() && window.from.month() == window.to.month() {
            return window.from.month().to_string();
        }
        format!("{}/{}", window.from, window.to)
    }

    /// Adds a row to the CSV if the report's own window is partial. This is so if it contains today, or days outside
    /// the dataset.
    pub fn mark_partial_window(&mut self) {
        let window = self.context.request.window;
        let stats = self.of(QuestionSubject::Stats, None);
        let has_today = !items(stats, "/meta/partial_periods").is_empty();
        let is_without_data =
            self.context.dataset_dates.is_some_and(|(first, last)| window.from < first || window.to > last);
        if let Some(section) = self.context.request.sections.first().filter(|_| has_today || is_without_data) {
            let of = CsvKey { section, brand: self.label(None), dimension: "window", key: "all" };
            self.record(&of, &json!({"partial": true}), &[("/partial", "partial", "", words::cell)]);
        }
    }

    /// Adds numbers to the CSV.
    pub fn record(&mut self, of: &CsvKey<'_>, numbers: &Value, metrics: &[TableMetric]) {
        let period = self.period();
        self.record_in(period, of, numbers, metrics);
    }

    /// Adds numbers of another period to the CSV.
    pub fn record_in(&mut self, period: String, of: &CsvKey<'_>, numbers: &Value, metrics: &[TableMetric]) {
        self.rows.extend(metrics.iter().map(|(place, metric, ..)| CsvRow {
            section: of.section,
            brand: of.brand.to_owned(),
            period: period.clone(),
            dimension: of.dimension,
            key: of.key.to_owned(),
            metric,
            value: numbers.pointer(place).filter(|_| !is_unknown(numbers, place)).cloned().unwrap_or_default(),
        }));
    }
}

/// Creates an empty table with a column of names and columns of metrics.
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

/// Adds a row of metrics to a table.
pub fn add_row(table: &mut ReportTable, name: &str, numbers: &Value, metrics: &[TableMetric]) {
    let cells = metrics.iter().map(|(place, _, _, write)| shown(numbers, place, *write));
    table.rows.push([name.to_owned()].into_iter().chain(cells).collect());
}

/// Formats a number for a table. A sum that is known for some of its videos gets the counts; one that is known for none
/// is `unknown`.
pub fn shown(numbers: &Value, place: &str, write: fn(Option<&Value>) -> String) -> String {
    let text = write(numbers.pointer(place));
    match known_of(numbers, place) {
        Some((0, videos)) if videos > 0 => words::UNKNOWN.to_owned(),
        Some((known, videos)) if known < videos => {
            format!("{text} ({} of {})", words::number(&known.into()), words::number(&videos.into()))
        }
        _ => text,
    }
}

/// Adds a note to a table that has sums which are not known for all videos.
pub fn note_unknown(table: &mut ReportTable) {
    let is_partly_known = |cell: &String| cell.ends_with(')') && cell.contains(" of ");
    if table.rows.iter().flat_map(|row| row.iter().skip(1)).any(|cell| is_partly_known(cell) || cell == words::UNKNOWN)
    {
        let note = "In brackets: of how many of the videos the number is known.";
        table.note = Some(table.note.take().map_or_else(|| note.to_owned(), |other| format!("{other} {note}")));
    }
}

/// Creates a bar chart of the first entries.
pub fn bars(title: &str, unit: &str, of: &[(&str, &Value)], place: &str) -> Chart {
    parts(ChartKind::Bars, title, unit, of, &[(unit, |numbers: &Value| decimal(numbers, place))])
}

/// Creates a bar chart with several series, of the first entries.
pub fn parts(
    kind: ChartKind,
    title: &str,
    unit: &str,
    of: &[(&str, &Value)],
    parts: &[(&str, impl Fn(&Value) -> Option<f64>)],
) -> Chart {
    let shown = of.get(..MAX_BARS).unwrap_or(of);
    let series = parts.iter().map(|(name, part)| Series {
        name: (*name).to_owned(),
        values: shown.iter().map(|(_, numbers)| part(numbers)).collect(),
    });
    let title = if shown.len() < of.len() { format!("{title}: the first {MAX_BARS}") } else { title.to_owned() };
    chart(kind, title, unit, shown.iter().map(|(name, _)| (*name).to_owned()).collect(), series.collect())
}

/// Creates a line chart of timelines over the same periods. Only the first [`MAX_SERIES`] are drawn.
pub fn lines(page: &ReportDraft<'_>, title: &str, unit: &str, timelines: &[(&str, &Value)], place: &str) -> Chart {
    let periods = timelines.first().map(|(_, timeline)| items(timeline, "/data")).unwrap_or_default();
    let categories = periods.iter().map(|point| text(point, "/period").to_owned()).collect();
    let series = timelines.iter().take(MAX_SERIES).map(|(name, timeline)| Series {
        name: (*name).to_owned(),
        values: items(timeline, "/data").iter().map(|point| decimal(point, place)).collect(),
    });
    let cut: Vec<(usize, &Value)> = periods.iter().enumerate().filter(|(_, point)| page.is_partial(point)).collect();
    let mut chart = chart(ChartKind::Lines, first_few(title, timelines.len()), unit, categories, series.collect());
    if !cut.is_empty() {
        let names: Vec<&str> = cut.iter().map(|(_, point)| text(point, "/period")).collect();
        chart.description.push_str(&format!(" Partial: {}.", words::names(&names)));
    }
    chart.partial = cut.into_iter().map(|(at, _)| at).collect();
    chart
}

/// Creates a table of timelines: a row for each period, a column for each timeline.
pub fn periods(
    page: &ReportDraft<'_>,
    title: &str,
    timelines: &[(&str, &Value)],
    place: &str,
    write: fn(Option<&Value>) -> String,
) -> ReportTable {
    let shown: Vec<&(&str, &Value)> = timelines.iter().take(MAX_SERIES).collect();
    let column = |heading: &str, is_number| TableColumn { heading: heading.to_owned(), is_number };
    let points = timelines.first().map(|(_, timeline)| items(timeline, "/data")).unwrap_or_default();
    let row = |(at, point): (usize, &Value)| {
        let values = shown.iter().map(|(_, timeline)| write(timeline.pointer(&format!("/data/{at}{place}"))));
        [period_cell(page, point)].into_iter().chain(values).collect()
    };
    ReportTable {
        title: first_few(title, timelines.len()),
        columns: [column("Period", false)]
            .into_iter()
            .chain(shown.iter().map(|(name, _)| column(name, true)))
            .collect(),
        rows: points.iter().enumerate().map(row).collect(),
        note: partial_note(page, points),
    }
}

/// Returns the name of a period, with an asterisk if it is partial.
pub fn period_cell(page: &ReportDraft<'_>, point: &Value) -> String {
    let name = text(point, "/period");
    if page.is_partial(point) { format!("{name} *") } else { name.to_owned() }
}

/// Returns the explanation of the asterisk, if a period has it.
pub fn partial_note(page: &ReportDraft<'_>, points: &[Value]) -> Option<String> {
    points.iter().any(|point| page.is_partial(point)).then(|| PARTIAL_NOTE.to_owned())
}

/// Adds to a title that only the first brands are shown.
fn first_few(title: &str, brands: usize) -> String {
    if brands > MAX_SERIES { format!("{title}: the {MAX_SERIES} brands with most mentions") } else { title.to_owned() }
}

fn chart(kind: ChartKind, title: String, unit: &str, categories: Vec<String>, series: Vec<Series>) -> Chart {
    let named: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let over = match (categories.first(), categories.last()) {
        (Some(first), Some(last)) if first != last => format!(", from {first} to {last}"),
        (Some(only), _) => format!(", {only}"),
        (None, _) => String::new(),
    };
    let description = format!("{title}: {}{over}. The numbers are in the table.", words::names(&named));
    Chart { kind, title, unit: unit.to_owned(), categories, series, description, partial: Vec::new() }
}

/// Creates a sentence.
pub fn statement(text: impl Into<String>, low_confidence: bool) -> Sentence {
    Sentence { text: text.into(), low_confidence }
}

/// Creates a sentence that is based on a number of mentions.
pub fn resting_on(mentions: u64, text: impl Into<String>) -> Sentence {
    statement(text, is_low_confidence(mentions))
}

/// Sorts brands by mentions, most first.
pub fn by_mentions<'a>(mut brands: Vec<(&'a str, &'a Value)>, place: &str) -> Vec<(&'a str, &'a Value)> {
    order::sort_by_key(&mut brands, |(_, numbers)| std::cmp::Reverse(whole(numbers, place)));
    brands
}
