//! From files to batches: the same files always give the same batches.

use super::inputs::Input;
use super::progress::Progress;
use super::records::{MAX_RECORD_BYTES, Record, read};
use super::rejects::Rejects;
use super::report::Report;
use anyhow::bail;
use chrono::{DateTime, Utc};
use indicatif::HumanCount;
use overheard::catalog::Index;
use overheard::ingest::{
    Accepted, Batch, Batcher, Importer, Mention, Outcome, Prepared, Refused, Removed, Row, Table, Terms, VideoFacts,
    Videos, document_columns,
};
use overheard::problem::{Code, echo};
use std::collections::HashSet;

/// Mentions that are settled together, with one lookup for all videos that are not among the files.
const WINDOW: usize = 1_000;
/// Documents between two messages on the progress.
const MESSAGE_EVERY: u64 = 1_000;

/// What the dataset that is served knows about videos.
pub enum Lookup {
    /// Those of the videos asked for that it has.
    Found(Vec<VideoFacts>),
    /// It cannot be asked.
    Unavailable,
}

/// Where batches go and videos are looked up.
pub trait Outside {
    /// Takes the next batch of a table.
    fn take(&mut self, batch: Batch) -> anyhow::Result<()>;
    /// Looks videos up in the dataset that is served.
    fn look_up(&mut self, video_ids: &[&str]) -> anyhow::Result<Lookup>;
}

/// What an import stops at, and what it may look at.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Stop at a column outside the index.
    pub strict: bool,
    /// Stop when more documents are refused.
    pub max_errors: Option<u64>,
    /// Know no videos but those of the files.
    pub files_alone: bool,
}

/// The preparation of one import.
pub struct Preparation<'a, O> {
    importer: Importer,
    limits: Limits,
    outside: O,
    report: &'a mut Report,
    rejects: Option<Rejects>,
    progress: &'a Progress,
    videos: Videos,
    terms: Terms,
    batchers: Vec<Batcher>,
    pending: Vec<Pending>,
}

/// A mention whose video is not yet known to exist.
struct Pending {
    line: u64,
    mention: Mention,
    removed: Removed,
}

