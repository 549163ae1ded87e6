//! The records of the account and its keys. They change in one transaction with the ledger, and are replicated to KV.

use super::replication::WriteSlot;
use super::transaction::{Transactions, transaction};
use super::{AccountObject, ObjectStorage, wake_within};
use crate::platform::{log_error, now_ms};
use crate::store::keys::{CONCURRENCY, KeyStore};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use overheard::service::account::records::{
    MissingRecords, OFFER_SECONDS, Offer, Publication, RecordKind, Records, RecordsAnswer, RecordsRefusal,
    RecordsRequest, RecordsResult, RecordsStep,
};
use overheard::service::credential::KeyRecord;
use overheard::service::meter;
use std::time::Duration;
use worker::Result;

/// Milliseconds after which a call to KV fails. A write that timed out could still arrive after the next one, so this
/// is longer than any request waits.
const KV_MS: u64 = 30_000;
/// Delay of the alarm that replicates a change if the request itself could not.
const REPLICATE_AFTER: Duration = Duration::from_millis(1_200);
/// Delay after which an offer that was never accepted is withdrawn.
const WITHDRAW_AFTER: Duration = Duration::from_secs(OFFER_SECONDS + 1);
/// Records written in one round.
const ROUND_SIZE: u32 = 50;
/// Failed writes after which a round ends.
const MAX_ROUND_FAILURES: u32 = 3;
/// Milliseconds until the next round if records are left.
const NEXT_ROUND_MS: u64 = 100;

type Outcome<T> = std::result::Result<T, String>;

impl AccountObject {
    /// Answers a message about the records.
    pub(super) async fn answer_records(&self, text: &str) -> Outcome<String> {
        let message = serde_json::from_str(text).map_err(|error| format!("a message that is none: {error}"))?;
        serde_json::to_string(&self.handle_records(message).await?).map_err(|error| error.to_string())
    }

    /// Writes changed records to KV. Sets an alarm for the rest.
    pub(super) async fn replicate_records(&self) -> Result<()> {
        let again = self.write_round().await.unwrap_or_else(|error| {
            log_error(format_args!("the records: {error}"));
            self.replication.backoff(true)
        });
        match again {
            Some(milliseconds) => wake_within(&self.state, Duration::from_millis(milliseconds)).await,
            None => Ok(()),
        }
    }

    async fn handle_records(&self, message: RecordsRequest) -> Outcome<RecordsAnswer> {
        if !self.import_missing(&message).await? {
            return Ok(RecordsAnswer::Refused(RecordsRefusal::Unavailable));
        }
        if matches!(message, RecordsRequest::Read { .. }) {
            // A read changes nothing, so it must not reset the alarm.
            return match self.with_records(|records| records.handle(message, signed(now_ms())))? {
                RecordsStep::Answer(done) => Ok(done.answer),
                RecordsStep::Offer(_) => Err("what was to be read is offered".to_owned()),
            };
        }
        match self.step(|records, now_ms| records.handle(message, now_ms)).await? {
            RecordsStep::Answer(done) => self.finish(done).await,
            RecordsStep::Offer(offer) => self.publish_offer(&offer).await,
        }
    }

    /// Copies records that a message needs from KV if this object does not have them. Returns false if KV fails.
    async fn import_missing(&self, message: &RecordsRequest) -> Outcome<bool> {
        let missing = self.with_records(|records| records.missing(message))?;
        if missing == MissingRecords::default() {
            return Ok(true);
        }
        let Ok(keys) = self.keys() else { return Ok(false) };
        let account = if missing.account { keys.account(message.account()).await } else { Ok(None) };
        let looked_up = stream::iter(&missing.keys).map(|id| keys.find_by_id(id)).buffered(CONCURRENCY);
        let (Ok(account), Ok(found)) = (account, looked_up.try_collect::<Vec<_>>().await) else { return Ok(false) };
        let found = found.into_iter().flatten().filter(|key| key.account_id == message.account());
        let found: Vec<KeyRecord> = found.collect();
        self.with_records(|records| records.import(account, &found, signed(now_ms())))?;
        Ok(true)
    }

    /// Runs a change of the records and its effects on the ledger in one transaction.
    async fn step(
        &self,
        work: impl FnOnce(&mut Records<ObjectStorage>, i64) -> Outcome<RecordsStep>,
    ) -> Outcome<RecordsStep> {
        let now_ms = signed(now_ms());
        let step = transaction(&Transactions::of(&self.state), || {
            let step = self.with_records(|records| work(records, now_ms))?;
            if let RecordsStep::Answer(RecordsResult { revocation: Some(revocation), .. }) = &step {
                let (account, key) = (revocation.account.clone(), revocation.key.clone());
                let revoke = meter::message::MeterRequest::Revoke { account, key, at: revocation.at };
                self.with_ledger(|ledger| {
                    ledger.handle(&revoke, now_ms)?;
                    ledger.write()
                })?;
            }
            Ok(step)
        });
        if let Err(error) = &step {
            // Memory and storage may differ now.
            self.records.take();
            self.ledger.take();
            self.fail_waiting(error);
        }
        let step = step?;
        let woken = if matches!(step, RecordsStep::Offer(_)) {
            wake_within(&self.state, WITHDRAW_AFTER).await
        } else if self.with_records(|records| records.unpublished(1))?.is_empty() {
            Ok(())
        } else {
            // No await since the change, so it is stored together with its alarm or not at all.
            self.state.storage().set_alarm(REPLICATE_AFTER).await
        };
        woken.map_err(|error| error.to_string())?;
        Ok(step)
    }

