//! Reads CSV records with the numbers of their first lines, as an editor counts them.

use super::{MAX_RECORD_BYTES, ReadError};
use csv_core::{ReadRecordResult, Reader, ReaderBuilder, Terminator};
use std::io::{BufRead, Read as _};

/// The cells of one record.
#[derive(Debug, Default)]
pub struct CsvCells {
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The used lengths of `text` and `ends`.
    pub(super) bytes: usize,
    cells: usize,
    marks: QuoteState,
}

/// The state of a record's quotation marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum QuoteState {
    /// At the beginning of a cell.
    #[default]
    Begin,
    /// In a cell without quotation marks around it.
    Plain,
    /// Between the quotation marks around a cell.
    Quoted,
    /// After a quotation mark that ends a cell, or is the first of two.
    Behind,
    /// Text follows the quotation mark that ended the cell.
    Stray,
}

impl CsvCells {
    /// Returns the cells in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let ends = self.ends.get(..self.cells).unwrap_or_default();
        ends.iter().enumerate().map(|(at, end)| {
            let start = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
            self.text.get(start..*end).unwrap_or_default()
        })
    }

    /// Returns true if text follows the quotation mark that ends a cell: a mark inside the cell was not doubled.
    pub(in crate::ingest) fn has_stray_mark(&self) -> bool {
        self.marks == QuoteState::Stray
    }

    /// Returns a copy without the unused space of the buffers.
    pub(super) fn copy(&self) -> Self {
        let text = self.text.get(..self.bytes).unwrap_or_default().to_vec();
        let ends = self.ends.get(..self.cells).unwrap_or_default().to_vec();
        Self { text, ends, ..*self }
    }

    fn clear(&mut self) {
        (self.bytes, self.cells, self.marks) = (0, 0, QuoteState::Begin);
    }

    /// Updates the state of quotation marks with a line.
    fn follow(&mut self, line: &[u8], separator: u8) {
        if self.marks == QuoteState::Begin && !line.contains(&b'"') {
            return;
        }
        for byte in line {
            self.marks = match (self.marks, *byte) {
                (QuoteState::Stray, _) => return,
                (QuoteState::Begin, b'"') | (QuoteState::Behind, b'"') => QuoteState::Quoted,
                (QuoteState::Quoted, b'"') => QuoteState::Behind,
                (QuoteState::Quoted, _) => QuoteState::Quoted,
                (_, byte) if byte == separator => QuoteState::Begin,
                (QuoteState::Behind, b' ' | b'\r' | b'\n') => QuoteState::Behind,
                (QuoteState::Behind, _) => QuoteState::Stray,
                (QuoteState::Begin | QuoteState::Plain, _) => QuoteState::Plain,
            };
        }
    }

    /// Removes the carriage return before the line feed that ended the record.
    fn trim_end(&mut self) {
        let start = self.cells.checked_sub(2).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let last = self.text.get(start..self.bytes).unwrap_or_default();
        if last.ends_with(b"\r")
            && let Some(end) = self.cells.checked_sub(1).and_then(|last| self.ends.get_mut(last))
        {
            *end -= 1;
        }
    }
}

/// Reads records line by line, so that each record's line is known.
pub(super) struct CsvRecords<R> {
    input: R,
    parser: Reader,
    separator: u8,
    /// The byte that ends lines: a line feed, or a carriage return in files that have no line feed.
    line_end: u8,
    /// The number of lines that were read.
    line: u64,
    text: Vec<u8>,
}

impl<R: BufRead> CsvRecords<R> {
    /// Creates a reader at the beginning of the input.
    pub(super) fn new(input: R, separator: u8, line_end: u8) -> Self {
        let parser = ReaderBuilder::new().delimiter(separator).terminator(Terminator::Any(b'\n')).build();
        Self { input, parser, separator, line_end, line: 0, text: Vec::new() }
    }

    /// Skips the lines before a line.
    pub(super) fn skip_to(&mut self, line: u64) -> Result<(), ReadError> {
        while self.line + 1 < line && self.next_line(0)? {}
        Ok(())
    }

    /// Reads the next record and returns the number of its first line; `None` at the end. Blank lines are skipped.
    pub(super) fn read(&mut self, cells: &mut CsvCells) -> Result<Option<u64>, ReadError> {
        cells.clear();
        let mut first = None;
        let mut bytes = 0;
        loop {
            if !self.next_line(bytes)? {
                return match first {
                    None => Ok(None),
                    Some(line) => Err(ReadError::Content(format!(
                        "line {line}: a quotation mark is not closed: the record that begins here goes on to the end of the file (line {})",
                        self.line
                    ))),
                };
            }
            if first.is_none() && self.text.iter().all(|byte| b"\r\n".contains(byte)) {
                continue;
            }
            let line = *first.get_or_insert(self.line);
            bytes += self.text.len();
            if bytes > MAX_RECORD_BYTES {
                return Err(ReadError::Content(format!(
                    "line {line}: the record is longer than 1 MiB: is a quotation mark not closed?"
                )));
            }
            cells.follow(&self.text, self.separator);
            if self.feed(cells) {
                cells.trim_end();
                return Ok(Some(line));
            }
        }
    }

    /// Reads a line and replaces its end by a line feed. Returns false at the end of the file.
    fn next_line(&mut self, before: usize) -> Result<bool, ReadError> {
        self.text.clear();
        let limit = (MAX_RECORD_BYTES + 1).saturating_sub(before) as u64;
        if self.input.by_ref().take(limit).read_until(self.line_end, &mut self.text)? == 0 {
            return Ok(false);
        }
        match self.text.last_mut().filter(|last| **last == self.line_end) {
            Some(last) => *last = b'\n',
            None => self.text.push(b'\n'),
        }
        self.line += 1;
        Ok(true)
    }

    /// Passes the line to the parser. Returns true if it ends the record.
    fn feed(&mut self, cells: &mut CsvCells) -> bool {
        let mut input = self.text.as_slice();
        loop {
            // No cell is longer than its input.
            cells.text.resize((cells.bytes + input.len()).max(cells.text.len()), 0);
            cells.ends.resize((cells.cells + input.len() + 1).max(cells.ends.len()), 0);
            let text = cells.text.get_mut(cells.bytes..).unwrap_or_default();
            let ends = cells.ends.get_mut(cells.cells..).unwrap_or_default();
            let (result, read, written, ended) = self.parser.read_record(input, text, ends);
            input = input.get(read..).unwrap_or_default();
            cells.bytes += written;
            cells.cells += ended;
            match result {
                ReadRecordResult::Record => return true,
                ReadRecordResult::InputEmpty | ReadRecordResult::End => return false,
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {}
            }
        }
    }
}
