//! A ClickHouse server for tests, and a connection to it.
//!
//! The server is `scripts/clickhouse/server.py`, in the environment that `scripts/clickhouse/install.mjs` creates. It runs
//! until it is stopped or the process of the tests ends, and then removes its tables.

use overheard::backend::clickhouse::{Connection, HttpRequest, HttpResponse};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// A running server.
pub struct Server {
    address: String,
    agent: ureq::Agent,
    child: Child,
    /// The server ends when this is closed.
    input: Option<ChildStdin>,
}

impl Server {
    /// Starts a server without tables.
    ///
    /// # Panics
    /// If the server is not installed or does not start.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with the tables of a folder, and keeps them there.
    ///
    /// # Panics
    /// As [`Server::start`].
    pub fn start_in(folder: &str) -> Self {
        Self::start_with(&["--data", folder])
    }

    fn start_with(options: &[&str]) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let python = root.join(".tools/python-clickhouse/bin/python");
        assert!(python.exists(), "ClickHouse is not installed: run `node scripts/clickhouse/install.mjs`");
        let mut command = Command::new(python);
        command.arg(root.join("scripts/clickhouse/server.py")).args(options);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the server starts");
        let input = child.stdin.take();
        let mut port = String::new();
        let output = child.stdout.take().expect("the server has an output");
        BufReader::new(output).read_line(&mut port).expect("the server prints its port");
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        Self { address: format!("http://127.0.0.1:{}/", port.trim()), agent: config.into(), child, input }
    }

    /// Returns the most bytes of memory that the server has used at any time.
    ///
    /// # Panics
    /// If the system has no `/proc`.
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the server runs");
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        kilobytes.and_then(|text| text.parse::<u64>().ok()).expect("its memory") * 1_024
    }

    /// Stops the server, and waits until it has ended.
    pub fn stop(&mut self) {
        self.input = None;
        // It may have ended already.
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Connection for Server {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, String> {
        let address = format!("{}?{}", self.address, request.query);
        let sending = self.agent.post(address).header("Content-Type", &request.content_type).send(&request.body);
        let mut response = sending.map_err(|error| error.to_string())?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let exception_code = header("X-ClickHouse-Exception-Code").and_then(|code| code.parse().ok());
        let summary = header("X-ClickHouse-Summary");
        let status = response.status().as_u16();
        let mut body = Vec::new();
        response.body_mut().as_reader().read_to_end(&mut body).map_err(|error| error.to_string())?;
        Ok(HttpResponse { status, exception_code, summary, body })
    }
}
