//! Which documents have a word, how often, and where: the rows of words that were read.

use super::fetch::Fetched;
use super::rows::{self, length, text};
use super::set::Set;
use crate::backend::columnar::plan::{Operator, TableRead};
use crate::query::QueryError;
use crate::segment::{
    Column, Corrupt, DeltaWord, DeltaWords, MISSING, Part, unpack, unpack_counts, unpack_documents, unpack_lengths,
};
use crate::spec::Index;
use crate::sql::Row;
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Documents of a word, ascending: those of a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Postings {
    /// The documents.
    pub(super) numbers: Vec<i64>,
    /// How often each has it; once where that was not read.
    counts: Vec<i64>,
    /// How long each is; empty where that was not read.
    lengths: Vec<i64>,
    /// Where, one document after the other; empty where that was not read.
    places: Vec<i64>,
}

/// What is unpacked of the rows of words, as far as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// How often documents have the word, and how long they are.
    Counts,
    /// How often, and where.
    Places,
}

/// The words that were read, by their keys in the table. Their rows stay packed until they are needed, and are unpacked
/// one at a time: memory does not grow with the words of a question.
#[derive(Default)]
pub(super) struct WordReader<'f> {
    rows: FxHashMap<&'f str, Vec<WordRow<'f>>>,
    /// What documents of the delta say.
    delta_words: FxHashMap<&'f str, DeltaWord>,
    /// The documents of the delta, by index, whose words in the base do not count.
    delta: FxHashMap<Index, Set>,
}

struct WordRow<'f> {
    read: &'f TableRead,
    row: &'f Row,
    /// The first and the last document, once they are known.
    span: Cell<Option<(i64, i64)>>,
}

impl<'f> WordReader<'f> {
    /// The rows of words. What documents of the delta say in them is replaced by the rows of words of the delta.
    pub(super) fn new(fetched: &'f Fetched) -> Result<Self, QueryError> {
        let mut words = Self::default();
        for (step, rows) in fetched.steps().filter(|(step, _)| step.operator == Operator::Words) {
            for row in rows {
                let row_of_word = WordRow { read: &step.read, row, span: Cell::default() };
                words.rows.entry(text(row, "word")?).or_default().push(row_of_word);
            }
        }
        for index in Index::ALL {
            words.delta.insert(index, delta_documents(fetched, index)?);
        }
        for (step, rows) in fetched.steps().filter(|(step, _)| step.operator == Operator::DeltaWords) {
            let TableRead::DeltaWords { words: wanted, .. } = &step.read else { continue };
            for row in rows {
                let mut of_row: DeltaWords = serde_json::from_str(text(row, "body")?)
                    .map_err(|_| Corrupt("a row of open words is no object"))?;
                let found = wanted.iter().filter_map(|word| Some((word.as_str(), of_row.remove(word)?)));
                words.delta_words.extend(found);
            }
        }
        Ok(words)
    }

