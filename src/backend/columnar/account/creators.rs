//! Creators of mentions, with values of their newest snapshot. Channels with the same uid, or else the same name, are
//! one creator.

use super::super::by_number::ByNumber;
use super::super::names::{manifest, manifest_statement};
use super::super::reader::Reader;
use super::super::rows::{documents, length};
use super::super::statements::statements;
use super::counters::{known_value, value_at};
use crate::backend::columnar::plan::TableRead;
use crate::query::DatasetVersion;
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, MISSING, RecordBatch, SPACING, number_at, position_of};
use crate::spec::{AccountOperation, Index};

const INDEX: Index = Index::ContentCreator;
/// The columns of snapshots for operations on influencers.
const INFLUENCER_COLUMNS: &[Column] = &[
    Column::CREATOR,
    Column::PUBLIC_ID,
    Column::TUPLE,
    Column::NUMBER,
    Column::CATEGORIES,
    Column::SUBSCRIBER_COUNT,
    Column::ENGAGEMENT_RATE_VIEWERS,
];
/// The columns of snapshots for other operations.
const CREATOR_COLUMNS: &[Column] = &[Column::CREATOR, Column::PUBLIC_ID, Column::TUPLE];

/// Bytes of a channel and of its creator: both numbers, the public id, the location, and twice the packed columns.
const CHANNEL_BYTES: u64 = 48;
/// Bytes of a value of a snapshot, unpacked and packed.
const VALUE_BYTES: u64 = 12;

/// The creators of a version. A creator is numbered by its position in the order of public ids.
#[derive(Debug)]
pub(super) struct Creators {
    ids: Vec<i64>,
    /// The creator of each channel.
    of_channel: CreatorByChannel,
    /// The newest snapshots, row by row.
    snapshots: Vec<RecordBatch>,
    /// The location of each creator's snapshot: the row in `snapshots`, and the position in that row.
    locations: Vec<Option<(u32, u32)>>,
    /// All countries, and for each tuple of snapshots the position of its country.
    countries: (Vec<String>, Vec<i64>),
}

/// The creator of each channel. Channels that a full import numbered are in a list, because their numbers are evenly
/// spaced. Channels that increments inserted are in a map.
#[derive(Debug, Default)]
struct CreatorByChannel {
    spaced: Vec<i64>,
    others: ByNumber<i64>,
}

/// The maximum length of the list, which limits memory if a row is damaged.
const MAX_SPACED_CHANNELS: usize = 1 << 22;

impl CreatorByChannel {
    /// Returns the position of a channel in the list, if it belongs there.
    fn list_position(channel: i64) -> Option<usize> {
        let is_spaced = channel > 0 && channel % SPACING == 0;
        Some(position_of(channel)).filter(|position| is_spaced && *position < MAX_SPACED_CHANNELS)
    }

    fn insert(&mut self, channel: i64, creator: i64) {
        let Some(position) = Self::list_position(channel) else {
            self.others.insert(channel, creator);
            return;
        };
        if self.spaced.len() <= position {
            self.spaced.resize(position + 1, MISSING);
        }
        if let Some(known) = self.spaced.get_mut(position) {
            *known = creator;
        }
    }

    fn get(&self, channel: i64) -> i64 {
        let creator = Self::list_position(channel)
            .map_or_else(|| self.others.get(&channel), |position| self.spaced.get(position));
        creator.copied().unwrap_or(MISSING)
    }

    fn iter(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let spaced = self.spaced.iter().enumerate().map(|(position, creator)| (number_at(position), *creator));
        spaced.chain(self.others.iter().map(|(channel, creator)| (*channel, *creator)))
    }
}

fn columns_of(operation: AccountOperation) -> &'static [Column] {
    match operation {
        AccountOperation::Influencers | AccountOperation::Influencer => INFLUENCER_COLUMNS,
        _ => CREATOR_COLUMNS,
    }
}

impl Creators {
    /// Returns the approximate memory of the creators of so many channels, while an operation reads them.
    pub(super) fn bytes(channels: u64, operation: AccountOperation) -> u64 {
        channels * (CHANNEL_BYTES + VALUE_BYTES * columns_of(operation).len() as u64)
    }

