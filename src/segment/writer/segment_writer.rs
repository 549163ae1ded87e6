//! Collects imported rows, and decides which row of an id is valid.

use super::collected::{CollectedColumns, set};
use super::renamed::{BRAND, rename, restore};
use super::{Interner, NONE, OrderedSegment, RowReader, Spool, SpooledRow, TextSymbol, WriteError, too_many};
use crate::segment::{BrandAliases, ImportedRow, RowKind};
use crate::spec::Index;
use std::collections::HashMap;

/// The first phase of the writer: it collects imported rows and becomes an [`OrderedSegment`].
pub struct SegmentWriter<S: Spool> {
    pub(super) spool: S,
    /// The number of bytes in the spool. Rows at a smaller offset are older.
    end: u64,
    pub(super) videos: CollectedColumns,
    pub(super) snapshots: CollectedColumns,
    pub(super) mentions: CollectedColumns,
    /// The symbol of an id is the slot of the video, if the video came.
    pub(super) video_ids: Interner,
    /// The symbol of an id is the slot of the mention.
    pub(super) mention_ids: Interner,
    pub(super) creators: Interner,
    /// The slots of snapshots, by creator and day.
    snapshot_slots: HashMap<(TextSymbol, i64), u32>,
    pub(super) video_of: Vec<TextSymbol>,
    pub(super) creator_of: Vec<TextSymbol>,
    /// The end of the spool at the time when each id was removed.
    removed: HashMap<(RowKind, TextSymbol), u64>,
    pub(super) aliases: BrandAliases,
}

/// The position of an added row in the spool. Imports keep one for each record, so it is as small as it can be.
#[derive(Debug, Clone, Copy)]
pub struct SpoolPosition {
    /// The offset, as bytes: a number would align the whole to 8 bytes.
    offset: [u8; 8],
    length: [u8; 4],
}

impl SpoolPosition {
    fn of(offset: u64, length: u32) -> Self {
        Self { offset: offset.to_ne_bytes(), length: length.to_ne_bytes() }
    }
}

impl<S: Spool> SegmentWriter<S> {
    /// Creates a writer without rows.
    pub fn new(spool: S) -> Self {
        Self {
            spool,
            end: 0,
            videos: CollectedColumns::new(Index::Info),
            snapshots: CollectedColumns::new(Index::ContentCreator),
            mentions: CollectedColumns::new(Index::BusinessIdeas),
            video_ids: Interner::default(),
            mention_ids: Interner::default(),
            creators: Interner::default(),
            snapshot_slots: HashMap::new(),
            video_of: Vec::new(),
            creator_of: Vec::new(),
            removed: HashMap::new(),
            aliases: BrandAliases::default(),
        }
    }

    /// Sets the aliases of brands. Rows that are added later have names in their place.
    pub fn with_aliases(self, aliases: BrandAliases) -> Self {
        Self { aliases, ..self }
    }

    /// Adds a row. A record replaces the one with its id, unless their contents are equal: then the earlier one stays.
    /// A deletion removes the records with its id that were added before it.
    pub fn add(&mut self, row: &ImportedRow) -> Result<(), WriteError> {
        self.add_row(row).map(drop)
    }

    /// Adds a row as [`SegmentWriter::add`] does. Returns the position of the row with its id and content.
    pub fn add_row(&mut self, row: &ImportedRow) -> Result<SpoolPosition, WriteError> {
        let values = RowReader::new(row.kind, &row.json)?;
        match row.kind {
            RowKind::Video => {
                let slot = self.video_ids.intern(&values.value("video_id").name()?);
                self.store_row(row, slot, &values)
            }
            RowKind::Snapshot => {
                let creator = self.creators.intern(&values.value("channel_uid").name()?);
                let day = values.value("snapshot_date").day()?;
                let next = u32::try_from(self.snapshot_slots.len()).map_err(|_| too_many("snapshots"))?;
                let slot = *self.snapshot_slots.entry((creator, day)).or_insert(next);
                set(&mut self.creator_of, slot, creator, NONE);
                self.store_row(row, slot, &values)
            }
            RowKind::Mention => {
                let slot = self.mention_ids.intern(&values.value("mention_id").name()?);
                let video = self.video_ids.intern(&values.value("video_id").name()?);
                let renamed = self.aliases.name_of(&values.value(BRAND).name()?).map(|name| rename(&values, name));
                let place = match renamed {
                    Some(row) => self.store_row(&row, slot, &RowReader::new(row.kind, &row.json)?)?,
                    None => self.store_row(row, slot, &values)?,
                };
                set(&mut self.video_of, slot, video, NONE);
                Ok(place)
            }
            RowKind::Deletion => self.remove(&values).map(|()| SpoolPosition::of(self.end, 0)),
        }
    }

