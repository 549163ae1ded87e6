//! The records of one account: the account itself and its keys. This module is their only writer.
//!
//! They are stored in tables of the account's Durable Object. Requests arrive there one after another, so no change is
//! lost. KV has a copy of each record for lookups: [`Publication`] is a pending write to KV, and each row stores the
//! version that KV has. A new secret is returned only once. A new record is therefore *offered* first: it is published,
//! and then either accepted and returned, or withdrawn.
//!
//! In scope: the conditions and results of changes, and the pending writes to KV. Every step is one statement. Out of
//! scope: secrets and random bytes (parameters), the clock, writing to KV, and refusing requests of ended keys. The
//! Worker's object does these.

mod account;
mod key;
mod message;
mod table;

pub use message::{KeyLimit, RecordsAnswer, RecordsRefusal, RecordsRequest, Successor};
pub use table::{Publication, RecordKind, RecordUpdate};

use super::{Account, AccountStatus};
use crate::service::credential::KeyRecord;
use crate::service::meter::ledger::Tables;
use serde::Serialize;
use std::collections::HashSet;
use table::{RecordEntry, RecordTable, Stage};

/// Seconds after which an offered record is withdrawn. Its caller has given up by then.
pub const OFFER_SECONDS: u64 = 60;

/// The account and key records of one account.
#[derive(Debug)]
pub struct Records<T> {
    table: RecordTable<T>,
    /// The stored record of the account.
    account: Option<Account>,
}

/// The outcome of a message.
#[derive(Debug)]
pub enum RecordsStep {
    /// A final answer.
    Answer(RecordsResult),
    /// A new record to publish, then to [`Records::accept`] or [`Records::withdraw`].
    Offer(Box<Offer>),
}

/// An answer and its side effects.
#[derive(Debug)]
pub struct RecordsResult {
    /// The answer.
    pub answer: RecordsAnswer,
    /// A key to refuse from now on.
    pub revocation: Option<KeyRevocation>,
    /// The record that the answer concerns. KV may not have it yet.
    pub concerns: Option<(RecordKind, String)>,
}

/// A key and the time at which it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct KeyRevocation {
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
pub struct MissingRecords {
    /// True if the account's record is missing.
    pub account: bool,
    /// Ids of keys whose records are missing.
    pub keys: Vec<String>,
}

impl<T: Tables> Records<T> {
    /// Opens the records in some tables. Creates the tables if there are none.
    pub fn open(tables: T) -> Result<Self, String> {
        let table = RecordTable::open(tables)?;
        let account = table.valid_account()?;
        Ok(Self { table, account })
    }

    /// Returns true if requests of every key must be refused.
    pub fn is_suspended(&self) -> bool {
        self.account.as_ref().is_some_and(|account| account.status == AccountStatus::Suspended)
    }

    /// Returns the records to read from KV before a message is handled.
    pub fn missing(&self, message: &RecordsRequest) -> Result<MissingRecords, String> {
        let account = message.needs_account() && self.account.is_none() && self.table.account()?.is_none();
        let needed = message.keys();
        let known = self.table.keys(&needed)?;
        let known: HashSet<&str> = known.iter().map(|entry| entry.id.as_str()).collect();
        let missing = needed.into_iter().filter(|id| !known.contains(id));
        Ok(MissingRecords { account, keys: missing.map(str::to_owned).collect() })
    }

    /// Imports the KV records of an account that was created before these tables existed. Existing records here are
    /// kept.
    pub fn import(&mut self, account: Option<Account>, keys: &[KeyRecord], now_ms: i64) -> Result<(), String> {
        let now = seconds(now_ms);
        let mut rows = Vec::new();
        if let Some(account) = &account {
            rows.push(RecordEntry::new_imported(RecordKind::Account, &account.id, account, now)?);
        }
        for key in keys {
            rows.push(RecordEntry::new_imported(RecordKind::Key, &key.id, key, now)?);
        }
        if rows.is_empty() {
            return Ok(());
        }
        self.table.add(rows)?;
        if self.account.is_none() {
            self.account = self.table.valid_account()?;
        }
        Ok(())
    }

    /// Handles a message at a time in milliseconds since 1970.
    pub fn handle(&mut self, message: RecordsRequest, now_ms: i64) -> Result<RecordsStep, String> {
        match message {
            RecordsRequest::CreateAccount { account, not_after } => {
                self.offer(RecordKind::Account, &account.id, &account, None, not_after, now_ms)
            }
            RecordsRequest::ChangeAccount { change, .. } => {
                self.change_account(change, now_ms).map(RecordsStep::Answer)
            }
            RecordsRequest::CreateKey { key, limit, not_after } => match self.check_limit(&key.id, limit, now_ms)? {
                Some(refusal) => Ok(RecordsStep::Answer(refused(refusal))),
                None => self.offer_key(key, None, not_after, now_ms),
            },
            RecordsRequest::RotateKey { key, successor, grace_hours, limit, not_after, .. } => {
                let limit = limit.filter(|_| grace_hours > 0);
                match self.check_limit(&successor.id, limit, now_ms)? {
                    Some(refusal) => Ok(RecordsStep::Answer(refused(refusal))),
                    None => self.offer_successor(&key, successor, grace_hours, not_after, now_ms),
                }
            }
            RecordsRequest::RevokeKey { key, .. } => self.revoke(&key, now_ms).map(RecordsStep::Answer),
            RecordsRequest::Read { keys, .. } => self.read(&keys).map(RecordsStep::Answer),
        }
    }

