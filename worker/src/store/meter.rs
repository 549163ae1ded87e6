//! The meters: a Durable Object per account. Nothing else speaks to them.

use super::object::Object;
use super::within;
use crate::fault::unavailable;
use crate::platform::now_ms;
use overheard::guard::problem::Violation;
use overheard::service::account::records;
use overheard::service::member::{MembersAnswer, MembersRequest};
use overheard::service::meter::message::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::Env;

/// Milliseconds after which a meter counts as not answering.
pub const TIMEOUT_MS: u64 = 2_000;
/// The address of a meter.
const ADDRESS: &str = "https://meter/";
/// That of the records of its account, behind it.
pub const RECORDS: &str = "records";
/// That of its members.
pub const MEMBERS: &str = "members";
/// How often a message about records or members is sent when the answer is lost.
const TRIES: usize = 3;

/// The meter of an account.
pub struct Meter {
    object: Object,
}

impl Meter {
    /// The meter of an account, kept in a jurisdiction if one is named.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn of(env: &Env, account: &str, jurisdiction: Option<&str>) -> Result<Self, Violation> {
        let object = Object::of(env, "METER", account, jurisdiction);
        object.map(|object| Self { object }).map_err(|error| unavailable("the meter", &error))
    }

    /// Sends a message and reads the answer.
    ///
    /// # Errors
    /// When the meter does not answer in time, or not with what was asked for.
    pub async fn send<T: DeserializeOwned>(&self, message: &Message) -> Result<T, Violation> {
        let answer = within(TIMEOUT_MS, self.object.ask(ADDRESS, message)).await;
        answer.unwrap_or_else(|| Err("it took too long".to_owned())).map_err(|error| unavailable("the meter", &error))
    }

    /// Sends a message about the records of the account and reads the answer, within so many milliseconds. It is sent
    /// again when the answer is lost, which changes nothing where it was heard.
    ///
    /// # Errors
    /// When the object does not answer in time, or not with what was asked for.
    pub async fn send_about_records(
        &self,
        message: &records::RecordsRequest,
        within_ms: u64,
    ) -> Result<records::RecordsAnswer, Violation> {
        self.send_again(RECORDS, message, TRIES, within_ms).await
    }

    /// Sends a message about the members of the account and reads the answer, in the time of [`TIMEOUT_MS`]. It is sent
    /// again when the answer is lost and that changes nothing where it was heard.
    ///
    /// # Errors
    /// When the object does not answer in time, or not with what was asked for.
    pub async fn send_about_members(&self, message: &MembersRequest) -> Result<MembersAnswer, Violation> {
        let may_be_sent_again = match message {
            MembersRequest::SignIn { .. } => true,
            MembersRequest::Act { act, .. } | MembersRequest::Operate { act } => act.may_be_sent_again(),
        };
        self.send_again(MEMBERS, message, if may_be_sent_again { TRIES } else { 1 }, TIMEOUT_MS).await
    }

    async fn send_again<T: DeserializeOwned>(
        &self,
        part: &str,
        message: &impl Serialize,
        tries: usize,
        within_ms: u64,
    ) -> Result<T, Violation> {
        let (address, name) = (format!("{ADDRESS}{part}"), format!("the {part}"));
        let deadline_ms = now_ms() + within_ms;
        let mut failure = String::new();
        for _ in 0..tries {
            match within(deadline_ms.saturating_sub(now_ms()), self.object.ask(&address, message)).await {
                Some(Ok(answer)) => return Ok(answer),
                Some(Err(error)) => failure = error,
                None => return Err(unavailable(&name, &"it took too long")),
            }
        }
        Err(unavailable(&name, &failure))
    }
}
