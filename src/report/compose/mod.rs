//! Composes the content of a report from its answers. Equal answers give equal content.

mod answers;
mod influencers;
mod methods;
mod page;
mod sentiment;
mod share;
mod summary;
mod topics;
mod volume;
pub(in crate::report) mod words;

pub use answers::ReportAnswers;

use super::content::{ReportContent, Section, Series};
use super::csv::CsvRow;
use crate::base::date::Date;
use crate::guard::request::account::report::ReportRequest;
use crate::spec::request::account::choice::ReportKind;
use page::ReportDraft;

/// A composed report.
#[derive(Debug, Clone, PartialEq)]
pub struct ComposedReport {
    /// The content for the reader.
    pub content: ReportContent,
    /// The rows of its CSV.
    pub rows: Vec<CsvRow>,
}

/// The inputs of a report besides its answers.
#[derive(Debug, Clone, Copy)]
pub struct ReportContext<'a> {
    /// The request.
    pub request: &'a ReportRequest,
    /// The name of the account.
    pub account: &'a str,
    /// The labels of the report's brands, in its order.
    pub brands: &'a [&'a str],
    /// The version of the dataset.
    pub dataset_version: &'a str,
    /// The first and the last day of the dataset, if it has mentions.
    pub dataset_dates: Option<(Date, Date)>,
}

/// Composes a report.
pub fn compose(context: ReportContext<'_>, answers: &ReportAnswers) -> ComposedReport {
    let mut page = ReportDraft { context, answers, rows: Vec::new() };
    let request = context.request;
    let sections = request.sections.iter().filter_map(|section| section_of(&mut page, request.kind, section));
    let sections: Vec<Section> = sections.map(without_empty).collect();
    page.mark_partial_window();
    let (figures, summary) = summary::of(&page);
    let methods = methods::of(&page);
    let text = |date: Date| date.to_string();
    let content = ReportContent {
        title: request.title.clone().unwrap_or_else(|| title(request.kind).to_owned()),
        kind: title(request.kind).to_owned(),
        account: context.account.to_owned(),
        period: (text(request.window.from), text(request.window.to)),
        brands: context.brands.iter().map(|label| (*label).to_owned()).collect(),
        filters: request.filters.iter().map(|(name, value)| words::filter(name, value)).collect(),
        dataset_version: context.dataset_version.to_owned(),
        dataset_period: context.dataset_dates.map(|(first, last)| (text(first), text(last))).unwrap_or_default(),
        figures,
        summary,
        sections,
        methods,
    };
    ComposedReport { content, rows: page.rows }
}

/// Removes charts and tables without data from a section.
fn without_empty(mut section: Section) -> Section {
    let has_values = |series: &Series| series.values.iter().any(Option::is_some);
    section.charts.retain(|chart| chart.series.iter().any(has_values));
    section.tables.retain(|table| !table.rows.is_empty());
    section
}

/// Returns the name of a kind of report.
pub const fn title(kind: ReportKind) -> &'static str {
    match kind {
        ReportKind::BrandOverview => "Brand overview",
        ReportKind::Sentiment => "Sentiment",
        ReportKind::Influencers => "Influencers",
        ReportKind::Trends => "Trends",
        ReportKind::ShareOfVoice => "Share of voice",
        ReportKind::MentionsExport => "Mentions",
    }
}

fn section_of(page: &mut ReportDraft<'_>, kind: ReportKind, section: &'static str) -> Option<Section> {
    Some(match (kind, section) {
        (ReportKind::BrandOverview, "volume") => volume::section(page, section),
        (ReportKind::BrandOverview, "sentiment") => sentiment::overview(page, section),
        (ReportKind::Sentiment, "summary") => sentiment::by_brand(page, section),
        (ReportKind::Sentiment, "timeline") => sentiment::timeline(page, section),
        (ReportKind::Sentiment, "by_platform") => sentiment::breakdown(page, section, "platform"),
        (ReportKind::Sentiment, "by_language") => sentiment::breakdown(page, section, "language"),
        (ReportKind::Sentiment, "by_region") => sentiment::breakdown(page, section, "region"),
        (ReportKind::Sentiment, _) => sentiment::drivers(page, section),
        (ReportKind::BrandOverview, "top_topics") => topics::overview(page, section),
        (ReportKind::Trends, "top_topics") => topics::of_direction(page, section, None),
        (ReportKind::Trends, "rising") => topics::of_direction(page, section, Some("rising")),
        (ReportKind::Trends, "falling") => topics::of_direction(page, section, Some("falling")),
        (ReportKind::Trends, _) => topics::emerging(page, section),
        (ReportKind::BrandOverview, _) | (ReportKind::Influencers, "by_influence") => {
            influencers::section(page, section, "influence_score")
        }
        (ReportKind::Influencers, "by_mentions") => influencers::section(page, section, "mentions"),
        (ReportKind::Influencers, _) => influencers::section(page, section, "views"),
        (ReportKind::ShareOfVoice, "share") => share::of_brands(page, section),
        (ReportKind::ShareOfVoice, "timeline") => share::timeline(page, section),
        (ReportKind::ShareOfVoice, "by_platform") => share::by_platform(page, section),
        (ReportKind::ShareOfVoice, _) => share::topics(page, section),
        (ReportKind::MentionsExport, _) => return None,
    })
}
