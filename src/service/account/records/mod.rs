//! The records of one account: the account itself and its keys, of which there is one writer.
//!
//! They are in tables of the account's own object, to which requests come one after another, so that every change is
//! made to what there is and none is lost. KV has a copy of each for whoever looks a key up: [`Publication`] is what it
//! is told, and a record says which version of it KV has. A new secret is shown once, so what is new is *offered*
//! first: published, and only then kept and told of, or else withdrawn.
//!
//! In scope: what a change needs, what becomes of it, and what KV is still to be told. Every step is one statement.
//! Out of scope: secrets and randomness, which whoever asks brings along; the clock; telling KV, and refusing requests
//! of a key that has ended: the Worker's object does these.

mod account;
mod key;
mod message;
mod table;

pub use message::{KeyLimit, RecordsAnswer, RecordsRequest, Refusal, Successor};
pub use table::{Publication, Publish, RecordKind};

use super::{Account, AccountStatus};
use crate::service::credential::KeyRecord;
use crate::service::meter::ledger::Tables;
use serde::Serialize;
use std::collections::HashSet;
use table::{Stage, Stored, Table};

/// Seconds after which an offered record is withdrawn. Its caller has given up by then.
pub const OFFERED_FOR: u64 = 60;

/// The account and key records of one account.
#[derive(Debug)]
pub struct Records<T> {
    table: Table<T>,
    /// The stored record of the account.
    account: Option<Account>,
}

/// The outcome of a message.
#[derive(Debug)]
pub enum RecordsStep {
    /// A final answer.
    Done(Done),
    /// A new record to publish, then to [`Records::accept`] or [`Records::withdraw`].
    Offered(Box<Offer>),
}

/// An answer and its side effects.
#[derive(Debug)]
pub struct Done {
    /// The answer.
    pub answer: RecordsAnswer,
    /// A key to refuse from now on.
    pub ended: Option<Ended>,
    /// The record that the answer concerns. KV may not have it yet.
    pub concerns: Option<(RecordKind, String)>,
}

/// A key and the time at which it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Ended {
    pub account: String,
    pub key: String,
    /// The end, in seconds since 1970.
    pub at: i64,
}

/// A new record that no caller has received yet.
#[derive(Debug, Clone)]
pub struct Offer {
    /// The message that writes the record to KV.
    pub publication: Publication,
    /// Deadline of the caller, in milliseconds since 1970.
    not_after: i64,
    /// The key to replace, and the seconds for which it stays valid.
    replaces: Option<(String, i64)>,
}

/// Records that a message needs and that are missing here. KV may have them from before these tables existed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unknown {
    /// True if the account's record is missing.
    pub account: bool,
    /// Ids of keys whose records are missing.
    pub keys: Vec<String>,
}

impl<T: Tables> Records<T> {
    /// Opens the records in some tables. Creates the tables if there are none.
    pub fn open(tables: T) -> Result<Self, String> {
        let table = Table::open(tables)?;
        let account = table.kept_account()?;
        Ok(Self { table, account })
    }

    /// Returns true if requests of every key must be refused.
    pub fn is_suspended(&self) -> bool {
        self.account.as_ref().is_some_and(|account| account.status == AccountStatus::Suspended)
    }

    /// Returns the records to read from KV before a message is handled.
    pub fn unknown(&self, message: &RecordsRequest) -> Result<Unknown, String> {
        let account = message.needs_account() && self.account.is_none() && self.table.account()?.is_none();
        let needed = message.keys();
        let known = self.table.keys(&needed)?;
        let known: HashSet<&str> = known.iter().map(|stored| stored.id.as_str()).collect();
        let unknown = needed.into_iter().filter(|id| !known.contains(id));
        Ok(Unknown { account, keys: unknown.map(str::to_owned).collect() })
    }

    /// Imports the KV records of an account that was created before these tables existed. Existing records here are
    /// kept.
    pub fn adopt(&mut self, account: Option<Account>, keys: &[KeyRecord], now_ms: i64) -> Result<(), String> {
        let now = seconds(now_ms);
        let mut rows = Vec::new();
        if let Some(account) = &account {
            rows.push(Stored::adopted(RecordKind::Account, &account.id, account, now)?);
        }
        for key in keys {
            rows.push(Stored::adopted(RecordKind::Key, &key.id, key, now)?);
        }
        if rows.is_empty() {
            return Ok(());
        }
        self.table.add(rows)?;
        if self.account.is_none() {
            self.account = self.table.kept_account()?;
        }
        Ok(())
    }

    /// Handles a message at a time in milliseconds since 1970.
    pub fn handle(&mut self, message: RecordsRequest, now_ms: i64) -> Result<RecordsStep, String> {
        match message {
            RecordsRequest::CreateAccount { account, not_after } => {
                self.offer(RecordKind::Account, &account.id, &account, None, not_after, now_ms)
            }
            RecordsRequest::ChangeAccount { change, .. } => self.change_account(change, now_ms).map(RecordsStep::Done),
            RecordsRequest::CreateKey { key, limit, not_after } => match self.full(&key.id, limit, now_ms)? {
                Some(full) => Ok(RecordsStep::Done(refused(full))),
                None => self.offer_key(key, None, not_after, now_ms),
            },
            RecordsRequest::RotateKey { key, successor, grace_hours, limit, not_after, .. } => {
                let limit = limit.filter(|_| grace_hours > 0);
                match self.full(&successor.id, limit, now_ms)? {
                    Some(full) => Ok(RecordsStep::Done(refused(full))),
                    None => self.offer_successor(&key, successor, grace_hours, not_after, now_ms),
                }
            }
            RecordsRequest::RevokeKey { key, .. } => self.revoke(&key, now_ms).map(RecordsStep::Done),
            RecordsRequest::Read { keys, .. } => self.read(&keys).map(RecordsStep::Done),
        }
    }

