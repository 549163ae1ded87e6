//! Mentions as answers show them.

use super::super::documents::{Mentioned, mentioned};
use super::filters::UNKNOWN;
use super::session::Session;
use super::tally::at;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::measure::Label;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::spec::Unit;
use crate::spec::answer::{MentionAnswer, MentionChannel, MentionSentiment, MentionVideo};
use crate::sql::StoreError;

/// The columns of a view that its mentions' objects need: what their documents do not tell.
pub(super) const COLUMNS: [ViewColumn; 4] =
    [ViewColumn::Number, ViewColumn::Id, ViewColumn::Brands, ViewColumn::Region];
/// The names that they need.
pub(super) const NAMES: [NamesOf; 1] = [NamesOf::Regions];
/// Decimals of a score in an answer, and of dollars.
const SCORE_DECIMALS: i32 = 3;
const USD_DECIMALS: i32 = 2;

/// The objects of mentions at some positions of a view, in their order. Each reads two rows: its document and that of
/// its video.
pub(super) async fn objects(
    session: &Session<'_>,
    view: &View,
    positions: &[usize],
) -> Result<Vec<MentionAnswer>, StoreError> {
    let numbers = view.numbers(ViewColumn::Number)?;
    let wanted: Vec<i64> = positions.iter().map(|position| at(numbers, *position)).collect();
    let mut documents = mentioned(&session.reader, &wanted).await?;
    let object = |(position, number): (&usize, &i64)| {
        let document = documents.remove(number);
        let document = document.ok_or_else(|| StoreError::Unavailable("a number has no document".into()))?;
        object(session, view, *position, document)
    };
    positions.iter().zip(&wanted).map(object).collect()
}

fn object(
    session: &Session<'_>,
    view: &View,
    position: usize,
    Mentioned { video_id, body, video }: Mentioned,
) -> Result<MentionAnswer, StoreError> {
    let value = |column| Ok::<_, StoreError>(at(view.numbers(column)?, position));
    let label = body.get::<Option<String>>("sentiment")?.as_deref().and_then(Label::from_name);
    let [name, uid] = ["channel_name", "channel_uid"].map(|column| video.get::<Option<String>>(column));
    let (name, uid) = (name?, uid?);
    let language = match body.get::<Option<String>>("language")? {
        Some(own) => Some(own),
        None => video.get::<Option<String>>("language")?,
    };
    let influencer = uid.as_deref().or(name.as_deref()).map(|key| PublicId::of(IdKind::Influencer, key).to_string());
    Ok(MentionAnswer {
        id: mention_id(value(ViewColumn::Id)?),
        brand: session.asked.first_of(value(ViewColumn::Brands)?),
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
        region: view.name(NamesOf::Regions, value(ViewColumn::Region)?).unwrap_or(UNKNOWN).to_owned(),
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

/// The public id of a mention.
pub(super) fn mention_id(bits: i64) -> String {
    PublicId::from_bits(IdKind::Mention, bits).to_string()
}

/// The public id of an influencer.
pub(super) fn influencer_id(bits: i64) -> String {
    PublicId::from_bits(IdKind::Influencer, bits).to_string()
}
