//! The importer: turns a line of JSON or a record of CSV into an imported row.
//!
//! In scope: file formats (`reader`), which columns are read, the checks, removal of personal data, which of several
//! records with one id counts, and rows with their batches. Everything is a function of its input and of `now`. Out of
//! scope: opening files and the network (the operator's command), and what is computed from rows (`segment::writer`).

mod batch;
mod check;
mod columns;
mod distribution;
mod duration;
mod header;
mod list_text;
mod mention;
mod mention_queue;
mod moment;
mod naming;
mod newest;
mod parsed_record;
mod preset;
mod privacy;
mod python;
mod quotes;
pub mod reader;
mod record_refusal;
mod rewrite_counts;
mod row;
mod spelling;
mod unknown;
mod values;
mod videos;

pub use batch::{Batch, Batcher, MAX_BATCH_BYTES};
pub use check::{MAX_LIST_VALUES, MAX_RATIO};
pub use columns::{ColumnSet, record_columns};
pub use distribution::{MAX_COUNTRIES, MIN_SAMPLE, SUM_TOLERANCE};
pub use header::CsvHeader;
pub use list_text::ListForms;
pub use mention::Mention;
pub use mention_queue::MentionQueue;
pub use moment::YEARS;
pub use naming::{Mapping, nearest_column};
pub use newest::{NewestRecords, RecordState, RecordTime, RowStore};
pub use preset::Preset;
pub use privacy::RemovalCounts;
pub use quotes::MIN_QUOTED_WORDS;
pub use record_refusal::RecordRefusal;
pub use rewrite_counts::RewriteCounts;
pub use row::deletion;
pub use unknown::UnknownValues;
pub use videos::{Claims, MentionOutcome, ServedVideos, VideoFacts, Videos};

use crate::base::date::seconds_of_time;
use crate::guard::problem::Code;
use crate::segment::ImportedRow;
use crate::spec::Index;
use chrono::{DateTime, Utc};
use parsed_record::ParsedRecord;
use privacy::Privacy;
use reader::{MAX_RECORD_BYTES, Record};
use values::{ReadingRules, RecordValues};

/// The version of the rules by which rows are made. It must change whenever the same record gives another row, so that
/// an import under other rules is another import.
pub const RULES_VERSION: u32 = 4;

/// Checks and converts records of every index.
#[derive(Debug)]
pub struct Importer {
    now: DateTime<Utc>,
    mapping: Mapping,
    unknown: UnknownValues,
    privacy: Privacy,
}

/// The result of one record.
#[derive(Debug)]
pub struct CheckedRecord {
    /// Names of columns that are not the index's. Their values were not read.
    pub dropped: Vec<String>,
    /// Names in a line of JSON that differ from the index's own, with the columns that they mean. For CSV they are in
    /// the header.
    pub read_as: Vec<(String, &'static str)>,
    /// The columns that the record or its header has.
    pub present: ColumnSet,
    /// The accepted row, or the reason for a refusal.
    pub result: Result<AcceptedRecord, RecordRefusal>,
}

/// A record that passed every check.
#[derive(Debug)]
pub struct AcceptedRecord {
    /// The row.
    pub prepared: RecordRow,
    /// The id; for a snapshot, the creator's id and the date.
    pub id: String,
    /// The `indexed_at` time in seconds since 1970; 0 for records without one.
    pub indexed_at: i64,
    /// Counts of the personal data that was removed.
    pub removed: RemovalCounts,
    /// Counts of the values that were written in another form than the stored one.
    pub rewritten: RewriteCounts,
    /// True if its distributions were withheld because of a small sample.
    pub withheld: bool,
}

/// The row of a record, with what the checks of other records need.
#[derive(Debug)]
pub enum RecordRow {
    /// A record of siv_info.
    Video(ImportedRow, VideoFacts),
    /// A record of siv_content_creator.
    Snapshot(ImportedRow),
    /// A record of siv_business_ideas.
    Mention(Mention),
}

impl Importer {
    /// Creates an importer. `now` is the time of import.
    ///
    /// # Errors
    /// If an expression that finds personal data does not compile, which is a bug in this crate.
    pub fn new(now: DateTime<Utc>) -> Result<Self, String> {
        let privacy = Privacy::new().map_err(|error| error.to_string())?;
        Ok(Self { now, mapping: Mapping::default(), unknown: UnknownValues::default(), privacy })
    }

