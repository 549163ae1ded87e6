//! The files of a dataset.

use crate::progress::Progress;
use anyhow::Context as _;
use overheard_bench_data::Dataset;
use std::fs::{File, create_dir_all, rename};
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// A written file.
#[derive(Debug)]
pub struct Written {
    pub name: &'static str,
    pub documents: u64,
    pub bytes: u64,
}

/// Writes the three files of a dataset into a folder.
pub fn write(dataset: &Dataset, folder: &Path, progress: &Progress) -> anyhow::Result<[Written; 3]> {
    create_dir_all(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    let file = |name, total, lines: &mut dyn Iterator<Item = String>| {
        progress.phase(name, total);
        write_file(name, folder, lines, progress)
            .with_context(|| format!("{name} cannot be written to {}", folder.display()))
    };
    // Creators have two or three snapshots on average.
    let snapshots = dataset.creator_count() * 5 / 2;
    Ok([
        file("siv_info.ndjson", dataset.video_count(), &mut dataset.videos())?,
        file("siv_content_creator.ndjson", snapshots, &mut dataset.snapshots())?,
        file("siv_business_ideas.ndjson", dataset.mention_count(), &mut dataset.mentions())?,
    ])
}

fn write_file(
    name: &'static str,
    folder: &Path,
    lines: &mut dyn Iterator<Item = String>,
    progress: &Progress,
) -> std::io::Result<Written> {
    // A file has another name until it is complete, because half a file would be valid too.
    let partial = folder.join(format!("{name}.partial"));
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&partial)?);
    let mut written = Written { name, documents: 0, bytes: 0 };
    for mut line in lines {
        line.push('\n');
        file.write_all(line.as_bytes())?;
        written.documents += 1;
        written.bytes += line.len() as u64;
        progress.advance();
    }
    file.into_inner()?;
    rename(partial, folder.join(name))?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_hold_every_line_and_nothing_else() {
        let (folder, dataset) = (tempfile::tempdir().unwrap(), Dataset::new(1_000, 7));
        let written = write(&dataset, folder.path(), &Progress::begin()).unwrap();
        let lines: [Vec<String>; 3] =
            [dataset.videos().collect(), dataset.snapshots().collect(), dataset.mentions().collect()];
        for (file, lines) in written.iter().zip(lines) {
            let text = std::fs::read_to_string(folder.path().join(file.name)).unwrap();
            assert_eq!(text, lines.join("\n") + "\n", "{}", file.name);
            assert_eq!((file.documents, file.bytes), (lines.len() as u64, text.len() as u64), "{}", file.name);
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 3);
    }
}
