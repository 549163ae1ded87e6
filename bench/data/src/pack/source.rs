//! Reads the records of a folder as imported rows.

use anyhow::{Context as _, bail};
use chrono::DateTime;
use flate2::read::MultiGzDecoder;
use overheard::ingest::reader::{FileForm, FileLayout, FileOptions, Record};
use overheard::ingest::{CheckedRecord, Importer, Mapping, RecordRow};
use overheard::segment::ImportedRow;
use overheard::spec::Index;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Passes the imported row of every record to `take`, videos first.
pub fn rows(folder: &Path, mut take: impl FnMut(ImportedRow) -> anyhow::Result<()>) -> anyhow::Result<()> {
    // Any time will do: it is stored with records that have none, and never compared.
    let now = DateTime::from_timestamp(1_700_000_000, 0).unwrap_or_default();
    let importer = Importer::new(now).map_err(anyhow::Error::msg)?;
    for index in [Index::Info, Index::ContentCreator, Index::BusinessIdeas] {
        let options = FileOptions { index, form: FileForm::Json, mapping: &Mapping::default(), header_row: None };
        let layout = FileLayout::of(content(folder, index)?, &options)?;
        let check = |record: &Record<'_>| importer.document(index, layout.lists(), record);
        layout.read(content(folder, index)?, &options, check, |line, CheckedRecord { result, .. }| {
            match result.map(|accepted| accepted.prepared) {
                Ok(RecordRow::Video(row, _) | RecordRow::Snapshot(row)) => take(row),
                Ok(RecordRow::Mention(mention)) => take(mention.row),
                Err(refused) => bail!("{}:{line}: {}", index.name(), refused.message),
            }
        })?;
    }
    Ok(())
}

fn content(folder: &Path, index: Index) -> anyhow::Result<Box<dyn Read + Send>> {
    let plain = folder.join(format!("{}.ndjson", index.name()));
    Ok(match File::open(&plain) {
        Ok(file) => Box::new(file),
        Err(_) => {
            let zipped = folder.join(format!("{}.ndjson.gz", index.name()));
            let file = File::open(&zipped)
                .with_context(|| format!("there is neither {} nor {}", plain.display(), zipped.display()))?;
            Box::new(MultiGzDecoder::new(BufReader::new(file)))
        }
    })
}