    /// Sets the operator's column names.
    pub fn with(self, mapping: Mapping) -> Self {
        Self { mapping, ..self }
    }

    /// Sets the values that the operator declares unknown.
    pub fn with_unknown(self, unknown: UnknownValues) -> Self {
        Self { unknown, ..self }
    }

    /// Checks a record of a file with the given list forms.
    pub fn document(&self, index: Index, lists: &ListForms, record: &Record<'_>) -> CheckedRecord {
        let document = match record {
            Record::Json(text) => ParsedRecord::from_json(index, &self.mapping, text),
            Record::Csv(_, cells) if cells.has_stray_mark() => {
                let message = "text follows a quotation mark that ends a cell. Inside a cell in quotation marks each one is written twice (\"\"), not alone or behind a backslash.";
                Err(RecordRefusal::whole(Code::InvalidType, message.to_owned()))
            }
            Record::Csv(header, cells) => ParsedRecord::from_csv(header, cells.iter()),
            Record::TooLong => {
                let message = format!("the document must be at most {MAX_RECORD_BYTES} bytes. Got more.");
                Err(RecordRefusal::whole(Code::LimitViolation, message))
            }
        };
        self.prepare(index, lists, document)
    }

    /// Checks the record in one line of JSON.
    pub fn json(&self, index: Index, line: &[u8]) -> CheckedRecord {
        self.prepare(index, &ListForms::default(), ParsedRecord::from_json(index, &self.mapping, line))
    }

    /// Checks the record in the cells of one CSV record.
    pub fn csv<'a>(
        &self,
        index: Index,
        header: &CsvHeader,
        cells: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> CheckedRecord {
        self.prepare(index, &ListForms::default(), ParsedRecord::from_csv(header, cells))
    }

    fn prepare(&self, index: Index, lists: &ListForms, document: Result<ParsedRecord, RecordRefusal>) -> CheckedRecord {
        match document {
            Ok(mut document) => {
                let dropped = std::mem::take(&mut document.dropped);
                let names = std::mem::take(&mut document.read_as);
                let read_as = names.into_iter().map(|(name, column, _)| (name, column)).collect();
                let present = std::mem::take(&mut document.present);
                CheckedRecord { dropped, read_as, present, result: self.check(index, lists, document) }
            }
            Err(refused) => {
                let present = ColumnSet::default();
                CheckedRecord { dropped: Vec::new(), read_as: Vec::new(), present, result: Err(refused) }
            }
        }
    }

    fn check(
        &self,
        index: Index,
        lists: &ListForms,
        mut document: ParsedRecord,
    ) -> Result<AcceptedRecord, RecordRefusal> {
        let mut removed = RemovalCounts::default();
        let preset = self.mapping.preset();
        document.set_constants(index, preset);
        let rules = ReadingRules { privacy: &self.privacy, lists, unknown: &self.unknown, preset };
        let mut values = RecordValues::of(index, &mut document, &rules, &mut removed)?;
        let id = values.id();
        let mut withheld = false;
        let mut indexed_at = 0;
        let prepared = match index {
            Index::Info => {
                RecordRow::Video(values.row().build(), VideoFacts::from_columns(|column| values.text(column)))
            }
            Index::ContentCreator => {
                withheld = values.withhold_small_samples();
                RecordRow::Snapshot(values.row().build())
            }
            Index::BusinessIdeas => {
                let time = values.text("indexed_at").and_then(|time| seconds_of_time(&time));
                indexed_at = time.unwrap_or_else(|| self.now.timestamp());
                RecordRow::Mention(Mention::of(values, &mut document, self.now, &mut removed))
            }
        };
        Ok(AcceptedRecord { prepared, id, indexed_at, removed, rewritten: document.rewritten, withheld })
    }
}
