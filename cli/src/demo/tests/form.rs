//! Tests that an import accepts every line unchanged.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use overheard::ingest::{Importer, RemovalCounts};
use overheard::spec::Index;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::super::categories::CATEGORIES;
use super::super::write;
use super::{DEMO, INDICES, bytes, get, list, month, text};

#[test]
fn the_bytes_are_the_same_every_time() {
    let again = tempfile::tempdir().unwrap();
    assert_eq!(write(again.path()).unwrap(), DEMO.summary);
    for (index, file) in INDICES.into_iter().zip(&DEMO.files) {
        assert!(bytes(again.path(), index) == *file, "{index} differs");
    }
}

/// Compares the digest of the decompressed text, which does not depend on the compressor's version.
#[test]
fn the_documents_are_the_published_ones() {
    let hashes = DEMO.files.each_ref().map(|file| {
        let hash = Sha256::digest(text(file).as_bytes());
        hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    });
    assert_eq!(
        hashes,
        [
            "d7005007ba6abd4afa8a1c5133b2e881325651049a2d8a24b2a0f74739362ef5",
            "e4d8993980513b9b8bd2575d6602bd8d519818b54cb6bd4e8bb8c561d745b5a0",
            "21e4db6f7c73b1367cef6e1d4f70f06967516cf245b0a07d3ab909f79cbca9a2",
        ]
    );
}

#[test]
fn an_import_takes_every_document_as_it_is() {
    let now = "2026-11-04T00:00:00Z".parse().unwrap();
    let importer = Importer::new(now).unwrap();
    let indices = [Index::BusinessIdeas, Index::ContentCreator, Index::Info];
    for (index, file) in indices.into_iter().zip(&DEMO.files) {
        for line in text(file).lines() {
            let outcome = importer.json(index, line.as_bytes());
            assert_eq!(outcome.dropped, [""; 0], "{line}");
            let accepted = outcome.result.unwrap_or_else(|refused| panic!("{refused:?}: {line}"));
            assert_eq!(accepted.removed, RemovalCounts::default(), "{line}");
        }
    }
}

#[test]
fn the_summary_counts_what_was_written() {
    let demo = &*DEMO;
    let creators: BTreeSet<&str> = demo.snapshots.iter().map(|s| get(s, "channel_uid")).collect();
    assert_eq!(demo.summary.videos, demo.videos.len());
    assert_eq!(demo.summary.mentions, demo.mentions.len());
    assert_eq!(demo.summary.snapshots, demo.snapshots.len());
    assert_eq!(demo.summary.creators, creators.len());
    assert_eq!(demo.summary.videos, 5_000);
    assert_eq!(demo.summary.creators, 1_500);
    assert!((11_500..=12_500).contains(&demo.summary.mentions));
    assert!((3_400..=3_800).contains(&demo.summary.snapshots));
}

#[test]
fn every_column_is_filled_and_no_other() {
    let expected: [(&[Value], &[&str]); 3] = [
        (
            &DEMO.videos,
            &[
                "video_id",
                "title",
                "description",
                "channel_name",
                "channel_uid",
                "platform",
                "category",
                "tags",
                "upload_date",
                "views",
                "likes",
                "comments",
                "duration",
                "language",
                "region",
            ],
        ),
        (
            &DEMO.snapshots,
            &[
                "channel_uid",
                "snapshot_date",
                "channel_name",
                "platform",
                "country",
                "categories",
                "subscriber_count",
                "view_count",
                "engagement_rate_viewers",
                "audience_sentiment",
                "dominant_gender",
                "dominant_age_range",
                "viewer_age_distribution",
                "viewer_gender_distribution",
                "viewer_country_distribution",
                "viewer_sample_size",
            ],
        ),
        (
            &DEMO.mentions,
            &[
                "mention_id",
                "video_id",
                "brand_name",
                "category",
                "components",
                "topics",
                "sentiment",
                "sentiment_score",
                "estimated_value_usd",
                "context",
                "occurrences",
                "channel_name",
                "channel_uid",
                "platform",
                "upload_date",
                "language",
                "region",
                "indexed_at",
            ],
        ),
    ];
    for (documents, columns) in expected {
        let mut filled: BTreeMap<&str, usize> = BTreeMap::new();
        for document in documents {
            for (column, value) in document.as_object().unwrap() {
                assert!(!value.is_null(), "{column} is null: absent is shorter");
                *filled.entry(column).or_default() += 1;
            }
        }
        let columns: BTreeSet<&str> = columns.iter().copied().collect();
        assert_eq!(filled.keys().copied().collect::<BTreeSet<_>>(), columns);
        for (column, count) in filled {
            assert!(count >= 50, "{column} is filled {count} times only");
        }
    }
}

