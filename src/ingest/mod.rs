//! Documents in: from a line of JSON or a record of CSV to a row of a table.
//!
//! In scope: which columns are read, the checks, privacy at the door, and rows with their batches.
//! Everything is a function of its input and of `now`. Out of scope: files, the network (the operator's
//! command), and what is derived from rows once they are stored (`dataset`).

mod batch;
mod check;
mod columns;
mod distribution;
mod document;
mod header;
mod mention;
mod naming;
mod privacy;
mod quotes;
mod refused;
mod row;
mod values;
mod videos;

pub use batch::{Batch, Batcher, MAX_BATCH_BYTES};
pub use check::{MAX_LIST_VALUES, MAX_RATIO, YEARS};
pub use columns::document_columns;
pub use distribution::{MAX_COUNTRIES, MIN_SAMPLE, SUM_TOLERANCE};
pub use document::Rewritten;
pub use header::CsvHeader;
pub use mention::Mention;
pub use naming::{Mapping, nearest_column};
pub use privacy::Removed;
pub use quotes::MIN_QUOTED_WORDS;
pub use refused::Refused;
pub use row::deletion;
pub use videos::{Claims, VideoFacts, Videos};

use crate::segment::SegmentRow;
use crate::spec::Index;
use chrono::{DateTime, Utc};
use document::Document;
use privacy::Privacy;
use values::Values;

/// The version of the rules by which rows are made. It changes whenever the same document gives another row,
/// so that an import under other rules is another import.
pub const RULES_VERSION: u32 = 3;

/// Prepares documents of every index.
#[derive(Debug)]
pub struct Importer {
    now: DateTime<Utc>,
    mapping: Mapping,
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
    /// The row, or why there is none.
    pub result: Result<Accepted, Refused>,
}

/// A document that passed every check.
#[derive(Debug)]
pub struct Accepted {
    /// What it became.
    pub prepared: Prepared,
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
        Ok(Self { now, mapping: Mapping::default(), privacy })
    }

    /// The same, for files whose columns have names that the operator says.
    pub fn with(self, mapping: Mapping) -> Self {
        Self { mapping, ..self }
    }

    /// Prepares the document in one line of JSON.
    pub fn json(&self, index: Index, line: &[u8]) -> CheckedDocument {
        self.prepare(index, Document::from_json(index, &self.mapping, line))
    }

    /// Prepares the document in the cells of one CSV record.
    pub fn csv<'a>(
        &self,
        index: Index,
        header: &CsvHeader,
        cells: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> CheckedDocument {
        self.prepare(index, Document::from_csv(header, cells))
    }

    fn prepare(&self, index: Index, document: Result<Document, Refused>) -> CheckedDocument {
        match document {
            Ok(mut document) => {
                let dropped = std::mem::take(&mut document.dropped);
                let names = std::mem::take(&mut document.read_as);
                let read_as = names.into_iter().map(|(name, column, _)| (name, column)).collect();
                CheckedDocument { dropped, read_as, result: self.check(index, document) }
            }
            Err(refused) => CheckedDocument { dropped: Vec::new(), read_as: Vec::new(), result: Err(refused) },
        }
    }

    fn check(&self, index: Index, mut document: Document) -> Result<Accepted, Refused> {
        let mut removed = Removed::default();
        let mut values = Values::of(index, &mut document, &self.privacy, &mut removed)?;
        let mut withheld = false;
        let prepared = match index {
            Index::Info => {
                Prepared::Video(values.row().build(), VideoFacts::from_columns(|column| values.text(column)))
            }
            Index::ContentCreator => {
                withheld = values.withhold_small_samples();
                Prepared::Snapshot(values.row().build())
            }
            Index::BusinessIdeas => Prepared::Mention(Mention::of(values, &mut document, self.now, &mut removed)),
        };
        Ok(Accepted { prepared, removed, rewritten: document.rewritten, withheld })
    }
}
