//! Tests of mentions: their videos, and the terms that they add.

use crate::support::*;
use overheard::guard::problem::Code;
use overheard::ingest::{Claims, Mention, MentionOutcome, RecordRow, ServedVideos, VideoFacts, Videos};
use serde_json::{Value, json};

fn mention(members: Value) -> Mention {
    match accepted(BusinessIdeas, members).prepared {
        RecordRow::Mention(mention) => mention,
        other => panic!("{other:?}"),
    }
}

fn videos() -> Videos {
    let mut videos = Videos::default();
    videos.insert(&VideoFacts {
        video_id: "v1".into(),
        upload_date: "2026-01-31".into(),
        platform: "youtube".into(),
        channel_name: Some("n".into()),
        channel_uid: None,
    });
    videos
}

fn differences(members: Value) -> Option<Vec<&'static str>> {
    let mention = mention(members);
    videos().differences(&mention.video_id, &mention.claims)
}

#[test]
fn a_mention_of_an_unknown_video_is_noticed() {
    assert_eq!(differences(json!({"video_id": "v2"})), None);
    assert_eq!(differences(json!({})), Some(vec![]));
}

#[test]
fn what_a_mention_says_of_its_video_is_compared() {
    let same = json!({"upload_date": "2026-01-31", "platform": "youtube", "channel_name": "n"});
    assert_eq!(differences(same), Some(vec![]));
    let other = json!({"upload_date": "2026-02-01", "platform": "vimeo", "channel_name": "N", "channel_uid": "c"});
    assert_eq!(differences(other), Some(vec!["upload_date", "platform", "channel_name", "channel_uid"]));
    assert_eq!(differences(json!({"channel_uid": 5, "upload_date": null})), Some(vec!["channel_uid"]));
    // An equal value in another form is not a mismatch.
    assert_eq!(differences(json!({"upload_date": "31.01.2026", "platform": "YouTube"})), Some(vec![]));
}

#[test]
fn what_a_mention_says_of_its_video_is_never_stored() {
    let claims = json!({"upload_date": "2026-02-01", "platform": "vimeo", "channel_name": "N", "channel_uid": "c"});
    assert_eq!(mention(claims).row, mention(json!({})).row);
}

#[test]
fn a_video_that_comes_again_replaces_what_was_known() {
    let mut videos = videos();
    let claims = Claims { upload_date: Some("2026-01-31".into()), ..Claims::default() };
    assert_eq!(videos.differences("v1", &claims), Some(vec![]));
    videos.insert(&VideoFacts {
        video_id: "v1".into(),
        upload_date: "2026-02-01".into(),
        platform: "youtube".into(),
        channel_name: None,
        channel_uid: None,
    });
    assert_eq!(videos.differences("v1", &claims), Some(vec!["upload_date"]));
}

#[test]
fn a_mention_without_a_video_is_refused_unless_it_could_not_be_looked_for() {
    let claims = Claims { platform: Some("tiktok".into()), ..Claims::default() };
    assert_eq!(videos().decide("v1", &claims, ServedVideos::NotChecked), MentionOutcome::Accepted(vec!["platform"]));
    assert_eq!(videos().decide("v2", &claims, ServedVideos::NotChecked), MentionOutcome::NotChecked);
    let MentionOutcome::Refused(refused) = videos().decide("v2", &claims, ServedVideos::Known) else {
        panic!("accepted");
    };
    assert_eq!((refused.column, refused.code), (Some("video_id"), Code::ValueNotAllowed));
    assert_eq!(refused.message, "video_id 'v2' is no known video. Import its document of siv_info as well.");
}
