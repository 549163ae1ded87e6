//! Records and manifests.

use super::model::{DATED, INDICES};
use super::{Dataset, on_datasets};
use overheard::segment::{ChunkKind, Column, MISSING, MonthSize, Table, body_columns, number_at, tuple_fields, unpack};
use overheard::spec::Index;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn documents_are_in_the_order_of_their_ids() {
    on_datasets(|Dataset { packed, model }| {
        for index in INDICES {
            let rows: Vec<_> = packed.of_table(Table::of_documents(index)).collect();
            assert_eq!(rows.len(), model.all(index).len());
            for ((row, body), (position, document)) in rows.iter().zip(packed.texts(index)).zip(model.positions(index))
            {
                assert_eq!((row[0].as_i64(), row[1].as_str()), (Some(number_at(position)), Some(&*document.id)));
                if index == Index::BusinessIdeas {
                    assert_eq!(row[2].as_i64(), Some(model.number(index, Column::VIDEO, position)));
                }
                let body: Vec<Value> = serde_json::from_str(&body).unwrap();
                let columns = body_columns(index);
                assert_eq!(body.len(), columns.len());
                for (value, column) in body.iter().zip(columns) {
                    // A mention's own columns, without those of its video.
                    assert_eq!(*value, document.values[*column], "{column}");
                }
            }
        }
    });
}

#[test]
fn common_parts_of_documents_are_stored_once() {
    on_datasets(|Dataset { packed, .. }| {
        let stored: usize = packed.bodies(Index::BusinessIdeas).map(|digits| digits.len() / 2).sum();
        let bytes: usize = packed.texts(Index::BusinessIdeas).iter().map(String::len).sum();
        assert!(stored * 2 < bytes, "{stored} of {bytes}");
        assert_eq!(packed.of_table(Table::Dictionary).count(), INDICES.len());
    });
}

#[test]
fn tables_come_in_order() {
    on_datasets(|Dataset { packed, .. }| {
        let position = |table: Table| Table::ALL.iter().position(|known| *known == table).unwrap();
        assert!(packed.rows.is_sorted_by_key(|(table, _)| position(*table)));
        for table in [Table::Video, Table::Snapshot, Table::Mention, Table::Chunk, Table::Cube, Table::Names] {
            let ids: Vec<i64> = packed.of_table(table).map(|row| row[0].as_i64().unwrap()).collect();
            assert!(ids.is_sorted_by(|one, other| one < other), "{}", table.name());
        }
        for (table, columns) in [(Table::Name, 3), (Table::Term, 1), (Table::Word, 2), (Table::Frequency, 1)] {
            let keys: Vec<Vec<(&str, Option<i64>)>> = packed
                .of_table(table)
                .map(|row| row[..columns].iter().map(|key| (key.as_str().unwrap_or(""), key.as_i64())).collect())
                .collect();
            assert!(keys.is_sorted_by(|one, other| one < other), "{}", table.name());
        }
    });
}

#[test]
fn layouts_say_what_there_is() {
    on_datasets(|Dataset { packed, model }| {
        for index in INDICES {
            let manifest = packed.manifest(index);
            assert_eq!(manifest.documents as usize, model.all(index).len());
            assert_eq!(manifest.channels as usize, model.names_of(Index::Info, Column::CHANNEL).len());
            let lengths = model
                .all(index)
                .iter()
                .map(|document| if DATED.contains(&index) { document.tokens(index).concat().len() as u64 } else { 0 });
            assert_eq!(manifest.tokens, lengths.sum::<u64>());
            let mut months: BTreeMap<i64, u64> = BTreeMap::new();
            for document in model.all(index).iter().filter(|_| DATED.contains(&index)) {
                *months.entry(document.date().month().number()).or_default() += 1;
            }
            let months: Vec<MonthSize> =
                months.into_iter().map(|(month, documents)| MonthSize { month, documents }).collect();
            assert_eq!(manifest.months, months);
            let days = model.all(index).iter().filter(|_| DATED.contains(&index)).map(|document| document.date().day());
            let days: BTreeSet<i64> = days.collect();
            let packed_days = unpack(manifest.base_days.as_deref().unwrap(), None).unwrap();
            assert!(packed_days.iter().eq(&days));
            assert_eq!(manifest.days().unwrap(), days.first().copied().zip(days.last().copied()));
            let tuples = &model.tuples[index.name()];
            assert_eq!(manifest.tuples.len(), tuples.len());
            for (at, field) in tuple_fields(index).iter().enumerate() {
                let (values, positions) = manifest.tuples.field(field.name).unwrap();
                let of_tuple = |position: i64| match position {
                    MISSING => None,
                    position => Some(values[usize::try_from(position).unwrap()].clone()),
                };
                let found: Vec<Option<String>> = positions.into_iter().map(of_tuple).collect();
                assert_eq!(found, tuples.iter().map(|tuple| tuple[at].clone()).collect::<Vec<_>>(), "{}", field.name);
                assert!(values.is_sorted());
            }
            let kind = if DATED.contains(&index) { ChunkKind::Month(index) } else { ChunkKind::All(index) };
            for column in kind.columns() {
                assert!(
                    manifest.widths.iter().any(|(name, width)| name == column.name() && (0.0..99.0).contains(width))
                );
            }
        }
    });
}
