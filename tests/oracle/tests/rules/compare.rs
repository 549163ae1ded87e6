use crate::Dataset;
use overheard_oracle::{ExpectedAnswer, compare};
use serde_json::{Value, json};

fn videos() -> ExpectedAnswer {
    let mut dataset = Dataset::default();
    // The first two are equally relevant, the third is less relevant.
    for (id, title) in [("v1", "dry skin"), ("v2", "dry skin"), ("v3", "dry skin today"), ("v4", "x"), ("v5", "y")] {
        dataset.video(id, json!({"title": title}));
    }
    dataset.oracle().expect("search", &request(), "raw")
}

fn request() -> Value {
    json!({"index": "siv_info", "q": "dry", "size": 3})
}

fn with_results(order: &[usize]) -> Result<(), String> {
    let expected = videos();
    let mut actual = expected.answer.clone();
    actual["results"] = order.iter().map(|position| expected.answer["results"][*position].clone()).collect();
    compare("search", &request(), &expected, &actual)
}

#[test]
fn only_equally_relevant_documents_may_change_places() {
    assert_eq!(with_results(&[0, 1, 2]), Ok(()));
    assert_eq!(with_results(&[1, 0, 2]), Ok(()));
    assert!(with_results(&[0, 2, 1]).is_err());
    assert!(with_results(&[0, 0, 2]).is_err());
    assert!(with_results(&[0, 1]).is_err());
}

#[test]
fn a_document_just_outside_may_take_the_place_of_its_equal() {
    let mut dataset = Dataset::default();
    for id in ["v1", "v2"] {
        dataset.video(id, json!({"title": "dry skin"}));
    }
    let request = json!({"index": "siv_info", "q": "dry", "size": 1});
    let expected = dataset.oracle().expect("search", &request, "raw");
    let mut actual = expected.answer.clone();
    actual["results"][0]["video_id"] = json!("v2");
    assert_eq!(compare("search", &request, &expected, &actual), Ok(()));
    actual["results"][0]["video_id"] = json!("v3");
    assert!(compare("search", &request, &expected, &actual).is_err());
}

#[test]
fn other_values_are_compared_exactly_except_for_the_notation_of_numbers() {
    let expected = ExpectedAnswer { answer: json!({"a": 20.0, "b": [1, {"c": null}]}), ranking: None };
    let same = |actual: Value| compare("aggregate", &json!({}), &expected, &actual);
    assert_eq!(same(json!({"b": [1.0, {"c": null}], "a": 20})), Ok(()));
    for (wrong, path) in [
        (json!({"a": 20.000001, "b": [1, {"c": null}]}), "/a is"),
        (json!({"a": 20, "b": [1]}), "/b has 1 items"),
        (json!({"a": 20, "b": [1, {}]}), "/b/1/c is missing"),
        (json!({"a": 20, "b": [1, {"c": null, "d": 1}]}), "/b/1/d should not"),
        (json!({"a": "20", "b": [1, {"c": null}]}), "/a is"),
    ] {
        let difference = same(wrong).unwrap_err();
        assert!(difference.contains(path), "{difference}");
    }
}
