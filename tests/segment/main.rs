//! Compares packed rows with the segment rows, by an independent computation without the packer's code.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a panic here is a failed test")]

mod chunks;
mod compression;
mod content;
mod cubes;
mod digests;
mod doc_examples;
mod documents;
mod facets;
mod large;
mod model;
mod names;
mod packed;
mod rollups;
mod round_trip;
mod rows;
mod spool;
mod words;

use model::Model;
use packed::PackedRows;
use std::sync::LazyLock;

/// A dataset in two forms: packed, and as the model.
struct Dataset {
    packed: PackedRows,
    model: Model,
}

impl Dataset {
    fn of(rows: &[overheard::segment::ImportedRow]) -> Self {
        Self { packed: PackedRows::of(rows), model: Model::of(rows) }
    }
}

static MADE_UP: LazyLock<Dataset> = LazyLock::new(|| Dataset::of(&rows::made_up()));
static MANY_SCRIPTS: LazyLock<Dataset> = LazyLock::new(|| Dataset::of(&rows::made_up_in_many_scripts()));
static REAL: LazyLock<Option<Dataset>> = LazyLock::new(|| rows::real().map(|rows| Dataset::of(&rows)));

/// Runs a check on made-up records, and on real ones if they exist.
fn on_datasets(check: impl Fn(&Dataset)) {
    check(&MADE_UP);
    check(&MANY_SCRIPTS);
    match &*REAL {
        Some(dataset) => check(dataset),
        None => eprintln!("SKIPPED: no real documents. OVERHEARD_DATA names a folder with small/siv_info.ndjson"),
    }
}
