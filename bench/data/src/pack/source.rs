//! Reads the records of a folder as imported rows.

use anyhow::{Context as _, bail};
use chrono::DateTime;
use flate2::read::MultiGzDecoder;
use overheard::ingest::{CheckedRecord, Importer, RecordRow};
use overheard::segment::ImportedRow;
use overheard::spec::Index;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Passes the imported row of every record to `take`, videos first.
pub fn rows(folder: &Path, mut take: impl FnMut(ImportedRow) -> anyhow::Result<()>) -> anyhow::Result<()> {
    // Any time will do: it is stored with records that have none, and never compared.
    let now = DateTime::from_timestamp(1_700_000_000, 0).unwrap_or_default();
    let importer = Importer::new(now).map_err(anyhow::Error::msg)?;
    for index in [Index::Info, Index::ContentCreator, Index::BusinessIdeas] {
        for line in lines(folder, index)? {
            let line = line?;
            let CheckedRecord { result, .. } = importer.json(index, line.as_bytes());
            match result.map(|accepted| accepted.prepared) {
                Ok(RecordRow::Video(row, _) | RecordRow::Snapshot(row)) => take(row)?,
                Ok(RecordRow::Mention(mention)) => take(mention.row)?,
                Err(refused) => bail!("{}: {}: {line}", index.name(), refused.message),
            }
        }
    }
    Ok(())
}

fn lines(folder: &Path, index: Index) -> anyhow::Result<impl Iterator<Item = std::io::Result<String>>> {
    let plain = folder.join(format!("{}.ndjson", index.name()));
    let reader: Box<dyn BufRead> = match File::open(&plain) {
        Ok(file) => Box::new(BufReader::with_capacity(1 << 20, file)),
        Err(_) => {
            let zipped = folder.join(format!("{}.ndjson.gz", index.name()));
            let file = File::open(&zipped)
                .with_context(|| format!("there is neither {} nor {}", plain.display(), zipped.display()))?;
            Box::new(BufReader::new(MultiGzDecoder::new(BufReader::new(file))))
        }
    };
    Ok(reader.lines())
}
