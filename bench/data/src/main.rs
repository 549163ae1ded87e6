//! Writes a benchmark dataset into a folder.

mod files;
mod progress;

use clap::Parser;
use overheard_bench_data::Dataset;
use progress::Progress;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write a made-up dataset of any size into a folder, ready to be imported
///
/// The files are siv_info.ndjson, siv_content_creator.ndjson and siv_business_ideas.ndjson; files of these names are
/// replaced. The same size and seed give the same bytes on every machine.
#[derive(Debug, Parser)]
#[command(name = "bench-data", version, max_term_width = 100)]
#[command(after_help = "\
Example:
  bench-data --mentions 100000 --seed 7 --out bench-data/100k
  overheard import bench-data/100k --replace")]
struct Args {
    /// How many mentions; there are a fifth as many videos and a twentieth as many creators
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1_000..=50_000_000))]
    mentions: u64,

    /// Another seed gives another dataset of the same size
    #[arg(long, value_name = "NUMBER", default_value_t = 7)]
    seed: u64,

    /// The folder, which is made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench-data: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> anyhow::Result<()> {
    let progress = Progress::begin();
    progress.phase("preparing", 0);
    let dataset = Dataset::new(args.mentions, args.seed);
    for written in files::write(&dataset, &args.out, &progress)? {
        let each = written.bytes.checked_div(written.documents).unwrap_or(0);
        println!("{}: {} documents, {} bytes, {each} each", written.name, written.documents, written.bytes);
    }
    Ok(())
}
