//! The manifest of an index, which a reader needs before it reads chunks. It is one row, read first and cached by
//! version.

use super::{ChunkKind, Column, Corrupt, MISSING, pack, unpack};
use crate::base::text::TEXT_RULES;
use crate::guard::request::account::id::PublicId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The manifest of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The number of records in the index.
    pub documents: u64,
    /// The months that have records, ascending; empty for snapshots.
    pub months: Vec<MonthSize>,
    /// The tuples that occur: combinations of fields of few values.
    #[serde(rename = "mixes")]
    pub tuples: Tuples,
    /// The number of channels in the whole dataset.
    pub channels: u64,
    /// The number of tokens of all searched texts, as [`Column::LENGTH`] counts them.
    pub tokens: u64,
    /// The sum of the hashes of all records. The dataset version is computed from it.
    pub hashes: Hashes,
    /// The mean size in bytes of a record in each column, as text, in the rows of months and of all records. Used for
    /// estimates.
    pub widths: Vec<(String, f64)>,
    /// The sizes of cubes. Used for estimates.
    pub cubes: Vec<CubeSize>,
    /// The number of distinct names of each column of names, in the base segment: their numbers are the first. Used for
    /// estimates and for groups. Absent in earlier generations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(String, u64)>,
    /// The days that have records in the base segment, ascending, packed; empty for snapshots. Absent in generations
    /// without the columns and rows that account views need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_days: Option<String>,
    /// The version of the text rules ([`TEXT_RULES`]) that its words, terms and roll-ups were made with. Absent means
    /// version 1.
    #[serde(default = "first_text_rules")]
    pub text_rules: u32,
    /// The digest of the aliases of brands that its mentions were packed with, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aliases: Option<String>,
    /// The delta segment, if there were imports after the base segment was written.
    #[serde(rename = "open", default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<Delta>,
}

const fn first_text_rules() -> u32 {
    1
}

/// The delta segment: the records of imports after the base segment was written.
///
/// Every record belongs to a day; a snapshot belongs to a creator. If an import touches a day, all records of that day
/// are in the delta segment. The base segment's records of that day are then superseded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delta {
    /// The revision of the import that wrote it: the key of its chunks.
    pub revision: i64,
    /// The number of its records.
    pub documents: u64,
    /// The superseded days, or creators, ascending, packed.
    keys: String,
    /// The first and the last day of its records; absent for snapshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    days: Option<(i64, i64)>,
}

impl Delta {
    /// Creates a delta segment of `documents` records. They replace the base segment's records of the superseded days
    /// or creators.
    pub fn new(revision: i64, documents: u64, superseded: &[i64]) -> Self {
        Self { revision, documents, keys: pack(superseded), days: None }
    }

    /// Sets the first and the last day from the days of its records.
    pub fn with_days(self, days: &[i64]) -> Self {
        Self { days: days.iter().min().copied().zip(days.iter().max().copied()), ..self }
    }

    /// Returns the superseded days, or creators, ascending.
    pub fn superseded(&self) -> Result<Vec<i64>, Corrupt> {
        unpack(&self.keys, None)
    }
}

/// The sums of the hashes of some records. Hashes are added in halves, so that the sums stay small.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hashes {
    /// The sum of the upper halves.
    pub high: u64,
    /// The sum of the lower halves.
    pub low: u64,
}

impl Hashes {
    /// The bits of a half.
    pub const HALF: u32 = 24;

    /// Adds the 48-bit hash of a record.
    pub fn add(&mut self, hash: u64) {
        self.high += hash >> Self::HALF;
        self.low += hash & ((1 << Self::HALF) - 1);
    }

    /// Subtracts the hash of a record.
    pub fn remove(&mut self, hash: u64) {
        self.high = self.high.wrapping_sub(hash >> Self::HALF);
        self.low = self.low.wrapping_sub(hash & ((1 << Self::HALF) - 1));
    }
}

/// A month and the number of its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthSize {
    /// The month, as a [`crate::base::date::Month::number`].
    pub month: i64,
    /// The records of the month that the base segment was packed from: superseded and erased ones count.
    pub documents: u64,
}

