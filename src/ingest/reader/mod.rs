//! Reads records from files: encoding, records with their lines, headers, and list forms.
//!
//! A file is read twice: [`FileLayout::of`] finds its layout, [`FileLayout::read`] reads its records. Both read on one
//! thread and parse on several. Memory does not grow with the file. Line numbers are those that an editor shows.

mod csv;
mod decode;
mod json;
mod read_batch;

pub use csv::CsvCells;

use super::parsed_record::list_texts;
use super::{CsvHeader, ListForms, Mapping, RecordRefusal};
use crate::segment::writer::pipeline;
use crate::spec::Index;
use csv::CsvRecords;
use decode::Utf8Reader;
use read_batch::ReadBatch;
use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// The most bytes of one record. The longest record that can pass the checks is far below.
pub const MAX_RECORD_BYTES: usize = 1024 * 1024;
/// The number of bytes in which a header is searched.
const HEAD_BYTES: u64 = 64 * 1024;
/// The number of lines in which a header is searched.
const HEADER_LINES: u64 = 50;
const BUFFER_BYTES: usize = 1 << 16;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// JSON: an object on each line, or objects over several lines, also in an array.
    Json,
    /// Separated cells below a header.
    Csv,
}

/// The options for reading a file.
#[derive(Debug, Clone, Copy)]
pub struct FileOptions<'a> {
    /// The index of its records.
    pub index: Index,
    /// The format.
    pub form: FileForm,
    /// The operator's column names.
    pub mapping: &'a Mapping,
    /// The line of its header, if that is not the first row.
    pub header_row: Option<u64>,
}

/// One record as a file has it.
#[derive(Debug)]
pub enum Record<'a> {
    /// A JSON text.
    Json(&'a [u8]),
    /// A record of CSV below its header.
    Csv(&'a CsvHeader, &'a CsvCells),
    /// A record that was skipped because it is too long.
    TooLong,
}

