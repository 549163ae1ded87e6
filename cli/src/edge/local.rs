//! The local edge of the project: used when it runs, started for the time of a command when it does not.

use super::project::{Project, SCRIPT};
use super::proof;
use crate::failure::usage_error;
use anyhow::{Context as _, bail};
use serde::Deserialize;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// Where the local edge is unless something else is said.
pub const DEFAULT_URL: &str = "http://127.0.0.1:8787";
const PORT_VARIABLE: &str = "OVERHEARD_LOCAL_PORT";
/// What runs the Worker on this machine.
const RUNTIME: &str = "node_modules/miniflare";
/// The Node.js of the project, where it is installed; else the machine's runs the edge.
const NODE: &str = "scripts/node_modules/node/bin/node";

/// A local edge that this command started. It ends when this value is dropped.
pub struct LocalEdge(Child);

/// An edge that has shown that it is the project's, and the secret that it has.
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
    /// A project's local edge, and what ends it when it had to be started.
    pub fn find_or_start(project: &Project) -> anyhow::Result<(EdgeCredentials, Option<Self>)> {
        match Self::running(project)? {
            Some(found) => Ok((found, None)),
            None => Self::start(project).map(|(found, edge)| (found, Some(edge))),
        }
    }

    /// A project's local edge, if it runs. What listens where it was is not asked for anything but a proof.
    pub fn running(project: &Project) -> anyhow::Result<Option<EdgeCredentials>> {
        let (Some(url), Ok(secret)) = (project.recorded_url(), project.secret()) else { return Ok(None) };
        Ok(proof::verify(&url, &secret)?.then_some(EdgeCredentials { url, secret }))
    }

    fn start(project: &Project) -> anyhow::Result<(EdgeCredentials, Self)> {
        let root = project.root();
        let runtime = root.join(RUNTIME);
        if !runtime.is_dir() {
            bail!(
                "the local edge does not run and cannot be started: {} is missing. Run `npm start` in {}",
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
            bail!("the local edge did not start; its own message stands above. `npm start` builds and starts it");
        };
        let secret = project.secret()?;
        if !proof::verify(&url, &secret)? {
            bail!("what answers at {url} is not the edge of {}: the secret is not sent there", root.display());
        }
        Ok((EdgeCredentials { url, secret }, edge))
    }
}

impl Drop for LocalEdge {
    fn drop(&mut self) {
        // The edge ends when its input closes; waiting lets it put its files away.
        drop(self.0.stdin.take());
        let _ended = self.0.wait();
    }
}

/// The port that a started edge is to listen on, if one is said.
fn port() -> anyhow::Result<Option<u16>> {
    let Ok(text) = std::env::var(PORT_VARIABLE) else { return Ok(None) };
    let port = text.parse().ok().filter(|port| *port > 0);
    port.map(Some).ok_or_else(|| usage_error(format!("{PORT_VARIABLE} '{text}' is no port. Allowed: 1 to 65535")))
}