    /// Reads the creators, with the columns of snapshots that an operation needs.
    pub(super) async fn read(reader: &Reader<'_>, operation: AccountOperation) -> Result<Self, QueryError> {
        let columns = columns_of(operation);
        let DatasetVersion { generation, revision, .. } = reader.version()?;
        let chunks = |kind, keys, columns: &[Column]| {
            statements(
                &TableRead::Chunks { kind, keys: vec![keys], columns: columns.to_vec(), documents: 0 },
                generation,
            )
        };
        let of_channels = [Column::NUMBER, Column::PUBLIC_ID];
        let mut wanted = vec![manifest_statement(reader, INDEX)];
        wanted.extend(chunks(ChunkKind::Channels, (0, i64::MAX), &of_channels));
        wanted.extend(chunks(ChunkKind::NewestSnapshots, (0, 0), columns));
        // The rows of a delta segment have its revision as their key.
        if revision > 0 {
            wanted.extend(chunks(ChunkKind::Delta(INDEX), (revision.into(), revision.into()), columns));
        }
        let mut results = reader.read(wanted).await?.into_iter();
        let manifest = manifest(reader, INDEX, &results.next().unwrap_or_default())?;
        let rows = results.next().unwrap_or_default();
        let count: usize = rows.iter().map(length).sum::<Result<_, _>>()?;
        let mut channels = Vec::with_capacity(count.min(MAX_SPACED_CHANNELS));
        for row in rows {
            let chunk = documents(&row, &of_channels)?;
            let pairs = chunk.numbers(Column::PUBLIC_ID)?.iter().zip(chunk.numbers(Column::NUMBER)?);
            channels.extend(pairs.map(|(id, channel)| (*id, *channel)).filter(|(id, _)| *id != MISSING));
        }
        channels.sort_unstable();
        let (mut ids, mut of_channel) = (Vec::new(), CreatorByChannel::default());
        for (position, of_creator) in (0..).zip(channels.chunk_by(|(one, _), (other, _)| one == other)) {
            ids.extend(of_creator.first().map(|(id, _)| *id));
            of_creator.iter().for_each(|(_, channel)| of_channel.insert(*channel, position));
        }
        let countries = manifest.tuples.field("country")?;
        let countries = (countries.0.to_vec(), countries.1);
        let locations = vec![None; ids.len()];
        let mut creators = Self { ids, of_channel, snapshots: Vec::new(), locations, countries };
        let superseded = manifest.superseded()?;
        for row in results.next().unwrap_or_default() {
            creators.add(documents(&row, columns)?, &superseded)?;
        }
        for row in results.next().unwrap_or_default() {
            creators.add(documents(&row, columns)?, &[])?;
        }
        Ok(creators)
    }

    /// Adds snapshots, except those of superseded creators. Snapshots are in the order of creators and days, so the
    /// last one of a creator is the newest.
    fn add(&mut self, snapshots: RecordBatch, superseded: &[i64]) -> Result<(), QueryError> {
        let row = self.snapshots.len() as u32;
        let creators = snapshots.numbers(Column::CREATOR)?.iter().zip(snapshots.numbers(Column::PUBLIC_ID)?);
        for (position, (creator, id)) in (0..).zip(creators) {
            if superseded.binary_search(creator).is_err()
                && let Ok(creator) = self.ids.binary_search(id)
                && let Some(location) = self.locations.get_mut(creator)
            {
                *location = Some((row, position));
            }
        }
        self.snapshots.push(snapshots);
        Ok(())
    }

    /// Returns the public ids as bits, in the order of creators.
    pub(super) fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// Returns the creator of a channel, or [`MISSING`].
    pub(super) fn creator_of(&self, channel: i64) -> i64 {
        self.of_channel.get(channel)
    }

    /// Returns the channels of a creator.
    pub(super) fn channels(&self, creator: i64) -> Vec<i64> {
        self.of_channel.iter().filter(|(_, own)| *own == creator).map(|(channel, _)| channel).collect()
    }

    fn snapshot(&self, creator: i64) -> Option<(&RecordBatch, usize)> {
        let (row, position) = (*self.locations.get(usize::try_from(creator).ok()?)?)?;
        Some((self.snapshots.get(row as usize)?, position as usize))
    }

    /// Returns the value of a creator's newest snapshot in a column.
    pub(super) fn value(&self, creator: i64, column: Column) -> Option<i64> {
        let (snapshots, position) = self.snapshot(creator)?;
        snapshots.numbers(column).ok().and_then(|column| known_value(value_at(column, position)))
    }

    /// Returns the categories in the newest snapshot, as numbers of names.
    pub(super) fn categories(&self, creator: i64) -> &[i64] {
        let lists =
            self.snapshot(creator).and_then(|(snapshots, at)| Some((snapshots.lists(Column::CATEGORIES).ok()?, at)));
        lists.map_or(&[], |(lists, position)| lists.get(position))
    }

    /// Returns the position of the newest snapshot's country among all countries.
    pub(super) fn country(&self, creator: i64) -> Option<usize> {
        let tuple = usize::try_from(self.value(creator, Column::TUPLE)?).ok()?;
        self.countries.1.get(tuple).and_then(|position| usize::try_from(*position).ok())
    }

    /// Returns all countries, in code-point order.
    pub(super) fn countries(&self) -> &[String] {
        &self.countries.0
    }

    /// Returns the name of a creator's country.
    pub(super) fn country_name(&self, creator: i64) -> Option<&str> {
        self.countries().get(self.country(creator)?).map(String::as_str)
    }
}
