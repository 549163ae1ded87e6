//! `POST /v1/reports`, `GET /v1/reports/:id`, `GET /v1/reports/:id/download`.

use super::choice::{ReportFormat, ReportKind};
use super::filters::{CHANNEL_NAME, FILTERS};
use crate::spec::limits::{
    DEFAULT_REPORT_ROWS, MAX_BRANDS, MAX_METADATA_PAIRS, MAX_REPORT_ROWS, MAX_REPORT_TITLE_CHARACTERS,
};
use crate::spec::request::{Parameter, Parameters, Type};
use strum::VariantNames;

/// What ids of reports begin with.
pub const PREFIX: &str = "rpt_";
/// Sections of the kind that has the most.
const MAX_SECTIONS: usize = 6;

const ID: Parameter = Parameter::required("id", Type::Id(PREFIX));

/// A report that is asked for has no parameters: everything is in its body.
pub const NONE: Parameters = &[];

/// The body of a report that is asked for.
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
    Parameter::optional("metadata", Type::Pairs(MAX_METADATA_PAIRS)),
]];

/// Which mentions a report is of, besides brands and window.
pub const FILTERED: Parameters = &[FILTERS, CHANNEL_NAME];

/// One report.
pub const ONE: Parameters = &[&[ID]];

/// One of its files.
pub const FILE: Parameters = &[&[
    ID,
    Parameter::optional("format", Type::Choice(ReportFormat::VARIANTS)),
    Parameter::optional("bom", Type::Integer(0, 1)),
]];

const _: () = assert!(DEFAULT_REPORT_ROWS == 10_000, "the default of row_limit");

impl ReportKind {
    /// Its sections, in the order in which they stand in the report.
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

    /// Names of the formats that it can have.
    pub const fn formats(self) -> &'static [&'static str] {
        match self {
            Self::MentionsExport => &["csv"],
            _ => ReportFormat::VARIANTS,
        }
    }
}
