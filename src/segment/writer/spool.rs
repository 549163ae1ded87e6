//! Spools, which store rows until they are packed, so that memory does not grow with texts.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// The number of bytes that are written to a file at once.
const BUFFER_BYTES: usize = 1 << 20;

/// A store of bytes that are read back by offset.
pub trait Spool: Send {
    /// Appends bytes and returns their offset.
    fn append(&mut self, bytes: &[u8]) -> io::Result<u64>;

    /// Replaces the content of `into` with `length` bytes from an offset.
    fn read(&mut self, offset: u64, length: usize, into: &mut Vec<u8>) -> io::Result<()>;
}

/// A spool in a file of its own.
#[derive(Debug)]
pub struct FileSpool {
    file: File,
    /// The number of bytes in the file.
    written: u64,
    /// Bytes that are not written yet; they follow those in the file.
    waiting: Vec<u8>,
}

impl FileSpool {
    /// Creates a spool in an empty file that is open for reading and writing.
    pub fn new(file: File) -> Self {
        Self { file, written: 0, waiting: Vec::with_capacity(BUFFER_BYTES) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.written))?;
        self.file.write_all(&self.waiting)?;
        self.written += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}

impl Spool for FileSpool {
    fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        if self.waiting.len() + bytes.len() > BUFFER_BYTES {
            self.flush()?;
        }
        let offset = self.written + self.waiting.len() as u64;
        self.waiting.extend_from_slice(bytes);
        Ok(offset)
    }

    fn read(&mut self, offset: u64, length: usize, into: &mut Vec<u8>) -> io::Result<()> {
        if offset + length as u64 > self.written {
            self.flush()?;
        }
        into.resize(length, 0);
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(into)
    }
}

/// A spool in memory, for datasets that fit.
impl Spool for Vec<u8> {
    fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let offset = self.len() as u64;
        self.extend_from_slice(bytes);
        Ok(offset)
    }

    fn read(&mut self, offset: u64, length: usize, into: &mut Vec<u8>) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = start.checked_add(length).and_then(|end| self.get(start..end));
        let bytes = bytes.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
        into.clear();
        into.extend_from_slice(bytes);
        Ok(())
    }
}
