//! The documents of a file, one after the other, with their lines. Memory does not grow with the file.

use super::inputs::{Form, Input};
use super::progress::Progress;
use anyhow::{Context as _, bail};
use csv::{ByteRecord, ReaderBuilder};
use flate2::read::MultiGzDecoder;
use overheard::ingest::CsvHeader;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

/// One document as it stands in a file.
pub enum Record<'a> {
    /// A line of JSON.
    Json(&'a [u8]),
    /// A record of CSV.
    Csv(&'a CsvHeader, &'a ByteRecord),
    /// A line that is too long to be a document; it was skipped.
    TooLong,
}

/// Bytes of one document. The longest that can pass the checks is far below.
pub const MAX_RECORD_BYTES: usize = 1024 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Calls `each` with every document of a file and the line it begins at.
pub fn read(
    input: &Input,
    progress: &Progress,
    each: impl FnMut(u64, Record<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = input.path.display();
    let file = File::open(&input.path).with_context(|| format!("{shown} cannot be read"))?;
    let counted = BufReader::new(Counted { inner: file, progress: progress.clone() });
    let content: Box<dyn Read> = if input.gzipped { Box::new(MultiGzDecoder::new(counted)) } else { Box::new(counted) };
    match input.form {
        Form::Ndjson => lines(BufReader::with_capacity(1 << 16, content), each),
        Form::Csv => csv_records(input, content, each),
    }
    .with_context(|| format!("{shown} could not be read to its end"))
}

fn lines(mut content: impl BufRead, mut each: impl FnMut(u64, Record<'_>) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let limit = MAX_RECORD_BYTES as u64 + 1;
        if content.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        number += 1;
        if line.len() > MAX_RECORD_BYTES {
            if !line.ends_with(b"\n") {
                content.skip_until(b'\n')?;
            }
            each(number, Record::TooLong)?;
            continue;
        }
        let text = if number == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line) } else { &line };
        let text = text.trim_ascii();
        if !text.is_empty() {
            each(number, Record::Json(text))?;
        }
    }
}

fn csv_records(
    input: &Input,
    content: impl Read,
    mut each: impl FnMut(u64, Record<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let since = Rc::new(Cell::new(0));
    let content = Bounded { inner: content, since: Rc::clone(&since) };
    // Records of another length are refused one by one, so the reader takes any.
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(content);
    let header = reader.byte_headers()?.clone();
    let header = match CsvHeader::new(input.index, header.iter()) {
        Ok(header) => header,
        Err(refused) => bail!("line 1: {}", refused.message),
    };
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record)? {
        since.set(0);
        let line = record.position().map_or(0, csv::Position::line);
        each(line, Record::Csv(&header, &record))?;
    }
    Ok(())
}

/// Reports what was read of a file.
struct Counted<R> {
    inner: R,
    progress: Progress,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.progress.advance(read as u64);
        Ok(read)
    }
}

/// Fails when one record takes in too much: an open quotation mark would swallow the rest of the file.
struct Bounded<R> {
    inner: R,
    /// Bytes read since the last complete record.
    since: Rc<Cell<usize>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since.get() > MAX_RECORD_BYTES {
            return Err(io::Error::other("a record is longer than 1 MiB: is a quotation mark not closed?"));
        }
        let read = self.inner.read(buffer)?;
        self.since.set(self.since.get() + read);
        Ok(read)
    }
}
