//! Sending events: a Durable Object for each webhook, so that a receiver that is slow or down delays nobody else.
//!
//! What is to be sent, and when, the database knows; the object only remembers whose it is. It is woken when there is
//! something, and wakes itself when there will be; each minute the clock wakes what was forgotten.

use crate::app::told_of;
use crate::id::fresh_id;
use crate::platform::{log_error, log_warning, now_ms};
use crate::settings::Settings;
use crate::store::couriers::{Couriers, Message};
use crate::store::{D1Store, records};
use crate::webhooks::sending::Sender;
use futures_util::{StreamExt as _, stream};
use overheard::guard::problem::Violation;
use overheard::records::webhook::delivery::{self, Claim, Made};
use overheard::records::webhook::{WebhookRecord, outbox};
use overheard::sql::{Store, StoreError};
use std::cell::Cell;
use std::time::Duration;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Where the object keeps whose it is.
const WEBHOOK: &str = "webhook";
/// Requests to a receiver at the same time.
const CONCURRENCY: usize = 4;
/// Deliveries that are claimed at once: sent one behind the other by so many at the same time, with the longest wait for
/// each answer, they are over before their lease is.
const CLAIMED: u32 = 8;
/// Milliseconds of sending after which the object begins anew.
const SERIES_MS: u64 = 60_000;
/// Milliseconds for what a step asks of the database.
const DATABASE_MS: u64 = 10_000;
/// When it is tried again after a fault of the database.
const PAUSE_MS: u64 = 5_000;

/// The object.
#[durable_object]
pub struct Courier {
    state: State,
    env: Env,
    /// Whether it knows whose it is.
    is_known: Cell<bool>,
    is_sending: Cell<bool>,
    /// Whether it was woken while it was sending.
    is_woken: Cell<bool>,
    /// Whether its webhook is no more.
    is_stopped: Cell<bool>,
}

impl DurableObject for Courier {
    fn new(state: State, env: Env) -> Self {
        let (is_known, is_sending, is_woken, is_stopped) = Default::default();
        Self { state, env, is_known, is_sending, is_woken, is_stopped }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        let storage = self.state.storage();
        match serde_json::from_str(&request.text().await?) {
            Ok(Message::Wake(webhook)) => {
                if !self.is_known.replace(true) {
                    storage.put(WEBHOOK, webhook).await?;
                }
                if self.is_sending.get() {
                    self.is_woken.set(true);
                } else {
                    storage.set_alarm(Duration::ZERO).await?;
                }
            }
            Ok(Message::Stop) => {
                self.is_stopped.set(true);
                storage.delete_alarm().await?;
                storage.delete_all().await?;
            }
            Err(_) => return Response::error("a message that is none", 400),
        }
        Response::ok("null")
    }

    async fn alarm(&self) -> worker::Result<Response> {
        let storage = self.state.storage();
        let Some(webhook) = storage.get::<String>(WEBHOOK).await? else { return Response::empty() };
        self.is_known.set(true);
        self.is_sending.set(true);
        let next_at = match self.series(&webhook).await {
            Ok(next_at) => next_at,
            Err(error) => {
                log_error(format_args!("webhook {webhook}: {error}"));
                Some(now_ms() + PAUSE_MS)
            }
        };
        self.is_sending.set(false);
        let next_at = if self.is_woken.take() { Some(now_ms()) } else { next_at };
        if let Some(next_at) = next_at
            && !self.is_stopped.get()
        {
            storage.set_alarm(Duration::from_millis(next_at.saturating_sub(now_ms()))).await?;
        }
        Response::empty()
    }
}

impl Courier {
    /// Sends what is due; returns when there is more to do.
    async fn series(&self, webhook: &str) -> Result<Option<u64>, String> {
        let told = |wrong: Violation| wrong.message;
        let settings = told_of(&self.env).map_err(told)?;
        let until_ms = now_ms() + SERIES_MS;
        loop {
            self.is_woken.set(false);
            let lease = fresh_id("lse").map_err(told)?;
            let Claim { webhook: record, deliveries, next_at } = self.claim(webhook, &lease).await?;
            let Some(record) = record.filter(|_| !deliveries.is_empty()) else { return Ok(next_at) };
            let sender = Sender::new(&settings, &record).map_err(told)?;
            let sent = stream::iter(deliveries).map(async |delivery| {
                // What is on its way to a webhook that was removed meanwhile goes no further.
                if self.is_stopped.get() { None } else { Some(sender.send(delivery).await) }
            });
            let made: Vec<Made> = sent.buffer_unordered(CONCURRENCY).filter_map(async |made| made).collect().await;
            self.settle(&settings, &record, &lease, &made).await?;
            if now_ms() >= until_ms || self.is_stopped.get() {
                return Ok(Some(now_ms()));
            }
        }
    }

    async fn claim(&self, webhook: &str, lease: &str) -> Result<Claim, String> {
        let results = self.store()?.batch(delivery::claim(webhook, lease, CLAIMED, now_ms())).await;
        results.and_then(delivery::claimed).map_err(|error| format!("nothing is claimed: {error:?}"))
    }

    /// Writes what became of deliveries. Where that fails they are sent again once their lease has run out.
    async fn settle(
        &self,
        settings: &Settings,
        record: &WebhookRecord,
        lease: &str,
        made: &[Made],
    ) -> Result<(), String> {
        let event = fresh_id("evt").map_err(|wrong| wrong.message)?;
        let (statements, disabled) = delivery::settle(record, lease, made, &event, now_ms());
        let failed = |error: StoreError| format!("what became of deliveries is not written: {error:?}");
        let mut results = self.store()?.batch(statements).await.map_err(failed)?;
        if let Some(reason) = disabled {
            log_warning(format_args!("webhook {} is disabled: {reason:?}", record.id));
            let others = outbox::told(results.pop().unwrap_or_default()).map_err(failed)?;
            Couriers::new(self.env.clone(), settings.jurisdiction).wake(&others).await;
        }
        Ok(())
    }

    fn store(&self) -> Result<D1Store, String> {
        records::open(&self.env, DATABASE_MS).map_err(|wrong| wrong.message)
    }
}
