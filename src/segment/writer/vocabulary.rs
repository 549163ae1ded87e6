//! Names in code-point order, which decides their numbers.

use super::{Interner, NONE, TextSymbol, WriteError};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::segment::{Column, Dictionary, MAX_NAMES, MISSING, term_fields};
use crate::spec::{Field, Index};
use std::collections::HashMap;

/// The names of a column that some record has, in code-point order. A name's position decides its number.
pub(super) struct RankedNames {
    interner: Interner,
    symbols: Vec<TextSymbol>,
    documents: Vec<u64>,
}

impl RankedNames {
    /// Sorts the names that occur, and turns the symbols in `values` into positions.
    pub(super) fn rank(interner: Interner, values: &mut [u32]) -> Self {
        let mut counts = vec![0_u64; interner.len()];
        for symbol in values.iter() {
            if let Some(count) = counts.get_mut(*symbol as usize) {
                *count += 1;
            }
        }
        let used = |symbol: &TextSymbol| counts.get(*symbol as usize).is_some_and(|count| *count > 0);
        let symbols = interner.sort((0..interner.len() as TextSymbol).filter(used));
        let documents = symbols.iter().map(|symbol| counts.get(*symbol as usize).copied().unwrap_or(0)).collect();
        let ranks = inverse(&symbols, interner.len());
        values.iter_mut().for_each(|value| *value = ranks.get(*value as usize).copied().unwrap_or(NONE));
        Self { interner, symbols, documents }
    }

    pub(super) fn len(&self) -> usize {
        self.symbols.len()
    }

    pub(super) fn name(&self, rank: u32) -> Option<&str> {
        self.symbols.get(rank as usize).map(|symbol| self.interner.text(*symbol))
    }

    /// Returns all names in order, with how many records have them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        let texts = self.symbols.iter().map(|symbol| self.interner.text(*symbol));
        texts.zip(self.documents.iter().copied())
    }
}

/// Returns the position of each symbol below `length`.
pub(super) fn inverse(symbols: &[TextSymbol], length: usize) -> Vec<u32> {
    let mut ranks = vec![NONE; length];
    for (rank, symbol) in symbols.iter().enumerate() {
        if let Some(place) = ranks.get_mut(*symbol as usize) {
            // The cast is lossless: there are no more positions than symbols.
            *place = rank as u32;
        }
    }
    ranks
}

/// The distinct pairs of a channel's name and uid, sorted by name, then uid, missing first.
pub(super) struct Channels {
    pub(super) names: RankedNames,
    pub(super) uids: RankedNames,
    /// The positions of each channel's name and uid.
    pub(super) pairs: Vec<(u32, u32)>,
}

impl Channels {
    /// Collects the channels of records from the positions of names and uids. Also returns the channel of each record.
    pub(super) fn of(names: (RankedNames, Vec<u32>), uids: (RankedNames, Vec<u32>)) -> (Self, Vec<u32>) {
        let pairs = || names.1.iter().copied().zip(uids.1.iter().copied());
        let mut ranks: HashMap<(u32, u32), u32> = pairs().map(|pair| (pair, NONE)).collect();
        let mut ordered: Vec<(u32, u32)> = ranks.keys().copied().collect();
        // `NONE` is the largest position; adding one wraps it to 0, so missing comes first.
        ordered.sort_unstable_by_key(|(name, uid)| (name.wrapping_add(1), uid.wrapping_add(1)));
        for (rank, pair) in ordered.iter().enumerate() {
            ranks.insert(*pair, rank as u32);
        }
        let of_documents = pairs().map(|pair| ranks.get(&pair).copied().unwrap_or(NONE)).collect();
        (Self { names: names.0, uids: uids.0, pairs: ordered }, of_documents)
    }
}

impl Channels {
    /// Returns the bits of the public id of each channel's influencer.
    pub(super) fn public_ids(&self) -> impl Iterator<Item = i64> + '_ {
        self.pairs.iter().map(|(name, uid)| public_id_of_channel(self.names.name(*name), self.uids.name(*uid)))
    }
}

/// Returns the bits of the public id of a channel's influencer. It is made from the uid, or from the name if there is
/// no uid.
pub(super) fn public_id_of_channel(name: Option<&str>, uid: Option<&str>) -> i64 {
    uid.or(name).map_or(MISSING, |key| PublicId::of(IdKind::Influencer, key).bits())
}

/// All names of a dataset.
pub(super) struct NameVocabulary {
    /// The names of each dictionary except that of channels, in the order of dictionaries.
    names: Vec<(Dictionary, RankedNames)>,
    /// The values of tuple fields, which records have in their tuples.
    pub(super) of_tuples: Vec<(Index, &'static Field, RankedNames)>,
    pub(super) channels: Channels,
}

impl NameVocabulary {
    /// Collects all names. Fails if there are more than ids can number.
    pub(super) fn new(
        names: impl IntoIterator<Item = (Index, Column, RankedNames)>,
        of_tuples: Vec<(Index, &'static Field, RankedNames)>,
        channels: Channels,
    ) -> Result<Self, WriteError> {
        let names = names.into_iter().map(|(index, column, names)| (Dictionary::Names(index, column), names));
        let mut names: Vec<(Dictionary, RankedNames)> = names.collect();
        names.sort_by_key(|(dictionary, _)| dictionary.id(0));
        let sizes = names.iter().map(|(_, names)| names.len()).chain([channels.pairs.len()]);
        if sizes.max() > Some(MAX_NAMES) {
            return Err(WriteError::TooMany("names".to_owned()));
        }
        Ok(Self { names, of_tuples, channels })
    }

    pub(super) fn names(&self, of: Dictionary) -> Option<&RankedNames> {
        self.names.iter().find(|(known, _)| *known == of).map(|(_, names)| names)
    }

    /// Returns the names of every dictionary except that of channels, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (Dictionary, &RankedNames)> {
        self.names.iter().map(|(of, names)| (*of, names))
    }

    /// Returns the names of mentions that terms are made from, with their fields, in the order of [`term_fields`].
    pub(super) fn term_names(&self) -> impl Iterator<Item = (&'static Field, &RankedNames)> {
        term_fields().into_iter().filter_map(|field| {
            let of_tuple =
                self.of_tuples.iter().find(|(index, known, _)| (*index, *known) == (Index::BusinessIdeas, field));
            let names = || self.names(Dictionary::Names(Index::BusinessIdeas, Column::from_name(field.name)?));
            Some((field, of_tuple.map(|(.., names)| names).or_else(names)?))
        })
    }
}
