//! Which documents have a word or a phrase, how often, and where.

use super::fetch::Fetched;
use super::rows::{self, length, text};
use super::sorted::{common, count_of_union, each_common};
use crate::catalog::Index;
use crate::pack::codec::Unpacker;
use crate::pack::{Column, Corrupt, MISSING, OpenWord, OpenWords, Part, unpack_counts, unpack_lengths, unpack_places};
use crate::plan::{Into, Read};
use crate::store::{Row, StoreError};
use rustc_hash::FxHashMap;

/// The documents of a word or a phrase, by number, ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Postings {
    /// The documents.
    pub(super) numbers: Vec<i64>,
    /// How often each has it; once where that was not read.
    counts: Vec<i64>,
    /// How long each is, [`MISSING`] for open ones; empty where that was not read.
    lengths: Vec<i64>,
    /// Where, one document after the other; empty where that was not read.
    places: Vec<i64>,
}

/// The words that were read, by their keys in the table.
#[derive(Debug, Default)]
pub(super) struct Words {
    postings: FxHashMap<String, Postings>,
}

impl Words {
    /// Reads the rows of words. What documents of what is open say in them is replaced by the rows of open words.
    pub(super) fn new(fetched: &Fetched) -> Result<Self, StoreError> {
        let mut rows: FxHashMap<String, Vec<Postings>> = FxHashMap::default();
        for (step, of_step) in fetched.steps().filter(|(step, _)| step.into == Into::Words) {
            for row in of_step {
                rows.entry(text(row, "word")?.to_owned()).or_default().push(Postings::read(&step.read, row)?);
            }
        }
        let put_together = |(word, mut rows): (String, Vec<Postings>)| {
            // Rows of a word follow each other in the order of their documents.
            rows.sort_unstable_by_key(|row| row.numbers.first().copied());
            (word, rows.into_iter().reduce(Postings::followed_by).unwrap_or_default())
        };
        let mut words = Self { postings: rows.into_iter().map(put_together).collect() };
        words.replace_open(fetched)?;
        Ok(words)
    }

    /// Takes the documents that are open out, and puts them in with the words that they have now.
    fn replace_open(&mut self, fetched: &Fetched) -> Result<(), StoreError> {
        for index in Index::ALL {
            let open = open_documents(fetched, index)?;
            let of_index = |word: &str| Part::of_key(word).is_some_and(|part| Part::of(index).contains(&part));
            for (_, postings) in self.postings.iter_mut().filter(|(word, _)| !open.is_empty() && of_index(word)) {
                *postings = std::mem::take(postings).without(&open);
            }
        }
        for (step, rows) in fetched.steps().filter(|(step, _)| step.into == Into::OpenWords) {
            let Read::OpenWords { words, .. } = &step.read else { continue };
            for row in rows {
                let mut of_row: OpenWords = serde_json::from_str(text(row, "body")?)
                    .map_err(|_| Corrupt("a row of open words is no object"))?;
                for word in words {
                    let Some(open) = of_row.remove(word) else { continue };
                    let open = Postings::of_open(&open)?;
                    let sealed = self.postings.remove(word).unwrap_or_default();
                    self.postings.insert(word.clone(), sealed.merged_with(&open));
                }
            }
        }
        Ok(())
    }

    /// Words with their documents, by key.
    #[cfg(test)]
    pub(super) fn of(words: &[(&str, &[i64])]) -> Self {
        let postings = |numbers: &[i64]| Postings {
            numbers: numbers.to_vec(),
            counts: vec![1; numbers.len()],
            ..Postings::default()
        };
        Self { postings: words.iter().map(|(key, numbers)| ((*key).to_owned(), postings(numbers))).collect() }
    }

    /// The documents that have a word in one part of their text.
    pub(super) fn in_part(&self, part: Part, word: &str) -> &[i64] {
        self.postings.get(&part.key(word)).map_or(&[], |postings| postings.numbers.as_slice())
    }

