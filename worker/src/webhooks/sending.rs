//! Sends events to the receiver of a webhook over HTTP.

use crate::fault::unavailable;
use crate::http::first_bytes;
use crate::platform::now_ms;
use crate::settings::Settings;
use crate::store::within;
use overheard::guard::account::{Targets, check_target};
use overheard::guard::problem::Violation;
use overheard::records::webhook::WebhookRecord;
use overheard::records::webhook::attempt::{AttemptOutcome, AttemptRecord, MAX_ANSWER_BYTES, truncate_answer};
use overheard::records::webhook::delivery::{DeliveryAttempt, LeasedDelivery};
use overheard::records::webhook::secret::{derive_secret, message_id, sign_message};
use overheard::service::signing::Purpose;
use worker::wasm_bindgen::JsValue;
use worker::{AbortSignal, Fetch, Headers, Method, Request, RequestInit, RequestRedirect};

/// Milliseconds within which a receiver must answer.
const TIMEOUT_MS: u64 = 15_000;
/// Milliseconds after which a request is aborted: shortly after the timeout.
const ABORT_MS: u32 = 15_500;
/// Milliseconds to wait for the beginning of the body after the status.
const ANSWER_MS: u64 = 1_000;
const USER_AGENT: &str = "overheard-webhooks/1";

/// A client that sends events to a webhook.
pub struct Sender<'w> {
    url: &'w str,
    targets: Targets,
    secrets: Vec<String>,
}

struct ReceiverAnswer {
    status: u16,
    retry_after: Option<String>,
    answer: Vec<u8>,
    /// Milliseconds until the status arrived.
    milliseconds: u64,
}

impl<'w> Sender<'w> {
    /// Returns the sender of a webhook, with its current signing secrets.
    ///
    /// # Errors
    /// The deployment has no signing secret.
    pub fn new(settings: &Settings, webhook: &'w WebhookRecord) -> Result<Self, Violation> {
        let key = settings.signing_key(Purpose::Webhooks)?;
        let numbers = webhook.signing_secrets(now_ms());
        let secrets: Option<Vec<String>> =
            numbers.into_iter().map(|number| derive_secret(key, &webhook.id, number)).collect();
        let secrets = secrets.ok_or_else(|| unavailable("webhooks", &"no secret can be derived"))?;
        Ok(Self { url: &webhook.request.url, targets: settings.targets(), secrets })
    }

    /// Sends an event once.
    pub async fn send(&self, delivery: LeasedDelivery) -> DeliveryAttempt {
        let at = now_ms();
        let answered = match within(TIMEOUT_MS, self.answer(&delivery)).await {
            Some(answered) => answered,
            None => Err(format!("no answer within {} seconds", TIMEOUT_MS / 1_000)),
        };
        let (record, retry_after) = match answered {
            Ok(ReceiverAnswer { status, retry_after, answer, milliseconds }) => {
                let record = AttemptRecord {
                    at,
                    status: Some(status),
                    milliseconds,
                    answer: truncate_answer(&answer),
                    error: None,
                };
                (record, retry_after)
            }
            Err(error) => {
                let milliseconds = now_ms().saturating_sub(at);
                let error = Some(truncate_answer(error.as_bytes()));
                (AttemptRecord { at, status: None, milliseconds, answer: String::new(), error }, None)
            }
        };
        let outcome: AttemptOutcome = record.outcome(retry_after.as_deref());
        DeliveryAttempt { delivery, record, outcome, random: random() }
    }

    async fn answer(&self, delivery: &LeasedDelivery) -> Result<ReceiverAnswer, String> {
        // An address that was allowed at registration may no longer be allowed.
        check_target(self.url, self.targets).map_err(|why| format!("the address {}", why.rule()))?;
        let failed = |error: worker::Error| error.to_string();
        let began = now_ms();
        let request = Request::new_with_init(self.url, &self.init(delivery, began)?).map_err(failed)?;
        // Abort the request when the sender stops waiting.
        let signal = AbortSignal::from(worker::web_sys::AbortSignal::timeout_with_u32(ABORT_MS));
        let response = Fetch::Request(request).send_with_signal(&signal).await.map_err(failed)?;
        let status = response.status_code();
        let milliseconds = now_ms().saturating_sub(began);
        let retry_after = response.headers().get("retry-after").map_err(failed)?;
        let answer = within(ANSWER_MS, first_bytes(response, MAX_ANSWER_BYTES)).await.unwrap_or_default();
        Ok(ReceiverAnswer { status, retry_after, answer, milliseconds })
    }

    /// Builds the signed request of an attempt. The signature has the time of the attempt.
    fn init(&self, delivery: &LeasedDelivery, now_ms: u64) -> Result<RequestInit, String> {
        let message = message_id(&delivery.event);
        let seconds = now_ms / 1_000;
        let signed = sign_message(&self.secrets, &message, seconds, &delivery.body).ok_or("it cannot be signed")?;
        let headers = Headers::new();
        for (name, value) in [
            ("content-type", "application/json"),
            ("user-agent", USER_AGENT),
            ("webhook-id", &message),
            ("webhook-timestamp", &seconds.to_string()),
            ("webhook-signature", &signed),
        ] {
            headers.set(name, value).map_err(|error| error.to_string())?;
        }
        let mut init = RequestInit::new();
        init.with_method(Method::Post).with_headers(headers).with_redirect(RequestRedirect::Manual);
        init.with_body(Some(JsValue::from(delivery.body.as_str())));
        Ok(init)
    }
}

/// Returns a random number for the jitter of retries, or 0 if the platform has no randomness.
fn random() -> u32 {
    getrandom::u32().unwrap_or_default()
}
