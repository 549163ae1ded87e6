//! Full-text queries as expressions over the words of a text.

use super::scripts::is_unspaced;
use super::words::runs;
use super::{necessary, spelling, tokens};
use crate::base::boolean::{MIN_PREFIX_CHARACTERS, QueryParts, parse};
use crate::base::order;
use std::collections::BTreeSet;
use std::ops::Bound;

/// The most words that a prefix may stand for.
pub const MAX_PREFIX_WORDS: usize = 500;

/// A full-text query: what the text of a record must and must not have. Operands are sorted, so equal queries are
/// equal values.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextQuery {
    /// Words that follow one another in one part of the text. A single word is a phrase too, and a run of letters without
    /// blanks is the sequence of its tokens.
    Phrase(Vec<String>),
    /// Distinct words in any order and in any part of the text, with at most so many other words between the first and
    /// the last.
    Near(Vec<String>, u8),
    /// The beginning of words, and the words that begin with it, ascending. [`Self::expand`] lists them.
    Prefix(String, Vec<String>),
    /// All of some queries, at least one, and none of others.
    All {
        /// The queries that must match.
        with: Vec<Self>,
        /// The queries that must not match.
        without: Vec<Self>,
    },
    /// At least one of several queries.
    Any(Vec<Self>),
}

/// A word, prefix or phrase of a query, which a text has or has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phrase<'q> {
    /// Words that follow one another.
    Sequence(&'q [String]),
    /// Distinct words in any order, with at most so many other words between them.
    Near(&'q [String], u8),
    /// Words of which any one is enough. Their occurrences count as those of one word.
    OneOf(&'q [String]),
}

impl<'q> Phrase<'q> {
    /// Returns the words that must be looked up, each with its alternatives, of which a text needs one.
    pub fn necessary(self) -> impl Iterator<Item = &'q [String]> {
        let none: &[String] = &[];
        let (sequence, near, alternatives) = match self {
            Self::Sequence(words) => (words, none, None),
            Self::Near(words, _) => (none, words, None),
            Self::OneOf(words) => (none, none, Some(words)),
        };
        let each = necessary(sequence).map(|(_, word)| word).chain(near);
        each.map(std::slice::from_ref).chain(alternatives)
    }

    /// Returns true if the positions of words decide whether a text has it.
    pub fn needs_positions(self) -> bool {
        self.necessary().nth(1).is_some()
    }

    /// Returns the word with its alternatives, if no positions are needed.
    pub fn single_word(self) -> Option<&'q [String]> {
        self.necessary().next().filter(|_| !self.needs_positions())
    }
}

impl TextQuery {
    /// Parses a query that was checked. Words without letters and digits are ignored. Returns `None` if no other word
    /// must occur: such a query matches nothing.
    pub fn parse(q: &str) -> Option<Self> {
        let mut builder = Builder::default();
        parse(q.as_bytes(), &mut builder).ok()?;
        builder.operands.pop()?.query.filter(Self::requires_words)
    }

    /// Returns the canonical form: fully parenthesised, with operators written out and operands in order. Equal queries
    /// have the same. It is a query, and parses to an equal one.
    pub fn canonical(&self) -> String {
        let joined = |queries: &[Self], operator: &str| -> String {
            queries.iter().map(Self::canonical).collect::<Vec<_>>().join(operator)
        };
        match self {
            Self::Phrase(words) => match spelling(words) {
                words if words.contains(' ') => format!("\"{words}\""),
                word => word,
            },
            Self::Near(words, distance) => format!("\"{}\"~{distance}", words.join(" ")),
            Self::Prefix(prefix, _) => format!("{prefix}*"),
            Self::All { with, without } => {
                let excluded: String = without.iter().map(|query| format!(" AND NOT {}", query.canonical())).collect();
                format!("({}{excluded})", joined(with, " AND "))
            }
            Self::Any(queries) => format!("({})", joined(queries, " OR ")),
        }
    }

    /// Returns the prefixes in ascending order, without those that begin with another one.
    pub fn prefixes(&self) -> Vec<&str> {
        let mut prefixes = Vec::new();
        self.visit(&mut |query, _| prefixes.extend(query.as_prefix()), false);
        order::sort(&mut prefixes);
        prefixes.dedup_by(|next, shorter| next.starts_with(*shorter));
        prefixes
    }

    fn as_prefix(&self) -> Option<&str> {
        match self {
            Self::Prefix(prefix, _) => Some(prefix),
            Self::Phrase(_) | Self::Near(..) | Self::All { .. } | Self::Any(_) => None,
        }
    }

