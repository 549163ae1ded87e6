//! Monitored brands. They match mentions like the brands of a share-of-voice request.

use super::{Brand, read_brands};
use crate::guard::{Guard, Items, JsonKind, TokenRef};
use crate::spec::limits::MAX_NAME_CHARACTERS;
use crate::spec::symbol::Symbol;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Members of a brand that are names or lists of names.
const NAMES: [Symbol; 4] =
    [Symbol::of("label"), Symbol::of("terms"), Symbol::of("must_context"), Symbol::of("must_not_context")];

/// A brand that an account monitors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MonitoredBrand {
    /// Id, `brd_…`. Empty until the account is stored.
    #[serde(default)]
    pub id: String,
    /// Display name.
    pub label: String,
    /// Names that count as mentions.
    pub terms: Vec<String>,
    /// Context words. A mention must have at least one of them nearby.
    #[serde(default)]
    pub must_context: Vec<String>,
    /// Context words. A mention must have none of them nearby.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub must_not_context: Vec<String>,
    /// True if the words of a term must be adjacent in a matching text.
    #[serde(default)]
    pub exact: bool,
}

impl MonitoredBrand {
    /// Returns the members that decide which mentions match, as JSON for hashing. Excluded context words are left out if
    /// there are none, so the hashes of older brands stay the same.
    pub fn definition(&self) -> Value {
        let Self { id: _, label: _, terms, must_context, must_not_context, exact } = self;
        if must_not_context.is_empty() {
            return json!([terms, must_context, exact]);
        }
        json!([terms, must_context, exact, must_not_context])
    }
}

impl From<&MonitoredBrand> for Brand {
    fn from(MonitoredBrand { label, terms, must_context, must_not_context, exact, .. }: &MonitoredBrand) -> Self {
        Self {
            label: label.clone(),
            terms: terms.clone(),
            must_context: must_context.clone(),
            must_not_context: must_not_context.clone(),
            exact: *exact,
        }
    }
}

/// Parses a list of brands by the rules of a share-of-voice request.
///
/// Labels, terms and context words are stored and shown to others, so they must also be valid user-defined names.
pub(crate) fn monitored_brands(guard: &mut Guard, at: TokenRef) -> Option<Vec<MonitoredBrand>> {
    if guard.kind(at) == JsonKind::List && guard.body.count(at) == 0 {
        return Some(Vec::new());
    }
    let brands = read_brands(guard, at)?;
    let count_before = guard.violation_count();
    let mut items = Items::of(at, &guard.body);
    while let Some(brand) = items.next(&guard.body) {
        check_names(guard, brand);
    }
    if guard.violation_count() > count_before {
        return None;
    }
    let monitored = |Brand { label, terms, must_context, must_not_context, exact }| MonitoredBrand {
        id: String::new(),
        label,
        terms,
        must_context,
        must_not_context,
        exact,
    };
    Some(brands.into_iter().map(monitored).collect())
}

/// Checks the user-defined names of a brand that passed the share-of-voice rules. Records violations.
fn check_names(guard: &mut Guard, brand: TokenRef) {
    for name in NAMES {
        let Some(value) = guard.body.member(brand, name) else { continue };
        if guard.kind(value) != JsonKind::List {
            guard.given_name(value, MAX_NAME_CHARACTERS);
            continue;
        }
        let mut items = Items::of(value, &guard.body);
        while let Some(item) = items.next(&guard.body) {
            guard.given_name(item, MAX_NAME_CHARACTERS);
        }
    }
}
