//! Chunks of records.

use super::model::DATED;
use super::{Dataset, on_datasets};
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::segment::{ChunkKind, Column, CubePeriod, MISSING, RecordBatch, TOP_K, Table, key_of, number_at};
use overheard::spec::{Index, Order};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Checks that the chunks of a key have exactly these records, in this order.
fn check(dataset: &Dataset, index: Index, kind: ChunkKind, key: i64, expected: &[usize]) {
    let Dataset { packed, model } = dataset;
    let chunks = packed.chunks(kind, key);
    let lengths: usize = chunks.iter().map(|(chunk, ..)| chunk.len()).sum();
    assert_eq!(lengths, expected.len(), "{kind:?} {key}");
    let mut rest = expected;
    for (chunk, first, last) in &chunks {
        let positions;
        (positions, rest) = rest.split_at(chunk.len());
        let by = if matches!(kind, ChunkKind::TopK(..)) { Column::TUPLE } else { Column::NUMBER };
        assert_eq!(model.number(index, by, positions[0]), *first);
        assert_eq!(model.number(index, by, positions[positions.len() - 1]), *last);
        for column in kind.columns() {
            check_column(dataset, index, chunk, column, positions);
        }
    }
}

fn check_column(dataset: &Dataset, index: Index, chunk: &RecordBatch, column: Column, positions: &[usize]) {
    let model = &dataset.model;
    if column.is_list() {
        let lists = chunk.lists(column).unwrap();
        for (at, position) in positions.iter().enumerate() {
            let expected = model.numbers_of_names(index, column, &model.all(index)[*position]);
            assert_eq!(lists.get(at), expected, "{} of {position}", column.name());
        }
    } else {
        let expected: Vec<i64> = positions.iter().map(|position| model.number(index, column, *position)).collect();
        assert_eq!(chunk.numbers(column).unwrap(), expected, "{}", column.name());
    }
}

/// Returns the keys for which a kind has rows.
fn keys(dataset: &Dataset, kind: ChunkKind) -> BTreeSet<i64> {
    let rows = dataset.packed.in_range(Table::Chunk, kind.id(0, 0), kind.last_id((1 << 34) - 1));
    rows.iter().map(|row| key_of(row[0].1.as_i64().unwrap())).collect()
}

#[test]
fn all_documents_are_in_one_kind_of_rows() {
    on_datasets(|dataset| {
        for index in Index::ALL {
            let positions: Vec<usize> = (0..dataset.model.all(index).len()).collect();
            check(dataset, index, ChunkKind::All(index), 0, &positions);
        }
    });
}

#[test]
fn months_hold_their_documents() {
    on_datasets(|dataset| {
        for index in DATED {
            let mut months: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
            for (position, document) in dataset.model.positions(index) {
                months.entry(document.date().month().number()).or_default().push(position);
            }
            let kind = ChunkKind::Month(index);
            assert!(keys(dataset, kind).iter().eq(months.keys()));
            months.iter().for_each(|(month, positions)| check(dataset, index, kind, *month, positions));
        }
    });
}

#[test]
fn values_have_the_documents_that_carry_them() {
    on_datasets(|dataset| {
        for (index, column) in ChunkKind::values() {
            let mut values: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
            for (position, document) in dataset.model.positions(index) {
                for value in dataset.model.numbers_of_names(index, column, document) {
                    values.entry(value).or_default().push(position);
                }
            }
            let kind = ChunkKind::Value(index, column);
            assert!(keys(dataset, kind).iter().eq(values.keys()));
            values.iter().for_each(|(value, positions)| check(dataset, index, kind, *value, positions));
        }
    });
}

#[test]
fn documents_are_sorted_by_their_values() {
    on_datasets(|dataset| {
        for (index, column) in ChunkKind::sortable() {
            let kind = ChunkKind::Sorted(index, column);
            let with_value = dataset.model.positions(index).map(|(position, _)| position);
            let value = |position: usize| dataset.model.number(index, column, position);
            let mut order: Vec<usize> = with_value.filter(|position| value(*position) != MISSING).collect();
            order.sort_by_key(|position| (Reverse(value(*position)), *position));
            assert_eq!(keys(dataset, kind).len(), order.len().div_ceil(kind.capacity()));
            for (key, positions) in (0..).zip(order.chunks_mut(kind.capacity())) {
                positions.sort_unstable();
                check(dataset, index, kind, key, positions);
            }
        }
    });
}

/// The rank of a record in a list, and its position.
type Ranked = ((bool, i64), usize);

