//! Whoever makes mentions: channels with one uid, or else one name, and what the newest snapshot says of them.

use super::super::by_number::ByNumber;
use super::super::names::{manifest, manifest_statement};
use super::super::reader::Reader;
use super::super::rows::documents;
use super::super::statements::statements;
use super::tally::{at, present};
use crate::backend::columnar::plan::Read;
use crate::query::DatasetVersion;
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, MISSING, RecordBatch, SPACING, number_at, position_of};
use crate::spec::{AccountOperation, Index};

const INDEX: Index = Index::ContentCreator;
/// What snapshots tell of influencers, and of whoever else makes mentions.
const OF_INFLUENCERS: &[Column] = &[
    Column::CREATOR,
    Column::PUBLIC_ID,
    Column::TUPLE,
    Column::NUMBER,
    Column::CATEGORIES,
    Column::SUBSCRIBER_COUNT,
    Column::ENGAGEMENT_RATE_VIEWERS,
];
const OF_OTHERS: &[Column] = &[Column::CREATOR, Column::PUBLIC_ID, Column::TUPLE];

/// The creators of a version, by position: in the order of their public ids.
#[derive(Debug)]
pub(super) struct Creators {
    ids: Vec<i64>,
    /// The position of whoever makes a channel's videos.
    of_channel: ByChannel,
    /// Newest snapshots, row by row.
    snapshots: Vec<RecordBatch>,
    /// Where the snapshot of each creator lies among them: the row, and the position there.
    places: Vec<Option<(u32, u32)>>,
    countries: (Vec<String>, Vec<i64>),
}

/// Positions of creators by channel: in a list for channels that were numbered anew, whose numbers lie evenly.
#[derive(Debug, Default)]
struct ByChannel {
    anew: Vec<i64>,
    others: ByNumber<i64>,
}

/// Channels in the list at most, whatever a damaged row says.
const LISTED: usize = 1 << 22;

impl ByChannel {
    /// The place in the list.
    fn place(channel: i64) -> Option<usize> {
        let is_anew = channel > 0 && channel % SPACING == 0;
        Some(position_of(channel)).filter(|place| is_anew && *place < LISTED)
    }

    fn insert(&mut self, channel: i64, creator: i64) {
        let Some(place) = Self::place(channel) else {
            self.others.insert(channel, creator);
            return;
        };
        if self.anew.len() <= place {
            self.anew.resize(place + 1, MISSING);
        }
        if let Some(known) = self.anew.get_mut(place) {
            *known = creator;
        }
    }

    fn get(&self, channel: i64) -> i64 {
        let creator = Self::place(channel).map_or_else(|| self.others.get(&channel), |place| self.anew.get(place));
        creator.copied().unwrap_or(MISSING)
    }

    fn iter(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let anew = self.anew.iter().enumerate().map(|(place, creator)| (number_at(place), *creator));
        anew.chain(self.others.iter().map(|(channel, creator)| (*channel, *creator)))
    }
}

impl Creators {
    /// Reads what an operation needs of them.
    pub(super) async fn read(reader: &Reader<'_>, operation: AccountOperation) -> Result<Self, QueryError> {
        let columns = match operation {
            AccountOperation::Influencers | AccountOperation::Influencer => OF_INFLUENCERS,
            _ => OF_OTHERS,
        };
        let DatasetVersion { generation, revision, .. } = reader.version()?;
        let chunks = |kind, keys, columns: &[Column]| {
            statements(&Read::Chunks { kind, keys: vec![keys], columns: columns.to_vec(), documents: 0 }, generation)
        };
        let of_channels = [Column::NUMBER, Column::PUBLIC_ID];
        let mut wanted = vec![manifest_statement(reader, INDEX)];
        wanted.extend(chunks(ChunkKind::Channels, (0, i64::MAX), &of_channels));
        wanted.extend(chunks(ChunkKind::NewestSnapshots, (0, 0), columns));
        // A delta segment's rows have the revision that it makes.
        if revision > 0 {
            wanted.extend(chunks(ChunkKind::Delta(INDEX), (revision.into(), revision.into()), columns));
        }
        let mut results = reader.read(wanted).await?.into_iter();
        let manifest = manifest(results.next().unwrap_or_default())?;
        let mut channels = Vec::new();
        for row in results.next().unwrap_or_default() {
            let chunk = documents(&row, &of_channels)?;
            let pairs = chunk.numbers(Column::PUBLIC_ID)?.iter().zip(chunk.numbers(Column::NUMBER)?);
            channels.extend(pairs.map(|(id, channel)| (*id, *channel)).filter(|(id, _)| *id != MISSING));
        }
        channels.sort_unstable();
        let (mut ids, mut of_channel) = (Vec::new(), ByChannel::default());
        for (position, of_creator) in (0..).zip(channels.chunk_by(|(one, _), (other, _)| one == other)) {
            ids.extend(of_creator.first().map(|(id, _)| *id));
            of_creator.iter().for_each(|(_, channel)| of_channel.insert(*channel, position));
        }
        let countries = manifest.tuples.field("country")?;
        let countries = (countries.0.to_vec(), countries.1);
        let places = vec![None; ids.len()];
        let mut creators = Self { ids, of_channel, snapshots: Vec::new(), places, countries };
        let superseded = manifest.superseded()?;
        for row in results.next().unwrap_or_default() {
            creators.add(documents(&row, columns)?, &superseded)?;
        }
        for row in results.next().unwrap_or_default() {
            creators.add(documents(&row, columns)?, &[])?;
        }
        Ok(creators)
    }