    /// The documents of a word in each part of their text, with their lengths where these were read.
    pub(super) fn lengths(&self, index: Index, word: &str) -> Vec<&Postings> {
        Part::of(index).iter().filter_map(|part| self.postings.get(&part.key(word))).collect()
    }

    /// How many documents of an index have a word.
    pub(super) fn documents(&self, index: Index, word: &str) -> usize {
        match Part::of(index) {
            [left, right] => count_of_union(self.in_part(*left, word), self.in_part(*right, word)),
            _ => 0,
        }
    }

    /// The documents of an index that have the words of a phrase one after the other in any part of their text.
    pub(super) fn phrase(&self, index: Index, words: &[String]) -> Postings {
        let parts = Part::of(index).iter().map(|part| self.phrase_in_part(*part, words));
        parts.reduce(|left, right| left.united_with(&right)).unwrap_or_default()
    }

    fn phrase_in_part(&self, part: Part, words: &[String]) -> Postings {
        let found: Option<Vec<&Postings>> = words.iter().map(|word| self.postings.get(&part.key(word))).collect();
        match found.as_deref() {
            Some([word]) => {
                Postings { numbers: word.numbers.clone(), counts: word.counts.clone(), ..Postings::default() }
            }
            Some(words) => in_a_row(words),
            None => Postings::default(),
        }
    }
}

impl Postings {
    /// How often a document has it.
    pub(super) fn count(&self, number: i64) -> i64 {
        let position = self.numbers.binary_search(&number).ok();
        position.and_then(|position| self.counts.get(position)).copied().unwrap_or(0)
    }

    /// How long a document is, if it has it and that was read.
    pub(super) fn length(&self, number: i64) -> Option<i64> {
        self.lengths.get(self.numbers.binary_search(&number).ok()?).copied().filter(|length| *length != MISSING)
    }

    fn read(read: &Read, row: &Row) -> Result<Self, StoreError> {
        let Read::Words { counts, lengths, places, .. } = read else { return Ok(Self::default()) };
        let column = |is_read: bool, column| if is_read { text(row, column).map(Some) } else { Ok(None) };
        let (counts, places) = (column(*counts, "counts")?, column(*places, "places")?);
        let postings = Self::unpack(length(row)?, text(row, "numbers")?, counts, places)?;
        let lengths = column(*lengths, "lengths")?.map(|lengths| unpack_lengths(lengths, postings.numbers.len()));
        Ok(Self { lengths: lengths.transpose()?.unwrap_or_default(), ..postings })
    }

    fn of_open(OpenWord { n, numbers, counts, places }: &OpenWord) -> Result<Self, Corrupt> {
        Self::unpack(*n, numbers, Some(counts), Some(places))
    }

    fn unpack(documents: usize, numbers: &str, counts: Option<&str>, places: Option<&str>) -> Result<Self, Corrupt> {
        let numbers = unpack_numbers(numbers, documents)?;
        let counts = counts.map_or_else(|| Ok(vec![1; documents]), |counts| unpack_counts(counts, documents))?;
        let with_places = places.is_some();
        let places = places.map_or_else(|| Ok(Vec::new()), unpack_places)?;
        if with_places && i64::try_from(places.len()).ok() != sum(&counts) {
            return Err(Corrupt("a word has more or fewer places than it occurs"));
        }
        Ok(Self { numbers, counts, lengths: Vec::new(), places })
    }

    /// Each document with how often and where it has the word, and its length.
    fn documents(&self) -> impl Iterator<Item = (i64, i64, &[i64], i64)> {
        let mut rest = self.places.as_slice();
        let lengths = self.lengths.iter().copied().chain(std::iter::repeat(MISSING));
        self.numbers.iter().zip(&self.counts).zip(lengths).map(move |((number, count), length)| {
            let of_document = usize::try_from(*count).unwrap_or(0).min(rest.len());
            let (places, after) = rest.split_at(of_document);
            rest = after;
            (*number, *count, places, length)
        })
    }

