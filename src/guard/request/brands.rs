//! Monitored brands: matched in mentions as the brands of a share of voice are.

use super::{Brand, read_brands};
use crate::guard::{At, Guard, Items, JsonKind};
use crate::spec::limits::MAX_NAME_CHARACTERS;
use crate::spec::symbol::Symbol;
use serde::{Deserialize, Serialize};

/// Members of a brand that are names or lists of names.
const NAMES: [Symbol; 3] = [Symbol::of("label"), Symbol::of("terms"), Symbol::of("must_context")];

/// A brand that an account monitors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MonitoredBrand {
    /// `brd_…`; empty until the account is kept.
    #[serde(default)]
    pub id: String,
    /// What the brand is called.
    pub label: String,
    /// Names by which mentions are found.
    pub terms: Vec<String>,
    /// Words of which one must be around a mention.
    #[serde(default)]
    pub must_context: Vec<String>,
    /// Whether the words of a name must follow each other in what it is found in.
    #[serde(default)]
    pub exact: bool,
}

/// Reads a list of brands, checked as those of a share of voice. Labels, terms and words around a mention are stored and
/// shown to others, so they follow the rule for names besides.
pub(crate) fn monitored_brands(guard: &mut Guard, at: At) -> Option<Vec<MonitoredBrand>> {
    if guard.kind(at) == JsonKind::List && guard.tape.count(at) == 0 {
        return Some(Vec::new());
    }
    let brands = read_brands(guard, at)?;
    let noted = guard.noted();
    let mut items = Items::of(at, &guard.tape);
    while let Some(brand) = items.next(&guard.tape) {
        check_names(guard, brand);
    }
    if guard.noted() > noted {
        return None;
    }
    let monitored = |Brand { label, terms, must_context, exact }| MonitoredBrand {
        id: String::new(),
        label,
        terms,
        must_context,
        exact,
    };
    Some(brands.into_iter().map(monitored).collect())
}

/// Checks the names of a brand that passed as one of a share of voice; what is wrong is noted.
fn check_names(guard: &mut Guard, brand: At) {
    for name in NAMES {
        let Some(value) = guard.tape.member(brand, name) else { continue };
        if guard.kind(value) != JsonKind::List {
            guard.given_name(value, MAX_NAME_CHARACTERS);
            continue;
        }
        let mut items = Items::of(value, &guard.tape);
        while let Some(item) = items.next(&guard.tape) {
            guard.given_name(item, MAX_NAME_CHARACTERS);
        }
    }
}
