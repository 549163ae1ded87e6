//! The members of the account and their sessions. Changes are durable before they are answered: the platform holds
//! answers back until writes are confirmed.

use super::{AccountObject, ObjectStorage, now_ms, wake_within};
use crate::platform::log_error;
use overheard::service::member::{MemberAction, MemberDirectory, MembersAnswer, MembersRefusal, MembersRequest};
use std::time::Duration;
use worker::Result;

/// Subjects written to KV in one alarm.
const SUBJECT_BATCH: u32 = 50;
/// Delay of the next alarm if subjects are left or KV failed.
const SUBJECTS_RETRY_AFTER: Duration = Duration::from_secs(5);

type Outcome<T> = std::result::Result<T, String>;

impl AccountObject {
    /// Answers a message about members.
    pub(super) async fn answer_members(&self, text: &str) -> Outcome<String> {
        let message = serde_json::from_str(text).map_err(|error| format!("a message that is none: {error}"))?;
        serde_json::to_string(&self.handle_members(message).await?).map_err(|error| error.to_string())
    }

    async fn handle_members(&self, message: MembersRequest) -> Outcome<MembersAnswer> {
        // A suspended account still allows operators to manage its members, and members to sign out.
        let waits_for_account = !matches!(
            message,
            MembersRequest::Operate { .. } | MembersRequest::Act { action: MemberAction::SignOut, .. }
        );
        if waits_for_account && self.with_records(|records| Ok(records.is_suspended()))? {
            return Ok(MembersAnswer::Refused(MembersRefusal::Suspended));
        }
        let may_concern_kv = matches!(
            message,
            MembersRequest::SignIn { .. }
                | MembersRequest::Act { action: MemberAction::RemoveMember { .. }, .. }
                | MembersRequest::Operate { action: MemberAction::RemoveMember { .. } }
        );
        let answer = self.with_members(|members| members.handle(message, now_ms()))?;
        if may_concern_kv && !self.with_members(|members| members.pending_subjects(1))?.is_empty() {
            // No await since the change, so it is stored together with its alarm or not at all. The answer does not
            // wait for KV.
            self.state.storage().set_alarm(Duration::ZERO).await.map_err(|error| error.to_string())?;
        }
        Ok(answer)
    }

    /// Writes changed subjects to KV. Sets an alarm for the rest.
    pub(super) async fn replicate_subjects(&self) -> Result<()> {
        let is_left = self.write_subjects().await.unwrap_or_else(|error| {
            log_error(format_args!("the members: {error}"));
            true
        });
        if is_left { wake_within(&self.state, SUBJECTS_RETRY_AFTER).await } else { Ok(()) }
    }

    /// Writes a batch of changed subjects to KV. Returns true if more may be left.
    async fn write_subjects(&self) -> Outcome<bool> {
        let waiting = self.with_members(|members| members.pending_subjects(SUBJECT_BATCH))?;
        for change in &waiting {
            let keys = self.keys().map_err(|violation| violation.message)?;
            keys.publish_subject(change).await.map_err(|violation| violation.message)?;
            self.with_members(|members| members.confirm_subject(change))?;
        }
        Ok(waiting.len() == SUBJECT_BATCH as usize)
    }

    /// Writes when sessions were last used, if any were used.
    pub(super) fn write_members(&self) -> Outcome<()> {
        let is_used = self.members.borrow().as_ref().is_some_and(MemberDirectory::is_changed);
        if is_used { self.with_members(MemberDirectory::write) } else { Ok(()) }
    }

    /// Runs a function on the members. After an error they are read anew, because memory and storage may differ.
    pub(super) fn with_members<T>(
        &self,
        work: impl FnOnce(&mut MemberDirectory<ObjectStorage>) -> Outcome<T>,
    ) -> Outcome<T> {
        let mut opened = self.members.borrow_mut();
        let mut members = match opened.take() {
            Some(members) => members,
            None => MemberDirectory::open(ObjectStorage::of(&self.state))?,
        };
        let result = work(&mut members)?;
        *opened = Some(members);
        Ok(result)
    }
}
