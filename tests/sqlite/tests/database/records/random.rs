//! Compares random sequences of changes with a plain model, while KV and statements fail and objects end in the middle.

use super::support::{ACCOUNT, Object, account, key, rotation, text};
use overheard::service::account::records::{Offer, RecordsAnswer, RecordsRefusal, RecordsRequest, RecordsStep};
use overheard::service::account::request::AccountChange;
use overheard::service::account::{Account, AccountStatus};
use overheard::service::credential::{KeyRecord, KeyStatus};
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Debug, Clone)]
enum Op {
    Change { name: Option<u8>, is_suspended: Option<bool>, revision: Named },
    Create { lives_for: Option<u16>, way: OfferOutcome },
    Rotate { which: usize, grace_hours: u32, way: OfferOutcome },
    Revoke { which: usize },
    Publish,
    Reopen,
    Pass { seconds: u32 },
}

/// The revision of a change.
#[derive(Debug, Clone, Copy)]
enum Named {
    None,
    Current,
    Older,
}

/// The outcome of an offer.
#[derive(Debug, Clone, Copy)]
enum OfferOutcome {
    /// KV accepts it.
    Taken,
    /// KV accepts it, but the response is lost, and the request is repeated.
    Again,
    /// KV does not report whether it accepted it.
    Fails { landed: bool },
    /// The object ends before it gets the result.
    Dies { landed: bool },
    /// The statement that stores it fails.
    Breaks,
}

