//! Accounts, keys, plans and subjects of the identity provider in KV. Keys are found by the hash of their secret, by id
//! and by account.
//!
//! Accounts and keys are copies, written by the object of each account, which holds the originals. Lookups of every
//! request are cached for a while. KV lags some seconds behind anyway, and the meter refuses suspended accounts and
//! revoked keys.

use super::kv::{KvError, KvNamespace};
use crate::fault::unavailable;
use crate::platform::now_ms;
use futures_util::future::join;
use overheard::guard::problem::Violation;
use overheard::service::account::records::RecordUpdate;
use overheard::service::account::{Account, Api, default_limits};
use overheard::service::credential::{KeyRecord, is_id};
use overheard::service::member::SubjectChange;
use overheard::service::meter::PlanLimits;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::HashMap;
use worker::KvStore;

/// Milliseconds for all lookups of a request in KV.
pub const REQUEST_MS: u64 = 2_000;
/// Milliseconds for all lookups of an operator's request, which may list many records.
pub const OPERATOR_MS: u64 = 20_000;
/// Milliseconds for which a record is cached.
const CACHED_MS: u64 = 30_000;
/// Records in the cache of an isolate at most.
const CACHE_SIZE: usize = 2_000;
/// Bytes of a cached record at most.
const MAX_CACHED_BYTES: usize = 4_096;
/// Recently changed accounts in the cache of an isolate at most.
const MAX_CHANGED_ACCOUNTS: usize = 200;
/// Milliseconds for which a changed account is cached. A record read before the change expires earlier.
const CHANGED_MS: u64 = CACHED_MS + REQUEST_MS;
/// Names in a page. Each takes up to two calls to the object of its account, and a request may make 1,000 calls.
const PAGE: usize = 100;
/// Concurrent calls, as many as the platform allows.
pub const CONCURRENCY: usize = 6;

thread_local! {
    /// Cached records by name, each with the time when it expires. `None` if KV has no such record.
    static RECORDS: RefCell<HashMap<String, (u64, Option<String>)>> = RefCell::default();
    /// Changed accounts by id, each with the time when the entry expires. KV accepts one write a second per name, so it
    /// may still have the previous version.
    static CHANGED_ACCOUNTS: RefCell<HashMap<String, (u64, Account)>> = RefCell::default();
}

/// Caches a changed account, so that the next request sees the change before KV has it. An older revision does not
/// replace a newer one.
pub fn cache_account(account: &Account) {
    let now = now_ms();
    CHANGED_ACCOUNTS.with_borrow_mut(|changed| {
        changed.retain(|_, (until, _)| now < *until);
        let is_newer = changed.get(&account.id).is_none_or(|(_, known)| known.revision < account.revision);
        if is_newer && (changed.len() < MAX_CHANGED_ACCOUNTS || changed.contains_key(&account.id)) {
            changed.insert(account.id.clone(), (now + CHANGED_MS, account.clone()));
        }
    });
}

/// Returns the cached version of a recently changed account.
fn changed_account(id: &str) -> Option<Account> {
    let now = now_ms();
    CHANGED_ACCOUNTS
        .with_borrow(|changed| changed.get(id).filter(|(until, _)| now < *until).map(|(_, account)| account.clone()))
}

/// Index entry of a key by its id.
#[derive(Serialize, Deserialize)]
struct KeyIndexEntry {
    hash: String,
    /// The account of the key. `None` in entries of earlier versions.
    #[serde(default)]
    account_id: Option<String>,
}

/// The member that a subject of the identity provider belongs to.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct SubjectOwner {
    /// `acc_…`
    pub account_id: String,
    /// `mem_…`
    pub member: String,
}

/// A page of a list in KV.
pub struct KvPage<T> {
    pub items: Vec<T>,
    /// The cursor of the next page. `None` on the last page.
    pub next: Option<String>,
}

