//! Records as an import prepares them: lines of JSON, their rows, and batches of rows.

use flate2::read::MultiGzDecoder;
use overheard::ingest::{Batch, Batcher, Importer, RecordRow};
use overheard::segment::{ImportedRow, RowKind};
use overheard::spec::Index;
use overheard_bench_data::Dataset;
use overheard_oracle::may_be_cleaned;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// A fixed time of import, in seconds since 1970.
const NOW: i64 = 1_700_000_000;

/// Returns the folder of the dataset of the given size: in `OVERHEARD_DATA`, or beside the project. Prints a notice if
/// it is missing.
///
/// # Panics
/// If stderr cannot be written.
pub fn folder(size: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("OVERHEARD_DATA").map_or(beside, PathBuf::from);
    let folder = data.join(size);
    if folder.is_dir() {
        return Some(folder);
    }
    // Not through the macro, whose output the test harness hides when a test passes.
    let said = writeln!(
        std::io::stderr(),
        "\n*** NOT TESTED: there is no data set at {}; set OVERHEARD_DATA to compare on it ***\n",
        folder.display()
    );
    said.expect("stderr takes a line");
    None
}

/// Returns the lines of a folder's files whose records an import takes as they are: the oracle does not clean texts.
///
/// # Panics
/// If a file is missing or has a line that is no record.
pub fn comparable_lines(folder: &Path) -> impl Iterator<Item = (Index, String)> {
    lines(folder).filter(|(_, line)| !may_be_cleaned(&serde_json::from_str(line).expect("an object")))
}

/// Returns the lines of a folder's files, `<index>.ndjson` or `<index>.ndjson.gz`, in the order of an import.
///
/// # Panics
/// If a file is missing or cannot be read.
pub fn lines(folder: &Path) -> impl Iterator<Item = (Index, String)> {
    [Index::Info, Index::ContentCreator, Index::BusinessIdeas].into_iter().flat_map(move |index| {
        let lines = file(folder, index).lines().map(|line| line.expect("a line of text"));
        lines.filter(|line| !line.trim().is_empty()).map(move |line| (index, line))
    })
}

/// Returns the lines of a made-up dataset, in the same order.
pub fn made_up(dataset: &Dataset) -> impl Iterator<Item = (Index, String)> {
    let videos = dataset.videos().map(|line| (Index::Info, line));
    let snapshots = dataset.snapshots().map(|line| (Index::ContentCreator, line));
    videos.chain(snapshots).chain(dataset.mentions().map(|line| (Index::BusinessIdeas, line)))
}

fn file(folder: &Path, index: Index) -> Box<dyn BufRead> {
    let unzipped = folder.join(format!("{}.ndjson", index.name()));
    if let Ok(file) = File::open(&unzipped) {
        return Box::new(BufReader::new(file));
    }
    let zipped = folder.join(format!("{}.ndjson.gz", index.name()));
    let file = File::open(&zipped).unwrap_or_else(|error| panic!("{}: {error}", zipped.display()));
    Box::new(BufReader::new(MultiGzDecoder::new(file)))
}

/// Returns the rows of records.
///
/// # Panics
/// If a record is refused, because test data is valid.
pub fn rows(lines: impl IntoIterator<Item = (Index, String)>) -> impl Iterator<Item = ImportedRow> {
    let now = chrono::DateTime::from_timestamp(NOW, 0).expect("a time");
    let importer = Importer::new(now).expect("an importer");
    lines.into_iter().map(move |(index, line)| {
        let accepted = importer.json(index, line.as_bytes()).result;
        match accepted.unwrap_or_else(|refused| panic!("{refused:?}: {line}")).prepared {
            RecordRow::Video(row, _) | RecordRow::Snapshot(row) => row,
            RecordRow::Mention(mention) => mention.row,
        }
    })
}

/// Combines rows into batches, as an import sends them.
pub fn batches(rows: impl IntoIterator<Item = ImportedRow>) -> impl Iterator<Item = Batch> {
    let mut rows = rows.into_iter();
    let mut batchers = RowKind::ALL.map(Batcher::new);
    std::iter::from_fn(move || {
        for row in rows.by_ref() {
            let batcher = batchers.iter_mut().find(|batcher| batcher.table() == row.kind);
            if let Some(full) = batcher.expect("every table has one").push(&row.json) {
                return Some(full);
            }
        }
        batchers.iter_mut().find_map(Batcher::finish)
    })
}