    /// Words with their documents, by key.
    #[cfg(test)]
    #[expect(clippy::type_complexity, reason = "words with their documents and places, as tests write them")]
    pub(super) fn of(words: &[(&'f str, &[(i64, &[i64])])]) -> Self {
        use crate::segment::{pack, pack_counts};
        let word = |documents: &[(i64, &[i64])]| DeltaWord {
            n: documents.len(),
            numbers: pack(&documents.iter().map(|(number, _)| *number).collect::<Vec<_>>()),
            counts: pack_counts(&documents.iter().map(|(_, places)| places.len() as i64).collect::<Vec<_>>()),
            places: pack(&documents.iter().flat_map(|(_, places)| places.iter().copied()).collect::<Vec<_>>()),
        };
        Self { delta_words: words.iter().map(|(key, documents)| (*key, word(documents))).collect(), ..Self::default() }
    }

    /// The documents of an index that are in the delta.
    pub(super) fn delta(&self, index: Index) -> Option<&Set> {
        self.delta.get(&index)
    }

    /// The documents of an index that have a word, in whichever part of their text.
    pub(super) fn documents(&self, index: Index, word: &str) -> Result<Set, QueryError> {
        let mut documents = Set::default();
        for part in Part::of(index) {
            documents.unite(&self.in_part(*part, word)?);
        }
        Ok(documents)
    }

    /// The documents that have a word in one part of their text.
    pub(super) fn in_part(&self, part: Part, word: &str) -> Result<Set, QueryError> {
        let key = part.key(word);
        let mut documents = Set::default();
        for word in self.rows.get(key.as_str()).into_iter().flatten() {
            let numbers = numbers(word.row)?;
            word.span.set(numbers.first().copied().zip(numbers.last().copied()));
            documents.extend(numbers);
        }
        if let Some(delta) = self.delta(part.index()) {
            documents.remove(delta);
        }
        if let Some(DeltaWord { n, numbers, .. }) = self.delta_words.get(key.as_str()) {
            documents.extend(unpack_documents(numbers, *n)?);
        }
        Ok(documents)
    }

    /// Visits the documents that have a word in one part of their text, row by row, in no order; only rows with
    /// documents between two, both inclusive, have to be among them.
    pub(super) fn each(
        &self,
        part: Part,
        word: &str,
        needs: Needs,
        (first, last): (i64, i64),
        mut visit: impl FnMut(Postings) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let key = part.key(word);
        for WordRow { read, row, span } in self.rows.get(key.as_str()).into_iter().flatten() {
            if span.get().is_none_or(|(from, to)| from <= last && first <= to) {
                let postings = Postings::read(read, row, needs)?;
                visit(match self.delta(part.index()) {
                    Some(delta) if !delta.is_empty() => postings.without(delta),
                    _ => postings,
                })?;
            }
        }
        match self.delta_words.get(key.as_str()) {
            Some(DeltaWord { n, numbers, counts, places }) => {
                let places = (needs == Needs::Places).then_some(places.as_str());
                visit(Postings::unpack(*n, numbers, Some(counts), places)?)
            }
            None => Ok(()),
        }
    }
}

impl Postings {
    fn read(read: &TableRead, row: &Row, needs: Needs) -> Result<Self, QueryError> {
        let TableRead::Words { counts, lengths, places, .. } = read else { return Ok(Self::default()) };
        let column = |is_read: bool, column| if is_read { text(row, column).map(Some) } else { Ok(None) };
        let places = column(*places && needs == Needs::Places, "places")?;
        let lengths = column(*lengths && needs == Needs::Counts, "lengths")?;
        let postings = Self::unpack(length(row)?, text(row, "numbers")?, column(*counts, "counts")?, places)?;
        let lengths = lengths.map(|lengths| unpack_lengths(lengths, postings.numbers.len())).transpose()?;
        Ok(Self { lengths: lengths.unwrap_or_default(), ..postings })
    }

    fn unpack(documents: usize, numbers: &str, counts: Option<&str>, places: Option<&str>) -> Result<Self, Corrupt> {
        let numbers = unpack_documents(numbers, documents)?;
        let counts = counts.map_or_else(|| Ok(vec![1; documents]), |counts| unpack_counts(counts, documents))?;
        let with_places = places.is_some();
        let places = places.map_or_else(|| Ok(Vec::new()), |places| unpack(places, None))?;
        if with_places && i64::try_from(places.len()).ok() != sum(&counts) {
            return Err(Corrupt("a word has more or fewer places than it occurs"));
        }
        Ok(Self { numbers, counts, lengths: Vec::new(), places })
    }

    /// Each document with how often and where it has the word, and its length: [`MISSING`] where that was not read.
    pub(super) fn documents(&self) -> impl Iterator<Item = (i64, i64, &[i64], i64)> {
        let mut rest = self.places.as_slice();
        let lengths = self.lengths.iter().copied().chain(std::iter::repeat(MISSING));
        self.numbers.iter().zip(&self.counts).zip(lengths).map(move |((number, count), length)| {
            let of_document = usize::try_from(*count).unwrap_or(0).min(rest.len());
            let (places, after) = rest.split_at(of_document);
            rest = after;
            (*number, *count, places, length)
        })
    }

    /// Without some documents.
    fn without(self, others: &Set) -> Self {
        let mut left = Self::default();
        for (number, count, places, length) in self.documents().filter(|(number, ..)| !others.contains(*number)) {
            left.numbers.push(number);
            left.counts.push(count);
            left.places.extend(places);
            left.lengths.push(length);
        }
        left
    }
}

/// The numbers in a row of a word or a facet.
pub(super) fn numbers(row: &Row) -> Result<Vec<i64>, QueryError> {
    Ok(unpack_documents(text(row, "numbers")?, length(row)?)?)
}

/// The documents of an index that are in the delta, if that was read.
fn delta_documents(fetched: &Fetched, of: Index) -> Result<Set, QueryError> {
    let mut delta = Set::default();
    for (step, rows) in fetched.steps().filter(|(step, _)| step.operator == Operator::DeltaDocuments { index: of }) {
        for row in rows {
            delta.extend(rows::documents(row, step.columns())?.numbers(Column::NUMBER)?.iter().copied());
        }
    }
    Ok(delta)
}

fn sum(counts: &[i64]) -> Option<i64> {
    counts.iter().try_fold(0_i64, |sum, count| sum.checked_add(*count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_every_part() {
        let words = WordReader::of(&[("mskin", &[(1, &[0, 4]), (3, &[2])]), ("bskin", &[(2, &[0]), (3, &[1])])]);
        let found = |word| words.documents(Index::BusinessIdeas, word).unwrap().iter().collect::<Vec<_>>();
        assert_eq!(found("skin"), [1, 2, 3]);
        assert!(found("hair").is_empty());
        let in_part: Vec<i64> = words.in_part(Part::MentionBrand, "skin").unwrap().iter().collect();
        assert_eq!(in_part, [2, 3]);
    }

    #[test]
    fn documents_are_taken_out_with_their_places() {
        let postings = Postings {
            numbers: vec![1, 3, 5],
            counts: vec![2, 1, 1],
            lengths: vec![9, 8, 7],
            places: vec![0, 4, 2, 7],
        };
        let left = postings.without(&[2, 3].into_iter().collect());
        assert_eq!(
            left,
            Postings { numbers: vec![1, 5], counts: vec![2, 1], lengths: vec![9, 7], places: vec![0, 4, 7] }
        );
    }
}
