//! `GET /v1/mentions`: pages of mentions of the account's brands.

use super::attribute::Attribute;
use super::counters::{known_value, value_at};
use super::mention_objects::{MentionRef, stored_mentions};
use super::mention_scan::MentionScan;
use super::read_context::ReadContext;
use super::scan_batch::ScanBatch;
use crate::backend::account::answer::MentionPage;
use crate::backend::account::list::{PageBuilder, PageItem, compare, sort_key};
use crate::backend::account::mention::mention_object;
use crate::backend::columnar::plan::Days;
use crate::backend::columnar::view::ViewChunk;
use crate::base::order;
use crate::guard::request::account::ListParameters;
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::IdKind;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt};
use crate::spec::request::account::choice::MentionSort;

/// A view with no more rows than this is read without its row of first mentions.
const FEW_ROWS: usize = 2;
/// The maximum number of rows per read.
const ROWS_PER_READ: usize = 8;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    sort: MentionSort,
    list: &ListParameters,
) -> Result<MentionPage, QueryError> {
    let sort = match sort {
        MentionSort::UploadDate => Attribute::Day,
        MentionSort::IndexedAt => Attribute::IndexedAt,
        MentionSort::Views => Attribute::Views,
        MentionSort::SentimentScore => Attribute::Score,
    };
    let mut page = PageBuilder::new(context.scope.query, list, IdKind::Mention)?;
    let mut days = context.list_days();
    if let (Attribute::Day, Some(PageItem { key: SortKey::Whole(day), .. })) = (sort, page.after()) {
        // The previous pages hold the other days.
        let Days { first, last } = days;
        days = if page.is_descending() {
            Days { first, last: last.min(day) }
        } else {
            Days { first: first.max(day), last }
        };
    }
    let scan = context.scan(&[Attribute::Number, Attribute::Id, sort], days).await?;
    if let Some(batch) = scan.read_delta().await? {
        push_all(&mut page, &batch, sort)?;
    }
    push_base(context, &scan, sort, &mut page).await?;
    let page = page.finish();
    let mentions: Vec<MentionRef> = page.items.iter().map(|item| item.value).collect();
    let stored = stored_mentions(context, &mentions).await?.into_iter();
    let data: Vec<_> = stored.map(|mention| mention_object(&context.scope, mention)).collect();
    Ok(MentionPage { is_empty: data.is_empty(), page: page.answer(&context.scope, data)? })
}

/// Adds the mentions of the base segment to the page.
///
/// If enough mentions of the view's row of first mentions pass, no other row is read. Otherwise the rows are read in
/// the order of their first mention, until no remaining row can have a mention of the page.
async fn push_base(
    context: &ReadContext<'_>,
    scan: &MentionScan<'_>,
    sort: Attribute,
    page: &mut PageBuilder<'_, MentionRef>,
) -> Result<(), QueryError> {
    if let Some(batches) = scan.channel_batches() {
        return Ok(batches.iter().try_for_each(|batch| push_all(page, batch, sort))?);
    }
    let (rows, is_descending) = (scan.row_range(), page.is_descending());
    let firsts: Vec<(SortKey, i64)> = if sort == Attribute::Day {
        let day = |chunk: &ViewChunk| SortKey::Whole(if is_descending { chunk.last } else { chunk.first });
        context.head.chunks.iter().map(|chunk| (day(chunk), i64::MIN)).collect()
    } else {
        let column = sort.columns().first().copied().unwrap_or(Column::DAY);
        let top = if rows.len() > FEW_ROWS { scan.read_top(column, is_descending).await? } else { None };
        if let Some(top) = top
            && page.push_if_enough(items(&top, sort)?)
        {
            return Ok(());
        }
        if rows.len() <= ROWS_PER_READ {
            // Any row may have the first mention. Reading the statistics would take another round trip.
            for row in scan.read_rows(rows).await? {
                push_all(page, &scan.unpack_row(&row)?, sort)?;
            }
            return Ok(());
        }
        let statistics = context.statistics().await?;
        statistics.firsts(column, is_descending).map(|(value, id)| (sort_key(known_value(value)), id)).collect()
    };
    if firsts.len() != context.head.chunks.len() {
        return Err(Corrupt("a view lacks statistics").into());
    }
    let mut firsts: Vec<PageItem<usize>> = (0..)
        .zip(firsts)
        .map(|(value, (key, id))| PageItem { key, id, value })
        .filter(|row| rows.contains(&row.value))
        .collect();
    order::sort_by(&mut firsts, |one, other| compare(one, other, is_descending));
    let (mut left, mut at_once) = (firsts.as_slice(), 1);
    while let [PageItem { key, id, .. }, ..] = left {
        if page.is_full_before(*key, *id) {
            break;
        }
        let (some, others) = left.split_at(at_once.min(left.len()));
        let mut some: Vec<usize> = some.iter().map(|row| row.value).collect();
        some.sort_unstable();
        for row in scan.read_rows_at(&some).await? {
            push_all(page, &scan.unpack_row(&row)?, sort)?;
        }
        (left, at_once) = (others, ROWS_PER_READ.min(2 * at_once));
    }
    Ok(())
}

fn push_all(page: &mut PageBuilder<'_, MentionRef>, batch: &ScanBatch, sort: Attribute) -> Result<(), Corrupt> {
    items(batch, sort)?.for_each(|item| page.push(item));
    Ok(())
}

/// Returns the mentions of a batch that pass, as list items.
fn items(batch: &ScanBatch, sort: Attribute) -> Result<impl Iterator<Item = PageItem<MentionRef>> + '_, Corrupt> {
    let (keys, ids) = (batch.numbers(sort)?, batch.numbers(Attribute::Id)?);
    let (numbers, brands) = (batch.numbers(Attribute::Number)?, batch.numbers(Attribute::Brands)?);
    Ok(batch.positions.iter().copied().map(move |position| {
        let value = MentionRef { number: value_at(numbers, position), brands: value_at(brands, position) };
        PageItem { key: sort_key(known_value(value_at(keys, position))), id: value_at(ids, position), value }
    }))
}