impl<'a, O: Outside> Preparation<'a, O> {
    /// A preparation; `now` is the time of import.
    pub fn new(
        now: DateTime<Utc>,
        limits: Limits,
        outside: O,
        report: &'a mut Report,
        rejects: Option<Rejects>,
        progress: &'a Progress,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            importer: Importer::new(now).map_err(anyhow::Error::msg)?,
            limits,
            outside,
            report,
            rejects,
            progress,
            videos: Videos::default(),
            terms: Terms::default(),
            batchers: Table::ALL.map(Batcher::new).into(),
            pending: Vec::with_capacity(WINDOW),
        })
    }

    /// Prepares all files and hands over what is behind their batches.
    pub fn run(mut self, inputs: &[Input]) -> anyhow::Result<()> {
        let done = inputs.iter().try_for_each(|input| self.file(input)).and_then(|()| self.last_batches());
        if let Some(rejects) = &mut self.rejects {
            rejects.finish()?;
        }
        done
    }

    fn file(&mut self, input: &Input) -> anyhow::Result<()> {
        let file = input.path.display().to_string();
        let index = input.index;
        read(input, self.progress, |line, record| self.document(index, &file, line, &record))?;
        self.settle(&file)
    }

    fn document(&mut self, index: Index, file: &str, line: u64, record: &Record<'_>) -> anyhow::Result<()> {
        let outcome = match record {
            Record::Json(text) => self.importer.json(index, text),
            Record::Csv(header, cells) => self.importer.csv(index, header, cells.iter()),
            Record::TooLong => {
                let message = format!("the line must be at most {MAX_RECORD_BYTES} bytes. Got more.");
                Outcome { dropped: Vec::new(), result: Err(Refused::whole(Code::LimitViolation, message)) }
            }
        };
        let read = {
            let report = self.report.of(index);
            report.read += 1;
            report.read
        };
        if read % MESSAGE_EVERY == 0 {
            self.progress.message(format!("{}: {} documents", index.name(), HumanCount(read)));
        }
        self.columns(index, file, line, outcome.dropped)?;
        match outcome.result {
            Err(refused) => self.refuse(index, file, line, &refused),
            Ok(Accepted { prepared, removed, withheld }) => match prepared {
                Prepared::Mention(mention) => {
                    self.pending.push(Pending { line, mention, removed });
                    if self.pending.len() == WINDOW { self.settle(file) } else { Ok(()) }
                }
                Prepared::Video(row, facts) => {
                    self.videos.insert(&facts);
                    self.accept(index, row, removed)
                }
                Prepared::Snapshot(row) => {
                    self.report.of(index).withheld_distributions += u64::from(withheld);
                    self.accept(index, row, removed)
                }
            },
        }
    }

    /// Counts columns outside the index, or stops at them.
    fn columns(&mut self, index: Index, file: &str, line: u64, dropped: Vec<String>) -> anyhow::Result<()> {
        if self.limits.strict
            && let Some(name) = dropped.first()
        {
            bail!(
                "{file}:{line}: column '{}' is not part of {} (--strict). Allowed: [{}]. Remove it, or import without --strict to drop it",
                echo(name),
                index.name(),
                document_columns(index).join(", ")
            );
        }
        self.report.of(index).count_dropped(dropped);
        Ok(())
    }

    fn refuse(&mut self, index: Index, file: &str, line: u64, refused: &Refused) -> anyhow::Result<()> {
        self.report.of(index).count_refused(refused, file, line);
        if let Some(rejects) = &mut self.rejects {
            rejects.write(index, file, line, refused)?;
        }
        match self.limits.max_errors {
            Some(max) if self.report.refused() > max => {
                bail!(
                    "more than {max} documents were refused (--max-errors {max}), the last at {file}:{line}: {}",
                    refused.message
                )
            }
            _ => Ok(()),
        }
    }

    fn accept(&mut self, index: Index, row: Row, removed: Removed) -> anyhow::Result<()> {
        let report = self.report.of(index);
        report.accepted += 1;
        report.removed.add(removed);
        self.push(&row)
    }

    fn push(&mut self, row: &Row) -> anyhow::Result<()> {
        let batcher = self.batchers.iter_mut().find(|batcher| batcher.table() == row.table);
        match batcher.and_then(|batcher| batcher.push(row)) {
            Some(batch) => self.outside.take(batch),
            None => Ok(()),
        }
    }

    fn last_batches(&mut self) -> anyhow::Result<()> {
        let Self { batchers, outside, .. } = self;
        batchers.iter_mut().filter_map(Batcher::finish).try_for_each(|batch| outside.take(batch))
    }

    /// Decides on the pending mentions, in their order.
    fn settle(&mut self, file: &str) -> anyhow::Result<()> {
        let index = Index::BusinessIdeas;
        let pending = std::mem::take(&mut self.pending);
        let unknown: HashSet<&str> = pending
            .iter()
            .map(|pending| pending.mention.video_id.as_str())
            .filter(|video_id| !self.videos.contains(video_id))
            .collect();
        let mut asked = true;
        if !unknown.is_empty() && !self.limits.files_alone {
            match self.outside.look_up(&unknown.into_iter().collect::<Vec<_>>())? {
                Lookup::Found(videos) => videos.iter().for_each(|video| self.videos.insert(video)),
                Lookup::Unavailable => asked = false,
            }
        }
        for Pending { line, mention, removed } in pending {
            match self.videos.differences(&mention.video_id, &mention.claims) {
                Some(columns) => {
                    let mismatches = &mut self.report.of(index).mismatches;
                    columns.into_iter().for_each(|column| *mismatches.entry(column).or_default() += 1);
                    self.accept(index, mention.row, removed)?;
                    for row in self.terms.new_rows(mention.terms) {
                        self.push(&row)?;
                    }
                }
                None if asked => {
                    let message = format!(
                        "video_id '{}' is no known video. Import its document of siv_info as well.",
                        echo(&mention.video_id)
                    );
                    self.refuse(index, file, line, &Refused::new(Code::ValueNotAllowed, "video_id", message))?;
                }
                None => self.report.of(index).unchecked += 1,
            }
        }
        Ok(())
    }
}
