//! Sends events to webhooks: one Durable Object per webhook, so that a slow or failing receiver delays no other one.
//!
//! The database holds the deliveries and their due times. The object stores only the id of its webhook. A message wakes
//! it when events arrive, and an alarm wakes it for the next retry. A sweep each minute wakes objects that missed both.

use crate::app::settings_of;
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::settings::Settings;
use crate::store::webhook_dispatchers::{DispatcherMessage, WebhookDispatchers};
use crate::store::{D1Store, records};
use crate::webhooks::sending::Sender;
use futures_util::{StreamExt as _, stream};
use overheard::guard::problem::Violation;
use overheard::records::webhook::delivery::{self, Claim, DeliveryAttempt};
use overheard::records::webhook::{WebhookRecord, outbox};
use overheard::sql::{Store, StoreError};
use std::cell::Cell;
use std::time::Duration;
use worker::wasm_bindgen::prelude::wasm_bindgen;
use worker::wasm_bindgen::{self, JsValue};
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// Storage key of the webhook's id.
const WEBHOOK: &str = "webhook";
/// Concurrent requests to a receiver.
const CONCURRENCY: usize = 4;
/// Deliveries claimed in one batch. With [`CONCURRENCY`] and the longest timeout, a batch ends before its lease does.
const BATCH: u32 = 8;
/// Milliseconds of sending after which the alarm ends and schedules the next one.
const ALARM_MS: u64 = 60_000;
/// Milliseconds after which a call to the database fails.
const DATABASE_MS: u64 = 10_000;
/// Milliseconds until the next try after a failure of the database.
const RETRY_AFTER_MS: u64 = 5_000;

/// The Durable Object that sends the events of one webhook.
#[wasm_bindgen]
pub struct WebhookDispatcher {
    state: State,
    env: Env,
    /// True if the id of the webhook is stored.
    is_known: Cell<bool>,
    is_sending: Cell<bool>,
    /// True if a message arrived while it was sending.
    is_woken: Cell<bool>,
    /// True if the webhook was deleted.
    is_stopped: Cell<bool>,
}

#[wasm_bindgen(wasm_bindgen_futures = worker::wasm_bindgen_futures, js_sys = worker::js_sys)]
impl WebhookDispatcher {
    /// Creates the object with its state.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> Self {
        let state = State::from(state);
        let (is_known, is_sending, is_woken, is_stopped) = Default::default();
        Self { state, env, is_known, is_sending, is_woken, is_stopped }
    }

    /// Answers a message.
    ///
    /// # Errors
    /// The message is not valid, or the storage fails.
    pub async fn ask(&self, _part: String, message: String) -> Result<String, String> {
        self.answer(&message).await
    }

    /// Continues the work of the object.
    ///
    /// # Errors
    /// The storage fails. The platform repeats the alarm.
    pub async fn alarm(&self) -> Result<(), JsValue> {
        self.run_alarm().await.map_err(JsValue::from)
    }
}

impl WebhookDispatcher {
    async fn answer(&self, message: &str) -> Result<String, String> {
        let storage = self.state.storage();
        match serde_json::from_str(message) {
            Ok(DispatcherMessage::Wake(webhook)) => {
                if !self.is_known.replace(true) {
                    storage.put(WEBHOOK, webhook).await.map_err(|error| error.to_string())?;
                }
                if self.is_sending.get() {
                    self.is_woken.set(true);
                } else {
                    storage.set_alarm(Duration::ZERO).await.map_err(|error| error.to_string())?;
                }
            }
            Ok(DispatcherMessage::Stop) => {
                self.is_stopped.set(true);
                storage.delete_alarm().await.map_err(|error| error.to_string())?;
                storage.delete_all().await.map_err(|error| error.to_string())?;
            }
            Err(_) => return Err("a message that is none".to_owned()),
        }
        Ok("null".to_owned())
    }

    async fn run_alarm(&self) -> worker::Result<()> {
        let storage = self.state.storage();
        let Some(webhook) = storage.get::<String>(WEBHOOK).await? else { return Ok(()) };
        self.is_known.set(true);
        self.is_sending.set(true);
        let next_at = match self.send_due(&webhook).await {
            Ok(next_at) => next_at,
            Err(error) => {
                log_error(format_args!("webhook {webhook}: {error}"));
                Some(now_ms() + RETRY_AFTER_MS)
            }
        };
        self.is_sending.set(false);
        let next_at = if self.is_woken.take() { Some(now_ms()) } else { next_at };
        if let Some(next_at) = next_at
            && !self.is_stopped.get()
        {
            storage.set_alarm(Duration::from_millis(next_at.saturating_sub(now_ms()))).await?;
        }
        Ok(())
    }

    /// Sends the deliveries that are due. Returns the time of the next one, in milliseconds since 1970.
    async fn send_due(&self, webhook: &str) -> Result<Option<u64>, String> {
        let message = |wrong: Violation| wrong.message;
        let settings = settings_of(&self.env).map_err(message)?;
        let until_ms = now_ms() + ALARM_MS;
        loop {
            self.is_woken.set(false);
            let lease = fresh_id("lse").map_err(message)?;
            let Claim { webhook: record, deliveries, next_at } = self.claim(webhook, &lease).await?;
            let Some(record) = record.filter(|_| !deliveries.is_empty()) else { return Ok(next_at) };
            let sender = Sender::new(&settings, &record).map_err(message)?;
            let sent = stream::iter(deliveries).map(async |delivery| {
                // A webhook deleted in the meantime receives nothing more.
                if self.is_stopped.get() { None } else { Some(sender.send(delivery).await) }
            });
            let attempts: Vec<DeliveryAttempt> =
                sent.buffer_unordered(CONCURRENCY).filter_map(async |attempt| attempt).collect().await;
            self.write_outcomes(&settings, &record, &lease, &attempts).await?;
            if now_ms() >= until_ms || self.is_stopped.get() {
                return Ok(Some(now_ms()));
            }
        }
    }

    async fn claim(&self, webhook: &str, lease: &str) -> Result<Claim, String> {
        let results = self.store()?.batch(delivery::claim(webhook, lease, BATCH, now_ms())).await;
        results.and_then(delivery::parse_claim).map_err(|error| format!("no deliveries are claimed: {error:?}"))
    }

    /// Writes the outcomes of deliveries. If that fails, they are sent again once their lease expires.
    async fn write_outcomes(
        &self,
        settings: &Settings,
        record: &WebhookRecord,
        lease: &str,
        attempts: &[DeliveryAttempt],
    ) -> Result<(), String> {
        let event = fresh_id("evt").map_err(|wrong| wrong.message)?;
        let (statements, disabled) = delivery::store_outcomes(record, lease, attempts, &event, now_ms());
        let failed = |error: StoreError| format!("the outcomes of deliveries are not written: {error:?}");
        let mut results = self.store()?.batch(statements).await.map_err(failed)?;
        if let Some(reason) = disabled {
            log_warning(format_args!("webhook {} is disabled: {reason:?}", record.id));
            let others = outbox::parse_webhooks(results.pop().unwrap_or_default()).map_err(failed)?;
            WebhookDispatchers::new(self.env.clone(), settings.jurisdiction).wake(&others).await;
        }
        Ok(())
    }

    fn store(&self) -> Result<D1Store, String> {
        records::open(&self.env, DATABASE_MS).map_err(|wrong| wrong.message)
    }
}