/// Accounts, keys, plans and subjects in a namespace of KV.
pub struct KeyStore<K = KvStore> {
    kv: K,
    caches: bool,
    deadline_ms: u64,
}

impl<K: KvNamespace> KeyStore<K> {
    /// Returns the store in a namespace. Reads may come from the cache if `caches` is true. All calls together take at
    /// most `budget_ms`.
    pub fn new(kv: K, caches: bool, budget_ms: u64) -> Self {
        Self { kv, caches, deadline_ms: now_ms() + budget_ms }
    }

    /// Finds the key of the secret with this hash.
    ///
    /// # Errors
    /// KV does not answer, or the record is damaged.
    pub async fn find(&self, hash: &str) -> Result<Option<KeyRecord>, Violation> {
        // A missing key is not cached, so that a new key works immediately.
        self.look_up(&record_name(hash), false).await
    }

    /// Finds the account of this id.
    ///
    /// # Errors
    /// KV does not answer, or the record is damaged.
    pub async fn account(&self, id: &str) -> Result<Option<Account>, Violation> {
        if !is_id(id) {
            return Ok(None);
        }
        let found: Option<Account> = self.look_up(&account_name(id), true).await?;
        // Take the newer revision: KV may lag behind this isolate, or have a later change of another one.
        let known = changed_account(id);
        Ok(found.into_iter().chain(known).max_by_key(|account| account.revision))
    }

    /// Finds the member of the subject with this hash, without the cache. The object of the account decides if it is
    /// still valid.
    ///
    /// # Errors
    /// KV does not answer, or the record is damaged.
    pub async fn subject(&self, hash: &str) -> Result<Option<SubjectOwner>, Violation> {
        self.read(&subject_name(hash)).await
    }

