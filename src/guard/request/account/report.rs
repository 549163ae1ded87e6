//! Reports that are asked for.

use crate::base::date::Window;
use crate::spec::request::account::choice::{ReportFormat, ReportKind};
use serde_json::{Map, Value};

/// A report that is asked for and passed every guardrail.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportRequest {
    /// What it is about.
    pub kind: ReportKind,
    /// What stands above it; at most [`crate::spec::limits::MAX_REPORT_TITLE_CHARACTERS`].
    pub title: Option<String>,
    /// The first and the last day.
    pub window: Window,
    /// Brands that the account monitors, by their ids; at least one once the account is known.
    pub brands: Vec<String>,
    /// Filters besides brands and window: for each a value or a list of them, as addresses take them.
    pub filters: Map<String, Value>,
    /// Its sections, in the order of [`ReportKind::sections`].
    pub sections: Vec<&'static str>,
    /// Its formats, in the order of [`ReportKind::formats`].
    pub formats: Vec<ReportFormat>,
    /// Rows that its CSV may have, besides the header.
    pub row_limit: u32,
    /// What whoever asked for it wants to find again: names and texts.
    pub metadata: Vec<(String, String)>,
}
