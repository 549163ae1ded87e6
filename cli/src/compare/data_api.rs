//! The Data API of an edge, as a client with a key calls it.

use crate::edge::EdgeTarget;
use crate::failure::usage_error;
use anyhow::{Context as _, bail};
use serde_json::Value;
use std::time::Duration;
use ureq::Agent;
use ureq::http::header;

/// The time limit of a request. The edge itself limits them to 20 seconds.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The longest time to wait for a rate limit or a busy edge.
const PATIENCE: Duration = Duration::from_secs(180);

/// The Data API of an edge.
pub struct DataApi {
    agent: Agent,
    base: String,
    key: String,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered {
    /// The body of an answer.
    Body(String),
    /// The code of a problem.
    Problem(String),
}

impl DataApi {
    /// Returns the API at a URL, with the key in a variable of the environment.
    pub fn new(url: &str, variable: &str) -> anyhow::Result<Self> {
        let EdgeTarget::Url(base) = EdgeTarget::parse(url)? else {
            return Err(usage_error("both edges must be URLs, such as https://insights.example.com"));
        };
        let key = std::env::var(variable).unwrap_or_default().trim().to_owned();
        if key.is_empty() {
            return Err(usage_error(format!("{variable} is not set: it must hold a data key of {base}")));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A redirect would send the key to another host.
            .max_redirects(0)
            .timeout_global(Some(TIMEOUT))
            .user_agent(concat!("overheard/", env!("CARGO_PKG_VERSION")));
        Ok(Self { agent: config.build().new_agent(), base, key })
    }

    /// Returns the URL of the edge.
    pub fn url(&self) -> &str {
        &self.base
    }

    /// Returns the schema.
    pub fn schema(&self) -> anyhow::Result<Value> {
        match self.send("schema", None)? {
            Answered::Body(body) => serde_json::from_str(&body).context("the schema is no JSON"),
            Answered::Problem(code) => bail!("{} refuses the schema: {code}", self.base),
        }
    }

    /// Asks a question. Waits if the edge is busy or the key's rate is used up.
    pub fn ask(&self, operation: &str, question: &Value) -> anyhow::Result<Answered> {
        self.send(operation, Some(question))
    }

    fn send(&self, operation: &str, question: Option<&Value>) -> anyhow::Result<Answered> {
        let mut waited = Duration::ZERO;
        loop {
            let (status, after, body) = self.send_once(operation, question)?;
            if status == 200 {
                return Ok(Answered::Body(body));
            }
            let problem: Value = serde_json::from_str(&body).unwrap_or_default();
            let code = problem.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
            let is_final = match status {
                429 | 503 => code == "quota_exceeded" || waited + after > PATIENCE,
                _ => true,
            };
            if is_final {
                if code.is_empty() || matches!(status, 401 | 403 | 429 | 500..) {
                    let message = problem.get("message").and_then(Value::as_str).unwrap_or_default();
                    bail!("{} answered {status} {code}: {message}", self.base);
                }
                return Ok(Answered::Problem(code));
            }
            waited += after;
            std::thread::sleep(after);
        }
    }

    /// Returns the status, the time to wait before the next attempt, and the body.
    fn send_once(&self, operation: &str, question: Option<&Value>) -> anyhow::Result<(u16, Duration, String)> {
        let url = format!("{}/v1/{operation}", self.base);
        let flat = "application/json;profile=\"flat\"";
        let sent = match question {
            Some(question) => {
                let request = self.agent.post(url).header("X-API-Key", &self.key).header(header::ACCEPT, flat);
                request.content_type("application/json").send(question.to_string())
            }
            None => self.agent.get(url).header("X-API-Key", &self.key).call(),
        };
        let mut response = sent.with_context(|| format!("{} cannot be reached", self.base))?;
        let after = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let body = response.body_mut().read_to_string().with_context(|| format!("{} did not answer", self.base))?;
        Ok((response.status().as_u16(), Duration::from_secs(after.unwrap_or(1)), body))
    }
}
