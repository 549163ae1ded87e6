//! Keys: created, rotated, revoked.

use super::support::{ACCOUNT, NOON, Object, key, key_of, refusal_of, rotation, text};
use overheard::service::account::OPERATOR_ACCOUNT;
use overheard::service::account::records::{KeyLimit, RecordKind, RecordsAnswer, RecordsRefusal, RecordsRequest};
use overheard::service::credential::{KeyRecord, KeyStatus};

const HOUR: i64 = 3_600_000;

fn expiring(id: &str, at_ms: i64) -> RecordsRequest {
    RecordsRequest::CreateKey {
        key: KeyRecord { expires_at: Some(text(at_ms)), ..key(id) },
        limit: None,
        not_after: i64::MAX,
    }
}

fn limited(id: &str, max: u32, listed: &[&str]) -> RecordsRequest {
    let limit = Some(KeyLimit { max, listed: listed.iter().map(|id| (*id).to_owned()).collect() });
    RecordsRequest::CreateKey { key: key(id), limit, not_after: i64::MAX }
}

#[test]
fn no_more_keys_are_made_than_there_is_room_for() {
    let mut object = Object::with_account();
    object.create("tok_1");
    object.ask(expiring("tok_2", NOON + HOUR));
    object.create("tok_3");
    object.revoke("tok_3");
    let full = RecordsRefusal::KeyLimitReached { max: 3 };
    // Two keys are valid. A pending offer takes the last place, and frees it if it is withdrawn.
    let offer = object.offer(limited("tok_4", 3, &[]));
    assert_eq!(refusal_of(object.ask(limited("tok_5", 3, &[]))), full);
    object.withdraw(&offer);
    let offer = object.offer(limited("tok_5", 3, &[]));
    assert_eq!(key_of(object.accept(&offer)).id, "tok_5");
    assert_eq!(key_of(object.ask(limited("tok_5", 3, &[]))).id, "tok_5", "sent again, it was made");
    assert_eq!(refusal_of(object.ask(limited("tok_6", 3, &[]))), full);
    // A key can replace another one, but cannot be added.
    let rotation = |fresh: &str, hours: u32| match rotation("tok_1", fresh, hours) {
        RecordsRequest::RotateKey { account, key, successor, grace_hours, not_after, .. } => {
            let limit = Some(KeyLimit { max: 3, listed: Vec::new() });
            RecordsRequest::RotateKey { account, key, successor, grace_hours, limit, not_after }
        }
        other => other,
    };
    assert_eq!(refusal_of(object.ask(rotation("tok_7", 24))), full);
    assert_eq!(key_of(object.ask(rotation("tok_7", 0))).id, "tok_7");
    // An expired key frees a place.
    object.now_ms += HOUR;
    assert_eq!(key_of(object.ask(limited("tok_8", 3, &[]))).id, "tok_8");
    assert_eq!(refusal_of(object.ask(limited("tok_9", 3, &[]))), full);
}

#[test]
fn keys_that_kv_has_from_before_take_room() {
    let mut object = Object::with_account();
    let message = limited("tok_3", 2, &["tok_1", "tok_2"]);
    assert_eq!(object.records.missing(&message).unwrap().keys, ["tok_1", "tok_2"]);
    object.records.import(None, &[key("tok_1"), key("tok_2")], NOON).unwrap();
    assert_eq!(object.records.missing(&message).unwrap().keys, [""; 0]);
    assert_eq!(refusal_of(object.ask(message)), RecordsRefusal::KeyLimitReached { max: 2 });
}

#[test]
fn a_key_that_was_revoked_or_has_expired_is_not_rotated() {
    let mut object = Object::with_account();
    object.create("tok_1");
    object.ask(expiring("tok_2", NOON + HOUR));
    object.revoke("tok_1");
    object.now_ms += HOUR;
    for (id, status) in [("tok_1", "revoked"), ("tok_2", "expired")] {
        let refusal = refusal_of(object.rotate(id, "tok_9", 1));
        assert_eq!(refusal, RecordsRefusal::Inactive { status: status.to_owned() });
    }
    assert_eq!(refusal_of(object.rotate("tok_none", "tok_9", 1)), RecordsRefusal::NoKey);
    assert_eq!(object.read(&["tok_9"]).1, []);
    object.publish();
    assert!(!object.kv.keys.contains_key("tok_9"));
}

