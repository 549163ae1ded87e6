//! The records of an account on a real SQLite, with a KV beside them, and with failures on demand.

use overheard::base::date::time_of_seconds;
use overheard::service::account::records::{
    KeyRevocation, Offer, RecordKind, RecordUpdate, Records, RecordsAnswer, RecordsRefusal, RecordsRequest,
    RecordsResult, RecordsStep, Successor,
};
use overheard::service::account::request::AccountChange;
use overheard::service::account::{Account, AccountStatus, Api, DATA_SCOPE};
use overheard::service::credential::{AccessLevel, KeyRecord, KeyStatus};
use overheard::service::meter::ledger::Tables;
use overheard::sql::{Row, Sql, Statement};
use overheard_sqlite::SqliteDatabase;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// 2026-01-31T12:00:00Z, in milliseconds.
pub const NOON: i64 = 1_769_860_800_000;
pub const ACCOUNT: &str = "acc_1";

#[derive(Clone, Default)]
pub struct Sqlite {
    database: Rc<SqliteDatabase>,
    /// Number of successful writing statements before one fails.
    pub fails_in: Rc<Cell<Option<usize>>>,
}

impl Tables for Sqlite {
    fn run(&self, statement: Statement) -> Result<Vec<Row>, String> {
        if let Some(left) = self.fails_in.get().filter(|_| !statement.sql.starts_with("SELECT")) {
            self.fails_in.set(left.checked_sub(1));
            if left == 0 {
                return Err("broken on purpose".to_owned());
            }
        }
        let mut rows = self.database.run([statement]).map_err(|error| format!("{error:?}"))?;
        Ok(rows.remove(0))
    }

    fn run_all(&self, statements: Vec<Statement>) -> Result<(), String> {
        self.database.run(statements).map(drop).map_err(|error| format!("{error:?}"))
    }
}

/// The content of KV: accounts and keys by id.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct KvContent {
    pub account: Option<Account>,
    pub keys: BTreeMap<String, KeyRecord>,
}

impl KvContent {
    pub fn apply(&mut self, publish: &RecordUpdate) {
        match publish.clone() {
            RecordUpdate::Account(account) => self.account = Some(account),
            RecordUpdate::NoAccount(_) => self.account = None,
            RecordUpdate::Key { key, is_new } => {
                assert_eq!(is_new, !self.keys.contains_key(&key.id), "{key:?}");
                self.keys.insert(key.id.clone(), key);
            }
            RecordUpdate::NoKey(key) => {
                self.keys.remove(&key.id);
            }
        }
    }
}

/// The object of an account, without its platform.
pub struct Object {
    pub tables: Sqlite,
    pub records: Records<Sqlite>,
    pub kv: KvContent,
    pub now_ms: i64,
    /// Keys that the meter refuses, and since when.
    pub ended: BTreeMap<String, i64>,
}

impl Object {
    /// Creates an object without records.
    pub fn empty() -> Self {
        let tables = Sqlite::default();
        let records = Records::open(tables.clone()).expect("the records open");
        Self { tables, records, kv: KvContent::default(), now_ms: NOON, ended: BTreeMap::new() }
    }

    /// Creates an object with an account.
    pub fn with_account() -> Self {
        let mut object = Self::empty();
        let answer = object.ask(RecordsRequest::CreateAccount { account: account(), not_after: i64::MAX });
        assert_eq!(answer, RecordsAnswer::Account(Box::new(account())));
        object
    }

    pub fn reopen(&mut self) {
        self.records = Records::open(self.tables.clone()).expect("the records open");
    }

    /// Reopens the records after a statement failed, as their owner does.
    pub fn reopen_broken(&mut self) {
        self.tables.fails_in.set(None);
        self.reopen();
    }

    /// Damages every key.
    pub fn damage(&self, how: &str) {
        self.tables
            .run(Sql::new(format!("UPDATE record SET {how} WHERE kind = 'key'")).finish())
            .expect("it is damaged");
    }

    /// Handles a message; KV accepts every offer.
    pub fn ask(&mut self, message: RecordsRequest) -> RecordsAnswer {
        match self.records.handle(message, self.now_ms).expect("the tables work") {
            RecordsStep::Answer(done) => self.finish(done),
            RecordsStep::Offer(offer) => {
                self.kv.apply(&offer.publication.update);
                self.accept(&offer)
            }
        }
    }

    /// Handles a message up to an offer.
    pub fn offer(&mut self, message: RecordsRequest) -> Offer {
        match self.records.handle(message, self.now_ms).expect("the tables work") {
            RecordsStep::Offer(offer) => *offer,
            RecordsStep::Answer(done) => panic!("{done:?}"),
        }
    }

