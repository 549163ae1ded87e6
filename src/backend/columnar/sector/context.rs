//! The context condition: words that must occur in a mention or its video.

use super::super::postings::WordReader;
use super::super::set::Set;
use crate::backend::columnar::plan::{CACHED_WORDS_BYTES, ContextRule};
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

/// The context condition of a brand. An entry occurs if all its words do.
pub(in crate::backend::columnar) struct ContextFilter {
    /// The words, without duplicates.
    words: Vec<Rc<WordDocuments>>,
    /// The words of each entry of which one must occur, as indices into `words`.
    required: Vec<Vec<usize>>,
    /// The words of each entry that must not occur.
    excluded: Vec<Vec<usize>>,
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

    /// Returns the condition of a rule.
    pub(in crate::backend::columnar) fn filter(&mut self, rule: &ContextRule) -> Result<ContextFilter, QueryError> {
        let bytes: usize =
            self.cached.values().map(|postings| postings.mentions.bytes() + postings.videos.bytes()).sum();
        if bytes as u64 > CACHED_WORDS_BYTES {
            self.cached.retain(|word, _| rule.words().any(|needed| needed == word));
        }
        for token in rule.words() {
            if !self.cached.contains_key(token) {
                let documents = |part| self.words.in_part(part, token);
                let postings = WordDocuments::new(documents(Part::MentionText)?, documents(Part::VideoText)?);
                self.cached.insert(token.clone(), Rc::new(postings));
            }
        }
        Ok(ContextFilter::new(rule, &self.cached))
    }
}

impl ContextFilter {
    /// Creates the condition of a rule. A word that is not in `cached` never occurs.
    pub(in crate::backend::columnar) fn new(rule: &ContextRule, cached: &BTreeMap<String, Rc<WordDocuments>>) -> Self {
        let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
        let mut words = Vec::new();
        for token in rule.words() {
            let Some(postings) = cached.get(token) else { continue };
            positions.entry(token).or_insert_with(|| {
                words.push(Rc::clone(postings));
                words.len() - 1
            });
        }
        let position = |token: &String| positions.get(token.as_str()).copied().unwrap_or(usize::MAX);
        let indices = |entries: &[Vec<String>]| -> Vec<Vec<usize>> {
            entries.iter().map(|entry| entry.iter().map(position).collect()).collect()
        };
        let (required, excluded) = (indices(&rule.required), indices(&rule.excluded));
        Self { words, required, excluded }
    }

    /// Returns true if the mention and its video together contain every token of some required entry, or if no entry
    /// is required. An excluded entry whose tokens they all contain makes it false. For a video, its title and tags are
    /// searched.
    pub(in crate::backend::columnar) fn passes(&self, number: i64, video: i64) -> bool {
        let has = |word: &usize| {
            self.words.get(*word).is_some_and(|postings| postings.mentions.has(number) || postings.videos.has(video))
        };
        let occurs = |entry: &Vec<usize>| entry.iter().all(has);
        (self.required.is_empty() || self.required.iter().any(occurs)) && !self.excluded.iter().any(occurs)
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
        let mut passing = |required: &[&str], excluded: &[&str]| {
            let [required, excluded] = [required, excluded]
                .map(|entries| entries.iter().map(|entry| crate::base::text::tokens(entry)).collect());
            let filter = words.filter(&ContextRule { required, excluded }).unwrap();
            [(1, 10), (2, 20), (3, 30), (4, 20)].map(|(number, video)| filter.passes(number, video))
        };
        assert_eq!(passing(&["night cream"], &[]), [false, true, false, false]);
        assert_eq!(passing(&["cream"], &[]), [false, true, true, true]);
        assert_eq!(passing(&["night cream", "serum"], &[]), [false, true, true, false]);
        assert_eq!(passing(&["milk"], &[]), [false; 4]);
        assert_eq!(passing(&[], &[]), [true; 4]);
        assert_eq!(passing(&[], &["night cream"]), [true, false, true, true]);
        assert_eq!(passing(&[], &["night cream", "serum"]), [true, false, false, true]);
        assert_eq!(passing(&[], &["milk"]), [true; 4]);
        assert_eq!(passing(&["cream"], &["night"]), [false, false, true, true]);
        assert_eq!(passing(&["cream"], &["cream"]), [false; 4]);
    }
}
