//! The questions that a report takes: ordinary ones of the Account API.

use crate::guard::problem::Problems;
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::report::ReportRequest;
use crate::spec::limits::MAX_FILTER_VALUES;
use crate::spec::request::account::choice::ReportKind;
use crate::spec::request::account::trends::COMPARED_BRANDS;
use crate::spec::{AccountOperation, PLATFORMS};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// Topics and creators that a table lists.
const LISTED: &str = "20";
/// Mentions of a page of an export: a page takes a few reads besides those of its mentions, and some kilobytes of memory
/// for each of these.
const MENTIONS_AT_ONCE: usize = 1_000;

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Counts.
    Stats,
    /// Counts on a platform.
    OnPlatform(&'static str),
    /// Tone.
    Sentiment,
    /// Tone and counts, period by period.
    Timeline,
    /// Tone by platform, language or region.
    Breakdown(&'static str),
    /// Topics: all, or those of a direction.
    Topics(Option<&'static str>),
    /// Topics that come up.
    Emerging,
    /// Brands side by side.
    Comparison,
    /// Creators, by what they are sorted by.
    Influencers(&'static str),
}

/// A question: about all brands of the report, or about one of them by its place among these.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportQuestion {
    /// What it is about.
    pub subject: Subject,
    /// Which brand.
    pub brand: Option<usize>,
    /// How it is asked.
    pub request: AccountRequest,
}

/// All that a report takes, each once. An export of mentions takes none but how many there are; these it reads page by
/// page ([`mentions`]).
///
/// # Errors
/// When the report asks for what no question takes.
pub fn questions(report: &ReportRequest, monitored: &[MonitoredBrand]) -> Result<Vec<ReportQuestion>, Problems> {
    let mut wanted: Vec<(Subject, Option<usize>)> = Vec::new();
    let brands = report.brands.len();
    let mut ask = |subject: Subject, each_brand: bool| {
        wanted.push((subject, None));
        // Of one brand all is what is of that brand.
        if each_brand && brands > 1 {
            wanted.extend((0..brands).map(|brand| (subject, Some(brand))));
        }
    };
    ask(Subject::Stats, false);
    for section in &report.sections {
        match (report.kind, *section) {
            (ReportKind::BrandOverview, "volume") => {
                ask(Subject::Stats, true);
                ask(Subject::Timeline, true);
            }
            (ReportKind::BrandOverview, "sentiment") => {
                ask(Subject::Sentiment, true);
                ask(Subject::Timeline, true);
            }
            (ReportKind::BrandOverview, "top_topics") => {
                ask(Subject::Topics(None), false);
                ask(Subject::Emerging, false);
            }
            (ReportKind::BrandOverview, _) => ask(Subject::Influencers("influence_score"), false),
            (ReportKind::Sentiment, "summary") => ask(Subject::Sentiment, true),
            (ReportKind::Sentiment, "timeline") => ask(Subject::Timeline, true),
            (ReportKind::Sentiment, "by_platform") => ask(Subject::Breakdown("platform"), false),
            (ReportKind::Sentiment, "by_language") => ask(Subject::Breakdown("language"), false),
            (ReportKind::Sentiment, "by_region") => ask(Subject::Breakdown("region"), false),
            (ReportKind::Sentiment, _) => ask(Subject::Sentiment, false),
            (ReportKind::Influencers, "by_influence") => ask(Subject::Influencers("influence_score"), false),
            (ReportKind::Influencers, "by_mentions") => ask(Subject::Influencers("mentions"), false),
            (ReportKind::Influencers, _) => ask(Subject::Influencers("views"), false),
            (ReportKind::Trends, "top_topics") => ask(Subject::Topics(None), false),
            (ReportKind::Trends, "rising") => ask(Subject::Topics(Some("rising")), false),
            (ReportKind::Trends, "falling") => ask(Subject::Topics(Some("falling")), false),
            (ReportKind::Trends, _) => ask(Subject::Emerging, false),
            (ReportKind::ShareOfVoice, "share") if is_comparable(brands) => ask(Subject::Comparison, false),
            (ReportKind::ShareOfVoice, "share") => {}
            (ReportKind::ShareOfVoice, "timeline") => ask(Subject::Timeline, true),
            (ReportKind::ShareOfVoice, "by_platform") => {
                platforms(report).into_iter().for_each(|platform| ask(Subject::OnPlatform(platform), false));
            }
            (ReportKind::ShareOfVoice, _) if is_comparable(brands) => ask(Subject::Comparison, false),
            (ReportKind::ShareOfVoice, _) => ask(Subject::Topics(None), false),
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

/// The question for a page of the mentions of an export, oldest first.
///
/// # Errors
/// When the report asks for what the question does not take.
pub fn mentions(report: &ReportRequest, monitored: &[MonitoredBrand]) -> Result<AccountRequest, Problems> {
    let brands = chosen(report, monitored, Subject::Stats, None);
    let further = [("sort", "upload_date"), ("order", "asc")];
    Ok(asked(AccountOperation::Mentions, report, &brands, &further)?.in_pages_of(MENTIONS_AT_ONCE))
}

/// Whether brands can be compared side by side.
pub fn is_comparable(brands: usize) -> bool {
    let (least, most) = COMPARED_BRANDS;
    (least..=most).contains(&brands)
}

/// The platforms that a report is about.
fn platforms(report: &ReportRequest) -> Vec<&'static str> {
    let given = report.filters.get("platform").and_then(Value::as_array);
    let given: Vec<&str> = given.into_iter().flatten().filter_map(Value::as_str).collect();
    let includes_some = given.iter().any(|name| !name.starts_with('-'));
    let is_meant = |name: &&str| {
        (!includes_some || given.contains(name)) && !given.iter().any(|given| given.strip_prefix('-') == Some(name))
    };
    PLATFORMS.iter().copied().filter(is_meant).collect()
}

impl Subject {
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

/// How a question names its brands: one by its id; all that the account monitors by none; and where there are more than a
/// question takes, by those that are left out.
fn chosen(report: &ReportRequest, monitored: &[MonitoredBrand], subject: Subject, brand: Option<usize>) -> Vec<String> {
    match brand {
        Some(brand) => report.brands.get(brand).cloned().into_iter().collect(),
        None if subject != Subject::Comparison && report.brands.len() == monitored.len() => Vec::new(),
        None if report.brands.len() > MAX_FILTER_VALUES => {
            let is_left_out = |brand: &&MonitoredBrand| !report.brands.contains(&brand.id);
            monitored.iter().filter(is_left_out).map(|brand| format!("-{}", brand.id)).collect()
        }
        None => report.brands.clone(),
    }
}

/// A question within the window and the filters of a report; what is said further stands in place of a filter.
fn asked(
    operation: AccountOperation,
    report: &ReportRequest,
    brands: &[String],
    further: &[(&str, &str)],
) -> Result<AccountRequest, Problems> {
    let mut query = format!("from={}&to={}", report.window.from, report.window.to);
    let mut add = |name: &str, values: &[&str]| {
        let encoded = values.iter().map(|value| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string());
        query.push_str(&format!("&{name}={}", encoded.collect::<Vec<String>>().join(",")));
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
