//! Converts files to imported rows. The same files always give the same rows.

use super::inputs::ReadOptions;
use super::records::ReadableFile;
use super::rejects::Rejects;
use super::report::Report;
use crate::progress::ProgressDisplay;
use anyhow::bail;
use chrono::{DateTime, Utc};
use indicatif::HumanCount;
use overheard::guard::problem::echo;
use overheard::ingest::{
    self, AcceptedRecord, ColumnSet, Importer, Mention, MentionOutcome, MentionQueue, NewestRecords, RecordRefusal,
    RecordRow, RecordState, RecordTime, RemovalCounts, RewriteCounts, RowStore, VideoFacts, Videos, nearest_column,
    record_columns,
};
use overheard::segment::ImportedRow;
use overheard::spec::Index;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The number of records between two progress messages.
const MESSAGE_EVERY: u64 = 1_000;

/// The destination of rows, and the lookup of served videos.
pub trait RowSink: RowStore<Error = anyhow::Error> {
    /// Adds the served videos with these ids to `videos`. Returns false if they cannot be looked up.
    fn load_served_videos(&mut self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<bool>;
}

/// The limits of an import, set by options of the command.
#[derive(Debug, Clone, Default)]
pub struct ImportLimits {
    /// True if an unknown column stops the import.
    pub strict: bool,
    /// The number of refused records that stops the import when exceeded.
    pub max_errors: Option<u64>,
    /// True if mentions may refer only to videos of the files.
    pub files_alone: bool,
}

/// The conversion of the files of one import to rows.
pub struct ImportPreparation<'a, S: RowSink> {
    importer: Arc<Importer>,
    limits: ImportLimits,
    sink: &'a mut S,
    report: &'a mut Report,
    rejects: Option<Rejects>,
    progress: &'a ProgressDisplay,
    videos: Videos,
    newest: NewestRecords<S::Position>,
    /// The mentions that wait for their videos.
    mentions: MentionQueue<(RecordLocation, CheckedRecord)>,
}

/// The file and the line of a record.
#[derive(Clone)]
struct RecordLocation {
    file: String,
    line: u64,
}

/// The facts about a record that passed every check.
struct CheckedRecord {
    id: String,
    indexed_at: i64,
    removed: RemovalCounts,
    rewritten: RewriteCounts,
}

impl<'a, S: RowSink> ImportPreparation<'a, S> {
    /// Prepares an import. `now` is the time of import; `videos` are known before the files are read.
    #[expect(clippy::too_many_arguments, reason = "each is another part of the command")]
    pub fn new(
        now: DateTime<Utc>,
        reading: &ReadOptions,
        limits: ImportLimits,
        videos: Videos,
        sink: &'a mut S,
        report: &'a mut Report,
        rejects: Option<Rejects>,
        progress: &'a ProgressDisplay,
    ) -> anyhow::Result<Self> {
        let importer = Importer::new(now).map_err(anyhow::Error::msg)?;
        let importer = Arc::new(importer.with(reading.mapping.clone()).with_unknown(reading.unknown.clone()));
        let (newest, mentions) = (NewestRecords::default(), MentionQueue::new(!limits.files_alone));
        Ok(Self { importer, limits, sink, report, rejects, progress, videos, newest, mentions })
    }