fn way() -> impl Strategy<Value = OfferOutcome> {
    prop_oneof![
        6 => Just(OfferOutcome::Taken),
        1 => Just(OfferOutcome::Again),
        1 => any::<bool>().prop_map(|landed| OfferOutcome::Fails { landed }),
        1 => any::<bool>().prop_map(|landed| OfferOutcome::Dies { landed }),
        1 => Just(OfferOutcome::Breaks),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let named = prop_oneof![Just(Named::None), Just(Named::Current), Just(Named::Older)];
    prop_oneof![
        3 => (any::<Option<u8>>(), any::<Option<bool>>(), named)
            .prop_map(|(name, is_suspended, revision)| Op::Change { name, is_suspended, revision }),
        4 => (any::<Option<u16>>(), way()).prop_map(|(lives_for, way)| Op::Create { lives_for, way }),
        5 => (any::<usize>(), 0..3_u32, way())
            .prop_map(|(which, grace_hours, way)| Op::Rotate { which, grace_hours, way }),
        2 => any::<usize>().prop_map(|which| Op::Revoke { which }),
        2 => Just(Op::Publish),
        1 => Just(Op::Reopen),
        3 => (0..7_200_u32).prop_map(|seconds| Op::Pass { seconds }),
    ]
}

/// The expected state.
struct Model {
    account: Account,
    keys: BTreeMap<String, KeyRecord>,
    ended: BTreeMap<String, i64>,
}

impl Model {
    fn id(&self, which: usize) -> Option<String> {
        self.keys.keys().nth(which.checked_rem(self.keys.len())?).cloned()
    }

    fn change(&mut self, change: &AccountChange) -> bool {
        if change.revision.is_some_and(|named| named != self.account.revision) {
            return false;
        }
        let before = self.account.clone();
        self.account.name = change.name.clone().unwrap_or(before.name.clone());
        self.account.status = change.status.unwrap_or(before.status);
        self.account.revision += u64::from(self.account != before);
        true
    }

    /// Ends a key at once, or in some hours.
    fn replace(&mut self, id: &str, fresh: &str, hours: u32, now_ms: i64) {
        let old = self.keys.get_mut(id).expect("a key");
        let successor =
            KeyRecord { expires_at: old.expires_at.clone(), rotated_from: Some(id.to_owned()), ..key(fresh) };
        old.rotated_to = Some(fresh.to_owned());
        let until = now_ms + i64::from(hours) * 3_600_000;
        if hours == 0 {
            old.status = KeyStatus::Revoked;
            old.revoked_at = Some(text(now_ms));
        } else if old.expires_at.as_ref().is_none_or(|at| *at > text(until)) {
            old.expires_at = Some(text(until));
        }
        self.ended.insert(id.to_owned(), until / 1_000);
        self.keys.insert(fresh.to_owned(), successor);
    }

    fn revoke(&mut self, id: &str, now_ms: i64) {
        let key = self.keys.get_mut(id).expect("a key");
        if key.status == KeyStatus::Active {
            key.status = KeyStatus::Revoked;
            key.revoked_at = Some(text(now_ms));
            let earlier = self.ended.get(id).map_or(i64::MAX, |at| *at);
            self.ended.insert(id.to_owned(), earlier.min(now_ms / 1_000));
        }
    }
}

/// Completes an offer. Returns true if it was stored.
fn settle(object: &mut Object, message: RecordsRequest, offer: &Offer, way: OfferOutcome) -> bool {
    if let OfferOutcome::Taken
    | OfferOutcome::Again
    | OfferOutcome::Breaks
    | OfferOutcome::Fails { landed: true }
    | OfferOutcome::Dies { landed: true } = way
    {
        object.kv.apply(&offer.publication.update);
    }
    match way {
        OfferOutcome::Taken | OfferOutcome::Again => {
            let answer = object.accept(offer);
            assert!(matches!(answer, RecordsAnswer::Key { .. }), "{answer:?}");
            if matches!(way, OfferOutcome::Again) {
                assert_eq!(object.ask(message), answer);
            }
            true
        }
        OfferOutcome::Fails { .. } => {
            assert_eq!(object.withdraw(offer), RecordsAnswer::Refused(RecordsRefusal::NotCreated));
            false
        }
        OfferOutcome::Dies { .. } => {
            object.reopen();
            false
        }
        OfferOutcome::Breaks => {
            object.tables.fails_in.set(Some(0));
            assert!(object.records.accept(offer, object.now_ms).is_err());
            object.reopen_broken();
            false
        }
    }
}

fn run(ops: &[Op]) {
    let mut object = Object::with_account();
    let mut model = Model { account: account(), keys: BTreeMap::new(), ended: BTreeMap::new() };
    let mut names = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        let fresh = format!("tok_{at:03}");
        match op.clone() {
            Op::Change { name, is_suspended, revision } => {
                let current = model.account.revision;
                let change = AccountChange {
                    name: name.map(|name| name.to_string()),
                    status: is_suspended.map(|is| if is { AccountStatus::Suspended } else { AccountStatus::Active }),
                    revision: match revision {
                        Named::None => None,
                        Named::Current => Some(current),
                        // A revision older than that of a repeated request.
                        Named::Older => current.checked_sub(2),
                    },
                    ..AccountChange::default()
                };
                let is_made = model.change(&change);
                let answer = object.change(change);
                assert_eq!(matches!(answer, RecordsAnswer::Account(_)), is_made, "{answer:?}");
            }
            Op::Create { lives_for, way } => {
                let expires_at = lives_for.map(|seconds| text(object.now_ms + i64::from(seconds) * 1_000));
                let record = KeyRecord { expires_at, ..key(&fresh) };
                let message = RecordsRequest::CreateKey { key: record.clone(), limit: None, not_after: i64::MAX };
                let offer = object.offer(message.clone());
                names.push(fresh.clone());
                if settle(&mut object, message, &offer, way) {
                    model.keys.insert(fresh, record);
                }
            }
            Op::Rotate { which, grace_hours, way } => {
                let Some(id) = model.id(which) else { continue };
                let old = &model.keys[&id];
                let good = old.status_at(&text(object.now_ms)) == "active" && old.rotated_to.is_none();
                let message = rotation(&id, &fresh, grace_hours);
                match object.records.handle(message.clone(), object.now_ms).expect("the tables work") {
                    RecordsStep::Answer(done) => {
                        assert!(!good && matches!(done.answer, RecordsAnswer::Refused(_)), "{:?}", done.answer);
                    }
                    RecordsStep::Offer(offer) => {
                        assert!(good, "{old:?}");
                        names.push(fresh.clone());
                        if settle(&mut object, message, &offer, way) {
                            model.replace(&id, &fresh, grace_hours, object.now_ms);
                        }
                    }
                }
            }
            Op::Revoke { which } => {
                let Some(id) = model.id(which) else { continue };
                object.revoke(&id);
                model.revoke(&id, object.now_ms);
            }
            Op::Publish => object.publish(),
            Op::Reopen => object.reopen(),
            Op::Pass { seconds } => object.now_ms += i64::from(seconds) * 1_000,
        }
        let asked: Vec<&str> = names.iter().map(String::as_str).collect();
        let (account, keys) = object.read(&asked);
        assert_eq!(account.as_ref(), Some(&model.account));
        assert_eq!(keys, model.keys.values().cloned().collect::<Vec<_>>());
        assert_eq!(object.records.is_suspended(), model.account.status == AccountStatus::Suspended);
        assert_eq!(object.ended, model.ended);
    }
    object.now_ms += 61_000;
    object.records.withdraw_expired(object.now_ms).expect("the tables work");
    object.publish();
    assert_eq!(object.kv.account, Some(model.account));
    assert_eq!(object.kv.keys, model.keys, "KV ends with what there is, and nothing that nobody was shown");
    assert_eq!(object.read(&[]).0.map(|account| account.id).as_deref(), Some(ACCOUNT));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn changes_are_neither_lost_nor_left_incomplete(ops in prop::collection::vec(op(), 1..40)) {
        run(&ops);
    }
}
