//! What parameters offer to choose from.

use strum::{EnumString, FromRepr, IntoStaticStr, VariantNames};

/// An enumeration whose variants are the values of a parameter, in the order in which messages list them, or those of a
/// member of answers.
macro_rules! choices {
    ($(#[doc = $doc:literal] $name:ident { $($(#[$spelled:meta])? $variant:ident),+ })+) => {
        $(
            #[doc = $doc]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, FromRepr, IntoStaticStr, VariantNames)]
            #[strum(serialize_all = "snake_case")]
            #[expect(missing_docs, reason = "the variants are the values")]
            pub enum $name { $($(#[$spelled])? $variant),+ }

            impl $name {
                /// The names, in the order in which messages list them.
                pub const NAMES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;

                /// Its name in questions and answers.
                pub fn name(self) -> &'static str {
                    self.into()
                }
            }
        )+
    };
}

impl ReportStatus {
    /// Whether it goes on.
    pub const fn is_unfinished(self) -> bool {
        matches!(self, Self::Queued | Self::Processing)
    }
}

choices! {
    /// The direction of a list.
    ListOrder { Asc, Desc }
    /// What mentions are sorted by.
    MentionSort { UploadDate, IndexedAt, Views, SentimentScore }
    /// What influencers are sorted by.
    InfluencerSort { Mentions, Views, SubscriberCount, EngagementRate, Sentiment, InfluenceScore }
    /// How long the periods of a timeline are.
    TimelineInterval { Auto, Day, Week, Month }
    /// How long they are in the end.
    Interval { Day, Week, Month }
    /// What a mention sounds like.
    Label { Positive, Neutral, Negative, Unknown }
    /// What mentions are told apart by.
    BreakdownBy { Platform, Language, Region }
    /// What the parts of a breakdown are sorted by.
    BreakdownSort { Mentions, Average, NetSentiment }
    /// What topics are sorted by.
    TrendSort { Volume, Score, Growth, ZScore }
    /// Where a topic is going.
    Direction { New, Rising, Stable, Falling, Unknown }
    /// Whether a brand has enough videos to speak of.
    Coverage { Ok, Low }
    /// How far a topic is that comes up.
    Stage { New, Breakout, Rising }
    /// What is compared.
    CompareBy { Brand, Period }
    /// How long the periods of usage are.
    UsageInterval { Hour, Day, Month }
    /// What requests are counted by.
    UsageGroup { Endpoint, Token, Status, Face }
    /// What a report is about.
    ReportKind { BrandOverview, Sentiment, Influencers, Trends, ShareOfVoice, MentionsExport }
    /// How a report can be read.
    ReportFormat { Pdf, Csv }
    /// How far a report is.
    ReportStatus { Queued, Processing, Ready, Failed, Expired }
    /// What an account is told of.
    WebhookEvent {
        #[strum(serialize = "webhook.ping")] WebhookPing,
        #[strum(serialize = "mention.created")] MentionCreated,
        #[strum(serialize = "sentiment.shift")] SentimentShift,
        #[strum(serialize = "volume.spike")] VolumeSpike,
        #[strum(serialize = "trend.emerging")] TrendEmerging,
        #[strum(serialize = "influencer.first_mention")] InfluencerFirstMention,
        #[strum(serialize = "report.ready")] ReportReady,
        #[strum(serialize = "report.failed")] ReportFailed,
        #[strum(serialize = "usage.threshold")] UsageThreshold,
        #[strum(serialize = "dataset.published")] DatasetPublished,
        #[strum(serialize = "webhook.disabled")] WebhookDisabled
    }
    /// Whether a webhook is sent anything.
    WebhookStatus { Active, Failing, Disabled }
    /// How far the delivery of an event to a webhook is.
    DeliveryStatus { Pending, Sending, Retrying, Delivered, Failed, Canceled }
    /// How long an event is sent again and again.
    DeliveryGuarantee {
        #[strum(serialize = "at_least_once_7h35m")] Professional,
        #[strum(serialize = "at_least_once_75h35m_dead_letter")] Enterprise
    }
}
