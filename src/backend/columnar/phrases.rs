//! Phrases: words that follow one another in one part of a text.

use super::postings::{Needs, WordReader};
use super::set::Set;
use crate::query::QueryError;
use crate::segment::Part;
use std::collections::BTreeMap;

/// A word of a phrase: at which distances from the beginning it stands, and which documents have it.
struct Member<'p> {
    word: &'p str,
    distances: Vec<i64>,
    documents: usize,
}

/// A place at which a phrase may begin: the document, and the place in it.
type Start = (i64, i64);

/// Visits every document that has the words of a phrase one after the other in a part of its text, with how often, in no
/// order.
///
/// The rarest word says where the phrase may begin; of the others each row is unpacked for as long as it takes to
/// check these places.
pub(super) fn each_in_a_row(
    words: &WordReader<'_>,
    part: Part,
    phrase: &[String],
    mut visit: impl FnMut(i64, i64),
) -> Result<(), QueryError> {
    let mut together: Option<Set> = None;
    let mut members: Vec<Member<'_>> = Vec::new();
    for (word, distances) in distances(phrase) {
        let documents = words.in_part(part, word)?;
        members.push(Member { word, distances, documents: documents.len() });
        match &mut together {
            Some(together) => together.keep(&documents),
            None => together = Some(documents),
        }
    }
    members.sort_by_key(|member| member.documents);
    let Some((rarest, others)) = members.split_first() else { return Ok(()) };
    let Some(together) = together.filter(|together| !together.is_empty()) else { return Ok(()) };
    words.each(part, rarest.word, Needs::Places, (i64::MIN, i64::MAX), |postings| {
        let here = || postings.documents().filter(|(number, ..)| together.contains(*number));
        // As many as there may be: a list that grows is there twice.
        let mut starts: Vec<Start> = Vec::with_capacity(here().map(|(_, _, places, _)| places.len()).sum());
        for (number, _, places, _) in here() {
            let first = rarest.distances.first().copied().unwrap_or(0);
            let starts_here = places.iter().map(|place| place - first);
            starts.extend(starts_here.filter(|start| rarest.follows(*start, places)).map(|start| (number, start)));
        }
        drop(postings);
        for other in others {
            other.keep_followed(words, part, &mut starts)?;
        }
        starts.chunk_by(|one, next| one.0 == next.0).for_each(|of_document| {
            if let Some((number, _)) = of_document.first() {
                visit(*number, of_document.len() as i64);
            }
        });
        Ok(())
    })
}

/// Each word of a phrase, with its distances from the beginning.
fn distances(phrase: &[String]) -> BTreeMap<&str, Vec<i64>> {
    let mut distances: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (word, distance) in phrase.iter().zip(0..) {
        distances.entry(word).or_default().push(distance);
    }
    distances
}

impl Member<'_> {
    /// Whether it stands at all its distances from a place, given its places in the document.
    fn follows(&self, start: i64, places: &[i64]) -> bool {
        self.distances.iter().all(|distance| places.binary_search(&start.saturating_add(*distance)).is_ok())
    }

    /// Keeps the places at whose distances it stands.
    fn keep_followed(&self, words: &WordReader<'_>, part: Part, starts: &mut Vec<Start>) -> Result<(), QueryError> {
        let (Some((first, _)), Some((last, _))) = (starts.first(), starts.last()) else { return Ok(()) };
        let mut is_followed = vec![false; starts.len()];
        words.each(part, self.word, Needs::Places, (*first, *last), |postings| {
            let mut left = starts.iter().zip(&mut is_followed).peekable();
            for (number, _, places, _) in postings.documents() {
                while left.next_if(|((of, _), _)| *of < number).is_some() {}
                while let Some(((_, start), is_followed)) = left.next_if(|((of, _), _)| *of == number) {
                    *is_followed |= self.follows(*start, places);
                }
            }
            Ok(())
        })?;
        let mut is_followed = is_followed.into_iter();
        starts.retain(|_| is_followed.next() == Some(true));
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
            each_in_a_row(words, part, &phrase, |number, count| found.push((number, count))).unwrap();
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
