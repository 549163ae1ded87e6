//! Pages of lists: keyset pagination, so that what comes or goes between two pages moves nothing.

use super::session::Session;
use super::written;
use crate::guard::request::account::cursor::{self, Position, SortKey};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::{AccountAnswer, AccountQuestion, QueryError};
use crate::segment::MISSING;
use crate::spec::answer::{Basis, ListPage};
use crate::spec::request::account::choice::ListOrder;
use serde::Serialize;
use std::cmp::Ordering;

/// An item of a list: what it is sorted by, the bits of its public id, and whatever it stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Item<T> {
    pub(super) key: SortKey,
    pub(super) id: i64,
    pub(super) what: T,
}

/// A page on its way, from items in any order.
pub(super) struct Page<'s, T> {
    question: AccountQuestion<'s>,
    kind: IdKind,
    descending: bool,
    limit: usize,
    /// The last item of the page before.
    after: Option<Item<()>>,
    /// The first items of those that came, and some that are too many.
    items: Vec<Item<T>>,
}

/// A page: its items, and where the next one begins.
pub(super) struct Finished<T> {
    pub(super) items: Vec<Item<T>>,
    next_cursor: Option<String>,
}

/// A number to sort by, if there is one.
pub(super) fn whole(value: i64) -> SortKey {
    if value == MISSING { SortKey::Missing } else { SortKey::Whole(value) }
}

impl<'s, T> Page<'s, T> {
    /// The page that a question asks for, of items whose ids are of a kind.
    pub(super) fn new(session: &'s Session<'_>, kind: IdKind) -> Result<Self, QueryError> {
        let AccountQuestion { request, viewer, secret, .. } = session.question;
        let after = match request.value("cursor") {
            Some(cursor) => {
                let Position { key, id } = cursor::decode(cursor, viewer.account, &request.address, secret)?;
                // An id of ours that stands in a cursor which we signed.
                Some(Item { key, id: PublicId::parse(kind, &id).map_or(i64::MIN, PublicId::bits), what: () })
            }
            None => None,
        };
        let descending = session.given::<ListOrder>("order")? == ListOrder::Desc;
        let limit = session.given("limit")?;
        Ok(Self { question: session.question, kind, descending, limit, after, items: Vec::new() })
    }

    /// Whether largest keys come first.
    pub(super) fn is_descending(&self) -> bool {
        self.descending
    }

    /// What the items of the page come after, if it is not the first.
    pub(super) fn after(&self) -> Option<SortKey> {
        self.after.map(|after| after.key)
    }

    /// Whether an item is not on a page before.
    fn is_to_come(&self, item: &Item<T>) -> bool {
        self.after.is_none_or(|after| order(&after, item, self.descending) == Ordering::Less)
    }

    /// Takes items before which no other comes, if they are enough for the page.
    pub(super) fn take_first(&mut self, first: impl Iterator<Item = Item<T>>) -> bool {
        let first: Vec<Item<T>> = first.filter(|item| self.is_to_come(item)).collect();
        let are_enough = first.len() > self.limit;
        if are_enough {
            first.into_iter().for_each(|item| self.push(item));
        }
        are_enough
    }

    /// Takes an item.
    pub(super) fn push(&mut self, item: Item<T>) {
        if !self.is_to_come(&item) {
            return;
        }
        self.items.push(item);
        // One more than the page has tells whether there is another one; as many again make it cheap to find them.
        if self.items.len() >= 2 * (self.limit + 1) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let Self { limit, descending, .. } = *self;
        if self.items.len() > limit + 1 {
            self.items.select_nth_unstable_by(limit, |one, other| order(one, other, descending));
            self.items.truncate(limit + 1);
        }
    }

    /// Whether it is full, and an item that has a key and an id, or comes behind it, is not on it.
    pub(super) fn is_full_before(&mut self, key: SortKey, id: i64) -> bool {
        self.cut();
        let (descending, item) = (self.descending, Item { key, id, what: () });
        self.items.len() > self.limit && self.items.iter().all(|own| order(own, &item, descending) == Ordering::Less)
    }

    /// The page.
    pub(super) fn finish(mut self) -> Finished<T> {
        let Self { limit, descending, kind, .. } = self;
        self.cut();
        self.items.sort_unstable_by(|one, other| order(one, other, descending));
        let has_more = self.items.len() > limit;
        self.items.truncate(limit);
        let AccountQuestion { request, viewer, secret, .. } = self.question;
        let last = self.items.last().filter(|_| has_more);
        let next_cursor = last.and_then(|last| {
            let position = Position { key: last.key, id: PublicId::from_bits(kind, last.id).to_string() };
            cursor::encode(&position, viewer.account, &request.address, secret)
        });
        Finished { items: self.items, next_cursor }
    }
}

impl<T> Finished<T> {
    /// The answer with the objects of its items.
    pub(super) fn answer<O: Serialize>(self, session: &Session<'_>, data: Vec<O>) -> Result<AccountAnswer, QueryError> {
        let next = self.next_cursor.as_deref().map(|cursor| session.request().next(cursor).address);
        let has_more = next.is_some();
        let body = written(&ListPage { data, has_more, next_cursor: self.next_cursor })?;
        Ok(AccountAnswer { body, next, basis: Basis::default() })
    }
}

/// Which of two items comes first. What has no key is last in either direction, ties are in the order of ids.
pub(super) fn order<A, B>(one: &Item<A>, other: &Item<B>, descending: bool) -> Ordering {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_key_is_last_and_ties_are_in_the_order_of_ids() {
        let item = |key, id| Item { key, id, what: () };
        let items = [item(SortKey::Missing, 0), item(whole(5), 9), item(whole(7), 3), item(whole(5), 2)];
        for (descending, expected) in [(true, [3, 2, 9, 0]), (false, [2, 9, 3, 0])] {
            let mut sorted = items;
            sorted.sort_by(|one, other| order(one, other, descending));
            assert_eq!(sorted.map(|item| item.id), expected);
        }
    }
}
