//! The documents of a file, one after the other, with their lines. Memory does not grow with the file.

use super::inputs::{Form, Input};
use super::progress::Progress;
use anyhow::{Context as _, bail};
use csv::{ByteRecord, ReaderBuilder};
use flate2::read::MultiGzDecoder;
use overheard::ingest::{CsvHeader, Mapping};
use overheard::spec::Index;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::rc::Rc;

/// One document as it stands in a file.
pub enum Record<'a> {
    /// A line of JSON.
    Json(&'a [u8]),
    /// What the records of CSV that follow are made of.
    Header(&'a CsvHeader, Separator),
    /// A record of CSV.
    Csv(&'a CsvHeader, &'a ByteRecord),
    /// A line that is too long to be a document; it was skipped.
    TooLong,
}

/// What stands between the cells of a CSV file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separator {
    byte: u8,
    /// Its name for people.
    pub name: &'static str,
}

/// The separators that are understood. Where a header says nothing, it is the first; `|` stands between items of lists.
const SEPARATORS: [Separator; 3] = [
    Separator { byte: b',', name: "comma" },
    Separator { byte: b';', name: "semicolon" },
    Separator { byte: b'\t', name: "tab" },
];

impl Separator {
    /// Whether it is the one that needs no word.
    pub fn is_usual(self) -> bool {
        self == SEPARATORS[0]
    }

    /// That of a file: the one that finds most of an index's columns in its first lines.
    fn of(index: Index, mapping: &Mapping, head: &[u8]) -> Self {
        let known = |separator: Self| {
            let mut header = ByteRecord::new();
            let mut reader = ReaderBuilder::new().has_headers(false).delimiter(separator.byte).from_reader(head);
            reader.read_byte_record(&mut header).map_or(0, |_| CsvHeader::known(index, mapping, header.iter()))
        };
        SEPARATORS.into_iter().rev().max_by_key(|separator| known(*separator)).unwrap_or(SEPARATORS[0])
    }
}

/// Bytes of one document. The longest that can pass the checks is far below.
pub const MAX_RECORD_BYTES: usize = 1024 * 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Bytes in which a header is looked for before a separator is chosen.
const HEAD_BYTES: u64 = 64 * 1024;

/// Calls `each` with every document of a file and the line it begins at.
pub fn read(
    input: &Input,
    mapping: &Mapping,
    progress: &Progress,
    each: impl FnMut(u64, Record<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = input.path.display();
    let file = File::open(&input.path).with_context(|| format!("{shown} cannot be read"))?;
    let counted = BufReader::new(Counted { inner: file, progress: progress.clone() });
    let content: Box<dyn Read> = if input.gzipped { Box::new(MultiGzDecoder::new(counted)) } else { Box::new(counted) };
    match input.form {
        Form::Ndjson => lines(BufReader::with_capacity(1 << 16, content), each),
        Form::Csv => csv_records(input, mapping, content, each),
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
    mapping: &Mapping,
    mut content: impl Read,
    mut each: impl FnMut(u64, Record<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut head = Vec::new();
    content.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    let separator = Separator::of(input.index, mapping, text);
    let since = Rc::new(Cell::new(0));
    let content = Bounded { inner: Cursor::new(head).chain(content), since: Rc::clone(&since) };
    // Records of another length are refused one by one, so the reader takes any.
    let mut reader = ReaderBuilder::new().flexible(true).delimiter(separator.byte).from_reader(content);
    let header = match CsvHeader::new(input.index, mapping, reader.byte_headers()?.iter()) {
        Ok(header) => header,
        Err(refused) => bail!("line 1: {}", refused.message),
    };
    each(1, Record::Header(&header, separator))?;
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
