//! Sends statements and rows over HTTP.

use anyhow::Context as _;
use flate2::Compression;
use flate2::write::GzEncoder;
use overheard::backend::clickhouse::{HttpRequest, HttpResponse};
use std::io::{Read as _, Write as _};
use std::time::Duration;
use ureq::Agent;
use ureq::http::Response;

/// The pauses before an insertion is repeated.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(8), Duration::from_secs(30)];
/// The media type of inserted rows.
pub const ROWS: &str = "application/x-ndjson";

/// Sends requests with the credentials of a user.
#[derive(Clone)]
pub struct StatementSender {
    pub agent: Agent,
    pub url: String,
    pub user: String,
    pub password: String,
    pub database: String,
}

impl StatementSender {
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

    /// Sends a request and returns the response, whatever its status.
    pub fn send(&self, request: &HttpRequest) -> anyhow::Result<HttpResponse> {
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
