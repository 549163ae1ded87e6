//! Channels: what is by channel becomes by name or by uid.

use super::by_number::ByNumber;
use super::fetch::Fetched;
use super::names::{NameSource, NamesByNumber, names_statement};
use super::reader::Reader;
use super::rows::documents;
use super::set::Set;
use crate::backend::columnar::plan::Operator;
use crate::query::QueryError;
use crate::segment::{Column, Corrupt, MISSING, SPACING, number_at, position_of};
use crate::spec::{Field, Index};
use crate::sql::{Row, single};

/// Channels that have a place of their own, at most: sixteen megabytes of them.
const MAX_PLACES: usize = 1 << 22;
/// What stands for no member.
const NONE: u32 = u32::MAX;

/// The number of the name or uid of every channel.
#[derive(Debug, Default)]
pub(super) struct Channels {
    /// By the position of the channel: the position of its member. Both were numbered anew.
    members: Vec<u32>,
    /// Of channels of which that is not so.
    others: ByNumber<i64>,
}

/// The member of a channel that a field names.
pub(super) fn member_of(field: &str) -> Option<(Column, usize)> {
    match field {
        "channel_name" => Some((Column::CHANNEL_NAME, 0)),
        "channel_uid" => Some((Column::CHANNEL_UID, 1)),
        _ => None,
    }
}

/// The position of what was numbered anew.
fn place(number: i64) -> Option<usize> {
    let place = position_of(number);
    (number > 0 && number % SPACING == 0 && place < MAX_PLACES).then_some(place)
}

/// The names of entities of a column, which are channels where they are of one of their members.
pub(super) async fn names_of(
    reader: &Reader<'_>,
    (index, field): (Index, &Field),
    channels: Option<&Channels>,
    entities: &[i64],
) -> Result<Vec<String>, QueryError> {
    if entities.is_empty() {
        return Ok(Vec::new());
    }
    let of = Column::of_field(index, field).and_then(|column| NameSource::of_column(index, column));
    let of = of.ok_or(Corrupt("a column has no names"))?;
    // A member is named by one of its channels.
    let with = channels.map(|channels| channels.with(entities.iter().copied()));
    let number = |entity: &i64| with.as_ref().map_or(Some(*entity), |with| with.get(entity).copied());
    let numbers: Option<Vec<i64>> = entities.iter().map(number).collect();
    let numbers = numbers.ok_or(Corrupt("a member has no channel"))?;
    let statement = names_statement(reader.generation()?, of, numbers.iter().copied());
    let names = NamesByNumber::new(of, single(reader.read(vec![statement]).await?)?)?;
    let name = |number: &i64| match member_of(field.name) {
        Some((_, at)) => names.of_channel(*number, at),
        None => names.name(*number),
    };
    numbers.iter().map(name).collect()
}

impl Channels {
    /// Those that were read for a field, if it is a member of channels.
    pub(super) fn of(fetched: &Fetched, field: &Field) -> Result<Option<Self>, QueryError> {
        let member = member_of(field.name);
        member.map(|(member, _)| Self::new(fetched.rows_for(&Operator::Channels), member)).transpose()
    }

    /// Reads the rows of channels for one of their members.
    fn new(rows: &[Row], member: Column) -> Result<Self, QueryError> {
        let mut all = Self::default();
        for row in rows {
            let channels = documents(row, &[Column::NUMBER, member])?;
            let pairs = channels.numbers(Column::NUMBER)?.iter().zip(channels.numbers(member)?);
            pairs.filter(|(_, member)| **member != MISSING).for_each(|(channel, member)| all.add(*channel, *member));
        }
        Ok(all)
    }

    fn add(&mut self, channel: i64, member: i64) {
        let (Some(channel_at), Some(member_at)) = (place(channel), place(member)) else {
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

    /// The number of the member of a channel; `None` when the channel has none.
    pub(super) fn member(&self, channel: i64) -> Option<i64> {
        let known = place(channel).and_then(|at| self.members.get(at)).filter(|member| **member != NONE);
        match known {
            Some(member) => Some(number_at(*member as usize)),
            None => self.others.get(&channel).copied(),
        }
    }

    /// For each of some members one of its channels, whose names tell the member's.
    pub(super) fn with(&self, members: impl Iterator<Item = i64>) -> ByNumber<i64> {
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
        let mut channels = Channels::default();
        let pairs = [(4_096, 8_192), (8_192, 8_192), (16_384, 4_099), (4_100, 4_096), (4_101, 4_099)];
        pairs.into_iter().for_each(|(channel, member)| channels.add(channel, member));
        assert!(pairs.into_iter().all(|(channel, member)| channels.member(channel) == Some(member)));
        assert_eq!([12_288, 20_480, 4_102].map(|channel| channels.member(channel)), [None; 3]);
        let with = channels.with([8_192, 4_099, 4_096, 12_288].into_iter());
        assert_eq!(with.len(), 3);
        assert!(with.iter().all(|(member, channel)| pairs.contains(&(*channel, *member))));
    }
}
