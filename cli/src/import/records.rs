//! Opens, decompresses and reads the records of a file.

use super::inputs::Input;
use crate::progress::ProgressDisplay;
use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use overheard::ingest::Mapping;
use overheard::ingest::reader::{FileLayout, FileOptions, Record};
use std::fs::File;
use std::io::{self, BufReader, Read};

/// An input file and its layout.
pub struct ReadableFile<'a> {
    pub input: &'a Input,
    options: FileOptions<'a>,
    pub layout: FileLayout,
}

impl<'a> ReadableFile<'a> {
    /// Opens a file and detects its encoding, its header and its list format.
    pub fn open(
        input: &'a Input,
        mapping: &'a Mapping,
        header_row: Option<u64>,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<Self> {
        let options = FileOptions { index: input.index, form: input.form, mapping, header_row };
        let layout = FileLayout::of(content(input, progress)?, &options).with_context(|| cannot(input))?;
        Ok(Self { input, options, layout })
    }

    /// Calls `work` with every record, on several threads, and `take` with its first line and the result, in order.
    pub fn read<T: Send>(
        &self,
        progress: &ProgressDisplay,
        work: impl Fn(&Record<'_>) -> T + Sync,
        take: impl FnMut(u64, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.layout.read(content(self.input, progress)?, &self.options, work, take).with_context(|| cannot(self.input))
    }
}

fn cannot(input: &Input) -> String {
    format!("{} could not be read to its end", input.path.display())
}

fn content(input: &Input, progress: &ProgressDisplay) -> anyhow::Result<Box<dyn Read + Send>> {
    let file = File::open(&input.path).with_context(|| format!("{} cannot be read", input.path.display()))?;
    let counted = BufReader::new(CountingReader { inner: file, progress: progress.clone() });
    Ok(if input.gzipped { Box::new(MultiGzDecoder::new(counted)) } else { Box::new(counted) })
}

/// A reader that reports its progress.
struct CountingReader<R> {
    inner: R,
    progress: ProgressDisplay,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}