    /// Writes an offered record to KV. Accepts the record if KV has it, and withdraws it otherwise.
    async fn publish_offer(&self, offer: &Offer) -> Outcome<RecordsAnswer> {
        // The record is new, so no other write of it can run: no lock is needed.
        let is_written = self.write(&offer.publication).await;
        let decided = self.step(|records, now_ms| {
            let done = if is_written { records.accept(offer, now_ms) } else { records.withdraw(offer, now_ms) };
            done.map(RecordsStep::Answer)
        });
        match decided.await? {
            RecordsStep::Answer(done) => self.finish(done).await,
            RecordsStep::Offer(_) => Err("what was offered is offered again".to_owned()),
        }
    }

    /// Returns the answer once KV has the record that it concerns. If a record was written less than a second ago, the
    /// alarm writes it. The change is stored in this object, and the request does not wait for KV.
    async fn finish(&self, RecordsResult { answer, concerns, .. }: RecordsResult) -> Outcome<RecordsAnswer> {
        let Some((kind, id)) = concerns else { return Ok(answer) };
        // A new record is in KV before it is accepted here, so the request for its secret waits for no second write.
        if self.with_records(|records| records.unpublished_of(kind, &id))?.is_none() {
            return Ok(answer);
        }
        let _lock = self.replication.lock.lock().await;
        let is_written = match self.replication.slot_of(kind, &id, now_ms()) {
            // A write of a later change includes this one.
            WriteSlot::Now => self.write_latest(kind, &id).await?,
            // The alarm was set together with the change.
            WriteSlot::Later(_) => true,
            WriteSlot::Failed(_) => self.with_records(|records| records.unpublished_of(kind, &id))?.is_none(),
        };
        Ok(if is_written { answer } else { RecordsAnswer::Refused(RecordsRefusal::Unpublished) })
    }

    /// Writes a round of changed records to KV. Returns the milliseconds until the next round, if one is needed.
    async fn write_round(&self) -> Outcome<Option<u64>> {
        let _lock = self.replication.lock.lock().await;
        self.with_records(|records| records.withdraw_expired(signed(now_ms())))?;
        let waiting = self.with_records(|records| records.unpublished(ROUND_SIZE))?;
        let is_more = waiting.len() == usize::try_from(ROUND_SIZE).unwrap_or(usize::MAX);
        let mut again: Vec<u64> = is_more.then_some(NEXT_ROUND_MS).into_iter().collect();
        let mut failures = 0;
        for Publication { kind, id, .. } in waiting {
            match self.replication.slot_of(kind, &id, now_ms()) {
                WriteSlot::Now if self.write_latest(kind, &id).await? => {}
                WriteSlot::Now => failures += 1,
                WriteSlot::Later(milliseconds) | WriteSlot::Failed(milliseconds) => again.push(milliseconds),
            }
            // One failed record does not block the others. Several failures mean that KV is down: back off.
            if failures >= MAX_ROUND_FAILURES {
                break;
            }
        }
        if let Some(milliseconds) = self.replication.backoff(failures > 0) {
            return Ok(Some(milliseconds));
        }
        if self.with_records(|records| records.has_offers())? {
            again.push(u64::try_from(WITHDRAW_AFTER.as_millis()).unwrap_or(u64::MAX));
        }
        Ok(again.into_iter().min())
    }

    /// Writes the current version of a record to KV, unless KV has it. Returns false if KV fails.
    async fn write_latest(&self, kind: RecordKind, id: &str) -> Outcome<bool> {
        let Some(publication) = self.with_records(|records| records.unpublished_of(kind, id))? else {
            return Ok(true);
        };
        let is_written = self.write(&publication).await;
        if is_written {
            self.with_records(|records| records.confirm_publication(&publication))?;
        }
        Ok(is_written)
    }

    async fn write(&self, Publication { kind, id, update, .. }: &Publication) -> bool {
        let written = match self.keys() {
            Ok(keys) => keys.publish(update).await,
            Err(error) => Err(error),
        };
        self.replication.add_write(*kind, id, written.is_ok(), now_ms());
        written.is_ok()
    }

    pub(super) fn keys(&self) -> std::result::Result<KeyStore, overheard::guard::problem::Violation> {
        let kv = self.env.kv("KV").map_err(|error| crate::fault::unavailable("KV", &error))?;
        Ok(KeyStore::new(kv, false, KV_MS))
    }

    /// Runs a function on the records. After an error they are read anew, because memory and storage may differ.
    pub(super) fn with_records<T>(&self, work: impl FnOnce(&mut Records<ObjectStorage>) -> Outcome<T>) -> Outcome<T> {
        let mut opened = self.records.borrow_mut();
        let mut records = match opened.take() {
            Some(records) => records,
            None => Records::open(ObjectStorage::of(&self.state))?,
        };
        let result = work(&mut records)?;
        *opened = Some(records);
        Ok(result)
    }
}

fn signed(now_ms: u64) -> i64 {
    i64::try_from(now_ms).unwrap_or(i64::MAX)
}
