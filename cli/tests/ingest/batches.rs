//! Tests of the batching of rows.

use overheard::ingest::{Batch, Batcher, MAX_BATCH_BYTES};
use overheard::segment::RowKind;

fn batches(rows: impl Iterator<Item = String>) -> Vec<Batch> {
    let mut batcher = Batcher::new(RowKind::Video);
    let mut batches: Vec<Batch> = rows.filter_map(|row| batcher.push(&row)).collect();
    batches.extend(batcher.finish());
    batches
}

#[test]
fn a_batch_has_at_most_its_bytes_unless_one_row_has_more() {
    let row = |bytes: usize| format!("[\"{}\"]", "x".repeat(bytes));
    let batches = batches([300_000, 300_000, 300_000, 1_200_000, 300_000].into_iter().map(row));
    let sizes: Vec<_> = batches.iter().map(|batch| (batch.number, batch.rows)).collect();
    assert_eq!(sizes, [(0, 3), (1, 1), (2, 1)]);
    assert!(batches[0].body.len() <= MAX_BATCH_BYTES);
}

#[test]
fn batches_are_json_arrays() {
    let batches = batches((0..300_000).map(|number| format!("[{number}]")));
    let rows: Vec<Vec<Vec<u32>>> = batches.iter().map(|batch| serde_json::from_str(&batch.body).unwrap()).collect();
    assert!(rows.len() > 1);
    assert!(rows.into_iter().flatten().flatten().eq(0..300_000));
}

#[test]
fn no_rows_make_no_batch() {
    assert_eq!(batches(std::iter::empty()), []);
}
