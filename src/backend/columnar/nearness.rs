//! Finds words that are near each other, in any order.

use super::postings::{PostingDetail, WordReader};
use super::set::Set;
use crate::query::QueryError;
use crate::segment::Part;
use crate::spec::Index;

/// The number of records whose positions are in memory at once.
const RECORDS_AT_ONCE: usize = 1_024;

/// An occurrence of a word: the record, the position, and which of the words it is.
type Occurrence = (i64, i64, usize);

/// Visits every record that has distinct words with at most `distance` other words between the first and the last. The
/// positions count through all texts of a record, and each border between texts or items counts as one word. Passes the
/// number of occurrences from which on the other words are near.
pub(super) fn visit_near(
    words: &WordReader<'_>,
    index: Index,
    near: &[String],
    distance: u8,
    mut visit: impl FnMut(i64, i64),
) -> Result<(), QueryError> {
    let mut together: Option<Set> = None;
    for word in near {
        let documents = words.documents(index, std::slice::from_ref(word))?;
        match &mut together {
            Some(together) => together.intersect(&documents),
            None => together = Some(documents),
        }
    }
    let candidates: Vec<i64> = together.iter().flat_map(Set::iter).collect();
    let span = i64::try_from(near.len()).unwrap_or(i64::MAX).saturating_add(i64::from(distance));
    for numbers in candidates.chunks(RECORDS_AT_ONCE) {
        let mut occurrences = occurrences(words, index, near, numbers)?;
        occurrences.sort_unstable();
        for of_record in occurrences.chunk_by(|one, next| one.0 == next.0) {
            let count = (0..of_record.len()).filter(|first| has_all(of_record, *first, near.len(), span)).count();
            if let Some((number, ..)) = of_record.first().filter(|_| count > 0) {
                visit(*number, count as i64);
            }
        }
    }
    Ok(())
}

/// Returns the occurrences of words in some records, ascending.
fn occurrences(
    words: &WordReader<'_>,
    index: Index,
    near: &[String],
    numbers: &[i64],
) -> Result<Vec<Occurrence>, QueryError> {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return Ok(Vec::new()) };
    let mut occurrences = Vec::new();
    for (word, at) in near.iter().zip(0..) {
        for part in Part::of(index) {
            words.visit_postings(*part, word, PostingDetail::Positions, (*first, *last), |postings| {
                let wanted = postings.documents().filter(|(number, ..)| numbers.binary_search(number).is_ok());
                for (number, _, positions, _) in wanted {
                    occurrences.extend(positions.iter().map(|position| (number, *position, at)));
                }
                Ok(())
            })?;
        }
    }
    Ok(occurrences)
}

/// Returns true if all words occur within a span that begins with an occurrence.
fn has_all(of_record: &[Occurrence], first: usize, words: usize, span: i64) -> bool {
    let from_first = of_record.get(first..).unwrap_or_default();
    let Some((_, start, _)) = from_first.first() else { return false };
    let mut is_found = vec![false; words];
    for (.., word) in from_first.iter().take_while(|(_, position, _)| position - start < span) {
        if let Some(is_found) = is_found.get_mut(*word) {
            *is_found = true;
        }
    }
    is_found.into_iter().all(|is_found| is_found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(near: &[&str], distance: u8) -> Vec<(i64, i64)> {
        let words = WordReader::of(&[
            ("mskin", &[(1, &[0, 9]), (2, &[1]), (3, &[2])]),
            ("mcare", &[(1, &[2, 30]), (3, &[0])]),
            ("bcare", &[(2, &[5])]),
            ("mday", &[(1, &[1])]),
        ]);
        let near: Vec<String> = near.iter().map(|word| (*word).to_owned()).collect();
        let mut found = Vec::new();
        visit_near(&words, Index::BusinessIdeas, &near, distance, |number, count| found.push((number, count))).unwrap();
        found
    }

    #[test]
    fn words_are_near_in_any_order_and_across_parts() {
        assert_eq!(found(&["care", "skin"], 0), []);
        assert_eq!(found(&["care", "skin"], 1), [(1, 1), (3, 1)]);
        assert_eq!(found(&["care", "skin"], 2), [(1, 1), (3, 1)]);
        assert_eq!(found(&["care", "skin"], 3), [(1, 1), (2, 1), (3, 1)]);
        assert_eq!(found(&["care", "skin"], 20), [(1, 3), (2, 1), (3, 1)]);
        assert_eq!(found(&["care", "day", "skin"], 0), [(1, 1)], "words of the phrase are no other words");
        assert_eq!(found(&["care", "milk"], 100), []);
    }
}
