//! Noting what is wrong, and the words for it.
//!
//! What is noted is written at once, as the list `errors` of the error body; the body itself is put together around it
//! when all is known, because it begins with what was noted first.

use super::tape::{Style, put_echo};
use super::token::At;
use super::{Guard, Telling};
use crate::base::sink::{Out, Sink, put_text, put_whole};
use crate::guard::problem::{Code, First, put_allowed, put_body, put_choice};
use crate::spec::limits::MAX_VIOLATIONS;
use crate::spec::symbol::Choices;

/// What was noted.
pub struct Noted {
    pub count: u32,
    pub list: Out,
    /// The code of the first, and where in the list its place, its message and what may be chosen stand.
    first: (Code, [usize; 6]),
}

/// A piece of a message that is not the same each time.
#[derive(Debug, Clone, Copy)]
pub enum Piece<'p> {
    /// A number.
    Whole(usize),
    /// A text of ours.
    Text(&'p str),
    /// What is written at a place: at most [`crate::spec::limits::MAX_ECHO_CHARACTERS`] characters are repeated.
    Echo(At),
    /// What stands at a place instead of what should: a value in short, and that it is a text.
    Got(At),
    /// A number, in its shortest form.
    Number(f64),
    /// The name of a member of a place.
    Member(At, &'p [u8]),
}

impl Noted {
    pub const fn new() -> Self {
        Self { count: 0, list: Out::new(), first: (Code::InvalidJson, [0; 6]) }
    }
}

impl Guard {
    /// How many violations were noted so far.
    pub fn noted(&self) -> u32 {
        self.noted.count
    }

    /// Notes a violation at a place, or at a member of it that is named besides. In the message `@` is the name of the
    /// place, and each `#` a piece.
    #[cold]
    pub fn refuse(&mut self, code: Code, at: At, member: &[u8], message: &str, pieces: &[Piece<'_>]) {
        self.refuse_choice(code, at, member, message, pieces, Choices::NONE, false);
    }

    /// The same where a few names would be right: they are listed behind the message, and if that helps, the one that
    /// was perhaps meant is named.
    #[cold]
    #[expect(clippy::too_many_arguments, reason = "a record of these would be longer wherever something is refused")]
    pub fn refuse_choice(
        &mut self,
        code: Code,
        at: At,
        member: &[u8],
        message: &str,
        pieces: &[Piece<'_>],
        allowed: Choices<'_>,
        is_hinted: bool,
    ) {
        self.noted.count += 1;
        if self.telling == Telling::Nothing || self.noted.count > MAX_VIOLATIONS as u32 {
            return;
        }
        let (tape, list) = (&self.tape, &mut self.noted.list);
        list.put(if list.is_empty() { b"{\"code\":\"" } else { b",{\"code\":\"" });
        list.put(code.name().as_bytes());
        list.put(b"\",\"param\":\"");
        let mut parts = [list.len(); 6];
        tape.put_place(at, member, Style::Pointer, list);
        parts[1] = list.len();
        list.put(b"\",\"message\":\"");
        parts[2] = list.len();
        let mut pieces = pieces.iter();
        let is_ours = |byte: &u8| !matches!(byte, b'@' | b'#');
        for part in message.as_bytes().chunk_by(|byte, next| is_ours(byte) && is_ours(next)) {
            let piece = match part {
                b"@" => Some(&Piece::Member(at, member)),
                b"#" => pieces.next(),
                _ => None,
            };
            match piece.copied() {
                None => put_text(part, list),
                Some(Piece::Whole(number)) => put_whole(number as u64, list),
                Some(Piece::Text(text)) => put_text(text.as_bytes(), list),
                Some(Piece::Echo(at)) => put_echo(tape.bytes(at), list),
                Some(Piece::Got(at)) => tape.put_got(at, list),
                Some(Piece::Number(number)) => self.host.put(number, list),
                Some(Piece::Member(at, member)) => tape.put_place(at, member, Style::Name, list),
            }
        }
        put_allowed(allowed, list);
        parts[3] = list.len();
        list.put(b"\"");
        parts[4] = list.len();
        put_choice(allowed, if is_hinted { tape.bytes(at) } else { b"" }, list);
        parts[5] = list.len();
        list.put(b"}");
        if self.noted.count == 1 {
            self.noted.first = (code, parts);
        }
    }

    /// Puts out the error body of what was noted.
    pub fn put_problem(&mut self, request_id: &str) {
        let list = &self.noted.list;
        let (code, [param, param_end, message, message_end, choice, end]) = self.noted.first;
        let in_request = code.status() == 400;
        let first = First {
            code,
            status: code.status(),
            param: (in_request || param < param_end).then_some(list.part(param, param_end)),
            message: list.part(message, message_end),
            choice: list.part(choice, end),
        };
        self.out.clear();
        let errors = if in_request { list.as_bytes() } else { b"" };
        put_body(&first, b"", errors, request_id.as_bytes(), &mut self.out);
    }
}
