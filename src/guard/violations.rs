//! Recording of violations and their messages.
//!
//! Each violation is written to the `errors` list of the error body at once. The rest of the error body is written
//! around that list at the end, because it begins with the first violation.

use super::echo::{LocationStyle, put_echo};
use super::parsed_body::ParsedBody;
use super::token::TokenRef;
use super::{Guard, Verbosity};
use crate::base::runtime::Host;
use crate::base::sink::{Out, Sink, put_text, put_whole};
use crate::guard::problem::{Code, FirstViolation, nearest, put_allowed, put_body, put_choice};
use crate::spec::symbol::Choices;

/// Violations recorded so far.
pub struct ViolationBuffer {
    pub count: u32,
    pub list: Out,
    /// Code of the first violation, and the bounds of its `param`, its message and its choices in `list`.
    first: (Code, [usize; 6]),
}

/// Text of a message with placeholders: `@` is the name of a node or of its member, each `#` is the next argument.
struct MessageText<'m> {
    at: TokenRef,
    member: &'m [u8],
    template: &'m str,
    args: &'m [MessageArg<'m>],
    /// Names to list after the message.
    allowed: Choices<'m>,
}

/// Argument of a message.
#[derive(Debug, Clone, Copy)]
pub enum MessageArg<'p> {
    /// An integer.
    Whole(usize),
    /// A text of the program. Not for text of the caller.
    Text(&'p str),
    /// The text of a node, cut to [`crate::spec::limits::MAX_ECHO_CHARACTERS`] characters.
    Echo(TokenRef),
    /// A short description of the actual value, for type errors.
    Got(TokenRef),
    /// A number in its shortest form.
    Number(f64),
    /// The name of a member of a node.
    Member(TokenRef, &'p [u8]),
}

/// Value to suggest instead of the given one.
#[derive(Debug, Clone, Copy)]
pub enum Suggestion<'s> {
    /// Nothing.
    None,
    /// The allowed name that is most similar to the given one.
    NearestName,
    /// A text.
    Text(&'s [u8]),
}

impl ViolationBuffer {
    pub const fn new() -> Self {
        Self { count: 0, list: Out::new(), first: (Code::InvalidJson, [0; 6]) }
    }
}

impl MessageText<'_> {
    /// Writes the message, escaped for a JSON string.
    fn put(&self, body: &ParsedBody, host: &Host, out: &mut Out) {
        let mut args = self.args.iter();
        let is_ours = |byte: &u8| !matches!(byte, b'@' | b'#');
        for part in self.template.as_bytes().chunk_by(|byte, next| is_ours(byte) && is_ours(next)) {
            let arg = match part {
                b"@" => Some(&MessageArg::Member(self.at, self.member)),
                b"#" => args.next(),
                _ => None,
            };
            match arg.copied() {
                None => put_text(part, out),
                Some(MessageArg::Whole(number)) => put_whole(number as u64, out),
                Some(MessageArg::Text(text)) => put_text(text.as_bytes(), out),
                Some(MessageArg::Echo(at)) => put_echo(body.bytes(at), out),
                Some(MessageArg::Got(at)) => body.put_got(at, out),
                Some(MessageArg::Number(number)) => host.put(number, out),
                Some(MessageArg::Member(at, member)) => body.put_location(at, member, LocationStyle::Name, out),
            }
        }
        put_allowed(self.allowed, out);
    }
}

impl Guard {
    /// Returns the number of violations recorded so far.
    pub fn violation_count(&self) -> u32 {
        self.violations.count
    }

    /// Records a violation at a node, or at the named member of it.
    ///
    /// In the message, `@` is replaced with the name of the node and each `#` with the next argument.
    #[cold]
    pub fn refuse(&mut self, code: Code, at: TokenRef, member: &[u8], message: &str, args: &[MessageArg<'_>]) {
        self.refuse_choice(code, at, member, message, args, Choices::NONE, Suggestion::None);
    }

    /// Records a violation with a suggestion, and lists the allowed names after the message.
    #[cold]
    #[expect(clippy::too_many_arguments, reason = "a record of these would be longer wherever something is refused")]
    pub fn refuse_choice(
        &mut self,
        code: Code,
        at: TokenRef,
        member: &[u8],
        message: &str,
        args: &[MessageArg<'_>],
        allowed: Choices<'_>,
        suggestion: Suggestion<'_>,
    ) {
        let is_worded = self.wants_message();
        self.violations.count += 1;
        if !is_worded {
            return;
        }
        let text = MessageText { at, member, template: message, args, allowed };
        let (body, list) = (&self.body, &mut self.violations.list);
        if self.verbosity == Verbosity::FirstMessage {
            return text.put(body, self.host, &mut self.out);
        }
        list.put(if list.is_empty() { b"{\"code\":\"" } else { b",{\"code\":\"" });
        list.put(code.name().as_bytes());
        list.put(b"\",\"param\":\"");
        let mut parts = [list.len(); 6];
        body.put_location(at, member, LocationStyle::Pointer, list);
        parts[1] = list.len();
        list.put(b"\",\"message\":\"");
        parts[2] = list.len();
        text.put(body, self.host, list);
        parts[3] = list.len();
        list.put(b"\"");
        parts[4] = list.len();
        let suggested = match suggestion {
            Suggestion::None => None,
            Suggestion::NearestName => nearest(allowed, body.bytes(at)),
            Suggestion::Text(text) => Some(text),
        };
        put_choice(allowed, suggested, list);
        parts[5] = list.len();
        list.put(b"}");
        if self.violations.count == 1 {
            self.violations.first = (code, parts);
        }
    }

    /// Writes the error body for the recorded violations.
    pub fn put_problem(&mut self, request_id: &str) {
        let list = &self.violations.list;
        let (code, [param, param_end, message, message_end, choice, end]) = self.violations.first;
        let in_request = code.status() == 400;
        let first = FirstViolation {
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
