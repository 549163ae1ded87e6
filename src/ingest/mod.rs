//! Documents in: from a line of JSON or a record of CSV to a row of a table.
//!
//! In scope: how documents are written in files (`reader`), which columns are read, the checks, privacy at the door,
//! which of several records with one id counts, and rows with their batches. Everything is a function of its input and
//! of `now`. Out of scope: opening files, the network (the operator's command), and what is derived from rows once they
//! are stored (`dataset`).

mod batch;
mod check;
mod columns;
mod distribution;
mod document;
mod duration;
mod header;
mod list_text;
mod mention;
mod moment;
mod naming;
mod newest;
mod preset;
mod privacy;
mod python;
mod quotes;
pub mod reader;
mod refused;
mod rewritten;
mod row;
mod unknown;
mod values;
mod videos;

pub use batch::{Batch, Batcher, MAX_BATCH_BYTES};
pub use check::{MAX_LIST_VALUES, MAX_RATIO, YEARS};
pub use columns::{ColumnSet, document_columns};
pub use distribution::{MAX_COUNTRIES, MIN_SAMPLE, SUM_TOLERANCE};
pub use header::CsvHeader;
pub use list_text::ListForms;
pub use mention::Mention;
pub use naming::{Mapping, nearest_column};
pub use newest::{NewestRecords, RecordState, RecordTime, RowStore};
pub use preset::Preset;
pub use privacy::Removed;
pub use quotes::MIN_QUOTED_WORDS;
pub use refused::Refused;
pub use rewritten::Rewritten;
pub use row::deletion;
pub use unknown::UnknownValues;
pub use videos::{Claims, MentionOutcome, ServedVideos, VideoFacts, Videos};

use crate::base::date::seconds_of_time;
use crate::guard::problem::Code;
use crate::segment::SegmentRow;
use crate::spec::Index;
use chrono::{DateTime, Utc};
use document::Document;
use privacy::Privacy;
use reader::{MAX_RECORD_BYTES, Record};
use values::{ReadingRules, Values};

/// The version of the rules by which rows are made. It changes whenever the same document gives another row,
/// so that an import under other rules is another import.
pub const RULES_VERSION: u32 = 4;

/// Prepares documents of every index.
#[derive(Debug)]
pub struct Importer {
    now: DateTime<Utc>,
    mapping: Mapping,
    unknown: UnknownValues,
    privacy: Privacy,
}

/// What became of one document.
#[derive(Debug)]
pub struct CheckedDocument {
    /// Names of columns that are not the index's, whose values were not read.
    pub dropped: Vec<String>,
    /// Names in a line of JSON that are none of the index's own, with the columns that they mean. For CSV the header
    /// has them.
    pub read_as: Vec<(String, &'static str)>,
    /// The columns that the document or its header has.
    pub present: ColumnSet,
    /// The row, or why there is none.
    pub result: Result<Accepted, Refused>,
}

/// A document that passed every check.
#[derive(Debug)]
pub struct Accepted {
    /// What it became.
    pub prepared: Prepared,
    /// Its id: of a snapshot the creator's with the date.
    pub id: String,
    /// When it was indexed, in seconds since 1970; 0 for documents without such a time.
    pub indexed_at: i64,
    /// Personal data that was removed from it.
    pub removed: Removed,
    /// Values that were written in another form than they are kept in.
    pub rewritten: Rewritten,
    /// Whether its distributions were withheld because of a small sample.
    pub withheld: bool,
}

/// The row of a document, with what other documents need of it.
#[derive(Debug)]
pub enum Prepared {
    /// A document of siv_info.
    Video(SegmentRow, VideoFacts),
    /// A document of siv_content_creator.
    Snapshot(SegmentRow),
    /// A document of siv_business_ideas.
    Mention(Mention),
}

impl Importer {
    /// An importer; `now` is the time of import.
    ///
    /// # Errors
    /// When an expression that finds personal data does not compile: a fault of this crate.
    pub fn new(now: DateTime<Utc>) -> Result<Self, String> {
        let privacy = Privacy::new().map_err(|error| error.to_string())?;
        Ok(Self { now, mapping: Mapping::default(), unknown: UnknownValues::default(), privacy })
    }

