//! `overheard dataset rebuild`: rebuilds the tables from the stored records.

use super::full::{FullImport, PublishedDataset};
use super::inputs::Inputs;
use crate::alias_store;
use crate::args::DatasetRebuild;
use crate::edge::EdgeClient;
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use crate::version::{self, DatasetVersions, describe};
use crate::views;
use anyhow::{Context as _, bail};
use overheard::ingest::Videos;

/// Runs the command.
pub fn run(args: &DatasetRebuild) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let status = version::fetch(&edge)?;
    if status.served.is_none() {
        bail!("nothing is served yet: there is nothing to rebuild");
    }
    if status.clickhouse.is_some() {
        bail!("ClickHouse has no texts of the files to rebuild tables from: import all files with --replace --rebuild");
    }
    let progress = ProgressDisplay::new();
    let made = repack(&edge, status, &progress);
    let PublishedDataset { dataset, .. } = made.inspect_err(|_| progress.end())?;
    views::prepare_all(&edge, &progress);
    progress.end();
    if args.json {
        return print_json(&dataset);
    }
    println!("Rebuilt the tables. Served now: {}.", describe(&dataset));
    Ok(())
}

/// Packs the served records again, with the aliases of now, and publishes them.
///
/// # Errors
/// Nothing is served, or a step fails.
pub fn repack(
    edge: &EdgeClient,
    status: DatasetVersions,
    progress: &ProgressDisplay,
) -> anyhow::Result<PublishedDataset> {
    let served = status.served.as_ref().context("nothing is served yet")?;
    let inputs = Inputs::of_served(served).with_aliases(alias_store::fetch(edge)?);
    let mut import = FullImport::new(edge, status, &inputs, progress)?;
    import.add_served(&mut Videos::default())?;
    import.publish(true)
}