#[test]
fn ids_are_unique_and_well_formed() {
    let unique = |documents: &[Value], fields: &[&str]| {
        let ids: BTreeSet<Vec<&str>> =
            documents.iter().map(|document| fields.iter().map(|field| get(document, field)).collect()).collect();
        assert_eq!(ids.len(), documents.len(), "{fields:?}");
    };
    unique(&DEMO.videos, &["video_id"]);
    unique(&DEMO.mentions, &["mention_id"]);
    unique(&DEMO.snapshots, &["channel_uid", "snapshot_date"]);
    let hex = |text: &str, length| text.len() == length && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
    for video in &DEMO.videos {
        let (prefix, rest) = get(video, "video_id").split_once('_').unwrap();
        let platform = match prefix {
            "yt" => "youtube",
            "tt" => "tiktok",
            "ig" => "instagram",
            _ => panic!("prefix {prefix}"),
        };
        assert_eq!(platform, get(video, "platform"));
        assert!(hex(rest, 10), "{rest}");
    }
    for mention in &DEMO.mentions {
        let rest = get(mention, "mention_id").strip_prefix("m_").unwrap();
        assert!(hex(rest, 12), "{rest}");
    }
    for snapshot in &DEMO.snapshots {
        let rest = get(snapshot, "channel_uid").strip_prefix("inf_").unwrap();
        assert_eq!(rest.len(), 10);
        assert!(rest.chars().all(|c| "0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(c)), "{rest}");
    }
}

#[test]
fn mentions_videos_and_creators_belong_together() {
    let videos: BTreeMap<&str, &Value> = DEMO.videos.iter().map(|video| (get(video, "video_id"), video)).collect();
    for mention in &DEMO.mentions {
        let video = videos[get(mention, "video_id")];
        for field in ["channel_name", "channel_uid", "platform", "upload_date", "language"] {
            assert_eq!(mention[field], video[field], "{field}");
        }
    }
    let mentioned: BTreeSet<&str> = DEMO.mentions.iter().map(|m| get(m, "video_id")).collect();
    assert_eq!(mentioned.len(), videos.len(), "videos without a mention");

    let channel = |document| ["channel_uid", "channel_name", "platform"].map(|field| get(document, field));
    let creators: BTreeSet<[&str; 3]> = DEMO.snapshots.iter().map(channel).collect();
    let names: BTreeSet<&str> = creators.iter().map(|[_, name, _]| *name).collect();
    assert_eq!((creators.len(), names.len()), (1_500, 1_500), "a channel has one name");
    for video in &DEMO.videos {
        assert!(creators.contains(&channel(video)), "{:?}", channel(video));
    }
}

#[test]
fn dates_lie_in_the_thirty_months() {
    let date = |text: &str| text.parse::<NaiveDate>().unwrap();
    let covered = date("2024-05-01")..=date("2026-10-31");
    let months: BTreeSet<&str> = DEMO.videos.iter().map(month).collect();
    assert_eq!(months.len(), 30);
    for video in &DEMO.videos {
        assert!(covered.contains(&date(get(video, "upload_date"))));
    }
    for snapshot in &DEMO.snapshots {
        assert!(covered.contains(&date(get(snapshot, "snapshot_date"))));
    }
    for mention in &DEMO.mentions {
        let indexed = chrono::DateTime::parse_from_rfc3339(get(mention, "indexed_at")).unwrap();
        let delay = indexed.date_naive() - date(get(mention, "upload_date"));
        assert!((1..=3).contains(&delay.num_days()));
    }
}

#[test]
fn numbers_stay_in_range() {
    let within = |document: &Value, field: &str, low: f64, high: f64| {
        if let Some(number) = document.get(field) {
            let number = number.as_f64().unwrap();
            assert!((low..=high).contains(&number), "{field} {number}");
        }
    };
    for video in &DEMO.videos {
        for field in ["views", "likes", "comments", "duration"] {
            within(video, field, 0.0, 1e9);
        }
        let views = video["views"].as_i64().unwrap_or(i64::MAX);
        assert!(video["likes"].as_i64().unwrap_or(0) <= views);
    }
    for mention in &DEMO.mentions {
        within(mention, "sentiment_score", -1.0, 1.0);
        within(mention, "estimated_value_usd", 0.01, 1e6);
        within(mention, "occurrences", 1.0, 9.0);
        if let (Some(label), Some(score)) = (mention["sentiment"].as_str(), mention["sentiment_score"].as_f64()) {
            let expected = match score {
                0.25.. => "positive",
                ..=-0.25 => "negative",
                _ => "neutral",
            };
            assert_eq!(label, expected, "{score}");
        }
    }
    for snapshot in &DEMO.snapshots {
        within(snapshot, "engagement_rate_viewers", 0.0001, 1.0);
        within(snapshot, "audience_sentiment", -1.0, 1.0);
        within(snapshot, "subscriber_count", 1.0, 1e9);
        within(snapshot, "viewer_sample_size", 20.0, 1e5);
    }
}

#[test]
fn distributions_sum_to_one() {
    let mut small_samples = 0;
    for snapshot in &DEMO.snapshots {
        for (field, most) in
            [("viewer_age_distribution", 7), ("viewer_gender_distribution", 3), ("viewer_country_distribution", 11)]
        {
            let Some(distribution) = snapshot.get(field) else { continue };
            let shares = distribution.as_object().unwrap();
            assert!(shares.len() <= most, "{field}");
            let units = shares.values().map(|share| share.as_f64().unwrap() * 10_000.0);
            assert!(units.clone().all(|unit| unit > 0.0 && (unit - unit.round()).abs() < 1e-6));
            assert!((units.sum::<f64>() - 10_000.0).abs() < 1e-6, "{distribution}");
        }
        small_samples += usize::from(snapshot["viewer_sample_size"].as_u64().unwrap_or(100) < 100);
    }
    assert!(small_samples >= 50, "{small_samples}");
}

#[test]
fn texts_identify_nobody_and_quote_nothing() {
    let mut texts: Vec<&str> = Vec::new();
    for video in &DEMO.videos {
        texts.extend(["title", "description", "channel_name"].map(|field| get(video, field)));
        texts.extend(list(video, "tags"));
    }
    for mention in &DEMO.mentions {
        texts.push(get(mention, "context"));
        texts.extend(list(mention, "topics"));
        texts.extend(list(mention, "components"));
    }
    for text in texts {
        let lower = text.to_lowercase();
        for sign in ["@", "://", "www.", ".com", ".net", ".org", "#", "{", "}", "\"", "“", "«"] {
            assert!(!lower.contains(sign), "{sign} in {text}");
        }
        let digits = text.chars().filter(char::is_ascii_digit).count();
        assert!(digits <= 6, "could be a telephone number: {text}");
        assert!(text.chars().count() <= 200, "{text}");
    }
}

#[test]
fn contexts_are_of_readable_length() {
    let contexts = DEMO.mentions.iter().filter_map(|mention| mention["context"].as_str());
    for context in contexts {
        assert!((60..=200).contains(&context.chars().count()), "{context}");
        assert!(context.ends_with('.'), "{context}");
    }
}

#[test]
fn the_market_is_consistent() {
    assert_eq!(CATEGORIES.iter().map(|category| category.share).sum::<u64>(), 1_000);
    let mut starts = BTreeSet::new();
    for category in CATEGORIES {
        assert_eq!(category.ages.iter().sum::<i64>(), 1_000, "{}", category.name);
        for start in category.channels {
            assert!(starts.insert(start), "{start} would name two channels");
        }
        let mut components: BTreeSet<&str> = BTreeSet::new();
        for product in category.brands.iter().flat_map(|brand| brand.products) {
            components.extend(product.components);
            let topics: Vec<_> = product.topics.iter().chain(category.topics).collect();
            let names: BTreeSet<_> = topics.iter().map(|(name, _)| name).collect();
            assert_eq!(names.len(), topics.len(), "a topic twice: {topics:?}");
        }
        assert!((5..=12).contains(&components.len()), "{}", category.name);
    }
}
