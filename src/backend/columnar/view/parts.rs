//! Packed parts of matches and views, beside their columns.

use crate::segment::{Corrupt, Packer, SPACING, TermNumbers, Unpacker, pack, position_of, unpack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum positions in one row of a match.
const POSITIONS: usize = 1 << 18;

/// The match of a brand in a base segment. It has the number of rows with mentions of the brand, and the packed number
/// of mentions by day. It also has the numbers of the names that the terms of the brand resolve to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct BrandMatch {
    pub rows: usize,
    days: String,
    pub names: TermNumbers,
}

impl BrandMatch {
    /// Creates a match from mentions by day and their numbers, which must ascend. Returns it with the rows of the
    /// numbers.
    pub fn new(
        of_days: &BTreeMap<i64, i64>,
        names: TermNumbers,
        numbers: impl Iterator<Item = i64>,
    ) -> (Self, Vec<String>) {
        let positions: Vec<i64> = numbers.map(|number| position_of(number) as i64).collect();
        let rows: Vec<String> = positions.chunks(POSITIONS).map(pack).collect();
        (Self { rows: rows.len(), days: pack_map(of_days), names }, rows)
    }

    /// Returns the number of mentions by day.
    ///
    /// # Errors
    /// If the value is damaged.
    pub fn by_day(&self) -> Result<BTreeMap<i64, i64>, Corrupt> {
        counts_by_day(&self.days)
    }
}

/// Unpacks the numbers of mentions from a row of a match, ascending.
///
/// # Errors
/// If the row is damaged.
pub fn unpack_positions(body: &str) -> Result<Vec<i64>, Corrupt> {
    let number = |position: i64| position.checked_add(1)?.checked_mul(SPACING).filter(|number| *number > 0);
    let numbers: Option<Vec<i64>> = unpack(body, None)?.into_iter().map(number).collect();
    numbers.ok_or(Corrupt("a match has a position that no mention has"))
}

/// The records of a delta segment that are mentions of a view's brands. Each has its position in the order of the rows,
/// and the bits of its brands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the members say what they are")]
pub struct DeltaMentions {
    pub positions: Vec<i64>,
    pub brands: Vec<i64>,
}

impl DeltaMentions {
    /// Packs the value into the body of a row.
    pub fn pack(&self) -> String {
        Packer::default().numbers(&self.positions).numbers(&self.brands).finish()
    }

    /// Unpacks the body of a row.
    ///
    /// # Errors
    /// If the body is damaged.
    pub fn unpack(body: &str) -> Result<Self, Corrupt> {
        let [positions, brands] = unpack_pair(body)?;
        if positions.first().is_some_and(|first| *first < 0) || !positions.is_sorted_by(|one, next| one < next) {
            return Err(Corrupt("positions in a delta segment do not ascend"));
        }
        Ok(Self { positions, brands })
    }
}

/// Packs a map of numbers into a body: mentions by day, or the first day of each topic.
pub fn pack_map(by: &BTreeMap<i64, i64>) -> String {
    let (keys, values): (Vec<i64>, Vec<i64>) = by.iter().unzip();
    Packer::default().numbers(&keys).numbers(&values).finish()
}

/// Unpacks a map of numbers; an empty body is an empty map.
///
/// # Errors
/// If the body is damaged.
pub fn unpack_map(body: &str) -> Result<BTreeMap<i64, i64>, Corrupt> {
    if body.is_empty() {
        return Ok(BTreeMap::new());
    }
    let [keys, values] = unpack_pair(body)?;
    Ok(keys.into_iter().zip(values).collect())
}

/// Unpacks the number of mentions by day.
pub(super) fn counts_by_day(body: &str) -> Result<BTreeMap<i64, i64>, Corrupt> {
    let by_day = unpack_map(body)?;
    let is_count = |count: &i64| u32::try_from(*count).is_ok();
    if by_day.values().all(is_count) { Ok(by_day) } else { Err(Corrupt("a day has no count of mentions")) }
}

/// Unpacks two sequences of equal length.
fn unpack_pair(body: &str) -> Result<[Vec<i64>; 2], Corrupt> {
    let mut unpacker = Unpacker::new(body)?;
    let first = unpacker.sequence()?;
    let second = unpacker.numbers(first.len())?;
    unpacker.finish()?;
    Ok([first, second])
}
