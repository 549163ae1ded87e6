//! The members of the account and their sessions, beside its ledger and its records. Whatever they change is written before
//! it is answered: the platform holds an answer back until then.

use super::{Object, Storage, now_ms, wake_within};
use crate::platform::log_error;
use overheard::service::member::{Act, Members, MembersAnswer, MembersRefusal, MembersRequest};
use std::time::Duration;
use worker::{Response, Result};

/// Subjects that KV is told of at a time, and when it is tried again after KV failed.
const TOLD_AT_A_TIME: u32 = 50;
const TOLD_AGAIN_AFTER: Duration = Duration::from_secs(5);

type Outcome<T> = std::result::Result<T, String>;

impl Object {
    /// Answers a message about members.
    pub(super) async fn answer_members(&self, text: &str) -> Result<Response> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Response::error(format!("a message that is none: {error}"), 400),
        };
        match self.handle_members(message).await {
            Ok(answer) => Response::from_json(&answer),
            Err(error) => {
                log_error(format_args!("the members: {error}"));
                Response::error(error, 500)
            }
        }
    }

    async fn handle_members(&self, message: MembersRequest) -> Outcome<MembersAnswer> {
        // Operators look after members of an account that is suspended, and whoever wants to go may go.
        let waits_for_account =
            !matches!(message, MembersRequest::Operate { .. } | MembersRequest::Act { act: Act::SignOut, .. });
        if waits_for_account && self.with_records(|records| Ok(records.is_suspended()))? {
            return Ok(MembersAnswer::Refused(MembersRefusal::Suspended));
        }
        let may_concern_kv = matches!(
            message,
            MembersRequest::SignIn { .. }
                | MembersRequest::Act { act: Act::RemoveMember { .. }, .. }
                | MembersRequest::Operate { act: Act::RemoveMember { .. } }
        );
        let answer = self.with_members(|members| members.handle(message, now_ms()))?;
        if may_concern_kv && !self.with_members(|members| members.subject_news(1))?.is_empty() {
            // Nothing is awaited since the step, so it is kept with its alarm or not at all. Nobody waits for KV.
            self.state.storage().set_alarm(Duration::ZERO).await.map_err(|error| error.to_string())?;
        }
        Ok(answer)
    }

    /// Tells KV which subjects lead to which members, as far as it does not know, and wakes again for what is left.
    pub(super) async fn tell_subjects(&self) -> Result<()> {
        let is_left = self.tell_news().await.unwrap_or_else(|error| {
            log_error(format_args!("the members: {error}"));
            true
        });
        if is_left { wake_within(&self.state, TOLD_AGAIN_AFTER).await } else { Ok(()) }
    }

    /// Whether anything is left to be told.
    async fn tell_news(&self) -> Outcome<bool> {
        let waiting = self.with_members(|members| members.subject_news(TOLD_AT_A_TIME))?;
        for news in &waiting {
            let keys = self.keys().map_err(|violation| violation.message)?;
            keys.tell_subject(news).await.map_err(|violation| violation.message)?;
            self.with_members(|members| members.subject_told(news))?;
        }
        Ok(waiting.len() == TOLD_AT_A_TIME as usize)
    }

    /// Writes when sessions were used last, if any were.
    pub(super) fn write_members(&self) -> Outcome<()> {
        let is_used = self.members.borrow().as_ref().is_some_and(Members::is_changed);
        if is_used { self.with_members(Members::write) } else { Ok(()) }
    }

    /// Does something with the members. Those that failed are opened anew: what they remember may not be what is written.
    pub(super) fn with_members<T>(&self, work: impl FnOnce(&mut Members<Storage>) -> Outcome<T>) -> Outcome<T> {
        let mut opened = self.members.borrow_mut();
        let mut members = match opened.take() {
            Some(members) => members,
            None => Members::open(Storage::of(&self.state))?,
        };
        let result = work(&mut members)?;
        *opened = Some(members);
        Ok(result)
    }
}
