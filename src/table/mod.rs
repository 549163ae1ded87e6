//! Answers as tables: the columns of each operation, CSV and lines of JSON.
//!
//! A table is made from the JSON of an answer, so its numbers are those of the answer. In scope: rows, columns, cells
//! and file names. Out of scope: the choice of a format ([`crate::service::accept`]), and the numbers of reports
//! ([`crate::report`]), which have a table of their own.

mod columns;
pub mod csv;
pub mod file_name;
mod long;

pub use columns::{ItemColumn, columns_of};

use crate::guard::request::Request;
use crate::spec::answer::{Shape, ValueType};
use crate::spec::{AccountOperation, Index, Operation};
use csv::{Encoder, ItemEncoder, cell};
use long::{COMPARISON_KEYS, EXPLANATION_COLUMNS, MEASURE_COLUMNS, SECTOR_COLUMNS};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A format of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// CSV (RFC 4180), with or without a header row.
    #[expect(missing_docs, reason = "the name says it")]
    Csv { has_header: bool },
    /// One JSON object per line.
    Ndjson,
}

impl TableFormat {
    /// The media types of all formats, without parameters.
    pub const MEDIA_TYPES: [&'static str; 2] = ["text/csv", "application/x-ndjson"];

    /// Returns the value of the header `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv { has_header: true } => "text/csv; charset=utf-8",
            Self::Csv { has_header: false } => "text/csv; charset=utf-8; header=absent",
            Self::Ndjson => "application/x-ndjson",
        }
    }

    /// Returns the ending of file names.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv { .. } => "csv",
            Self::Ndjson => "ndjson",
        }
    }
}

/// The rows and columns of an operation's answers.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerTable(Layout);

/// The rows of a table.
#[derive(Debug, Clone, PartialEq)]
enum Layout {
    /// One row per item of a list of the answer. A line of JSON is the item itself.
    Items { list: &'static str, columns: Vec<ItemColumn> },
    /// One row per brand, month and measure.
    BrandMonths,
    /// One row per topic and compared brand or period, with these members of a topic.
    ComparedTopics(Vec<&'static str>),
    /// One row per measure of an answer that is no list.
    Measures,
    /// One row per part of a change.
    ExplainedParts,
}

impl AnswerTable {
    /// Returns the table of a query of the Data API.
    pub fn of_request(request: &Request) -> Option<Self> {
        let index = match request {
            Request::Search(request) => Some(request.index),
            _ => None,
        };
        Self::of_data(request.operation(), index)
    }

    /// Returns the table of an operation of the Data API. The columns of a search depend on its index. `None` if the
    /// operation has no table.
    pub fn of_data(operation: Operation, index: Option<Index>) -> Option<Self> {
        let list = match operation {
            Operation::Aggregate => "buckets",
            Operation::Search | Operation::Creators | Operation::CoMentions => "results",
            Operation::Sector => return Some(Self(Layout::BrandMonths)),
            Operation::Schema => return None,
        };
        Self::of_items(&operation.answer(), list, index, &[])
    }

    /// Returns the table of an operation of the Account API. `None` if its answers have neither lists nor measures of
    /// mentions.
    pub fn of_account(operation: AccountOperation) -> Option<Self> {
        use AccountOperation as Op;
        let (list, omitted): (_, &[&str]) = match operation {
            Op::Mentions
            | Op::InfluencerMentions
            | Op::Influencers
            | Op::SentimentTimeline
            | Op::SentimentBreakdown
            | Op::Trends
            | Op::EmergingTrends => ("data", &[]),
            // Only the request that creates a webhook returns its secret.
            Op::Webhooks => ("data", &["secret"]),
            Op::AccountUsage => ("series", &[]),
            Op::MentionStats | Op::Sentiment => return Some(Self(Layout::Measures)),
            Op::ExplainChange => return Some(Self(Layout::ExplainedParts)),
            Op::TrendComparison => {
                let topic = item_shape(&operation.answer(), "rows", None)?;
                let members = topic.written().into_iter().map(|member| member.name);
                return Some(Self(Layout::ComparedTopics(members.collect())));
            }
            Op::Mention
            | Op::Influencer
            | Op::CreateReport
            | Op::Report
            | Op::DownloadReport
            | Op::CreateWebhook
            | Op::DeleteWebhook
            | Op::Account => return None,
        };
        Self::of_items(&operation.answer(), list, None, omitted)
    }

    fn of_items(answer: &Shape, list: &'static str, index: Option<Index>, omitted: &[&str]) -> Option<Self> {
        let columns = columns_of(&item_shape(answer, list, index)?, omitted);
        Some(Self(Layout::Items { list, columns }))
    }

    /// Returns the names of the columns.
    pub fn column_names(&self) -> Vec<&str> {
        match &self.0 {
            Layout::Items { columns, .. } => columns.iter().map(|column| column.name.as_str()).collect(),
            Layout::BrandMonths => SECTOR_COLUMNS.into(),
            Layout::ComparedTopics(members) => {
                let measures = members.iter().copied().filter(|member| !COMPARISON_KEYS.contains(member));
                COMPARISON_KEYS.into_iter().chain(measures).collect()
            }
            Layout::Measures => MEASURE_COLUMNS.into(),
            Layout::ExplainedParts => EXPLANATION_COLUMNS.into(),
        }
    }

    /// Returns the columns of a list's items. Empty if the rows are no items.
    pub fn into_item_columns(self) -> Vec<ItemColumn> {
        match self.0 {
            Layout::Items { columns, .. } => columns,
            _ => Vec::new(),
        }
    }

    /// Writes an answer as a table. Parses one item at a time.
    ///
    /// # Errors
    /// The answer is not one of this operation.
    pub fn write(&self, answer: &RawValue, format: TableFormat) -> serde_json::Result<Vec<u8>> {
        if let Layout::Items { list, columns } = &self.0 {
            return write_items(&items_of(answer, list)?, columns, format);
        }
        let answer: Value = serde_json::from_str(answer.get())?;
        let names = self.column_names();
        let mut rows = RowWriter::new(&names, format);
        match &self.0 {
            Layout::BrandMonths => long::each_brand_month(&answer, &mut |row| rows.add(&row)),
            Layout::ComparedTopics(_) => long::each_compared_topic(&answer, &names, &mut |row| rows.add(&row)),
            Layout::ExplainedParts => long::each_explained_part(&answer, &mut |row| rows.add(&row)),
            Layout::Items { .. } | Layout::Measures => long::each_measure(&answer, &mut |row| rows.add(&row)),
        }
        Ok(rows.take())
    }
}

/// Returns the shape of the items of a list.
fn item_shape(answer: &Shape, list: &str, index: Option<Index>) -> Option<Shape> {
    let list = answer.written().into_iter().find(|member| member.name == list)?;
    match list.value_type {
        ValueType::List(ValueType::Object(shape), _) => Some(**shape),
        ValueType::List(ValueType::Document(known), _) => Some(known.or(index)?.document()),
        _ => None,
    }
}

/// Returns the JSON texts of a list's items.
fn items_of<'a>(answer: &'a RawValue, list: &str) -> serde_json::Result<Vec<&'a RawValue>> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(answer.get())?;
    members.get(list).map_or_else(|| Ok(Vec::new()), |items| serde_json::from_str(items.get()))
}