    /// Accepts an offered record after KV has it. Ends the key that it replaces.
    pub fn accept(&mut self, offer: &Offer, now_ms: i64) -> Result<RecordsResult, String> {
        let Publication { kind, id, .. } = &offer.publication;
        let Some(entry) = self.table.find(*kind, id)? else { return Ok(refused(RecordsRefusal::NotCreated)) };
        match (entry.stage, &offer.replaces) {
            (Stage::Offered, _) if now_ms > offer.not_after => {
                self.withdraw_entry(entry, RecordsRefusal::NotCreated, now_ms)
            }
            (Stage::Offered, Some(replaces)) => self.replace(entry, replaces, now_ms),
            (Stage::Offered, None) => {
                let accepted = entry.accept();
                let account = (*kind == RecordKind::Account).then(|| accepted.record()).transpose()?;
                let result = self.answer_for(&accepted)?;
                self.table.write([accepted])?;
                if account.is_some() {
                    self.account = account;
                }
                Ok(result)
            }
            (Stage::Kept, _) => self.answer_for(&entry),
            (Stage::Withdrawn, _) => Ok(refused(RecordsRefusal::NotCreated)),
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
        let entry = match self.table.find(kind, id)? {
            Some(entry) if entry.stage == Stage::Offered => entry,
            // The record was already created, but its response was lost.
            Some(entry) if entry.stage == Stage::Kept => return self.answer_for(&entry).map(RecordsStep::Answer),
            None if now_ms <= not_after => {
                let new = RecordEntry::new(kind, id, record, seconds(now_ms))?;
                self.table.write([new.clone()])?;
                new
            }
            _ => return Ok(RecordsStep::Answer(refused(RecordsRefusal::NotCreated))),
        };
        Ok(RecordsStep::Offer(Box::new(Offer { publication: entry.publication()?, not_after, replaces })))
    }

    /// Withdraws an offered record as if it had never existed.
    pub fn withdraw(&mut self, offer: &Offer, now_ms: i64) -> Result<RecordsResult, String> {
        let Publication { kind, id, .. } = &offer.publication;
        match self.table.find(*kind, id)? {
            Some(entry) if entry.stage == Stage::Offered => {
                self.withdraw_entry(entry, RecordsRefusal::NotCreated, now_ms)
            }
            // A repeated request with the same id has succeeded in the meantime.
            Some(entry) if entry.stage == Stage::Kept => self.answer_for(&entry),
            _ => Ok(refused(RecordsRefusal::NotCreated)),
        }
    }

    /// Withdraws offered records whose callers never returned.
    pub fn withdraw_expired(&mut self, now_ms: i64) -> Result<(), String> {
        self.table.withdraw_before(seconds(now_ms).saturating_sub_unsigned(OFFER_SECONDS))
    }

    /// Returns true if any record is offered.
    pub fn has_offers(&self) -> Result<bool, String> {
        self.table.has_offers()
    }

    /// Returns the pending KV message about a record, if KV does not have its current version.
    pub fn unpublished_of(&self, kind: RecordKind, id: &str) -> Result<Option<Publication>, String> {
        let entry = self.table.find(kind, id)?;
        entry.filter(|entry| entry.version > entry.published).map(|entry| entry.publication()).transpose()
    }

    /// Returns some of the pending KV messages.
    pub fn unpublished(&self, limit: u32) -> Result<Vec<Publication>, String> {
        self.table.unpublished(limit)?.iter().map(RecordEntry::publication).collect()
    }

    /// Records that KV accepted a message.
    pub fn confirm_publication(&mut self, publication: &Publication) -> Result<(), String> {
        self.table.confirm_publication(publication)
    }

    fn read(&self, keys: &[String]) -> Result<RecordsResult, String> {
        let kept = self.table.keys(keys)?;
        let kept = kept.iter().filter(|entry| entry.stage == Stage::Kept);
        let keys = kept.map(RecordEntry::record).collect::<Result<_, _>>()?;
        Ok(plain_answer(RecordsAnswer::Records { account: self.account.clone().map(Box::new), keys }))
    }

    /// Returns the answer for a valid record.
    fn answer_for(&self, entry: &RecordEntry) -> Result<RecordsResult, String> {
        let answer = match entry.kind {
            RecordKind::Account => RecordsAnswer::Account(entry.record()?),
            RecordKind::Key => RecordsAnswer::Key {
                key: entry.record()?,
                plan: self.account.as_ref().map(|account| account.plan.clone()),
            },
        };
        Ok(RecordsResult { concerns: Some((entry.kind, entry.id.clone())), ..plain_answer(answer) })
    }

    /// Withdraws an offered record and returns the reason.
    fn withdraw_entry(
        &mut self,
        entry: RecordEntry,
        why: RecordsRefusal,
        now_ms: i64,
    ) -> Result<RecordsResult, String> {
        self.table.write([entry.withdraw(seconds(now_ms))])?;
        Ok(refused(why))
    }
}

fn plain_answer(answer: RecordsAnswer) -> RecordsResult {
    RecordsResult { answer, revocation: None, concerns: None }
}

fn refused(why: RecordsRefusal) -> RecordsResult {
    plain_answer(RecordsAnswer::Refused(why))
}

const fn seconds(now_ms: i64) -> i64 {
    now_ms.div_euclid(1_000)
}
