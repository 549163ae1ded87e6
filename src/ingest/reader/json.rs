//! Reads records of JSON files: one on each line, or objects over several lines. The objects may be in an array, or in
//! a member of an object.

use super::{MAX_RECORD_BYTES, ReadError, Record};
use std::io::{BufRead, Read as _};

/// The most bytes of a line in files whose lines hold several records.
const MAX_ENVELOPE_BYTES: usize = 16 * MAX_RECORD_BYTES;

/// Calls `each` with every line. With an envelope, splits each line into the records inside it.
pub(super) fn lines<E: From<ReadError>>(
    mut content: impl BufRead,
    envelope: Option<&'static str>,
    mut each: impl FnMut(u64, Record<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let most = if envelope.is_some() { MAX_ENVELOPE_BYTES } else { MAX_RECORD_BYTES };
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let read = content.by_ref().take(most as u64 + 1).read_until(b'\n', &mut line).map_err(ReadError::from)?;
        if read == 0 {
            return Ok(());
        }
        number += 1;
        if line.len() > most {
            if !line.ends_with(b"\n") {
                content.skip_until(b'\n').map_err(ReadError::from)?;
            }
            each(number, Record::TooLong)?;
            continue;
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        match envelope {
            Some(_) => objects(text, envelope, |_, record| each(number, record))?,
            None => each(number, Record::Json(text))?,
        }
    }
}

/// The position of the splitter.
enum At {
    /// Between records.
    Between,
    /// In a record.
    Inside,
    /// In the members after the records in the object around them.
    Behind,
}

/// Splits JSON into records, byte by byte. It parses only what is needed to find where records begin and end.
struct Splitter {
    at: At,
    line: u64,
    /// The record so far, and the number of its first line.
    text: Vec<u8>,
    first: u64,
    is_too_long: bool,
    depth: usize,
    in_text: bool,
    escaped: bool,
    /// The position at which the last text of the first level begins, and whether it is the name of a member.
    text_start: usize,
    is_name: bool,
    /// True directly after the name of the member that holds records.
    is_envelope: bool,
    /// True while the records lie in an object.
    in_envelope: bool,
}

/// Calls `each` with every object of a text and the number of its first line.
pub(super) fn objects<E: From<ReadError>>(
    mut content: impl BufRead,
    envelope: Option<&'static str>,
    mut each: impl FnMut(u64, Record<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut splitter = Splitter::new();
    loop {
        let chunk = content.fill_buf().map_err(ReadError::from)?;
        if chunk.is_empty() {
            break;
        }
        for byte in chunk {
            if splitter.take(*byte, envelope) {
                splitter.hand_over(&mut each)?;
            }
            splitter.line += u64::from(*byte == b'\n');
        }
        let read = chunk.len();
        content.consume(read);
    }
    // A record that is cut off is refused when it is parsed.
    if matches!(splitter.at, At::Inside) { splitter.hand_over(&mut each) } else { Ok(()) }
}

impl Splitter {
    fn new() -> Self {
        Self {
            at: At::Between,
            line: 1,
            text: Vec::new(),
            first: 1,
            is_too_long: false,
            depth: 0,
            in_text: false,
            escaped: false,
            text_start: 0,
            is_name: false,
            is_envelope: false,
            in_envelope: false,
        }
    }

    fn hand_over<E>(&mut self, each: &mut impl FnMut(u64, Record<'_>) -> Result<(), E>) -> Result<(), E> {
        self.at = At::Between;
        let record = if self.is_too_long { Record::TooLong } else { Record::Json(self.text.trim_ascii()) };
        each(self.first, record)?;
        self.text.clear();
        self.is_too_long = false;
        Ok(())
    }

    /// Processes a byte. Returns true if it ends a record.
    fn take(&mut self, byte: u8, envelope: Option<&'static str>) -> bool {
        match self.at {
            At::Between => {
                match byte {
                    b']' if self.in_envelope => {
                        (self.in_envelope, self.at, self.depth) = (false, At::Behind, 1);
                    }
                    b'[' | b']' | b',' | b' ' | b'\t' | b'\r' | b'\n' => {}
                    _ => self.begin(byte),
                }
                false
            }
            At::Behind => {
                self.step(byte);
                if self.depth == 0 {
                    self.at = At::Between;
                }
                false
            }
            At::Inside => self.inside(byte, envelope),
        }
    }

    fn begin(&mut self, byte: u8) {
        self.at = At::Inside;
        self.first = self.line;
        (self.depth, self.in_text, self.escaped) = (0, false, false);
        (self.is_name, self.is_envelope) = (true, false);
        self.push(byte);
        self.step(byte);
    }

    fn push(&mut self, byte: u8) {
        if self.text.len() < MAX_RECORD_BYTES {
            self.text.push(byte);
        } else {
            self.is_too_long = true;
        }
    }

    fn inside(&mut self, byte: u8, envelope: Option<&'static str>) -> bool {
        // A value that is no object ends where the next one begins.
        if self.depth == 0 && !self.in_text && b",]\n".contains(&byte) {
            return true;
        }
        if let Some(envelope) = envelope.filter(|_| self.depth == 1 && !self.in_envelope)
            && self.opens(byte, envelope)
        {
            self.text.clear();
            self.is_too_long = false;
            (self.at, self.in_envelope) = (At::Between, true);
            return false;
        }
        self.push(byte);
        self.step(byte);
        self.depth == 0 && !self.in_text && byte == b'}'
    }

    /// Follows the members of the first level. Returns true at the bracket after the name of the member that holds
    /// records.
    fn opens(&mut self, byte: u8, envelope: &str) -> bool {
        if self.in_text {
            if byte == b'"' && !self.escaped && self.is_name {
                let name = self.text.get(self.text_start..).unwrap_or_default();
                (self.is_envelope, self.is_name) = (name == envelope.as_bytes(), false);
            }
            return false;
        }
        match byte {
            b'"' => self.text_start = self.text.len() + 1,
            b',' => self.is_name = true,
            b'[' if self.is_envelope => return true,
            b':' | b' ' | b'\t' | b'\r' | b'\n' => return false,
            _ => {}
        }
        self.is_envelope = false;
        false
    }

    /// Updates the nesting with a byte.
    fn step(&mut self, byte: u8) {
        if self.in_text {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}
