//! Numbers the combinations of tuple fields.

use super::{NONE, RankedNames};
use crate::segment::Tuples;
use std::collections::BTreeMap;

/// A tuple field: its name, its distinct values, and the position of each record's value among them.
pub(super) type TupleField<'a> = (&'static str, &'a RankedNames, &'a [u32]);

/// The most tuple fields that an index has.
const MAX_FIELDS: usize = 4;

/// Returns the combinations that occur, in the order of their values, missing first, and the combination of each
/// record.
pub(super) fn tuples(fields: &[TupleField<'_>], documents: usize) -> (Tuples, Vec<u32>) {
    let combination = |position: usize| {
        let mut values = [0; MAX_FIELDS];
        for (value, (_, _, ranks)) in values.iter_mut().zip(fields) {
            // `NONE` is the largest position; adding one wraps it to 0, so missing comes first.
            *value = ranks.get(position).copied().unwrap_or(NONE).wrapping_add(1);
        }
        values
    };
    let mut numbers: BTreeMap<[u32; MAX_FIELDS], u32> = (0..documents).map(|at| (combination(at), 0)).collect();
    for (number, tuple) in numbers.values_mut().enumerate() {
        // The cast is lossless: there are no more tuples than records.
        *tuple = number as u32;
    }
    let of_documents = (0..documents).map(|at| numbers.get(&combination(at)).copied().unwrap_or(NONE)).collect();
    let fields = fields.iter().enumerate().map(|(field, (name, names, _))| {
        let of_tuple: Vec<Option<u32>> = numbers.keys().map(|values| values.get(field)?.checked_sub(1)).collect();
        // Keeps only values that occur. Mentions share values with videos, some of which have no mentions.
        let mut used: Vec<u32> = of_tuple.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let values = used.iter().filter_map(|rank| names.name(*rank)).map(str::to_owned).collect();
        let positions = of_tuple.into_iter().map(|rank| used.binary_search(&rank?).ok()).collect();
        (*name, values, positions)
    });
    (Tuples::new(fields), of_documents)
}

#[cfg(test)]
mod tests {
    use super::super::intern::Interner;
    use super::*;
    use crate::segment::MISSING;

    fn names(values: &[Option<&str>]) -> (RankedNames, Vec<u32>) {
        let mut interner = Interner::default();
        let mut ranks: Vec<u32> = values.iter().map(|value| value.map_or(NONE, |text| interner.intern(text))).collect();
        (RankedNames::rank(interner, &mut ranks), ranks)
    }

    #[test]
    fn combinations_are_in_order_missing_first() {
        let (platforms, platform) =
            names(&[Some("youtube"), Some("tiktok"), Some("youtube"), Some("tiktok"), Some("x")]);
        let (categories, category) = names(&[Some("Beauty"), Some("Travel"), None, Some("Travel"), None]);
        let fields = [("platform", &platforms, &platform[..4]), ("category", &categories, &category[..4])];
        let (tuples, of_documents) = tuples(&fields, 4);
        assert_eq!(of_documents, [2, 0, 1, 0]);
        assert_eq!(tuples.len(), 3);
        assert_eq!(
            tuples.field("platform").unwrap(),
            (["tiktok".to_owned(), "youtube".to_owned()].as_slice(), vec![0, 1, 1])
        );
        assert_eq!(tuples.field("category").unwrap().1, [1, MISSING, 0]);
    }
}
