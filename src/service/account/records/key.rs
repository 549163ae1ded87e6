//! Creates, rotates and revokes keys.

use super::table::{RecordEntry, RecordKind, Stage};
use super::{
    KeyLimit, KeyRevocation, Records, RecordsRefusal, RecordsResult, RecordsStep, Successor, refused, seconds,
};
use crate::base::date::time_of_seconds;
use crate::service::account::OPERATOR_ACCOUNT;
use crate::service::credential::{KeyRecord, KeyStatus};
use crate::service::meter::ledger::Tables;

const SECONDS_OF_HOUR: i64 = 3_600;

impl<T: Tables> Records<T> {
    /// Returns a refusal if the account has reached its key limit. Offered keys count, so concurrent requests cannot
    /// exceed the limit. A key that already has a record is not refused.
    pub(super) fn check_limit(
        &self,
        id: &str,
        limit: Option<KeyLimit>,
        now_ms: i64,
    ) -> Result<Option<RecordsRefusal>, String> {
        let Some(KeyLimit { max, .. }) = limit else { return Ok(None) };
        if self.table.find(RecordKind::Key, id)?.is_some() {
            return Ok(None);
        }
        let valid = self.table.count_valid_keys(&format_time(seconds(now_ms))?)?;
        Ok((valid >= u64::from(max)).then_some(RecordsRefusal::KeyLimitReached { max }))
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
            return Ok(RecordsStep::Answer(refused(RecordsRefusal::NoAccount)));
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
        let old = match self.find_replaceable(key, &successor.id, now_ms)? {
            Ok((_, old)) => old,
            Err(why) => return Ok(RecordsStep::Answer(refused(why))),
        };
        let Successor { id, prefix, last4, hash, created_at } = successor;
        let rotated_from = Some(old.id.clone());
        // The new key keeps its own expiry, independent of the end of the old key.
        let fresh = KeyRecord { id, prefix, last4, hash, created_at, rotated_from, rotated_to: None, ..old };
        let grace = i64::from(grace_hours) * SECONDS_OF_HOUR;
        self.offer_key(fresh, Some((key.to_owned(), grace)), not_after, now_ms)
    }

    /// Accepts a key that was offered as a replacement, and ends the old key.
    pub(super) fn replace(
        &mut self,
        entry: RecordEntry,
        (replaced, grace): &(String, i64),
        now_ms: i64,
    ) -> Result<RecordsResult, String> {
        // The old key may have ended during the write to KV.
        let (row, old) = match self.find_replaceable(replaced, &entry.id, now_ms)? {
            Ok(old) => old,
            Err(why) => return self.withdraw_entry(entry, why, now_ms),
        };
        let now = seconds(now_ms);
        let until = now + grace;
        let old = KeyRecord { rotated_to: Some(entry.id.clone()), ..old };
        let revocation = KeyRevocation { account: old.account_id.clone(), key: old.id.clone(), at: until };
        let old = if *grace == 0 { revoke_record(old, now)? } else { with_expiry(old, until)? };
        let accepted = entry.accept();
        let result = self.answer_for(&accepted)?;
        self.table.write([accepted, row.with_record(&old, now)?])?;
        Ok(RecordsResult { revocation: Some(revocation), ..result })
    }

    pub(super) fn revoke(&mut self, id: &str, now_ms: i64) -> Result<RecordsResult, String> {
        let Some(entry) = self.table.find(RecordKind::Key, id)? else { return Ok(refused(RecordsRefusal::NoKey)) };
        match entry.stage {
            Stage::Kept => {}
            // The request timed out, and the caller revokes the key that it never received.
            Stage::Offered => return self.withdraw_entry(entry, RecordsRefusal::NoKey, now_ms),
            Stage::Withdrawn => return Ok(refused(RecordsRefusal::NoKey)),
        }
        let key: KeyRecord = entry.record()?;
        if key.status == KeyStatus::Revoked {
            return self.answer_for(&entry);
        }
        let now = seconds(now_ms);
        let revocation = KeyRevocation { account: key.account_id.clone(), key: key.id.clone(), at: now };
        let changed = entry.with_record(&revoke_record(key, now)?, now)?;
        let result = self.answer_for(&changed)?;
        self.table.write([changed])?;
        Ok(RecordsResult { revocation: Some(revocation), ..result })
    }

    /// Returns a key that can be replaced.
    fn find_replaceable(
        &self,
        id: &str,
        successor: &str,
        now_ms: i64,
    ) -> Result<Result<(RecordEntry, KeyRecord), RecordsRefusal>, String> {
        let Some(entry) = self.table.find(RecordKind::Key, id)?.filter(|entry| entry.stage == Stage::Kept) else {
            return Ok(Err(RecordsRefusal::NoKey));
        };
        let key: KeyRecord = entry.record()?;
        // The replacement was already made, but its response was lost.
        let is_done = key.rotated_to.as_deref() == Some(successor);
        let status = key.status_at(&format_time(seconds(now_ms))?);
        if status != "active" && !is_done {
            return Ok(Err(RecordsRefusal::Inactive { status: status.to_owned() }));
        }
        match &key.rotated_to {
            Some(by) if !is_done => Ok(Err(RecordsRefusal::Replaced { by: by.clone() })),
            _ => Ok(Ok((entry, key))),
        }
    }
}

/// Returns the record of a key as revoked.
fn revoke_record(key: KeyRecord, now: i64) -> Result<KeyRecord, String> {
    Ok(KeyRecord { status: KeyStatus::Revoked, revoked_at: Some(format_time(now)?), ..key })
}

/// Returns the record of a key that expires at a time, or at its own expiry if that is earlier.
fn with_expiry(key: KeyRecord, until: i64) -> Result<KeyRecord, String> {
    let until = format_time(until)?;
    // Timestamps of one format sort as text in order of time.
    let expires_at = Some(key.expires_at.clone().filter(|at| *at <= until).unwrap_or(until));
    Ok(KeyRecord { expires_at, ..key })
}

fn format_time(seconds: i64) -> Result<String, String> {
    time_of_seconds(seconds).ok_or_else(|| format!("{seconds} seconds since 1970 are no time of the calendar"))
}
