//! The records of the account, beside its ledger: changed in one step with it, and told to KV.

use super::copies::Turn;
use super::transaction::{Transactions, transaction};
use super::{Object, Storage, wake_within};
use crate::platform::{log_error, now_ms};
use crate::store::keys::{AT_ONCE, KeyStore};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::service::account::records::{
    Done, OFFERED_FOR, Offer, Publication, RecordKind, Records, RecordsAnswer, RecordsRequest, RecordsStep, Refusal,
    Unknown,
};
use overheard::service::credential::KeyRecord;
use overheard::service::meter;
use std::time::Duration;
use worker::{Response, Result};

/// Milliseconds after which KV counts as not answering. What was given up could still arrive, behind what is told
/// next, so this is longer than anybody waits.
const KV_MS: u64 = 30_000;
/// After a change, when KV is told by an alarm, unless it was told at once.
const TOLD_WITHIN: Duration = Duration::from_millis(1_200);
/// When what nobody came back for is withdrawn.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(OFFERED_FOR + 1);
/// Records of one round, and those that KV may refuse before it ends.
const AT_A_TIME: u32 = 50;
const FAILURES_OF_ROUND: u32 = 3;
/// Milliseconds until the next round, when there is one.
const MORE_AFTER_MS: u64 = 100;

type Outcome<T> = std::result::Result<T, String>;

