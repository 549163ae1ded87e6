//! Numbers the names of a delta segment: known names keep their numbers, new names get numbers between them.

use super::super::vocabulary::public_id_of_channel;
use super::super::{Channels, NONE, RankedNames, WriteError};
use super::numbers::between;
use super::served::{VersionReader, chunks, corrupt, damaged, names};
use crate::segment::{ChunkKind, Column, Dictionary, MISSING, RecordBatch};
use serde_json::Value;
use std::collections::BTreeMap;

/// The numbers of a column's names, and which names are new.
#[derive(Default)]
pub(super) struct NumberedNames {
    /// The number of the name at each position.
    pub(super) numbers: Vec<i64>,
    /// The positions of new names.
    pub(super) new: Vec<u32>,
}

/// Numbers names by the served dictionary. Returns `None` if there are not enough free numbers.
pub(super) fn number_names(
    served: &mut impl VersionReader,
    of: Dictionary,
    column: &RankedNames,
) -> Result<Option<NumberedNames>, WriteError> {
    let text = |(name, number): (Value, i64)| Some((name.as_str()?.to_owned(), number));
    // An erased name has left a null.
    let named = names(served, of)?.into_iter().filter(|(name, _)| !name.is_null());
    let known: Option<BTreeMap<String, i64>> = named.map(text).collect();
    let known = known.ok_or_else(|| damaged("a name is none"))?;
    let keys: Vec<String> = column.iter().map(|(name, _)| name.to_owned()).collect();
    Ok(number(&known, &keys))
}

/// Returns the number of each key, known or new; keys must ascend. Returns `None` if there are not enough free numbers.
pub(super) fn number<K: Ord + Clone>(known: &BTreeMap<K, i64>, keys: &[K]) -> Option<NumberedNames> {
    let (positions, new): (Vec<u32>, Vec<K>) =
        (0..).zip(keys).filter(|(_, key)| !known.contains_key(*key)).map(|(at, key)| (at, key.clone())).unzip();
    let mut fresh = between(known, &new)?.into_iter();
    let numbers = keys.iter().map(|key| known.get(key).copied().or_else(|| fresh.next())).collect::<Option<_>>()?;
    Some(NumberedNames { numbers, new: positions })
}

/// Numbered channels, and the chunk of channels that no served row has.
pub(super) struct NumberedChannels {
    pub(super) channels: NumberedNames,
    /// The name and uid of each channel.
    pub(super) pairs: Vec<Pair>,
    /// The channels that no served row has; they become one row.
    pub(super) chunk: RecordBatch,
}

/// A channel's name and uid.
pub(super) type Pair = (Option<String>, Option<String>);

/// Numbers channels by the served dictionary. Returns `None` if there are not enough free numbers.
pub(super) fn channels(
    served: &mut impl VersionReader,
    revision: i64,
    channels: &Channels,
) -> Result<Option<NumberedChannels>, WriteError> {
    let pairs: Vec<Pair> = channels.pairs.iter().map(|(name, uid)| pair(channels, *name, *uid)).collect();
    let known: Option<BTreeMap<Pair, i64>> =
        names(served, Dictionary::Channels)?.into_iter().map(parse_channel).collect();
    let known = known.ok_or_else(|| damaged("a channel is none"))?;

    let kind = ChunkKind::Channels;
    let mut members: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    let columns = [Column::NUMBER, Column::CHANNEL_NAME, Column::CHANNEL_UID];
    for chunk in chunks(served, (kind.id(0, 0), kind.last_id(revision - 1)), &columns)? {
        let column = |column| chunk.numbers(column).map_err(corrupt);
        let both = column(Column::CHANNEL_NAME)?.iter().zip(column(Column::CHANNEL_UID)?);
        members.extend(column(Column::NUMBER)?.iter().copied().zip(both.map(|(name, uid)| (*name, *uid))));
    }
    // A channel without a row of channels counts as unknown there, even if the dictionary has it.
    let in_rows = known.iter().filter_map(|(pair, number)| Some((pair, members.get(number)?)));
    let (mut names, mut uids) = (BTreeMap::new(), BTreeMap::new());
    for ((name, uid), (name_number, uid_number)) in in_rows {
        names.extend(name.clone().map(|name| (name, *name_number)));
        uids.extend(uid.clone().map(|uid| (uid, *uid_number)));
    }

    let Some(numbered) = number(&known, &pairs) else { return Ok(None) };
    let lacking: Vec<(i64, &Pair)> =
        numbered.numbers.iter().copied().zip(&pairs).filter(|(number, _)| !members.contains_key(number)).collect();
    let of_names = member_numbers(names, lacking.iter().filter_map(|(_, (name, _))| name.clone()));
    let of_uids = member_numbers(uids, lacking.iter().filter_map(|(_, (_, uid))| uid.clone()));
    let (Some(of_names), Some(of_uids)) = (of_names, of_uids) else { return Ok(None) };
    let column = |of: &BTreeMap<String, i64>, member: fn(&Pair) -> &Option<String>| {
        let numbers = lacking.iter().map(|(_, pair)| member(pair).as_ref().and_then(|text| of.get(text)).copied());
        numbers.map(|number| number.unwrap_or(MISSING)).collect::<Vec<i64>>()
    };
    let public_id = |(name, uid): &Pair| public_id_of_channel(name.as_deref(), uid.as_deref());
    let chunk = RecordBatch::new(lacking.len())
        .with_numbers(Column::NUMBER, lacking.iter().map(|(number, _)| *number).collect())
        .with_numbers(Column::CHANNEL_NAME, column(&of_names, |pair| &pair.0))
        .with_numbers(Column::CHANNEL_UID, column(&of_uids, |pair| &pair.1))
        .with_numbers(Column::PUBLIC_ID, lacking.iter().map(|(_, pair)| public_id(pair)).collect());
    Ok(Some(NumberedChannels { channels: numbered, pairs, chunk }))
}

/// Adds numbers for more names or uids.
fn member_numbers(
    mut known: BTreeMap<String, i64>,
    more: impl Iterator<Item = String>,
) -> Option<BTreeMap<String, i64>> {
    let mut new: Vec<String> = more.filter(|text| !known.contains_key(text)).collect();
    new.sort_unstable();
    new.dedup();
    let numbers = between(&known, &new)?;
    known.extend(new.into_iter().zip(numbers));
    Some(known)
}

fn pair(channels: &Channels, name: u32, uid: u32) -> Pair {
    let text = |names: &RankedNames, rank: u32| (rank != NONE).then(|| names.name(rank).map(str::to_owned)).flatten();
    (text(&channels.names, name), text(&channels.uids, uid))
}

fn parse_channel((pair, number): (Value, i64)) -> Option<(Pair, i64)> {
    let text = |at: usize| match pair.get(at)? {
        Value::Null => Some(None),
        value => value.as_str().map(|text| Some(text.to_owned())),
    };
    Some(((text(0)?, text(1)?), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_keep_their_numbers() {
        let known = BTreeMap::from([("a", 4_096), ("c", 8_192)]);
        let named = number(&known, &["a", "b", "c"]).unwrap();
        assert_eq!((named.numbers, named.new), (vec![4_096, 6_144, 8_192], vec![1]));
    }
}
