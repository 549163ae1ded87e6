//! From files to segment rows: the same files always give the same rows.

use super::inputs::Input;
use super::progress::Progress;
use super::records::{MAX_RECORD_BYTES, Record, read};
use super::rejects::Rejects;
use super::report::Report;
use anyhow::bail;
use chrono::{DateTime, Utc};
use indicatif::HumanCount;
use overheard::guard::problem::{Code, echo};
use overheard::ingest::{
    Accepted, CheckedDocument, Importer, Mapping, Mention, Prepared, Refused, Removed, Rewritten, Videos,
    document_columns, nearest_column,
};
use overheard::segment::SegmentRow;
use overheard::spec::Index;
use std::collections::BTreeSet;

/// Documents between two messages on the progress.
const MESSAGE_EVERY: u64 = 1_000;
/// Mentions that wait for videos at most.
const WAITING_AT_MOST: usize = 5_000;

/// Where rows go, and where videos are known that are not among the files.
pub trait Outside {
    /// Takes a row.
    fn take(&mut self, row: &SegmentRow) -> anyhow::Result<()>;
    /// Adds the videos of these ids that are served to those of the files. Says whether they are known now.
    fn learn_served(&mut self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<bool>;
}

/// What an import stops at, and what it may look at.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Stop at a column outside the index.
    pub strict: bool,
    /// Stop when more documents are refused.
    pub max_errors: Option<u64>,
    /// Know no videos but those of the files.
    pub files_alone: bool,
    /// Which columns are meant by names that are none of theirs.
    pub mapping: Mapping,
}

/// The preparation of one import.
pub struct Preparation<'a, O> {
    importer: Importer,
    limits: Limits,
    outside: &'a mut O,
    report: &'a mut Report,
    rejects: Option<Rejects>,
    progress: &'a Progress,
    videos: Videos,
    /// Whether the videos that are served are known; absent while they are asked for.
    served_known: Option<bool>,
    /// Mentions that wait for the video of one of them.
    waiting: Vec<Waiting>,
}

/// A mention that waits, and where it stands.
struct Waiting {
    file: String,
    line: u64,
    mention: Mention,
    found: Found,
}

/// What was found in a document that passed every check.
#[derive(Clone, Copy)]
struct Found {
    removed: Removed,
    rewritten: Rewritten,
}

impl<'a, O: Outside> Preparation<'a, O> {
    /// A preparation; `now` is the time of import, `videos` are those that are known before the files are read.
    pub fn new(
        now: DateTime<Utc>,
        limits: Limits,
        videos: Videos,
        outside: &'a mut O,
        report: &'a mut Report,
        rejects: Option<Rejects>,
        progress: &'a Progress,
    ) -> anyhow::Result<Self> {
        let importer = Importer::new(now).map_err(anyhow::Error::msg)?.with(limits.mapping.clone());
        // With the files alone there is nobody to ask, and nothing is left unchecked for it.
        let served_known = limits.files_alone.then_some(true);
        Ok(Self { importer, limits, outside, report, rejects, progress, videos, served_known, waiting: Vec::new() })
    }

    /// Prepares all files.
    pub fn run(mut self, inputs: &[Input]) -> anyhow::Result<()> {
        let done = inputs.iter().try_for_each(|input| self.file(input)).and_then(|()| self.settle());
        if let Some(rejects) = &mut self.rejects {
            rejects.finish()?;
        }
        done
    }

    fn file(&mut self, input: &Input) -> anyhow::Result<()> {
        let file = input.path.display().to_string();
        let index = input.index;
        let mapping = self.limits.mapping.clone();
        read(input, &mapping, self.progress, |line, record| self.document(index, &file, line, &record))
    }

