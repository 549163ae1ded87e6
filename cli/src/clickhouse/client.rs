//! The client of ClickHouse's HTTP interface.

use super::insert_queue::InsertQueue;
use super::statement_sender::{ROWS, StatementSender};
use crate::edge::check_url;
use overheard::backend::clickhouse::{Connection, HttpRequest, HttpResponse};
use std::time::Duration;
use ureq::Agent;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection to a ClickHouse server. Rows are inserted while the next ones are prepared; every other statement waits
/// until all rows are inserted.
pub struct ClickHouseClient {
    sender: StatementSender,
    queue: InsertQueue,
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
        let sender = StatementSender {
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
