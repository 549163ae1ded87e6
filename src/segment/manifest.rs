//! What a reader must know of an index before it reads chunks: one row, read first and remembered by version.

use super::{ChunkKind, Column, Corrupt, MISSING, pack, unpack};
use crate::base::text::TEXT_RULES;
use crate::guard::request::account::id::PublicId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The manifest of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Documents in it.
    pub documents: u64,
    /// Months with documents, ascending; empty for snapshots.
    pub months: Vec<MonthSize>,
    /// The tuples that occur: combinations of fields of few values.
    #[serde(rename = "mixes")]
    pub tuples: Tuples,
    /// Channels of the whole dataset.
    pub channels: u64,
    /// Tokens of all searched texts, as [`Column::LENGTH`] counts them.
    pub tokens: u64,
    /// The hashes of its documents, added up: the version is made of them.
    pub hashes: Hashes,
    /// Mean bytes of a document in each column, as text, in the rows of months and of all. For estimates.
    pub widths: Vec<(String, f64)>,
    /// The sizes of cubes. For estimates.
    pub cubes: Vec<CubeSize>,
    /// Packed: the days that have documents in the base segment, ascending; none for snapshots. A manifest of a generation
    /// without the columns and rows that account views are made of does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_days: Option<String>,
    /// The version of the text rules ([`TEXT_RULES`]) by which its words, terms and roll-ups were made. A manifest that
    /// does not say it is of the first ones.
    #[serde(default = "first_text_rules")]
    pub text_rules: u32,
    /// What was imported since the base segment was written.
    #[serde(rename = "open", default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<Delta>,
}

const fn first_text_rules() -> u32 {
    1
}

/// The delta segment: what was imported since the base segment was written.
///
/// A document belongs to a day (a snapshot to a creator). Of a day that an import touches, all documents are in the
/// delta segment and count there: those that the base segment has of that day are superseded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delta {
    /// Which import wrote it: the key of its chunks.
    pub revision: i64,
    /// Its documents.
    pub documents: u64,
    /// Packed: the superseded days, or creators, ascending.
    keys: String,
    /// The first and the last day of its documents; none for snapshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    days: Option<(i64, i64)>,
}

impl Delta {
    /// A delta segment of so many documents, in the place of those that the base segment has of some days or creators.
    pub fn new(revision: i64, documents: u64, superseded: &[i64]) -> Self {
        Self { revision, documents, keys: pack(superseded), days: None }
    }

    /// The same with the days of its documents.
    pub fn with_days(self, days: &[i64]) -> Self {
        Self { days: days.iter().min().copied().zip(days.iter().max().copied()), ..self }
    }

    /// The superseded days, or creators, ascending.
    pub fn superseded(&self) -> Result<Vec<i64>, Corrupt> {
        unpack(&self.keys, None)
    }
}

/// The hashes of some documents' contents, added up in halves, whose sums stay small.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashes {
    /// The sum of the upper halves.
    pub high: u64,
    /// The sum of the lower halves.
    pub low: u64,
}

impl Hashes {
    const HALF: u32 = 24;

    /// Adds the hash of a document, which has 48 bits.
    pub fn add(&mut self, hash: u64) {
        self.high += hash >> Self::HALF;
        self.low += hash & ((1 << Self::HALF) - 1);
    }

    /// Takes the hash of a document back.
    pub fn remove(&mut self, hash: u64) {
        self.high = self.high.wrapping_sub(hash >> Self::HALF);
        self.low = self.low.wrapping_sub(hash & ((1 << Self::HALF) - 1));
    }
}

/// A month and its documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthSize {
    /// By [`crate::base::date::Month::number`].
    pub month: i64,
    /// Documents of the month in rows of all documents, not in those of the delta.
    pub documents: u64,
}

/// The size of a cube over the whole dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CubeSize {
    /// Name of the column that its keys are of.
    pub column: String,
    /// Whether its cells are by tuple.
    #[serde(rename = "mixed")]
    pub by_tuple: bool,
    /// Its cells in the period of everything.
    pub cells: u64,
    /// Bytes of a cell, with all metrics, as text.
    pub width: f64,
}

/// The tuples of an index: the combinations of its tuple fields that occur, by number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tuples {
    count: usize,
    /// The tuple fields, most significant first.
    fields: Vec<TupleField>,
}

/// A tuple field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TupleField {
    name: String,
    /// Its values, in code-point order.
    values: Vec<String>,
    /// Packed: the position among the values of each tuple's value, missing when it has none.
    #[serde(rename = "of_mix")]
    of_tuple: String,
}

