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

/// Seconds after which what was offered is withdrawn: whoever asked for it has long given up.
pub const OFFERED_FOR: u64 = 60;

/// The records.
#[derive(Debug)]
pub struct Records<T> {
    table: Table<T>,
    /// The account as it is kept.
    account: Option<Account>,
}

/// What follows from a message.
#[derive(Debug)]
pub enum RecordsStep {
    /// The answer.
    Done(Done),
    /// What is new is to be published, then [`Records::accept`]ed or [`Records::withdraw`]n.
    Offered(Box<Offer>),
}

/// An answer, and what follows from it.
#[derive(Debug)]
pub struct Done {
    /// The answer.
    pub answer: RecordsAnswer,
    /// A key that is to be refused.
    pub ended: Option<Ended>,
    /// The record that the answer is about, of which KV may not know yet.
    pub concerns: Option<(RecordKind, String)>,
}

/// A key that ends.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct Ended {
    pub account: String,
    pub key: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// Something new that nobody was told of yet.
#[derive(Debug, Clone)]
pub struct Offer {
    /// What KV is to be told.
    pub publication: Publication,
    /// In milliseconds since 1970: whoever asked has given up by then.
    not_after: i64,
    /// The key whose place it takes, and for how many seconds that one stays good.
    replaces: Option<(String, i64)>,
}

/// Records that a message needs and that are not here: KV may have them from before there were any here.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Whether that of the account is one of them.
    pub account: bool,
    /// Ids of keys.
    pub keys: Vec<String>,
}

impl<T: Tables> Records<T> {
    /// Opens the records in some tables, which it makes when there are none.
    pub fn open(tables: T) -> Result<Self, String> {
        let table = Table::open(tables)?;
        let account = table.kept_account()?;
        Ok(Self { table, account })
    }

    /// Whether requests of every key are to be refused.
    pub fn is_suspended(&self) -> bool {
        self.account.as_ref().is_some_and(|account| account.status == AccountStatus::Suspended)
    }

    /// What is to be looked for in KV before a message is handled.
    pub fn unknown(&self, message: &RecordsRequest) -> Result<Unknown, String> {
        let account = message.needs_account() && self.account.is_none() && self.table.account()?.is_none();
        let needed = message.keys();
        let known = self.table.keys(&needed)?;
        let known: HashSet<&str> = known.iter().map(|stored| stored.id.as_str()).collect();
        let unknown = needed.into_iter().filter(|id| !known.contains(id));
        Ok(Unknown { account, keys: unknown.map(str::to_owned).collect() })
    }

    /// Takes over what KV has of an account, where nothing is here: it was made before there were any records here.
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

    /// Does what a message asks for, at a time in milliseconds since 1970.
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

    /// Keeps what was offered, now that KV has it; a key whose place it takes ends.
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

    /// Offers something new.
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
            // It was made, and the answer was lost.
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

    /// Takes back what was offered, as if it had never been.
    pub fn withdraw(&mut self, offer: &Offer, now_ms: i64) -> Result<Done, String> {
        let Publication { kind, id, .. } = &offer.publication;
        match self.table.find(*kind, id)? {
            Some(stored) if stored.stage == Stage::Offered => self.give_up(stored, Refusal::NotMade, now_ms),
            // Whoever sent the same a second time was luckier.
            Some(stored) if stored.stage == Stage::Kept => self.kept(&stored),
            _ => Ok(refused(Refusal::NotMade)),
        }
    }

    /// Withdraws what was offered to somebody who never came back.
    pub fn withdraw_forgotten(&mut self, now_ms: i64) -> Result<(), String> {
        self.table.withdraw_before(seconds(now_ms).saturating_sub_unsigned(OFFERED_FOR))
    }

    /// Whether something is being offered.
    pub fn has_offers(&self) -> Result<bool, String> {
        self.table.has_offers()
    }

    /// What KV is to be told of a record, if it does not know yet.
    pub fn unpublished_of(&self, kind: RecordKind, id: &str) -> Result<Option<Publication>, String> {
        let stored = self.table.find(kind, id)?;
        stored.filter(|stored| stored.version > stored.published).map(|stored| stored.publication()).transpose()
    }

    /// Some of what KV is still to be told.
    pub fn unpublished(&self, limit: u32) -> Result<Vec<Publication>, String> {
        self.table.unpublished(limit)?.iter().map(Stored::publication).collect()
    }

    /// Notes that KV was told.
    pub fn published(&mut self, publication: &Publication) -> Result<(), String> {
        self.table.published(publication)
    }

    fn read(&self, keys: &[String]) -> Result<Done, String> {
        let kept = self.table.keys(keys)?;
        let kept = kept.iter().filter(|stored| stored.stage == Stage::Kept);
        let keys = kept.map(Stored::record).collect::<Result<_, _>>()?;
        Ok(answered(RecordsAnswer::Records { account: self.account.clone().map(Box::new), keys }))
    }

    /// What is answered about a record that is kept.
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

    /// Withdraws a record that was offered, and says why.
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
