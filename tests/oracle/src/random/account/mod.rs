//! Random accounts and useful queries to them: valid, varied, and mostly about monitored brands.

mod address;
mod brands;
mod filters;
mod questions;
mod window;

pub use brands::random_account;

use super::choose;
use crate::account::{OracleAccount, OracleQuestion};
use crate::{Oracle, OracleMention};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The parts of a query.
struct Maker<'a> {
    oracle: &'a Oracle,
    account: &'a OracleAccount<'a>,
    /// A mention whose values are used together, so that the query has matches.
    anchor: &'a OracleMention<'a>,
    rng: &'a mut ChaCha8Rng,
    parameters: Map<String, Value>,
}

/// Numbers of earlier pages of a list.
const PAGES: [usize; 6] = [0, 0, 0, 1, 2, 8];

/// Returns a query of the operation: `{"operation", "query", "address", "today", "skip"}`.
///
/// The query has an id of the path as the parameter `id`; the address is complete. Only the account or its data can
/// make it invalid, and that is rare.
///
/// # Panics
/// If no operation has that name, or the account has no mentions.
pub fn random_question(operation: &str, oracle: &Oracle, account: &OracleAccount, rng: &mut ChaCha8Rng) -> Value {
    let anchor = account.mentions.choose(rng).expect("an account with mentions");
    let mut maker = Maker { oracle, account, anchor, rng, parameters: Map::new() };
    maker.ask(operation);
    let (today, limit) = (maker.today(), maker.limit());
    let (query, address) = maker.spell(operation);
    let question =
        |skip: usize| json!({"operation": operation, "query": query, "address": address, "today": today, "skip": skip});
    if !["mentions", "influencers", "influencer-mentions"].contains(&operation) {
        return question(0);
    }
    // No cursor leads to a page after the last.
    let is_there =
        |pages: &usize| account.answer(&OracleQuestion::read(&question(pages * limit))).answer["data"] != json!([]);
    let pages = choose(&PAGES, rng);
    question(limit * (1..=pages).rev().find(is_there).unwrap_or(0))
}

impl<'a> Maker<'a> {
    fn put(&mut self, name: &str, value: Value) {
        self.parameters.insert(name.to_owned(), value);
    }

    /// Adds a list in canonical form: sorted, without duplicates.
    fn put_list(&mut self, name: &str, values: BTreeSet<String>) {
        if !values.is_empty() {
            self.put(name, json!(values));
        }
    }

    fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        super::choose(items, self.rng)
    }

    /// Adds one of the values, or sometimes none, which tests the default.
    fn put_one_of<T: Copy + Into<Value>>(&mut self, name: &str, values: &[T]) {
        if self.chance(0.75) {
            let value = self.choose(values);
            self.put(name, value.into());
        }
    }

    fn chance(&mut self, probability: f64) -> bool {
        rand::RngExt::random_bool(self.rng, probability)
    }

    fn number(&mut self, range: std::ops::RangeInclusive<i64>) -> i64 {
        rand::RngExt::random_range(self.rng, range)
    }

    /// Returns the number of items on a page.
    fn limit(&self) -> usize {
        self.parameters.get("limit").and_then(Value::as_u64).unwrap_or(25) as usize
    }

    fn some_mention(&mut self) -> &'a OracleMention<'a> {
        self.account.mentions.choose(self.rng).expect("an account with mentions")
    }
}

/// Returns true if the text can be one of several values in an address.
fn can_be_listed(text: &str) -> bool {
    !text.contains(',') && !text.starts_with('-') && !text.is_empty() && text.chars().count() <= 199
}
