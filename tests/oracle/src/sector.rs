//! Share of voice of brands, by month.

use crate::date::{month_of, months};
use crate::load::OracleRecords;
use crate::number::{optional, round};
use crate::record::OracleRecord;
use crate::text::{OracleVocabulary, TokenNumber, occurrences};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Minimum number of videos for full coverage.
const LOW_COVERAGE: usize = 20;

/// Minimum number of scored mentions for full confidence.
const SCORED_MENTIONS: usize = 5;

/// Number of listed topics per month.
const TOP_TOPICS: usize = 5;

/// Returns the answer of sector.
pub fn sector(records: &OracleRecords, request: &Value) -> Value {
    let from = request["from_date"].as_str().expect("from_date");
    let to = request["to_date"].as_str().expect("to_date");
    let brands = request["brands"].as_array().expect("brands");
    let months = months(from, to);

    let voices: Vec<Voice> = brands
        .iter()
        .map(|brand| {
            let brand = BrandRules::read(brand, &records.vocabulary);
            let in_window = records
                .mentions
                .iter()
                .filter(|mention| mention.string("upload_date").is_some_and(|date| from <= date && date <= to));
            let counted = in_window.filter(|mention| brand.is_named_by(mention, records));
            Voice { records, mentions: counted.collect() }
        })
        .collect();
    let by_month: Vec<Vec<Voice>> =
        months.iter().map(|month| voices.iter().map(|voice| voice.of_month(month)).collect()).collect();

    let answers = brands.iter().zip(&voices).enumerate().map(|(position, (brand, voice))| {
        let videos = voice.videos().len();
        let coverage = if videos < LOW_COVERAGE { "low" } else { "ok" };
        let series = months.iter().zip(&by_month).map(|(m, month)| entry(m, position, month));
        json!({
            "label": brand["label"],
            "coverage": coverage,
            "low_confidence": coverage == "low" || voice.scores().len() < SCORED_MENTIONS,
            "totals": {"unique_videos": videos, "views": voice.views()},
            "series": series.collect::<Vec<Value>>(),
        })
    });
    json!({
        "brands": answers.collect::<Vec<Value>>(),
        "meta": {
            "from": from,
            "to": to,
            "caps": {"max_brands": 30, "video_cap": 3000, "low_coverage": LOW_COVERAGE},
        },
    })
}

/// Returns one month of the brand at `position` among all brands of that month.
fn entry(month: &str, position: usize, brands: &[Voice]) -> Value {
    let voice = &brands[position];
    let all_videos: u64 = brands.iter().map(|brand| brand.videos().len() as u64).sum();
    let all_views: u64 = brands.iter().map(Voice::views).sum();
    json!({
        "month": month,
        "unique_videos": voice.videos().len(),
        "mentions": voice.occurrences(),
        "views": voice.views(),
        "sentiment": voice.sentiment(),
        "volume_sov": share(voice.videos().len() as u64, all_videos),
        "reach_sov": share(voice.views(), all_views),
        "top_topics": voice.top_topics(),
    })
}

/// Returns a percentage with 2 decimals, or 0 if the whole is 0.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { round(100.0 * part as f64 / whole as f64, 2) }
}

/// The terms and contexts by which a mention belongs to a requested brand.
pub struct BrandRules {
    terms: Vec<Vec<TokenNumber>>,
    /// Required contexts; empty if none is required.
    contexts: Vec<Vec<TokenNumber>>,
    /// Contexts with which a mention does not count.
    excluded: Vec<Vec<TokenNumber>>,
    exact: bool,
}

impl BrandRules {
    /// Reads `terms`, `must_context`, `must_not_context` and `exact`.
    pub fn read(brand: &Value, vocabulary: &OracleVocabulary) -> BrandRules {
        let texts = |member: &str| brand[member].as_array().into_iter().flatten().filter_map(Value::as_str);
        BrandRules {
            terms: texts("terms").map(|term| vocabulary.read_name(term)).collect(),
            contexts: texts("must_context").map(|entry| vocabulary.read(entry)).collect(),
            excluded: texts("must_not_context").map(|entry| vocabulary.read(entry)).collect(),
            exact: brand["exact"] == true,
        }
    }

    /// Returns true if the mention counts for the brand.
    pub fn is_named_by(&self, mention: &OracleRecord, records: &OracleRecords) -> bool {
        let [brand_name, component_names, topic_names] = mention.names.as_slice() else {
            panic!("a mention has three columns of names")
        };
        let named = self.terms.iter().any(|term| {
            let in_name = brand_name.iter().any(|name| match self.exact {
                true => occurrences(name, term) > 0,
                false => term.iter().all(|token| name.contains(token)),
            });
            in_name || topic_names.contains(term) || component_names.contains(term)
        });
        if !named || (self.contexts.is_empty() && self.excluded.is_empty()) {
            return named;
        }
        let [context, topics, _brand_name, components] = mention.text.columns.as_slice() else {
            panic!("a mention has four columns of text")
        };
        let [title, _description, tags] = video_of(mention, records).text.columns.as_slice() else {
            panic!("a video has three columns of text")
        };
        let around: HashSet<&TokenNumber> =
            [context, topics, components, title, tags].into_iter().flatten().flatten().collect();
        let occurs = |entry: &Vec<TokenNumber>| entry.iter().all(|token| around.contains(token));
        (self.contexts.is_empty() || self.contexts.iter().any(occurs)) && !self.excluded.iter().any(occurs)
    }
}

/// Returns the video of a mention.
pub fn video_of<'d>(mention: &OracleRecord, records: &'d OracleRecords) -> &'d OracleRecord {
    let video = mention.string("video_id").expect("video_id");
    &records.videos[records.position[video]]
}

/// The mentions of one brand in a period.
struct Voice<'d> {
    records: &'d OracleRecords,
    mentions: Vec<&'d OracleRecord>,
}

impl<'d> Voice<'d> {
    fn of_month(&self, month: &str) -> Voice<'d> {
        let mut mentions = self.mentions.clone();
        mentions.retain(|m| m.string("upload_date").map(month_of) == Some(month));
        Voice { records: self.records, mentions }
    }

    fn videos(&self) -> BTreeSet<&'d str> {
        self.mentions.iter().filter_map(|mention| mention.string("video_id")).collect()
    }

    /// Sums the views, each video once. Unknown views count as 0.
    fn views(&self) -> u64 {
        let videos = self.videos().into_iter().map(|video| &self.records.videos[self.records.position[video]]);
        videos.filter_map(|video| video.fields.get("views")?.as_u64()).sum()
    }

    fn occurrences(&self) -> u64 {
        self.mentions.iter().filter_map(|mention| mention.fields["occurrences"].as_u64()).sum()
    }

    fn scores(&self) -> Vec<i64> {
        self.mentions.iter().filter_map(|mention| mention.units("sentiment_score")).collect()
    }

    fn sentiment(&self) -> Value {
        let scores = self.scores();
        let total: i64 = scores.iter().sum();
        let mean = total as f64 / (scores.len() as i64 * 1_000_000) as f64;
        optional((!scores.is_empty()).then(|| round(mean, 3)))
    }

    fn top_topics(&self) -> Vec<Value> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for topic in self.mentions.iter().flat_map(|mention| mention.strings("topics")) {
            *counts.entry(topic).or_default() += 1;
        }
        let mut topics: Vec<(&str, u64)> = counts.into_iter().collect();
        // The sort is stable, so topics with equal counts stay sorted by name.
        topics.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let top = topics.into_iter().take(TOP_TOPICS);
        top.map(|(topic, count)| json!({"topic": topic, "count": count})).collect()
    }
}