    fn document(&mut self, index: Index, file: &str, line: u64, record: &Record<'_>) -> anyhow::Result<()> {
        let outcome = match record {
            Record::Json(text) => self.importer.json(index, text),
            Record::Csv(header, cells) => self.importer.csv(index, header, cells.iter()),
            Record::Header(header, separator) => {
                let understood = &mut self.report.of(index).understood;
                understood.separator(file, *separator);
                understood.names(header.read_as());
                return Ok(());
            }
            Record::TooLong => {
                let message = format!("the line must be at most {MAX_RECORD_BYTES} bytes. Got more.");
                let result = Err(Refused::whole(Code::LimitViolation, message));
                CheckedDocument { dropped: Vec::new(), read_as: Vec::new(), result }
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
        self.report.of(index).understood.names(&outcome.read_as);
        match outcome.result {
            Err(refused) => self.refuse(index, file, line, &refused),
            Ok(Accepted { prepared, removed, rewritten, withheld }) => {
                let found = Found { removed, rewritten };
                match prepared {
                    Prepared::Mention(mention) => self.mention(file, line, mention, found),
                    Prepared::Video(row, facts) => {
                        self.videos.insert(&facts);
                        self.accept(index, &row, found)
                    }
                    Prepared::Snapshot(row) => {
                        self.report.of(index).withheld_distributions += u64::from(withheld);
                        self.accept(index, &row, found)
                    }
                }
            }
        }
    }

    /// Counts columns outside the index, or stops at them.
    fn columns(&mut self, index: Index, file: &str, line: u64, dropped: Vec<String>) -> anyhow::Result<()> {
        if self.limits.strict
            && let Some(name) = dropped.first()
        {
            let near = nearest_column(index, name).map_or_else(String::new, |column| {
                format!(". Did you mean '{column}'? Then add --map \"{}={column}\"", echo(name))
            });
            bail!(
                "{file}:{line}: column '{}' is not part of {} (--strict). Allowed: [{}]{near}. Remove it, or import without --strict to drop it",
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

    fn accept(&mut self, index: Index, row: &SegmentRow, found: Found) -> anyhow::Result<()> {
        let report = self.report.of(index);
        report.accepted += 1;
        report.removed.add(found.removed);
        report.understood.rewritten.add(found.rewritten);
        self.outside.take(row)
    }

    /// Decides on a mention by its video, or lets it wait when that is not known. Behind one that waits all others wait
    /// too: of several with one id, the last one counts.
    fn mention(&mut self, file: &str, line: u64, mention: Mention, found: Found) -> anyhow::Result<()> {
        let is_known = self.videos.contains(&mention.video_id) || self.served_known.is_some();
        if is_known && self.waiting.is_empty() {
            return self.decide(file, line, mention, found);
        }
        self.waiting.push(Waiting { file: file.to_owned(), line, mention, found });
        if self.waiting.len() < WAITING_AT_MOST { Ok(()) } else { self.settle() }
    }

    /// Asks for the videos of the mentions that wait, and decides on these.
    fn settle(&mut self) -> anyhow::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let unknown = waiting.iter().map(|waiting| &waiting.mention.video_id).filter(|id| !self.videos.contains(id));
        let unknown: BTreeSet<String> = unknown.cloned().collect();
        if self.served_known.is_none() && !unknown.is_empty() {
            let is_known = self.outside.learn_served(&unknown, &mut self.videos)?;
            self.served_known = (!is_known).then_some(false);
        }
        waiting
            .into_iter()
            .try_for_each(|Waiting { file, line, mention, found }| self.decide(&file, line, mention, found))
    }

    fn decide(&mut self, file: &str, line: u64, mention: Mention, found: Found) -> anyhow::Result<()> {
        let index = Index::BusinessIdeas;
        let Mention { row, video_id, claims, .. } = mention;
        if let Some(columns) = self.videos.differences(&video_id, &claims) {
            let mismatches = &mut self.report.of(index).mismatches;
            columns.into_iter().for_each(|column| *mismatches.entry(column).or_default() += 1);
            return self.accept(index, &row, found);
        }
        if self.served_known == Some(false) {
            self.report.of(index).unchecked += 1;
            return Ok(());
        }
        let message =
            format!("video_id '{}' is no known video. Import its document of siv_info as well.", echo(&video_id));
        self.refuse(index, file, line, &Refused::new(Code::ValueNotAllowed, "video_id", message))
    }
}