/// The size of a cube over the whole dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CubeSize {
    /// The name of the column whose values are the keys.
    pub column: String,
    /// True if its cells are by tuple.
    #[serde(rename = "mixed")]
    pub by_tuple: bool,
    /// The number of its cells in [`super::CubePeriod::All`].
    pub cells: u64,
    /// The mean size in bytes of a cell with all metrics, as text.
    pub width: f64,
}

/// The tuples of an index by number: the combinations of its tuple fields that occur.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tuples {
    count: usize,
    /// The tuple fields, most significant first.
    fields: Vec<TupleField>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TupleField {
    name: String,
    /// Its values, in code-point order.
    values: Vec<String>,
    /// The position of each tuple's value among the values, packed; missing if the tuple has no value.
    #[serde(rename = "of_mix")]
    of_tuple: String,
}

impl Tuples {
    /// Creates the tuples of fields. Each field has its name, its values in order, and the position of each tuple's
    /// value.
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

    /// Returns the number of tuples.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the values of a field in code-point order, and for each tuple the position of its value, or [`MISSING`].
    pub fn field(&self, name: &str) -> Result<(&[String], Vec<i64>), Corrupt> {
        let field = self.fields.iter().find(|field| field.name == name).ok_or(Corrupt("a low field is not there"))?;
        Ok((&field.values, unpack(&field.of_tuple, Some(self.count))?))
    }

    /// Appends the tuples of `others` that are not among these. Also returns the number of each of the others.
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
    /// Returns the days, or creators, whose records in the base segment are superseded, ascending.
    pub fn superseded(&self) -> Result<Vec<i64>, Corrupt> {
        self.delta.as_ref().map_or_else(|| Ok(Vec::new()), Delta::superseded)
    }

    /// Returns true if the generation has the columns and rows that account views need.
    pub fn has_view_columns(&self) -> bool {
        self.base_days.is_some()
    }

    /// Returns true if today's text rules are those that the rows were made with. Otherwise words and names of a query
    /// must not be looked up in these rows.
    pub fn has_current_text(&self) -> bool {
        self.text_rules == TEXT_RULES
    }

    /// Returns true if a delta segment can extend these rows: they have today's columns and tokens.
    pub fn is_current(&self) -> bool {
        self.has_view_columns() && self.has_current_text()
    }

    /// Returns the first and the last day of the records; `None` for snapshots and for an index without records.
    pub fn days(&self) -> Result<Option<(i64, i64)>, Corrupt> {
        let base_days = self.base_days.as_deref().ok_or(Corrupt("a manifest does not say its days"))?;
        let superseded = self.superseded()?;
        let days = unpack(base_days, None)?.into_iter().filter(|day| superseded.binary_search(day).is_err());
        let of_delta = self.delta.as_ref().and_then(|delta| delta.days);
        let ends = days.map(|day| (day, day)).chain(of_delta);
        Ok(ends.reduce(|(first, last), (from, to)| (first.min(from), last.max(to))))
    }

    /// Returns the number of records that the base segment was packed from; 0 for snapshots. Erased records count, so
    /// the place of a row does not depend on them.
    pub fn packed_documents(&self) -> u64 {
        self.months.iter().map(|month| month.documents).sum()
    }

    /// Returns the key of the row of [`ChunkKind::PublicIds`] that has a mention, if the base segment has the mention.
    pub fn public_id_key(&self, id: PublicId) -> i64 {
        ChunkKind::key_of_public_id(id.bits(), self.packed_documents())
    }

    /// Returns the number of distinct names of a column in the base segment; `None` if it is unknown.
    pub fn distinct_names(&self, column: Column) -> Option<u64> {
        self.names.iter().find(|(name, _)| name == column.name()).map(|(_, names)| *names)
    }

    /// Estimates the bytes that a column of `documents` records takes.
    pub fn bytes(&self, column: Column, documents: u64) -> u64 {
        let width = self.widths.iter().find(|(name, _)| name == column.name()).map_or(8.0, |(_, width)| *width);
        (width * documents as f64).ceil() as u64
    }
}
