//! Creates, rotates and revokes keys.

use super::table::{RecordKind, Stage, Stored};
use super::{Done, Ended, KeyLimit, Records, RecordsStep, Refusal, Successor, refused, seconds};
use crate::base::date::time_of_seconds;
use crate::service::account::OPERATOR_ACCOUNT;
use crate::service::credential::{KeyRecord, KeyStatus};
use crate::service::meter::ledger::Tables;

const SECONDS_OF_HOUR: i64 = 3_600;

impl<T: Tables> Records<T> {
    /// Returns a refusal if the account has reached its key limit. Offered keys count, so concurrent requests cannot
    /// exceed the limit. A key that already has a record is not refused.
    pub(super) fn full(&self, id: &str, limit: Option<KeyLimit>, now_ms: i64) -> Result<Option<Refusal>, String> {
        let Some(KeyLimit { max, .. }) = limit else { return Ok(None) };
        if self.table.find(RecordKind::Key, id)?.is_some() {
            return Ok(None);
        }
        let good = self.table.good_keys(&time(seconds(now_ms))?)?;
        Ok((good >= u64::from(max)).then_some(Refusal::Full { max }))
    }

    /// Offers a new key. The key may replace another one, which stays valid for some seconds.
    pub(super) fn offer_key(
        &mut self,
        key: KeyRecord,
        replaces: Option<(String, i64)>,
        not_after: i64,
        now_ms: i64,
    ) -> Result<RecordsStep, String> {
        if self.account.is_none() && key.account_id != OPERATOR_ACCOUNT {
            return Ok(RecordsStep::Done(refused(Refusal::NoAccount)));
        }
        self.offer(RecordKind::Key, &key.id, &key, replaces, not_after, now_ms)
    }

    pub(super) fn offer_successor(
        &mut self,
        key: &str,
        successor: Successor,
        grace_hours: u32,
        not_after: i64,
        now_ms: i64,
    ) -> Result<RecordsStep, String> {
        let old = match self.replaceable(key, &successor.id, now_ms)? {
            Ok((_, old)) => old,
            Err(why) => return Ok(RecordsStep::Done(refused(why))),
        };
        let Successor { id, prefix, last4, hash, created_at } = successor;
        let rotated_from = Some(old.id.clone());
        // The new key keeps its own expiry, independent of the end of the old key.
        let fresh = KeyRecord { id, prefix, last4, hash, created_at, rotated_from, rotated_to: None, ..old };
        let grace = i64::from(grace_hours) * SECONDS_OF_HOUR;
        self.offer_key(fresh, Some((key.to_owned(), grace)), not_after, now_ms)
    }

    /// Keeps a key that was offered as a replacement, and ends the old key.
    pub(super) fn replace(
        &mut self,
        stored: Stored,
        (replaced, grace): &(String, i64),
        now_ms: i64,
    ) -> Result<Done, String> {
        // The old key may have ended during the write to KV.
        let (row, old) = match self.replaceable(replaced, &stored.id, now_ms)? {
            Ok(old) => old,
            Err(why) => return self.give_up(stored, why, now_ms),
        };
        let now = seconds(now_ms);
        let until = now + grace;
        let old = KeyRecord { rotated_to: Some(stored.id.clone()), ..old };
        let ended = Ended { account: old.account_id.clone(), key: old.id.clone(), at: until };
        let old = if *grace == 0 { revoked(old, now)? } else { ending(old, until)? };
        let accepted = stored.accepted();
        let done = self.kept(&accepted)?;
        self.table.write([accepted, row.changed(&old, now)?])?;
        Ok(Done { ended: Some(ended), ..done })
    }

    pub(super) fn revoke(&mut self, id: &str, now_ms: i64) -> Result<Done, String> {
        let Some(stored) = self.table.find(RecordKind::Key, id)? else { return Ok(refused(Refusal::NoKey)) };
        match stored.stage {
            Stage::Kept => {}
            // The request timed out, and the caller revokes the key that it never received.
            Stage::Offered => return self.give_up(stored, Refusal::NoKey, now_ms),
            Stage::Withdrawn => return Ok(refused(Refusal::NoKey)),
        }
        let key: KeyRecord = stored.record()?;
        if key.status == KeyStatus::Revoked {
            return self.kept(&stored);
        }
        let now = seconds(now_ms);
        let ended = Ended { account: key.account_id.clone(), key: key.id.clone(), at: now };
        let changed = stored.changed(&revoked(key, now)?, now)?;
        let done = self.kept(&changed)?;
        self.table.write([changed])?;
        Ok(Done { ended: Some(ended), ..done })
    }

    /// Returns a key that can be replaced.
    fn replaceable(
        &self,
        id: &str,
        successor: &str,
        now_ms: i64,
    ) -> Result<Result<(Stored, KeyRecord), Refusal>, String> {
        let Some(stored) = self.table.find(RecordKind::Key, id)?.filter(|stored| stored.stage == Stage::Kept) else {
            return Ok(Err(Refusal::NoKey));
        };
        let key: KeyRecord = stored.record()?;
        // The replacement was already made, but its response was lost.
        let is_done = key.rotated_to.as_deref() == Some(successor);
        let status = key.status_at(&time(seconds(now_ms))?);
        if status != "active" && !is_done {
            return Ok(Err(Refusal::Ended { status: status.to_owned() }));
        }
        match &key.rotated_to {
            Some(by) if !is_done => Ok(Err(Refusal::Replaced { by: by.clone() })),
            _ => Ok(Ok((stored, key))),
        }
    }
}

/// Returns the record of a key as revoked.
fn revoked(key: KeyRecord, now: i64) -> Result<KeyRecord, String> {
    Ok(KeyRecord { status: KeyStatus::Revoked, revoked_at: Some(time(now)?), ..key })
}

/// Returns the record of a key that expires at a time, or at its own expiry if that is earlier.
fn ending(key: KeyRecord, until: i64) -> Result<KeyRecord, String> {
    let until = time(until)?;
    // Timestamps of one format sort as text in order of time.
    let expires_at = Some(key.expires_at.clone().filter(|at| *at <= until).unwrap_or(until));
    Ok(KeyRecord { expires_at, ..key })
}

fn time(seconds: i64) -> Result<String, String> {
    time_of_seconds(seconds).ok_or_else(|| format!("{seconds} seconds since 1970 are no time of the calendar"))
}
