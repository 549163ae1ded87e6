//! `GET /v1/mentions/:id`: a mention, with counts of related mentions.

use super::super::documents::read_mentions;
use super::super::rows::documents;
use super::super::statements::statements;
use super::attribute::Attribute;
use super::counters::value_at;
use super::mention_objects::{MentionRef, stored_mentions};
use super::mention_scan::MentionScan;
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use crate::backend::account::answer::not_found;
use crate::backend::account::mention::{RelatedTotals, related_mention};
use crate::backend::columnar::plan::{Days, TableRead};
use crate::base::date::Date;
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, MISSING};
use crate::spec::answer::RelatedMention;
use crate::sql::single;

const ATTRIBUTES: [Attribute; 3] = [Attribute::Number, Attribute::Video, Attribute::Channel];

/// A mention with the numbers that related mentions are found by.
struct MentionLocation {
    mention: MentionRef,
    channel: i64,
    /// The number of mentions of its video, and the bits of their brands.
    in_video: (u64, i64),
}

pub(super) async fn answer(context: &ReadContext<'_>) -> Result<RelatedMention, QueryError> {
    let id = context.request().id.as_str();
    let missing = || not_found(id);
    let bits = PublicId::parse(IdKind::Mention, id).map(PublicId::bits).ok_or_else(missing)?;
    let found = match find_in_base(context, bits).await? {
        Some(found) => Some(found),
        None => find_in_delta(context, bits).await?,
    };
    let MentionLocation { mention, channel, in_video } = found.ok_or_else(missing)?;
    let related = RelatedTotals { in_video, by_channel: count_by_channel(context, channel).await? };
    let stored = stored_mentions(context, &[mention]).await?.pop().ok_or_else(missing)?;
    Ok(related_mention(&context.scope, stored, related))
}

/// Returns a scan of all mentions of the account's brands on some days, without filters.
async fn scan_visible<'s>(
    context: &'s ReadContext<'_>,
    attributes: &[Attribute],
    days: Days,
) -> Result<MentionScan<'s>, QueryError> {
    MentionScan::new(context, attributes, !0, days, false).await
}

/// Finds a mention in the base segment: first its number, then its day, then the rows of the view with that day.
async fn find_in_base(context: &ReadContext<'_>, bits: i64) -> Result<Option<MentionLocation>, QueryError> {
    let columns = [Column::PUBLIC_ID, Column::NUMBER];
    let key = context.manifest.public_id_key(PublicId::from_bits(IdKind::Mention, bits));
    let (kind, keys) = (ChunkKind::PublicIds, vec![(key, key)]);
    let read = TableRead::Chunks { kind, keys, columns: columns.to_vec(), documents: 0 };
    let mut number = None;
    for row in single(context.reader.read(statements(&read, context.reader.generation()?)).await?)? {
        let chunk = documents(&row, &columns)?;
        let position = chunk.numbers(Column::PUBLIC_ID)?.iter().position(|known| *known == bits);
        number = number
            .or(position.map(|position| chunk.numbers(Column::NUMBER).map(|numbers| value_at(numbers, position))));
    }
    let Some(number) = number.transpose()? else { return Ok(None) };
    let Some(document) = read_mentions(&context.reader, &[number]).await?.remove(&number) else { return Ok(None) };
    let day = Date::parse(document.video.get::<String>("upload_date")?).map_or(MISSING, Date::day);
    let scan = scan_visible(context, &ATTRIBUTES, Days { first: day, last: day }).await?;
    let mut batches = Vec::new();
    for row in scan.read_rows(scan.row_range()).await? {
        batches.push(scan.unpack_row(&row)?);
    }
    locate(&batches, |batch| batch.numbers(Attribute::Number), number)
}

async fn find_in_delta(context: &ReadContext<'_>, bits: i64) -> Result<Option<MentionLocation>, QueryError> {
    let attributes = [ATTRIBUTES.as_slice(), &[Attribute::Id]].concat();
    let batches: Vec<ScanBatch> =
        scan_visible(context, &attributes, Days::ALL).await?.read_delta().await?.into_iter().collect();
    locate(&batches, |batch| batch.numbers(Attribute::Id), bits)
}

/// Finds the mention with a value in a column, among the mentions of its day.
fn locate<'b>(
    batches: &'b [ScanBatch],
    column: impl Fn(&'b ScanBatch) -> Result<&'b [i64], crate::segment::Corrupt>,
    value: i64,
) -> Result<Option<MentionLocation>, QueryError> {
    let numbers = |batch: &'b ScanBatch, attribute| batch.numbers(attribute);
    let mut own = None;
    for batch in batches {
        let column = column(batch)?;
        if let Some(position) = batch.positions.iter().find(|position| value_at(column, **position) == value) {
            let mention = MentionRef {
                number: value_at(numbers(batch, Attribute::Number)?, *position),
                brands: value_at(numbers(batch, Attribute::Brands)?, *position),
            };
            let channel = value_at(numbers(batch, Attribute::Channel)?, *position);
            own = Some((mention, channel, value_at(numbers(batch, Attribute::Video)?, *position)));
        }
    }
    let Some((mention, channel, video)) = own else { return Ok(None) };
    let mut in_video = (0, 0);
    for batch in batches {
        let (videos, brands) = (numbers(batch, Attribute::Video)?, numbers(batch, Attribute::Brands)?);
        for position in batch.positions.iter().filter(|position| value_at(videos, **position) == video) {
            in_video = (in_video.0 + 1, in_video.1 | value_at(brands, *position));
        }
    }
    Ok(Some(MentionLocation { mention, channel, in_video }))
}

/// Counts the mentions of the account's brands by the creator of a channel.
async fn count_by_channel(context: &ReadContext<'_>, channel: i64) -> Result<u64, QueryError> {
    let creators = context.creators().await?;
    let creator = creators.creator_of(channel);
    if creator == MISSING {
        return Ok(0);
    }
    let channels = creators.channels(creator);
    let mut mentions = 0;
    let visit = |batch: &ScanBatch| {
        let column = batch.numbers(Attribute::Channel)?;
        mentions +=
            batch.positions.iter().filter(|position| channels.contains(&value_at(column, **position))).count() as u64;
        Ok(())
    };
    let scan = scan_visible(context, &[Attribute::Channel], Days::ALL).await?;
    scan.restrict_to_channels(&channels).await?.for_each(visit).await?;
    Ok(mentions)
}
