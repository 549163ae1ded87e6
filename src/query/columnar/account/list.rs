//! Pages of lists: keyset pagination, so that what comes or goes between two pages moves nothing.

use super::session::Session;
use super::{AccountAnswer, AccountFault, AccountQuestion, written};
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::cursor::{self, Position, SortKey};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::segment::MISSING;
use crate::spec::answer::ListPage;
use crate::spec::request::account::choice::ListOrder;
use serde::Serialize;
use std::cmp::Ordering;

/// An item of a list: what it is sorted by, the bits of its public id, and whatever it stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Item {
    pub(super) key: SortKey,
    pub(super) id: i64,
    pub(super) position: usize,
}

/// A page on its way: its items, and where the next one begins.
pub(super) struct Page {
    pub(super) items: Vec<Item>,
    next_cursor: Option<String>,
}

/// A number to sort by, if there is one.
pub(super) fn whole(value: i64) -> SortKey {
    if value == MISSING { SortKey::Missing } else { SortKey::Whole(value) }
}

impl Page {
    /// The page that a question asks for, of some items in any order, whose ids are of a kind.
    pub(super) fn of(session: &Session<'_>, mut items: Vec<Item>, kind: IdKind) -> Result<Self, AccountFault> {
        let AccountQuestion { request: AccountRequest { address, .. }, viewer, secret, .. } = session.question;
        let descending = session.given::<ListOrder>("order")? == ListOrder::Desc;
        if let Some(cursor) = session.request().value("cursor") {
            let Position { key, id } = cursor::decode(cursor, viewer.account, address, secret)?;
            // An id of ours that stands in a cursor which we signed.
            let last = Item { key, id: PublicId::parse(kind, &id).map_or(i64::MIN, PublicId::bits), position: 0 };
            items.retain(|item| order(&last, item, descending) == Ordering::Less);
        }
        let limit = session.given("limit")?;
        let has_more = items.len() > limit;
        if has_more {
            items.select_nth_unstable_by(limit, |one, other| order(one, other, descending));
            items.truncate(limit);
        }
        items.sort_unstable_by(|one, other| order(one, other, descending));
        let last = items.last().filter(|_| has_more);
        let next_cursor = last.and_then(|last| {
            let position = Position { key: last.key, id: PublicId::from_bits(kind, last.id).to_string() };
            cursor::encode(&position, viewer.account, address, secret)
        });
        Ok(Self { items, next_cursor })
    }

    /// The answer with the objects of its items.
    pub(super) fn answer<T: Serialize>(
        self,
        session: &Session<'_>,
        data: Vec<T>,
    ) -> Result<AccountAnswer, AccountFault> {
        let next = self.next_cursor.as_deref().map(|cursor| with_cursor(&session.question.request.address, cursor));
        let has_more = next.is_some();
        let body = written(&ListPage { data, has_more, next_cursor: self.next_cursor })?;
        Ok(AccountAnswer { body, next })
    }
}

/// Which of two items comes first. What has no key is last in either direction, ties are in the order of ids.
fn order(one: &Item, other: &Item, descending: bool) -> Ordering {
    let directed = |ordering: Ordering| if descending { ordering.reverse() } else { ordering };
    let keys = match (one.key, other.key) {
        (SortKey::Missing, SortKey::Missing) => Ordering::Equal,
        (SortKey::Missing, _) => Ordering::Greater,
        (_, SortKey::Missing) => Ordering::Less,
        (SortKey::Whole(one), SortKey::Whole(other)) => directed(one.cmp(&other)),
        (one, other) => directed(real(one).total_cmp(&real(other))),
    };
    keys.then_with(|| one.id.cmp(&other.id))
}

fn real(key: SortKey) -> f64 {
    match key {
        SortKey::Real(number) => number,
        SortKey::Whole(number) => number as f64,
        SortKey::Missing => f64::NAN,
    }
}

/// A canonical address with another cursor.
fn with_cursor(address: &str, cursor: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let own = format!("cursor={cursor}");
    let mut pairs: Vec<&str> =
        query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("cursor=")).collect();
    pairs.push(&own);
    pairs.sort_unstable();
    format!("{path}?{}", pairs.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_key_is_last_and_ties_are_in_the_order_of_ids() {
        let item = |key, id| Item { key, id, position: 0 };
        let items = [item(SortKey::Missing, 0), item(whole(5), 9), item(whole(7), 3), item(whole(5), 2)];
        for (descending, expected) in [(true, [3, 2, 9, 0]), (false, [2, 9, 3, 0])] {
            let mut sorted = items;
            sorted.sort_by(|one, other| order(one, other, descending));
            assert_eq!(sorted.map(|item| item.id), expected);
        }
    }

    #[test]
    fn the_next_page_has_another_cursor() {
        assert_eq!(
            with_cursor("/v1/mentions?cursor=a&limit=7&sort=views", "b"),
            "/v1/mentions?cursor=b&limit=7&sort=views"
        );
        assert_eq!(with_cursor("/v1/mentions?brand=A&limit=7", "b"), "/v1/mentions?brand=A&cursor=b&limit=7");
    }
}
