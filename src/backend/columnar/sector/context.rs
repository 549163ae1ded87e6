//! The context condition: words that must occur in a mention or its video.

use super::super::postings::WordReader;
use super::super::set::Set;
use crate::backend::columnar::plan::CACHED_WORDS_BYTES;
use crate::query::QueryError;
use crate::segment::Part;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Reads posting lists of context words. They are unpacked when a brand needs them, and cached for the next brand up to
/// a size limit.
pub(in crate::backend::columnar) struct ContextReader<'a> {
    words: &'a WordReader<'a>,
    cached: BTreeMap<String, Rc<WordDocuments>>,
}

/// The context condition of a brand: one of its entries must occur in full.
pub(in crate::backend::columnar) struct ContextFilter {
    /// The words, without duplicates.
    words: Vec<Rc<WordDocuments>>,
    /// The words of each entry, as indices into `words`.
    entries: Vec<Vec<usize>>,
}

/// The mentions and the videos that contain a word.
pub(in crate::backend::columnar) struct WordDocuments {
    mentions: NumberSet,
    videos: NumberSet,
}

/// A set of records: a sorted list if there are few, or a bitmap.
enum NumberSet {
    List(Vec<i64>),
    Bitmap(Set),
}

impl NumberSet {
    fn new(documents: Set) -> Self {
        let is_small = documents.len() * size_of::<i64>() < documents.bytes();
        if is_small { Self::List(documents.iter().collect()) } else { Self::Bitmap(documents) }
    }

    fn has(&self, number: i64) -> bool {
        match self {
            Self::List(numbers) => numbers.binary_search(&number).is_ok(),
            Self::Bitmap(numbers) => numbers.contains(number),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::List(numbers) => size_of_val(numbers.as_slice()),
            Self::Bitmap(numbers) => numbers.bytes(),
        }
    }
}

impl WordDocuments {
    /// Creates the entry of a word from the mentions and the videos that contain it.
    pub(in crate::backend::columnar) fn new(mentions: Set, videos: Set) -> Self {
        Self { mentions: NumberSet::new(mentions), videos: NumberSet::new(videos) }
    }
}

impl<'a> ContextReader<'a> {
    /// Creates a reader of fetched posting lists, with an empty cache.
    pub(in crate::backend::columnar) fn new(words: &'a WordReader<'a>) -> Self {
        Self { words, cached: BTreeMap::new() }
    }

    /// Returns the condition of some entries, each given as its tokens.
    pub(in crate::backend::columnar) fn filter(
        &mut self,
        entries: &[Vec<String>],
    ) -> Result<ContextFilter, QueryError> {
        let bytes: usize =
            self.cached.values().map(|postings| postings.mentions.bytes() + postings.videos.bytes()).sum();
        if bytes as u64 > CACHED_WORDS_BYTES {
            self.cached.retain(|word, _| entries.iter().any(|entry| entry.contains(word)));
        }
        for token in entries.iter().flatten() {
            if !self.cached.contains_key(token) {
                let documents = |part| self.words.in_part(part, token);
                let postings = WordDocuments::new(documents(Part::MentionText)?, documents(Part::VideoText)?);
                self.cached.insert(token.clone(), Rc::new(postings));
            }
        }
        Ok(ContextFilter::new(entries, &self.cached))
    }
}

impl ContextFilter {
    /// Creates a condition from entries, each given as its tokens. Words that are not in `cached` are left out.
    pub(in crate::backend::columnar) fn new(
        entries: &[Vec<String>],
        cached: &BTreeMap<String, Rc<WordDocuments>>,
    ) -> Self {
        let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
        let mut words = Vec::new();
        for token in entries.iter().flatten() {
            let Some(postings) = cached.get(token) else { continue };
            positions.entry(token).or_insert_with(|| {
                words.push(Rc::clone(postings));
                words.len() - 1
            });
        }
        let of_entry = |entry: &Vec<String>| {
            entry.iter().filter_map(|token| positions.get(token.as_str()).copied()).collect::<Vec<_>>()
        };
        Self { words, entries: entries.iter().map(of_entry).collect() }
    }

    /// Returns true if the mention and its video together contain every token of some entry, or if there are no
    /// entries. For a video, its title and tags are searched.
    pub(in crate::backend::columnar) fn passes(&self, number: i64, video: i64) -> bool {
        let has = |word: &usize| {
            self.words.get(*word).is_some_and(|postings| postings.mentions.has(number) || postings.videos.has(video))
        };
        self.entries.is_empty() || self.entries.iter().any(|entry| entry.iter().all(has))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_may_be_found_partly_in_the_mention_and_partly_in_its_video() {
        let once: &[i64] = &[0];
        let words = WordReader::of(&[
            ("mnight", &[(1, once), (2, once)]),
            ("vcream", &[(20, once), (30, once)]),
            ("mserum", &[(3, once)]),
        ]);
        let mut words = ContextReader::new(&words);
        let mut passing = |entries: &[&str]| {
            let entries: Vec<Vec<String>> = entries.iter().map(|entry| crate::base::text::tokens(entry)).collect();
            let filter = words.filter(&entries).unwrap();
            [(1, 10), (2, 20), (3, 30), (4, 20)].map(|(number, video)| filter.passes(number, video))
        };
        assert_eq!(passing(&["night cream"]), [false, true, false, false]);
        assert_eq!(passing(&["cream"]), [false, true, true, true]);
        assert_eq!(passing(&["night cream", "serum"]), [false, true, true, false]);
        assert_eq!(passing(&["milk"]), [false; 4]);
        assert_eq!(passing(&[]), [true; 4]);
    }
}
