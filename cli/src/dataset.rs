//! What an edge serves, and going back to what it served before.

use crate::args::{Dataset, DatasetRollback, DatasetStatus};
use crate::edge::{Edge, Method, Retry};
use crate::failure::usage;
use crate::import::Progress;
use crate::output::{print_json, visible_lines};
use crate::views;
use anyhow::bail;
use indicatif::HumanCount;
use overheard::service::dataset::Base;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io::{IsTerminal as _, Write as _, stdin, stdout};

/// The generations of an edge's dataset.
#[derive(Debug, Serialize, Deserialize)]
pub struct Status {
    /// What readers see.
    pub served: Option<Generation>,
    /// What they saw before.
    pub previous: Option<Generation>,
    /// What is being loaded.
    pub loading: Option<Loading>,
}

/// An import under way.
#[derive(Debug, Serialize, Deserialize)]
pub struct Loading {
    /// Its name.
    pub import: String,
    /// When it began.
    pub started_at: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A finished dataset.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Generation {
    /// Its number at the edge.
    pub generation: u32,
    /// How many imports were added to it since all its rows were made.
    pub revision: u32,
    /// The hash of its content.
    pub version: Option<String>,
    /// The import that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<String>,
    /// What that imported: a hash of its inputs.
    pub inputs: String,
    /// How many videos it has.
    pub videos: Option<u64>,
    /// How many snapshots of creators it has.
    pub snapshots: Option<u64>,
    /// How many mentions it has.
    pub mentions: Option<u64>,
    /// Since when it is served.
    pub published_at: Option<String>,
}

impl Generation {
    /// What an import upon it builds upon.
    pub fn base(&self) -> Base {
        Base { generation: self.generation, revision: self.revision }
    }
}

pub fn run(command: &Dataset) -> anyhow::Result<()> {
    match command {
        Dataset::Status(args) => status(args),
        Dataset::Rollback(args) => rollback(args),
        Dataset::Verify(args) => crate::verify::run(args),
        Dataset::Rebuild(args) => crate::import::rebuild::run(args),
    }
}

fn status(args: &DatasetStatus) -> anyhow::Result<()> {
    let edge = Edge::reach(&args.to, Edge::say)?;
    let status = fetch(&edge)?;
    if args.json {
        return print_json(&status);
    }
    print_status(&status);
    Ok(())
}

fn rollback(args: &DatasetRollback) -> anyhow::Result<()> {
    let edge = Edge::reach(&args.to, Edge::say)?;
    let status = fetch(&edge)?;
    let Some(previous) = &status.previous else {
        bail!(
            "there is no previous dataset to go back to: an edge keeps the one before the served one, once there is one"
        );
    };
    let now = status.served.as_ref().map_or_else(|| "nothing".to_owned(), describe);
    let is_revision = status.served.as_ref().is_some_and(|served| served.generation == previous.generation);
    let gone = if is_revision { "\nWhat was added since is gone then; the same import brings it back." } else { "" };
    let change = format!("Served now:    {now}\nServed then:   {}{gone}", describe(previous));
    if args.dry_run {
        if args.json {
            return print_json(&status);
        }
        println!("{change}\nNothing was changed.");
        return Ok(());
    }
    if !args.yes {
        eprintln!("{change}");
        confirm("a rollback", "Go back?")?;
    }
    // Sent once: a second try after a lost answer would go forth again.
    let status: Status = edge.call(Method::POST, "/admin/v1/dataset/rollback", Some("{}".to_owned()), Retry::Never)?;
    let progress = Progress::new();
    views::prepare_all(&edge, &progress);
    progress.end();
    if args.json {
        return print_json(&status);
    }
    print_status(&status);
    Ok(())
}

/// What an edge serves, served before and loads.
pub fn fetch(edge: &Edge) -> anyhow::Result<Status> {
    edge.call(Method::GET, "/admin/v1/dataset", None, Retry::Patiently)
}

/// Asks whoever is at the terminal; `what` asks, with `question`.
pub fn confirm(what: &str, question: &str) -> anyhow::Result<()> {
    if !stdin().is_terminal() {
        return Err(usage(format!(
            "{what} asks for confirmation, but nobody is at the terminal. Add --yes, or --dry-run to see what it would do"
        )));
    }
    eprint!("{} Type yes: ", visible_lines(question));
    stdout().flush()?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    if answer.trim() != "yes" {
        bail!("not confirmed; nothing was changed");
    }
    Ok(())
}

fn print_status(status: &Status) {
    let describe = |generation: &Option<Generation>, none: &str| generation.as_ref().map_or(none.to_owned(), describe);
    println!("Served:   {}", describe(&status.served, "nothing yet. Import something: overheard import DIR"));
    println!("Previous: {}", describe(&status.previous, "none"));
    let loading = status.loading.as_ref().map_or_else(
        || "none".to_owned(),
        |Loading { started_at, .. }| {
            format!("an import that began at {started_at}; if it was interrupted, run the same import again to go on")
        },
    );
    println!("Loading:  {loading}");
}

/// A dataset in one line.
pub fn describe(generation: &Generation) -> String {
    let count = |count: Option<u64>| HumanCount(count.unwrap_or(0)).to_string();
    let revision = match generation.revision {
        0 => String::new(),
        revision => format!(", revision {revision}"),
    };
    let published = generation.published_at.as_deref().map_or(String::new(), |at| format!(", published {at}"));
    format!(
        "{} (generation {}{revision}): {} videos, {} snapshots, {} mentions{published}",
        generation.version.as_deref().unwrap_or("without a version"),
        generation.generation,
        count(generation.videos),
        count(generation.snapshots),
        count(generation.mentions),
    )
}
