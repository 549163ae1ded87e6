//! The client of the admin API, with retries.

use super::local::{DEFAULT_URL, EdgeCredentials, LocalEdge};
use super::project::Project;
use super::target::{EdgeTarget, secret_of};
use crate::args::EdgeArgs;
use crate::output::visible;
use anyhow::Context as _;
use backon::{BackoffBuilder as _, ExponentialBuilder};
use overheard::backend::clickhouse;
use overheard::backend::columnar::versions::schema_fingerprint;
use overheard::query::SCHEMA_FINGERPRINT;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use ureq::http::{Method, Request, Response, StatusCode, header};
use ureq::{Agent, Body};

/// The timeout of one request. A step of an import takes far less.
const CALL_TIMEOUT: Duration = Duration::from_secs(120);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The shortest pause before a retry that is reported to the user.
const MIN_REPORTED_PAUSE: Duration = Duration::from_secs(1);
/// The largest answer that is read. A lookup of 1,000 videos stays far below it, one for a deletion from a million
/// mentions is above 16 MiB.
const MAX_ANSWER_BYTES: u64 = 64 * 1024 * 1024;

/// A connection to the admin API of an edge.
pub struct EdgeClient {
    agent: Agent,
    base: String,
    secret: String,
    patience: Duration,
    /// The hash of the columns of imported rows.
    fingerprint: String,
    /// Prints a message about a retry.
    say: Box<dyn Fn(String) + Send + Sync>,
    has_answered: AtomicBool,
    /// Stops the local edge when dropped, if this command started it.
    _local: Option<LocalEdge>,
}

/// The retry policy of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Retries until the time limit of `--patience`. For idempotent requests.
    WithBackoff,
    /// Sends the request once. For requests that are not idempotent.
    Never,
}

/// The failure of a request.
#[derive(Debug)]
pub enum CallError {
    /// The connection failed or broke.
    Unreachable(String),
    /// The edge is busy and may name a time to wait.
    Busy { message: String, after: Option<Duration> },
    /// The edge or a proxy refused the request.
    Refused { status: StatusCode, message: String },
    /// The answer is not that of an edge.
    Unexpected(String),
}

/// The members of an error body that the command uses.
#[derive(Deserialize)]
struct ErrorBody {
    message: String,
    /// All violations, if the request has several.
    #[serde(default)]
    errors: Vec<ErrorItem>,
}

#[derive(Deserialize)]
struct ErrorItem {
    message: String,
}

impl ErrorBody {
    /// Joins all messages into one line.
    fn summary(self) -> String {
        if self.errors.is_empty() {
            return self.message;
        }
        self.errors.into_iter().map(|violation| violation.message).collect::<Vec<_>>().join(" ")
    }
}

impl EdgeClient {
    /// Connects to the edge that `--to` names. Starts the local edge if it is not running.
    pub fn connect(to: &EdgeArgs, say: impl Fn(String) + Send + Sync + 'static) -> anyhow::Result<Self> {
        let (base, secret, local) = match EdgeTarget::parse(&to.to)? {
            EdgeTarget::Url(url) => {
                let secret = secret_of(&url)?;
                (url, secret, None)
            }
            EdgeTarget::Local => {
                let project = Project::here()?;
                let (EdgeCredentials { url, secret }, started) = LocalEdge::find_or_start(&project)?;
                if url != DEFAULT_URL {
                    say(format!("Using the edge at {url}, of the project {}", project.root().display()));
                }
                (url, secret, started)
            }
        };
        Ok(Self::new(base, secret, to.patience, say, local))
    }

    /// Connects to the edge that `--to` names. Fails if the local edge is not running.
    pub fn connect_running(to: &EdgeArgs, say: impl Fn(String) + Send + Sync + 'static) -> anyhow::Result<Self> {
        let EdgeCredentials { url, secret } = match EdgeTarget::parse(&to.to)? {
            EdgeTarget::Url(url) => EdgeCredentials { secret: secret_of(&url)?, url },
            EdgeTarget::Local => LocalEdge::running(&Project::here()?)?.context("the local edge is not running")?,
        };
        Ok(Self::new(url, secret, to.patience, say, None))
    }

