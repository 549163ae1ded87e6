//! `overheard import`: checks dataset files and loads them into an edge.

mod clickhouse;
pub mod delete;
mod dry_run;
mod erasure;
mod full;
mod incremental;
mod inputs;
mod interpretation;
mod prepare;
mod protocol;
pub mod rebuild;
mod records;
mod rejects;
mod report;
mod served_version;
mod upload;

use crate::alias_store;
use crate::args::ImportArgs;
use crate::clickhouse::{ClickHouseServer, require};
use crate::edge::EdgeClient;
use crate::failure::usage_error;
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use crate::version::{self, DatasetVersions, VersionSummary};
use crate::views;
use chrono::{DateTime, Utc};
use dry_run::DryRun;
use full::{FullImport, PublishedDataset, parse, time_of_import};
use incremental::{IncrementOutcome, IncrementalImport, MAX_INCREMENTAL_FILE_BYTES};
use inputs::{Input, Inputs, ReadOptions};
use overheard::ingest::Videos;
use overheard::segment::ImportedRow;
use prepare::{ImportLimits, ImportPreparation, RowSink};
use records::ReadableFile;
use rejects::Rejects;
use report::{ImportOutcome, Report};
use std::time::Instant;

/// Runs the command. Prints the report on standard output and all other messages on standard error.
pub fn run(args: &ImportArgs) -> anyhow::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the command runs where there is a clock")]
    let begun = Instant::now();
    let inputs = inputs::find(&args.paths, args.index.as_deref())?;
    let reading = reading(args)?;
    let rejects = args.rejects.as_deref().map(Rejects::create).transpose()?;
    let mut report = Report::new(inputs.iter().map(|input| input.index), args.dry_run);
    report.from = reading.mapping.preset();
    let progress = ProgressDisplay::new();
    let job = Job { args, inputs, reading, rejects, report: &mut report, progress: &progress };
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

/// Parses the options `--map`, `--from`, `--unknown` and `--header-row`.
fn reading(args: &ImportArgs) -> anyhow::Result<ReadOptions> {
    let mut reading = ReadOptions { header_row: args.header_row, ..ReadOptions::default() };
    for option in &args.map {
        let added = reading.mapping.add(option);
        added.map_err(|why| usage_error(format!("--map \"{option}\" is not valid: {why}")))?;
    }
    for option in &args.unknown {
        let added = reading.unknown.add(option);
        added.map_err(|why| usage_error(format!("--unknown \"{option}\" is not valid: {why}")))?;
    }
    reading.mapping = reading.mapping.with_preset(args.from);
    Ok(reading)
}

/// The state of one import command.
struct Job<'a> {
    args: &'a ImportArgs,
    inputs: Vec<Input>,
    reading: ReadOptions,
    rejects: Option<Rejects>,
    report: &'a mut Report,
    progress: &'a ProgressDisplay,
}