    /// Writes the member of a subject, or removes it. A subject that belongs to another member by now is not removed.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn publish_subject(&self, change: &SubjectChange) -> Result<(), Violation> {
        let name = subject_name(&change.subject);
        let owner = SubjectOwner { account_id: change.account.clone(), member: change.member.clone() };
        if change.is_bound() {
            return self.put(&name, &owner).await;
        }
        match self.read::<SubjectOwner>(&name).await? {
            Some(known) if known == owner => self.delete(&name).await,
            _ => Ok(()),
        }
    }

    /// Finds the limits of a plan: the limits that an operator set, or else the default ones.
    ///
    /// # Errors
    /// KV does not answer, or the record is damaged.
    pub async fn limits(&self, api: Api, plan: &str) -> Result<Option<PlanLimits>, Violation> {
        Ok(self.look_up(&plan_name(api, plan), true).await?.or_else(|| default_limits(api, plan)))
    }

    /// Returns the plans that an operator set.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn plans(&self) -> Result<Vec<(Api, String, PlanLimits)>, Violation> {
        let mut plans = Vec::new();
        for name in self.names("plan/").await? {
            let mut parts = name.split('/').skip(1);
            if let (Some(api), Some(plan)) = (parts.next().and_then(|name| name.parse::<Api>().ok()), parts.next())
                && let Some(limits) = self.read(&name).await?
            {
                plans.push((api, plan.to_owned(), limits));
            }
        }
        Ok(plans)
    }

    /// Writes the limits of a plan.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn set_limits(&self, api: Api, plan: &str, limits: &PlanLimits) -> Result<(), Violation> {
        self.put(&plan_name(api, plan), limits).await
    }

    /// Returns a page of the ids of all accounts in ascending order, after the given id if there is one.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn accounts(&self, after: Option<&str>) -> Result<KvPage<String>, Violation> {
        self.page("account/", |name| !name.contains('/'), after).await
    }

    /// Writes or removes a record of an account or a key.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn publish(&self, publish: &RecordUpdate) -> Result<(), Violation> {
        match publish {
            RecordUpdate::Account(account) => self.put(&account_name(&account.id), account).await,
            RecordUpdate::NoAccount(id) => self.delete(&account_name(id)).await,
            RecordUpdate::Key { key, is_new: false } => self.put(&record_name(&key.hash), key).await,
            RecordUpdate::Key { key, is_new: true } => {
                let entry = KeyIndexEntry { hash: key.hash.clone(), account_id: Some(key.account_id.clone()) };
                let [by_id, by_account] = [index_name(&key.id), listed_name(&key.account_id, &key.id)];
                let (id_result, account_result) = join(self.put(&by_id, &entry), self.put(&by_account, &entry)).await;
                id_result.and(account_result)?;
                // The record is written last: the key works once its index entries are complete.
                self.put(&record_name(&key.hash), key).await
            }
            RecordUpdate::NoKey(key) => {
                // The record is removed first: the key stops working before its index entries go.
                self.delete(&record_name(&key.hash)).await?;
                let [by_id, by_account] = [index_name(&key.id), listed_name(&key.account_id, &key.id)];
                let (id_result, account_result) = join(self.delete(&by_id), self.delete(&by_account)).await;
                id_result.and(account_result)
            }
        }
    }

    /// Finds the account of the key with this id.
    ///
    /// # Errors
    /// KV does not answer, or the record is damaged.
    pub async fn account_of(&self, id: &str) -> Result<Option<String>, Violation> {
        if !is_id(id) {
            return Ok(None);
        }
        match self.look_up::<KeyIndexEntry>(&index_name(id), false).await? {
            Some(KeyIndexEntry { account_id: Some(account), .. }) => Ok(Some(account)),
            Some(KeyIndexEntry { hash, account_id: None }) => Ok(self.find(&hash).await?.map(|key| key.account_id)),
            None => Ok(None),
        }
    }

    /// Finds the key with this id.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn find_by_id(&self, id: &str) -> Result<Option<KeyRecord>, Violation> {
        if !is_id(id) {
            return Ok(None);
        }
        match self.look_up::<KeyIndexEntry>(&index_name(id), false).await? {
            Some(entry) => self.find(&entry.hash).await,
            None => Ok(None),
        }
    }

    /// Returns a page of account and key ids in ascending order, of one account or of all, after the given cursor if
    /// there is one.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn list(
        &self,
        account_id: Option<&str>,
        after: Option<&str>,
    ) -> Result<KvPage<(String, String)>, Violation> {
        if !account_id.is_none_or(is_id) {
            return Ok(KvPage { items: Vec::new(), next: None });
        }
        let prefix = account_id.map_or_else(|| "account/".to_owned(), |id| format!("account/{id}/credential/"));
        let is_key = |name: &str| account_id.is_some() || name.contains("/credential/");
        let KvPage { items, next } = self.page(&prefix, is_key, after).await?;
        let both = |name: String| match (name.split_once("/credential/"), account_id) {
            (Some((account, key)), _) => (account.to_owned(), key.to_owned()),
            (None, account) => (account.unwrap_or_default().to_owned(), name),
        };
        Ok(KvPage { items: items.into_iter().map(both).collect(), next })
    }

    /// Returns the ids of all keys of an account.
    ///
    /// # Errors
    /// KV does not answer.
    pub async fn key_ids(&self, account_id: &str) -> Result<Vec<String>, Violation> {
        let prefix = listed_name(account_id, "");
        let names = self.names(&prefix).await?;
        Ok(names.iter().filter_map(|name| name.strip_prefix(&prefix)).map(str::to_owned).collect())
    }

    /// Returns a page of the names with a prefix, without the prefix.
    async fn page(
        &self,
        prefix: &str,
        belongs: impl Fn(&str) -> bool,
        after: Option<&str>,
    ) -> Result<KvPage<String>, Violation> {
        let names = self.names(prefix).await?;
        let rests = names.iter().filter_map(|name| name.strip_prefix(prefix));
        let mut behind = rests.filter(|name| belongs(name) && after.is_none_or(|after| *name > after));
        let items: Vec<String> = behind.by_ref().take(PAGE).map(str::to_owned).collect();
        let next = behind.next().and(items.last()).cloned();
        Ok(KvPage { items, next })
    }

    async fn names(&self, prefix: &str) -> Result<Vec<String>, Violation> {
        let mut names = Vec::new();
        let mut cursor = None;
        loop {
            let (some, next) = self.in_time(self.kv.list(prefix, cursor)).await?;
            names.extend(some);
            if next.is_none() {
                return Ok(names);
            }
            cursor = next;
        }
    }

    /// Reads a record through the cache. A missing record is cached if `absent` is true.
    async fn look_up<T: DeserializeOwned>(&self, name: &str, absent: bool) -> Result<Option<T>, Violation> {
        let now = now_ms();
        let cached = RECORDS.with_borrow(|records| {
            let known = records.get(name).filter(|(until, _)| self.caches && now < *until);
            known.map(|(_, text)| text.clone())
        });
        if let Some(text) = cached {
            return text.as_deref().map(record).transpose();
        }
        let text = self.in_time(self.kv.get(name)).await?;
        let found = text.as_deref().map(record).transpose()?;
        let is_small = text.as_ref().is_none_or(|text| text.len() <= MAX_CACHED_BYTES);
        if self.caches && is_small && (absent || text.is_some()) {
            RECORDS.with_borrow_mut(|records| {
                if records.len() >= CACHE_SIZE {
                    records.retain(|_, (until, _)| now < *until);
                }
                if records.len() < CACHE_SIZE {
                    records.insert(name.to_owned(), (now + CACHED_MS, text));
                }
            });
        }
        Ok(found)
    }

    /// Reads a record without the cache.
    async fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Violation> {
        match self.in_time(self.kv.get(name)).await? {
            Some(text) => record(&text).map(Some),
            None => Ok(None),
        }
    }

    async fn in_time<T>(&self, future: impl Future<Output = Result<T, KvError>>) -> Result<T, Violation> {
        match super::within(self.deadline_ms.saturating_sub(now_ms()), future).await {
            Some(result) => result.map_err(|error| unavailable("KV", &error)),
            None => Err(unavailable("KV", &"it took too long")),
        }
    }

    async fn put(&self, name: &str, value: &impl Serialize) -> Result<(), Violation> {
        let text = serde_json::to_string(value).map_err(|error| unavailable("KV", &error))?;
        let result = self.in_time(self.kv.put(name, text)).await;
        // A failed write may have been applied.
        RECORDS.with_borrow_mut(|records| records.remove(name));
        result
    }

    async fn delete(&self, name: &str) -> Result<(), Violation> {
        let result = self.in_time(self.kv.delete(name)).await;
        RECORDS.with_borrow_mut(|records| records.remove(name));
        result
    }
}