    /// Reads a row that was added.
    pub fn row(&mut self, kind: RowKind, place: SpoolPosition) -> Result<ImportedRow, WriteError> {
        let mut bytes = Vec::new();
        let (offset, length) = (u64::from_ne_bytes(place.offset), u32::from_ne_bytes(place.length));
        self.spool.read(offset, length as usize, &mut bytes)?;
        let json = String::from_utf8(bytes).map_err(|error| WriteError::Damaged(kind, error.to_string()))?;
        restore(ImportedRow { kind, json })
    }

    fn store_row(&mut self, row: &ImportedRow, slot: u32, values: &RowReader<'_>) -> Result<SpoolPosition, WriteError> {
        let hash = values.hash()?;
        if let Some(SpooledRow { offset, length, .. }) = self.current(row.kind, slot).filter(|place| place.hash == hash)
        {
            return Ok(SpoolPosition::of(offset, length));
        }
        let length = u32::try_from(row.json.len()).map_err(|_| too_many("bytes in a row"))?;
        let offset = self.spool.append(row.json.as_bytes())?;
        self.end = offset + u64::from(length);
        self.columns_mut(row.kind).put(slot, values, SpooledRow { offset, hash, length })?;
        Ok(SpoolPosition::of(offset, length))
    }

    fn remove(&mut self, deletion: &RowReader<'_>) -> Result<(), WriteError> {
        let document = deletion.value("document").name()?;
        let id = deletion.value("id").name()?;
        let (table, ids) = match RowKind::from_name(&document) {
            Some(table @ RowKind::Video) => (table, &self.video_ids),
            Some(table @ RowKind::Snapshot) => (table, &self.creators),
            Some(table @ RowKind::Mention) => (table, &self.mention_ids),
            _ => return Err(WriteError::Damaged(RowKind::Deletion, format!("there are no documents of '{document}'"))),
        };
        // An unknown id has nothing to remove.
        if let Some(symbol) = ids.find(&id) {
            self.removed.insert((table, symbol), self.end);
        }
        Ok(())
    }

    fn columns_mut(&mut self, table: RowKind) -> &mut CollectedColumns {
        match table {
            RowKind::Snapshot => &mut self.snapshots,
            RowKind::Mention => &mut self.mentions,
            _ => &mut self.videos,
        }
    }

    /// Returns the position of a slot's row, unless the row was removed.
    pub(super) fn current(&self, table: RowKind, slot: u32) -> Option<SpooledRow> {
        let owner = |of: &[TextSymbol]| of.get(slot as usize).copied().unwrap_or(NONE);
        let (collected, owners) = match table {
            RowKind::Video => (&self.videos, [Some((table, slot)), None]),
            RowKind::Snapshot => (&self.snapshots, [Some((table, owner(&self.creator_of))), None]),
            // Removing a video removes its mentions.
            RowKind::Mention => (&self.mentions, [Some((table, slot)), Some((RowKind::Video, owner(&self.video_of)))]),
            RowKind::Deletion => return None,
        };
        let place = collected.place(slot)?;
        let removed = owners.iter().flatten().filter_map(|owner| self.removed.get(owner)).max();
        removed.is_none_or(|end| place.offset >= *end).then_some(place)
    }

    /// Returns the number of bytes in the spool. Rows that are added later have at least this offset.
    pub(super) fn spool_end(&self) -> u64 {
        self.end
    }

    /// Ends the collection: sorts and numbers records and names.
    pub fn finish(self) -> Result<OrderedSegment<S>, WriteError> {
        OrderedSegment::of(self)
    }
}
