//! Packs a folder of records, and prints the time and the sizes.

mod clock;
mod database;
mod source;
mod usage;

use anyhow::Context as _;
use clap::Parser;
use clock::Clock;
use database::Database;
use mimalloc::MiMalloc;
use overheard::segment::Table;
use overheard::segment::writer::{FileSpool, SegmentWriter, WriteError};
use std::path::PathBuf;
use std::process::ExitCode;
use usage::Usage;

/// The allocator of the operator's command.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Pack a folder of documents, and print the time and the bytes of every table and column
#[derive(Debug, Parser)]
#[command(name = "bench-pack", version, max_term_width = 100)]
#[command(after_help = "\
Example:
  bench-data --mentions 100000 --out bench-data/100k
  bench-pack --data bench-data/100k --out bench-data/100k.sqlite")]
struct Args {
    /// The folder with siv_info.ndjson, siv_content_creator.ndjson and siv_business_ideas.ndjson, or their .ndjson.gz
    #[arg(long, value_name = "DIR")]
    data: PathBuf,

    /// An SQLite file for the rows, which is made anew, as generation 1
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-pack: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> anyhow::Result<()> {
    let mut clock = Clock::start();
    let spool = FileSpool::new(tempfile::tempfile().context("a temporary file cannot be made")?);
    let mut writer = SegmentWriter::new(spool);
    source::rows(&args.data, |row| Ok(writer.add(&row)?))?;
    println!("prepared and added: {}", clock.lap());
    let build = writer.finish()?;
    println!("numbered: {}", clock.lap());
    let content = build.content().clone();

    let mut usage = Usage::default();
    let mut database = args.out.as_deref().map(Database::create).transpose()?;
    let mut phase = (None, Clock::start());
    let mut progress = |name: &'static str, _, _| {
        if let Some(before) = phase.0.replace(name).filter(|before| *before != name) {
            println!("  {before}: {}", phase.1.lap());
        }
    };
    let mut sink = |table: Table, row: &str| -> Result<(), WriteError> {
        usage.add(table, row).map_err(|error| WriteError::Sink(error.into()))?;
        match &mut database {
            Some(database) => database.add(table, row).map_err(|error| WriteError::Sink(error.into())),
            None => Ok(()),
        }
    };
    build.rows(&mut progress, &mut sink)?;
    println!("packed: {}", clock.lap());
    if let Some(database) = database {
        database.finish(&content)?;
        println!("stored: {}", clock.lap());
    }
    println!("{content:?}");
    usage.print(content.mentions);
    Ok(())
}
