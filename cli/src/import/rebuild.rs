//! `overheard dataset rebuild`: rebuilds the tables from the stored records.

use super::full::{FullImport, PublishedDataset};
use super::inputs::Inputs;
use crate::args::DatasetRebuild;
use crate::edge::EdgeClient;
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use crate::version::{self, describe};
use crate::views;
use anyhow::bail;
use overheard::ingest::Videos;

/// Runs the command.
pub fn run(args: &DatasetRebuild) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let status = version::fetch(&edge)?;
    let Some(served) = &status.served else {
        bail!("nothing is served yet: there is nothing to rebuild");
    };
    if status.clickhouse.is_some() {
        bail!("ClickHouse has no texts of the files to rebuild tables from: import all files with --replace --rebuild");
    }
    // Keeps the hash of the inputs, so that importing the same files again does nothing.
    let inputs = Inputs { name: served.inputs.clone(), alone: false, erases: false };
    let progress = ProgressDisplay::new();
    let made = FullImport::new(&edge, status, &inputs, &progress).and_then(|mut import| {
        import.add_served(&mut Videos::default())?;
        import.publish(true)
    });
    let PublishedDataset { dataset, .. } = made.inspect_err(|_| progress.end())?;
    views::prepare_all(&edge, &progress);
    progress.end();
    if args.json {
        return print_json(&dataset);
    }
    println!("Rebuilt the tables. Served now: {}.", describe(&dataset));
    Ok(())
}
