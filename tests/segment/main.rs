//! Packed rows against what the segment rows say, computed anew without any of the packer's means.
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
use packed::Packed;
use std::sync::LazyLock;

/// A dataset, as the packer packs it and as the model sees it.
struct Dataset {
    packed: Packed,
    model: Model,
}

impl Dataset {
    fn of(rows: &[overheard::segment::ImportedRow]) -> Self {
        Self { packed: Packed::of(rows), model: Model::of(rows) }
    }
}

static MADE_UP: LazyLock<Dataset> = LazyLock::new(|| Dataset::of(&rows::made_up()));
static MANY_SCRIPTS: LazyLock<Dataset> = LazyLock::new(|| Dataset::of(&rows::made_up_in_many_scripts()));
static REAL: LazyLock<Option<Dataset>> = LazyLock::new(|| rows::real().map(|rows| Dataset::of(&rows)));

/// Runs a check on made-up documents, and on real ones where there are some.
fn on_datasets(check: impl Fn(&Dataset)) {
    check(&MADE_UP);
    check(&MANY_SCRIPTS);
    match &*REAL {
        Some(dataset) => check(dataset),
        None => eprintln!("SKIPPED: no real documents. OVERHEARD_DATA names a folder with small/siv_info.ndjson"),
    }
}