    /// Lists the words of each prefix: those of a vocabulary that begin with it.
    ///
    /// # Errors
    /// The first prefix that more than [`MAX_PREFIX_WORDS`] words begin with.
    pub fn expand(&mut self, vocabulary: &BTreeSet<String>) -> Result<(), String> {
        let is_too_short = |prefix: &&str| words_with(vocabulary, prefix).nth(MAX_PREFIX_WORDS).is_some();
        if let Some(prefix) = self.prefixes().into_iter().find(is_too_short) {
            return Err(prefix.to_owned());
        }
        self.list_words(vocabulary);
        Ok(())
    }

    fn list_words(&mut self, vocabulary: &BTreeSet<String>) {
        match self {
            Self::Phrase(_) | Self::Near(..) => {}
            Self::Prefix(prefix, words) => *words = words_with(vocabulary, prefix).cloned().collect(),
            Self::All { with, without } => {
                with.iter_mut().chain(without).for_each(|query| query.list_words(vocabulary));
            }
            Self::Any(queries) => queries.iter_mut().for_each(|query| query.list_words(vocabulary)),
        }
    }

    /// Returns the words and phrases that may occur, without those that are excluded, in the order of the query. A
    /// repeated one is listed again.
    pub fn phrases(&self) -> Vec<Phrase<'_>> {
        let mut phrases = Vec::new();
        self.visit(&mut |query, is_excluded| phrases.extend(query.as_phrase().filter(|_| !is_excluded)), false);
        phrases
    }

    /// Returns all words and phrases, with those that are excluded.
    pub fn all_phrases(&self) -> Vec<Phrase<'_>> {
        let mut phrases = Vec::new();
        self.visit(&mut |query, _| phrases.extend(query.as_phrase()), false);
        phrases
    }

    /// Returns the depth of nested alternatives and exclusions: 0 for words and phrases that must all occur.
    pub fn depth(&self) -> u64 {
        let deepest = |queries: &[Self]| queries.iter().map(Self::depth).max().unwrap_or(0);
        match self {
            Self::Phrase(_) | Self::Near(..) | Self::Prefix(..) => 0,
            Self::All { with, without } if without.is_empty() => deepest(with),
            Self::All { with, without } => deepest(with).max(deepest(without) + 1),
            Self::Any(queries) => deepest(queries) + 1,
        }
    }

    /// Returns the distinct words that must be looked up, with those that are excluded.
    pub fn all_words(&self) -> BTreeSet<&String> {
        order::set(self.all_phrases().into_iter().flat_map(Phrase::necessary).flatten())
    }

    /// Returns true if the positions of words decide whether a text matches.
    pub fn needs_positions(&self) -> bool {
        self.all_phrases().into_iter().any(Phrase::needs_positions)
    }

    /// Returns the query as a phrase, if it is one.
    pub fn as_phrase(&self) -> Option<Phrase<'_>> {
        match self {
            Self::Phrase(words) => Some(Phrase::Sequence(words)),
            Self::Near(words, distance) => Some(Phrase::Near(words, *distance)),
            Self::Prefix(_, words) => Some(Phrase::OneOf(words)),
            Self::All { .. } | Self::Any(_) => None,
        }
    }

    /// Returns the words and phrases if all of them must occur and nothing else is asked for.
    pub fn conjunction(&self) -> Option<Vec<Phrase<'_>>> {
        match self {
            Self::All { with, without } if without.is_empty() => with.iter().map(Self::as_phrase).collect(),
            _ => self.as_phrase().map(|phrase| vec![phrase]),
        }
    }

    /// Returns words of which each matching text has at least one, with the sum of their sizes: the choice for which
    /// this is smallest. `size` returns the size of a word with its alternatives. Returns `None` if a word without a size
    /// would be needed.
    pub fn cover(&self, size: &impl Fn(&[String]) -> Option<u64>) -> Option<Cover<'_>> {
        match self {
            Self::Phrase(_) | Self::Near(..) | Self::Prefix(..) => {
                let sized = self.as_phrase()?.necessary().filter_map(|words| Some((size(words)?, words)));
                let smallest = sized.min_by_key(|(size, _)| *size);
                smallest.map(|(size, words)| Cover { size, words: words.iter().collect() })
            }
            Self::All { with, .. } => with.iter().filter_map(|query| query.cover(size)).min_by_key(|cover| cover.size),
            Self::Any(queries) => queries.iter().try_fold(Cover::default(), |mut all, query| {
                let cover = query.cover(size)?;
                all.size = all.size.saturating_add(cover.size);
                all.words.extend(cover.words);
                Some(all)
            }),
        }
    }

    /// Visits the words, prefixes and phrases. Also passes true if they are excluded.
    fn visit<'q>(&'q self, visit: &mut impl FnMut(&'q Self, bool), is_excluded: bool) {
        match self {
            Self::Phrase(_) | Self::Near(..) | Self::Prefix(..) => visit(self, is_excluded),
            Self::All { with, without } => {
                with.iter().for_each(|query| query.visit(visit, is_excluded));
                without.iter().for_each(|query| query.visit(visit, true));
            }
            Self::Any(queries) => queries.iter().for_each(|query| query.visit(visit, is_excluded)),
        }
    }

    fn requires_words(&self) -> bool {
        !matches!(self, Self::All { with, .. } if with.is_empty())
    }
}

