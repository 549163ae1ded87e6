//! The check of full-text queries.

use super::{Guard, MessageArg, TokenRef};
use crate::base::boolean::{QueryFault, parse};
use crate::base::characters::characters;
use crate::guard::problem::Code;
use crate::spec::limits::MAX_Q_CHARACTERS;

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
            self.refuse(Code::InvalidQuery, at, b"", "@ is not a query: #, at character #.", &args);
        }
    }
}
