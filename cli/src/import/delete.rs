//! `overheard delete`: remove documents by id, as an import that brings nothing.

use super::inputs::Inputs;
use super::making::{Made, Making};
use super::prepare::Outside as _;
use super::progress::Progress;
use crate::args::Delete;
use crate::dataset::{self, Generation, Status};
use crate::edge::Edge;
use crate::failure::usage;
use crate::output::print_json;
use crate::views;
use anyhow::Context as _;
use indicatif::HumanCount;
use overheard::catalog::Index;
use overheard::ingest::{Videos, deletion};
use serde::Serialize;
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
    let status = dataset::fetch(&edge)?;
    let Some(before) = status.served.clone() else {
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
    let inputs = Inputs::of_deletion(index, &ids);
    let progress = Progress::new();
    let after = delete(&edge, status, &inputs, index, &ids, &progress);
    let after = after.inspect_err(|_| progress.end())?;
    // Where this deletion made what is served, the dataset before it still holds what should be gone: also when the
    // command was interrupted just here. Where nothing was removed, the dataset before is kept.
    if after.inputs == inputs.name {
        dataset::forget_previous(&edge)?;
    }
    views::prepare_all(&edge, &progress);
    progress.end();
    report(args, ids.len() as u64, &before, after)
}

fn delete(
    edge: &Edge,
    status: Status,
    inputs: &Inputs,
    index: Index,
    ids: &BTreeSet<String>,
    progress: &Progress,
) -> anyhow::Result<Generation> {
    let mut making = Making::new(edge, status, inputs, progress)?;
    making.add_served(&mut Videos::default())?;
    ids.iter().try_for_each(|id| making.take(&deletion(index, id)))?;
    let Made { dataset, .. } = making.publish(false)?;
    Ok(dataset)
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
