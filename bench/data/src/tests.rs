//! Tests what benchmarks rely on: datasets are repeatable, importable, and of the requested size and the documented
//! distribution.

use super::Dataset;
use overheard::ingest::{Importer, RecordRow};
use overheard::spec::Index;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

const MENTIONS: u64 = 2_000;

fn documents(lines: impl Iterator<Item = String>) -> Vec<Value> {
    lines.map(|line| serde_json::from_str(&line).unwrap()).collect()
}

fn texts(dataset: &Dataset) -> [Vec<String>; 3] {
    [dataset.videos().collect(), dataset.snapshots().collect(), dataset.mentions().collect()]
}

/// Returns the share of records that satisfy a condition.
fn share(documents: &[Value], holds: impl Fn(&Value) -> bool) -> f64 {
    documents.iter().filter(|document| holds(document)).count() as f64 / documents.len() as f64
}

fn mean(documents: &[Value], of: impl Fn(&Value) -> usize) -> f64 {
    documents.iter().map(of).sum::<usize>() as f64 / documents.len() as f64
}

fn items(document: &Value, list: &str) -> usize {
    document[list].as_array().map_or(0, Vec::len)
}

#[test]
fn the_same_seed_gives_the_same_lines_and_another_seed_others() {
    let (one, same, other) = (Dataset::new(MENTIONS, 7), Dataset::new(MENTIONS, 7), Dataset::new(MENTIONS, 8));
    assert_eq!(texts(&one), texts(&same));
    assert_eq!(texts(&one), texts(&one), "lines can be read again");
    for (lines, others) in texts(&one).iter().zip(texts(&other)) {
        assert!(lines.iter().zip(&others).all(|(line, other)| line != other));
    }
}

#[test]
fn there_are_as_many_documents_as_promised() {
    for mentions in [1_000, 30_000] {
        let dataset = Dataset::new(mentions, 7);
        assert_eq!(dataset.mentions().count() as u64, mentions);
        assert_eq!(dataset.mention_count(), mentions);
        assert_eq!(dataset.videos().count() as u64, mentions / 5);
        assert_eq!(dataset.video_count(), mentions / 5);
        assert_eq!(dataset.creator_count(), (mentions / 20).max(1_000));
        let mut snapshots: HashMap<String, usize> = HashMap::new();
        for document in documents(dataset.snapshots()) {
            *snapshots.entry(document["channel_uid"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        assert_eq!(snapshots.len() as u64, dataset.creator_count());
        assert!(snapshots.values().all(|count| (1..=4).contains(count)));
    }
}

#[test]
fn ids_are_distinct() {
    let dataset = Dataset::new(30_000, 7);
    for (documents, columns) in [
        (documents(dataset.videos()), &["video_id"][..]),
        (documents(dataset.mentions()), &["mention_id"]),
        (documents(dataset.snapshots()), &["channel_uid", "snapshot_date"]),
    ] {
        let ids: HashSet<Vec<&str>> = documents
            .iter()
            .map(|document| columns.iter().map(|column| document[column].as_str().unwrap()).collect())
            .collect();
        assert_eq!(ids.len(), documents.len(), "{columns:?}");
    }
}

#[test]
fn the_importer_takes_every_document_as_it_is() {
    let dataset = Dataset::new(MENTIONS, 7);
    let importer = Importer::new("2026-01-01T00:00:00Z".parse().unwrap()).unwrap();
    let mut videos = HashSet::new();
    let [info, creators, ideas] = texts(&dataset);
    for (index, lines) in [(Index::Info, info), (Index::ContentCreator, creators), (Index::BusinessIdeas, ideas)] {
        for line in lines {
            let outcome = importer.json(index, line.as_bytes());
            assert_eq!(outcome.dropped, Vec::<String>::new(), "{line}");
            let accepted = outcome.result.unwrap_or_else(|refused| panic!("{refused:?}: {line}"));
            assert!(!accepted.removed.any() && !accepted.withheld, "{line}");
            match accepted.prepared {
                RecordRow::Video(..) => {
                    let document: Value = serde_json::from_str(&line).unwrap();
                    videos.insert(document["video_id"].as_str().unwrap().to_owned());
                }
                RecordRow::Snapshot(_) => {}
                RecordRow::Mention(mention) => assert!(videos.contains(&mention.video_id), "{line}"),
            }
        }
    }
}

#[test]
fn mentions_have_the_shape_promised() {
    let mentions = documents(Dataset::new(30_000, 7).mentions());
    assert!((1.7..2.1).contains(&mean(&mentions, |mention| items(mention, "components"))));
    assert!((1.1..1.4).contains(&mean(&mentions, |mention| items(mention, "topics"))));
    assert!((110.0..130.0).contains(&mean(&mentions, |mention| mention["context"].as_str().unwrap().len())));
    assert!((0.09..0.11).contains(&share(&mentions, |mention| mention["occurrences"] != 1)));
    assert!((0.07..0.09).contains(&share(&mentions, |mention| !mention["estimated_value_usd"].is_null())));
    for column in ["sentiment", "sentiment_score", "category"] {
        assert!((0.01..0.05).contains(&share(&mentions, |mention| mention[column].is_null())), "{column}");
    }
    let mut brands: HashMap<&str, usize> = HashMap::new();
    for mention in &mentions {
        *brands.entry(mention["brand_name"].as_str().unwrap()).or_default() += 1;
    }
    let mut counts: Vec<usize> = brands.into_values().collect();
    counts.sort_unstable_by(|one, other| other.cmp(one));
    assert!(counts.len() > 1_000, "{} brands", counts.len());
    assert!(counts[0] > 20 * counts[100], "the first brand has {}, the hundredth {}", counts[0], counts[100]);
}

#[test]
fn videos_and_snapshots_have_the_shape_promised() {
    let dataset = Dataset::new(30_000, 7);
    let videos = documents(dataset.videos());
    assert!((3.5..4.1).contains(&mean(&videos, |video| items(video, "tags"))));
    for column in ["channel_uid", "category", "views", "likes", "comments", "duration"] {
        assert!((0.005..0.05).contains(&share(&videos, |video| video[column].is_null())), "{column}");
    }
    let uploaded = |year| share(&videos, |video| video["upload_date"].as_str().unwrap().starts_with(year));
    assert!(uploaded("2023") < uploaded("2024") && uploaded("2024") < uploaded("2025"));
    for snapshot in documents(dataset.snapshots()) {
        for column in ["viewer_age_distribution", "viewer_gender_distribution", "viewer_country_distribution"] {
            let Some(shares) = snapshot[column].as_object() else { continue };
            let sum: f64 = shares.values().map(|share| share.as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{snapshot}");
        }
    }
}
