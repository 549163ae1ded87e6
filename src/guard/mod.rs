//! Validation of requests.
//!
//! # Design
//! A [`Guard`] consists of memory blocks of fixed size: the body followed by zeros, its tokens, the recorded violations
//! and the output. Tokens refer to the body by integer positions, so nothing is borrowed and nothing is allocated.
//! Positions are masked to the size of their block (`memory`), so no access needs a bounds check and none can panic.
//! A check takes a few hundred nanoseconds, and the compiled code is small enough for a web page.
//! The JSON parser is our own because no maintained library meets these constraints. Tests compare it with a library.
//!
//! In scope: JSON syntax; the checks that all operations share (members, types, lengths, enumerations); the texts of
//! violations. Out of scope: the parameters of an operation (`spec`).

#[cfg(feature = "account")]
pub mod account;
mod checks;
pub mod data;
mod echo;
mod full_text;
mod memory;
mod parsed_body;
pub mod problem;
mod reader;
#[cfg(feature = "std")]
pub mod request;
mod secret;
mod terms;
mod token;
mod violations;

pub use checks::{Items, NullHandling, PresentMembers};
pub(crate) use echo::cut;
pub use parsed_body::ParsedBody;
pub(crate) use secret::{begins_by_chance, is_secret_byte, secret_begins};
pub use terms::TextSet;
pub use token::{JsonKind, Labels, TokenRef};
pub use violations::{MessageArg, Suggestion};

use crate::base::runtime::Host;
use crate::base::sink::Out;
use crate::guard::problem::Code;
use crate::spec::limits::{MAX_BODY_BYTES, MAX_VIOLATIONS};
use parsed_body::is_same;
use reader::ParseError;
use violations::ViolationBuffer;

/// Level of detail of reported violations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// Violations with messages.
    Messages,
    /// The message of the first violation, in the output. The others are counted.
    FirstMessage,
    /// A count of violations only. No messages are built.
    CountOnly,
}

/// Memory for checking one request at a time.
pub struct Guard {
    /// Parsed body of the request.
    pub body: ParsedBody,
    /// Labels seen so far in a list of objects.
    pub labels: Labels,
    /// Functions of the platform.
    pub host: &'static Host,
    /// Output buffer.
    pub out: Out,
    /// True if the tokens are those of the body in the input buffer.
    is_parsed: bool,
    verbosity: Verbosity,
    violations: ViolationBuffer,
}

impl Guard {
    /// Creates a guard without a body.
    pub const fn new(host: &'static Host) -> Self {
        Self {
            body: ParsedBody::new(),
            labels: Labels::new(),
            host,
            out: Out::new(),
            is_parsed: false,
            verbosity: Verbosity::CountOnly,
            violations: ViolationBuffer::new(),
        }
    }

    /// Returns the input buffer for a body: [`MAX_BODY_BYTES`] plus one byte.
    pub fn input(&mut self) -> &mut [u8] {
        self.body.input()
    }

    /// Parses the body that was written to [`Guard::input`] as one JSON value. Records a violation if it is invalid.
    ///
    /// Pass `is_utf8` if the caller has already validated the encoding.
    pub fn read(&mut self, length: usize, verbosity: Verbosity, is_utf8: bool) -> bool {
        self.begin(verbosity);
        if length > MAX_BODY_BYTES {
            let args = [MessageArg::Whole(MAX_BODY_BYTES), MessageArg::Whole(length)];
            self.refuse(Code::PayloadTooLarge, TokenRef::BODY, b"", "body must be at most # bytes. Got #.", &args);
            return false;
        }
        self.body.bytes.end(length as u32);
        let read = match self.body.utf8_until(length as u32, is_utf8) {
            Ok(()) => self.body.read(length as u32),
            fault => fault,
        };
        if let Err(fault) = read {
            self.not_json(fault);
        }
        self.is_parsed = read.is_ok();
        self.is_parsed
    }

    /// Prepares another check of the body that was read last. Returns false if it must be read again: it is not JSON.
    pub fn reuse(&mut self, verbosity: Verbosity) -> bool {
        let is_parsed = self.is_parsed;
        self.begin(verbosity);
        self.is_parsed = is_parsed;
        is_parsed
    }

    /// Returns true if the output begins with the first `length` bytes of the body.
    pub fn begins_with_body(&self, length: usize) -> bool {
        is_same(length as u32, |at| self.body.eight(at), |at| self.out.eight(at))
    }

    fn begin(&mut self, verbosity: Verbosity) {
        self.is_parsed = false;
        self.verbosity = verbosity;
        self.violations.count = 0;
        self.violations.list.clear();
        self.out.clear();
    }

    #[cold]
    fn not_json(&mut self, fault: ParseError) {
        let (mut line, mut column) = (1, 1);
        for at in 0..fault.at {
            (line, column) = if self.body.byte(at) == b'\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        let args = [MessageArg::Text(fault.reason), MessageArg::Whole(line), MessageArg::Whole(column)];
        self.body.forget();
        self.refuse(Code::InvalidJson, TokenRef::BODY, b"", "body is not valid JSON: # at line # column #.", &args);
    }

    /// Returns true if another violation would get a message.
    fn wants_message(&self) -> bool {
        let limit = match self.verbosity {
            Verbosity::Messages => MAX_VIOLATIONS,
            Verbosity::FirstMessage => 1,
            Verbosity::CountOnly => 0,
        };
        (self.violations.count as usize) < limit
    }
}
