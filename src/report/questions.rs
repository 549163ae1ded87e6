//! Derives the questions that a report needs. They are ordinary questions of the Account API.

use crate::base::date::time_of_seconds;
use crate::guard::problem::Problems;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::report::ReportRequest;
use crate::guard::request::account::{AccountRequest, encode_values};
use crate::spec::limits::MAX_FILTER_VALUES;
use crate::spec::request::account::choice::ReportKind;
use crate::spec::request::account::trends::COMPARED_BRANDS;
use crate::spec::{AccountOperation, PLATFORMS};
use serde_json::Value;

/// The number of topics and creators that a table lists.
const LISTED: &str = "20";
/// The number of mentions in a page of an export. Each page takes some additional reads, and some kilobytes of memory
/// per mention.
const MENTIONS_AT_ONCE: usize = 1_000;

/// The subject of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuestionSubject {
    /// Counts.
    Stats,
    /// Counts on a platform.
    OnPlatform(&'static str),
    /// Tone.
    Sentiment,
    /// Tone and counts by period.
    Timeline,
    /// Tone by platform, language or region.
    Breakdown(&'static str),
    /// Topics: all, or those with a direction.
    Topics(Option<&'static str>),
    /// Emerging topics.
    Emerging,
    /// A comparison of brands.
    Comparison,
    /// Creators, by their sort order.
    Influencers(&'static str),
}

/// A question about all brands of the report, or about one of them.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportQuestion {
    /// The subject.
    pub subject: QuestionSubject,
    /// The position of the brand in the report; `None` for all brands.
    pub brand: Option<usize>,
    /// The request to the Account API.
    pub request: AccountRequest,
}

/// Returns all questions of a report, each once. An export of mentions has only the question for counts; it reads the
/// mentions page by page ([`mentions`]).
///
/// # Errors
/// If the report has a value that a question does not accept.
pub fn questions(report: &ReportRequest, monitored: &[MonitoredBrand]) -> Result<Vec<ReportQuestion>, Problems> {
    let mut wanted: Vec<(QuestionSubject, Option<usize>)> = Vec::new();
    let brands = report.brands.len();
    let mut ask = |subject: QuestionSubject, each_brand: bool| {
        wanted.push((subject, None));
        // With a single brand, the question about all brands is the one about it.
        if each_brand && brands > 1 {
            wanted.extend((0..brands).map(|brand| (subject, Some(brand))));
        }
    };
    ask(QuestionSubject::Stats, false);
    for section in &report.sections {
        match (report.kind, *section) {
            (ReportKind::BrandOverview, "volume") => {
                ask(QuestionSubject::Stats, true);
                ask(QuestionSubject::Timeline, true);
            }
            (ReportKind::BrandOverview, "sentiment") => {
                ask(QuestionSubject::Sentiment, true);
                ask(QuestionSubject::Timeline, true);
            }
            (ReportKind::BrandOverview, "top_topics") => {
                ask(QuestionSubject::Topics(None), false);
                ask(QuestionSubject::Emerging, false);
            }
            (ReportKind::BrandOverview, _) => ask(QuestionSubject::Influencers("influence_score"), false),
            (ReportKind::Sentiment, "summary") => ask(QuestionSubject::Sentiment, true),
            (ReportKind::Sentiment, "timeline") => ask(QuestionSubject::Timeline, true),
            (ReportKind::Sentiment, "by_platform") => ask(QuestionSubject::Breakdown("platform"), false),
            (ReportKind::Sentiment, "by_language") => ask(QuestionSubject::Breakdown("language"), false),
            (ReportKind::Sentiment, "by_region") => ask(QuestionSubject::Breakdown("region"), false),
            (ReportKind::Sentiment, _) => ask(QuestionSubject::Sentiment, false),
            (ReportKind::Influencers, "by_influence") => ask(QuestionSubject::Influencers("influence_score"), false),
            (ReportKind::Influencers, "by_mentions") => ask(QuestionSubject::Influencers("mentions"), false),
            (ReportKind::Influencers, _) => ask(QuestionSubject::Influencers("views"), false),
            (ReportKind::Trends, "top_topics") => ask(QuestionSubject::Topics(None), false),
            (ReportKind::Trends, "rising") => ask(QuestionSubject::Topics(Some("rising")), false),
            (ReportKind::Trends, "falling") => ask(QuestionSubject::Topics(Some("falling")), false),
            (ReportKind::Trends, _) => ask(QuestionSubject::Emerging, false),
            (ReportKind::ShareOfVoice, "share") if is_comparable(brands) => ask(QuestionSubject::Comparison, false),
            (ReportKind::ShareOfVoice, "share") => {}
            (ReportKind::ShareOfVoice, "timeline") => ask(QuestionSubject::Timeline, true),
            (ReportKind::ShareOfVoice, "by_platform") => {
                platforms(report).into_iter().for_each(|platform| ask(QuestionSubject::OnPlatform(platform), false));
            }
            (ReportKind::ShareOfVoice, _) if is_comparable(brands) => ask(QuestionSubject::Comparison, false),
            (ReportKind::ShareOfVoice, _) => ask(QuestionSubject::Topics(None), false),
            (ReportKind::MentionsExport, _) => {}
        }
    }
    let mut questions: Vec<ReportQuestion> = Vec::new();
    for (subject, brand) in wanted {
        if !questions.iter().any(|known| (known.subject, known.brand) == (subject, brand)) {
            let request = subject.asked(report, &chosen(report, monitored, subject, brand))?;
            questions.push(ReportQuestion { subject, brand, request });
        }
    }
    Ok(questions)
}

/// Returns the question for a page of the mentions of an export, oldest first.
///
/// # Errors
/// If the report has a value that the question does not accept.
pub fn mentions(report: &ReportRequest, monitored: &[MonitoredBrand]) -> Result<AccountRequest, Problems> {
    let brands = chosen(report, monitored, QuestionSubject::Stats, None);
    let after = report.indexed_after.and_then(time_of_seconds);
    let mut further = vec![("sort", "upload_date"), ("order", "asc")];
    further.extend(after.as_deref().map(|after| ("indexed_after", after)));
    Ok(asked(AccountOperation::Mentions, report, &brands, &further)?.in_pages_of(MENTIONS_AT_ONCE))
}

/// Returns true if a comparison accepts this number of brands.
pub fn is_comparable(brands: usize) -> bool {
    let (least, most) = COMPARED_BRANDS;
    (least..=most).contains(&brands)
}

/// Returns the platforms that pass the report's filters.
fn platforms(report: &ReportRequest) -> Vec<&'static str> {
    let given = report.filters.get("platform").and_then(Value::as_array);
    let given: Vec<&str> = given.into_iter().flatten().filter_map(Value::as_str).collect();
    let includes_some = given.iter().any(|name| !name.starts_with('-'));
    let is_meant = |name: &&str| {
        (!includes_some || given.contains(name)) && !given.iter().any(|given| given.strip_prefix('-') == Some(name))
    };
    PLATFORMS.iter().copied().filter(is_meant).collect()
}

impl QuestionSubject {
    fn asked(self, report: &ReportRequest, brands: &[String]) -> Result<AccountRequest, Problems> {
        use AccountOperation as Operation;
        let asked = |operation, further: &[(&str, &str)]| asked(operation, report, brands, further);
        match self {
            Self::Stats => asked(Operation::MentionStats, &[("top", "10")]),
            Self::OnPlatform(platform) => asked(Operation::MentionStats, &[("top", "10"), ("platform", platform)]),
            Self::Sentiment => asked(Operation::Sentiment, &[]),
            Self::Timeline => asked(Operation::SentimentTimeline, &[]),
            Self::Breakdown(by) => asked(Operation::SentimentBreakdown, &[("by", by), ("limit", LISTED)]),
            Self::Topics(None) => asked(Operation::Trends, &[("limit", LISTED)]),
            Self::Topics(Some(direction)) => asked(Operation::Trends, &[("limit", LISTED), ("direction", direction)]),
            Self::Emerging => asked(Operation::EmergingTrends, &[("limit", LISTED)]),
            Self::Comparison => asked(Operation::TrendComparison, &[("by", "brand"), ("limit", LISTED)]),
            Self::Influencers(sort) => asked(Operation::Influencers, &[("sort", sort), ("limit", LISTED)]),
        }
    }
}

/// Returns the `brand` parameter of a question. One brand is given by its id, and all monitored brands by an empty
/// list. If a question cannot name all brands of the report, the excluded ones are named instead.
fn chosen(
    report: &ReportRequest,
    monitored: &[MonitoredBrand],
    subject: QuestionSubject,
    brand: Option<usize>,
) -> Vec<String> {
    match brand {
        Some(brand) => report.brands.get(brand).cloned().into_iter().collect(),
        None if subject != QuestionSubject::Comparison && report.brands.len() == monitored.len() => Vec::new(),
        None if report.brands.len() > MAX_FILTER_VALUES => {
            let is_left_out = |brand: &&MonitoredBrand| !report.brands.contains(&brand.id);
            monitored.iter().filter(is_left_out).map(|brand| format!("-{}", brand.id)).collect()
        }
        None => report.brands.clone(),
    }
}

/// Builds a question with the window and the filters of a report. Parameters in `further` replace filters of the same
/// name.
fn asked(
    operation: AccountOperation,
    report: &ReportRequest,
    brands: &[String],
    further: &[(&str, &str)],
) -> Result<AccountRequest, Problems> {
    let mut query = format!("from={}&to={}", report.window.from, report.window.to);
    let mut add = |name: &str, values: &[&str]| {
        query.push_str(&format!("&{name}={}", encode_values(operation, name, values)));
    };
    if !brands.is_empty() {
        add("brand", &brands.iter().map(String::as_str).collect::<Vec<&str>>());
    }
    for (name, value) in report.filters.iter().filter(|(name, _)| !further.iter().any(|(other, _)| other == name)) {
        match value {
            Value::Array(values) => add(name, &values.iter().filter_map(Value::as_str).collect::<Vec<&str>>()),
            value => add(name, &[&value.to_string()]),
        }
    }
    further.iter().for_each(|(name, value)| add(name, &[value]));
    AccountRequest::parse(operation, query.as_bytes())
}
