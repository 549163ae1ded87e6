//! The operator's command.
//!
//! In scope: files, the terminal and the admin API of an edge. Out of scope: the validation of records
//! (`overheard::ingest`) and the processing of rows at the edge (the Worker).

// Declared first: its macros apply to all modules below.
#[macro_use]
mod output;

mod accounts;
mod alerts;
mod alias_store;
mod aliases;
mod args;
mod brands;
mod clickhouse;
mod compare;
mod confirm;
mod dataset;
mod demo;
mod doctor;
mod edge;
mod explain;
mod export;
mod failure;
mod import;
mod keys;
mod listing;
mod members;
mod plans;
mod progress;
mod reports;
mod spool;
mod verify;
mod version;
mod views;
mod webhooks;

use args::{Cli, Command};
use clap::Parser;
use failure::exit_code;
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// An import allocates millions of short texts, on several threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Import(args) => import::run(&args),
        Command::Delete(args) => import::delete::run(&args),
        Command::Accounts(command) => accounts::run(&command),
        Command::Brands(command) => brands::run(&command),
        Command::Members(command) => members::run(&command),
        Command::Sessions(command) => members::run_sessions(&command),
        Command::Keys(command) => keys::run(&command),
        Command::Reports(command) => reports::run(&command),
        Command::Webhooks(command) => webhooks::run(&command),
        Command::Alerts(command) => alerts::run(&command),
        Command::Aliases(command) => aliases::run(&command),
        Command::Plans(command) => plans::run(&command),
        Command::Dataset(command) => dataset::run(&command),
        Command::Doctor(args) => doctor::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Demo(args) => write_demo(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("overheard: {error:#}");
            exit_code(&error)
        }
    }
}

fn write_demo(args: &args::DemoArgs) -> anyhow::Result<()> {
    use anyhow::Context as _;
    let directory = args.directory.display();
    let summary =
        demo::write(&args.directory).with_context(|| format!("the demo dataset cannot be written to {directory}"))?;
    println!(
        "Wrote {} videos, {} mentions and {} snapshots of {} creators to {directory}.\nImport them: overheard import {directory}",
        summary.videos, summary.mentions, summary.snapshots, summary.creators
    );
    Ok(())
}
