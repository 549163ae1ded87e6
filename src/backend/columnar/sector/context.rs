//! Whether mentions have the words around them that a question requires.

use super::super::postings::WordReader;
use super::super::set::Set;
use crate::backend::columnar::plan::KNOWN_WORDS_BYTES;
use crate::query::QueryError;
use crate::segment::Part;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The words of context entries, with the mentions and the videos that have them. They are unpacked when an entry needs
/// them, and kept for the next one as long as they take little.
pub(in crate::backend::columnar) struct ContextReader<'a> {
    words: &'a WordReader<'a>,
    known: BTreeMap<String, Rc<Having>>,
}

/// Context entries.
pub(in crate::backend::columnar) struct Context {
    /// Each word once.
    words: Vec<Rc<Having>>,
    /// The words of each entry, by their positions there.
    entries: Vec<Vec<usize>>,
}

/// What has a word.
pub(in crate::backend::columnar) struct Having {
    mentions: Documents,
    videos: Documents,
}

/// Documents, as a list when they are few.
enum Documents {
    Few(Vec<i64>),
    Many(Set),
}

impl Documents {
    fn new(documents: Set) -> Self {
        let is_few = documents.len() * size_of::<i64>() < documents.bytes();
        if is_few { Self::Few(documents.iter().collect()) } else { Self::Many(documents) }
    }

    fn has(&self, number: i64) -> bool {
        match self {
            Self::Few(numbers) => numbers.binary_search(&number).is_ok(),
            Self::Many(numbers) => numbers.contains(number),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Few(numbers) => size_of_val(numbers.as_slice()),
            Self::Many(numbers) => numbers.bytes(),
        }
    }
}

impl Having {
    /// The mentions and the videos that have it.
    pub(in crate::backend::columnar) fn new(mentions: Set, videos: Set) -> Self {
        Self { mentions: Documents::new(mentions), videos: Documents::new(videos) }
    }
}

impl<'a> ContextReader<'a> {
    /// Those that were read.
    pub(in crate::backend::columnar) fn new(words: &'a WordReader<'a>) -> Self {
        Self { words, known: BTreeMap::new() }
    }

    /// Entries, each as its tokens.
    pub(in crate::backend::columnar) fn context(&mut self, entries: &[Vec<String>]) -> Result<Context, QueryError> {
        let bytes: usize = self.known.values().map(|having| having.mentions.bytes() + having.videos.bytes()).sum();
        if bytes as u64 > KNOWN_WORDS_BYTES {
            self.known.retain(|word, _| entries.iter().any(|entry| entry.contains(word)));
        }
        for token in entries.iter().flatten() {
            if !self.known.contains_key(token) {
                let documents = |part| self.words.in_part(part, token);
                let having = Having::new(documents(Part::MentionText)?, documents(Part::VideoText)?);
                self.known.insert(token.clone(), Rc::new(having));
            }
        }
        Ok(Context::new(entries, &self.known))
    }
}

impl Context {
    /// Entries of words, each as its tokens, whose documents are known.
    pub(in crate::backend::columnar) fn new(entries: &[Vec<String>], known: &BTreeMap<String, Rc<Having>>) -> Self {
        let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
        let mut words = Vec::new();
        for token in entries.iter().flatten() {
            let Some(having) = known.get(token) else { continue };
            positions.entry(token).or_insert_with(|| {
                words.push(Rc::clone(having));
                words.len() - 1
            });
        }
        let of_entry = |entry: &Vec<String>| {
            entry.iter().filter_map(|token| positions.get(token.as_str()).copied()).collect::<Vec<_>>()
        };
        Self { words, entries: entries.iter().map(of_entry).collect() }
    }

    /// Whether a mention has every token of some entry: in its own text, or in the title or tags of its video; or whether
    /// nothing is required of it.
    pub(in crate::backend::columnar) fn passes(&self, number: i64, video: i64) -> bool {
        let has = |word: &usize| {
            self.words.get(*word).is_some_and(|having| having.mentions.has(number) || having.videos.has(video))
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
            let context = words.context(&entries).unwrap();
            [(1, 10), (2, 20), (3, 30), (4, 20)].map(|(number, video)| context.passes(number, video))
        };
        assert_eq!(passing(&["night cream"]), [false, true, false, false]);
        assert_eq!(passing(&["cream"]), [false, true, true, true]);
        assert_eq!(passing(&["night cream", "serum"]), [false, true, true, false]);
        assert_eq!(passing(&["milk"]), [false; 4]);
        assert_eq!(passing(&[]), [true; 4]);
    }
}