    fn of_documents<'p>(documents: impl Iterator<Item = (i64, i64, &'p [i64], i64)>) -> Self {
        let mut postings = Self::default();
        for (number, count, places, length) in documents {
            postings.numbers.push(number);
            postings.counts.push(count);
            postings.places.extend(places);
            postings.lengths.push(length);
        }
        if postings.lengths.iter().all(|length| *length == MISSING) {
            postings.lengths.clear();
        }
        postings
    }

    /// Without some documents, by number, ascending.
    fn without(self, numbers: &[i64]) -> Self {
        let mut is_left = vec![true; self.numbers.len()];
        each_common(&self.numbers, numbers, |position, _| {
            if let Some(is_left) = is_left.get_mut(position) {
                *is_left = false;
            }
        });
        let left = self.documents().zip(is_left).filter(|(_, is_left)| *is_left);
        Self::of_documents(left.map(|(document, _)| document))
    }

    /// With the documents of others, which are not among these.
    fn merged_with(self, others: &Self) -> Self {
        let mut all: Vec<_> = self.documents().chain(others.documents()).collect();
        all.sort_unstable_by_key(|(number, ..)| *number);
        Self::of_documents(all.into_iter())
    }

    fn followed_by(mut self, next: Self) -> Self {
        self.numbers.extend(next.numbers);
        self.counts.extend(next.counts);
        self.lengths.extend(next.lengths);
        self.places.extend(next.places);
        self
    }

    /// The documents of either, with the counts of both.
    fn united_with(self, other: &Self) -> Self {
        if other.numbers.is_empty() {
            return self;
        }
        let mut united = Self::default();
        let mut left = self.numbers.iter().zip(&self.counts).peekable();
        let mut right = other.numbers.iter().zip(&other.counts).peekable();
        while let Some(number) = left.peek().into_iter().chain(right.peek()).map(|(number, _)| **number).min() {
            let counts = [left.next_if(|(next, _)| **next == number), right.next_if(|(next, _)| **next == number)];
            united.numbers.push(number);
            united.counts.push(counts.into_iter().flatten().map(|(_, count)| *count).sum());
        }
        united
    }

    /// The places of the documents at these positions, which ascend.
    fn places_of(&self, positions: &[usize]) -> Vec<&[i64]> {
        let mut starts = Vec::with_capacity(self.counts.len());
        let mut start = 0;
        for count in &self.counts {
            starts.push(start);
            start += usize::try_from(*count).unwrap_or(0);
        }
        let place = |position: &usize| {
            let start = starts.get(*position).copied().unwrap_or(0);
            let end = starts.get(*position + 1).copied().unwrap_or(start.max(self.places.len()));
            self.places.get(start..end).unwrap_or_default()
        };
        positions.iter().map(place).collect()
    }
}

/// The numbers in a row of a word or a facet.
pub(super) fn numbers(row: &Row) -> Result<Vec<i64>, StoreError> {
    Ok(unpack_numbers(text(row, "numbers")?, length(row)?)?)
}

fn unpack_numbers(packed: &str, documents: usize) -> Result<Vec<i64>, Corrupt> {
    let mut unpacker = Unpacker::new(packed)?;
    let numbers = unpacker.numbers(documents)?;
    unpacker.finish()?;
    if !numbers.is_sorted_by(|left, right| left < right) {
        return Err(Corrupt("documents of a word are out of order"));
    }
    Ok(numbers)
}

/// The documents of an index that are open, ascending, if that was read.
pub(super) fn open_documents(fetched: &Fetched, of: Index) -> Result<Vec<i64>, StoreError> {
    let mut open = Vec::new();
    for (step, rows) in fetched.steps().filter(|(step, _)| step.into == Into::OpenDocuments { index: of }) {
        for row in rows {
            open.extend(rows::documents(row, step.columns())?.numbers(Column::Number)?);
        }
    }
    open.sort_unstable();
    Ok(open)
}

fn sum(counts: &[i64]) -> Option<i64> {
    counts.iter().try_fold(0_i64, |sum, count| sum.checked_add(*count))
}

