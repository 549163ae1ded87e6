//! The columns of account views, read from base and delta together.

use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::segment::{ChunkKind, Column, Dictionary, Lookup, MISSING, Manifest, ROW, RecordBatch, Table};
use overheard::spec::Index;
use overheard_sqlite::{SqliteDatabase, packed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const MENTIONS: Index = Index::BusinessIdeas;
const CREATORS: Index = Index::ContentCreator;

/// Checks that two databases with the same records have the same columns, however they were imported.
pub fn are_the_same(one: &SqliteDatabase, other: &SqliteDatabase) {
    let (one, other) = (Served::of(one), Served::of(other));
    let mentions = one.mentions();
    assert_eq!(mentions.len() as u64, one.manifest(MENTIONS).documents);
    assert!(mentions == other.mentions(), "mentions differ");
    // A base segment only has influencers with mentions.
    let influencers: BTreeSet<i64> = mentions.values().map(|mention| mention.influencer).collect();
    let [one_newest, other_newest] = [&one, &other].map(|served| {
        let newest = served.newest_snapshots().into_iter();
        newest.filter(|(creator, _)| influencers.contains(creator)).collect::<BTreeMap<_, _>>()
    });
    assert!(one_newest == other_newest, "snapshots differ");
    for index in [MENTIONS, Index::Info] {
        assert_eq!(one.manifest(index).days().unwrap(), other.manifest(index).days().unwrap());
    }
    let days = mentions.values().map(|mention| mention.day);
    assert_eq!(one.manifest(MENTIONS).days().unwrap(), days.clone().min().zip(days.max()));
    for (id, mention) in mentions.iter().step_by(7) {
        assert_eq!(one.number_of(*id), Some(mention.number));
    }
}

/// A mention, with names instead of their numbers.
struct Mention {
    number: i64,
    day: i64,
    names: [Option<String>; 2],
    numbers: Vec<i64>,
    influencer: i64,
}

impl PartialEq for Mention {
    /// Compares all values except for the number, which depends on the imports.
    fn eq(&self, other: &Self) -> bool {
        let said = |of: &Self| (of.day, of.names.clone(), of.numbers.clone(), of.influencer);
        said(self) == said(other)
    }
}

struct Served<'d> {
    database: &'d SqliteDatabase,
    generation: u32,
    revision: u32,
}

impl<'d> Served<'d> {
    fn of(database: &'d SqliteDatabase) -> Self {
        let base = packed::state(database).served.unwrap().base();
        Self { database, generation: base.generation, revision: base.revision }
    }

    fn read(&self, wanted: &Lookup) -> Vec<Vec<Value>> {
        let statement = wanted.statement(self.generation, self.revision).unwrap();
        let rows = self.database.run([statement]).unwrap().remove(0);
        rows.iter().map(|row| serde_json::from_str(row[ROW].as_str().unwrap()).unwrap()).collect()
    }

    fn manifest(&self, index: Index) -> Manifest {
        let rows = self.read(&Lookup::Manifests {});
        let row = rows.iter().find(|row| row[0] == Table::of_documents(index).name()).unwrap();
        serde_json::from_str(row[1].as_str().unwrap()).unwrap()
    }

    fn rows(&self, table: Table, (first, last): (i64, i64), columns: &[&str]) -> Vec<Vec<Value>> {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        self.read(&Lookup::Rows { table: table.name().to_owned(), first, last, columns })
    }

    /// Returns the chunks of a kind with keys in a range, with all their columns.
    fn chunks(&self, kind: ChunkKind, first: i64, last: i64) -> Vec<RecordBatch> {
        let columns = kind.columns();
        let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
        let chunk = |row: Vec<Value>| {
            let mut chunk = RecordBatch::new(usize::try_from(row[1].as_u64().unwrap()).unwrap());
            for (column, packed) in columns.iter().zip(&row[2..]) {
                chunk.unpack(*column, packed.as_str().unwrap()).unwrap();
            }
            chunk
        };
        self.rows(Table::Chunk, (kind.id(first, 0), kind.last_id(last)), &names).into_iter().map(chunk).collect()
    }

    fn delta(&self, index: Index) -> Vec<RecordBatch> {
        let delta = self.manifest(index).delta;
        delta.map_or_else(Vec::new, |delta| self.chunks(ChunkKind::Delta(index), delta.revision, delta.revision))
    }