    pub fn accept(&mut self, offer: &Offer) -> RecordsAnswer {
        let done = self.records.accept(offer, self.now_ms).expect("the tables work");
        self.finish(done)
    }

    pub fn withdraw(&mut self, offer: &Offer) -> RecordsAnswer {
        let done = self.records.withdraw(offer, self.now_ms).expect("the tables work");
        self.finish(done)
    }

    fn finish(&mut self, done: RecordsResult) -> RecordsAnswer {
        if let Some(KeyRevocation { key, at, .. }) = done.revocation {
            let at = self.ended.get(&key).map_or(at, |earlier| at.min(*earlier));
            self.ended.insert(key, at);
        }
        done.answer
    }

    /// Publishes all pending updates to KV.
    pub fn publish(&mut self) {
        for publication in self.records.unpublished(1_000).expect("the tables work") {
            self.kv.apply(&publication.update);
            self.records.confirm_publication(&publication).expect("the tables work");
        }
        assert_eq!(self.records.unpublished(1_000), Ok(Vec::new()));
    }

    pub fn change(&mut self, change: AccountChange) -> RecordsAnswer {
        self.ask(RecordsRequest::ChangeAccount { account: ACCOUNT.to_owned(), change })
    }

    pub fn create(&mut self, id: &str) -> KeyRecord {
        key_of(self.ask(RecordsRequest::CreateKey { key: key(id), limit: None, not_after: i64::MAX }))
    }

    pub fn rotate(&mut self, id: &str, fresh: &str, grace_hours: u32) -> RecordsAnswer {
        self.ask(rotation(id, fresh, grace_hours))
    }

    pub fn revoke(&mut self, id: &str) -> RecordsAnswer {
        self.ask(RecordsRequest::RevokeKey { account: ACCOUNT.to_owned(), key: id.to_owned() })
    }

    pub fn read(&mut self, keys: &[&str]) -> (Option<Account>, Vec<KeyRecord>) {
        let keys = keys.iter().map(|id| (*id).to_owned()).collect();
        match self.ask(RecordsRequest::Read { account: ACCOUNT.to_owned(), keys }) {
            RecordsAnswer::Records { account, keys } => (account.map(|account| *account), keys),
            other => panic!("{other:?}"),
        }
    }

    /// Returns true if KV does not have the current state of a record.
    pub fn is_unpublished(&self, kind: RecordKind, id: &str) -> bool {
        self.records.unpublished_of(kind, id).expect("the tables work").is_some()
    }
}

pub fn account() -> Account {
    Account {
        id: ACCOUNT.to_owned(),
        name: "Meridian".to_owned(),
        plan: "starter".to_owned(),
        status: AccountStatus::Active,
        brands: Vec::new(),
        created_at: text(NOON),
        revision: 1,
    }
}

pub fn key(id: &str) -> KeyRecord {
    KeyRecord {
        id: id.to_owned(),
        account_id: ACCOUNT.to_owned(),
        name: "dashboard".to_owned(),
        prefix: "ohk_live_abc".to_owned(),
        last4: "wxyz".to_owned(),
        hash: format!("hash of {id}"),
        api: Api::Data,
        scopes: vec![DATA_SCOPE.to_owned()],
        access_level: AccessLevel::Aggregate,
        plan_override: None,
        origins: Vec::new(),
        status: KeyStatus::Active,
        created_at: text(NOON),
        expires_at: None,
        revoked_at: None,
        rotated_from: None,
        rotated_to: None,
    }
}

pub fn rotation(id: &str, fresh: &str, grace_hours: u32) -> RecordsRequest {
    let KeyRecord { id: fresh, prefix, last4, hash, created_at, .. } = key(fresh);
    RecordsRequest::RotateKey {
        account: ACCOUNT.to_owned(),
        key: id.to_owned(),
        successor: Successor { id: fresh, prefix, last4, hash, created_at },
        grace_hours,
        limit: None,
        not_after: i64::MAX,
    }
}

pub fn text(now_ms: i64) -> String {
    time_of_seconds(now_ms / 1_000).expect("a time")
}

pub fn key_of(answer: RecordsAnswer) -> KeyRecord {
    match answer {
        RecordsAnswer::Key { key, .. } => *key,
        other => panic!("{other:?}"),
    }
}

pub fn account_of(answer: RecordsAnswer) -> Account {
    match answer {
        RecordsAnswer::Account(account) => *account,
        other => panic!("{other:?}"),
    }
}

pub fn refusal_of(answer: RecordsAnswer) -> RecordsRefusal {
    match answer {
        RecordsAnswer::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}
