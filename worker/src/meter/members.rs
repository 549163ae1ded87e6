//! The members of the account and their sessions, beside its ledger and its records. Whatever they change is written before
//! it is answered: the platform holds an answer back until then.

use super::{Object, Storage, now_ms};
use crate::platform::log_error;
use overheard::service::member::{Act, Members, MembersAnswer, MembersRefusal, MembersRequest};
use worker::{Response, Result};

type Outcome<T> = std::result::Result<T, String>;

impl Object {
    /// Answers a message about members.
    pub(super) fn answer_members(&self, text: &str) -> Result<Response> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return Response::error(format!("a message that is none: {error}"), 400),
        };
        match self.handle_members(message) {
            Ok(answer) => Response::from_json(&answer),
            Err(error) => {
                log_error(format_args!("the members: {error}"));
                Response::error(error, 500)
            }
        }
    }

    fn handle_members(&self, message: MembersRequest) -> Outcome<MembersAnswer> {
        // Operators look after members of an account that is suspended, and whoever wants to go may go.
        let waits_for_account =
            !matches!(message, MembersRequest::Operate { .. } | MembersRequest::Act { act: Act::SignOut, .. });
        if waits_for_account && self.with_records(|records| Ok(records.is_suspended()))? {
            return Ok(MembersAnswer::Refused(MembersRefusal::Suspended));
        }
        self.with_members(|members| members.handle(message, now_ms()))
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
