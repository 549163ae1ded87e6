//! Background jobs as messages of a queue. A message only wakes the Worker. The database stores the state of the job.

use crate::fault::unavailable;
use overheard::guard::problem::Violation;
use serde::{Deserialize, Serialize};
use worker::wasm_bindgen::JsValue;
use worker::{Env, Queue, QueueContentType, RawMessageBuilder};

/// A background job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Compose the report of this id.
    Report(String),
    /// Create the due report of the schedule of this id.
    Schedule(String),
    /// Queue event scans of all accounts with webhooks, because a dataset version was published.
    Published,
    /// Scan the account of this id for events.
    #[serde(rename = "look")]
    Scan(String),
}

/// The queue of background jobs.
pub struct Jobs(Queue);

impl Jobs {
    /// Returns the queue of the deployment.
    ///
    /// # Errors
    /// The deployment has no binding `JOBS`.
    pub fn of(env: &Env) -> Result<Self, Violation> {
        env.queue("JOBS").map(Self).map_err(|error| unavailable("JOBS", &error))
    }

    /// Queues a job with a delay in seconds.
    ///
    /// # Errors
    /// The queue fails.
    pub async fn send(&self, job: &Job, after_seconds: u32) -> worker::Result<()> {
        let message = RawMessageBuilder::new(JsValue::from(serde_json::to_string(job)?)).delay_seconds(after_seconds);
        self.0.send_raw(message.build_with_content_type(QueueContentType::Text)).await
    }
}

impl Job {
    /// Parses a message. Returns `None` if it is not a job.
    pub fn read(message: &JsValue) -> Option<Self> {
        serde_json::from_str(&message.as_string()?).ok()
    }
}
