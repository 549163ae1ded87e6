//! What is to be done in the background, as messages of a queue. A message only wakes: what it is about, the database knows.

use crate::fault::unavailable;
use overheard::guard::problem::Violation;
use serde::{Deserialize, Serialize};
use worker::wasm_bindgen::JsValue;
use worker::{Env, Queue, QueueContentType, RawMessageBuilder};

/// Something to be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// A report is to be made: its id.
    Report(String),
    /// A report of a schedule is due: the schedule's id.
    Schedule(String),
    /// A version of the dataset was published: all accounts with webhooks are to be looked at.
    Published,
    /// An account is to be looked at, for what is new: its id.
    Look(String),
}

/// The queue.
pub struct Jobs(Queue);

impl Jobs {
    /// The queue of the deployment.
    ///
    /// # Errors
    /// When the deployment has no such binding.
    pub fn of(env: &Env) -> Result<Self, Violation> {
        env.queue("JOBS").map(Self).map_err(|error| unavailable("JOBS", &error))
    }

    /// Announces a job, after so many seconds.
    ///
    /// # Errors
    /// When the queue fails.
    pub async fn send(&self, job: &Job, after_seconds: u32) -> worker::Result<()> {
        let message = RawMessageBuilder::new(JsValue::from(serde_json::to_string(job)?)).delay_seconds(after_seconds);
        self.0.send_raw(message.build_with_content_type(QueueContentType::Text)).await
    }
}

impl Job {
    /// What a message says, if it is a job.
    pub fn read(message: &JsValue) -> Option<Self> {
        serde_json::from_str(&message.as_string()?).ok()
    }
}
