//! Tests that exports of mentions equal the pages of the list.

use crate::demo::demo;
use overheard::spec::AccountOperation;
use overheard::spec::request::account::choice::ReportFormat;
use serde_json::{Value, json};

#[test]
fn an_export_has_every_mention_of_the_list_once() {
    let service = &demo().service;
    let window = service.last_days(400);
    let request = service.request("mentions_export", window, &[], json!({"platform": ["youtube", "tiktok"]}));
    // With this page size the export has several pages.
    let bytes = service.export(&request, ReportFormat::Csv, 150);
    let mut listed: Vec<Value> = Vec::new();
    let mut cursor = String::new();
    loop {
        let (from, to) = (window.from, window.to);
        let query = format!("from={from}&to={to}&platform=youtube,tiktok&order=asc&limit=100{cursor}");
        let answer = service.query(AccountOperation::Mentions, &query);
        listed.extend(answer["data"].as_array().unwrap().iter().cloned());
        let Some(next) = answer["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let stats = service.query(
        AccountOperation::MentionStats,
        &format!("from={}&to={}&platform=youtube,tiktok", window.from, window.to),
    );
    assert_eq!(stats["totals"]["mentions"], listed.len());
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(&header[..3], ["id", "brand_id", "brand"]);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), listed.len());
    assert!(records.len() > 450, "{}", records.len());
    for (record, mention) in records.iter().zip(&listed) {
        let cell = |name: &str| record.get(header.iter().position(|column| column == name).unwrap()).unwrap();
        assert_eq!(cell("id"), mention["id"]);
        assert_eq!(cell("context"), mention["context"].as_str().unwrap_or_default());
        let topics: Vec<&str> = mention["topics"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(cell("topics"), topics.join("; "));
        let score = &mention["sentiment"]["score"];
        assert_eq!(cell("sentiment_score"), if score.is_null() { String::new() } else { score.to_string() });
        assert_eq!(cell("channel"), mention["channel"]["name"].as_str().unwrap_or_default());
    }
}
