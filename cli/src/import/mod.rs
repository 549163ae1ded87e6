//! `overheard import`: check dataset files and load them into an edge.

pub mod delete;
mod inputs;
mod load;
mod prepare;
mod progress;
mod protocol;
mod records;
mod rejects;
mod report;

use crate::args::Import;
use crate::edge::Edge;
use crate::output::print_json;
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use inputs::Input;
use load::{Dry, Load};
use prepare::{Limits, Outside, Preparation};
use progress::Progress;
use rejects::Rejects;
use report::{Report, State};
use std::time::Instant;

/// Runs the command: the report goes to standard output, everything else to standard error.
pub fn run(args: &Import) -> anyhow::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the command runs where there is a clock")]
    let begun = Instant::now();
    let inputs = inputs::find(&args.paths, args.index.as_deref())?;
    let mut report = Report::new(inputs.iter().map(|input| input.index), args.dry_run);
    let progress = Progress::new();
    let result = if args.dry_run {
        check(args, &inputs, &mut report, &progress)
    } else {
        import(args, &inputs, &mut report, &progress)
    };
    progress.end();
    report.seconds = begun.elapsed().as_secs_f64();
    if args.json {
        print_json(&report)?;
    } else {
        report.print();
    }
    result
}

fn check(args: &Import, inputs: &[Input], report: &mut Report, progress: &Progress) -> anyhow::Result<()> {
    let say = progress.clone();
    let edge = Edge::reach_running(&args.to, move |line| say.say(line));
    let dry = Dry { edge: edge.ok(), progress };
    prepare(args, inputs, Utc::now(), dry, report, progress)?;
    report.state = State::Checked;
    Ok(())
}

fn import(args: &Import, inputs: &[Input], report: &mut Report, progress: &Progress) -> anyhow::Result<()> {
    let say = progress.clone();
    let edge = Edge::reach(&args.to, move |line| say.say(line))?;
    progress.bytes("Identifying", total_bytes(inputs));
    let id = inputs::identity(inputs, progress)?;
    report.import = Some(id.clone());
    let load = Load::new(&edge, &id);
    let begun = load.begin()?;
    if begun.state == protocol::State::Served {
        report.state = State::AlreadyServed;
        report.dataset = begun.dataset;
        return Ok(());
    }
    load_all(args, inputs, &begun, &load, report, progress)?;
    report.dataset = load.finish(progress)?;
    report.state = State::Served;
    Ok(())
}

fn load_all(
    args: &Import,
    inputs: &[Input],
    begun: &protocol::Begun,
    load: &Load<'_>,
    report: &mut Report,
    progress: &Progress,
) -> anyhow::Result<()> {
    if begun.state == protocol::State::Preparing {
        load.prepare(progress)?;
    }
    if begun.loaded.any() {
        progress.say("Going on with an unfinished import of these files.".to_owned());
    }
    // A resumed import keeps its time: the same documents must give the same rows.
    let started_at = begun.started_at.as_deref().unwrap_or_default();
    let now = DateTime::parse_from_rfc3339(started_at)
        .map_err(|error| anyhow!("the edge gave no time for the import ('{started_at}': {error})"))?;
    load.send(&begun.loaded, |online| prepare(args, inputs, now.to_utc(), online, report, progress))
}

fn prepare(
    args: &Import,
    inputs: &[Input],
    now: DateTime<Utc>,
    outside: impl Outside,
    report: &mut Report,
    progress: &Progress,
) -> anyhow::Result<()> {
    let rejects = args.rejects.as_deref().map(Rejects::create).transpose()?;
    let limits = Limits { strict: args.strict, max_errors: args.max_errors };
    progress.bytes(if args.dry_run { "Checking" } else { "Loading" }, total_bytes(inputs));
    Preparation::new(now, limits, outside, report, rejects, progress)?.run(inputs)
}

fn total_bytes(inputs: &[Input]) -> u64 {
    inputs.iter().map(|input| input.bytes).sum()
}
