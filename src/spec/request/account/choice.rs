//! Enumerations of parameters.

use strum::{EnumString, FromRepr, IntoStaticStr, VariantNames};

/// Declares enumerations of the values of a parameter or of an answer's member. Variants are in the order in which
/// messages list them.
macro_rules! choices {
    ($(#[doc = $doc:literal] $name:ident { $($(#[$spelled:meta])? $variant:ident),+ })+) => {
        $(
            #[doc = $doc]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, FromRepr, IntoStaticStr, VariantNames)]
            #[strum(serialize_all = "snake_case")]
            #[expect(missing_docs, reason = "the variants are the values")]
            pub enum $name { $($(#[$spelled])? $variant),+ }

            impl $name {
                /// Names in the order in which messages list them.
                pub const NAMES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;

                /// Returns the name in requests and answers.
                pub fn name(self) -> &'static str {
                    self.into()
                }
            }
        )+
    };
}

impl ReportStatus {
    /// Returns true if the report is queued or in progress.
    pub const fn is_unfinished(self) -> bool {
        matches!(self, Self::Queued | Self::Processing)
    }
}

choices! {
    /// Direction of a list.
    ListOrder { Asc, Desc }
    /// Sort key of mentions.
    MentionSort { UploadDate, IndexedAt, Views, SentimentScore }
    /// Sort key of influencers.
    InfluencerSort { Mentions, Views, SubscriberCount, EngagementRate, Sentiment, InfluenceScore }
    /// Requested length of a timeline's periods.
    TimelineInterval { Auto, Day, Week, Month }
    /// Actual length of a timeline's periods.
    Interval { Day, Week, Month }
    /// Length of the period whose change is explained.
    ExplainedInterval { Day, Week }
    /// Sentiment label of a mention.
    Label { Positive, Neutral, Negative, Unknown }
    /// Dimension of a sentiment breakdown.
    BreakdownBy { Platform, Language, Region }
    /// Sort key of a breakdown's groups.
    BreakdownSort { Mentions, Average, NetSentiment }
    /// Sort key of topics.
    TrendSort { Volume, Score, Growth, ZScore }
    /// Direction of a topic's trend.
    Direction { New, Rising, Stable, Falling, Unknown }
    /// Sufficiency of a brand's videos.
    Coverage { Ok, Low }
    /// Stage of an emerging topic.
    Stage { New, Breakout, Rising }
    /// Dimension of a comparison.
    CompareBy { Brand, Period }
    /// Length of a usage report's periods.
    UsageInterval { Hour, Day, Month }
    /// Grouping of requests in a usage report.
    UsageGroup { Endpoint, Token, Status, #[strum(serialize = "face")] Interface }
    /// Type of a report.
    ReportKind { BrandOverview, Sentiment, Influencers, Trends, ShareOfVoice, MentionsExport }
    /// File format of a report.
    ReportFormat { Pdf, Csv, Ndjson, Parquet }
    /// Status of a report.
    ReportStatus { Queued, Processing, Ready, Failed, Expired }
    /// Event that webhooks can receive.
    WebhookEvent {
        #[strum(serialize = "webhook.ping")] WebhookPing,
        #[strum(serialize = "mention.created")] MentionCreated,
        #[strum(serialize = "sentiment.shift")] SentimentShift,
        #[strum(serialize = "volume.spike")] VolumeSpike,
        #[strum(serialize = "trend.emerging")] TrendEmerging,
        #[strum(serialize = "influencer.first_mention")] InfluencerFirstMention,
        #[strum(serialize = "alert.fired")] AlertFired,
        #[strum(serialize = "report.ready")] ReportReady,
        #[strum(serialize = "report.failed")] ReportFailed,
        #[strum(serialize = "usage.threshold")] UsageThreshold,
        #[strum(serialize = "dataset.published")] DatasetPublished,
        #[strum(serialize = "webhook.disabled")] WebhookDisabled
    }
    /// Status of a webhook.
    WebhookStatus { Active, Failing, Disabled }
    /// Status of the delivery of an event to a webhook.
    DeliveryStatus { Pending, Sending, Retrying, Delivered, Failed, Canceled }
    /// Retry policy for the delivery of an event.
    DeliveryGuarantee {
        #[strum(serialize = "at_least_once_7h35m")] Professional,
        #[strum(serialize = "at_least_once_75h35m_dead_letter")] Enterprise
    }
}