    /// The same, for files whose columns have names that the operator says.
    pub fn with(self, mapping: Mapping) -> Self {
        Self { mapping, ..self }
    }

    /// The same, with values that the operator says are unknown.
    pub fn with_unknown(self, unknown: UnknownValues) -> Self {
        Self { unknown, ..self }
    }

    /// Prepares a document of a file whose lists are written in some forms.
    pub fn document(&self, index: Index, lists: &ListForms, record: &Record<'_>) -> CheckedDocument {
        let document = match record {
            Record::Json(text) => Document::from_json(index, &self.mapping, text),
            Record::Csv(_, cells) if cells.has_stray_mark() => {
                let message = "text follows a quotation mark that ends a cell. Inside a cell in quotation marks each one is written twice (\"\"), not alone or behind a backslash.";
                Err(Refused::whole(Code::InvalidType, message.to_owned()))
            }
            Record::Csv(header, cells) => Document::from_csv(header, cells.iter()),
            Record::TooLong => {
                let message = format!("the document must be at most {MAX_RECORD_BYTES} bytes. Got more.");
                Err(Refused::whole(Code::LimitViolation, message))
            }
        };
        self.prepare(index, lists, document)
    }

    /// Prepares the document in one line of JSON.
    pub fn json(&self, index: Index, line: &[u8]) -> CheckedDocument {
        self.prepare(index, &ListForms::default(), Document::from_json(index, &self.mapping, line))
    }

    /// Prepares the document in the cells of one CSV record.
    pub fn csv<'a>(
        &self,
        index: Index,
        header: &CsvHeader,
        cells: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> CheckedDocument {
        self.prepare(index, &ListForms::default(), Document::from_csv(header, cells))
    }

    fn prepare(&self, index: Index, lists: &ListForms, document: Result<Document, Refused>) -> CheckedDocument {
        match document {
            Ok(mut document) => {
                let dropped = std::mem::take(&mut document.dropped);
                let names = std::mem::take(&mut document.read_as);
                let read_as = names.into_iter().map(|(name, column, _)| (name, column)).collect();
                let present = std::mem::take(&mut document.present);
                CheckedDocument { dropped, read_as, present, result: self.check(index, lists, document) }
            }
            Err(refused) => {
                let present = ColumnSet::default();
                CheckedDocument { dropped: Vec::new(), read_as: Vec::new(), present, result: Err(refused) }
            }
        }
    }

    fn check(&self, index: Index, lists: &ListForms, mut document: Document) -> Result<Accepted, Refused> {
        let mut removed = Removed::default();
        let preset = self.mapping.preset();
        document.set_constants(index, preset);
        let rules = ReadingRules { privacy: &self.privacy, lists, unknown: &self.unknown, preset };
        let mut values = Values::of(index, &mut document, &rules, &mut removed)?;
        let id = values.id();
        let mut withheld = false;
        let mut indexed_at = 0;
        let prepared = match index {
            Index::Info => {
                Prepared::Video(values.row().build(), VideoFacts::from_columns(|column| values.text(column)))
            }
            Index::ContentCreator => {
                withheld = values.withhold_small_samples();
                Prepared::Snapshot(values.row().build())
            }
            Index::BusinessIdeas => {
                let time = values.text("indexed_at").and_then(|time| seconds_of_time(&time));
                indexed_at = time.unwrap_or_else(|| self.now.timestamp());
                Prepared::Mention(Mention::of(values, &mut document, self.now, &mut removed))
            }
        };
        Ok(Accepted { prepared, id, indexed_at, removed, rewritten: document.rewritten, withheld })
    }
}
