//! What a reader must know of an index before it reads pages: one row, read first and remembered by version.

use super::codec::{Corrupt, MISSING, Packer, Unpacker};
use super::column::Column;
use serde::{Deserialize, Serialize};

/// The layout of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Documents in it.
    pub documents: u64,
    /// Months with documents, ascending; empty for snapshots.
    pub months: Vec<MonthSize>,
    /// The combinations of the low fields.
    pub mixes: Mixes,
    /// Channels of the whole dataset.
    pub channels: u64,
    /// Tokens of all searched texts, as [`Column::Length`] counts them.
    pub tokens: u64,
    /// Mean bytes of a document in each column, as text, in the rows of months and of all. For estimates.
    pub widths: Vec<(String, f64)>,
    /// The sizes of cubes. For estimates.
    pub cubes: Vec<CubeSize>,
    /// What was imported since all rows were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
}

/// What was imported since all rows were made.
///
/// A document belongs to a day (a snapshot to a creator). Days that an import touched are open: all their documents
/// are in rows of their own, and count there and nowhere else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// Which import it was: the key of the rows.
    pub revision: i64,
    /// Documents of open days.
    pub documents: u64,
    /// Packed: the open days, or creators, ascending.
    keys: String,
}

impl Open {
    /// Open days, or creators, ascending, with their documents.
    pub fn new(revision: i64, documents: u64, keys: &[i64]) -> Self {
        Self { revision, documents, keys: Packer::default().numbers(keys).finish() }
    }

    /// The open days, or creators, ascending.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn keys(&self) -> Result<Vec<i64>, Corrupt> {
        let mut unpacker = Unpacker::new(&self.keys)?;
        let keys = unpacker.sequence()?;
        unpacker.finish()?;
        Ok(keys)
    }
}

/// A month and its documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthSize {
    /// By [`crate::date::Month::number`].
    pub month: i64,
    /// Documents of the month.
    pub documents: u64,
}

/// The size of a cube over the whole dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CubeSize {
    /// Name of the column that its keys are of.
    pub column: String,
    /// Whether its cells are by mix.
    pub mixed: bool,
    /// Its cells in the period of everything.
    pub cells: u64,
    /// Bytes of a cell, with all metrics, as text.
    pub width: f64,
}

/// The combinations of an index's low fields that occur, by their number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mixes {
    /// How many there are.
    count: usize,
    /// The low fields, most significant first.
    fields: Vec<LowField>,
}

/// A low field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct LowField {
    name: String,
    /// Its values, in code-point order.
    values: Vec<String>,
    /// Packed: the position among the values of each mix's value, missing when it has none.
    of_mix: String,
}

impl Mixes {
    /// Mixes of fields: for each its name, its values in order, and the position of each mix's value.
    pub fn new<'a>(fields: impl IntoIterator<Item = (&'a str, Vec<String>, Vec<Option<usize>>)>) -> Self {
        let mut count = 0;
        let fields = fields.into_iter().map(|(name, values, of_mix)| {
            count = of_mix.len();
            let positions: Vec<i64> =
                of_mix.into_iter().map(|position| position.map_or(MISSING, |position| position as i64)).collect();
            LowField { name: name.to_owned(), values, of_mix: Packer::default().numbers(&positions).finish() }
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

    /// The values of a field, in code-point order, and for each mix the position of its value; [`MISSING`] for none.
    ///
    /// # Errors
    /// When there is no such field, or its column is damaged.
    pub fn field(&self, name: &str) -> Result<(&[String], Vec<i64>), Corrupt> {
        let field = self.fields.iter().find(|field| field.name == name).ok_or(Corrupt("a low field is not there"))?;
        let mut unpacker = Unpacker::new(&field.of_mix)?;
        let positions = unpacker.numbers(self.count)?;
        unpacker.finish()?;
        Ok((&field.values, positions))
    }
}

impl Layout {
    /// Bytes of so many documents in a column.
    pub fn bytes(&self, column: Column, documents: u64) -> u64 {
        let width = self.widths.iter().find(|(name, _)| name == column.name()).map_or(8.0, |(_, width)| *width);
        (width * documents as f64).ceil() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixes_name_their_values() {
        let platforms = vec!["tiktok".to_owned(), "youtube".to_owned()];
        let mixes = Mixes::new([
            ("platform", platforms.clone(), vec![Some(0), Some(1), Some(1)]),
            ("category", vec!["Beauty".to_owned()], vec![Some(0), None, Some(0)]),
        ]);
        let mixes: Mixes = serde_json::from_str(&serde_json::to_string(&mixes).unwrap()).unwrap();
        assert_eq!(mixes.len(), 3);
        assert_eq!(mixes.field("platform").unwrap(), (platforms.as_slice(), vec![0, 1, 1]));
        assert_eq!(mixes.field("category").unwrap().1, [0, MISSING, 0]);
        assert!(mixes.field("country").is_err());
    }
}
