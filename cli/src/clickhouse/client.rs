//! The client of ClickHouse's HTTP interface.

use super::insert_queue::InsertQueue;
use crate::edge::check_url;
use anyhow::Context as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use overheard::backend::clickhouse::{Connection, HttpRequest, HttpResponse};
use std::io::{Read as _, Write as _};
use std::time::Duration;
use ureq::Agent;
use ureq::http::Response;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The pauses before an insertion is repeated.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(8), Duration::from_secs(30)];
/// The media type of inserted rows.
const ROWS: &str = "application/x-ndjson";

/// A connection to a ClickHouse server. Rows are inserted while the next ones are prepared; every other statement waits
/// until all rows are inserted.
pub struct ClickHouseClient {
    sender: Sender,
    queue: InsertQueue,
}

/// Sends requests with the credentials of a user.
#[derive(Clone)]
pub struct Sender {
    agent: Agent,
    url: String,
    user: String,
    password: String,
    database: String,
}

impl ClickHouseClient {
    /// Returns the client of a server, with the credentials of the environment.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        let url = check_url("--clickhouse", url, "the password")?;
        let mut config = Agent::config_builder();
        if url.starts_with("http://") {
            // Plain HTTP is allowed for loopback addresses only, and no proxy can reach those.
            config = config.proxy(None);
        }
        // Making the tables of a large version takes hours, so only the connection has a time limit.
        let agent = config
            .http_status_as_error(false)
            // A redirect would send the password to another host.
            .max_redirects(0)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .user_agent(concat!("overheard/", env!("CARGO_PKG_VERSION")))
            .build()
            .new_agent();
        let variable = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
        let sender = Sender {
            agent,
            url,
            user: variable("CLICKHOUSE_USER", "default"),
            password: variable("CLICKHOUSE_PASSWORD", ""),
            database: variable("CLICKHOUSE_DATABASE", "default"),
        };
        Ok(Self { queue: InsertQueue::new(sender.clone()), sender })
    }

    /// Returns the address of the server.
    pub fn url(&self) -> &str {
        &self.sender.url
    }
}

impl Connection for ClickHouseClient {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, String> {
        if request.content_type == ROWS {
            return self.queue.add(request).map(|()| HttpResponse { status: 200, ..HttpResponse::default() });
        }
        self.queue.wait()?;
        self.sender.send(&request).map_err(|error| format!("{error:#}"))
    }
}

impl Sender {
    /// Inserts rows, and repeats that if the connection fails or the server is busy. Rows that are inserted twice do no
    /// harm: the last record of each identity is kept.
    pub fn insert(&self, request: &HttpRequest) -> Result<(), String> {
        let mut pauses = PAUSES.iter();
        loop {
            let failure = match self.send(request) {
                Ok(HttpResponse { status: 200, exception_code: None, .. }) => return Ok(()),
                Ok(response) if matches!(response.status, 502..=504) => format!("status {}", response.status),
                Ok(response) => return Err(reason(&response)),
                Err(error) => format!("{error:#}"),
            };
            let Some(pause) = pauses.next() else { return Err(failure) };
            std::thread::sleep(*pause);
        }
    }

    fn send(&self, request: &HttpRequest) -> anyhow::Result<HttpResponse> {
        let address = format!("{}/?{}", self.url, request.query);
        let mut sending = self
            .agent
            .post(address)
            .header("Content-Type", &request.content_type)
            .header("X-ClickHouse-User", &self.user)
            .header("X-ClickHouse-Key", &self.password)
            .header("X-ClickHouse-Database", &self.database);
        let response = if request.content_type == ROWS {
            sending = sending.header("Content-Encoding", "gzip");
            sending.send(&gzipped(&request.body)?)
        } else {
            sending.send(&request.body)
        };
        let mut response = response.context("it cannot be reached")?;
        let mut body = Vec::new();
        response.body_mut().as_reader().read_to_end(&mut body).context("its answer ended early")?;
        Ok(HttpResponse {
            status: response.status().as_u16(),
            exception_code: header(&response, "X-ClickHouse-Exception-Code").and_then(|code| code.parse().ok()),
            summary: header(&response, "X-ClickHouse-Summary"),
            body,
        })
    }
}

fn gzipped(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn header<B>(response: &Response<B>, name: &str) -> Option<String> {
    response.headers().get(name)?.to_str().ok().map(str::to_owned)
}

fn reason(response: &HttpResponse) -> String {
    let text = String::from_utf8_lossy(&response.body);
    format!("status {}: {}", response.status, text.lines().next().unwrap_or_default())
}