#[test]
fn a_key_that_was_rotated_out_is_not_rotated_again_within_its_grace() {
    let mut object = Object::with_account();
    object.create("tok_1");
    object.rotate("tok_1", "tok_2", 24);
    assert_eq!(refusal_of(object.rotate("tok_1", "tok_3", 24)), RecordsRefusal::Replaced { by: "tok_2".to_owned() });
    let second = key_of(object.rotate("tok_2", "tok_3", 24));
    assert_eq!((second.expires_at, second.rotated_to), (None, None), "it does not end with a grace");
    object.now_ms += 25 * HOUR;
    let statuses: Vec<&str> =
        object.read(&["tok_1", "tok_2", "tok_3"]).1.iter().map(|key| key.status_at(&text(NOON + 25 * HOUR))).collect();
    assert_eq!(statuses, ["expired", "expired", "active"]);
}

#[test]
fn a_successor_has_the_end_that_was_set_for_the_key_and_the_key_the_earlier_of_both() {
    for (end, grace, old) in [(100, 24, 24), (10, 24, 10)] {
        let mut object = Object::with_account();
        object.ask(expiring("tok_1", NOON + end * HOUR));
        let fresh = key_of(object.rotate("tok_1", "tok_2", grace));
        assert_eq!(fresh.expires_at, Some(text(NOON + end * HOUR)));
        assert_eq!(fresh.rotated_from.as_deref(), Some("tok_1"));
        let replaced = object.read(&["tok_1"]).1.remove(0);
        assert_eq!((replaced.status, replaced.expires_at), (KeyStatus::Active, Some(text(NOON + old * HOUR))));
        assert_eq!(object.ended["tok_1"], NOON / 1_000 + i64::from(grace) * 3_600);
    }
}

#[test]
fn without_a_grace_the_key_ends_as_its_successor_is_kept() {
    let mut object = Object::with_account();
    object.create("tok_1");
    let offer = object.offer(rotation("tok_1", "tok_2", 0));
    assert_eq!(object.read(&["tok_1", "tok_2"]).1, [key("tok_1")], "nothing is changed before KV has the new key");
    assert!(object.ended.is_empty());
    object.kv.apply(&offer.publication.update);
    object.accept(&offer);
    assert_eq!(object.read(&["tok_1"]).1[0].status, KeyStatus::Revoked);
    assert_eq!(object.ended["tok_1"], NOON / 1_000);
    object.publish();
    assert_eq!(object.kv.keys["tok_1"].rotated_to.as_deref(), Some("tok_2"));
}

#[test]
fn concurrent_rotations_create_one_key() {
    let mut object = Object::with_account();
    object.create("tok_1");
    let offers = ["tok_2", "tok_3"].map(|fresh| object.offer(rotation("tok_1", fresh, 24)));
    let [first, second] = offers.map(|offer| {
        object.kv.apply(&offer.publication.update);
        object.accept(&offer)
    });
    assert!(matches!(first, RecordsAnswer::Key { .. }), "{first:?}");
    assert_eq!(refusal_of(second), RecordsRefusal::Replaced { by: "tok_2".to_owned() });
    object.publish();
    assert_eq!(object.kv.keys.keys().collect::<Vec<_>>(), ["tok_1", "tok_2"]);
}

#[test]
fn a_key_that_is_revoked_while_its_successor_is_published_has_none() {
    let mut object = Object::with_account();
    object.create("tok_1");
    let offer = object.offer(rotation("tok_1", "tok_2", 24));
    object.kv.apply(&offer.publication.update);
    object.revoke("tok_1");
    assert_eq!(refusal_of(object.accept(&offer)), RecordsRefusal::Inactive { status: "revoked".to_owned() });
    object.publish();
    assert_eq!(object.kv.keys.keys().collect::<Vec<_>>(), ["tok_1"]);
}