fn record<T: DeserializeOwned>(text: &str) -> Result<T, Violation> {
    // serde would accept a list as an object without members.
    if !text.trim_start().starts_with('{') {
        return Err(unavailable("KV", &"a record is no object"));
    }
    serde_json::from_str(text).map_err(|error| unavailable("KV", &format!("a record is damaged: {error}")))
}

fn record_name(hash: &str) -> String {
    format!("credential/{hash}")
}

fn index_name(id: &str) -> String {
    format!("key/{id}")
}

fn account_name(id: &str) -> String {
    format!("account/{id}")
}

fn listed_name(account_id: &str, id: &str) -> String {
    format!("account/{account_id}/credential/{id}")
}

fn subject_name(hash: &str) -> String {
    format!("subject/{hash}")
}

fn plan_name(api: Api, plan: &str) -> String {
    format!("plan/{}/{plan}", api.name())
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use overheard::service::account::AccountStatus;
    use overheard::service::credential::AccessLevel;
    use overheard::service::credential::KeyStatus;

    /// Returns a key of an API whose secret has this hash.
    pub fn key(api: Api, hash: &str) -> KeyRecord {
        KeyRecord {
            id: "tok_0123456789".to_owned(),
            account_id: "acc_0123456789".to_owned(),
            name: String::new(),
            prefix: String::new(),
            last4: String::new(),
            hash: hash.to_owned(),
            api,
            scopes: vec![api.scope().to_owned()],
            access_level: AccessLevel::Raw,
            plan_override: None,
            origins: Vec::new(),
            status: KeyStatus::Active,
            created_at: "2026-01-01T00:00:00Z".to_owned(),
            expires_at: None,
            revoked_at: None,
            rotated_from: None,
            rotated_to: None,
        }
    }

    /// Returns the account of [`key`].
    pub fn account() -> Account {
        Account {
            id: "acc_0123456789".to_owned(),
            name: "Velunara".to_owned(),
            plan: "professional".to_owned(),
            status: AccountStatus::Active,
            brands: Vec::new(),
            created_at: "2026-01-01T00:00:00Z".to_owned(),
            revision: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kv::testing::Memory;
    use super::testing::{account, key};
    use super::*;
    use crate::platform::{logged, now, pass};

    fn publish(kv: &Memory, publish: &RecordUpdate) -> Vec<String> {
        kv.done.take();
        now(KeyStore::new(kv, true, 1_000).publish(publish)).unwrap();
        kv.done.take()
    }

    #[test]
    fn the_record_of_a_key_is_written_last_and_removed_first() {
        let kv = Memory::default();
        let (id, listed) = ("key/tok_0123456789", "account/acc_0123456789/credential/tok_0123456789");
        let new = RecordUpdate::Key { key: key(Api::Data, "a"), is_new: true };
        assert_eq!(publish(&kv, &new), [format!("put {id}"), format!("put {listed}"), "put credential/a".to_owned()]);
        let changed = RecordUpdate::Key { key: key(Api::Data, "a"), is_new: false };
        assert_eq!(publish(&kv, &changed), ["put credential/a"]);
        let gone = RecordUpdate::NoKey(key(Api::Data, "a"));
        assert_eq!(
            publish(&kv, &gone),
            ["delete credential/a".to_owned(), format!("delete {id}"), format!("delete {listed}")]
        );
        assert!(kv.texts.borrow().is_empty());
    }

    #[test]
    fn records_are_cached_and_missing_keys_are_not() {
        let kv = Memory::default();
        let keys = |caches| KeyStore::new(&kv, caches, 1_000);
        let find = |hash: &str| now(keys(true).find(hash)).unwrap().map(|key| key.hash);
        assert_eq!([find("a"), find("a")], [None, None]);
        now(keys(true).publish(&RecordUpdate::Key { key: key(Api::Data, "a"), is_new: true })).unwrap();
        kv.done.take();
        assert_eq!([find("a"), find("a")].map(|found| found.is_some()), [true, true]);
        assert_eq!(kv.done.take(), ["get credential/a"]);
        now(keys(false).find("a")).unwrap();
        assert_eq!(kv.done.take(), ["get credential/a"], "an operator sees what is there");
        pass(CACHED_MS);
        assert_eq!(keys_account(&kv), [None, None]);
        assert_eq!(kv.done.take(), ["get account/acc_0123456789"], "that there is no account holds for a while");
        assert!(find("a").is_some() && kv.done.take() == ["get credential/a"]);
    }

    #[test]
    fn a_change_is_known_before_kv_has_it_and_an_older_one_does_not_undo_it() {
        let kv = Memory::default();
        now(KeyStore::new(&kv, true, 1_000).publish(&RecordUpdate::Account(account()))).unwrap();
        let plan = || now(KeyStore::new(&kv, false, 1_000).account(&account().id)).unwrap().unwrap().plan;
        assert_eq!(plan(), "professional");
        cache_account(&Account { plan: "enterprise".to_owned(), revision: 3, ..account() });
        assert_eq!(plan(), "enterprise");
        cache_account(&Account { plan: "starter".to_owned(), revision: 2, ..account() });
        assert_eq!(plan(), "enterprise");
        // A later change of another isolate is in KV only.
        let later = Account { plan: "trial".to_owned(), revision: 4, ..account() };
        now(KeyStore::new(&kv, true, 1_000).publish(&RecordUpdate::Account(later))).unwrap();
        assert_eq!(plan(), "trial");
        now(KeyStore::new(&kv, true, 1_000).publish(&RecordUpdate::Account(account()))).unwrap();
        assert_eq!(plan(), "enterprise");
        pass(CHANGED_MS);
        assert_eq!(plan(), "professional");
    }

    fn keys_account(kv: &Memory) -> [Option<Account>; 2] {
        [(), ()].map(|()| now(KeyStore::new(kv, true, 1_000).account("acc_0123456789")).unwrap())
    }

    #[test]
    fn a_subject_that_belongs_to_another_member_is_not_removed() {
        let kv = Memory::default();
        let keys = KeyStore::new(&kv, true, 1_000);
        let change = |member: &str, is_bound: u8| -> SubjectChange {
            let change =
                serde_json::json!({"subject": "a", "account": "acc_1", "member": member, "is_bound": is_bound});
            serde_json::from_value(change).unwrap()
        };
        let publish = |change: SubjectChange| {
            now(keys.publish_subject(&change)).unwrap();
            now(keys.subject("a")).unwrap().map(|owner| owner.member)
        };
        assert_eq!(publish(change("mem_1", 1)).as_deref(), Some("mem_1"));
        assert_eq!(publish(change("mem_2", 1)).as_deref(), Some("mem_2"));
        assert_eq!(publish(change("mem_1", 0)).as_deref(), Some("mem_2"));
        assert_eq!(publish(change("mem_2", 0)), None);
        assert_eq!(publish(change("mem_2", 0)), None, "the removal is idempotent");
        assert!(kv.texts.borrow().is_empty());
    }

    #[test]
    fn a_list_is_returned_in_pages() {
        let kv = Memory::default();
        let ids: Vec<String> = (0..=PAGE).map(|number| format!("acc_{number:010}")).collect();
        for id in &ids {
            kv.texts.borrow_mut().insert(account_name(id), "{}".to_owned());
            kv.texts.borrow_mut().insert(listed_name(id, "tok_1"), "{}".to_owned());
        }
        let keys = KeyStore::new(&kv, false, 1_000);
        let first = now(keys.accounts(None)).unwrap();
        assert_eq!((first.items.as_slice(), first.next.as_ref()), (&ids[..PAGE], Some(&ids[PAGE - 1])));
        let last = now(keys.accounts(first.next.as_deref())).unwrap();
        assert_eq!((last.items.as_slice(), last.next), (&ids[PAGE..], None));
        let of_one = now(keys.list(Some(&ids[3]), None)).unwrap();
        assert_eq!(of_one.items, [(ids[3].clone(), "tok_1".to_owned())]);
        assert_eq!(now(keys.list(None, None)).unwrap().items.len(), PAGE);
    }

    #[test]
    fn a_damaged_record_or_no_answer_is_an_error() {
        let kv = Memory::default();
        let keys = KeyStore::new(&kv, false, 1_000);
        for damaged in ["[]", "{\"answer\":42}", "<html>"] {
            kv.texts.borrow_mut().insert("credential/a".to_owned(), damaged.to_owned());
            assert!(now(keys.find("a")).is_err(), "{damaged}");
        }
        kv.fails.set(true);
        assert!(now(keys.account(&account().id)).is_err());
        assert_eq!(logged().last().map(String::as_str), Some("KV: broken on purpose"));
    }
}
