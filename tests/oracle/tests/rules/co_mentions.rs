use crate::Dataset;
use serde_json::{Value, json};

fn channels() -> Dataset {
    let mut dataset = Dataset::default();
    dataset
        .video("v1", json!({"channel_name": "b", "channel_uid": "ub", "tags": ["x", "y"]}))
        .video("v2", json!({"channel_name": "b", "channel_uid": "ub", "tags": ["x"]}))
        .video("v3", json!({"channel_name": "a", "channel_uid": "ua", "tags": ["y"]}))
        .video("v4", json!({"tags": ["x", "y"]}))
        .mention("m1", "v1", "Aurelia", json!({"occurrences": 9}))
        .mention("m2", "v1", "Aurelia", json!({}))
        .mention("m3", "v2", "Borealis", json!({"topics": ["p", "q"]}))
        .mention("m4", "v3", "Aurelia", json!({}))
        .mention("m5", "v3", "Borealis", json!({}))
        .mention("m6", "v3", "Cinder", json!({}))
        .mention("m7", "v3", "Borealis", json!({"topics": ["p"]}))
        .mention("m8", "v4", "Aurelia", json!({}))
        .mention("m9", "v4", "Borealis", json!({}));
    dataset
}

fn results(request: Value) -> Value {
    channels().answer("co-mentions", request)["results"].clone()
}

#[test]
fn documents_are_counted_and_channels_without_a_name_skipped() {
    let values = json!(["Borealis", "Aurelia"]);
    let expected = json!([
        {"key": "a", "total_mentions": 3, "matched_values": 2},
        {"key": "b", "total_mentions": 3, "matched_values": 2},
    ]);
    assert_eq!(results(json!({"values": values})), expected);
    let by_video = results(json!({"values": values, "group_by": "video_id", "size": 1}));
    assert_eq!(by_video, json!([{"key": "v3", "total_mentions": 3, "matched_values": 2}]));
    let by_uid = results(json!({"values": values, "group_by": "channel_uid"}));
    assert_eq!(by_uid[1], json!({"key": "ub", "total_mentions": 3, "matched_values": 2}));
}

#[test]
fn all_values_are_needed_as_they_are_stored() {
    assert_eq!(results(json!({"values": ["Aurelia", "borealis"]})), json!([]));
    let three = results(json!({"values": ["Aurelia", "Borealis", "Cinder"]}));
    assert_eq!(three, json!([{"key": "a", "total_mentions": 4, "matched_values": 3}]));
}

#[test]
fn one_document_with_both_values_of_a_list_counts_once() {
    let topics = results(json!({"values": ["p", "q"], "field": "topics"}));
    assert_eq!(topics, json!([{"key": "b", "total_mentions": 1, "matched_values": 2}]));
}

#[test]
fn videos_have_tags_together() {
    let request = json!({"index": "siv_info", "field": "tags", "values": ["x", "y"]});
    assert_eq!(results(request), json!([{"key": "b", "total_mentions": 2, "matched_values": 2}]));
    let request = json!({"index": "siv_info", "field": "tags", "values": ["x", "y"], "group_by": "video_id"});
    let videos = json!([
        {"key": "v1", "total_mentions": 1, "matched_values": 2},
        {"key": "v4", "total_mentions": 1, "matched_values": 2},
    ]);
    assert_eq!(results(request), videos);
}