    /// Adds snapshots, but for those of superseded creators. Numbers are in the order of creators and days: the last one
    /// of a creator is the newest.
    fn add(&mut self, snapshots: RecordBatch, superseded: &[i64]) -> Result<(), QueryError> {
        let row = self.snapshots.len() as u32;
        let creators = snapshots.numbers(Column::CREATOR)?.iter().zip(snapshots.numbers(Column::PUBLIC_ID)?);
        for (position, (creator, id)) in (0..).zip(creators) {
            if superseded.binary_search(creator).is_err()
                && let Ok(place) = self.ids.binary_search(id)
                && let Some(place) = self.places.get_mut(place)
            {
                *place = Some((row, position));
            }
        }
        self.snapshots.push(snapshots);
        Ok(())
    }

    /// The bits of each public id, in the order of creators.
    pub(super) fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// The position of whoever makes the videos of a channel.
    pub(super) fn of_channel(&self, channel: i64) -> i64 {
        self.of_channel.get(channel)
    }

    /// The channels of a creator.
    pub(super) fn channels(&self, creator: i64) -> Vec<i64> {
        self.of_channel.iter().filter(|(_, own)| *own == creator).map(|(channel, _)| channel).collect()
    }

    fn snapshot(&self, creator: i64) -> Option<(&RecordBatch, usize)> {
        let (row, position) = (*self.places.get(usize::try_from(creator).ok()?)?)?;
        Some((self.snapshots.get(row as usize)?, position as usize))
    }

    /// The number of a creator in a column of the newest snapshot.
    pub(super) fn value(&self, creator: i64, column: Column) -> Option<i64> {
        let (snapshots, position) = self.snapshot(creator)?;
        snapshots.numbers(column).ok().and_then(|column| present(at(column, position)))
    }

    /// The same of a count.
    pub(super) fn count(&self, creator: i64, column: Column) -> Option<u64> {
        self.value(creator, column).and_then(|count| u64::try_from(count).ok())
    }

    /// The categories in the newest snapshot, as numbers of names.
    pub(super) fn categories(&self, creator: i64) -> &[i64] {
        let lists =
            self.snapshot(creator).and_then(|(snapshots, at)| Some((snapshots.lists(Column::CATEGORIES).ok()?, at)));
        lists.map_or(&[], |(lists, position)| lists.get(position))
    }

    /// The position of the country in the newest snapshot among all countries.
    pub(super) fn country(&self, creator: i64) -> Option<usize> {
        let tuple = usize::try_from(self.value(creator, Column::TUPLE)?).ok()?;
        self.countries.1.get(tuple).and_then(|position| usize::try_from(*position).ok())
    }

    /// All countries, in code-point order.
    pub(super) fn countries(&self) -> &[String] {
        &self.countries.0
    }

    /// The name of a creator's country.
    pub(super) fn country_name(&self, creator: i64) -> Option<&str> {
        self.countries().get(self.country(creator)?).map(String::as_str)
    }
}
