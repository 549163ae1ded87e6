//! Explanations of plans for people. They show the reasons for the cost of a query.

use super::{Days, IndexQuery, KeyRange, QueryKind, ResolvedFilters, TableRead};
use crate::base::date::Date;
use crate::query::ReadExplanation;
use crate::segment::{ChunkKind, Column, CubeKind, Manifest};

impl IndexQuery<'_> {
    /// Describes the query in words.
    pub fn describe(&self) -> String {
        let ask = match &self.kind {
            QueryKind::Groups { by, metric } => {
                let metric = metric.map_or_else(String::new, |metric| format!(" with {}", metric.name()));
                format!("groups by {}{metric}", by.name())
            }
            QueryKind::Documents { sort, order } => format!("documents by {} {}", sort.name(), order.name()),
            QueryKind::CoOccurrence { field, values, by } => {
                format!("each {} with all of {} values of {}", by.name(), values.len(), field.name())
            }
            QueryKind::TextSearch { text, by, .. } => {
                format!("documents with {} words or phrases by {}", text.all_phrases().len(), names(by))
            }
        };
        format!("{} of {}: {ask}; {}", self.index.name(), self.manifest.documents, self.filters.describe())
    }
}

impl ResolvedFilters {
    /// Describes the filters in words.
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        for filter in &self.values {
            let (values, documents) = (filter.values.len(), filter.documents());
            parts.push(format!("{} any of {values} ({documents} documents)", filter.column.name()));
        }
        if let Some(tuples) = &self.tuples {
            let count = tuples.iter().filter(|tuple| **tuple).count();
            parts.push(format!("{count} of {} tuples", tuples.len()));
        }
        if let Some(ids) = &self.ids {
            parts.push(format!("{} ids", ids.len()));
        }
        if self.has_days() {
            parts.push(describe_days(self.days));
        }
        parts.extend(self.ranges.iter().map(|(column, low, high)| format!("{} {low} to {high}", column.name())));
        if parts.is_empty() { "no filter".to_owned() } else { parts.join(", ") }
    }
}

impl TableRead {
    /// Describes the read in words, with its estimated cost.
    pub fn explain(&self, manifest: &Manifest) -> ReadExplanation {
        let what = match self {
            Self::Chunks { kind, keys, columns, documents } => {
                format!(
                    "{}, {} of {documents} documents: {}",
                    describe_chunk(*kind),
                    describe_keys(keys),
                    names(columns)
                )
            }
            Self::Sorted { index, column, order, rows, .. } => {
                format!("{}: {rows} first rows of all documents by {} {}", index.name(), column.name(), order.name())
            }
            Self::ChunksOfIds { ids, columns } => {
                format!("all documents around {} ids: {}", ids.len(), names(columns))
            }
            Self::Cells { kind, keys, metric, cells } => {
                let metric = metric.map_or_else(String::new, |metric| format!(", {}", metric.name()));
                format!("{}, {}, at most {cells} cells each: counts{metric}", describe_cube(*kind), describe_keys(keys))
            }
            Self::Rollups { rows, topics } => {
                let topics = if *topics { "all" } else { "first" };
                format!("days and {topics} topics of {} roll-ups", rows.len())
            }
            Self::Facets { facets, documents } => {
                let keys: Vec<&str> = facets.iter().map(|facet| facet.key.as_str()).collect();
                format!("{documents} documents of {}", keys.join(", "))
            }
            Self::Words { words, counts, lengths, places, .. } => {
                let counts = if *counts { ", how often" } else { "" };
                let lengths = if *lengths { ", how long" } else { "" };
                let places = if *places { ", where" } else { "" };
                format!("documents of {} words{counts}{lengths}{places}", words.len())
            }
            Self::DeltaWords { words, documents, .. } => {
                format!("of {documents} open documents, those of {} words", words.len())
            }
        };
        ReadExplanation { what, estimate: self.estimate(manifest) }
    }
}

fn describe_chunk(kind: ChunkKind) -> String {
    match kind {
        ChunkKind::All(index) => format!("{}: all documents", index.name()),
        ChunkKind::Month(index) => format!("{}: documents of a month", index.name()),
        ChunkKind::Value(index, column) => format!("{}: documents by {}", index.name(), column.name()),
        ChunkKind::TopK(index, column, order) => {
            format!("{}: top-k documents by {} {}", index.name(), column.name(), order.name())
        }
        ChunkKind::Sorted(index, column) => format!("{}: all documents by {}", index.name(), column.name()),
        ChunkKind::Delta(index) => format!("{}: documents of the delta segment", index.name()),
        ChunkKind::Channels => "names and uids of channels".to_owned(),
        ChunkKind::NewestSnapshots => "newest snapshots of creators with channels".to_owned(),
        ChunkKind::PublicIds => "mentions by public id".to_owned(),
    }
}

fn describe_cube(kind: CubeKind) -> String {
    match kind {
        CubeKind::ByTuple(index, column) => format!("{}: sums by {} and tuple", index.name(), column.name()),
        CubeKind::Overall(index, column) => format!("{}: sums by {}", index.name(), column.name()),
        CubeKind::Months(index) => format!("{}: sums by month and tuple", index.name()),
        CubeKind::Pairs(index, value, by) => {
            format!("{}: how often each {} occurs with a {}", index.name(), by.name(), value.name())
        }
    }
}

fn names(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    names.join(", ")
}

fn describe_keys(keys: &[KeyRange]) -> String {
    let count: u64 = keys.iter().map(|(first, last)| last.abs_diff(*first) + 1).sum();
    if count == 1 { "1 key".to_owned() } else { format!("{count} keys") }
}

/// Describes days in words.
pub(super) fn describe_days(Days { first, last }: Days) -> String {
    let date = |day| Date::of_day(day).map_or_else(|| "…".to_owned(), |date| date.to_string());
    format!("days {} to {}", date(first), date(last))
}
