//! `POST /v1/reports`, `GET /v1/reports/:id`, `GET /v1/reports/:id/download`.

use super::choice::{ReportFormat, ReportKind};
use super::filters::{CHANNEL_NAME, FILTERS};
use crate::spec::limits::{
    DEFAULT_REPORT_ROWS, MAX_BRANDS, MAX_METADATA_PAIRS, MAX_REPORT_PARTS, MAX_REPORT_ROWS, MAX_REPORT_TITLE_CHARACTERS,
};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// Prefix of report ids.
pub const PREFIX: &str = "rpt_";
/// Maximum number of sections of a report type.
const MAX_SECTIONS: usize = 6;

const ID: Parameter = Parameter::required("id", Type::Id(PREFIX));

/// No parameters: the body has all values.
pub const NONE: Parameters = &[];

/// Body of a report request.
pub const BODY: Parameters = &[&[
    Parameter::required("type", Type::Choice(ReportKind::VARIANTS)),
    Parameter::optional("title", Type::Text(MAX_REPORT_TITLE_CHARACTERS)),
    Parameter::required("from", Type::Date),
    Parameter::required("to", Type::Date),
    Parameter::optional("brands", Type::List(1, MAX_BRANDS)),
    Parameter::optional("filters", Type::Parameters(FILTERED)),
    Parameter::optional("sections", Type::List(1, MAX_SECTIONS)),
    Parameter::optional("formats", Type::List(1, ReportFormat::VARIANTS.len())),
    Parameter::with_default("row_limit", Type::Integer(1, MAX_REPORT_ROWS), "10000"),
    Parameter::optional("all_rows", Type::Boolean),
    Parameter::optional("indexed_after", Type::Time),
    Parameter::optional("metadata", Type::Pairs(MAX_METADATA_PAIRS)),
]];

/// Filters for the mentions of a report, except brands and window.
pub const FILTERED: Parameters = &[FILTERS, CHANNEL_NAME];

/// Parameters for a single report.
pub const ONE: Parameters = &[&[ID]];

/// Parameters for a file of a report.
pub const FILE: Parameters = &[&[
    ID,
    Parameter::optional("format", Type::Choice(ReportFormat::VARIANTS)),
    Parameter::optional("part", Type::Integer(1, MAX_REPORT_PARTS)),
    Parameter::optional("bom", Type::Integer(0, 1)),
]];

const _: () = assert!(DEFAULT_REPORT_ROWS == 10_000, "the default of row_limit");

impl ReportKind {
    /// Returns the sections in their order in the report.
    pub const fn sections(self) -> &'static [&'static str] {
        match self {
            Self::BrandOverview => &["volume", "sentiment", "top_topics", "top_influencers"],
            Self::Sentiment => &["summary", "timeline", "by_platform", "by_language", "by_region", "drivers"],
            Self::Influencers => &["by_influence", "by_mentions", "by_views"],
            Self::Trends => &["top_topics", "rising", "falling", "emerging"],
            Self::ShareOfVoice => &["share", "timeline", "by_platform", "top_topics"],
            Self::MentionsExport => &["mentions"],
        }
    }

    /// Returns the names of the available formats.
    pub const fn formats(self) -> &'static [&'static str] {
        match self {
            Self::MentionsExport => &["csv", "ndjson", "parquet"],
            _ => &["pdf", "csv"],
        }
    }

    /// Returns the names of the formats of a report that names none.
    pub const fn default_formats(self) -> &'static [&'static str] {
        match self {
            Self::MentionsExport => &["csv"],
            _ => self.formats(),
        }
    }
}
