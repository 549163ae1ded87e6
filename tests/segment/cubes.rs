//! Cells.

use super::model::DATED;
use super::packed::{text, value};
use super::{Dataset, on_datasets};
use overheard::segment::{
    Cell, Column, CubeKind, CubePeriod, Stats, Table, key_of, metrics, unpack_cells, unpack_stats,
};
use overheard::spec::Index;
use std::collections::BTreeMap;

/// Cells by (tuple, key): the number of records, and the sums of each metric.
type Cells = BTreeMap<(i64, i64), (u64, BTreeMap<Column, Stats>)>;

/// Returns the cells of every key of a kind.
fn packed(dataset: &Dataset, kind: CubeKind) -> BTreeMap<i64, Cells> {
    let mut keys: BTreeMap<i64, Cells> = BTreeMap::new();
    for row in dataset.packed.in_range(Table::Cube, kind.id(0, 0), kind.last_id((1 << 34) - 1)) {
        let number = |column| value(&row, column).as_i64().unwrap();
        let cells = unpack_cells(text(&row, "cells"), usize::try_from(number("n")).unwrap()).unwrap();
        assert!(cells.is_sorted_by_key(|cell| (cell.tuple, cell.key)));
        let by_key = matches!(kind, CubeKind::Overall(..) | CubeKind::Pairs(..));
        let end = |cell: &Cell| if by_key { cell.key } else { cell.tuple };
        assert_eq!((number("first"), number("last")), (end(&cells[0]), end(cells.last().unwrap())));
        let of_key = keys.entry(key_of(number("id"))).or_default();
        for cell in &cells {
            let known = of_key.insert((cell.tuple, cell.key), (cell.count, BTreeMap::new()));
            assert!(known.is_none(), "a cell is there twice");
        }
        for column in DATED.into_iter().flat_map(metrics) {
            assert_eq!(value(&row, column.name()).is_string(), kind.metrics().contains(&column));
            if let Some(packed) = value(&row, column.name()).as_str() {
                for (cell, stats) in cells.iter().zip(unpack_stats(packed, &cells).unwrap()) {
                    of_key.get_mut(&(cell.tuple, cell.key)).unwrap().1.insert(column, stats);
                }
            }
        }
    }
    keys
}

/// Adds a record to a cell.
fn add(dataset: &Dataset, cells: &mut Cells, tuple: i64, key: i64, index: Index, position: usize) {
    let (count, stats) = cells.entry((tuple, key)).or_default();
    *count += 1;
    for column in metrics(index) {
        stats.entry(column).or_default().add(dataset.model.number(index, column, position));
    }
}

#[test]
fn cells_add_up_by_value_in_every_period() {
    on_datasets(|dataset| {
        for (index, column) in CubeKind::groups() {
            let (mut by_tuple, mut whole) = (BTreeMap::<i64, Cells>::new(), BTreeMap::<i64, Cells>::new());
            for (position, document) in dataset.model.positions(index) {
                let month = document.date().month();
                for period in [CubePeriod::All, CubePeriod::Year(month.year()), CubePeriod::Month(month.number())] {
                    for key in dataset.model.numbers_of_names(index, column, document) {
                        let tuple = dataset.model.tuple(index, document);
                        add(dataset, by_tuple.entry(period.key()).or_default(), tuple, key, index, position);
                        add(dataset, whole.entry(period.key()).or_default(), 0, key, index, position);
                    }
                }
            }
            let sizes = dataset.packed.manifest(index).cubes;
            for (kind, by_tuple, expected) in
                [(CubeKind::ByTuple(index, column), true, by_tuple), (CubeKind::Overall(index, column), false, whole)]
            {
                assert!(packed(dataset, kind) == expected, "{kind:?}");
                let size = sizes.iter().find(|size| size.column == column.name() && size.by_tuple == by_tuple).unwrap();
                assert_eq!(size.cells as usize, expected.get(&CubePeriod::All.key()).map_or(0, BTreeMap::len));
                assert!(size.cells == 0 || (4.0..400.0).contains(&size.width), "{size:?}");
            }
        }
    });
}

#[test]
fn cells_add_up_by_month() {
    on_datasets(|dataset| {
        for index in DATED {
            let mut cells = Cells::new();
            for (position, document) in dataset.model.positions(index) {
                let (tuple, month) = (dataset.model.tuple(index, document), document.date().month().number());
                add(dataset, &mut cells, tuple, month, index, position);
            }
            assert_eq!(packed(dataset, CubeKind::Months(index)), BTreeMap::from([(0, cells)]));
        }
    });
}
