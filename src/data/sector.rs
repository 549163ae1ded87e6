//! `POST /v1/sector`: share of voice of a competitive set, month by month.
//!
//! Request `{brands: [{label, terms, must_context?, exact?}], from_date, to_date}`, answer
//! `{brands: [{label, coverage, low_confidence, totals, series}], meta}`.

use super::canonical::{ObjectWriter, list, string};
use crate::catalog::limits::{LOW_COVERAGE, MAX_BRANDS, MAX_CONTEXTS, MAX_MONTHS, MAX_TERMS, VIDEO_CAP};
use crate::date::{Date, Month};
use crate::guard::{Guard, Place, Value};
use crate::measure::Number;
use crate::problem::{Code, Problems, echo};
use serde::{Deserialize, Serialize};

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
pub struct SectorRequest {
    pub(crate) brands: Vec<Brand>,
    pub(crate) from_date: Date,
    pub(crate) to_date: Date,
}

/// A brand of the competitive set, and what counts as a mention of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Brand {
    pub(crate) label: String,
    pub(crate) terms: Vec<String>,
    pub(crate) must_context: Vec<String>,
    pub(crate) exact: bool,
}

/// The answer, brands in the order of the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectorAnswer {
    /// One entry per requested brand.
    pub brands: Vec<BrandAnswer>,
    /// The window and the published limits.
    pub meta: SectorMeta,
}

/// A brand's presence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BrandAnswer {
    /// Echo of the label.
    pub label: String,
    /// `low` below [`LOW_COVERAGE`] videos in the window, else `ok`.
    pub coverage: String,
    /// Low coverage, or too few scored mentions to speak of a tone.
    pub low_confidence: bool,
    /// Over the whole window.
    pub totals: Totals,
    /// Every month touched, ascending.
    pub series: Vec<SectorMonth>,
}

/// A brand over the whole window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Distinct videos.
    pub unique_videos: u64,
    /// Views of those videos.
    pub views: u64,
}

/// A brand in one month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SectorMonth {
    /// `YYYY-MM`.
    pub month: String,
    /// Distinct videos.
    pub unique_videos: u64,
    /// Occurrences: 100 in one video are 100.
    pub mentions: u64,
    /// Views of the distinct videos.
    pub views: u64,
    /// Mean score of the mentions, 3 decimals; null when none is scored.
    pub sentiment: Option<Number>,
    /// Percent of the requested brands' unique videos, 2 decimals.
    pub volume_sov: Number,
    /// Percent of the requested brands' views, 2 decimals.
    pub reach_sov: Number,
    /// The most frequent topics of the counted mentions.
    pub top_topics: Vec<TopicCount>,
}

/// A topic and the mentions that carry it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "both members are what they are called")]
pub struct TopicCount {
    pub topic: String,
    pub count: u64,
}

/// Echo of the window, and the limits that readers of the answer should know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "all members are echoes")]
pub struct SectorMeta {
    pub from: String,
    pub to: String,
    pub caps: Caps,
}

/// The published limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the catalogue's limits describe them")]
pub struct Caps {
    pub max_brands: u64,
    pub video_cap: u64,
    pub low_coverage: u64,
}

impl Caps {
    /// The limits of the catalogue.
    pub const PUBLISHED: Self =
        Self { max_brands: MAX_BRANDS as u64, video_cap: VIDEO_CAP as u64, low_coverage: LOW_COVERAGE };
}

impl SectorRequest {
    /// Calendar months touched.
    pub fn months(&self) -> u32 {
        Month::count(self.from_date.month(), self.to_date.month())
    }
}

/// Whether a term names a brand, both as tokens: all of the term's in any order, or, when exact, in one run.
pub(crate) fn names_brand<N: AsRef<str>>(term: &[String], name: &[N], exact: bool) -> bool {
    if term.is_empty() {
        return false;
    }
    if exact {
        let is_term = |run: &[N]| run.iter().zip(term).all(|(token, wanted)| token.as_ref() == wanted);
        return name.windows(term.len()).any(is_term);
    }
    term.iter().all(|wanted| name.iter().any(|token| token.as_ref() == wanted))
}

const MEMBERS: &[&str] = &["brands", "from_date", "to_date"];
const BRAND_MEMBERS: &[&str] = &["label", "terms", "must_context", "exact"];