/// The documents that have words one after the other, and how often.
fn in_a_row(words: &[&Postings]) -> Postings {
    let mut numbers: Vec<i64> = words.first().map(|word| word.numbers.clone()).unwrap_or_default();
    for word in words.iter().skip(1) {
        numbers = common(&numbers, &word.numbers);
    }
    let places: Vec<Vec<&[i64]>> = words
        .iter()
        .map(|word| {
            let mut positions = Vec::with_capacity(numbers.len());
            each_common(&word.numbers, &numbers, |position, _| positions.push(position));
            word.places_of(&positions)
        })
        .collect();
    let mut found = Postings::default();
    for (position, number) in numbers.iter().enumerate() {
        let of_document: Vec<&[i64]> = places.iter().filter_map(|word| word.get(position)).copied().collect();
        let count = runs(&of_document);
        if count > 0 {
            found.numbers.push(*number);
            found.counts.push(count);
        }
    }
    found
}

/// How often words follow one another, given the places of each.
fn runs(places: &[&[i64]]) -> i64 {
    let Some((first, rest)) = places.split_first() else { return 0 };
    let follows = |place: &i64| {
        rest.iter().zip(1..).all(|(places, distance)| places.binary_search(&place.saturating_add(distance)).is_ok())
    };
    first.iter().filter(|place| follows(place)).count() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postings(documents: &[(i64, &[i64])]) -> Postings {
        Postings {
            numbers: documents.iter().map(|(number, _)| *number).collect(),
            counts: documents.iter().map(|(_, places)| places.len() as i64).collect(),
            places: documents.iter().flat_map(|(_, places)| places.iter().copied()).collect(),
            ..Postings::default()
        }
    }

    fn words(words: &[(&str, Postings)]) -> Words {
        Words { postings: words.iter().map(|(word, postings)| ((*word).to_owned(), postings.clone())).collect() }
    }

    fn found(words: &Words, phrase: &[&str]) -> Vec<(i64, i64)> {
        let phrase: Vec<String> = phrase.iter().map(|word| (*word).to_owned()).collect();
        let found = words.phrase(Index::BusinessIdeas, &phrase);
        found.numbers.into_iter().zip(found.counts).collect()
    }

    #[test]
    fn a_word_is_found_in_every_part() {
        let words =
            words(&[("mskin", postings(&[(1, &[0, 4]), (3, &[2])])), ("bskin", postings(&[(2, &[0]), (3, &[1])]))]);
        assert_eq!(found(&words, &["skin"]), [(1, 2), (2, 1), (3, 2)]);
        assert_eq!(words.documents(Index::BusinessIdeas, "skin"), 3);
        assert_eq!(words.documents(Index::BusinessIdeas, "hair"), 0);
    }

    #[test]
    fn a_phrase_is_found_where_its_words_are_neighbours() {
        let words = words(&[
            ("mskin", postings(&[(1, &[0, 4]), (2, &[1]), (3, &[2])])),
            ("mcare", postings(&[(1, &[1, 5]), (3, &[0])])),
            ("bskin", postings(&[(5, &[0])])),
            ("bcare", postings(&[(5, &[1])])),
        ]);
        assert_eq!(found(&words, &["skin", "care"]), [(1, 2), (5, 1)]);
        assert_eq!(found(&words, &["care", "skin"]), []);
        assert_eq!(found(&words, &["skin", "milk"]), []);
    }

    #[test]
    fn documents_are_taken_out_and_put_in_with_their_places() {
        let sealed = postings(&[(1, &[0, 4]), (3, &[2]), (5, &[7])]);
        let open = postings(&[(2, &[9]), (5, &[1, 8])]);
        assert_eq!(
            sealed.without(&[2, 5, 6]).merged_with(&open),
            postings(&[(1, &[0, 4]), (2, &[9]), (3, &[2]), (5, &[1, 8])])
        );
    }

    #[test]
    fn a_word_that_repeats_is_found_as_often_as_it_does() {
        let words = words(&[("mso", postings(&[(1, &[0, 1, 2, 7])]))]);
        assert_eq!(found(&words, &["so", "so"]), [(1, 2)]);
    }
}
