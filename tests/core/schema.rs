//! Compares the schema document with the guardrails.

use crate::corpus::body;
use overheard::service::account::{Api, default_limits};
use overheard::service::envelope::Form;
use overheard::service::schema::json_schema::account_body_schema;
use overheard::service::schema::{KeySettings, schema};
use overheard::spec::{AccountOperation, Index, Operation};
use serde_json::{Value, json};

fn document() -> Value {
    let rate = default_limits(Api::Data, "professional").unwrap();
    schema(Some("ds_00000000"), &KeySettings { form: Form::Flat, search_size: 50, rate })
}

fn validator(operation: &str) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(&document()["json_schemas"][operation])
        .unwrap_or_else(|error| panic!("{operation}: {error}"))
}

/// Returns the corpus of an operation.
fn cases(operation: &str) -> Vec<Value> {
    let path = format!("{}/tests/corpus/{operation}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns true if a value contains null. Outside of filters null means an absent member; JSON Schema has no such rule.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

/// Returns true if a message is about a character that the pattern of names leaves to the guardrails: a joiner, or a
/// character beyond the basic plane.
fn is_beyond_pattern(message: &str) -> bool {
    let character = message.rsplit_once("characters. Got U+").map(|(_, digits)| digits.trim_end_matches('.'));
    character.is_some_and(|digits| digits.len() > 4 || ["200C", "200D"].contains(&digits))
}

/// Returns true if JSON Schema can express the reason for a refusal. It cannot express the text of a query, joiners in
/// a name, real dates and relations between members.
fn can_tell(refused: &Value) -> bool {
    let code = &refused["code"];
    !is_beyond_pattern(refused["message"].as_str().unwrap_or(""))
        && ["unknown_field", "missing_field", "value_not_allowed", "field_not_allowed"]
            .contains(&code.as_str().unwrap_or(""))
}

#[test]
fn the_request_schemas_agree_with_the_corpus() {
    let mut nulls = 0;
    for operation in ["aggregate", "search", "creators", "co-mentions", "sector"] {
        let validator = validator(operation);
        for case in cases(operation) {
            let Ok(request) = serde_json::from_slice::<Value>(&body(&case)) else { continue };
            if has_null(&request["filters"]) && request["filters"].is_object() {
                assert!(!validator.is_valid(&request), "{operation} {} passes its schema", case["name"]);
                nulls += 1;
            }
            if has_null(&request) {
                continue;
            }
            let errors: Vec<String> = validator.iter_errors(&request).map(|error| error.to_string()).collect();
            if case.get("accept").is_some() {
                assert!(errors.is_empty(), "{operation} {}: {errors:?}", case["name"]);
            } else if case["refuse"].as_array().unwrap().iter().all(can_tell) {
                // A repeated member is lost once the body is a JSON value.
                assert!(!errors.is_empty(), "{operation} {} passes its schema", case["name"]);
            }
        }
    }
    assert!(nulls >= 10, "{nulls} cases have a null inside their filters");
}

/// Refused reports that the schema does not express.
const NOT_IN_SCHEMA: [&str; 2] = ["rejects_words_without_letters", "rejects_all_rows_with_a_limit"];

#[test]
fn the_schema_of_reports_agrees_with_the_corpus() {
    let schema = account_body_schema(AccountOperation::CreateReport).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    for case in cases("reports") {
        let Ok(request) = serde_json::from_slice::<Value>(&body(&case)) else { continue };
        let errors: Vec<String> = validator.iter_errors(&request).map(|error| error.to_string()).collect();
        if case.get("accept").is_some() && !has_null(&request) {
            assert!(errors.is_empty(), "{}: {errors:?}", case["name"]);
        } else if let Some(refused) = case["refuse"].as_array()
            && refused.iter().any(|refused| can_tell(refused) || refused["code"] == "limit_violation")
            && !NOT_IN_SCHEMA.iter().any(|name| case["name"] == *name)
        {
            assert!(!errors.is_empty(), "{} passes its schema", case["name"]);
        }
    }
}

#[test]
fn the_schema_of_webhooks_agrees_with_the_corpus() {
    let schema = account_body_schema(AccountOperation::CreateWebhook).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    for case in cases("webhooks") {
        let Ok(request) = serde_json::from_slice::<Value>(&body(&case)) else { continue };
        let errors: Vec<String> = validator.iter_errors(&request).map(|error| error.to_string()).collect();
        if case.get("accept").is_some() && !has_null(&request) {
            assert!(errors.is_empty(), "{}: {errors:?}", case["name"]);
        } else if let Some(refused) = case["refuse"].as_array()
            && refused.iter().any(|refused| can_tell(refused) || refused["code"] == "limit_violation")
        {
            assert!(!errors.is_empty(), "{} passes its schema", case["name"]);
        }
    }
}

#[test]
fn bodies_have_schemas_where_there_are_bodies() {
    let with_bodies = AccountOperation::ALL.into_iter().filter(|operation| account_body_schema(*operation).is_some());
    assert_eq!(with_bodies.collect::<Vec<_>>(), [AccountOperation::CreateReport, AccountOperation::CreateWebhook]);
}

#[test]
fn the_schema_has_the_documented_members() {
    let document = document();
    let names: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "schema_version",
            "dataset_version",
            "operations",
            "indices",
            "metric_types",
            "filter_kinds",
            "sentiment_thresholds",
            "json_schemas",
            "limits",
            "variants"
        ]
    );
    assert_eq!(document["operations"].as_array().unwrap().len(), Operation::ALL.len());
    assert_eq!(document["indices"].as_array().unwrap().len(), Index::ALL.len());
}

#[test]
fn fields_say_what_they_may_be_used_for() {
    let document = document();
    let ideas = &document["indices"][0];
    let field = |name: &str| ideas["fields"].as_array().unwrap().iter().find(|field| field["name"] == name).unwrap();
    assert_eq!(
        *field("platform"),
        json!({"name": "platform", "type": "string", "multi": false, "filter": "term", "group_by": true,
               "metric": false, "sort": false, "values": ["youtube", "tiktok", "instagram"]})
    );
    assert_eq!(
        *field("sentiment_score"),
        json!({"name": "sentiment_score", "type": "number", "multi": false, "filter": null, "group_by": false,
               "metric": true, "sort": true, "min": -1, "max": 1})
    );
    assert_eq!(
        *field("upload_date"),
        json!({"name": "upload_date", "type": "date", "multi": false, "filter": "date_range", "group_by": false,
               "metric": false, "sort": true})
    );
    assert_eq!(field("channel_uid")["extra"], true);
    assert_eq!(ideas["full_text"], true);
    assert_eq!(document["indices"][1]["full_text"], false);
}
