//! Tests that NDJSON and CSV files with the same records give the same rows.

use crate::support::*;
use overheard::guard::problem::Code;
use serde_json::json;

#[test]
fn a_csv_record_gives_the_same_row_as_its_json() {
    let video = json!({
        "video_id": "v9", "title": "A, \"b\" and\nc", "description": "d", "channel_name": "n", "channel_uid": "tiktok:n",
        "platform": "tiktok", "category": "Beauty", "tags": ["one", "two words"], "upload_date": "2026-01-31",
        "views": 12, "likes": 3, "duration": 61, "language": "en", "region": "US",
    });
    let header = [
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
    ];
    let cells = [
        "v9",
        "A, \"b\" and\nc",
        "d",
        "n",
        "tiktok:n",
        "tiktok",
        "Beauty",
        "one|two words",
        "2026-01-31",
        "12",
        "3.0",
        "",
        "61",
        "en",
        "US",
    ];
    let read = csv(Info, &header, &cells).result.unwrap();
    assert_eq!(row(&read), row(&accepted(Info, video)));

    let creator = json!({
        "engagement_rate_viewers": 0.0742, "audience_sentiment": -0.25, "categories": ["Beauty"],
        "viewer_country_distribution": {"ES": 0.6, "MX": 0.4}, "viewer_sample_size": 100,
    });
    let header = [
        "creator_id",
        "platform",
        "snapshot_date",
        "engagement_rate_viewers",
        "audience_sentiment",
        "categories",
        "viewer_country_distribution",
        "viewer_sample_size",
    ];
    let cells = ["c1", "tiktok", "2026-01-31", "7.42e-2", " -0.25 ", "Beauty", r#"{"MX":0.4,"ES":0.6}"#, "100"];
    let read = csv(ContentCreator, &header, &cells).result.unwrap();
    assert_eq!(row(&read), row(&accepted(ContentCreator, creator)));

    let mention =
        json!({"components": ["a", "b"], "sentiment_score": 0.5, "estimated_value_usd": 19.99, "occurrences": 2});
    let header = [
        "mention_id",
        "video_id",
        "brand_name",
        "components",
        "topics",
        "sentiment_score",
        "estimated_value_usd",
        "occurrences",
    ];
    let read =
        csv(BusinessIdeas, &header, &["m1", "v1", "Aurelia", "a|b|a||", "", "0.5", "19.99", "2"]).result.unwrap();
    assert_eq!(row(&read), row(&accepted(BusinessIdeas, mention)));
}

#[test]
fn numbers_lists_and_shares_are_read_from_text_in_json_as_in_csv() {
    assert_eq!(value(Info, json!({"views": "12", "tags": "a|b"}), "views"), json!(12));
    assert_eq!(value(Info, json!({"views": "12", "tags": "a|b"}), "tags"), json!(["a", "b"]));
    let shares = "viewer_gender_distribution";
    for text in [r#"{"female": 0.6, "male": 0.4}"#, "{'female': 0.6, 'male': 0.4}"] {
        assert_eq!(value(ContentCreator, json!({shares: text}), shares), json!({"female": 0.6, "male": 0.4}), "{text}");
    }
    for none in ["nan", "None", ""] {
        assert_eq!(value(ContentCreator, json!({shares: none}), shares), json!(null), "{none}");
    }
    let header = ["video_id", "platform", "upload_date", "views"];
    let read = csv(Info, &header, &["v1", "youtube", "2026-01-31", "12"]).result.unwrap();
    assert_eq!(columns(row(&read))["views"], json!(12));
}

#[test]
fn a_cell_that_is_not_of_its_columns_kind_is_refused_by_name() {
    let header = ["video_id", "platform", "upload_date", "views"];
    let refused = csv(Info, &header, &["v1", "youtube", "2026-01-31", "many"]).result.unwrap_err();
    assert_eq!(refused.message, "views must be a whole number. Got 'many'.");
    let header = ["channel_uid", "platform", "snapshot_date", "viewer_gender_distribution"];
    let refused = csv(ContentCreator, &header, &["c1", "tiktok", "2026-01-31", "female"]).result.unwrap_err();
    assert_eq!((refused.column, refused.code), (Some("viewer_gender_distribution"), Code::InvalidType));
}

#[test]
fn a_record_of_another_length_than_its_header_is_refused() {
    let refused = csv(Info, &["video_id", "platform", "upload_date"], &["v1", "youtube"]).result.unwrap_err();
    assert_eq!(refused.message, "the record has 2 cells, its header 3. Is a quotation mark missing?");
}

#[test]
fn a_time_of_import_in_place_of_a_missing_one_is_no_content() {
    let hash = |now: &str| {
        let importer = overheard::ingest::Importer::new(now.parse().unwrap()).unwrap();
        let document = smallest(BusinessIdeas).to_string();
        let row = columns(row(&importer.json(BusinessIdeas, document.as_bytes()).result.unwrap()));
        (row["indexed_at"].clone(), row["hash"].clone())
    };
    let (first, second) = (hash("2026-01-01T00:00:00Z"), hash("2026-01-02T00:00:00Z"));
    assert_ne!(first.0, second.0);
    assert_eq!(first.1, second.1);
}

#[test]
fn every_stored_value_changes_the_hash() {
    let hash = |document| value(Info, document, "hash");
    let documents = [
        json!({}),
        json!({"title": "a"}),
        json!({"title": "b"}),
        json!({"description": "a"}),
        json!({"views": 1}),
        json!({"views": 0}),
        json!({"likes": 1}),
        json!({"tags": ["a"]}),
        json!({"tags": ["a", "b"]}),
        json!({"category": "a"}),
        json!({"language": "a"}),
        json!({"region": "a"}),
    ];
    let hashes: std::collections::BTreeSet<String> =
        documents.iter().map(|document| hash(document.clone()).to_string()).collect();
    assert_eq!(hashes.len(), documents.len());
    assert!(hashes.iter().all(|hash| hash.parse::<u64>().unwrap() < 1 << 48));
}
