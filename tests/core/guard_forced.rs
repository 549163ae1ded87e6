//! Forced filters, which requests with a browser token cannot override.

use overheard::guard::problem::{Code, Violation};
use overheard::guard::request::Request;
use overheard::spec::Operation;
use proptest::prelude::*;

const CATEGORIES: [&str; 4] = ["Beauty", "Food", "Games", "Tools"];

/// Returns the filters of a search in their canonical text.
fn canonical(request: &Request) -> String {
    let body: serde_json::Value = serde_json::from_str(&request.serialize()).unwrap();
    body["filters"].to_string()
}

fn search(filters: &str) -> Request {
    let body = format!(r#"{{"index": "siv_info", "filters": {filters}}}"#);
    Request::parse(Operation::Search, body.as_bytes()).unwrap_or_else(|problems| panic!("{body} {problems:?}"))
}

/// Returns true if a record of a category and a day of January 2026 passes filters.
fn passes(filters: &str, category: &str, day: u32) -> bool {
    let filters: serde_json::Value = serde_json::from_str(filters).unwrap();
    let term = |value: &serde_json::Value| match value {
        serde_json::Value::Array(values) => values.iter().any(|value| value == category),
        value => value == category,
    };
    let date = format!("2026-01-{day:02}");
    let dates = |value: &serde_json::Value| {
        let end = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
        end("gte").is_none_or(|gte| gte <= date.as_str()) && end("lte").is_none_or(|lte| date.as_str() <= lte)
    };
    filters.get("category").is_none_or(term) && filters.get("upload_date").is_none_or(dates)
}

fn filters() -> impl Strategy<Value = String> {
    let category = prop::option::of(prop::collection::vec(prop::sample::select(CATEGORIES.to_vec()), 1..4));
    let days = prop::option::of((1..28_u32, 0..10_u32, prop::bool::ANY));
    (category, days).prop_map(|(category, days)| {
        let mut filters = serde_json::Map::new();
        if let Some(category) = category {
            filters.insert("category".into(), serde_json::json!(category));
        }
        if let Some((first, length, open)) = days {
            let (gte, lte) = (format!("2026-01-{first:02}"), format!("2026-01-{:02}", (first + length).min(31)));
            let range =
                if open { serde_json::json!({"lte": lte}) } else { serde_json::json!({"gte": gte, "lte": lte}) };
            filters.insert("upload_date".into(), range);
        }
        serde_json::Value::Object(filters).to_string()
    })
}

proptest! {
    /// Checks that the combined filters pass exactly the records that pass both the requested and the forced filters.
    #[test]
    fn forced_filters_narrow_and_never_widen(asked in filters(), forced in filters()) {
        let narrowed = search(&asked).within(&forced).map(|request| canonical(&request));
        for category in CATEGORIES {
            for day in 1..=31 {
                let both = passes(&asked, category, day) && passes(&forced, category, day);
                let passing = narrowed.as_ref().is_ok_and(|filters| passes(filters, category, day));
                prop_assert_eq!(passing, both, "{} within {}: {:?}", asked, forced, narrowed);
            }
        }
    }
}

#[test]
fn filters_that_cannot_be_combined_are_refused() {
    let code = |result: Result<Request, Violation>| result.unwrap_err().code;
    assert_eq!(code(search(r#"{"category": "Food"}"#).within(r#"{"category": "Beauty"}"#)), Code::InsufficientScope);
    assert_eq!(code(search("{}").within(r#"{"brand_name": "Velunara"}"#)), Code::InsufficientScope);
    let body = br#"{"field": "components", "values": ["a", "b"], "group_by": "video_id"}"#;
    let together = Request::parse(Operation::CoMentions, body).unwrap();
    assert_eq!(code(together.within(r#"{"category": "Beauty"}"#)), Code::InsufficientScope);
}