fn write_items(items: &[&RawValue], columns: &[ItemColumn], format: TableFormat) -> serde_json::Result<Vec<u8>> {
    match format {
        TableFormat::Csv { has_header } => {
            let mut encoder = ItemEncoder::new(columns.to_vec(), has_header);
            for item in items {
                encoder.add(&serde_json::from_str(item.get())?);
            }
            Ok(encoder.take())
        }
        TableFormat::Ndjson => {
            let mut lines = Vec::new();
            for item in items {
                lines.extend_from_slice(item.get().as_bytes());
                lines.push(b'\n');
            }
            Ok(lines)
        }
    }
}

/// A writer of rows that are no items.
struct RowWriter<'a> {
    columns: &'a [&'a str],
    output: RowOutput,
}

enum RowOutput {
    Csv(Box<Encoder>),
    Lines(Vec<u8>),
}

impl<'a> RowWriter<'a> {
    fn new(columns: &'a [&'a str], format: TableFormat) -> Self {
        let output = match format {
            TableFormat::Csv { has_header } => RowOutput::Csv(Box::new(Encoder::new(has_header.then_some(columns)))),
            TableFormat::Ndjson => RowOutput::Lines(Vec::new()),
        };
        Self { columns, output }
    }

    fn add(&mut self, row: &[Value]) {
        match &mut self.output {
            RowOutput::Csv(encoder) => encoder.add(row.iter().map(cell)),
            RowOutput::Lines(lines) => {
                let members = self.columns.iter().map(|name| (*name).to_owned()).zip(row.iter().cloned());
                let row = Value::Object(members.collect::<Map<_, _>>());
                lines.extend_from_slice(row.to_string().as_bytes());
                lines.push(b'\n');
            }
        }
    }

    fn take(self) -> Vec<u8> {
        match self.output {
            RowOutput::Csv(mut encoder) => encoder.take(),
            RowOutput::Lines(lines) => lines,
        }
    }
}
