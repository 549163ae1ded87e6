//! The mention objects of answers.

use super::super::documents::{StoredMention, read_mentions};
use super::filters::{UNKNOWN, creator_position};
use super::read_context::ReadContext;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::query::QueryError;
use crate::spec::Unit;
use crate::spec::answer::{MentionAnswer, MentionChannel, MentionSentiment, MentionVideo};

/// A reference to a mention: the number of its record, and the bits of its brands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MentionRef {
    pub(super) number: i64,
    pub(super) brands: i64,
}

/// Decimals of a score in an answer.
const SCORE_DECIMALS: i32 = 3;
/// Decimals of dollars in an answer.
const USD_DECIMALS: i32 = 2;

/// Reads the objects of mentions, in the order of the references. Each takes two rows: its record and its video's.
pub(super) async fn mention_objects(
    context: &ReadContext<'_>,
    mentions: &[MentionRef],
) -> Result<Vec<MentionAnswer>, QueryError> {
    let wanted: Vec<i64> = mentions.iter().map(|mention| mention.number).collect();
    let mut documents = read_mentions(&context.reader, &wanted).await?;
    let is_without_region = |document: &StoredMention| Ok::<_, QueryError>(stored_region(document)?.is_none());
    for document in documents.values() {
        if is_without_region(document)? {
            // The country of the creator is used instead.
            context.creators().await?;
            break;
        }
    }
    let object = |mention: &MentionRef| {
        let document = documents.remove(&mention.number);
        let document = document.ok_or_else(|| QueryError::Unavailable("a number has no document".into()))?;
        mention_object(context, mention.brands, document)
    };
    mentions.iter().map(object).collect()
}

fn stored_region(StoredMention { body, video, .. }: &StoredMention) -> Result<Option<String>, QueryError> {
    Ok(body.get::<Option<String>>("region")?.or(video.get("region")?))
}

fn mention_object(
    context: &ReadContext<'_>,
    brands: i64,
    document: StoredMention,
) -> Result<MentionAnswer, QueryError> {
    let stored_region = stored_region(&document)?;
    let StoredMention { id, video_id, body, video } = document;
    let label = body.get::<Option<String>>("sentiment")?.as_deref().and_then(Label::from_name);
    let [name, uid] = ["channel_name", "channel_uid"].map(|column| video.get::<Option<String>>(column));
    let (name, uid) = (name?, uid?);
    let language = body.get::<Option<String>>("language")?.or(video.get("language")?);
    let influencer = uid.as_deref().or(name.as_deref()).map(|key| PublicId::of(IdKind::Influencer, key).to_string());
    let country = || {
        let creators = context.cached_creators()?;
        creators.country_name(creator_position(creators, influencer.as_deref()?)?).map(str::to_owned)
    };
    let region = stored_region.or_else(country).unwrap_or_else(|| UNKNOWN.to_owned());
    Ok(MentionAnswer {
        id: PublicId::of(IdKind::Mention, &id).to_string(),
        brand: context.brands.first_of(brands),
        platform: video.get("platform")?,
        category: body.get("category")?,
        components: body.get("components")?,
        topics: body.get("topics")?,
        sentiment: MentionSentiment {
            label: Label::of(label, body.get("sentiment_score")?),
            score: body.number("sentiment_score", Unit::Score, SCORE_DECIMALS)?,
        },
        estimated_value_usd: body.number("estimated_value_usd", Unit::Usd, USD_DECIMALS)?,
        context: body.get("context")?,
        occurrences: body.get::<Option<i64>>("occurrences")?.unwrap_or(1),
        language: language.unwrap_or_else(|| UNKNOWN.to_owned()),
        region,
        upload_date: video.get("upload_date")?,
        indexed_at: body.get("indexed_at")?,
        video: MentionVideo {
            id: video_id,
            title: video.get("title")?,
            views: video.get("views")?,
            likes: video.get("likes")?,
            comments: video.get("comments")?,
            duration: video.get("duration")?,
        },
        channel: MentionChannel { name, influencer_id: influencer },
    })
}

/// Returns the public id of an influencer.
pub(super) fn influencer_id(bits: i64) -> String {
    PublicId::from_bits(IdKind::Influencer, bits).to_string()
}
