//! Questions of the Account API, read once: the values of each parameter, with the canonical address and the cost.

pub mod cursor;
pub mod forced;
pub mod id;
pub mod report;
pub mod webhook;
mod window;

use crate::base::date::{Date, Window};
use crate::guard::Guard;
use crate::guard::account::{check, cost, each_part, period, put_address, value_of};
use crate::guard::problem::Problems;
use crate::spec::AccountOperation;
use crate::spec::answer::AppliedFilters;
use crate::spec::request::{Parameter, Presence, Type, parameters};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Number, Value};
use std::str::FromStr;

pub use window::window_of;

/// A number that passed as a whole one, as such: it may have been written with a point.
fn counted(number: &Number) -> Value {
    Value::from(number.as_f64().unwrap_or_default() as u64)
}

/// A question of the Account API that passed every guardrail.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountRequest {
    /// What is asked.
    pub operation: AccountOperation,
    /// Its canonical address: defaults filled in, parameters in the order of their names.
    pub address: String,
    /// What it costs.
    pub cost: u32,
    /// What the operation takes, with the values that are given, or else the default.
    values: Vec<(&'static str, Vec<String>)>,
}

/// Included and excluded values of a parameter.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'r>(&'r [String]);

impl AccountRequest {
    /// Reads and checks the query of an address, without its question mark. Where the path names a resource, its id is
    /// the parameter `id`.
    ///
    /// # Errors
    /// Every violation, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(operation: AccountOperation, query: &[u8]) -> Result<Self, Problems> {
        Guard::check_query(query, |guard| {
            check(guard, operation);
            if guard.noted() > 0 {
                return None;
            }
            put_address(guard, operation);
            let address = String::from_utf8(guard.out.as_bytes().to_vec()).ok()?;
            let cost = cost(guard, operation);
            let values = parameters(operation.takes()).map(|known| (known.name, values(guard, known))).collect();
            Some(Self { operation, address, cost, values })
        })
    }

    /// The question for the page behind a cursor: its own `next_cursor`.
    pub fn next(&self, cursor: &str) -> Self {
        self.with("cursor", cursor)
    }

    /// The question with so many items on a page, also more than a request may ask for: for what reads all pages itself.
    pub fn in_pages_of(&self, items: usize) -> Self {
        self.with("limit", &items.to_string())
    }

    /// The question with another value of a parameter that stands in addresses as it is.
    fn with(&self, name: &'static str, value: &str) -> Self {
        let (path, query) = self.address.split_once('?').unwrap_or((&self.address, ""));
        let others = query.split('&').filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
        let own = format!("{name}={value}");
        let mut pairs: Vec<&str> = others.chain([own.as_str()]).collect();
        pairs.sort_unstable();
        let mut values = self.values.clone();
        values.retain(|(known, _)| *known != name);
        values.push((name, vec![value.to_owned()]));
        Self { address: format!("{path}?{}", pairs.join("&")), values, ..self.clone() }
    }

    /// The values of a parameter, or its default: each once, in canonical order. None where the question says nothing
    /// of it, or does not take it.
    pub fn values(&self, name: &str) -> &[String] {
        self.values.iter().find(|(known, _)| *known == name).map_or(&[], |(_, values)| values)
    }

    /// The value of a parameter that has one at most.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// The same, as what it means.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.value(name)?.parse().ok()
    }

    /// The same of a date.
    pub fn date(&self, name: &str) -> Option<Date> {
        self.value(name).and_then(Date::parse)
    }

    /// What a filter includes and excludes.
    pub fn choice(&self, name: &str) -> Choice<'_> {
        Choice(self.values(name))
    }

    /// The windows that are compared, in the order of time.
    pub fn periods(&self) -> Vec<Window> {
        let window = |text: &String| period(text.as_bytes()).map(|(from, to)| Window { from, to });
        self.values("period").iter().filter_map(window).collect()
    }

    /// The id in its path; empty where there is none.
    pub fn id(&self) -> &str {
        self.value("id").unwrap_or_default()
    }

    /// The filters besides brand and window, as answers repeat them.
    pub fn filters(&self) -> AppliedFilters {
        let texts = |name| Some(self.values(name).to_vec()).filter(|values| !values.is_empty());
        AppliedFilters {
            category: texts("category"),
            channel: texts("channel"),
            component: texts("component"),
            influencer: texts("influencer"),
            language: texts("language"),
            min_views: self.parsed("min_views"),
            platform: texts("platform"),
            q: self.value("q").map(str::to_owned),
            region: texts("region"),
            sentiment: texts("sentiment"),
            topic: texts("topic"),
        }
    }
}

impl<'r> Choice<'r> {
    /// Values of which one must be there; none when all may be.
    pub fn included(self) -> impl Iterator<Item = &'r str> {
        self.0.iter().map(String::as_str).filter(|value| !value.starts_with('-'))
    }

    /// Values of which none may be there.
    pub fn excluded(self) -> impl Iterator<Item = &'r str> {
        self.0.iter().filter_map(|value| value.strip_prefix('-'))
    }

    /// Whether nothing is said.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// The values of a parameter of a question that passed.
fn values(guard: &mut Guard, known: &Parameter) -> Vec<String> {
    match (value_of(guard, known.name), known.member) {
        (None, member) => match member.presence {
            Presence::Default(value) => vec![value.to_owned()],
            _ => Vec::new(),
        },
        (Some(value), member) if member.takes.counts().is_none() => vec![guard.str(value).to_owned()],
        (Some(_), member) => {
            let mut values = Vec::new();
            each_part(guard, known.name, &mut |guard, part| values.push(guard.str(part).to_owned()));
            if !matches!(member.takes, Type::Columns) {
                values.sort_unstable();
                values.dedup();
            }
            values
        }
    }
}

/// The query of a question that was asked at a path, with the id that the path names, if it does, as the parameter `id`.
pub fn whole_query(operation: AccountOperation, path: &str, query: &str) -> String {
    let position = operation.endpoint().path.split('/').position(|segment| segment == ":id");
    let Some(id) = position.and_then(|position| path.split('/').nth(position)) else { return query.to_owned() };
    // What a path may hold plainly means something else in a query.
    let id = percent_decode_str(id).decode_utf8_lossy();
    format!("id={}&{query}", utf8_percent_encode(&id, NON_ALPHANUMERIC))
}
