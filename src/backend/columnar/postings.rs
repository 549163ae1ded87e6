//! Posting lists: the records that have a word, with the number and the positions of its occurrences.

use super::plan_rows::PlanRows;
use super::rows::{length, text};
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

/// A part of a word's posting list: the records of one row, ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PostingList {
    /// The numbers of the records.
    pub(super) numbers: Vec<i64>,
    /// The number of occurrences in each record; 1 if the counts were not read.
    counts: Vec<i64>,
    /// The length of each record in tokens; empty if the lengths were not read.
    lengths: Vec<i64>,
    /// The positions of the occurrences, record after record; empty if they were not read.
    positions: Vec<i64>,
}

/// The detail that is unpacked from the rows of words, if it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PostingDetail {
    /// The number of occurrences, and the lengths of records.
    Counts,
    /// The number and the positions of occurrences.
    Positions,
}

/// A reader of the words of a query, by their keys in the table. It unpacks one row at a time, when the row is needed.
/// Memory therefore does not grow with the number of words.
#[derive(Default)]
pub(super) struct WordReader<'f> {
    rows: FxHashMap<&'f str, Vec<WordRow<'f>>>,
    /// The words of the delta segment.
    delta_words: FxHashMap<&'f str, DeltaWord>,
    /// The records of the delta segment, by index. Their words in the base segment are ignored.
    delta: FxHashMap<Index, Set>,
}

struct WordRow<'f> {
    read: &'f TableRead,
    row: &'f Row,
    /// The first and the last record, once they are known.
    span: Cell<Option<(i64, i64)>>,
}

impl<'f> WordReader<'f> {
    /// Creates a reader of the rows of a plan. For records of the delta segment, its rows of words replace those of the
    /// base segment.
    pub(super) fn new(plan_rows: &'f PlanRows) -> Result<Self, QueryError> {
        let mut words = Self::default();
        for (step, rows) in plan_rows.steps().filter(|(step, _)| step.operator == Operator::Words) {
            for row in rows {
                let row_of_word = WordRow { read: &step.read, row, span: Cell::default() };
                words.rows.entry(text(row, "word")?).or_default().push(row_of_word);
            }
        }
        for index in Index::ALL {
            words.delta.insert(index, delta_documents(plan_rows, index)?);
        }
        for (step, rows) in plan_rows.steps().filter(|(step, _)| step.operator == Operator::DeltaWords) {
            let TableRead::DeltaWords { words: keys, .. } = &step.read else { continue };
            for row in rows {
                let mut row_words: DeltaWords = serde_json::from_str(text(row, "body")?)
                    .map_err(|_| Corrupt("a row of open words is no object"))?;
                let entries = keys.iter().filter_map(|key| Some((key.as_str(), row_words.remove(key)?)));
                words.delta_words.extend(entries);
            }
        }
        Ok(words)
    }

    /// Creates a reader of words with their records and positions, by key.
    #[cfg(test)]
    #[expect(clippy::type_complexity, reason = "words with their records and positions, as tests write them")]
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

    /// Returns the records of an index that are in the delta segment.
    pub(super) fn delta(&self, index: Index) -> Option<&Set> {
        self.delta.get(&index)
    }

    /// Returns the records of an index that have one of some words in any part of their text.
    pub(super) fn documents(&self, index: Index, words: &[String]) -> Result<Set, QueryError> {
        let keys = Part::of(index).iter().flat_map(|part| words.iter().map(|word| part.key(word)));
        self.with_keys(index, &keys.collect::<Vec<_>>())
    }

    /// Returns the records that have a word in one part of their text.
    pub(super) fn in_part(&self, part: Part, word: &str) -> Result<Set, QueryError> {
        self.with_keys(part.index(), &[part.key(word)])
    }

    fn with_keys(&self, index: Index, keys: &[String]) -> Result<Set, QueryError> {
        let mut documents = Set::default();
        for word in keys.iter().filter_map(|key| self.rows.get(key.as_str())).flatten() {
            let numbers = numbers(word.row)?;
            word.span.set(numbers.first().copied().zip(numbers.last().copied()));
            documents.extend(numbers);
        }
        if let Some(delta) = self.delta(index) {
            documents.subtract(delta);
        }
        for DeltaWord { n, numbers, .. } in keys.iter().filter_map(|key| self.delta_words.get(key.as_str())) {
            documents.extend(unpack_documents(numbers, *n)?);
        }
        Ok(documents)
    }

    /// Visits the postings of a word in one part of the text, row by row, in no order. Rows without records in a range,
    /// both ends inclusive, may be skipped.
    pub(super) fn visit_postings(
        &self,
        part: Part,
        word: &str,
        detail: PostingDetail,
        (first, last): (i64, i64),
        mut visit: impl FnMut(PostingList) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let key = part.key(word);
        for WordRow { read, row, span } in self.rows.get(key.as_str()).into_iter().flatten() {
            if span.get().is_none_or(|(from, to)| from <= last && first <= to) {
                let postings = PostingList::read(read, row, detail)?;
                visit(match self.delta(part.index()) {
                    Some(delta) if !delta.is_empty() => postings.without(delta),
                    _ => postings,
                })?;
            }
        }
        match self.delta_words.get(key.as_str()) {
            Some(DeltaWord { n, numbers, counts, places }) => {
                let positions = (detail == PostingDetail::Positions).then_some(places.as_str());
                visit(PostingList::unpack(*n, numbers, Some(counts), positions)?)
            }
            None => Ok(()),
        }
    }
}

