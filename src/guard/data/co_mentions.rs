//! What a question about co-mentions is checked against.

use super::check::{Context, named_index};
use crate::guard::{At, Guard};
use crate::spec::request::co_mentions::INDICES;
use crate::spec::symbol::{Symbol, Uses};
use crate::spec::{Index, Use};

/// The index that a body is about, and the field whose values it names.
pub(super) fn context(guard: &mut Guard) -> Context {
    let index = match guard.tape.member(At::BODY, const { Symbol::of("index") }) {
        None => Some(Index::BusinessIdeas),
        Some(_) => named_index(guard, &INDICES),
    };
    let field = match (index, guard.tape.member(At::BODY, const { Symbol::of("field") })) {
        (Some(Index::BusinessIdeas), None) => const { Symbol::of("brand_name") },
        (Some(index), Some(field)) => {
            let word = guard.tape.symbol(field);
            if Uses::of(index).fields(Use::CoMentionField).has(word) { word } else { Symbol::NONE }
        }
        _ => Symbol::NONE,
    };
    Context { index, field }
}
