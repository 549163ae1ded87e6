//! Finds phrases: words that follow one another in one part of a text.

use super::postings::{PostingDetail, WordReader};
use super::set::Set;
use crate::base::order;
use crate::base::text::necessary;
use crate::query::QueryError;
use crate::segment::Part;
use std::collections::BTreeMap;

/// A word of a phrase: its distances from the beginning of the phrase, and the number of records that have it.
struct PhraseWord<'p> {
    word: &'p str,
    distances: Vec<i64>,
    documents: usize,
}

/// A record, and a position in it at which a phrase may begin.
type Start = (i64, i64);

/// Visits every record that has a phrase in a part of its text, with the number of its occurrences, in no order.
///
/// The positions of the rarest word give the candidates for the beginning of the phrase. The other words are then
/// checked against these candidates, one unpacked row at a time.
pub(super) fn visit_phrase(
    words: &WordReader<'_>,
    part: Part,
    phrase: &[String],
    mut visit: impl FnMut(i64, i64),
) -> Result<(), QueryError> {
    let mut together: Option<Set> = None;
    let mut phrase_words: Vec<PhraseWord<'_>> = Vec::new();
    for (word, distances) in distances(phrase) {
        let documents = words.in_part(part, word)?;
        phrase_words.push(PhraseWord { word, distances, documents: documents.len() });
        match &mut together {
            Some(together) => together.intersect(&documents),
            None => together = Some(documents),
        }
    }
    order::sort_by_key(&mut phrase_words, |word| word.documents);
    let Some((rarest, others)) = phrase_words.split_first() else { return Ok(()) };
    let Some(together) = together.filter(|together| !together.is_empty()) else { return Ok(()) };
    words.visit_postings(part, rarest.word, PostingDetail::Positions, (i64::MIN, i64::MAX), |postings| {
        let here = || postings.documents().filter(|(number, ..)| together.contains(*number));
        // Reserves the full capacity, because growing would hold the list twice.
        let mut starts: Vec<Start> = Vec::with_capacity(here().map(|(_, _, positions, _)| positions.len()).sum());
        for (number, _, positions, _) in here() {
            let first = rarest.distances.first().copied().unwrap_or(0);
            let starts_here = positions.iter().map(|position| position - first);
            starts
                .extend(starts_here.filter(|start| rarest.matches_at(*start, positions)).map(|start| (number, start)));
        }
        drop(postings);
        for other in others {
            other.retain_matching(words, part, &mut starts)?;
        }
        starts.chunk_by(|one, next| one.0 == next.0).for_each(|record_starts| {
            if let Some((number, _)) = record_starts.first() {
                visit(*number, record_starts.len() as i64);
            }
        });
        Ok(())
    })
}

/// Returns each necessary word of a phrase with its distances from the beginning.
fn distances(phrase: &[String]) -> BTreeMap<&str, Vec<i64>> {
    let mut distances: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (distance, word) in necessary(phrase) {
        distances.entry(word).or_default().push(i64::try_from(distance).unwrap_or(i64::MAX));
    }
    distances
}

impl PhraseWord<'_> {
    /// Returns true if the word is at all its distances from a start, given its positions in the record.
    fn matches_at(&self, start: i64, positions: &[i64]) -> bool {
        self.distances.iter().all(|distance| positions.binary_search(&start.saturating_add(*distance)).is_ok())
    }

    /// Removes the starts at which the word does not match.
    fn retain_matching(&self, words: &WordReader<'_>, part: Part, starts: &mut Vec<Start>) -> Result<(), QueryError> {
        let (Some((first, _)), Some((last, _))) = (starts.first(), starts.last()) else { return Ok(()) };
        let mut is_match = vec![false; starts.len()];
        words.visit_postings(part, self.word, PostingDetail::Positions, (*first, *last), |postings| {
            let mut left = starts.iter().zip(&mut is_match).peekable();
            for (number, _, positions, _) in postings.documents() {
                while left.next_if(|((of, _), _)| *of < number).is_some() {}
                while let Some(((_, start), is_match)) = left.next_if(|((of, _), _)| *of == number) {
                    *is_match |= self.matches_at(*start, positions);
                }
            }
            Ok(())
        })?;
        let mut is_match = is_match.into_iter();
        starts.retain(|_| is_match.next() == Some(true));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &WordReader<'_>, phrase: &[&str]) -> Vec<(i64, i64)> {
        let phrase: Vec<String> = phrase.iter().map(|word| (*word).to_owned()).collect();
        let mut found = Vec::new();
        for part in [Part::MentionText, Part::MentionBrand] {
            visit_phrase(words, part, &phrase, |number, count| found.push((number, count))).unwrap();
        }
        found
    }

    #[test]
    fn a_phrase_is_found_where_its_words_are_neighbours() {
        let words = WordReader::of(&[
            ("mskin", &[(1, &[0, 4]), (2, &[1]), (3, &[2])]),
            ("mcare", &[(1, &[1, 5]), (3, &[0])]),
            ("bskin", &[(5, &[0])]),
            ("bcare", &[(5, &[1])]),
        ]);
        assert_eq!(found(&words, &["skin", "care"]), [(1, 2), (5, 1)]);
        assert_eq!(found(&words, &["care", "skin"]), []);
        assert_eq!(found(&words, &["skin", "milk"]), []);
    }

    #[test]
    fn a_word_that_repeats_is_found_as_often_as_it_does() {
        let words = WordReader::of(&[("mso", &[(1, &[0, 1, 2, 7])]), ("mgood", &[(1, &[3, 9])])]);
        assert_eq!(found(&words, &["so", "so"]), [(1, 2)]);
        assert_eq!(found(&words, &["so", "so", "good"]), [(1, 1)]);
        assert_eq!(found(&words, &["so", "good", "so"]), []);
    }
}