impl PostingList {
    fn read(read: &TableRead, row: &Row, detail: PostingDetail) -> Result<Self, QueryError> {
        let TableRead::Words { counts, lengths, places, .. } = read else { return Ok(Self::default()) };
        let column = |is_read: bool, column| if is_read { text(row, column).map(Some) } else { Ok(None) };
        let positions = column(*places && detail == PostingDetail::Positions, "places")?;
        let lengths = column(*lengths && detail == PostingDetail::Counts, "lengths")?;
        let postings = Self::unpack(length(row)?, text(row, "numbers")?, column(*counts, "counts")?, positions)?;
        let lengths = lengths.map(|lengths| unpack_lengths(lengths, postings.numbers.len())).transpose()?;
        Ok(Self { lengths: lengths.unwrap_or_default(), ..postings })
    }

    fn unpack(documents: usize, numbers: &str, counts: Option<&str>, positions: Option<&str>) -> Result<Self, Corrupt> {
        let numbers = unpack_documents(numbers, documents)?;
        let counts = counts.map_or_else(|| Ok(vec![1; documents]), |counts| unpack_counts(counts, documents))?;
        let with_positions = positions.is_some();
        let positions = positions.map_or_else(|| Ok(Vec::new()), |positions| unpack(positions, None))?;
        if with_positions && i64::try_from(positions.len()).ok() != sum(&counts) {
            return Err(Corrupt("a word has more or fewer places than it occurs"));
        }
        Ok(Self { numbers, counts, lengths: Vec::new(), positions })
    }

    /// Returns for each record its number, the number and the positions of the occurrences, and its length. The length
    /// is [`MISSING`] if it was not read.
    pub(super) fn documents(&self) -> impl Iterator<Item = (i64, i64, &[i64], i64)> {
        let mut rest = self.positions.as_slice();
        let lengths = self.lengths.iter().copied().chain(std::iter::repeat(MISSING));
        self.numbers.iter().zip(&self.counts).zip(lengths).map(move |((number, count), length)| {
            let end = usize::try_from(*count).unwrap_or(0).min(rest.len());
            let (positions, after) = rest.split_at(end);
            rest = after;
            (*number, *count, positions, length)
        })
    }

    /// Removes some records.
    fn without(self, others: &Set) -> Self {
        let mut left = Self::default();
        for (number, count, positions, length) in self.documents().filter(|(number, ..)| !others.contains(*number)) {
            left.numbers.push(number);
            left.counts.push(count);
            left.positions.extend(positions);
            left.lengths.push(length);
        }
        left
    }
}

/// Returns the numbers of the records in a row of a word or a facet.
pub(super) fn numbers(row: &Row) -> Result<Vec<i64>, QueryError> {
    Ok(unpack_documents(text(row, "numbers")?, length(row)?)?)
}

/// Returns the records of an index that are in the delta segment, if the plan reads them.
fn delta_documents(plan_rows: &PlanRows, index: Index) -> Result<Set, QueryError> {
    let mut delta = Set::default();
    for (step, rows) in plan_rows.steps().filter(|(step, _)| step.operator == Operator::DeltaDocuments { index }) {
        for row in rows {
            delta.extend(plan_rows.documents(row, step.columns())?.numbers(Column::NUMBER)?.iter().copied());
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
        let found = |of: &[&str]| {
            let of: Vec<String> = of.iter().map(|word| (*word).to_owned()).collect();
            words.documents(Index::BusinessIdeas, &of).unwrap().iter().collect::<Vec<_>>()
        };
        assert_eq!(found(&["skin"]), [1, 2, 3]);
        assert_eq!(found(&["hair", "skin"]), [1, 2, 3]);
        assert!(found(&["hair"]).is_empty() && found(&[]).is_empty());
        let in_part: Vec<i64> = words.in_part(Part::MentionBrand, "skin").unwrap().iter().collect();
        assert_eq!(in_part, [2, 3]);
    }

    #[test]
    fn removed_records_lose_their_positions() {
        let postings = PostingList {
            numbers: vec![1, 3, 5],
            counts: vec![2, 1, 1],
            lengths: vec![9, 8, 7],
            positions: vec![0, 4, 2, 7],
        };
        let left = postings.without(&[2, 3].into_iter().collect());
        assert_eq!(
            left,
            PostingList { numbers: vec![1, 5], counts: vec![2, 1], lengths: vec![9, 7], positions: vec![0, 4, 7] }
        );
    }
}