impl Tuples {
    /// Tuples of fields: for each its name, its values in order, and the position of each tuple's value.
    pub fn new<'a>(fields: impl IntoIterator<Item = (&'a str, Vec<String>, Vec<Option<usize>>)>) -> Self {
        let mut count = 0;
        let fields = fields.into_iter().map(|(name, values, of_tuple)| {
            count = of_tuple.len();
            let positions: Vec<i64> =
                of_tuple.into_iter().map(|position| position.map_or(MISSING, |position| position as i64)).collect();
            TupleField { name: name.to_owned(), values, of_tuple: pack(&positions) }
        });
        let fields = fields.collect();
        Self { count, fields }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The values of a field, in code-point order, and for each tuple the position of its value; [`MISSING`] for none.
    pub fn field(&self, name: &str) -> Result<(&[String], Vec<i64>), Corrupt> {
        let field = self.fields.iter().find(|field| field.name == name).ok_or(Corrupt("a low field is not there"))?;
        Ok((&field.values, unpack(&field.of_tuple, Some(self.count))?))
    }

    /// These and those of others that are not among them, which come behind; and the number of each of the others.
    pub fn extended(&self, others: &Self) -> Result<(Self, Vec<i64>), Corrupt> {
        let names: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
        let mut all = self.combinations(&names)?;
        let mut number_of: BTreeMap<_, _> = all.iter().cloned().zip(0_i64..).collect();
        let mut numbers = Vec::with_capacity(others.count);
        for combination in others.combinations(&names)? {
            let next = number_of.len() as i64;
            let number = *number_of.entry(combination.clone()).or_insert_with(|| {
                all.push(combination);
                next
            });
            numbers.push(number);
        }
        let fields = names.iter().enumerate().map(|(at, name)| {
            let of_tuple: Vec<Option<String>> = all.iter().map(|values| values.get(at).cloned().flatten()).collect();
            let mut values: Vec<String> = of_tuple.iter().flatten().cloned().collect();
            values.sort_unstable();
            values.dedup();
            let positions = of_tuple.iter().map(|value| values.binary_search(value.as_ref()?).ok()).collect();
            (*name, values, positions)
        });
        Ok((Self::new(fields), numbers))
    }

    fn combinations(&self, names: &[&str]) -> Result<Vec<Vec<Option<String>>>, Corrupt> {
        let mut combinations = vec![Vec::with_capacity(names.len()); self.count];
        for name in names {
            let (values, positions) = self.field(name)?;
            for (combination, position) in combinations.iter_mut().zip(positions) {
                combination.push(usize::try_from(position).ok().and_then(|at| values.get(at)).cloned());
            }
        }
        Ok(combinations)
    }
}

impl Manifest {
    /// The days, or creators, whose documents in the base segment are superseded: ascending.
    pub fn superseded(&self) -> Result<Vec<i64>, Corrupt> {
        self.delta.as_ref().map_or_else(|| Ok(Vec::new()), Delta::superseded)
    }

    /// Whether the generation has the columns and rows that account views are made of.
    pub fn has_view_columns(&self) -> bool {
        self.base_days.is_some()
    }

    /// Returns true if texts are cut into tokens today as they were when its rows were made. Otherwise words and names of
    /// a question must not be looked up in these rows.
    pub fn has_current_text(&self) -> bool {
        self.text_rules == TEXT_RULES
    }

    /// Returns true if the rows can be added to: they have the columns and the tokens that rows have today.
    pub fn is_current(&self) -> bool {
        self.has_view_columns() && self.has_current_text()
    }

    /// The first and the last day that documents have; `None` for snapshots, and where there are no documents.
    pub fn days(&self) -> Result<Option<(i64, i64)>, Corrupt> {
        let base_days = self.base_days.as_deref().ok_or(Corrupt("a manifest does not say its days"))?;
        let superseded = self.superseded()?;
        let days = unpack(base_days, None)?.into_iter().filter(|day| superseded.binary_search(day).is_err());
        let of_delta = self.delta.as_ref().and_then(|delta| delta.days);
        let ends = days.map(|day| (day, day)).chain(of_delta);
        Ok(ends.reduce(|(first, last), (from, to)| (first.min(from), last.max(to))))
    }

    /// The key of the row of [`ChunkKind::PublicIds`] that has a mention, if the base segment has it.
    pub fn public_id_key(&self, id: PublicId) -> i64 {
        ChunkKind::key_of_public_id(id.bits(), self.months.iter().map(|month| month.documents).sum())
    }

    /// Bytes of so many documents in a column.
    pub fn bytes(&self, column: Column, documents: u64) -> u64 {
        let width = self.widths.iter().find(|(name, _)| name == column.name()).map_or(8.0, |(_, width)| *width);
        (width * documents as f64).ceil() as u64
    }
}