/// The reason why a file could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read at all.
    Io(io::Error),
    /// Its content is invalid.
    Content(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(formatter),
            Self::Content(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for ReadError {}

/// The layout of a file.
#[derive(Debug)]
pub struct FileLayout {
    records: Records,
    lists: ListForms,
}

#[derive(Debug)]
enum Records {
    /// A JSON object on each line.
    Lines,
    /// JSON over several lines.
    Objects,
    Csv {
        header: CsvHeader,
        header_line: u64,
        separator: Separator,
        line_end: u8,
    },
}

/// The character between the cells of a CSV file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Separator {
    byte: u8,
    /// Its name for people.
    pub name: String,
}

impl Separator {
    /// Returns the separators that are tried. The first is used if none gives a header.
    fn usual() -> [Self; 3] {
        [b',', b';', b'\t'].map(Self::new)
    }

    fn new(byte: u8) -> Self {
        let name = match byte {
            b',' => "comma".to_owned(),
            b';' => "semicolon".to_owned(),
            b'\t' => "tab".to_owned(),
            other => format!("'{}'", char::from(other)),
        };
        Self { byte, name }
    }

    /// Returns true for the comma, which needs no notice.
    pub fn is_comma(&self) -> bool {
        self.byte == b','
    }
}

impl FileLayout {
    /// Finds the layout of a file by reading it once.
    ///
    /// # Errors
    /// If it has another encoding, has no matching header, or has a quotation mark that is not closed.
    pub fn of(content: impl Read + Send, options: &FileOptions<'_>) -> Result<Self, ReadError> {
        let mut content = Utf8Reader::new(content);
        let mut head = Vec::new();
        content.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
        let records = match options.form {
            FileForm::Json if is_lines(&head) => Records::Lines,
            FileForm::Json => Records::Objects,
            FileForm::Csv => csv_layout(&head, options)?,
        };
        let layout = Self { records, lists: ListForms::default() };
        let mut lists = ListForms::default();
        let content = BufReader::with_capacity(BUFFER_BYTES, Cursor::new(head).chain(content));
        layout.batches(
            content,
            options,
            |records| observed_lists(records, options),
            |observed| {
                lists.add(observed);
                Ok::<(), ReadError>(())
            },
        )?;
        Ok(Self { lists, ..layout })
    }

    /// Returns the list forms.
    pub fn lists(&self) -> &ListForms {
        &self.lists
    }

    /// Returns the header of a CSV file and its separator.
    pub fn header(&self) -> Option<(&CsvHeader, &Separator)> {
        match &self.records {
            Records::Csv { header, separator, .. } => Some((header, separator)),
            _ => None,
        }
    }

    /// Calls `work` with every record of the file, on several threads. Calls `take` with the number of its first line and
    /// the result of `work`, in the order of the records.
    ///
    /// # Errors
    /// If the file cannot be read to its end, and those of `take`.
    pub fn read<T: Send, E: From<ReadError> + Send>(
        &self,
        content: impl Read + Send,
        options: &FileOptions<'_>,
        work: impl Fn(&Record<'_>) -> T + Sync,
        mut take: impl FnMut(u64, T) -> Result<(), E>,
    ) -> Result<(), E> {
        let content = BufReader::with_capacity(BUFFER_BYTES, Utf8Reader::new(content));
        let work = |records: &mut dyn Iterator<Item = (u64, Record<'_>)>| -> Vec<(u64, T)> {
            records.map(|(line, record)| (line, work(&record))).collect()
        };
        self.batches(content, options, work, |done| done.into_iter().try_for_each(|(line, done)| take(line, done)))
    }

    /// Calls `work` with batches of records, on several threads, and `take` with the results in order.
    fn batches<T: Send, E: From<ReadError> + Send>(
        &self,
        content: impl BufRead + Send,
        options: &FileOptions<'_>,
        work: impl Fn(&mut dyn Iterator<Item = (u64, Record<'_>)>) -> T + Sync,
        take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let header = self.header().map(|(header, _)| header);
        let produce = |add: &mut dyn FnMut(ReadBatch) -> bool| {
            let mut batch = ReadBatch::default();
            let read = self.records(content, options, |line, record| {
                let is_wanted = !batch.push(line, &record) || add(std::mem::take(&mut batch));
                // Only ends the reading: `take` has failed, and its error counts.
                if is_wanted { Ok(()) } else { Err(E::from(ReadError::Content("it is not read further".to_owned()))) }
            });
            add(batch);
            read
        };
        pipeline(produce, |batch: ReadBatch| work(&mut batch.iter(header)), take)
    }

    fn records<E: From<ReadError>>(
        &self,
        content: impl BufRead,
        options: &FileOptions<'_>,
        mut each: impl FnMut(u64, Record<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let envelope = options.mapping.preset().map(|preset| preset.envelope());
        match &self.records {
            Records::Lines => json::lines(content, envelope, each),
            Records::Objects => json::objects(content, envelope, each),
            Records::Csv { header, header_line, separator, line_end } => {
                let mut records = CsvRecords::new(content, separator.byte, *line_end);
                let mut cells = CsvCells::default();
                records.skip_to(*header_line)?;
                records.read(&mut cells)?;
                while let Some(line) = records.read(&mut cells)? {
                    each(line, Record::Csv(header, &cells))?;
                }
                Ok(())
            }
        }
    }
}

/// Returns the list syntax of some records.
fn observed_lists(
    records: &mut dyn Iterator<Item = (u64, Record<'_>)>,
    FileOptions { index, mapping, .. }: &FileOptions<'_>,
) -> ListForms {
    let mut lists = ListForms::default();
    for (_, record) in records {
        match record {
            Record::Json(text) => {
                list_texts(*index, mapping, text, &mut |column, text| lists.observe(*index, column, text));
            }
            Record::Csv(header, cells) => {
                let named = header.columns().iter().zip(cells.iter());
                for (column, cell) in named.filter_map(|(column, cell)| Some((column.as_ref()?, cell))) {
                    lists.observe(*index, column.field.name, &String::from_utf8_lossy(cell));
                }
            }
            Record::TooLong => {}
        }
    }
    lists
}

/// Returns true if a JSON file has one record per line. This is so if the first line is a complete value, or cannot be
/// the beginning of one.
fn is_lines(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return true };
    if first.starts_with(b"[") {
        return false;
    }
    let is_begin = serde_json::from_slice::<serde::de::IgnoredAny>(first).is_err_and(|error| error.is_eof());
    !is_begin || lines.next().is_none_or(|second| second.starts_with(b"{"))
}

/// Finds the header of a CSV file and its separator.
fn csv_layout(head: &[u8], options: &FileOptions<'_>) -> Result<Records, ReadError> {
    let line_end = if head.contains(&b'\n') || !head.contains(&b'\r') { b'\n' } else { b'\r' };
    let first_line = head.split(|byte| *byte == line_end).next().unwrap_or_default();
    let said = said_separator(first_line);
    let separators = said.map_or_else(|| Separator::usual().to_vec(), |byte| vec![Separator::new(byte)]);
    let first_row = if said.is_some() { 2 } else { 1 };
    let row = options.header_row.unwrap_or(first_row);
    match header_at(head, row, &separators, line_end, options)? {
        (_, Ok(found)) => Ok(found),
        (line, Err(refused)) => {
            let others = (first_row..=HEADER_LINES).filter(|other| *other != line);
            let mut found = others.filter(|other| {
                header_at(head, *other, &separators, line_end, options)
                    .is_ok_and(|(at, found)| at == *other && found.is_ok())
            });
            Err(ReadError::Content(match found.next() {
                Some(row) => format!(
                    "line {line}: this is no header of {}. Row {row} looks like the header: --header-row {row}",
                    options.index.name()
                ),
                None => format!("line {line}: {}", refused.message),
            }))
        }
    }
}

/// The number of the line at which the record was found, and the layout with that record as header.
type HeaderAt = (u64, Result<Records, RecordRefusal>);

fn header_at(
    head: &[u8],
    row: u64,
    separators: &[Separator],
    line_end: u8,
    options: &FileOptions<'_>,
) -> Result<HeaderAt, ReadError> {
    let FileOptions { index, mapping, .. } = *options;
    let read = |separator: &Separator| {
        let mut records = CsvRecords::new(head, separator.byte, line_end);
        let mut cells = CsvCells::default();
        records.skip_to(row)?;
        Ok::<_, ReadError>(records.read(&mut cells)?.map(|line| (line, cells)))
    };
    let mut best: Option<(usize, u64, &Separator, CsvCells)> = None;
    let mut fault = None;
    for separator in separators {
        match read(separator) {
            Ok(Some((line, cells))) => {
                let known = CsvHeader::known(index, mapping, cells.iter());
                if best.as_ref().is_none_or(|(most, ..)| known > *most) {
                    best = Some((known, line, separator, cells));
                }
            }
            Ok(None) => {}
            Err(error) => fault = Some(error),
        }
    }
    let Some((_, line, separator, cells)) = best else {
        return Err(fault.unwrap_or_else(|| ReadError::Content(format!("line {row}: there is no header."))));
    };
    let header = CsvHeader::new(index, mapping, cells.iter());
    let layout =
        header.map(|header| Records::Csv { header, header_line: line, separator: separator.clone(), line_end });
    Ok((line, layout))
}

/// Returns the separator that the first line of a file names, as in `sep=;`.
fn said_separator(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii_end();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let (name, separator) = line.split_at_checked(4)?;
    let separator = if separator.is_empty() { b"\t" } else { separator };
    match separator {
        [byte] if name.eq_ignore_ascii_case(b"sep=") && byte.is_ascii() && !byte.is_ascii_alphanumeric() => {
            Some(*byte).filter(|byte| *byte != b'"')
        }
        _ => None,
    }
}
