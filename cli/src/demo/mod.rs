//! The demo dataset: an invented market with enough data for a meaningful answer to every query.
//!
//! Brands, channels, videos and figures are made up. The files are the same bytes on every machine.

mod calendar;
mod categories;
mod category;
mod channels;
mod contexts;
mod creators;
mod fraction;
mod language;
mod mentions;
mod random;
mod story;
#[cfg(test)]
mod tests;
mod titles;
mod videos;

use std::fs::{File, create_dir_all};
use std::io::{self, Write as _};
use std::path::Path;

use flate2::{Compression, GzBuilder};
use serde::Serialize;

use self::mentions::DemoMention;
use self::random::RandomSource;

/// The numbers of written records.
#[derive(Debug, PartialEq, Eq)]
pub struct Summary {
    /// Records of siv_info.
    pub videos: usize,
    /// Records of siv_business_ideas.
    pub mentions: usize,
    /// Records of siv_content_creator.
    pub snapshots: usize,
    /// Distinct creators in siv_content_creator.
    pub creators: usize,
}

/// Writes one gzipped NDJSON file per index, named after the index. Creates the directory if it does not exist.
///
/// # Errors
/// If the directory or a file cannot be written.
pub fn write(directory: &Path) -> io::Result<Summary> {
    create_dir_all(directory)?;
    let channels = channels::channels(&mut RandomSource::new(1));
    let snapshots = creators::snapshots(&mut RandomSource::new(2), &channels);
    let videos = videos::videos(&mut RandomSource::new(3), &channels);
    let mentions: Vec<DemoMention> = mentions::mentions(&mut RandomSource::new(4), &videos);
    save(directory, "siv_content_creator", snapshots.iter())?;
    save(directory, "siv_info", videos.iter().map(|video| &video.record))?;
    save(directory, "siv_business_ideas", mentions.iter())?;
    Ok(Summary { videos: videos.len(), mentions: mentions.len(), snapshots: snapshots.len(), creators: channels.len() })
}

/// Writes one index. The time stamp of the gzip header is 0, so that the bytes depend on the records alone.
fn save(directory: &Path, index: &str, documents: impl Iterator<Item = impl Serialize>) -> io::Result<()> {
    let file = File::create(directory.join(format!("{index}.ndjson.gz")))?;
    let mut gzip = GzBuilder::new().mtime(0).write(file, Compression::default());
    for document in documents {
        serde_json::to_writer(&mut gzip, &document)?;
        gzip.write_all(b"\n")?;
    }
    gzip.finish()?;
    Ok(())
}
