//! `overheard dataset`: shows the dataset versions and rolls back.

use crate::args::{DatasetCommand, DatasetRollback, DatasetStatus};
use crate::confirm::confirm;
use crate::edge::{EdgeClient, Method, Retry};
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use crate::version::{DatasetVersions, UnfinishedImport, VersionSummary, describe, fetch};
use crate::views;
use anyhow::bail;

pub fn run(command: &DatasetCommand) -> anyhow::Result<()> {
    match command {
        DatasetCommand::Status(args) => status(args),
        DatasetCommand::Rollback(args) => rollback(args),
        DatasetCommand::Verify(args) => crate::verify::run(args),
        DatasetCommand::Rebuild(args) => crate::import::rebuild::run(args),
    }
}

fn status(args: &DatasetStatus) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let status = fetch(&edge)?;
    if args.json {
        return print_json(&status);
    }
    print_status(&status);
    Ok(())
}

fn rollback(args: &DatasetRollback) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let status = fetch(&edge)?;
    let Some(previous) = &status.previous else {
        bail!("there is no previous dataset to roll back to");
    };
    let now = status.served.as_ref().map_or_else(|| "nothing".to_owned(), describe);
    let is_revision = status.served.as_ref().is_some_and(|served| served.generation == previous.generation);
    let gone = if is_revision { "\nThis removes what was added since; the same import restores it." } else { "" };
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
        confirm("a rollback", "Roll back?")?;
    }
    // Not retried: a second rollback would undo the first one.
    let status: DatasetVersions =
        edge.call(Method::POST, "/admin/v1/dataset/rollback", Some("{}".to_owned()), Retry::Never)?;
    let progress = ProgressDisplay::new();
    views::prepare_all(&edge, &progress);
    progress.end();
    if args.json {
        return print_json(&status);
    }
    print_status(&status);
    Ok(())
}

fn print_status(status: &DatasetVersions) {
    let describe =
        |generation: &Option<VersionSummary>, none: &str| generation.as_ref().map_or(none.to_owned(), describe);
    println!("Served:   {}", describe(&status.served, "nothing yet. Import files: overheard import DIR"));
    println!("Previous: {}", describe(&status.previous, "none"));
    let loading = status.loading.as_ref().map_or_else(
        || "none".to_owned(),
        |UnfinishedImport { started_at, .. }| {
            format!(
                "an import that began at {started_at}; if it was interrupted, run the same import again to resume it"
            )
        },
    );
    println!("Loading:  {loading}");
}
