//! The client of [`WebhookDispatcher`](crate::webhook_dispatcher::WebhookDispatcher), the Durable Object of a webhook.
//! No other code addresses these objects.

use super::object_stub::ObjectStub;
use crate::platform::log_warning;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use worker::Env;

/// Milliseconds after which a call to an object fails.
const TIMEOUT_MS: u64 = 5_000;

/// Name of an object that belongs to no webhook, for checks.
const NOBODY: &str = "nobody";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DispatcherMessage {
    /// The webhook of this id may have events to send.
    Wake(String),
    /// The webhook was deleted.
    Stop,
}

/// The dispatchers of the deployment, in a jurisdiction if one is given.
pub struct WebhookDispatchers {
    env: Env,
    jurisdiction: Option<&'static str>,
}

impl WebhookDispatchers {
    pub const fn new(env: Env, jurisdiction: Option<&'static str>) -> Self {
        Self { env, jurisdiction }
    }

    /// Wakes the dispatchers of some webhooks. If a call fails, the scheduled sweep wakes the dispatcher within a
    /// minute.
    pub async fn wake(&self, webhooks: &[String]) {
        join_all(webhooks.iter().map(|webhook| self.send(webhook, DispatcherMessage::Wake(webhook.clone())))).await;
    }

    /// Stops the dispatcher of a deleted webhook.
    pub async fn stop(&self, webhook: &str) {
        self.send(webhook, DispatcherMessage::Stop).await;
    }

    /// Checks that dispatchers can be reached.
    ///
    /// # Errors
    /// The failure of the call, for the log.
    pub async fn check(&self) -> Result<(), String> {
        self.try_send(NOBODY, &DispatcherMessage::Stop).await
    }

    async fn send(&self, webhook: &str, message: DispatcherMessage) {
        if let Err(error) = self.try_send(webhook, &message).await {
            log_warning(format_args!("the dispatcher of webhook {webhook} was not reached: {error}"));
        }
    }

    async fn try_send(&self, webhook: &str, message: &DispatcherMessage) -> Result<(), String> {
        let object = ObjectStub::of(&self.env, "WEBHOOKS", webhook, self.jurisdiction)?;
        object.ask::<()>("", message, TIMEOUT_MS).await
    }
}
