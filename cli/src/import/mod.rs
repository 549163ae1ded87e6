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
use overheard::dataset::Base;
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
    let rejects = args.rejects.as_deref().map(Rejects::create).transpose()?;
    let mut report = Report::new(inputs.iter().map(|input| input.index), args.dry_run);
    let progress = Progress::new();
    let job = Job { args, inputs, rejects, report: &mut report, progress: &progress };
    let result = if args.dry_run { job.check() } else { job.import() };
    progress.end();
    report.seconds = begun.elapsed().as_secs_f64();
    if args.json {
        print_json(&report)?;
    } else {
        report.print();
    }
    result
}

/// What one run of the command works with.
struct Job<'a> {
    args: &'a Import,
    inputs: Vec<Input>,
    rejects: Option<Rejects>,
    report: &'a mut Report,
    progress: &'a Progress,
}

impl Job<'_> {
    /// Checks the files and writes nothing.
    fn check(mut self) -> anyhow::Result<()> {
        let say = self.progress.clone();
        let edge = Edge::reach_running(&self.args.to, move |line| say.say(line));
        self.prepare(Utc::now(), Dry { edge: edge.ok(), progress: self.progress })?;
        self.report.state = State::Checked;
        Ok(())
    }

    /// Loads the files into an edge, which then serves them.
    fn import(mut self) -> anyhow::Result<()> {
        let say = self.progress.clone();
        let edge = Edge::reach(&self.args.to, move |line| say.say(line))?;
        self.progress.bytes("Identifying", self.total_bytes());
        let base = if self.args.replace { Base::Nothing } else { Base::Served };
        let id = inputs::identity(&self.inputs, base, self.progress)?;
        self.report.import = Some(id.clone());
        let load = Load::new(&edge, &id);
        let begun = load.begin(base)?;
        if begun.state == protocol::State::Served {
            self.report.state = State::AlreadyServed;
            self.report.dataset = begun.dataset;
            return Ok(());
        }
        self.load(&load, &begun)?;
        self.report.dataset = load.finish(self.progress)?;
        self.report.state = State::Served;
        Ok(())
    }

    fn load(&mut self, load: &Load<'_>, begun: &protocol::Begun) -> anyhow::Result<()> {
        if begun.state == protocol::State::Preparing {
            load.prepare(self.progress)?;
        }
        if begun.loaded.any() {
            self.progress.say("Going on with an unfinished import of these files.".to_owned());
        }
        // A resumed import keeps its time: the same documents must give the same rows.
        let started_at = begun.started_at.as_deref().unwrap_or_default();
        let now = DateTime::parse_from_rfc3339(started_at)
            .map_err(|error| anyhow!("the edge gave no time for the import ('{started_at}': {error})"))?;
        load.send(&begun.loaded, |online| self.prepare(now.to_utc(), online))
    }

    fn prepare(&mut self, now: DateTime<Utc>, outside: impl Outside) -> anyhow::Result<()> {
        let Import { strict, max_errors, replace, .. } = *self.args;
        let limits = Limits { strict, max_errors, files_alone: replace };
        self.progress.bytes(if self.args.dry_run { "Checking" } else { "Loading" }, self.total_bytes());
        Preparation::new(now, limits, outside, self.report, self.rejects.take(), self.progress)?.run(&self.inputs)
    }

    fn total_bytes(&self) -> u64 {
        self.inputs.iter().map(|input| input.bytes).sum()
    }
}
