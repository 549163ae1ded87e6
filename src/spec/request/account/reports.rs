//! Reports: what may be asked of them.

use super::choice::{ReportFormat, ReportKind};

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

    /// The formats that it can have.
    pub const fn formats(self) -> &'static [ReportFormat] {
        match self {
            Self::MentionsExport => &[ReportFormat::Csv],
            _ => &[ReportFormat::Pdf, ReportFormat::Csv],
        }
    }
}
