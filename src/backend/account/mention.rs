//! The mention objects of answers.

use super::brands::bit;
use super::scope::AnswerScope;
use crate::base::number::Number;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::spec::Unit;
use crate::spec::answer::{
    MentionAnswer, MentionChannel, MentionSentiment, MentionVideo, RelatedCounts, RelatedMention,
};
use serde::Deserialize;

/// Decimals of a score in an answer.
const SCORE_DECIMALS: i32 = 3;
/// Decimals of dollars in an answer.
const USD_DECIMALS: i32 = 2;
/// The value of a filter that selects unknown languages or regions, and of such languages and regions.
pub(in crate::backend) const UNKNOWN: &str = "unknown";

/// A mention as it is stored: scores in 1e-6, money in cents.
#[derive(Debug, Deserialize)]
pub(in crate::backend) struct StoredMention {
    /// The bits of the account's brands that it mentions.
    pub(in crate::backend) brands: i64,
    pub(in crate::backend) id: String,
    pub(in crate::backend) category: Option<String>,
    pub(in crate::backend) components: Vec<String>,
    pub(in crate::backend) topics: Vec<String>,
    pub(in crate::backend) sentiment: Option<String>,
    pub(in crate::backend) sentiment_score: Option<i64>,
    pub(in crate::backend) estimated_value_usd: Option<i64>,
    pub(in crate::backend) context: Option<String>,
    pub(in crate::backend) occurrences: Option<i64>,
    /// The language of the mention, or else of its video.
    pub(in crate::backend) language: Option<String>,
    /// The region of the mention or its video, or else the creator's country.
    pub(in crate::backend) region: Option<String>,
    pub(in crate::backend) indexed_at: String,
    pub(in crate::backend) video: StoredVideo,
}

/// The video of a mention.
#[derive(Debug, Clone, Deserialize)]
pub(in crate::backend) struct StoredVideo {
    pub(in crate::backend) id: String,
    pub(in crate::backend) title: Option<String>,
    pub(in crate::backend) channel_name: Option<String>,
    pub(in crate::backend) channel_uid: Option<String>,
    pub(in crate::backend) platform: String,
    pub(in crate::backend) upload_date: String,
    pub(in crate::backend) views: Option<i64>,
    pub(in crate::backend) likes: Option<i64>,
    pub(in crate::backend) comments: Option<i64>,
    pub(in crate::backend) duration: Option<i64>,
}

/// Makes the object of a mention.
pub(in crate::backend) fn mention_object(scope: &AnswerScope<'_>, stored: StoredMention) -> MentionAnswer {
    let StoredMention { sentiment_score: score, video, .. } = stored;
    let StoredVideo { channel_name, channel_uid, .. } = video;
    let creator = channel_uid.as_deref().or(channel_name.as_deref());
    let influencer_id = creator.map(|key| PublicId::of(IdKind::Influencer, key).to_string());
    let number =
        |stored: Option<i64>, unit: Unit, decimals| stored.map(|stored| Number::rounded(unit.value(stored), decimals));
    MentionAnswer {
        id: PublicId::of(IdKind::Mention, &stored.id).to_string(),
        brand: scope.brands.first_of(stored.brands),
        platform: video.platform,
        category: stored.category,
        components: stored.components,
        topics: stored.topics,
        sentiment: MentionSentiment {
            label: Label::of(stored.sentiment.as_deref().and_then(Label::from_name), score),
            score: number(score, Unit::Score, SCORE_DECIMALS),
        },
        estimated_value_usd: number(stored.estimated_value_usd, Unit::Usd, USD_DECIMALS),
        context: stored.context,
        occurrences: stored.occurrences.unwrap_or(1),
        language: stored.language.unwrap_or_else(|| UNKNOWN.to_owned()),
        region: stored.region.unwrap_or_else(|| UNKNOWN.to_owned()),
        upload_date: video.upload_date,
        indexed_at: stored.indexed_at,
        video: MentionVideo {
            id: video.id,
            title: video.title,
            views: video.views,
            likes: video.likes,
            comments: video.comments,
            duration: video.duration,
        },
        channel: MentionChannel { name: channel_name, influencer_id },
    }
}

/// Counts of mentions that are related to a mention.
pub(in crate::backend) struct RelatedTotals {
    /// The mentions of its video, and the bits of their brands.
    pub(in crate::backend) in_video: (u64, i64),
    /// The mentions by its creator.
    pub(in crate::backend) by_channel: u64,
}

/// Makes the object of a mention with counts of related mentions.
pub(in crate::backend) fn related_mention(
    scope: &AnswerScope<'_>,
    stored: StoredMention,
    related: RelatedTotals,
) -> RelatedMention {
    let (mentions_in_video, bits) = related.in_video;
    let own = scope.brands.first_of(stored.brands);
    let others = scope
        .brands
        .iter()
        .filter(|(brand, monitored)| bits & bit(*brand) != 0 && own.as_ref().is_none_or(|own| own.id != monitored.id));
    let related = RelatedCounts {
        mentions_in_video,
        other_brands_in_video: others.map(|(_, brand)| brand.label.clone()).collect(),
        mentions_by_channel: related.by_channel,
    };
    RelatedMention { mention: mention_object(scope, stored), related }
}
