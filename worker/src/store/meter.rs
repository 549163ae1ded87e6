//! The client of [`Meter`](crate::meter::Meter), the Durable Object of an account. No other code addresses these
//! objects.

use super::object_stub::ObjectStub;
use crate::fault::unavailable;
use crate::platform::now_ms;
use overheard::guard::problem::Violation;
use overheard::service::account::records;
use overheard::service::member::{MembersAnswer, MembersRequest};
use overheard::service::meter::message::MeterRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use worker::Env;

/// Milliseconds after which a call to a meter fails.
pub const TIMEOUT_MS: u64 = 2_000;
/// Part of an object that takes messages to the ledger.
pub const LEDGER: &str = "ledger";
/// Part that takes messages about the records of the account.
pub const RECORDS: &str = "records";
/// Part that takes messages about its members.
pub const MEMBERS: &str = "members";
/// Attempts to send a message about records or members if its answer is lost.
const TRIES: usize = 3;

/// The Durable Object of an account, as the Worker calls it.
pub struct MeterClient {
    object: ObjectStub,
}

impl MeterClient {
    /// Returns the object of an account, in a jurisdiction if one is given.
    ///
    /// # Errors
    /// The deployment has no binding `METER`.
    pub fn of(env: &Env, account: &str, jurisdiction: Option<&'static str>) -> Result<Self, Violation> {
        let object = ObjectStub::of(env, "METER", account, jurisdiction);
        object.map(|object| Self { object }).map_err(|error| unavailable("the meter", &error))
    }

    /// Sends a message to the ledger and parses the answer.
    ///
    /// # Errors
    /// The object does not answer in time, or its answer is not of the expected type.
    pub async fn send<T: DeserializeOwned>(&self, message: &MeterRequest) -> Result<T, Violation> {
        let answer = self.object.ask(LEDGER, message, TIMEOUT_MS).await;
        answer.map_err(|error| unavailable("the meter", &error))
    }

    /// Sends a message about the records of the account and parses the answer. Retries if the answer is lost: these
    /// messages are idempotent.
    ///
    /// # Errors
    /// The object does not answer in time, or its answer is not of the expected type.
    pub async fn send_about_records(
        &self,
        message: &records::RecordsRequest,
        within_ms: u64,
    ) -> Result<records::RecordsAnswer, Violation> {
        self.send_with_retries(RECORDS, message, TRIES, within_ms).await
    }

    /// Sends a message about the members of the account and parses the answer, within [`TIMEOUT_MS`]. Retries if the
    /// answer is lost and the message is idempotent.
    ///
    /// # Errors
    /// The object does not answer in time, or its answer is not of the expected type.
    pub async fn send_about_members(&self, message: &MembersRequest) -> Result<MembersAnswer, Violation> {
        let is_idempotent = match message {
            MembersRequest::SignIn { .. } => true,
            MembersRequest::Act { action, .. } | MembersRequest::Operate { action } => action.is_idempotent(),
        };
        self.send_with_retries(MEMBERS, message, if is_idempotent { TRIES } else { 1 }, TIMEOUT_MS).await
    }

    async fn send_with_retries<T: DeserializeOwned>(
        &self,
        part: &str,
        message: &impl Serialize,
        tries: usize,
        within_ms: u64,
    ) -> Result<T, Violation> {
        let deadline_ms = now_ms() + within_ms;
        let mut failure = String::new();
        for _ in 0..tries {
            let left = deadline_ms.saturating_sub(now_ms());
            match self.object.ask(part, message, left).await {
                Ok(answer) => return Ok(answer),
                Err(error) => failure = error,
            }
            if now_ms() >= deadline_ms {
                break;
            }
        }
        Err(unavailable(&format!("the {part}"), &failure))
    }
}
