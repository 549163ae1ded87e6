//! The couriers: a Durable Object for each webhook. Nothing else speaks to them.

use super::object::Object;
use super::within;
use crate::platform::log_warning;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use worker::Env;

/// The address of an object.
const ADDRESS: &str = "https://couriers/";
/// Milliseconds that the way to an object and back may take.
const WAY_MS: u64 = 5_000;

/// The courier of no webhook.
const NOBODY: &str = "nobody";

/// What an object is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// There may be something to send to the webhook of this id.
    Wake(String),
    /// Its webhook is no more.
    Stop,
}

/// The couriers of the deployment, kept in a jurisdiction if one is named.
pub struct Couriers {
    env: Env,
    jurisdiction: Option<&'static str>,
}

impl Couriers {
    /// All of them.
    pub const fn new(env: Env, jurisdiction: Option<&'static str>) -> Self {
        Self { env, jurisdiction }
    }

    /// Wakes those of some webhooks. What is not woken the clock wakes within a minute.
    pub async fn wake(&self, webhooks: &[String]) {
        join_all(webhooks.iter().map(|webhook| self.tell(webhook, Message::Wake(webhook.clone())))).await;
    }

    /// Stops the one of a webhook that is no more.
    pub async fn stop(&self, webhook: &str) {
        self.tell(webhook, Message::Stop).await;
    }

    /// Whether they can be reached.
    ///
    /// # Errors
    /// Why not.
    pub async fn check(&self) -> Result<(), String> {
        self.try_tell(NOBODY, &Message::Stop).await
    }

    async fn tell(&self, webhook: &str, message: Message) {
        if let Err(error) = self.try_tell(webhook, &message).await {
            log_warning(format_args!("the courier of {webhook} is not told: {error}"));
        }
    }

    async fn try_tell(&self, webhook: &str, message: &Message) -> Result<(), String> {
        let told = async {
            let object =
                Object::of(&self.env, "COURIERS", webhook, self.jurisdiction).map_err(|error| error.to_string())?;
            object.ask::<()>(ADDRESS, message).await
        };
        within(WAY_MS, told).await.unwrap_or_else(|| Err("it took too long".to_owned()))
    }
}
