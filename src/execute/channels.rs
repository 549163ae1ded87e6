//! Channels: groups by channel become groups by name or by uid.

use super::StoreError;
use super::by_number::ByNumber;
use super::rows::documents;
use super::tally::Group;
use crate::pack::{Column, MISSING};
use crate::store::Row;
use std::collections::hash_map::Entry;

/// The number of the name or uid of every channel.
#[derive(Debug, Default)]
pub(super) struct Channels {
    member: ByNumber<i64>,
}

/// The member of a channel that a field names.
pub(super) fn member_of(field: &str) -> Option<(Column, usize)> {
    match field {
        "channel_name" => Some((Column::ChannelName, 0)),
        "channel_uid" => Some((Column::ChannelUid, 1)),
        _ => None,
    }
}

impl Channels {
    /// Reads the rows of channels for one of their members.
    pub(super) fn new(rows: &[Row], member: Column) -> Result<Self, StoreError> {
        let mut all = Self::default();
        for row in rows {
            let channels = documents(row, &[Column::Number, member])?;
            let pairs = channels.numbers(Column::Number)?.iter().zip(channels.numbers(member)?);
            all.member.extend(pairs.filter(|(_, member)| **member != MISSING));
        }
        Ok(all)
    }

    /// The number of the member of a channel; `None` when the channel has none.
    pub(super) fn member(&self, channel: i64) -> Option<i64> {
        self.member.get(&channel).copied()
    }

    /// Puts groups of channels with the same member together. Each comes with one of its channels, whose names tell
    /// the member's.
    pub(super) fn put_together(&self, groups: ByNumber<Group>) -> ByNumber<(i64, Group)> {
        let mut together: ByNumber<(i64, Group)> = ByNumber::default();
        for (channel, group) in groups {
            let Some(member) = self.member(channel) else { continue };
            match together.entry(member) {
                Entry::Occupied(mut entry) => entry.get_mut().1.merge(group),
                Entry::Vacant(entry) => {
                    entry.insert((channel, group));
                }
            }
        }
        together
    }
}