/// Words of which each matching text has at least one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cover<'q> {
    /// The sum of the sizes of the words.
    pub size: u64,
    /// The words.
    pub words: Vec<&'q String>,
}

/// Returns the words of a vocabulary that begin with a prefix.
fn words_with<'v>(vocabulary: &'v BTreeSet<String>, prefix: &str) -> impl Iterator<Item = &'v String> {
    let from = vocabulary.range::<str, _>((Bound::Included(prefix), Bound::Unbounded));
    from.take_while(move |word| word.starts_with(prefix))
}

/// An operand. Without a query, it had no words.
#[derive(Default)]
struct Operand {
    query: Option<TextQuery>,
    is_excluded: bool,
}

/// Builds a query from its parts in postfix order.
#[derive(Default)]
struct Builder {
    operands: Vec<Operand>,
}

impl Builder {
    fn push(&mut self, query: Option<TextQuery>) {
        self.operands.push(Operand { query, is_excluded: false });
    }

    fn take(&mut self, operands: usize) -> Vec<Operand> {
        self.operands.split_off(self.operands.len().saturating_sub(operands))
    }

    /// Adds that all words, each or as runs, and a prefix must match.
    fn require_words(&mut self, words: &[String], prefix: Option<String>) {
        let phrases = runs(words).map(|run| TextQuery::Phrase(run.to_vec()));
        let queries = phrases.chain(prefix.map(|prefix| TextQuery::Prefix(prefix, Vec::new())));
        self.require(queries.map(|query| Operand { query: Some(query), is_excluded: false }).collect());
    }

    /// Adds that all operands must match. A group that only excludes belongs to the group around it.
    fn require(&mut self, operands: Vec<Operand>) {
        let (mut all, mut none) = (Vec::new(), Vec::new());
        for Operand { query, is_excluded } in operands {
            match query {
                None => {}
                Some(query) if is_excluded => none.push(query),
                Some(TextQuery::All { with, without }) => {
                    all.extend(with);
                    none.extend(without);
                }
                Some(query) => all.push(query),
            }
        }
        order::sort(&mut all);
        order::sort(&mut none);
        none.dedup();
        let query = match (all.pop(), none.is_empty()) {
            (None, true) => None,
            (Some(single), true) if all.is_empty() => Some(single),
            (last, _) => {
                all.extend(last);
                Some(TextQuery::All { with: all, without: none })
            }
        };
        self.push(query);
    }
}

fn words(text: &[u8]) -> Vec<String> {
    tokens(std::str::from_utf8(text).unwrap_or_default())
}

impl QueryParts for Builder {
    fn word(&mut self, text: &[u8]) {
        self.require_words(&words(text), None);
    }

    fn prefix(&mut self, text: &[u8]) {
        let mut words = words(text);
        // A run without blanks is found as a part of a longer run anyway, and folding can shorten a word.
        let prefix = words.pop_if(|last| {
            last.chars().count() >= MIN_PREFIX_CHARACTERS && !last.chars().next().is_some_and(is_unspaced)
        });
        self.require_words(&words, prefix);
    }

    fn phrase(&mut self, text: &[u8]) {
        let words = words(text);
        self.push((!words.is_empty()).then_some(TextQuery::Phrase(words)));
    }

    fn near(&mut self, text: &[u8], distance: u8) {
        let all = words(text);
        let distinct = order::set(necessary(&all).map(|(_, word)| word));
        self.push(match distinct.len() {
            0 => None,
            1 => distinct.first().map(|word| TextQuery::Phrase(tokens(word))),
            _ => Some(TextQuery::Near(distinct.into_iter().cloned().collect(), distance)),
        });
    }

    fn not(&mut self) {
        if let Some(operand) = self.operands.last_mut() {
            operand.query.take_if(|query| !query.requires_words());
            operand.is_excluded = true;
        }
    }

    fn all(&mut self, operands: usize) {
        let operands = self.take(operands);
        self.require(operands);
    }

    fn any(&mut self, operands: usize) {
        let mut queries = Vec::new();
        for query in self.take(operands).into_iter().filter_map(|operand| operand.query) {
            match query {
                TextQuery::Any(inner) => queries.extend(inner),
                query if query.requires_words() => queries.push(query),
                _ => {}
            }
        }
        order::sort(&mut queries);
        let query = match queries.pop() {
            Some(single) if queries.is_empty() => Some(single),
            last => last.map(|last| {
                queries.push(last);
                TextQuery::Any(queries)
            }),
        };
        self.push(query);
    }
}
