//! The envelopes of answers and of the schema document.

use overheard::guard::request::Request;
use overheard::query::answer::{Answer, Outcome};
use overheard::service::envelope::{Form, Meta, encode};
use overheard::service::meter::PlanLimits;
use overheard::service::schema::{KeySettings, SchemaDocument, schema};
use overheard::spec::Operation;
use overheard::spec::answer::Basis;
use overheard::spec::answer::aggregate::{AggregateAnswer, Bucket};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Returns the data of either envelope.
fn data(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap();
    let wrapped = value.pointer_mut("/result/0/data").map(Value::take);
    wrapped.unwrap_or(value)
}

fn question() -> (Request, Box<RawValue>) {
    let body = br#"{"index":"siv_business_ideas","group_by":"brand_name"}"#;
    let bucket = Bucket { key: "Aurelia".into(), count: 4, creators: None, metric: None, metric_type: None };
    let answer = AggregateAnswer { matched_documents: 5, matched_creators: None, buckets: vec![bucket] };
    let outcome = Outcome::new(Answer::Aggregate(answer)).serialize().unwrap();
    (Request::parse(Operation::Aggregate, body).unwrap(), outcome.answer)
}

#[test]
fn flat_answers_have_exactly_the_documented_members() {
    let (request, answer) = question();
    let text = encode(&request, &answer, Form::Flat, None).unwrap();
    assert_eq!(text, r#"{"matched_documents":5,"buckets":[{"key":"Aurelia","count":4}]}"#);
}

#[test]
fn wrapped_answers_repeat_index_and_group() {
    let (request, answer) = question();
    let text = encode(&request, &answer, Form::Wrapped, None).unwrap();
    let data = r#"{"index":"siv_business_ideas","group_by":"brand_name","matched_documents":5,"buckets":[{"key":"Aurelia","count":4}]}"#;
    assert_eq!(text, format!(r#"{{"status":"ok","result":[{{"data":{data}}}]}}"#));
}

#[test]
fn both_forms_hold_the_same_members() {
    let (request, answer) = question();
    let read = |form| data(&encode(&request, &answer, form, None).unwrap());
    let (flat, wrapped) = (read(Form::Flat), read(Form::Wrapped));
    assert_eq!(flat.to_string(), answer.get());
    for (name, value) in flat.as_object().unwrap() {
        assert_eq!(&wrapped[name], value, "{name}");
    }
}

#[test]
fn members_on_request_come_last() {
    let (request, answer) = question();
    let meta = Meta {
        request_id: "req_1".into(),
        dataset_version: Some("ds_1".into()),
        cost: 10,
        size_applied: None,
        cache: "hit",
        rows_read: 0,
        took_ms: 1,
        ranking: None,
        hints: vec!["a \"hint\"".into()],
        warnings: vec![],
        basis: Basis::default(),
    };
    let text = encode(&request, &answer, Form::Flat, Some(&meta)).unwrap();
    let written = r#""_meta":{"request_id":"req_1","dataset_version":"ds_1","cost":10,"size_applied":null,"cache":"hit","rows_read":0,"took_ms":1,"hints":["a \"hint\""],"warnings":[]}"#;
    assert_eq!(text, format!(r#"{{"matched_documents":5,"buckets":[{{"key":"Aurelia","count":4}}],{written}}}"#));
    let wrapped = encode(&request, &answer, Form::Wrapped, Some(&meta)).unwrap();
    assert!(wrapped.ends_with(&format!(r#"],{written}}}}}]}}"#)), "{wrapped}");
}

#[test]
fn accept_chooses_the_form_or_nothing() {
    let accepted = |accept| Form::negotiate(accept, Form::Flat).map(|accepted| accepted.form);
    assert_eq!(accepted(None), Some(Form::Flat));
    assert_eq!(accepted(Some("*/*")), Some(Form::Flat));
    assert_eq!(accepted(Some("text/html, application/json;q=0.9")), Some(Form::Flat));
    assert_eq!(accepted(Some(r#"application/json;profile="wrapped""#)), Some(Form::Wrapped));
    assert_eq!(accepted(Some("application/json;profile=flat")), Some(Form::Flat));
    assert_eq!(accepted(Some("text/html")), None);
    assert_eq!(accepted(Some("application/json;profile=\"other\"")), None);
    assert_eq!(accepted(Some("application/json;q=0")), None);
}

#[test]
fn weights_choose_between_the_forms() {
    let accepted = |accept: &str| Form::negotiate(Some(accept), Form::Flat).map(|accepted| accepted.form);
    let both =
        |flat, wrapped| format!("application/json;profile=flat;q={flat}, application/json;profile=wrapped;q={wrapped}");
    assert_eq!(accepted(&both("0.1", "0.2")), Some(Form::Wrapped));
    assert_eq!(accepted(&both("0.2", "0.1")), Some(Form::Flat));
    assert_eq!(accepted(&both("0", "0.001")), Some(Form::Wrapped));
    assert_eq!(accepted(&both("0", "0.0")), None);
    // A weight for all JSON does not apply to an envelope with a weight of its own.
    assert_eq!(accepted("application/json;profile=flat;q=0, */*"), Some(Form::Wrapped));
    assert_eq!(accepted("application/json;profile=flat;q=0.5, application/json"), Some(Form::Wrapped));
    assert_eq!(accepted("application/json;q=0, */*"), None);
    assert_eq!(accepted("application/*;q=0, application/json"), Some(Form::Flat));
    // A named envelope precedes one that only matches a wildcard. Otherwise the first one counts, then the
    // deployment's.
    assert_eq!(accepted("*/*, application/json;profile=wrapped"), Some(Form::Wrapped));
    assert_eq!(accepted(&both("1", "1")), Some(Form::Flat));
    assert_eq!(accepted("application/json;profile=wrapped, application/json;profile=flat"), Some(Form::Wrapped));
    let of_wrapping = Form::negotiate(Some("application/json, text/html"), Form::Wrapped);
    assert_eq!(of_wrapping.map(|accepted| accepted.form), Some(Form::Wrapped));
    // An invalid weight is ignored.
    assert_eq!(accepted("application/json;q=much"), Some(Form::Flat));
    assert_eq!(accepted(r#"application/json;profile="other", application/json;q=0.1"#), Some(Form::Flat));
    assert!(Form::Flat.is_accepted(Some("application/json;profile=wrapped, */*;q=0.1")));
    assert!(!Form::Flat.is_accepted(Some("application/json;profile=wrapped")));
    assert!(Form::Flat.is_accepted(Some("")) && Form::Flat.is_accepted(None));
}

#[test]
fn the_content_type_names_the_wrapped_form_where_accept_does() {
    const NAMED: &str = "application/json;profile=\"wrapped\"";
    let content_type = |accept, default| Form::negotiate(accept, default).map(|accepted| accepted.content_type());
    for default in [Form::Flat, Form::Wrapped] {
        assert_eq!(content_type(Some(NAMED), default), Some(NAMED));
        assert_eq!(content_type(Some("application/json;profile=flat"), default), Some("application/json"));
        assert_eq!(content_type(None, default), Some("application/json"));
        assert_eq!(content_type(Some("*/*"), default), Some("application/json"));
        assert_eq!(content_type(Some("application/json"), default), Some("application/json"));
        // The flat envelope is excluded, but the other one is not named.
        assert_eq!(content_type(Some("application/json;profile=flat;q=0, */*"), default), Some("application/json"));
        assert_eq!(content_type(Some("text/html, application/json;profile=wrapped;q=0.5"), default), Some(NAMED));
    }
}

const RATE: PlanLimits = PlanLimits { per_minute: Some(30), per_day: None, per_month: Some(1_000) };

#[test]
fn the_text_is_that_of_the_description() {
    for (form, version) in [(Form::Flat, None), (Form::Wrapped, Some("ds_00000000"))] {
        let document = SchemaDocument::new(version.map(str::to_owned), form).unwrap();
        assert!(document.matches(version, form) && !document.matches(Some("ds_1"), form));
        for search_size in [10, 50] {
            let key = KeySettings { form: Form::Flat, search_size, rate: RATE };
            let (text, hash) = document.write(&key, None).unwrap();
            assert_eq!(data(&text), schema(version, &key));
            assert_eq!(hash, <[u8; 32]>::from(Sha256::digest(&text)));
        }
    }
}

#[test]
fn members_on_request_come_last_in_the_schema() {
    let meta = Meta {
        request_id: "req_1".into(),
        dataset_version: None,
        cost: 0,
        size_applied: None,
        cache: "hit",
        rows_read: 0,
        took_ms: 1,
        ranking: None,
        hints: vec![],
        warnings: vec![],
        basis: Basis::default(),
    };
    let key = KeySettings { form: Form::Flat, search_size: 10, rate: RATE };
    for form in [Form::Flat, Form::Wrapped] {
        let (text, _) = SchemaDocument::new(None, form).unwrap().write(&key, Some(&meta)).unwrap();
        let described = data(&text);
        assert_eq!(described.as_object().unwrap().keys().next_back().map(String::as_str), Some("_meta"));
        assert_eq!(described["_meta"]["dataset_version"], Value::Null);
    }
}
