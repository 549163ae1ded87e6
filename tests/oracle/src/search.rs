//! Search results, and creators.

use crate::ExpectedAnswer;
use crate::catalogue::OracleIndex;
use crate::filter::passes;
use crate::record::OracleRecord;
use crate::relevance::{Bm25, Query};
use crate::text::OracleVocabulary;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Number of results for a key of access level aggregate.
const AGGREGATE_SIZE: u64 = 10;

/// Largest relative difference of scores that may be in either order.
pub const TOLERANCE: f64 = 1e-6;

/// Largest number of returned candidates of a ranking.
const CANDIDATES: usize = 200;

/// A record in the order of relevance.
pub struct RankingCandidate {
    /// Its id.
    pub id: String,
    /// Its relevance; a higher score is better.
    pub score: f64,
    /// Its row.
    pub row: Value,
}

/// Returns the answer of search.
pub fn search(
    records: &[OracleRecord],
    index: OracleIndex,
    request: &Value,
    access_level: &str,
    vocabulary: &OracleVocabulary,
) -> ExpectedAnswer {
    let query = request["q"].as_str().map(|q| Query::read(q, vocabulary));
    let mut found: Vec<&OracleRecord> = records
        .iter()
        .filter(|d| query.as_ref().is_none_or(|query| query.matches(&d.text)))
        .filter(|d| passes(d, index, &request["filters"]))
        .collect();
    let mut answer = json!({"index": index.name(), "matched_documents": found.len()});
    if index == OracleIndex::ContentCreator {
        found = newest_snapshots(found);
        answer["matched_creators"] = json!(found.len());
    }
    let requested = request["size"].as_u64().unwrap_or(10);
    let size = if access_level == "aggregate" { requested.min(AGGREGATE_SIZE) } else { requested } as usize;

    let mut ranking = None;
    match (&query, request["sort_field"].as_str()) {
        (Some(query), None) if !query.is_common(records) => {
            let scores = by_relevance(&mut found, &Bm25::new(query, records));
            ranking = Some(candidates(&found, &scores, size, index));
        }
        // For common words the order is newest first, whatever order the request has.
        (Some(_), None) => sort(&mut found, "upload_date", false),
        (_, field) => {
            let field = field.unwrap_or(index.default_sort());
            sort(&mut found, field, request["sort_order"] == "asc");
        }
    }
    answer["results"] = found.iter().take(size).map(|d| d.row(index)).collect();
    ExpectedAnswer { answer, ranking }
}

/// Returns the answer of creators.
pub fn creators(snapshots: &[OracleRecord], request: &Value, access_level: &str) -> ExpectedAnswer {
    let index = OracleIndex::ContentCreator;
    let mut expected = search(snapshots, index, request, access_level, &OracleVocabulary::default());
    expected.answer.as_object_mut().expect("an object").remove("index");
    expected
}

/// Returns the newest of the given snapshots of each channel.
fn newest_snapshots(snapshots: Vec<&OracleRecord>) -> Vec<&OracleRecord> {
    let mut newest: HashMap<&str, &OracleRecord> = HashMap::new();
    for snapshot in snapshots {
        let kept = newest.entry(&snapshot.id).or_insert(snapshot);
        if snapshot.string("snapshot_date") > kept.string("snapshot_date") {
            *kept = snapshot;
        }
    }
    newest.into_values().collect()
}

/// Sorts records. Unknown values come last in both orders, and equal ones are sorted by id.
fn sort(records: &mut [&OracleRecord], field: &str, ascending: bool) {
    records.sort_by(|a, b| {
        let order = match (sort_key(a, field), sort_key(b, field)) {
            (Some(a), Some(b)) if ascending => a.cmp(&b),
            (Some(a), Some(b)) => b.cmp(&a),
            (a, b) => a.is_none().cmp(&b.is_none()),
        };
        order.then_with(|| a.id.cmp(&b.id))
    });
}

/// Returns a number in its smallest units, or a date as the number of its digits.
fn sort_key(record: &OracleRecord, field: &str) -> Option<i64> {
    match field {
        "upload_date" => record.string(field)?.replace('-', "").parse().ok(),
        _ => record.units(field),
    }
}

/// Sorts best first, with equal scores by id. Returns the scores in that order.
fn by_relevance(records: &mut Vec<&OracleRecord>, bm25: &Bm25) -> Vec<f64> {
    let mut scored: Vec<(f64, &OracleRecord)> =
        records.iter().map(|record| (bm25.score(&record.text), *record)).collect();
    scored.sort_by(|(a, x), (b, y)| b.total_cmp(a).then_with(|| x.id.cmp(&y.id)));
    *records = scored.iter().map(|(_, record)| *record).collect();
    scored.into_iter().map(|(score, _)| score).collect()
}

/// Returns the first `size` records and those with the same score as the last of them.
fn candidates(found: &[&OracleRecord], scores: &[f64], size: usize, index: OracleIndex) -> Vec<RankingCandidate> {
    let Some(last) = scores.get(size.min(scores.len()).wrapping_sub(1)) else {
        return Vec::new();
    };
    let ranked = found.iter().zip(scores);
    ranked
        .take_while(|(_, score)| order_of_scores(**score, *last) != Ordering::Less)
        .take(CANDIDATES)
        .map(|(d, score)| RankingCandidate { id: d.id.clone(), score: *score, row: d.row(index) })
        .collect()
}

/// Compares scores. Those within the tolerance are equal.
pub fn order_of_scores(a: f64, b: f64) -> Ordering {
    if (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()) { Ordering::Equal } else { a.total_cmp(&b) }
}
