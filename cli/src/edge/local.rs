//! The local edge of the project. If it is not running, the command starts it and stops it at the end.

use super::project::{Project, SCRIPT};
use super::proof;
use crate::failure::usage_error;
use anyhow::{Context as _, bail};
use serde::Deserialize;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The default URL of the local edge.
pub const DEFAULT_URL: &str = "http://127.0.0.1:8787";
const PORT_VARIABLE: &str = "OVERHEARD_LOCAL_PORT";
/// The package that runs the Worker on this machine.
const RUNTIME: &str = "node_modules/miniflare";
/// The project's own Node.js. If it is not installed, `node` of the `PATH` runs the edge.
const NODE: &str = "scripts/node_modules/node/bin/node";

/// A local edge process started by this command. Dropping the value stops it.
pub struct LocalEdge(Child);

/// The URL and the admin secret of a local edge that has proved its identity.
pub struct EdgeCredentials {
    pub url: String,
    pub secret: String,
}

/// The line that a started edge prints when it is ready.
#[derive(Deserialize)]
struct StartMessage {
    url: String,
}

impl LocalEdge {
    /// Finds the running local edge of a project or starts one. Returns the process if it was started.
    pub fn find_or_start(project: &Project) -> anyhow::Result<(EdgeCredentials, Option<Self>)> {
        match Self::running(project)? {
            Some(found) => Ok((found, None)),
            None => Self::start(project).map(|(found, edge)| (found, Some(edge))),
        }
    }

    /// Returns a project's local edge if it is running. Another process at its URL receives only the challenge.
    pub fn running(project: &Project) -> anyhow::Result<Option<EdgeCredentials>> {
        let (Some(url), Ok(secret)) = (project.recorded_url(), project.secret()) else { return Ok(None) };
        Ok(proof::verify(&url, &secret)?.then_some(EdgeCredentials { url, secret }))
    }

    fn start(project: &Project) -> anyhow::Result<(EdgeCredentials, Self)> {
        let root = project.root();
        let runtime = root.join(RUNTIME);
        if !runtime.is_dir() {
            bail!(
                "the local edge is not running and cannot be started: {} is missing. Run `npm start` in {}",
                runtime.display(),
                root.display()
            );
        }
        let own = root.join(NODE);
        let node = if own.is_file() { own } else { PathBuf::from("node") };
        let port = port()?.map(|port| ["--port".to_owned(), port.to_string()]);
        eprintln!("Starting the local edge …");
        let mut child = Command::new(&node)
            .arg(root.join(SCRIPT))
            .args(port.into_iter().flatten())
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be run", node.display()))?;
        let output = child.stdout.take();
        let edge = Self(child);
        let mut line = String::new();
        output.map(|output| BufReader::new(output).read_line(&mut line)).transpose()?;
        let Ok(StartMessage { url }) = serde_json::from_str(&line) else {
            bail!("the local edge did not start; see its message above. `npm start` builds and starts it");
        };
        let secret = project.secret()?;
        if !proof::verify(&url, &secret)? {
            bail!("the process at {url} is not the edge of {}: the secret was not sent", root.display());
        }
        Ok((EdgeCredentials { url, secret }, edge))
    }
}

impl Drop for LocalEdge {
    fn drop(&mut self) {
        // The edge exits when its standard input closes. Waiting lets it flush its files.
        drop(self.0.stdin.take());
        let _ended = self.0.wait();
    }
}

/// Reads the port for a started edge from the environment.
fn port() -> anyhow::Result<Option<u16>> {
    let Ok(text) = std::env::var(PORT_VARIABLE) else { return Ok(None) };
    let port = text.parse().ok().filter(|port| *port > 0);
    port.map(Some).ok_or_else(|| usage_error(format!("{PORT_VARIABLE} '{text}' is not a port. Allowed: 1 to 65535")))
}
