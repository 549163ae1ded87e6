//! `GET /v1/mentions`: mentions of the account's brands, page by page.

use super::list::{Item, Page, whole};
use super::objects::{COLUMNS, NAMES, objects};
use super::session::{Passing, Session};
use super::tally::at;
use super::{AccountAnswer, AccountFault};
use crate::guard::request::account::id::IdKind;
use crate::query::view::ViewColumn;
use crate::spec::request::account::choice::MentionSort;

/// Without a window all mentions are listed, so that whoever polls for new ones misses none.
pub(super) async fn answer(session: &Session<'_>) -> Result<AccountAnswer, AccountFault> {
    let sort = match session.given("sort")? {
        MentionSort::UploadDate => ViewColumn::Day,
        MentionSort::IndexedAt => ViewColumn::IndexedAt,
        MentionSort::Views => ViewColumn::Views,
        MentionSort::SentimentScore => ViewColumn::Score,
    };
    let columns = [COLUMNS.as_slice(), &[sort]].concat();
    let Passing { view, positions } = session.passing(&columns, &NAMES, session.given_days()).await?;
    let (keys, ids) = (view.numbers(sort)?, view.numbers(ViewColumn::Id)?);
    let item = |position: usize| Item { key: whole(at(keys, position)), id: at(ids, position), position };
    let items = positions.into_iter().map(item).collect();
    let page = Page::of(session, items, IdKind::Mention)?;
    let positions: Vec<usize> = page.items.iter().map(|item| item.position).collect();
    let data = objects(session, &view, &positions).await?;
    page.answer(session, data)
}
