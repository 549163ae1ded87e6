//! Checking a request and collecting what is wrong with it.
//!
//! # How it is built
//! A guard is a few blocks of memory of fixed size, and numbers that point into them: the body and the zeros behind
//! it, one token for each step through it, what was noted, and the text that comes out. Places are numbers, so there is
//! nothing to borrow and nothing to allocate; they are cut to the size of their block wherever they are used
//! (`memory`), so there is nothing to check either, and nothing can panic. That makes a check a few hundred
//! nanoseconds and all of it small enough for a page. The reader of JSON is our own because nothing that is kept
//! does this; it is held to a library by tests.
//!
//! In scope: what is JSON and what is not; the checks that every operation shares: members, types, lengths,
//! enumerations; the words in which something is refused. Out of scope: what an operation takes (`spec`).

#[cfg(feature = "account")]
pub mod account;
mod checks;
pub mod data;
mod memory;
pub mod problem;
mod reader;
mod refuse;
#[cfg(feature = "std")]
pub mod request;
mod secret;
mod tape;
mod terms;
mod token;

pub use checks::{Given, Items, Nulls};
pub use refuse::Piece;
pub(crate) use secret::{is_secret_byte, secret_begins};
pub use tape::Tape;
pub(crate) use tape::cut;
pub use terms::TextSet;
pub use token::{At, JsonKind, Labels};

use crate::base::runtime::Host;
use crate::base::sink::Out;
use crate::guard::problem::Code;
use crate::spec::limits::{MAX_BODY_BYTES, MAX_VIOLATIONS};
use reader::ReadFault;
use refuse::Noted;
use token::is_same;

/// How much there is to say about what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// Everything, for people and programs.
    All,
    /// That something is: messages are not even made.
    Nothing,
}

/// Memory for one request at a time.
pub struct Guard {
    /// The body that was read.
    pub tape: Tape,
    /// Names that were met in a list of objects.
    pub labels: Labels,
    /// Whoever runs this.
    pub host: &'static Host,
    /// What comes out.
    pub out: Out,
    telling: Telling,
    noted: Noted,
}

impl Guard {
    /// A guard that has read nothing.
    pub const fn new(host: &'static Host) -> Self {
        Self {
            tape: Tape::new(),
            labels: Labels::new(),
            host,
            out: Out::new(),
            telling: Telling::Nothing,
            noted: Noted::new(),
        }
    }

    /// Where a body is written before it is read: [`MAX_BODY_BYTES`] and one more.
    pub fn input(&mut self) -> &mut [u8] {
        self.tape.input()
    }

    /// Reads the body that was written to [`Guard::input`], and says whether it is one JSON value; notes if it is not.
    /// It must be UTF-8 where `is_utf8` is false.
    pub fn read(&mut self, length: usize, telling: Telling, is_utf8: bool) -> bool {
        self.begin(telling);
        if length > MAX_BODY_BYTES {
            let pieces = [Piece::Whole(MAX_BODY_BYTES), Piece::Whole(length)];
            self.refuse(Code::PayloadTooLarge, At::BODY, b"", "body must be at most # bytes. Got #.", &pieces);
            return false;
        }
        self.tape.bytes.end(length as u32);
        let read = match self.tape.utf8_until(length as u32, is_utf8) {
            Ok(()) => self.tape.read(length as u32),
            fault => fault,
        };
        if let Err(fault) = read {
            self.not_json(fault);
        }
        read.is_ok()
    }

    /// Whether what comes out begins with so many bytes of the body.
    pub fn begins_with_body(&self, length: usize) -> bool {
        is_same(length as u32, |at| self.tape.eight(at), |at| self.out.eight(at))
    }

    fn begin(&mut self, telling: Telling) {
        self.telling = telling;
        self.noted.count = 0;
        self.noted.list.clear();
        self.out.clear();
    }

    #[cold]
    fn not_json(&mut self, fault: ReadFault) {
        let (mut line, mut column) = (1, 1);
        for at in 0..fault.at {
            (line, column) = if self.tape.byte(at) == b'\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        let pieces = [Piece::Text(fault.reason), Piece::Whole(line), Piece::Whole(column)];
        self.tape.forget();
        self.refuse(Code::InvalidJson, At::BODY, b"", "body is not valid JSON: # at line # column #.", &pieces);
    }

    /// Whether more would be told.
    fn is_telling(&self) -> bool {
        self.telling == Telling::All && (self.noted.count as usize) < MAX_VIOLATIONS
    }
}
