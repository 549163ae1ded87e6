//! `overheard delete`: remove documents by id, as an import that brings nothing.

use super::load::Load;
use super::progress::Progress;
use super::protocol::State;
use crate::args::Delete;
use crate::dataset::{self, Generation};
use crate::edge::Edge;
use crate::failure::usage;
use crate::output::print_json;
use anyhow::Context as _;
use indicatif::HumanCount;
use overheard::catalog::Index;
use overheard::dataset::Base;
use overheard::ingest::{Batcher, Table, deletion};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::Path;

/// What was removed: the difference of what was served before and is served after.
#[derive(Debug, Serialize)]
struct Deleted {
    ids: u64,
    videos: u64,
    snapshots: u64,
    mentions: u64,
    dataset: Generation,
}

/// Runs the command.
pub fn run(args: &Delete) -> anyhow::Result<()> {
    let index = Index::from_name(&args.index).ok_or_else(|| {
        usage(format!("--index '{}' is not allowed. Allowed: [{}]", args.index, Index::NAMES.join(", ")))
    })?;
    let ids = read_ids(&args.ids)?;
    let edge = Edge::reach(&args.to, Edge::say)?;
    let Some(before) = dataset::served(&edge)? else {
        anyhow::bail!("nothing is served yet: there is nothing to delete");
    };
    let change = format!(
        "Would remove the documents of {} ids of {} from {}, and forget the dataset before it.",
        HumanCount(ids.len() as u64),
        index.name(),
        dataset::describe(&before)
    );
    if args.dry_run {
        println!("{change}\nNothing was changed.");
        return Ok(());
    }
    if !args.yes {
        eprintln!("{change}");
        dataset::confirm("a deletion", "Delete?")?;
    }
    let progress = Progress::new();
    let after = delete(&edge, index, &ids, &progress);
    progress.end();
    let after = after?;
    // Where nothing was removed, the dataset before holds nothing that should be gone.
    if after.version != before.version {
        dataset::forget_previous(&edge)?;
    }
    report(args, ids.len() as u64, &before, after)
}

fn delete(edge: &Edge, index: Index, ids: &BTreeSet<String>, progress: &Progress) -> anyhow::Result<Generation> {
    let import = identity(index, ids);
    let load = Load::new(edge, &import);
    let begun = load.begin(Base::Served)?;
    let finished = if begun.state == State::Served {
        begun.dataset
    } else {
        load.prepare(progress)?;
        load.send(&begun.loaded, |mut online| {
            use super::prepare::Outside as _;
            let mut batcher = Batcher::new(Table::Deletion);
            for id in ids {
                batcher.push(&deletion(index, id)).map_or(Ok(()), |batch| online.take(batch))?;
            }
            batcher.finish().map_or(Ok(()), |batch| online.take(batch))
        })?;
        load.finish(progress)?
    };
    finished.context("the edge did not say what it serves now")
}

/// The distinct ids of a file, one a line.
fn read_ids(file: &Path) -> anyhow::Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let ids: BTreeSet<String> = text.lines().map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect();
    if ids.is_empty() {
        return Err(usage(format!("{} holds no ids: it needs one a line", file.display())));
    }
    Ok(ids)
}

/// The same ids again are the same deletion, which is resumed when it was interrupted.
fn identity(index: Index, ids: &BTreeSet<String>) -> String {
    let mut hasher = Sha256::new();
    hasher.update(format!("overheard delete {}\n", index.name()));
    for id in ids {
        hasher.update(format!("{id}\n"));
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn report(args: &Delete, ids: u64, before: &Generation, after: Generation) -> anyhow::Result<()> {
    let gone = |before: Option<u64>, after: Option<u64>| before.unwrap_or(0).saturating_sub(after.unwrap_or(0));
    let deleted = Deleted {
        ids,
        videos: gone(before.videos, after.videos),
        snapshots: gone(before.snapshots, after.snapshots),
        mentions: gone(before.mentions, after.mentions),
        dataset: after,
    };
    if args.json {
        return print_json(&deleted);
    }
    println!(
        "Removed {} videos, {} snapshots and {} mentions. Served now: {}.",
        HumanCount(deleted.videos),
        HumanCount(deleted.snapshots),
        HumanCount(deleted.mentions),
        dataset::describe(&deleted.dataset)
    );
    Ok(())
}
