//! Pages of lists, by keyset pagination: items that appear or disappear between two requests move no other item.

use super::answer::to_json;
use super::scope::AnswerScope;
use crate::base::order;
use crate::guard::request::account::ListParameters;
use crate::guard::request::account::cursor::{self, Position, SortKey};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::{AccountAnswer, AccountQuery, QueryError};
use crate::spec::answer::{Basis, ListPage};
use crate::spec::request::account::choice::ListOrder;
use serde::Serialize;
use std::cmp::Ordering;

/// An item of a page: its sort key, the bits of its public id, and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::backend) struct PageItem<T> {
    pub(in crate::backend) key: SortKey,
    pub(in crate::backend) id: i64,
    pub(in crate::backend) value: T,
}

/// Collects the items of a page from items in any order.
pub(in crate::backend) struct PageBuilder<'s, T> {
    query: AccountQuery<'s>,
    kind: IdKind,
    descending: bool,
    limit: usize,
    /// The last item of the previous page.
    after: Option<PageItem<()>>,
    /// The first items so far, and some surplus items that the next truncation removes.
    items: Vec<PageItem<T>>,
}

/// The items of a page, and the cursor of the next page.
pub(in crate::backend) struct ItemPage<T> {
    pub(in crate::backend) items: Vec<PageItem<T>>,
    next_cursor: Option<String>,
}

/// Returns the sort key of an optional number.
pub(in crate::backend) fn sort_key(value: Option<i64>) -> SortKey {
    value.map_or(SortKey::Missing, SortKey::Whole)
}

impl<'s, T> PageBuilder<'s, T> {
    /// Begins the page that a query selects. The ids of the items are of one kind.
    pub(in crate::backend) fn new(
        query: AccountQuery<'s>,
        list: &ListParameters,
        kind: IdKind,
    ) -> Result<Self, QueryError> {
        let AccountQuery { request, viewer, secret, .. } = query;
        let after = match &list.cursor {
            Some(cursor) => {
                let Position { key, id } = cursor::decode(cursor, viewer.account, &request.address, secret)?;
                // The signature of the cursor was checked, so its id is valid.
                Some(PageItem { key, id: PublicId::parse(kind, &id).map_or(i64::MIN, PublicId::bits), value: () })
            }
            None => None,
        };
        let descending = list.order == ListOrder::Desc;
        Ok(Self { query, kind, descending, limit: list.limit, after, items: Vec::new() })
    }

    /// Returns true if the largest keys come first.
    pub(in crate::backend) fn is_descending(&self) -> bool {
        self.descending
    }

    /// Returns the last item of the previous page. Returns `None` on the first page.
    pub(in crate::backend) fn after(&self) -> Option<PageItem<()>> {
        self.after
    }

    /// Returns true if an item comes after the previous page.
    fn is_after_cursor(&self, item: &PageItem<T>) -> bool {
        self.after.is_none_or(|after| compare(&after, item, self.descending) == Ordering::Less)
    }

    /// Adds the first items of the list if they are enough for the page. Returns true if so.
    ///
    /// No other item of the list may come before them.
    pub(in crate::backend) fn push_if_enough(&mut self, first: impl Iterator<Item = PageItem<T>>) -> bool {
        let first: Vec<PageItem<T>> = first.filter(|item| self.is_after_cursor(item)).collect();
        let are_enough = first.len() > self.limit;
        if are_enough {
            first.into_iter().for_each(|item| self.push(item));
        }
        are_enough
    }

    /// Adds an item, unless it is on a previous page.
    pub(in crate::backend) fn push(&mut self, item: PageItem<T>) {
        if !self.is_after_cursor(&item) {
            return;
        }
        self.items.push(item);
        // One item more than the limit shows that there is a next page. Each truncation removes as many as it
        // keeps, which makes it cheap per item.
        if self.items.len() >= 2 * (self.limit + 1) {
            self.truncate();
        }
    }

    fn truncate(&mut self) {
        let Self { limit, descending, .. } = *self;
        if self.items.len() > limit + 1 {
            self.items.select_nth_unstable_by(limit, |one, other| compare(one, other, descending));
            self.items.truncate(limit + 1);
        }
    }

    /// Returns true if the page is full and all of its items come before an item with this key and id.
    pub(in crate::backend) fn is_full_before(&mut self, key: SortKey, id: i64) -> bool {
        self.truncate();
        let (descending, item) = (self.descending, PageItem { key, id, value: () });
        self.items.len() > self.limit && self.items.iter().all(|own| compare(own, &item, descending) == Ordering::Less)
    }

    /// Returns the sorted items of the page, and the cursor of the next one.
    pub(in crate::backend) fn finish(mut self) -> ItemPage<T> {
        let Self { limit, descending, kind, .. } = self;
        self.truncate();
        order::sort_by(&mut self.items, |one, other| compare(one, other, descending));
        let has_more = self.items.len() > limit;
        self.items.truncate(limit);
        let AccountQuery { request, viewer, secret, .. } = self.query;
        let last = self.items.last().filter(|_| has_more);
        let next_cursor = last.and_then(|last| {
            let position = Position { key: last.key, id: PublicId::from_bits(kind, last.id).to_string() };
            cursor::encode(&position, viewer.account, &request.address, secret)
        });
        ItemPage { items: self.items, next_cursor }
    }
}

impl<T> ItemPage<T> {
    /// Returns the answer with the objects of the items.
    pub(in crate::backend) fn answer<O: Serialize>(
        self,
        scope: &AnswerScope<'_>,
        data: Vec<O>,
    ) -> Result<AccountAnswer, QueryError> {
        let next = self.next_cursor.as_deref().map(|cursor| scope.request().next(cursor).address);
        let has_more = next.is_some();
        let body = to_json(&ListPage { data, has_more, next_cursor: self.next_cursor })?;
        Ok(AccountAnswer { body, next, basis: Basis::default() })
    }
}

/// Compares two items. Items without a key are last in either direction. Ties are in the order of ids.
pub(in crate::backend) fn compare<A, B>(one: &PageItem<A>, other: &PageItem<B>, descending: bool) -> Ordering {
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
    fn items_without_a_key_are_last_and_ties_are_in_the_order_of_ids() {
        let item = |key, id| PageItem { key, id, value: () };
        let items = [
            item(SortKey::Missing, 0),
            item(SortKey::Whole(5), 9),
            item(SortKey::Whole(7), 3),
            item(SortKey::Whole(5), 2),
        ];
        for (descending, expected) in [(true, [3, 2, 9, 0]), (false, [2, 9, 3, 0])] {
            let mut sorted = items;
            sorted.sort_by(|one, other| compare(one, other, descending));
            assert_eq!(sorted.map(|item| item.id), expected);
        }
    }
}
