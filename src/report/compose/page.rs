//! What sections are made with: tables, charts, and the rows of the CSV beside them.

use super::answers::{ReportAnswers, decimal, is_unknown, items, known_of, text, whole};
use super::{Occasion, words};
use crate::base::date::Date;
use crate::measure::is_low_confidence;
use crate::report::content::{Chart, ChartKind, PARTIAL_NOTE, ReportTable, Sentence, Series, TableColumn};
use crate::report::csv::CsvRow;
use crate::report::questions::Subject;
use serde_json::{Value, json};

/// Brands that lines can be told apart by, and columns that a page has room for.
pub const MAX_SERIES: usize = 6;
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
    /// What is known of a subject: of all brands, or of one of them, which is the same where there are no others.
    pub fn of(&self, subject: Subject, brand: Option<usize>) -> &'a Value {
        self.answers.of(subject, brand.filter(|_| self.occasion.brands.len() > 1))
    }

    /// The brands by their places, and all of them before, if there are several.
    pub fn whose(&self) -> Vec<Option<usize>> {
        let brands = self.occasion.brands.len();
        let all = if brands == 1 { None } else { Some(None) };
        all.into_iter().chain((0..brands).map(Some)).collect()
    }

    /// The label of a brand, or `all`.
    pub fn label(&self, brand: Option<usize>) -> &'a str {
        match (brand, self.occasion.brands) {
            (None, [only]) => only,
            (Some(brand), brands) => brands.get(brand).copied().unwrap_or_default(),
            (None, _) => "all",
        }
    }

    /// Each of several brands with what is known of it.
    pub fn each(&self, subject: Subject) -> Vec<(&'a str, &'a Value)> {
        let brands = self.occasion.brands.iter().enumerate();
        brands.map(|(place, label)| (*label, self.of(subject, Some(place)))).collect()
    }

    /// What changes are stated against, in words.
    pub fn before(&self) -> String {
        match self.occasion.request.window.days() {
            1 => "the day before".to_owned(),
            days => format!("the {} days before", words::number(&days.into())),
        }
    }

    /// Whether the data covers all of that. Else changes tell of the data, not of the brands.
    pub fn is_comparable(&self) -> bool {
        let before = self.occasion.request.window.before();
        self.occasion.dataset_dates.is_some_and(|(first, _)| first <= before.from)
    }

    /// A change that may be stated: a number, of a window that can be compared.
    pub fn change<'v>(&self, answer: &'v Value, place: &str) -> Option<&'v Value> {
        answer.pointer(place).filter(|change| change.is_number() && self.is_comparable())
    }

    /// Returns true if some days of a period lie outside of the report, in the future, or outside of the data.
    pub fn is_partial(&self, point: &Value) -> bool {
        let day = |place| Date::parse(text(point, place));
        let is_without_data = self.occasion.dataset_dates.is_some_and(|(first, last)| {
            day("/start").is_some_and(|start| start < first) || day("/end").is_some_and(|end| end > last)
        });
        point.get("partial") == Some(&Value::Bool(true)) || is_without_data
    }

    /// What the CSV calls the report's window: a month where it is one, else its first and last day.
    pub fn period(&self) -> String {
        let window = self.occasion.request.window;
        if window.from.starts_month() && window.to.ends_month() && window.from.month() == window.to.month() {
            return window.from.month().to_string();
        }
        format!("{}/{}", window.from, window.to)
    }

    /// Adds to the CSV that the report's own window is partial: it contains the day on which the report is made, or days
    /// of which there are no data.
    pub fn mark_partial_window(&mut self) {
        let window = self.occasion.request.window;
        let stats = self.of(Subject::Stats, None);
        let has_today = !items(stats, "/meta/partial_periods").is_empty();
        let is_without_data =
            self.occasion.dataset_dates.is_some_and(|(first, last)| window.from < first || window.to > last);
        if let Some(section) = self.occasion.request.sections.first().filter(|_| has_today || is_without_data) {
            let of = Of { section, brand: self.label(None), dimension: "window", key: "all" };
            self.record(&of, &json!({"partial": true}), &[("/partial", "partial", "", words::cell)]);
        }
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
            value: numbers.pointer(place).filter(|_| !is_unknown(numbers, place)).cloned().unwrap_or_default(),
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
    let cells = metrics.iter().map(|(place, _, _, write)| shown(numbers, place, *write));
    table.rows.push([name.to_owned()].into_iter().chain(cells).collect());
}

/// A number as a table shows it: of a sum also whether, and of how many videos, it is known.
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

/// Explains sums that are not known of all videos, where a table has some.
pub fn note_unknown(table: &mut ReportTable) {
    let is_partly_known = |cell: &String| cell.ends_with(')') && cell.contains(" of ");
    if table.rows.iter().flat_map(|row| row.iter().skip(1)).any(|cell| is_partly_known(cell) || cell == words::UNKNOWN)
    {
        let note = "In brackets: of how many of the videos the number is known.";
        table.note = Some(table.note.take().map_or_else(|| note.to_owned(), |other| format!("{other} {note}")));
    }
}

/// Horizontal bars, the first few.
pub fn bars(title: &str, unit: &str, of: &[(&str, &Value)], place: &str) -> Chart {
    parts(ChartKind::Bars, title, unit, of, &[(unit, |numbers: &Value| decimal(numbers, place))])
}

/// Bars of several parts; where each is a share of its whole, they are equally long.
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

/// Lines over periods, one for each of some timelines that have the same: the first few.
pub fn lines(page: &Page<'_>, title: &str, unit: &str, timelines: &[(&str, &Value)], place: &str) -> Chart {
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

/// The same as a table: a row for each period, a column for each timeline.
pub fn periods(
    page: &Page<'_>,
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

/// The name of a period with the mark of a partial one.
pub fn period_cell(page: &Page<'_>, point: &Value) -> String {
    let name = text(point, "/period");
    if page.is_partial(point) { format!("{name} *") } else { name.to_owned() }
}

/// Explains that mark, where a period has it.
pub fn partial_note(page: &Page<'_>, points: &[Value]) -> Option<String> {
    points.iter().any(|point| page.is_partial(point)).then(|| PARTIAL_NOTE.to_owned())
}

/// What stands above something that has room for a few brands.
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

/// A sentence.
pub fn statement(text: impl Into<String>, low_confidence: bool) -> Sentence {
    Sentence { text: text.into(), low_confidence }
}

/// A sentence about what so many mentions say.
pub fn resting_on(mentions: u64, text: impl Into<String>) -> Sentence {
    statement(text, is_low_confidence(mentions))
}

/// Brands with what is known of them, those with most mentions first.
pub fn by_mentions<'a>(mut brands: Vec<(&'a str, &'a Value)>, place: &str) -> Vec<(&'a str, &'a Value)> {
    brands.sort_by_key(|(_, numbers)| std::cmp::Reverse(whole(numbers, place)));
    brands
}
