//! Validated requests of the Account API: the typed parameters, the canonical URL and the cost.

pub mod cursor;
pub mod forced;
pub mod id;
mod list;
mod parameters;
pub mod report;
pub mod webhook;
mod window;

use crate::base::order;
use crate::guard::Guard;
use crate::guard::account::{check, cost, each_part, put_address, value_of};
use crate::guard::problem::Problems;
use crate::spec::AccountOperation;
use crate::spec::request::{Parameter, Presence, Type, parameters};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Number, Value};

pub(crate) use list::{encode_values, is_list, quoted};
pub use parameters::{
    AccountParameters, ComparisonParameters, EmergingParameters, ExplanationParameters, InfluencerFilters,
    ListParameters, MentionFilters, Selection,
};
pub use window::window_of;

use parameters::Values;

/// Converts a validated integer to an integer in JSON. The caller may have written it with a decimal point.
fn counted(number: &Number) -> Value {
    Value::from(number.as_f64().unwrap_or_default() as u64)
}

/// A validated request of the Account API.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountRequest {
    /// The operation.
    pub operation: AccountOperation,
    /// Canonical URL: defaults filled in, parameters sorted by name.
    pub address: String,
    /// Cost in cost units.
    pub cost: u32,
    /// The id from the path; empty if the path has none.
    pub id: String,
    /// The selected mentions.
    pub selection: Selection,
    /// The other parameters.
    pub parameters: AccountParameters,
}

/// Included and excluded values of a parameter, distinct and in canonical order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice(Vec<String>);

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
            let values = parameters(operation.takes()).map(|known| (known.name, values(guard, known)));
            let values = Values(values.collect());
            let (id, selection, parameters) = (values.id(), values.selection(), values.parameters(operation)?);
            Some(Self { operation, address, cost, id, selection, parameters })
        })
    }

    /// Returns the influencer id in the path, if there is one.
    pub fn influencer_in_path(&self) -> Option<&str> {
        Some(self.id.as_str()).filter(|id| id.starts_with(id::IdKind::Influencer.prefix()))
    }

    /// Returns the request for the page after a cursor, which must be this request's `next_cursor`.
    pub fn next(&self, cursor: &str) -> Self {
        self.with("cursor", cursor, |list| list.cursor = Some(cursor.to_owned()))
    }

    /// Returns the request with another page size, for internal readers of all pages. It may exceed the public limit.
    pub fn in_pages_of(&self, items: usize) -> Self {
        self.with("limit", &items.to_string(), |list| list.limit = items)
    }

    /// Returns the request with another value of a parameter of its list. The value must need no percent-encoding.
    fn with(&self, name: &'static str, value: &str, change: impl FnOnce(&mut ListParameters)) -> Self {
        let (path, query) = self.address.split_once('?').unwrap_or((&self.address, ""));
        let others = query.split('&').filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
        let own = format!("{name}={value}");
        let mut pairs: Vec<&str> = others.chain([own.as_str()]).collect();
        order::sort(&mut pairs);
        let mut changed = Self { address: format!("{path}?{}", pairs.join("&")), ..self.clone() };
        match &mut changed.parameters {
            AccountParameters::Mentions { list, .. } | AccountParameters::Influencers { list, .. } => change(list),
            _ => {}
        }
        changed
    }
}

impl Choice {
    /// Returns all values. A minus before a value excludes it.
    pub fn values(&self) -> &[String] {
        &self.0
    }

    /// Iterates over the included values. If there are none, all values are included.
    pub fn included(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str).filter(|value| !value.starts_with('-'))
    }

    /// Iterates over the excluded values.
    pub fn excluded(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|value| value.strip_prefix('-'))
    }

    /// Returns true if there are neither included nor excluded values.
    pub fn is_empty(&self) -> bool {
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
                order::sort(&mut values);
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
