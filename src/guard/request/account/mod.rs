//! Validated requests of the Account API: the values of each parameter, the canonical URL and the cost.

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

/// Converts a validated integer to an integer in JSON. The caller may have written it with a decimal point.
fn counted(number: &Number) -> Value {
    Value::from(number.as_f64().unwrap_or_default() as u64)
}

/// A validated request of the Account API.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountRequest {
    /// Operation of the request.
    pub operation: AccountOperation,
    /// Canonical URL: defaults filled in, parameters sorted by name.
    pub address: String,
    /// Cost in cost units.
    pub cost: u32,
    /// Parameters of the operation with the given values or the defaults.
    values: Vec<(&'static str, Vec<String>)>,
}

/// Included and excluded values of a parameter.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'r>(&'r [String]);

impl AccountRequest {
    /// Parses and checks a query string without its question mark. A resource id from the path is the parameter `id`.
    ///
    /// # Errors
    /// All violations, up to [`crate::spec::limits::MAX_VIOLATIONS`].
    pub fn parse(operation: AccountOperation, query: &[u8]) -> Result<Self, Problems> {
        Guard::check_query(query, |guard| {
            check(guard, operation);
            if guard.violation_count() > 0 {
                return None;
            }
            put_address(guard, operation);
            let address = String::from_utf8(guard.out.as_bytes().to_vec()).ok()?;
            let cost = cost(guard, operation);
            let values = parameters(operation.takes()).map(|known| (known.name, values(guard, known))).collect();
            Some(Self { operation, address, cost, values })
        })
    }

    /// Returns the request for the page after a cursor, which must be this request's `next_cursor`.
    pub fn next(&self, cursor: &str) -> Self {
        self.with("cursor", cursor)
    }

    /// Returns the request with another page size, for internal readers of all pages. It may exceed the public limit.
    pub fn in_pages_of(&self, items: usize) -> Self {
        self.with("limit", &items.to_string())
    }

    /// Returns the request with another value of a parameter. The value must need no percent-encoding.
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

    /// Returns the values of a parameter or its default, distinct and in canonical order. Empty if the parameter is
    /// absent or unknown to the operation.
    pub fn values(&self, name: &str) -> &[String] {
        self.values.iter().find(|(known, _)| *known == name).map_or(&[], |(_, values)| values)
    }

    /// Returns the value of a parameter that takes at most one.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// Parses the value of a parameter that takes at most one.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.value(name)?.parse().ok()
    }

    /// Parses the value of a parameter as a date.
    pub fn date(&self, name: &str) -> Option<Date> {
        self.value(name).and_then(Date::parse)
    }

    /// Returns the included and excluded values of a filter.
    pub fn choice(&self, name: &str) -> Choice<'_> {
        Choice(self.values(name))
    }

    /// Returns the windows of a comparison in order of time.
    pub fn periods(&self) -> Vec<Window> {
        let window = |text: &String| period(text.as_bytes()).map(|(from, to)| Window { from, to });
        self.values("period").iter().filter_map(window).collect()
    }

    /// Returns the id from the path; empty if the path has none.
    pub fn id(&self) -> &str {
        self.value("id").unwrap_or_default()
    }

    /// Returns all filters except brand and window, as answers list them.
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
    /// Iterates over the included values. If there are none, all values are included.
    pub fn included(self) -> impl Iterator<Item = &'r str> {
        self.0.iter().map(String::as_str).filter(|value| !value.starts_with('-'))
    }

    /// Iterates over the excluded values.
    pub fn excluded(self) -> impl Iterator<Item = &'r str> {
        self.0.iter().filter_map(|value| value.strip_prefix('-'))
    }

    /// Returns true if there are neither included nor excluded values.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the values of a parameter of a valid request.
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

/// Builds the query string of a request. An id in the path becomes the parameter `id`.
pub fn whole_query(operation: AccountOperation, path: &str, query: &str) -> String {
    let position = operation.endpoint().path.split('/').position(|segment| segment == ":id");
    let Some(id) = position.and_then(|position| path.split('/').nth(position)) else { return query.to_owned() };
    // Some characters are plain in a path but special in a query string.
    let id = percent_decode_str(id).decode_utf8_lossy();
    format!("id={}&{query}", utf8_percent_encode(&id, NON_ALPHANUMERIC))
}
