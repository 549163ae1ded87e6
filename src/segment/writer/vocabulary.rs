//! Names in order: what their numbers mean.

use super::WriteError;
use super::intern::{Interner, NONE, Symbol};
use crate::segment::MAX_NAMES;
use std::collections::HashMap;

/// The names of a column that some document has, in code-point order. A name's position makes its number.
pub(super) struct RankedNames {
    interner: Interner,
    symbols: Vec<Symbol>,
    documents: Vec<u64>,
}

impl RankedNames {
    /// Puts the names that documents have in order, and turns the symbols into positions.
    pub(super) fn rank(interner: Interner, values: &mut [u32]) -> Self {
        let mut counts = vec![0_u64; interner.len()];
        for symbol in values.iter() {
            if let Some(count) = counts.get_mut(*symbol as usize) {
                *count += 1;
            }
        }
        let used = |symbol: &Symbol| counts.get(*symbol as usize).is_some_and(|count| *count > 0);
        let symbols = interner.sort((0..interner.len() as Symbol).filter(used));
        let documents = symbols.iter().map(|symbol| counts.get(*symbol as usize).copied().unwrap_or(0)).collect();
        let ranks = inverse(&symbols, interner.len());
        values.iter_mut().for_each(|value| *value = ranks.get(*value as usize).copied().unwrap_or(NONE));
        Self { interner, symbols, documents }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// The name at a position.
    pub(super) fn name(&self, rank: u32) -> Option<&str> {
        self.symbols.get(rank as usize).map(|symbol| self.interner.text(*symbol))
    }

    /// All names in order, with how many documents have them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        let texts = self.symbols.iter().map(|symbol| self.interner.text(*symbol));
        texts.zip(self.documents.iter().copied())
    }
}

/// Where each of so many symbols stands.
pub(super) fn inverse(symbols: &[Symbol], length: usize) -> Vec<u32> {
    let mut ranks = vec![NONE; length];
    for (rank, symbol) in symbols.iter().enumerate() {
        if let Some(place) = ranks.get_mut(*symbol as usize) {
            // There are no more positions than symbols.
            *place = rank as u32;
        }
    }
    ranks
}

/// The distinct pairs of a channel's name and uid, in the order of name, then uid, missing first.
pub(super) struct Channels {
    pub(super) names: RankedNames,
    pub(super) uids: RankedNames,
    /// Positions of the name and the uid of each channel.
    pub(super) pairs: Vec<(u32, u32)>,
}

impl Channels {
    /// The channels of documents, and the channel of each, from positions of names and uids.
    pub(super) fn of(names: (RankedNames, Vec<u32>), uids: (RankedNames, Vec<u32>)) -> (Self, Vec<u32>) {
        let pairs = || names.1.iter().copied().zip(uids.1.iter().copied());
        let mut ranks: HashMap<(u32, u32), u32> = pairs().map(|pair| (pair, NONE)).collect();
        let mut ordered: Vec<(u32, u32)> = ranks.keys().copied().collect();
        // Missing is the largest position, and comes first when one is added.
        ordered.sort_unstable_by_key(|(name, uid)| (name.wrapping_add(1), uid.wrapping_add(1)));
        for (rank, pair) in ordered.iter().enumerate() {
            ranks.insert(*pair, rank as u32);
        }
        let of_documents = pairs().map(|pair| ranks.get(&pair).copied().unwrap_or(NONE)).collect();
        (Self { names: names.0, uids: uids.0, pairs: ordered }, of_documents)
    }
}

/// All names of a dataset.
pub(super) struct Vocabulary {
    pub(super) brands: RankedNames,
    pub(super) components: RankedNames,
    pub(super) topics: RankedNames,
    /// Of mentions. Documents have it in their tuple.
    pub(super) mention_categories: RankedNames,
    pub(super) tags: RankedNames,
    /// Of snapshots.
    pub(super) categories: RankedNames,
    pub(super) channels: Channels,
}

impl Vocabulary {
    /// Checks that ids have room for all names.
    pub(super) fn check(&self) -> Result<(), WriteError> {
        let sizes = [
            ("brands", self.brands.len()),
            ("components", self.components.len()),
            ("topics", self.topics.len()),
            ("tags", self.tags.len()),
            ("categories of creators", self.categories.len()),
            ("channels", self.channels.pairs.len()),
        ];
        match sizes.into_iter().find(|(_, size)| *size > MAX_NAMES) {
            Some((what, _)) => Err(WriteError::TooMany(what.to_owned())),
            None => Ok(()),
        }
    }
}