    fn new(
        base: String,
        secret: String,
        patience: u64,
        say: impl Fn(String) + Send + Sync + 'static,
        local: Option<LocalEdge>,
    ) -> Self {
        let mut config = Agent::config_builder();
        if base.starts_with("http://") {
            // Plain HTTP is allowed for loopback addresses only, and no proxy can reach those.
            config = config.proxy(None);
        }
        let agent = config
            .http_status_as_error(false)
            // A redirect would send the secret to another host.
            .max_redirects(0)
            .timeout_global(Some(CALL_TIMEOUT))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .user_agent(concat!("overheard/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        let patience = Duration::from_secs(patience);
        let has_answered = AtomicBool::new(false);
        let fingerprint = schema_fingerprint();
        Self { agent, base, secret, patience, fingerprint, say: Box::new(say), has_answered, _local: local }
    }

    /// Sends the hash of the columns of rows in ClickHouse, if they are written there.
    #[must_use]
    pub fn writing_clickhouse(self, is_written: bool) -> Self {
        let fingerprint = if is_written { clickhouse::schema_fingerprint() } else { self.fingerprint };
        Self { fingerprint, ..self }
    }

    /// Returns the base URL.
    pub fn url(&self) -> &str {
        &self.base
    }

    /// Returns the time limit for retries.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Prints a line on standard error.
    pub fn print_message(line: String) {
        eprintln!("{line}");
    }

    /// Sends a request with an optional JSON body and parses the JSON answer.
    pub fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        retry: Retry,
    ) -> anyhow::Result<T> {
        self.try_call(method, path, body, retry).map_err(|error| anyhow::anyhow!("{}", self.explain(&error)))
    }

    /// Does the same as [`Self::call`] and returns the typed error.
    pub fn try_call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        retry: Retry,
    ) -> Result<T, CallError> {
        let mut pauses = ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(250))
            .with_max_delay(Duration::from_secs(15))
            .with_jitter()
            .without_max_times()
            .build();
        let mut waited = Duration::ZERO;
        loop {
            let error = match self.send_once(&method, path, body.as_deref()) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let after = match &error {
                CallError::Busy { after, .. } => after.unwrap_or_default(),
                _ => Duration::ZERO,
            };
            let pause = pauses.next().unwrap_or_default().max(after);
            waited += pause;
            if retry == Retry::Never || !self.is_transient(&error) || waited > self.patience {
                return Err(error);
            }
            // Does not report a connection that broke once.
            if pause >= MIN_REPORTED_PAUSE {
                (self.say)(format!("{}; trying again in {:.0} s", self.explain(&error), pause.as_secs_f64().ceil()));
            }
            std::thread::sleep(pause);
        }
    }

    /// Returns true if the same request may succeed later.
    pub fn is_transient(&self, error: &CallError) -> bool {
        match error {
            CallError::Busy { .. } => true,
            // Before the first answer, a wrong address is the likely cause.
            CallError::Unreachable(_) => self.has_answered.load(Ordering::Relaxed),
            CallError::Refused { .. } | CallError::Unexpected(_) => false,
        }
    }

    fn send_once<T: DeserializeOwned>(&self, method: &Method, path: &str, body: Option<&str>) -> Result<T, CallError> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.secret))
            .header(header::ACCEPT, "application/json")
            .header(SCHEMA_FINGERPRINT, &self.fingerprint);
        let sent = match body {
            Some(body) => {
                let request = request.header(header::CONTENT_TYPE, "application/json").body(body);
                request.map_err(ureq::Error::from).and_then(|request| self.agent.run(request))
            }
            None => request.body(()).map_err(ureq::Error::from).and_then(|request| self.agent.run(request)),
        };
        let mut response = sent.map_err(call_error)?;
        self.has_answered.store(true, Ordering::Relaxed);
        let text = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_string().map_err(call_error)?;
        let status = response.status();
        if status.is_success() {
            return serde_json::from_str(&text)
                .map_err(|error| CallError::Unexpected(format!("unexpected answer to {method} {path} ({error})")));
        }
        let message = serde_json::from_str::<ErrorBody>(&text).map_or_else(|_| status.to_string(), ErrorBody::summary);
        let message = visible(&message).into_owned();
        // Cloudflare answers 520 to 527 when it cannot reach the Worker.
        if matches!(status.as_u16(), 429 | 502 | 503 | 504 | 520..=527) {
            return Err(CallError::Busy { message, after: retry_after(&response) });
        }
        Err(CallError::Refused { status, message })
    }

    /// Describes the error and its remedy in one line.
    pub fn explain(&self, error: &CallError) -> String {
        let base = &self.base;
        match error {
            CallError::Unreachable(reason) => format!("the edge at {base} cannot be reached: {reason}"),
            CallError::Busy { message, .. } => format!("the edge at {base} is busy: {message}"),
            CallError::Unexpected(what) => format!("{what}. Check that {base} is an Overheard edge of this version"),
            CallError::Refused { status, message } => match status.as_u16() {
                401 | 403 => format!(
                    "the edge at {base} refuses the admin secret: {message} Check OVERHEARD_ADMIN_SECRET, or ADMIN_SECRET in .dev.vars for the local edge"
                ),
                404 => format!(
                    "{message} Without the secret ADMIN_SECRET the edge at {base} has no admin surface: set it there, or check the URL and the id"
                ),
                code => format!("the edge at {base} answered {code}: {message}"),
            },
        }
    }
}

/// Percent-encodes a text for a path segment or a query value.
pub fn percent_encode(text: &str) -> impl std::fmt::Display {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}

fn call_error(error: ureq::Error) -> CallError {
    use ureq::Error;
    match error {
        Error::Io(_) | Error::Timeout(_) | Error::HostNotFound | Error::ConnectionFailed | Error::Protocol(_) => {
            CallError::Unreachable(error.to_string())
        }
        other => CallError::Unexpected(format!("the request failed: {other}")),
    }
}

/// Parses the seconds of `Retry-After`. (Edges do not send the form with a date.)
fn retry_after(response: &Response<Body>) -> Option<Duration> {
    let seconds = response.headers().get(header::RETRY_AFTER)?.to_str().ok()?;
    seconds.trim().parse().ok().map(Duration::from_secs)
}
