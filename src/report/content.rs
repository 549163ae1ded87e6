//! The content of a report in reading order: sentences, figures, charts and tables, ready for layout. Numbers in tables
//! and sentences are text already, with the values that the endpoints return.

use serde::{Deserialize, Serialize};

/// The content of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ReportContent {
    pub title: String,
    /// The name of the report's kind, such as `Brand overview`.
    pub kind: String,
    /// The account's name.
    pub account: String,
    /// The first and the last day, ISO 8601.
    pub period: (String, String),
    /// The labels of the brands.
    pub brands: Vec<String>,
    /// The filters in words: names and values.
    pub filters: Vec<(String, String)>,
    pub dataset_version: String,
    /// The first and the last day of the dataset, ISO 8601.
    pub dataset_period: (String, String),
    /// The most important numbers.
    pub figures: Vec<Figure>,
    pub summary: Vec<Sentence>,
    pub sections: Vec<Section>,
    /// The definitions of the measures in the report.
    pub methods: Vec<Method>,
}

/// A highlighted number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Figure {
    pub label: String,
    pub value: String,
    /// The comparison below the number, such as `+5.63% on the period before`.
    pub note: Option<String>,
}

/// A sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// The text of the sentence.
    pub text: String,
    /// True if the sentence is based on few mentions, and so is marked.
    pub low_confidence: bool,
}

/// A section of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Section {
    pub title: String,
    /// The sentence at the beginning of the section.
    pub reading: Sentence,
    pub charts: Vec<Chart>,
    pub tables: Vec<ReportTable>,
}

/// A chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Chart {
    pub kind: ChartKind,
    pub title: String,
    /// The unit of the values, such as `mentions`.
    pub unit: String,
    /// Periods or names, one for each value of a series.
    pub categories: Vec<String>,
    pub series: Vec<Series>,
    /// The text alternative for readers who do not see the chart.
    pub description: String,
    /// The positions of categories that are partial periods, ascending.
    #[serde(default)]
    pub partial: Vec<usize>,
}

/// The explanation of the mark at partial periods.
pub const PARTIAL_NOTE: &str = "* Partial period: not all of its days are in this report or in the data.";

/// The type of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    /// A line for each series over periods.
    Lines,
    /// A horizontal bar for each category.
    Bars,
    /// A horizontal bar for each category, stacked from its series.
    StackedBars,
    /// Stacked bars of equal length: shares in percent.
    Shares,
}

/// A series of values in a chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// The name of the series.
    pub name: String,
    /// One value for each category; `None` where the series has none.
    pub values: Vec<Option<f64>>,
}

/// A table of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ReportTable {
    pub title: String,
    pub columns: Vec<TableColumn>,
    /// The cells of each row, one text per column.
    pub rows: Vec<Vec<String>>,
    pub note: Option<String>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableColumn {
    /// The heading of the column.
    pub heading: String,
    /// True if the column holds numbers, which are right-aligned.
    pub is_number: bool,
}

/// The definition of a measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// The name of the measure.
    pub name: String,
    /// The definition in words.
    pub text: String,
    /// The formula.
    pub formula: Option<String>,
}