pub(super) fn parse_request(body: &Value<'_>) -> Result<SectorRequest, Problems> {
    Guard::check(|guard| {
        let root = Place::ROOT;
        let (mut brands, mut from_date, mut to_date) = (None, None, None);
        let given = guard.members(body, &root, MEMBERS, |guard, name, value, here| match name {
            "brands" => brands = parse_brands(guard, value, here),
            "from_date" => from_date = guard.date(value, here),
            _ => to_date = guard.date(value, here),
        })?;
        guard.require(&given, MEMBERS, &root);
        let (from_date, to_date) = (from_date?, to_date?);
        check_window(guard, from_date, to_date)?;
        Some(SectorRequest { brands: brands?, from_date, to_date })
    })
}

fn check_window(guard: &mut Guard, from: Date, to: Date) -> Option<()> {
    if from > to {
        let message = format!("from_date must not be after to_date. Got {from} to {to}.");
        guard.refuse(Code::InvalidRange, &Place::ROOT.member("from_date"), message);
        return None;
    }
    // Where the calendar ends the window ends with it.
    if from.add_months(MAX_MONTHS).is_some_and(|last| to > last) {
        let message = format!("window from_date to to_date must be at most {MAX_MONTHS} months. Got {from} to {to}.");
        guard.refuse(Code::WindowTooLong, &Place::ROOT.member("to_date"), message);
        return None;
    }
    Some(())
}

pub(crate) fn parse_brands(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>) -> Option<Vec<Brand>> {
    let items = guard.list(value, place, 1, MAX_BRANDS)?;
    let mut brands: Vec<Brand> = Vec::with_capacity(items.len());
    let mut labels: Vec<String> = Vec::with_capacity(items.len());
    let mut complete = true;
    for (position, item) in items.iter().enumerate() {
        match parse_brand(guard, item, &place.item(position), &mut labels) {
            Some(brand) => brands.push(brand),
            None => complete = false,
        }
    }
    complete.then_some(brands)
}

fn parse_brand(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, labels: &mut Vec<String>) -> Option<Brand> {
    let (mut label, mut terms) = (None, None);
    let (mut must_context, mut exact) = (Some(Vec::new()), Some(false));
    let given = guard.members(value, place, BRAND_MEMBERS, |guard, name, value, here| match name {
        "label" => label = parse_label(guard, value, here, labels),
        "terms" => terms = parse_words(guard, value, here, 1, MAX_TERMS),
        "must_context" => must_context = parse_words(guard, value, here, 0, MAX_CONTEXTS),
        _ => exact = guard.boolean(value, here),
    })?;
    guard.require(&given, &["label", "terms"], place);
    Some(Brand { label: label?, terms: terms?, must_context: must_context?, exact: exact? })
}

fn parse_label(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, labels: &mut Vec<String>) -> Option<String> {
    let label = guard.name(value, place)?;
    if labels.contains(&label) {
        let message = format!("{place} '{}' is given twice.", echo(&label));
        guard.refuse(Code::DuplicateValue, place, message);
        return None;
    }
    labels.push(label.clone());
    Some(label)
}

fn parse_words(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, min: usize, max: usize) -> Option<Vec<String>> {
    let items = guard.list(value, place, min, max)?;
    let words: Vec<Option<String>> =
        items.iter().enumerate().map(|(position, item)| guard.searchable(item, &place.item(position))).collect();
    words.into_iter().collect()
}

pub(super) fn serialize_request(request: &SectorRequest) -> String {
    let words = |words: &[String]| list(words.iter().map(|word| string(word)));
    let brands = request.brands.iter().map(|brand| {
        ObjectWriter::default()
            .raw("exact", if brand.exact { "true" } else { "false" })
            .text("label", &brand.label)
            .raw("must_context", &words(&brand.must_context))
            .raw("terms", &words(&brand.terms))
            .finish()
    });
    ObjectWriter::default()
        .raw("brands", &list(brands))
        .text("from_date", &request.from_date.to_string())
        .text("to_date", &request.to_date.to_string())
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens;

    fn matches(term: &str, name: &str, exact: bool) -> bool {
        names_brand(&tokens(term), &tokens(name), exact)
    }

    #[test]
    fn all_tokens_in_any_order_unless_exact() {
        assert!(matches("beauty cinder", "Cinder Beauty Co", false));
        assert!(!matches("beauty cinder", "Cinder Beauty Co", true));
        assert!(matches("cinder beauty", "The Cinder Beauty", true));
        assert!(!matches("cinder co", "Cinder Beauty Co", true));
        assert!(!matches("cinder x", "Cinder", false));
    }
}