#[test]
fn top_lists_hold_the_first_of_every_tuple() {
    on_datasets(|dataset| {
        for (index, column) in ChunkKind::sortable() {
            for order in [Order::Asc, Order::Desc] {
                let mut lists: BTreeMap<i64, BTreeMap<i64, Vec<Ranked>>> = BTreeMap::new();
                for (position, document) in dataset.model.positions(index) {
                    let value = dataset.model.number(index, column, position);
                    let month = document.date().month();
                    let periods = [CubePeriod::All, CubePeriod::Year(month.year()), CubePeriod::Month(month.number())];
                    let sign = if order == Order::Asc { 1 } else { -1 };
                    // Missing values come last in both orders.
                    let rank = if value == MISSING { (true, 0) } else { (false, sign * value) };
                    for period in periods {
                        let tuples = lists.entry(period.key()).or_default();
                        tuples.entry(dataset.model.tuple(index, document)).or_default().push((rank, position));
                    }
                }
                let kind = ChunkKind::TopK(index, column, order);
                assert!(keys(dataset, kind).iter().eq(lists.keys()));
                for (period, tuples) in lists {
                    let first = tuples.into_values().flat_map(|mut documents| {
                        documents.sort_unstable();
                        documents.into_iter().take(TOP_K).map(|(_, position)| position)
                    });
                    check(dataset, index, kind, period, &first.collect::<Vec<_>>());
                }
            }
        }
    });
}

#[test]
fn channels_have_a_name_and_a_uid() {
    on_datasets(|Dataset { packed, model }| {
        let pairs = model.names_of(Index::Info, Column::CHANNEL);
        let names: BTreeSet<&String> = pairs.iter().filter_map(|(name, _)| name.as_ref()).collect();
        let uids: BTreeSet<&String> = pairs.iter().filter_map(|(_, uid)| uid.as_ref()).collect();
        let number = |of: &BTreeSet<&String>, text: &Option<String>| {
            text.as_ref().map_or(MISSING, |text| number_at(of.iter().position(|known| *known == text).unwrap()))
        };
        let chunks = packed.chunks(ChunkKind::Channels, 0);
        let [(chunk, first, last)] = chunks.as_slice() else { panic!("{} pages", chunks.len()) };
        let numbers: Vec<i64> = (0..pairs.len()).map(number_at).collect();
        assert_eq!(chunk.numbers(Column::NUMBER).unwrap(), numbers);
        assert_eq!((*first, *last), (numbers[0], numbers[numbers.len() - 1]));
        let expected: Vec<i64> = pairs.iter().map(|(name, _)| number(&names, name)).collect();
        assert_eq!(chunk.numbers(Column::CHANNEL_NAME).unwrap(), expected);
        let expected: Vec<i64> = pairs.iter().map(|(_, uid)| number(&uids, uid)).collect();
        assert_eq!(chunk.numbers(Column::CHANNEL_UID).unwrap(), expected);
        let public_id = |key: &String| PublicId::of(IdKind::Influencer, key).bits();
        let keys = pairs.iter().map(|(name, uid)| uid.as_ref().or(name.as_ref()));
        let expected: Vec<i64> = keys.map(|key| key.map_or(MISSING, public_id)).collect();
        assert_eq!(chunk.numbers(Column::PUBLIC_ID).unwrap(), expected);
    });
}

#[test]
fn the_newest_snapshot_of_every_creator_with_a_channel_is_at_hand() {
    on_datasets(|dataset| {
        let index = Index::ContentCreator;
        let mut newest: BTreeMap<&str, usize> = BTreeMap::new();
        for (position, document) in dataset.model.positions(index) {
            let known = newest.entry(&document.id).or_insert(position);
            if dataset.model.all(index)[*known].date() < document.date() {
                *known = position;
            }
        }
        // By its uid, or by the name of a channel without one.
        let pairs = dataset.model.names_of(Index::Info, Column::CHANNEL);
        let with_channel: BTreeSet<&str> =
            pairs.iter().filter_map(|(name, uid)| uid.as_deref().or(name.as_deref())).collect();
        let newest = newest.into_iter().filter(|(creator, _)| with_channel.contains(creator));
        let mut positions: Vec<usize> = newest.map(|(_, position)| position).collect();
        positions.sort_unstable();
        check(dataset, index, ChunkKind::NewestSnapshots, 0, &positions);
    });
}

#[test]
fn mentions_are_found_by_their_public_ids() {
    on_datasets(|dataset| {
        let Dataset { packed, model } = dataset;
        let (index, kind) = (Index::BusinessIdeas, ChunkKind::PublicIds);
        let manifest = packed.manifest(index);
        let mut rows: BTreeMap<i64, Vec<(i64, usize)>> = BTreeMap::new();
        for (position, document) in model.positions(index) {
            let id = PublicId::of(IdKind::Mention, &document.id);
            rows.entry(manifest.public_id_key(id)).or_default().push((id.bits(), position));
        }
        assert!(keys(dataset, kind).iter().eq(rows.keys()));
        for (key, mut ids) in rows {
            ids.sort_unstable();
            let positions: Vec<usize> = ids.into_iter().map(|(_, position)| position).collect();
            check(dataset, index, kind, key, &positions);
        }
    });
}