#[test]
fn unpublished_late_or_abandoned_keys_are_removed() {
    for how in ["failed", "late", "forgotten"] {
        let mut object = Object::with_account();
        let message = RecordsRequest::CreateKey { key: key("tok_1"), limit: None, not_after: NOON + 5_000 };
        let offer = object.offer(message.clone());
        object.kv.apply(&offer.publication.update);
        match how {
            "failed" => assert_eq!(refusal_of(object.withdraw(&offer)), RecordsRefusal::NotCreated),
            "late" => {
                object.now_ms += 5_001;
                assert_eq!(refusal_of(object.accept(&offer)), RecordsRefusal::NotCreated);
            }
            _ => {
                object.now_ms += 62_000;
                object.reopen();
                object.records.withdraw_expired(object.now_ms).unwrap();
            }
        }
        assert_eq!(object.read(&["tok_1"]).1, [], "{how}");
        object.publish();
        assert!(object.kv.keys.is_empty(), "{how}");
        // A stale copy restores nothing, and neither does a repeated request.
        object.records.import(None, &[key("tok_1")], NOON).unwrap();
        assert_eq!(object.read(&["tok_1"]).1, [], "{how}");
        assert_eq!(refusal_of(object.ask(message)), RecordsRefusal::NotCreated, "{how}");
        assert_eq!(refusal_of(object.revoke("tok_1")), RecordsRefusal::NoKey, "{how}");
    }
}

#[test]
fn a_pending_offer_is_published_once_and_kept_long_enough() {
    let mut object = Object::with_account();
    let offer = object.offer(RecordsRequest::CreateKey { key: key("tok_1"), limit: None, not_after: i64::MAX });
    object.records.withdraw_expired(object.now_ms + 30_000).unwrap();
    assert_eq!(object.records.unpublished(10), Ok(Vec::new()));
    object.kv.apply(&offer.publication.update);
    assert_eq!(key_of(object.accept(&offer)), key("tok_1"));
    assert!(!object.is_unpublished(RecordKind::Key, "tok_1"));
}

#[test]
fn a_repeated_request_after_a_lost_answer_gets_the_same_key() {
    let mut object = Object::with_account();
    object.create("tok_1");
    assert_eq!(object.create("tok_1"), key("tok_1"));
    for grace in [24, 24, 0] {
        assert_eq!(key_of(object.rotate("tok_1", "tok_2", grace)).id, "tok_2");
    }
    assert_eq!(object.read(&["tok_1"]).1[0].status, KeyStatus::Active, "the first rotation holds");
    let first = key_of(object.revoke("tok_2"));
    object.now_ms += 1_000;
    assert_eq!(key_of(object.revoke("tok_2")), first, "revoking again changes nothing");
}

#[test]
fn keys_belong_to_an_account_or_to_the_operator() {
    let mut object = Object::empty();
    let create = |account: &str| RecordsRequest::CreateKey {
        key: KeyRecord { account_id: account.to_owned(), ..key("tok_1") },
        limit: None,
        not_after: i64::MAX,
    };
    assert_eq!(refusal_of(object.ask(create(ACCOUNT))), RecordsRefusal::NoAccount);
    assert!(!object.records.missing(&create(OPERATOR_ACCOUNT)).unwrap().account);
    assert_eq!(key_of(object.ask(create(OPERATOR_ACCOUNT))).account_id, OPERATOR_ACCOUNT);
}

#[test]
fn a_statement_that_fails_leaves_nothing_half_changed() {
    let mut object = Object::with_account();
    object.create("tok_1");
    let before = object.read(&["tok_1", "tok_2"]);
    let offer = object.offer(rotation("tok_1", "tok_2", 0));
    object.tables.fails_in.set(Some(0));
    assert!(object.records.accept(&offer, object.now_ms).is_err());
    object.reopen_broken();
    assert_eq!(object.read(&["tok_1", "tok_2"]), before);
    object.tables.fails_in.set(Some(0));
    assert!(
        object
            .records
            .handle(RecordsRequest::RevokeKey { account: ACCOUNT.to_owned(), key: "tok_1".to_owned() }, NOON)
            .is_err()
    );
    object.reopen_broken();
    assert_eq!(object.read(&["tok_1", "tok_2"]), before);
}

#[test]
fn a_row_that_makes_no_sense_is_an_error() {
    let mut object = Object::with_account();
    object.create("tok_1");
    for damage in ["body = 'x'", "stage = 'x'", "version = 'x'"] {
        object.damage(damage);
        let read = RecordsRequest::Read { account: ACCOUNT.to_owned(), keys: vec!["tok_1".to_owned()] };
        assert!(object.records.handle(read, NOON).is_err(), "{damage}");
    }
}
