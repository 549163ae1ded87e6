//! The check of full-text queries.

use super::echo::cut;
use super::{Guard, MessageArg, Suggestion, TokenRef};
use crate::base::boolean::{MAX_DEPTH, QueryFault, parse};
use crate::base::characters::characters;
use crate::guard::problem::Code;
use crate::spec::limits::{MAX_ECHO_CHARACTERS, MAX_Q_CHARACTERS};
use crate::spec::symbol::Choices;

/// Capacity for a suggested query: characters of up to four bytes, and signs at the end.
const SUGGESTION_BYTES: usize = 4 * MAX_ECHO_CHARACTERS + 1 + MAX_DEPTH;

impl Guard {
    /// Checks that a string is a full-text query. Records a violation otherwise.
    #[inline(never)]
    pub fn full_text(&mut self, at: TokenRef) {
        if !self.characters(at, MAX_Q_CHARACTERS) || !self.searchable(at) {
            return;
        }
        let text = self.body.bytes(at);
        if let Err(QueryFault { at: place, reason }) = parse(text, &mut ()) {
            let character = characters(text.get(..place).unwrap_or(text)) + 1;
            let args = [MessageArg::Text(reason), MessageArg::Whole(character)];
            let mut buffer = [0; SUGGESTION_BYTES];
            let suggestion = closed(text, &mut buffer).map_or(Suggestion::None, Suggestion::Text);
            let message = "@ is not a query: #, at character #.";
            self.refuse_choice(Code::InvalidQuery, at, b"", message, &args, Choices::NONE, suggestion);
        }
    }
}

/// Returns a query with the quotation mark and the parentheses that it lacks at its end, if these make it valid.
fn closed<'b>(text: &[u8], buffer: &'b mut [u8; SUGGESTION_BYTES]) -> Option<&'b [u8]> {
    if cut(text).1 {
        return None;
    }
    let mut length = text.len();
    buffer.get_mut(..length)?.copy_from_slice(text);
    while let Err(fault) = parse(buffer.get(..length)?, &mut ()) {
        *buffer.get_mut(length)? = fault.closing()?;
        length += 1;
    }
    buffer.get(..length)
}