impl Object {
    /// Answers a message about the records.
    pub(super) async fn answer_records(&self, text: &str) -> Result<Response> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Response::error(format!("a message that is none: {error}"), 400),
        };
        match self.handle_records(message).await {
            Ok(answer) => Response::from_json(&answer),
            Err(error) => {
                log_error(format_args!("the records: {error}"));
                Response::error(error, 500)
            }
        }
    }

    /// Tells KV what it does not know yet, and wakes again for what is left.
    pub(super) async fn tell_waiting(&self) -> Result<()> {
        let again = self.tell_all().await.unwrap_or_else(|error| {
            log_error(format_args!("the records: {error}"));
            self.copies.again_after(true)
        });
        match again {
            Some(milliseconds) => wake_within(&self.state, Duration::from_millis(milliseconds)).await,
            None => Ok(()),
        }
    }

    async fn handle_records(&self, message: RecordsRequest) -> Outcome<RecordsAnswer> {
        if !self.adopt(&message).await? {
            return Ok(RecordsAnswer::Refused(Refusal::Unavailable));
        }
        if matches!(message, RecordsRequest::Read { .. }) {
            // Nothing changes, and nothing that is still to be told is put off.
            return match self.with_records(|records| records.handle(message, signed(now_ms())))? {
                RecordsStep::Done(done) => Ok(done.answer),
                RecordsStep::Offered(_) => Err("what was to be read is offered".to_owned()),
            };
        }
        match self.step(|records, now_ms| records.handle(message, now_ms)).await? {
            RecordsStep::Done(done) => self.finish(done).await,
            RecordsStep::Offered(offer) => self.settle(&offer).await,
        }
    }

    /// Takes over what KV has of records that a message needs and that are not here. False when KV fails.
    async fn adopt(&self, message: &RecordsRequest) -> Outcome<bool> {
        let unknown = self.with_records(|records| records.unknown(message))?;
        if unknown == Unknown::default() {
            return Ok(true);
        }
        let Ok(keys) = self.keys() else { return Ok(false) };
        let account = if unknown.account { keys.account(message.account()).await } else { Ok(None) };
        let looked_up = stream::iter(&unknown.keys).map(|id| keys.find_by_id(id)).buffered(AT_ONCE);
        let (Ok(account), Ok(found)) = (account, looked_up.try_collect::<Vec<_>>().await) else { return Ok(false) };
        let found = found.into_iter().flatten().filter(|key| key.account_id == message.account());
        let found: Vec<KeyRecord> = found.collect();
        self.with_records(|records| records.adopt(account, &found, signed(now_ms())))?;
        Ok(true)
    }

    /// One step of the records, with what follows from it for the ledger: all of it, or nothing.
    async fn step(
        &self,
        work: impl FnOnce(&mut Records<Storage>, i64) -> Outcome<RecordsStep>,
    ) -> Outcome<RecordsStep> {
        let now_ms = signed(now_ms());
        let step = transaction(&Transactions::of(&self.state), || {
            let step = self.with_records(|records| work(records, now_ms))?;
            if let RecordsStep::Done(Done { ended: Some(ended), .. }) = &step {
                let (account, key) = (ended.account.clone(), ended.key.clone());
                let revoke = meter::message::Message::Revoke { account, key, at: ended.at };
                self.with_ledger(|ledger| {
                    ledger.handle(&revoke, now_ms)?;
                    ledger.write()
                })?;
            }
            Ok(step)
        });
        if let Err(error) = &step {
            // What they remember may not be what is written.
            self.records.take();
            self.ledger.take();
            self.fail_waiting(error);
        }
        let step = step?;
        let woken = if matches!(step, RecordsStep::Offered(_)) {
            wake_within(&self.state, FORGOTTEN_AFTER).await
        } else if self.with_records(|records| records.unpublished(1))?.is_empty() {
            Ok(())
        } else {
            // Nothing is awaited since the step, so it is kept with its alarm or not at all.
            self.state.storage().set_alarm(TOLD_WITHIN).await
        };
        woken.map_err(|error| error.to_string())?;
        Ok(step)
    }

    /// Publishes what was offered; only what KV has is kept.
    async fn settle(&self, offer: &Offer) -> Outcome<RecordsAnswer> {
        // Nobody else knows of it, so nobody waits for a turn.
        let is_told = self.tell(&offer.publication).await;
        let settled = self.step(|records, now_ms| {
            let done = if is_told { records.accept(offer, now_ms) } else { records.withdraw(offer, now_ms) };
            done.map(RecordsStep::Done)
        });
        match settled.await? {
            RecordsStep::Done(done) => self.finish(done).await,
            RecordsStep::Offered(_) => Err("what was offered is offered again".to_owned()),
        }
    }

    /// Returns the answer once KV has the record that it is about. A record that KV took less than a second ago is left to
    /// the alarm: the change holds in the object, and nobody waits for a time at which KV takes the name again.
    async fn finish(&self, Done { answer, concerns, .. }: Done) -> Outcome<RecordsAnswer> {
        let Some((kind, id)) = concerns else { return Ok(answer) };
        // What is new was published before it was kept: whoever waits for its secret waits for nothing else.
        if self.with_records(|records| records.unpublished_of(kind, &id))?.is_none() {
            return Ok(answer);
        }
        let _turn = self.copies.turn.lock().await;
        let is_told = match self.copies.turn_of(kind, &id, now_ms()) {
            // A caller that told KV of a later change has told it of this one too.
            Turn::Now => self.tell_latest(kind, &id).await?,
            // The alarm is set since the change was written.
            Turn::Later(_) => true,
            Turn::Failed(_) => self.with_records(|records| records.unpublished_of(kind, &id))?.is_none(),
        };
        Ok(if is_told { answer } else { RecordsAnswer::Refused(Refusal::Unpublished) })
    }

    /// Tells KV everything that it does not know; after how many milliseconds it is to be done again.
    async fn tell_all(&self) -> Outcome<Option<u64>> {
        let _turn = self.copies.turn.lock().await;
        self.with_records(|records| records.withdraw_forgotten(signed(now_ms())))?;
        let waiting = self.with_records(|records| records.unpublished(AT_A_TIME))?;
        let is_more = waiting.len() == usize::try_from(AT_A_TIME).unwrap_or(usize::MAX);
        let mut again: Vec<u64> = is_more.then_some(MORE_AFTER_MS).into_iter().collect();
        let mut failures = 0;
        for Publication { kind, id, .. } in waiting {
            match self.copies.turn_of(kind, &id, now_ms()) {
                Turn::Now if self.tell_latest(kind, &id).await? => {}
                Turn::Now => failures += 1,
                Turn::Later(milliseconds) | Turn::Failed(milliseconds) => again.push(milliseconds),
            }
            // One record that KV does not take holds up no other one; a KV that takes none is left alone for a while.
            if failures >= FAILURES_OF_ROUND {
                break;
            }
        }
        if let Some(milliseconds) = self.copies.again_after(failures > 0) {
            return Ok(Some(milliseconds));
        }
        if self.with_records(|records| records.has_offers())? {
            again.push(u64::try_from(FORGOTTEN_AFTER.as_millis()).unwrap_or(u64::MAX));
        }
        Ok(again.into_iter().min())
    }

    /// Tells KV of a record as it is now, if it does not know. False when KV fails.
    async fn tell_latest(&self, kind: RecordKind, id: &str) -> Outcome<bool> {
        let Some(publication) = self.with_records(|records| records.unpublished_of(kind, id))? else {
            return Ok(true);
        };
        let is_told = self.tell(&publication).await;
        if is_told {
            self.with_records(|records| records.published(&publication))?;
        }
        Ok(is_told)
    }

    async fn tell(&self, Publication { kind, id, publish, .. }: &Publication) -> bool {
        let told = match self.keys() {
            Ok(keys) => keys.publish(publish).await,
            Err(error) => Err(error),
        };
        self.copies.note(*kind, id, told.is_ok(), now_ms());
        told.is_ok()
    }

    pub(super) fn keys(&self) -> std::result::Result<KeyStore, overheard::guard::problem::Violation> {
        let kv = self.env.kv("KV").map_err(|error| crate::fault::unavailable("KV", &error))?;
        Ok(KeyStore::new(kv, false, KV_MS))
    }

    /// Does something with the records. Those that failed are opened anew: what they remember may not be what is written.
    pub(super) fn with_records<T>(&self, work: impl FnOnce(&mut Records<Storage>) -> Outcome<T>) -> Outcome<T> {
        let mut opened = self.records.borrow_mut();
        let mut records = match opened.take() {
            Some(records) => records,
            None => Records::open(Storage::of(&self.state))?,
        };
        let result = work(&mut records)?;
        *opened = Some(records);
        Ok(result)
    }
}

fn signed(now_ms: u64) -> i64 {
    i64::try_from(now_ms).unwrap_or(i64::MAX)
}
