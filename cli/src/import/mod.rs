//! `overheard import`: check dataset files and load them into an edge.

pub mod delete;
mod dry;
mod inputs;
mod load;
mod making;
mod prepare;
mod progress;
mod protocol;
pub mod rebuild;
mod records;
mod rejects;
mod report;

pub use making::spool;
pub use progress::Progress;

use crate::args::Import;
use crate::dataset;
use crate::edge::Edge;
use crate::output::print_json;
use chrono::{DateTime, Utc};
use dry::Dry;
use inputs::{Input, Inputs};
use making::{Made, Making};
use overheard::ingest::Videos;
use prepare::{Limits, Outside, Preparation};
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
        let mut outside = Dry { edge: edge.ok(), progress: self.progress };
        self.prepare(Utc::now(), Videos::default(), &mut outside)?;
        self.report.state = State::Checked;
        Ok(())
    }

    /// Loads the files into an edge, which then serves them.
    fn import(mut self) -> anyhow::Result<()> {
        let say = self.progress.clone();
        let edge = Edge::reach(&self.args.to, move |line| say.say(line))?;
        let status = dataset::fetch(&edge)?;
        self.progress.bytes("Identifying", self.total_bytes());
        let inputs = Inputs::of_files(&self.inputs, self.args.replace, self.progress)?;
        let known = status.served.as_ref().filter(|served| served.inputs == inputs.name);
        if let Some(known) = known.filter(|_| !self.args.rebuild) {
            // What they make of anything, they make of itself.
            self.report.dataset = Some(known.clone());
            self.report.state = State::AlreadyServed;
            return Ok(());
        }
        let mut making = Making::new(&edge, status, &inputs, self.progress)?;
        self.report.import = Some(making.import().to_owned());
        let mut videos = Videos::default();
        making.add_served(&mut videos)?;
        self.prepare(making.now()?, videos, &mut making)?;
        let Made { dataset, is_new } = making.publish(self.args.rebuild)?;
        self.report.dataset = Some(dataset);
        self.report.state = if is_new { State::Served } else { State::Unchanged };
        Ok(())
    }

    fn prepare(&mut self, now: DateTime<Utc>, videos: Videos, outside: &mut impl Outside) -> anyhow::Result<()> {
        let Import { strict, max_errors, replace, .. } = *self.args;
        let limits = Limits { strict, max_errors, files_alone: replace };
        self.progress.bytes(if self.args.dry_run { "Checking" } else { "Preparing" }, self.total_bytes());
        Preparation::new(now, limits, videos, outside, self.report, self.rejects.take(), self.progress)?
            .run(&self.inputs)
    }

    fn total_bytes(&self) -> u64 {
        self.inputs.iter().map(|input| input.bytes).sum()
    }
}