    /// Prepares all files.
    pub fn run(mut self, files: &[ReadableFile<'_>]) -> anyhow::Result<()> {
        let done = files.iter().try_for_each(|file| self.file(file)).and_then(|()| self.decide_waiting());
        if let Some(rejects) = &mut self.rejects {
            rejects.finish()?;
        }
        done
    }

    fn file(&mut self, file: &ReadableFile<'_>) -> anyhow::Result<()> {
        let shown = file.input.path.display().to_string();
        let index = file.input.index;
        if let Some((header, separator)) = file.layout.header() {
            let interpretation = &mut self.report.of(index).interpretation;
            interpretation.add_separator(&shown, separator);
            interpretation.add_names(header.read_as());
        }
        let (importer, lists) = (Arc::clone(&self.importer), file.layout.lists());
        let mut place = RecordLocation { file: shown, line: 0 };
        file.read(
            self.progress,
            |record| importer.document(index, lists, record),
            |line, outcome| {
                place.line = line;
                self.document(index, &place, outcome)
            },
        )
    }

    fn document(&mut self, index: Index, place: &RecordLocation, outcome: ingest::CheckedRecord) -> anyhow::Result<()> {
        let read = {
            let report = self.report.of(index);
            report.read += 1;
            report.present.add(&outcome.present);
            report.read
        };
        if read % MESSAGE_EVERY == 0 {
            self.progress.message(format!("{}: {} documents", index.name(), HumanCount(read)));
        }
        self.columns(index, place, outcome.dropped, &outcome.present)?;
        self.report.of(index).interpretation.add_names(&outcome.read_as);
        match outcome.result {
            Err(refused) => self.refuse(index, place, &refused),
            Ok(AcceptedRecord { prepared, id, indexed_at, removed, rewritten, withheld }) => {
                let found = CheckedRecord { id, indexed_at, removed, rewritten };
                match prepared {
                    RecordRow::Mention(mention) => self.mention(place, mention, found),
                    RecordRow::Video(row, facts) => self.video(place, &row, &facts, found),
                    RecordRow::Snapshot(row) => {
                        self.report.of(index).withheld_distributions += u64::from(withheld);
                        self.accept(index, place, &row, 0, found).map(drop)
                    }
                }
            }
        }
    }

    /// Counts unknown columns, or returns an error with `--strict`.
    fn columns(
        &mut self,
        index: Index,
        RecordLocation { file, line }: &RecordLocation,
        dropped: Vec<String>,
        present: &ColumnSet,
    ) -> anyhow::Result<()> {
        if self.limits.strict
            && let Some(name) = dropped.first()
        {
            let near = nearest_column(index, name, present).map_or_else(String::new, |column| {
                format!(". Did you mean '{column}'? Then add --map \"{}={column}\"", echo(name))
            });
            bail!(
                "{file}:{line}: column '{}' is not part of {} (--strict). Allowed: [{}]{near}. Remove it, or import without --strict to drop it",
                echo(name),
                index.name(),
                record_columns(index).join(", ")
            );
        }
        self.report.of(index).count_dropped(dropped);
        Ok(())
    }

    fn refuse(
        &mut self,
        index: Index,
        RecordLocation { file, line }: &RecordLocation,
        refused: &RecordRefusal,
    ) -> anyhow::Result<()> {
        self.report.of(index).count_refused(refused, file, *line);
        if let Some(rejects) = &mut self.rejects {
            rejects.write(index, file, *line, refused)?;
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

    fn video(
        &mut self,
        place: &RecordLocation,
        row: &ImportedRow,
        facts: &VideoFacts,
        found: CheckedRecord,
    ) -> anyhow::Result<()> {
        let day = facts.day().unwrap_or_default();
        if self.accept(Index::Info, place, row, day, found)? {
            self.videos.insert(facts);
        }
        Ok(())
    }

    /// Counts an accepted record, and stores its row unless a newer record with the same id came before. Returns true
    /// if the row was stored.
    fn accept(
        &mut self,
        index: Index,
        RecordLocation { file, line }: &RecordLocation,
        row: &ImportedRow,
        day: i64,
        found: CheckedRecord,
    ) -> anyhow::Result<bool> {
        let CheckedRecord { id, indexed_at, removed, rewritten } = found;
        let time = RecordTime { indexed_at, day };
        let state = self.newest.offer(self.sink, &id, time, row)?;
        let report = self.report.of(index);
        report.accepted += 1;
        report.removed.add(removed);
        report.interpretation.rewritten.add(rewritten);
        if state != RecordState::First {
            report.count_same_id(&id, file, *line);
        }
        Ok(state.is_stored())
    }

    /// Accepts or refuses a mention, or queues it if its video is not known yet.
    fn mention(&mut self, place: &RecordLocation, mention: Mention, found: CheckedRecord) -> anyhow::Result<()> {
        if !self.mentions.must_wait(&mention, &self.videos) {
            return self.decide(place, mention, found);
        }
        self.mentions.push(mention, (place.clone(), found));
        if self.mentions.is_full() { self.decide_waiting() } else { Ok(()) }
    }

    /// Looks up the videos of the queued mentions, then accepts or refuses these.
    fn decide_waiting(&mut self) -> anyhow::Result<()> {
        let unknown = self.mentions.unknown_videos(&self.videos);
        if !unknown.is_empty() && !self.sink.load_served_videos(&unknown, &mut self.videos)? {
            self.mentions.cannot_look_up();
        }
        let waiting = self.mentions.take();
        waiting.into_iter().try_for_each(|(mention, (place, found))| self.decide(&place, mention, found))
    }

    fn decide(&mut self, place: &RecordLocation, mention: Mention, found: CheckedRecord) -> anyhow::Result<()> {
        let index = Index::BusinessIdeas;
        match self.mentions.decide(&mention, &self.videos) {
            MentionOutcome::Accepted(columns) => {
                let mismatches = &mut self.report.of(index).mismatches;
                columns.into_iter().for_each(|column| *mismatches.entry(column).or_default() += 1);
                let day = self.videos.day(&mention.video_id).unwrap_or_default();
                self.accept(index, place, &mention.row, day, found).map(drop)
            }
            MentionOutcome::NotChecked => {
                self.report.of(index).unchecked += 1;
                Ok(())
            }
            MentionOutcome::Refused(refused) => self.refuse(index, place, &refused),
        }
    }
}