impl Job<'_> {
    /// Checks the files and writes nothing.
    fn check(mut self) -> anyhow::Result<()> {
        let say = self.progress.clone();
        let edge = EdgeClient::connect_running(&self.args.edge, move |line| say.say(line));
        let server = ClickHouseServer::of(&self.args.clickhouse)?;
        let mut sink = DryRun::new(edge.ok(), server, self.progress)?;
        self.prepare(Utc::now(), Videos::default(), &mut sink)?;
        self.report.state = ImportOutcome::Checked;
        Ok(())
    }

    /// Loads the files into an edge and publishes them.
    fn import(mut self) -> anyhow::Result<()> {
        let say = self.progress.clone();
        let server = ClickHouseServer::of(&self.args.clickhouse)?;
        let edge = EdgeClient::connect(&self.args.edge, move |line| say.say(line))?;
        let edge = edge.writing_clickhouse(server.is_some());
        let status = version::fetch(&edge)?;
        require(&self.args.clickhouse, &status)?;
        self.progress.bytes("Identifying", self.total_bytes());
        let inputs = Inputs::of_files(&self.inputs, &self.reading, self.args.replace, self.progress)?;
        let known = status.served.as_ref().filter(|served| served.inputs == inputs.name);
        if let Some(known) = known.filter(|_| !self.args.rebuild) {
            // Importing the same files again has no effect.
            self.report.dataset = Some(known.clone());
            self.report.state = ImportOutcome::AlreadyServed;
            return Ok(());
        }
        let inputs = inputs.with_aliases(alias_store::fetch(&edge)?);
        if let Some(server) = &server {
            return self.import_into(&edge, server, &status, &inputs);
        }
        let prepared = match self.incremental_base(&status, &inputs) {
            Some(served) => match self.add(&edge, &served, &inputs)? {
                Some(prepared) => Some(prepared),
                None => {
                    self.prepare_views(&edge);
                    return Ok(());
                }
            },
            None => None,
        };
        let mut full = FullImport::new(&edge, status, &inputs, self.progress)?;
        self.report.import = Some(full.import().to_owned());
        let mut videos = Videos::default();
        full.add_served(&mut videos)?;
        match prepared {
            Some((rows, started_at)) => full.take_prepared(&rows, started_at)?,
            None => self.prepare(full.now()?, videos, &mut full)?,
        }
        let published = full.publish(self.args.rebuild)?;
        self.end(&edge, published);
        Ok(())
    }

    /// Loads the files into ClickHouse, and publishes them at an edge.
    fn import_into(
        &mut self,
        edge: &EdgeClient,
        server: &ClickHouseServer,
        status: &DatasetVersions,
        inputs: &Inputs,
    ) -> anyhow::Result<()> {
        let (rebuild, progress) = (self.args.rebuild, self.progress);
        let published = clickhouse::import(edge, server, status, inputs, rebuild, progress, |import| {
            self.report.import = Some(import.name().to_owned());
            self.prepare(import.now()?, Videos::default(), import)
        })?;
        self.end(edge, published);
        Ok(())
    }

    /// Reports a version, and prepares its views.
    fn end(&mut self, edge: &EdgeClient, PublishedDataset { dataset, is_new }: PublishedDataset) {
        self.report.dataset = Some(dataset);
        self.report.state = if is_new { ImportOutcome::Served } else { ImportOutcome::Unchanged };
        self.prepare_views(edge);
    }

    fn prepare_views(&self, edge: &EdgeClient) {
        if !self.args.no_prepare {
            views::prepare_all(edge, self.progress);
        }
    }

    /// Returns the served version if the files are small enough for an incremental import.
    fn incremental_base(&self, status: &DatasetVersions, inputs: &Inputs) -> Option<VersionSummary> {
        let served = status.served.clone().filter(|_| !inputs.alone && !self.args.rebuild)?;
        // An unfinished full import is resumed as a full import.
        let import = inputs.import_id(Some(&served));
        let has_begun = status.loading.as_ref().is_some_and(|loading| loading.import == import);
        let bytes: u64 = self.inputs.iter().map(Input::content_bytes).sum();
        (!has_begun && bytes <= MAX_INCREMENTAL_FILE_BYTES).then_some(served)
    }

    /// Runs an incremental import. If that is impossible, returns the imported rows and their time.
    fn add(
        &mut self,
        edge: &EdgeClient,
        served: &VersionSummary,
        inputs: &Inputs,
    ) -> anyhow::Result<Option<(Vec<ImportedRow>, String)>> {
        let started_at = time_of_import();
        let mut incremental = IncrementalImport::new(edge, served, self.progress);
        self.prepare(parse(&started_at)?, Videos::default(), &mut incremental)?;
        match incremental.add(inputs, served, &started_at)? {
            IncrementOutcome::Served { dataset, rows_written } => {
                self.report.import.clone_from(&dataset.import);
                self.report.dataset = Some(dataset);
                self.report.rows_written = rows_written;
                self.report.state = ImportOutcome::Served;
                Ok(None)
            }
            IncrementOutcome::Unchanged => {
                self.report.dataset = Some(served.clone());
                self.report.state = ImportOutcome::Unchanged;
                Ok(None)
            }
            IncrementOutcome::Rebuild(rows) => Ok(Some((rows, started_at))),
        }
    }

    fn prepare(&mut self, now: DateTime<Utc>, videos: Videos, sink: &mut impl RowSink) -> anyhow::Result<()> {
        let ImportArgs { strict, max_errors, replace, .. } = *self.args;
        let ReadOptions { mapping, header_row, .. } = &self.reading;
        // Scans all files first, so that an unreadable file stops the import before any change.
        self.progress.bytes("Scanning", self.total_bytes());
        let open = |input| ReadableFile::open(input, mapping, *header_row, self.progress);
        let files = self.inputs.iter().map(open).collect::<anyhow::Result<Vec<_>>>()?;
        let limits = ImportLimits { strict, max_errors, files_alone: replace };
        self.progress.bytes(if self.args.dry_run { "Checking" } else { "Preparing" }, self.total_bytes());
        let rejects = self.rejects.take();
        ImportPreparation::new(now, &self.reading, limits, videos, sink, self.report, rejects, self.progress)?
            .run(&files)?;
        self.report.record_unused_mappings(&self.reading.mapping);
        Ok(())
    }

    fn total_bytes(&self) -> u64 {
        self.inputs.iter().map(|input| input.bytes).sum()
    }
}
