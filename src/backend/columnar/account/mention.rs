//! `GET /v1/mentions/:id`: one mention, and what is around it.

use super::super::documents::read_mentions;
use super::super::rows::documents;
use super::super::statements::statements;
use super::attribute::Attribute;
use super::brands::bit;
use super::folding::{Batch, Folding};
use super::nothing_of;
use super::objects::{Shown, objects};
use super::session::Session;
use super::tally::at;
use crate::backend::columnar::plan::{Days, Read};
use crate::base::date::Date;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, MISSING};
use crate::spec::answer::{RelatedCounts, RelatedMention};
use crate::sql::single;

const ATTRIBUTES: [Attribute; 3] = [Attribute::Number, Attribute::Video, Attribute::Channel];

/// What is found of a mention.
struct Found {
    shown: Shown,
    channel: i64,
    /// Mentions of its video, and the bits of their brands.
    in_video: (u64, i64),
}

pub(super) async fn answer(session: &Session<'_>) -> Result<RelatedMention, QueryError> {
    let id = session.request().id.as_str();
    let nothing = || nothing_of(id);
    let bits = PublicId::parse(IdKind::Mention, id).map(PublicId::bits).ok_or_else(nothing)?;
    let found = match in_base(session, bits).await? {
        Some(found) => Some(found),
        None => in_delta(session, bits).await?,
    };
    let Found { shown, channel, in_video: (mentions_in_video, bits) } = found.ok_or_else(nothing)?;
    let own = session.asked.first_of(shown.brands);
    let labels = session
        .asked
        .each()
        .filter(|(brand, monitored)| bits & bit(*brand) != 0 && own.as_ref().is_none_or(|own| own.id != monitored.id));
    let related = RelatedCounts {
        mentions_in_video,
        other_brands_in_video: labels.map(|(_, brand)| brand.label.clone()).collect(),
        mentions_by_channel: by_channel(session, channel).await?,
    };
    let mention = objects(session, &[shown]).await?.pop().ok_or_else(nothing)?;
    Ok(RelatedMention { mention, related })
}

/// The mentions that the account sees of some days, whatever is asked.
async fn seen<'s>(session: &'s Session<'_>, attributes: &[Attribute], days: Days) -> Result<Folding<'s>, QueryError> {
    Folding::new(session, attributes, !0, days, false).await
}

/// Looks for a mention in the base segment: its number, then its day, then the rows of the view with that day.
async fn in_base(session: &Session<'_>, bits: i64) -> Result<Option<Found>, QueryError> {
    let columns = [Column::PUBLIC_ID, Column::NUMBER];
    let key = session.manifest.public_id_key(PublicId::from_bits(IdKind::Mention, bits));
    let (kind, keys) = (ChunkKind::PublicIds, vec![(key, key)]);
    let read = Read::Chunks { kind, keys, columns: columns.to_vec(), documents: 0 };
    let mut number = None;
    for row in single(session.reader.read(statements(&read, session.reader.generation()?)).await?)? {
        let chunk = documents(&row, &columns)?;
        let position = chunk.numbers(Column::PUBLIC_ID)?.iter().position(|known| *known == bits);
        number = number.or(position.map(|position| chunk.numbers(Column::NUMBER).map(|numbers| at(numbers, position))));
    }
    let Some(number) = number.transpose()? else { return Ok(None) };
    let Some(document) = read_mentions(&session.reader, &[number]).await?.remove(&number) else { return Ok(None) };
    let day = Date::parse(document.video.get::<String>("upload_date")?).map_or(MISSING, Date::day);
    let folding = seen(session, &ATTRIBUTES, Days { first: day, last: day }).await?;
    let mut batches = Vec::new();
    for row in folding.read(folding.rows()).await? {
        batches.push(folding.batch(&row)?);
    }
    found(&batches, |batch| batch.numbers(Attribute::Number), number)
}

async fn in_delta(session: &Session<'_>, bits: i64) -> Result<Option<Found>, QueryError> {
    let attributes = [ATTRIBUTES.as_slice(), &[Attribute::Id]].concat();
    let batches: Vec<Batch> = seen(session, &attributes, Days::ALL).await?.of_delta().await?.into_iter().collect();
    found(&batches, |batch| batch.numbers(Attribute::Id), bits)
}

/// Looks for the mention that has a value in a column, among those of its day.
fn found<'b>(
    batches: &'b [Batch],
    column: impl Fn(&'b Batch) -> Result<&'b [i64], crate::segment::Corrupt>,
    value: i64,
) -> Result<Option<Found>, QueryError> {
    let numbers = |batch: &'b Batch, attribute| batch.numbers(attribute);
    let mut own = None;
    for batch in batches {
        let column = column(batch)?;
        if let Some(position) = batch.positions.iter().find(|position| at(column, **position) == value) {
            let shown = Shown {
                number: at(numbers(batch, Attribute::Number)?, *position),
                brands: at(numbers(batch, Attribute::Brands)?, *position),
            };
            let channel = at(numbers(batch, Attribute::Channel)?, *position);
            own = Some((shown, channel, at(numbers(batch, Attribute::Video)?, *position)));
        }
    }
    let Some((shown, channel, video)) = own else { return Ok(None) };
    let mut in_video = (0, 0);
    for batch in batches {
        let (videos, brands) = (numbers(batch, Attribute::Video)?, numbers(batch, Attribute::Brands)?);
        for position in batch.positions.iter().filter(|position| at(videos, **position) == video) {
            in_video = (in_video.0 + 1, in_video.1 | at(brands, *position));
        }
    }
    Ok(Some(Found { shown, channel, in_video }))
}

/// How many mentions the account sees of whoever has a channel.
async fn by_channel(session: &Session<'_>, channel: i64) -> Result<u64, QueryError> {
    let creators = session.creators().await?;
    let creator = creators.of_channel(channel);
    if creator == MISSING {
        return Ok(0);
    }
    let channels = creators.channels(creator);
    let mut mentions = 0;
    let visit = |batch: &Batch| {
        let column = batch.numbers(Attribute::Channel)?;
        mentions += batch.positions.iter().filter(|position| channels.contains(&at(column, **position))).count() as u64;
        Ok(())
    };
    let folding = seen(session, &[Attribute::Channel], Days::ALL).await?;
    folding.of_channels(&channels).await?.each(visit).await?;
    Ok(mentions)
}
