//! `GET /v1/mentions`: mentions of the account's brands, page by page.

use super::attribute::Attribute;
use super::folding::{Batch, Folding};
use super::list::{Item, Page, whole};
use super::objects::{Shown, objects};
use super::session::Session;
use super::tally::at;
use super::{AccountAnswer, AccountFault};
use crate::guard::request::account::cursor::SortKey;
use crate::guard::request::account::id::IdKind;
use crate::query::plan::Days;
use crate::segment::Corrupt;
use crate::spec::request::account::choice::MentionSort;
use crate::sql::StoreError;
use std::ops::Range;

/// Rows that are read at once, at most.
const ROWS_AT_ONCE: usize = 8;

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

/// Takes the mentions of the base segment, by day from the end at which the page lies, until no other can be on it.
async fn in_order(
    session: &Session<'_>,
    folding: &Folding<'_>,
    sort: Attribute,
    page: &mut Page<'_, Shown>,
) -> Result<(), StoreError> {
    let is_descending = page.is_descending();
    let mut left = folding.rows();
    let mut at_once = 1;
    while !left.is_empty() {
        let next = if is_descending { left.end - 1 } else { left.start };
        let first_of_next =
            session.head.chunks.get(next).map(|chunk| if is_descending { chunk.last } else { chunk.first });
        if sort == Attribute::Day && first_of_next.is_some_and(|day| page.is_full_before(SortKey::Whole(day), i64::MIN))
        {
            return Ok(());
        }
        let some: Range<usize> = if is_descending {
            left.end.saturating_sub(at_once).max(left.start)..left.end
        } else {
            left.start..left.end.min(left.start + at_once)
        };
        for row in folding.read(some.clone()).await? {
            take(page, &folding.batch(&row)?, sort)?;
        }
        left = if is_descending { left.start..some.start } else { some.end..left.end };
        at_once = ROWS_AT_ONCE.min(2 * at_once);
    }
    Ok(())
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
