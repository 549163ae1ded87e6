//! Accounts: created, changed, migrated from KV.

use super::support::{ACCOUNT, NOON, Object, account, account_of, key, refusal_of};
use overheard::guard::request::MonitoredBrand;
use overheard::service::account::records::{MissingRecords, RecordKind, RecordsRefusal, RecordsRequest};
use overheard::service::account::request::AccountChange;
use overheard::service::account::{Account, AccountStatus};

fn status(status: AccountStatus) -> AccountChange {
    AccountChange { status: Some(status), ..AccountChange::default() }
}

fn name(name: &str) -> AccountChange {
    AccountChange { name: Some(name.to_owned()), ..AccountChange::default() }
}

fn brand(id: &str, label: &str) -> MonitoredBrand {
    let (id, label) = (id.to_owned(), label.to_owned());
    MonitoredBrand {
        id,
        terms: vec![label.clone()],
        label,
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: false,
    }
}

#[test]
fn each_change_touches_its_members_alone_and_makes_a_revision() {
    let mut object = Object::with_account();
    object.change(status(AccountStatus::Suspended));
    let changed = account_of(object.change(name("Zenith")));
    let expected = Account { name: "Zenith".to_owned(), status: AccountStatus::Suspended, revision: 3, ..account() };
    assert_eq!(changed, expected);
    object.reopen();
    assert_eq!(object.read(&[]).0, Some(expected));
}

#[test]
fn a_suspension_is_known_at_once_and_after_opening_anew() {
    let mut object = Object::with_account();
    assert!(!object.records.is_suspended());
    object.change(status(AccountStatus::Suspended));
    assert!(object.records.is_suspended());
    object.reopen();
    assert!(object.records.is_suspended());
    object.change(status(AccountStatus::Active));
    assert!(!object.records.is_suspended());
}

#[test]
fn a_revision_that_is_not_the_present_one_is_refused_and_changes_nothing() {
    let mut object = Object::with_account();
    object.change(name("Zenith"));
    for named in [0, 1, 3] {
        let stale = AccountChange { revision: Some(named), ..status(AccountStatus::Suspended) };
        assert_eq!(refusal_of(object.change(stale)), RecordsRefusal::Revision { named, current: 2 });
    }
    let fitting = AccountChange { revision: Some(2), ..status(AccountStatus::Suspended) };
    assert_eq!(account_of(object.change(fitting.clone())).revision, 3);
    assert_eq!(account_of(object.change(fitting)).revision, 3, "sent again, it is the change that was made");
    let other = AccountChange { revision: Some(2), ..status(AccountStatus::Active) };
    assert_eq!(refusal_of(object.change(other)), RecordsRefusal::Revision { named: 2, current: 3 });
}

#[test]
fn a_change_without_effect_makes_no_revision_and_is_not_published() {
    let mut object = Object::with_account();
    assert_eq!(account_of(object.change(name("Meridian"))), account());
    assert!(!object.is_unpublished(RecordKind::Account, ACCOUNT));
}

#[test]
fn a_brand_that_stays_keeps_its_id() {
    let mut object = Object::with_account();
    let brands = |brands: Vec<MonitoredBrand>| AccountChange { brands: Some(brands), ..AccountChange::default() };
    object.change(brands(vec![brand("brd_1", "Velunara"), brand("brd_2", "Aurelia")]));
    let changed = account_of(object.change(brands(vec![brand("brd_3", "Borealume"), brand("brd_4", "Velunara")])));
    let ids: Vec<&str> = changed.brands.iter().map(|brand| brand.id.as_str()).collect();
    assert_eq!(ids, ["brd_3", "brd_1"]);
}

#[test]
fn an_account_that_kv_did_not_take_was_never_made() {
    let mut object = Object::empty();
    let create = || RecordsRequest::CreateAccount { account: account(), not_after: NOON + 5_000 };
    let offer = object.offer(create());
    assert_eq!(object.read(&[]).0, None);
    // KV may have accepted it all the same.
    object.kv.apply(&offer.publication.update);
    assert_eq!(refusal_of(object.withdraw(&offer)), RecordsRefusal::NotCreated);
    object.publish();
    assert_eq!(object.kv.account, None);
    assert_eq!(refusal_of(object.ask(create())), RecordsRefusal::NotCreated, "it comes too late");
    assert_eq!(refusal_of(object.change(name("Zenith"))), RecordsRefusal::NoAccount);
}

#[test]
fn an_account_is_made_once_however_often_its_answer_is_lost() {
    let mut object = Object::with_account();
    object.change(name("Zenith"));
    let again = account_of(object.ask(RecordsRequest::CreateAccount { account: account(), not_after: NOON }));
    assert_eq!((again.name.as_str(), again.revision), ("Zenith", 2));
}

#[test]
fn earlier_accounts_are_migrated_once() {
    let mut object = Object::empty();
    let message = |keys: &[&str]| RecordsRequest::Read {
        account: ACCOUNT.to_owned(),
        keys: keys.iter().map(|id| (*id).to_owned()).collect(),
    };
    let unknown = object.records.missing(&message(&["tok_1", "tok_2"])).unwrap();
    assert_eq!(unknown, MissingRecords { account: true, keys: vec!["tok_1".to_owned(), "tok_2".to_owned()] });
    let suspended = Account { status: AccountStatus::Suspended, revision: 0, ..account() };
    object.records.import(Some(suspended.clone()), &[key("tok_1")], NOON).unwrap();
    assert!(object.records.is_suspended());
    assert_eq!(object.read(&["tok_1", "tok_2"]), (Some(suspended), vec![key("tok_1")]));
    assert_eq!(object.records.unpublished(10), Ok(Vec::new()), "KV has it");
    assert_eq!(account_of(object.change(status(AccountStatus::Active))).revision, 1);
    object.revoke("tok_1");
    // A stale copy restores nothing.
    object.records.import(Some(account()), &[key("tok_1")], NOON).unwrap();
    let (account, keys) = object.read(&["tok_1"]);
    assert_eq!((account.unwrap().revision, keys[0].revoked_at.is_some()), (1, true));
    assert_eq!(object.records.missing(&message(&["tok_1"])).unwrap(), MissingRecords::default());
}
