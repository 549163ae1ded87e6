//! `GET /v1/mentions`: mentions of the account's brands, page by page.

use super::attribute::Attribute;
use super::folding::{Batch, Folding};
use super::list::{Item, Page, order, whole};
use super::objects::{Shown, objects};
use super::session::Session;
use super::tally::at;
use crate::backend::columnar::plan::Days;
use crate::backend::columnar::view::ViewChunk;
use crate::guard::request::account::ListParameters;
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::IdKind;
use crate::query::{AccountAnswer, QueryError};
use crate::segment::{Column, Corrupt};
use crate::spec::request::account::choice::MentionSort;

/// Rows of which no page needs the first mentions of all.
const FEW_ROWS: usize = 2;
/// Rows that are read at once, at most.
const ROWS_AT_ONCE: usize = 8;

/// A page, and whether there is nothing on it.
pub(super) struct Answered {
    pub(super) page: AccountAnswer,
    pub(super) is_empty: bool,
}

/// Without a window all mentions are listed, so that whoever polls for new ones misses none.
pub(super) async fn answer(
    session: &Session<'_>,
    sort: MentionSort,
    list: &ListParameters,
) -> Result<Answered, QueryError> {
    let sort = match sort {
        MentionSort::UploadDate => Attribute::Day,
        MentionSort::IndexedAt => Attribute::IndexedAt,
        MentionSort::Views => Attribute::Views,
        MentionSort::SentimentScore => Attribute::Score,
    };
    let mut page = Page::new(session, list, IdKind::Mention)?;
    let mut days = session.given_days();
    if let (Attribute::Day, Some(SortKey::Whole(day))) = (sort, page.after()) {
        // The pages before have the other days.
        let Days { first, last } = days;
        days = if page.is_descending() {
            Days { first, last: last.min(day) }
        } else {
            Days { first: first.max(day), last }
        };
    }
    let folding = session.folding(&[Attribute::Number, Attribute::Id, sort], days).await?;
    if let Some(batch) = folding.of_delta().await? {
        take(&mut page, &batch, sort)?;
    }
    in_order(session, &folding, sort, &mut page).await?;
    let page = page.finish();
    let shown: Vec<Shown> = page.items.iter().map(|item| item.what).collect();
    let data = objects(session, &shown).await?;
    Ok(Answered { is_empty: data.is_empty(), page: page.answer(session, data)? })
}

/// Takes the mentions of the base segment from the first of all, if enough of them pass, or else from rows in the order
/// of what may come first in them, until nothing of the rows that are left can be on the page.
async fn in_order(
    session: &Session<'_>,
    folding: &Folding<'_>,
    sort: Attribute,
    page: &mut Page<'_, Shown>,
) -> Result<(), QueryError> {
    if let Some(batches) = folding.base() {
        return Ok(batches.iter().try_for_each(|batch| take(page, batch, sort))?);
    }
    let (rows, is_descending) = (folding.rows(), page.is_descending());
    let firsts: Vec<(SortKey, i64)> = if sort == Attribute::Day {
        let day = |chunk: &ViewChunk| SortKey::Whole(if is_descending { chunk.last } else { chunk.first });
        session.head.chunks.iter().map(|chunk| (day(chunk), i64::MIN)).collect()
    } else {
        let column = sort.stored().first().copied().unwrap_or(Column::DAY);
        let top = if rows.len() > FEW_ROWS { folding.top(column, is_descending).await? } else { None };
        if let Some(top) = top
            && page.take_first(items(&top, sort)?)
        {
            return Ok(());
        }
        if rows.len() <= ROWS_AT_ONCE {
            // Any may have what comes first: which one is not worth a trip.
            for row in folding.read(rows).await? {
                take(page, &folding.batch(&row)?, sort)?;
            }
            return Ok(());
        }
        let statistics = session.statistics().await?;
        statistics.firsts(column, is_descending).map(|(value, id)| (whole(value), id)).collect()
    };
    if firsts.len() != session.head.chunks.len() {
        return Err(Corrupt("a view lacks statistics").into());
    }
    let mut firsts: Vec<Item<usize>> = (0..)
        .zip(firsts)
        .map(|(what, (key, id))| Item { key, id, what })
        .filter(|row| rows.contains(&row.what))
        .collect();
    firsts.sort_by(|one, other| order(one, other, is_descending));
    let (mut left, mut at_once) = (firsts.as_slice(), 1);
    while let [Item { key, id, .. }, ..] = left {
        if page.is_full_before(*key, *id) {
            break;
        }
        let (some, others) = left.split_at(at_once.min(left.len()));
        let mut some: Vec<usize> = some.iter().map(|row| row.what).collect();
        some.sort_unstable();
        for row in folding.read_some(&some).await? {
            take(page, &folding.batch(&row)?, sort)?;
        }
        (left, at_once) = (others, ROWS_AT_ONCE.min(2 * at_once));
    }
    Ok(())
}

fn take(page: &mut Page<'_, Shown>, batch: &Batch, sort: Attribute) -> Result<(), Corrupt> {
    items(batch, sort)?.for_each(|item| page.push(item));
    Ok(())
}

/// The mentions of a batch that pass.
fn items(batch: &Batch, sort: Attribute) -> Result<impl Iterator<Item = Item<Shown>> + '_, Corrupt> {
    let (keys, ids) = (batch.numbers(sort)?, batch.numbers(Attribute::Id)?);
    let (numbers, brands) = (batch.numbers(Attribute::Number)?, batch.numbers(Attribute::Brands)?);
    Ok(batch.positions.iter().copied().map(move |position| {
        let what = Shown { number: at(numbers, position), brands: at(brands, position) };
        Item { key: whole(at(keys, position)), id: at(ids, position), what }
    }))
}
