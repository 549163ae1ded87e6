//! The local edge of the project: used when it runs, started for the time of a command when it does not.

use super::place::find_upward;
use crate::failure::usage;
use anyhow::{Context as _, bail};
use serde::Deserialize;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const DEFAULT_PORT: u16 = 8787;
const PORT_VARIABLE: &str = "OVERHEARD_LOCAL_PORT";
const SCRIPT: &str = "scripts/edge.mjs";
const NODE: &str = "node_modules/node/bin/node";

/// A local edge that this command started. It ends when this value is dropped.
pub struct LocalEdge(Child);

/// The line that a started edge prints when it is ready.
#[derive(Deserialize)]
struct Ready {
    url: String,
}

impl LocalEdge {
    /// Where the local edge answers, and the edge itself when it had to be started.
    pub fn find_or_start() -> anyhow::Result<(String, Option<Self>)> {
        match Self::running() {
            Some(url) => Ok((url, None)),
            None => Self::start().map(|(url, edge)| (url, Some(edge))),
        }
    }

    /// Where the local edge answers, if something listens there.
    pub fn running() -> Option<String> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port().ok()?));
        TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
        Some(format!("http://{address}"))
    }

    fn start() -> anyhow::Result<(String, Self)> {
        let Some(script) = find_upward(Path::new(SCRIPT))? else {
            return Err(usage(format!(
                "nothing listens on http://127.0.0.1:{}, and this folder is in no project whose local edge could be started: run this inside the project, or name the edge with --to URL",
                port()?
            )));
        };
        let root = script.ancestors().nth(2).map(Path::to_path_buf).unwrap_or_default();
        let node = root.join(NODE);
        if !node.is_file() {
            bail!(
                "the local edge cannot be started: {} is missing. Run `npm install` in {}",
                node.display(),
                root.display()
            );
        }
        eprintln!("Starting the local edge …");
        let mut child = Command::new(&node)
            .arg(&script)
            .args(["--port", &port()?.to_string()])
            .current_dir(&root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be run", node.display()))?;
        let output = child.stdout.take();
        let edge = Self(child);
        let mut line = String::new();
        output.map(|output| BufReader::new(output).read_line(&mut line)).transpose()?;
        match serde_json::from_str::<Ready>(&line) {
            Ok(ready) => Ok((ready.url, edge)),
            Err(_) => {
                bail!("the local edge did not start; its own message stands above. `npm start` builds and starts it")
            }
        }
    }
}

impl Drop for LocalEdge {
    fn drop(&mut self) {
        // The edge ends when its input closes; waiting lets it put its files away.
        drop(self.0.stdin.take());
        let _ended = self.0.wait();
    }
}

fn port() -> anyhow::Result<u16> {
    match std::env::var(PORT_VARIABLE) {
        Err(_) => Ok(DEFAULT_PORT),
        Ok(text) => {
            text.parse().map_err(|_| usage(format!("{PORT_VARIABLE} '{text}' is no port. Allowed: 1 to 65535")))
        }
    }
}