    /// Returns chunks of an index with the positions of the current records: those that are not superseded, and the
    /// delta.
    fn counted(&self, index: Index, base: ChunkKind, partition: Column) -> Vec<(RecordBatch, Vec<usize>)> {
        let superseded: BTreeSet<i64> = self.manifest(index).superseded().unwrap().into_iter().collect();
        let base = self.chunks(base, 0, i64::MAX).into_iter().map(|chunk| {
            let keys = chunk.numbers(partition).unwrap().iter().enumerate();
            let counted = keys.filter(|(_, key)| !superseded.contains(key)).map(|(position, _)| position).collect();
            (chunk, counted)
        });
        let delta = self.delta(index).into_iter().map(|chunk| {
            let all = (0..chunk.len()).collect();
            (chunk, all)
        });
        base.chain(delta).collect()
    }

    /// Returns the names of a column of mentions, by number.
    fn names(&self, column: Column) -> BTreeMap<i64, String> {
        let dictionary = Dictionary::of_column(MENTIONS, column).unwrap();
        let rows = dictionary.ids().into_iter().flat_map(|ids| self.rows(Table::Names, ids, &["body"]));
        let names = rows.flat_map(|row| {
            let id = row[0].as_i64().unwrap();
            let names: Vec<String> = serde_json::from_str(row[1].as_str().unwrap()).unwrap();
            let numbered = names.into_iter().enumerate();
            numbered.map(|(at, name)| (dictionary.number(id, at), name)).collect::<Vec<_>>()
        });
        names.collect()
    }

    /// Returns all mentions by the bits of their public ids.
    fn mentions(&self) -> BTreeMap<i64, Mention> {
        let names = [Column::LANGUAGE, Column::REGION].map(|column| (column, self.names(column)));
        let mut influencers = BTreeMap::new();
        for chunk in self.chunks(ChunkKind::Channels, 0, self.revision.into()) {
            let ids = chunk.numbers(Column::PUBLIC_ID).unwrap().iter().copied();
            influencers.extend(chunk.numbers(Column::NUMBER).unwrap().iter().copied().zip(ids));
        }
        let mut mentions = BTreeMap::new();
        for (chunk, counted) in self.counted(MENTIONS, ChunkKind::Month(MENTIONS), Column::DAY) {
            for at in counted {
                let value = |column| chunk.numbers(column).unwrap()[at];
                let name = |(column, names): &(Column, BTreeMap<i64, String>)| match value(*column) {
                    MISSING => None,
                    number => Some(names[&number].clone()),
                };
                let counts = [Column::INDEXED_AT, Column::VIEWS, Column::LIKES, Column::COMMENTS, Column::OCCURRENCES];
                let mention = Mention {
                    number: value(Column::NUMBER),
                    day: value(Column::DAY),
                    names: names.each_ref().map(name),
                    numbers: counts.map(value).to_vec(),
                    influencer: influencers[&value(Column::CHANNEL)],
                };
                assert!(mentions.insert(value(Column::PUBLIC_ID), mention).is_none(), "a mention is there twice");
            }
        }
        mentions
    }

    /// Returns the day and subscribers of each creator's newest snapshot, by the bits of its public id.
    fn newest_snapshots(&self) -> BTreeMap<i64, (i64, i64)> {
        let mut newest = BTreeMap::new();
        let subscribers = Column::from_name("subscriber_count").unwrap();
        for (chunk, counted) in self.counted(CREATORS, ChunkKind::NewestSnapshots, Column::CREATOR) {
            for at in counted {
                let value = |column| chunk.numbers(column).unwrap()[at];
                let snapshot = (value(Column::DAY), value(subscribers));
                let known = newest.entry(value(Column::PUBLIC_ID)).or_insert(snapshot);
                *known = snapshot.max(*known);
            }
        }
        newest
    }

    /// Returns the number of a mention: that of the delta, or of the only row of the base segment that can have it.
    fn number_of(&self, bits: i64) -> Option<i64> {
        let key = self.manifest(MENTIONS).public_id_key(PublicId::from_bits(IdKind::Mention, bits));
        let rows = self.delta(MENTIONS).into_iter().chain(self.chunks(ChunkKind::PublicIds, key, key));
        rows.into_iter().find_map(|row| {
            let at = row.numbers(Column::PUBLIC_ID).unwrap().iter().position(|known| *known == bits)?;
            Some(row.numbers(Column::NUMBER).unwrap()[at])
        })
    }
}
