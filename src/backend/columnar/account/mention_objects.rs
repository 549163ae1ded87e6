//! The mentions of answers.

use super::super::documents::{self, read_mentions};
use super::filters::creator_position;
use super::read_context::ReadContext;
use crate::backend::account::mention::{StoredMention, StoredVideo};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;

/// A reference to a mention: the number of its record, and the bits of its brands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MentionRef {
    pub(super) number: i64,
    pub(super) brands: i64,
}

/// Reads mentions, in the order of the references. Each takes two rows: its record and its video's.
pub(super) async fn stored_mentions(
    context: &ReadContext<'_>,
    mentions: &[MentionRef],
) -> Result<Vec<StoredMention>, QueryError> {
    let wanted: Vec<i64> = mentions.iter().map(|mention| mention.number).collect();
    let mut documents = read_mentions(&context.reader, &wanted).await?;
    let stored = |mention: &MentionRef| {
        let document = documents.remove(&mention.number);
        let document = document.ok_or_else(|| QueryError::Unavailable("a number has no document".into()))?;
        stored_mention(mention.brands, &document)
    };
    let mut stored = mentions.iter().map(stored).collect::<Result<Vec<_>, _>>()?;
    for mention in stored.iter_mut().filter(|mention| mention.region.is_none()) {
        let StoredVideo { channel_name, channel_uid, .. } = &mention.video;
        if let Some(key) = channel_uid.as_ref().or(channel_name.as_ref()) {
            let creators = context.creators().await?;
            let creator = creator_position(creators, PublicId::of(IdKind::Influencer, key).bits());
            mention.region = creator.and_then(|creator| creators.country_name(creator)).map(str::to_owned);
        }
    }
    Ok(stored)
}

/// Returns a mention whose region is that of the mention or its video.
fn stored_mention(brands: i64, document: &documents::StoredMention) -> Result<StoredMention, QueryError> {
    let documents::StoredMention { id, video_id, body, video } = document;
    let inherited = |column| Ok::<_, QueryError>(body.get::<Option<String>>(column)?.or(video.get(column)?));
    Ok(StoredMention {
        brands,
        id: id.clone(),
        category: body.get("category")?,
        components: body.get("components")?,
        topics: body.get("topics")?,
        sentiment: body.get("sentiment")?,
        sentiment_score: body.get("sentiment_score")?,
        estimated_value_usd: body.get("estimated_value_usd")?,
        context: body.get("context")?,
        occurrences: body.get("occurrences")?,
        language: inherited("language")?,
        region: inherited("region")?,
        indexed_at: body.get("indexed_at")?,
        video: StoredVideo {
            id: video_id.clone(),
            title: video.get("title")?,
            channel_name: video.get("channel_name")?,
            channel_uid: video.get("channel_uid")?,
            platform: video.get("platform")?,
            upload_date: video.get("upload_date")?,
            views: video.get("views")?,
            likes: video.get("likes")?,
            comments: video.get("comments")?,
            duration: video.get("duration")?,
        },
    })
}
