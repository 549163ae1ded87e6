//! Monitored brands: matched in mentions as the brands of a share of voice are.

use super::{Brand, read_brands};
use crate::guard::{At, Guard, JsonKind};
use serde::{Deserialize, Serialize};

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

/// Reads a list of brands, checked as those of a share of voice.
pub(crate) fn monitored_brands(guard: &mut Guard, at: At) -> Option<Vec<MonitoredBrand>> {
    if guard.kind(at) == JsonKind::List && guard.tape.count(at) == 0 {
        return Some(Vec::new());
    }
    let brands = read_brands(guard, at)?;
    let monitored = |Brand { label, terms, must_context, exact }| MonitoredBrand {
        id: String::new(),
        label,
        terms,
        must_context,
        exact,
    };
    Some(brands.into_iter().map(monitored).collect())
}