    /// Keeps an offered record after KV accepted it. Ends the key that it replaces.
    pub fn accept(&mut self, offer: &Offer, now_ms: i64) -> Result<Done, String> {
        let Publication { kind, id, .. } = &offer.publication;
        let Some(stored) = self.table.find(*kind, id)? else { return Ok(refused(Refusal::NotMade)) };
        match (stored.stage, &offer.replaces) {
            (Stage::Offered, _) if now_ms > offer.not_after => self.give_up(stored, Refusal::NotMade, now_ms),
            (Stage::Offered, Some(replaces)) => self.replace(stored, replaces, now_ms),
            (Stage::Offered, None) => {
                let accepted = stored.accepted();
                let account = (*kind == RecordKind::Account).then(|| accepted.record()).transpose()?;
                let done = self.kept(&accepted)?;
                self.table.write([accepted])?;
                if account.is_some() {
                    self.account = account;
                }
                Ok(done)
            }
            (Stage::Kept, _) => self.kept(&stored),
            (Stage::Withdrawn, _) => Ok(refused(Refusal::NotMade)),
        }
    }

    /// Offers a new record.
    fn offer(
        &mut self,
        kind: RecordKind,
        id: &str,
        record: &impl Serialize,
        replaces: Option<(String, i64)>,
        not_after: i64,
        now_ms: i64,
    ) -> Result<RecordsStep, String> {
        let stored = match self.table.find(kind, id)? {
            Some(stored) if stored.stage == Stage::Offered => stored,
            // The record was already created, but its response was lost.
            Some(stored) if stored.stage == Stage::Kept => return self.kept(&stored).map(RecordsStep::Done),
            None if now_ms <= not_after => {
                let new = Stored::new(kind, id, record, seconds(now_ms))?;
                self.table.write([new.clone()])?;
                new
            }
            _ => return Ok(RecordsStep::Done(refused(Refusal::NotMade))),
        };
        Ok(RecordsStep::Offered(Box::new(Offer { publication: stored.publication()?, not_after, replaces })))
    }

    /// Withdraws an offered record as if it had never existed.
    pub fn withdraw(&mut self, offer: &Offer, now_ms: i64) -> Result<Done, String> {
        let Publication { kind, id, .. } = &offer.publication;
        match self.table.find(*kind, id)? {
            Some(stored) if stored.stage == Stage::Offered => self.give_up(stored, Refusal::NotMade, now_ms),
            // A repeated request with the same id succeeded meanwhile.
            Some(stored) if stored.stage == Stage::Kept => self.kept(&stored),
            _ => Ok(refused(Refusal::NotMade)),
        }
    }

    /// Withdraws offered records whose callers never returned.
    pub fn withdraw_forgotten(&mut self, now_ms: i64) -> Result<(), String> {
        self.table.withdraw_before(seconds(now_ms).saturating_sub_unsigned(OFFERED_FOR))
    }

    /// Returns true if any record is offered.
    pub fn has_offers(&self) -> Result<bool, String> {
        self.table.has_offers()
    }

    /// Returns the pending KV message about a record, if KV does not have its current version.
    pub fn unpublished_of(&self, kind: RecordKind, id: &str) -> Result<Option<Publication>, String> {
        let stored = self.table.find(kind, id)?;
        stored.filter(|stored| stored.version > stored.published).map(|stored| stored.publication()).transpose()
    }

    /// Returns some of the pending KV messages.
    pub fn unpublished(&self, limit: u32) -> Result<Vec<Publication>, String> {
        self.table.unpublished(limit)?.iter().map(Stored::publication).collect()
    }

    /// Records that KV accepted a message.
    pub fn published(&mut self, publication: &Publication) -> Result<(), String> {
        self.table.published(publication)
    }

    fn read(&self, keys: &[String]) -> Result<Done, String> {
        let kept = self.table.keys(keys)?;
        let kept = kept.iter().filter(|stored| stored.stage == Stage::Kept);
        let keys = kept.map(Stored::record).collect::<Result<_, _>>()?;
        Ok(answered(RecordsAnswer::Records { account: self.account.clone().map(Box::new), keys }))
    }

    /// Returns the answer for a kept record.
    fn kept(&self, stored: &Stored) -> Result<Done, String> {
        let answer = match stored.kind {
            RecordKind::Account => RecordsAnswer::Account(stored.record()?),
            RecordKind::Key => RecordsAnswer::Key {
                key: stored.record()?,
                plan: self.account.as_ref().map(|account| account.plan.clone()),
            },
        };
        Ok(Done { concerns: Some((stored.kind, stored.id.clone())), ..answered(answer) })
    }

    /// Withdraws an offered record and returns the reason.
    fn give_up(&mut self, stored: Stored, why: Refusal, now_ms: i64) -> Result<Done, String> {
        self.table.write([stored.withdrawn(seconds(now_ms))])?;
        Ok(refused(why))
    }
}

fn answered(answer: RecordsAnswer) -> Done {
    Done { answer, ended: None, concerns: None }
}

fn refused(why: Refusal) -> Done {
    answered(RecordsAnswer::Refused(why))
}

const fn seconds(now_ms: i64) -> i64 {
    now_ms.div_euclid(1_000)
}
