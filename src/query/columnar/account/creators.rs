//! Whoever makes mentions: channels with one uid, or else one name, and what the newest snapshot says of them.

use super::super::by_number::ByNumber;
use super::super::names::{manifest, manifest_statement};
use super::super::reader::Reader;
use super::super::rows::documents;
use super::super::statements::statements;
use super::tally::{at, present};
use crate::query::answer::Dataset;
use crate::query::plan::Read;
use crate::segment::{ChunkKind, Column, Documents, MISSING, SPACING, number_at, position_of};
use crate::spec::Index;
use crate::sql::StoreError;

const INDEX: Index = Index::ContentCreator;
/// What is known of a creator.
const COLUMNS: [Column; 7] = [
    Column::NUMBER,
    Column::CREATOR,
    Column::PUBLIC_ID,
    Column::TUPLE,
    Column::CATEGORIES,
    Column::SUBSCRIBER_COUNT,
    Column::ENGAGEMENT_RATE_VIEWERS,
];

/// The creators of a version, by position: in the order of their public ids.
#[derive(Debug)]
pub(super) struct Creators {
    ids: Vec<i64>,
    /// The position of whoever makes a channel's videos: of those that were numbered anew by their positions, and of those
    /// that came later by their numbers.
    of_channel: (Vec<i64>, ByNumber<i64>),
    /// Newest snapshots, row by row.
    snapshots: Vec<Documents>,
    /// Where the snapshot of each creator lies among them: the row, and the position there.
    places: Vec<Option<(u32, u32)>>,
    countries: (Vec<String>, Vec<i64>),
}

/// Positions that a channel may have, whatever a damaged row says; others are found by their numbers.
const POSITIONS: usize = 1 << 22;

/// Whether a channel was numbered anew.
fn has_position(channel: i64) -> bool {
    channel > 0 && channel % SPACING == 0 && position_of(channel) < POSITIONS
}

impl Creators {
    /// Reads them.
    pub(super) async fn read(reader: &Reader<'_>) -> Result<Self, StoreError> {
        let Dataset { generation, revision, .. } = reader.dataset()?;
        let chunks = |kind, keys, columns: &[Column]| {
            statements(&Read::Chunks { kind, keys: vec![keys], columns: columns.to_vec(), documents: 0 }, generation)
        };
        let of_channels = [Column::NUMBER, Column::PUBLIC_ID];
        let mut wanted = vec![manifest_statement(reader, INDEX)];
        wanted.extend(chunks(ChunkKind::Channels, (0, i64::MAX), &of_channels));
        wanted.extend(chunks(ChunkKind::NewestSnapshots, (0, 0), &COLUMNS));
        // A delta segment's rows have the revision that it makes.
        wanted.extend(chunks(ChunkKind::Delta(INDEX), (revision.into(), revision.into()), &COLUMNS));
        let mut results = reader.read(wanted).await?.into_iter();
        let manifest = manifest(results.next().unwrap_or_default())?;
        let mut channels = Vec::new();
        for row in results.next().unwrap_or_default() {
            let chunk = documents(&row, &of_channels)?;
            let pairs = chunk.numbers(Column::NUMBER)?.iter().zip(chunk.numbers(Column::PUBLIC_ID)?);
            channels.extend(pairs.map(|(channel, id)| (*channel, *id)).filter(|(_, id)| *id != MISSING));
        }
        let mut ids: Vec<i64> = channels.iter().map(|(_, id)| *id).collect();
        ids.sort_unstable();
        ids.dedup();
        let position = |id: i64| ids.binary_search(&id).map_or(MISSING, |position| position as i64);
        let (anew, later): (Vec<_>, Vec<_>) = channels.into_iter().partition(|(channel, _)| has_position(*channel));
        let mut by_position =
            vec![MISSING; anew.iter().map(|(channel, _)| position_of(*channel) + 1).max().unwrap_or(0)];
        for (channel, id) in anew {
            if let Some(creator) = by_position.get_mut(position_of(channel)) {
                *creator = position(id);
            }
        }
        let of_channel = (by_position, later.into_iter().map(|(channel, id)| (channel, position(id))).collect());
        let countries = manifest.tuples.field("country")?;
        let countries = (countries.0.to_vec(), countries.1);
        let places = vec![None; ids.len()];
        let mut creators = Self { ids, of_channel, snapshots: Vec::new(), places, countries };
        let superseded = manifest.superseded()?;
        for row in results.next().unwrap_or_default() {
            creators.add(documents(&row, &COLUMNS)?, &superseded)?;
        }
        for row in results.next().unwrap_or_default() {
            creators.add(documents(&row, &COLUMNS)?, &[])?;
        }
        Ok(creators)
    }

    /// Adds snapshots, but for those of superseded creators. Numbers are in the order of creators and days: the last one
    /// of a creator is the newest.
    fn add(&mut self, snapshots: Documents, superseded: &[i64]) -> Result<(), StoreError> {
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
        let (by_position, later) = &self.of_channel;
        let creator = match channel {
            channel if has_position(channel) => by_position.get(position_of(channel)),
            channel => later.get(&channel),
        };
        creator.copied().unwrap_or(MISSING)
    }

    /// The channels of a creator.
    pub(super) fn channels(&self, creator: i64) -> Vec<i64> {
        let (by_position, later) = &self.of_channel;
        let anew = by_position.iter().enumerate().map(|(position, own)| (number_at(position), *own));
        let all = anew.chain(later.iter().map(|(channel, own)| (*channel, *own)));
        all.filter(|(_, own)| *own == creator).map(|(channel, _)| channel).collect()
    }

    fn snapshot(&self, creator: i64) -> Option<(&Documents, usize)> {
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
