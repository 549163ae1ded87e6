//! What a report says, in the order in which it is read: sentences, figures, charts and tables, ready to be set as a
//! document. Numbers of tables and sentences are text already: they are those of the endpoints.

use serde::{Deserialize, Serialize};

/// A report, as its reader sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ReportContent {
    pub title: String,
    /// What kind of report it is, such as `Brand overview`.
    pub kind: String,
    /// The account's name.
    pub account: String,
    /// The first and the last day, ISO 8601.
    pub period: (String, String),
    /// The labels of the brands.
    pub brands: Vec<String>,
    /// What was filtered by, in words: names and values.
    pub filters: Vec<(String, String)>,
    pub dataset_version: String,
    /// The first and the last day of the dataset, ISO 8601.
    pub dataset_period: (String, String),
    /// The few numbers that matter most.
    pub figures: Vec<Figure>,
    pub summary: Vec<Sentence>,
    pub sections: Vec<Section>,
    /// How the numbers are made.
    pub methods: Vec<Method>,
}

/// A number that stands out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Figure {
    pub label: String,
    pub value: String,
    /// What it is compared with, such as `+5.63% on the period before`.
    pub note: Option<String>,
}

/// A sentence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// What it says.
    pub text: String,
    /// Whether it rests on few mentions, and so is marked.
    pub low_confidence: bool,
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Section {
    pub title: String,
    /// One line that says what is to be seen.
    pub reading: Sentence,
    pub charts: Vec<Chart>,
    pub tables: Vec<ReportTable>,
}

/// A picture of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Chart {
    pub kind: ChartKind,
    pub title: String,
    /// What the values count, such as `mentions`.
    pub unit: String,
    /// Periods or names, one for each value of a series.
    pub categories: Vec<String>,
    pub series: Vec<Series>,
    /// What those hear who do not see it.
    pub description: String,
    /// The places of categories that are periods of which some days are missing, ascending.
    #[serde(default)]
    pub partial: Vec<usize>,
}

/// Explains the mark of a partial period.
pub const PARTIAL_NOTE: &str = "* Partial period: not all of its days are in this report or in the data.";

/// How a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    /// A line for each series over periods.
    Lines,
    /// A horizontal bar for each category.
    Bars,
    /// A horizontal bar for each category, of its series one after the other.
    StackedBars,
    /// The same, each bar as long as the others: shares in percent.
    Shares,
}

/// Values of a chart that belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// One for each category; nothing where there is none.
    pub values: Vec<Option<f64>>,
}

/// Numbers to look up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct ReportTable {
    pub title: String,
    pub columns: Vec<TableColumn>,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
    pub note: Option<String>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableColumn {
    /// What stands above it.
    pub heading: String,
    /// Whether it holds numbers, which stand right.
    pub is_number: bool,
}

/// How a number is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// What it is called.
    pub name: String,
    /// What it says.
    pub text: String,
    /// How it is computed.
    pub formula: Option<String>,
}
