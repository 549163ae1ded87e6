//! Mentions as answers show them.

use super::super::documents::{StoredMention, read_mentions};
use super::filters::{UNKNOWN, position_of};
use super::session::Session;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::query::QueryError;
use crate::spec::Unit;
use crate::spec::answer::{MentionAnswer, MentionChannel, MentionSentiment, MentionVideo};

/// A mention that is shown: the number of its document, and the bits of its brands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) number: i64,
    pub(super) brands: i64,
}

/// Decimals of a score in an answer, and of dollars.
const SCORE_DECIMALS: i32 = 3;
const USD_DECIMALS: i32 = 2;

/// The objects of some mentions, in their order. Each reads two rows: its document and that of its video.
pub(super) async fn objects(session: &Session<'_>, shown: &[Shown]) -> Result<Vec<MentionAnswer>, QueryError> {
    let wanted: Vec<i64> = shown.iter().map(|shown| shown.number).collect();
    let mut documents = read_mentions(&session.reader, &wanted).await?;
    let is_without_region = |document: &StoredMention| Ok::<_, QueryError>(own_region(document)?.is_none());
    for document in documents.values() {
        if is_without_region(document)? {
            // That of the creator stands for it.
            session.creators().await?;
            break;
        }
    }
    let object = |shown: &Shown| {
        let document = documents.remove(&shown.number);
        let document = document.ok_or_else(|| QueryError::Unavailable("a number has no document".into()))?;
        object(session, shown.brands, document)
    };
    shown.iter().map(object).collect()
}

fn own_region(StoredMention { body, video, .. }: &StoredMention) -> Result<Option<String>, QueryError> {
    Ok(body.get::<Option<String>>("region")?.or(video.get("region")?))
}

fn object(session: &Session<'_>, brands: i64, document: StoredMention) -> Result<MentionAnswer, QueryError> {
    let own_region = own_region(&document)?;
    let StoredMention { id, video_id, body, video } = document;
    let label = body.get::<Option<String>>("sentiment")?.as_deref().and_then(Label::from_name);
    let [name, uid] = ["channel_name", "channel_uid"].map(|column| video.get::<Option<String>>(column));
    let (name, uid) = (name?, uid?);
    let language = body.get::<Option<String>>("language")?.or(video.get("language")?);
    let influencer = uid.as_deref().or(name.as_deref()).map(|key| PublicId::of(IdKind::Influencer, key).to_string());
    let country = || {
        let creators = session.known_creators()?;
        creators.country_name(position_of(creators, influencer.as_deref()?)?).map(str::to_owned)
    };
    let region = own_region.or_else(country).unwrap_or_else(|| UNKNOWN.to_owned());
    Ok(MentionAnswer {
        id: PublicId::of(IdKind::Mention, &id).to_string(),
        brand: session.asked.first_of(brands),
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

/// The public id of an influencer.
pub(super) fn influencer_id(bits: i64) -> String {
    PublicId::from_bits(IdKind::Influencer, bits).to_string()
}
