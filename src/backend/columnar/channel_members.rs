//! Maps channels to their names or uids, for groups by one of these.

use super::by_number::ByNumber;
use super::decoded_key::DecodedKey;
use super::names::{NameSource, NamesByNumber, names_statement};
use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::set::Set;
use crate::backend::columnar::plan::Operator;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING, SPACING, number_at, position_of};
use crate::spec::{Field, Index};
use crate::sql::single;
use std::rc::Rc;

/// The most channels that the vector maps; it takes at most 16 MB.
const MAX_POSITIONS: usize = 1 << 22;
/// The entry of a channel without a member.
const NONE: u32 = u32::MAX;

/// A map from channels to one of their members: the number of the name, or that of the uid.
#[derive(Debug, Default)]
pub(super) struct ChannelMembers {
    /// The position of the member, by the position of the channel. Both numbers are of the base segment.
    members: Vec<u32>,
    /// All other channels, by number.
    others: ByNumber<i64>,
}

/// Returns the column of the member of channels that a field holds, and its position in a channel's row of names.
pub(super) fn member_column(field: &str) -> Option<(Column, usize)> {
    match field {
        "channel_name" => Some((Column::CHANNEL_NAME, 0)),
        "channel_uid" => Some((Column::CHANNEL_UID, 1)),
        _ => None,
    }
}

/// Returns the position of a number of the base segment; `None` for a number that was inserted later.
fn base_position(number: i64) -> Option<usize> {
    let position = position_of(number);
    (number > 0 && number % SPACING == 0 && position < MAX_POSITIONS).then_some(position)
}

/// Returns the names of the entities that a field groups by. For a field of channels, the entities are members.
pub(super) async fn entity_names(
    reader: &Reader<'_>,
    (index, field): (Index, &Field),
    channels: Option<&ChannelMembers>,
    entities: &[i64],
) -> Result<Vec<String>, QueryError> {
    if entities.is_empty() {
        return Ok(Vec::new());
    }
    let source = Column::of_field(index, field).and_then(|column| NameSource::of_column(index, column));
    let source = source.ok_or(Corrupt("a column has no names"))?;
    // The name of a member is read from one of its channels.
    let channel_of = channels.map(|channels| channels.channels_of(entities.iter().copied()));
    let number = |entity: &i64| channel_of.as_ref().map_or(Some(*entity), |channel_of| channel_of.get(entity).copied());
    let numbers: Option<Vec<i64>> = entities.iter().map(number).collect();
    let numbers = numbers.ok_or(Corrupt("a member has no channel"))?;
    let statement = names_statement(reader.generation()?, source, numbers.iter().copied());
    let names = NamesByNumber::new(reader, source, single(reader.read(vec![statement]).await?)?)?;
    let name = |number: &i64| match member_column(field.name) {
        Some((_, position)) => names.of_channel(*number, position),
        None => names.name(*number),
    };
    numbers.iter().map(name).collect()
}

impl ChannelMembers {
    /// Creates the map from the rows of a plan, if the field is a member of channels.
    pub(super) fn of(reader: &Reader<'_>, plan_rows: &PlanRows, field: &Field) -> Result<Option<Rc<Self>>, QueryError> {
        let Some((member, _)) = member_column(field.name) else { return Ok(None) };
        let decode = || {
            let channels = Self::new(plan_rows, member)?;
            let bytes = channels.bytes();
            Ok((channels, bytes))
        };
        reader.decoded(DecodedKey::Channels(member), decode).map(Some)
    }

    /// Returns the memory that the map takes.
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.members.capacity() * size_of::<u32>()
            + self.others.capacity() * size_of::<(i64, i64, u8)>()
    }

    /// Creates the map from the rows of channels.
    fn new(plan_rows: &PlanRows, member: Column) -> Result<Self, QueryError> {
        let mut all = Self::default();
        for row in plan_rows.rows_for(&Operator::Channels) {
            let channels = plan_rows.documents(row, &[Column::NUMBER, member])?;
            let pairs = channels.numbers(Column::NUMBER)?.iter().zip(channels.numbers(member)?);
            pairs.filter(|(_, member)| **member != MISSING).for_each(|(channel, member)| all.add(*channel, *member));
        }
        all.members.shrink_to_fit();
        Ok(all)
    }

    fn add(&mut self, channel: i64, member: i64) {
        let (Some(channel_at), Some(member_at)) = (base_position(channel), base_position(member)) else {
            self.others.insert(channel, member);
            return;
        };
        if self.members.len() <= channel_at {
            self.members.resize(channel_at + 1, NONE);
        }
        if let (Some(known), Ok(member_at)) = (self.members.get_mut(channel_at), u32::try_from(member_at)) {
            *known = member_at;
        }
    }

    /// Returns the number of the member of a channel; `None` if the channel has none.
    pub(super) fn member(&self, channel: i64) -> Option<i64> {
        let known = base_position(channel).and_then(|at| self.members.get(at)).filter(|member| **member != NONE);
        match known {
            Some(member) => Some(number_at(*member as usize)),
            None => self.others.get(&channel).copied(),
        }
    }

    /// Returns the members of all channels. A member may come more than once.
    pub(super) fn members(&self) -> impl Iterator<Item = i64> {
        let known = self.members.iter().filter(|member| **member != NONE).map(|member| number_at(*member as usize));
        known.chain(self.others.values().copied())
    }

    /// Returns one channel of each of some members. The names of the channel contain the member's name.
    fn channels_of(&self, members: impl Iterator<Item = i64>) -> ByNumber<i64> {
        let wanted: Set = members.collect();
        let known = self.members.iter().enumerate().filter(|(_, member)| **member != NONE);
        let known = known.map(|(channel, member)| (number_at(*member as usize), number_at(channel)));
        let others = self.others.iter().map(|(channel, member)| (*member, *channel));
        known.chain(others).filter(|(member, _)| wanted.contains(*member)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_channel_has_its_member_and_every_member_one_of_its_channels() {
        let mut channels = ChannelMembers::default();
        let pairs = [(4_096, 8_192), (8_192, 8_192), (16_384, 4_099), (4_100, 4_096), (4_101, 4_099)];
        pairs.into_iter().for_each(|(channel, member)| channels.add(channel, member));
        assert!(pairs.into_iter().all(|(channel, member)| channels.member(channel) == Some(member)));
        assert_eq!([12_288, 20_480, 4_102].map(|channel| channels.member(channel)), [None; 3]);
        let channel_of = channels.channels_of([8_192, 4_099, 4_096, 12_288].into_iter());
        assert_eq!(channel_of.len(), 3);
        assert!(channel_of.iter().all(|(member, channel)| pairs.contains(&(*channel, *member))));
    }
}
