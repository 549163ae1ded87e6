//! `GET /v1/mentions`: mentions of the account's brands, page by page.

use super::attribute::Attribute;
use super::folding::{Batch, Folding};
use super::list::{Item, Page, order, whole};
use super::objects::{Shown, objects};
use super::session::Session;
use super::tally::at;
use super::{AccountAnswer, AccountFault};
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::IdKind;
use crate::query::plan::Days;
use crate::query::view::Chunk;
use crate::segment::{Column, Corrupt};
use crate::spec::request::account::choice::MentionSort;
use crate::sql::StoreError;

/// Rows that are read at once, at most.
const ROWS_AT_ONCE: usize = 4;

/// A page, and whether there is nothing on it.
pub(super) struct Answered {
    pub(super) page: AccountAnswer,
    pub(super) is_empty: bool,
}

/// Without a window all mentions are listed, so that whoever polls for new ones misses none.
pub(super) async fn answer(session: &Session<'_>) -> Result<Answered, AccountFault> {
    let sort = match session.given("sort")? {
        MentionSort::UploadDate => Attribute::Day,
        MentionSort::IndexedAt => Attribute::IndexedAt,
        MentionSort::Views => Attribute::Views,
        MentionSort::SentimentScore => Attribute::Score,
    };
    let mut page = Page::new(session, IdKind::Mention)?;
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

/// Takes the mentions of the base segment from rows in the order of what may come first in them, until nothing of the
/// rows that are left can be on the page.
async fn in_order(
    session: &Session<'_>,
    folding: &Folding<'_>,
    sort: Attribute,
    page: &mut Page<'_, Shown>,
) -> Result<(), StoreError> {
    let rows = rows(session, folding, sort, page.is_descending()).await?;
    let (mut left, mut at_once) = (rows.as_slice(), 1);
    while let [(key, id, _), ..] = left {
        if page.is_full_before(*key, *id) {
            break;
        }
        let (some, others) = left.split_at(at_once.min(left.len()));
        let mut some: Vec<usize> = some.iter().map(|(.., row)| *row).collect();
        some.sort_unstable();
        for row in folding.read_some(&some).await? {
            take(page, &folding.batch(&row)?, sort)?;
        }
        (left, at_once) = (others, ROWS_AT_ONCE.min(2 * at_once));
    }
    Ok(())
}

/// The rows of the base segment, with key and id of the first mention that may be in each, in the order of these.
async fn rows(
    session: &Session<'_>,
    folding: &Folding<'_>,
    sort: Attribute,
    is_descending: bool,
) -> Result<Vec<(SortKey, i64, usize)>, StoreError> {
    let rows = folding.rows();
    let mut firsts: Vec<(SortKey, i64, usize)> = if sort == Attribute::Day {
        let day = |chunk: &Chunk| SortKey::Whole(if is_descending { chunk.last } else { chunk.first });
        let chunks = session.head.chunks.iter().enumerate().filter(|(at, _)| rows.contains(at));
        chunks.map(|(at, chunk)| (day(chunk), i64::MIN, at)).collect()
    } else {
        let statistics = session.statistics().await?;
        let column = sort.stored().first().copied().unwrap_or(Column::DAY);
        let firsts = statistics.firsts(column, is_descending).enumerate().filter(|(at, _)| rows.contains(at));
        firsts.map(|(at, (value, id))| (whole(value), id, at)).collect()
    };
    if firsts.len() != rows.len() {
        return Err(Corrupt("a view lacks statistics").into());
    }
    firsts.sort_by(|one, other| {
        let item = |(key, id, _): &(SortKey, i64, usize)| Item { key: *key, id: *id, what: () };
        order(&item(one), &item(other), is_descending)
    });
    Ok(firsts)
}

fn take(page: &mut Page<'_, Shown>, batch: &Batch, sort: Attribute) -> Result<(), Corrupt> {
    let (keys, ids) = (batch.numbers(sort)?, batch.numbers(Attribute::Id)?);
    let (numbers, brands) = (batch.numbers(Attribute::Number)?, batch.numbers(Attribute::Brands)?);
    for position in batch.positions.iter().copied() {
        let what = Shown { number: at(numbers, position), brands: at(brands, position) };
        page.push(Item { key: whole(at(keys, position)), id: at(ids, position), what });
    }
    Ok(())
}
