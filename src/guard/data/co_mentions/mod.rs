//! `POST /v1/co-mentions`: videos or channels that mention all values together.
//!
//! Request `{values, index?, field?, group_by?, size?}`, answer
//! `{results: [{key, total_mentions, matched_values}]}`. An empty list is an answer.

#[cfg(feature = "edge")]
mod answer;
#[cfg(feature = "edge")]
mod request;

use super::check::{Context, named_index};
use super::form::{Otherwise, Takes, form};
use crate::guard::{At, Guard};
use crate::spec::Index;
use crate::spec::limits::{MAX_CO_MENTION_VALUES, MAX_RESULTS, MIN_CO_MENTION_VALUES};
use crate::spec::symbol::{Use, Uses, Word, Words};

#[cfg(feature = "edge")]
pub use answer::{CoMention, CoMentionsAnswer};
#[cfg(feature = "edge")]
pub use request::CoMentionsRequest;

/// Indices on which something can co-occur.
static INDICES: Words = Words::of(&["siv_business_ideas", "siv_info"]);

form! {
    FORM, MEMBERS,
    "values": Takes::Values(MIN_CO_MENTION_VALUES, MAX_CO_MENTION_VALUES), Otherwise::Required;
    "index": Takes::OneOf(&INDICES), Otherwise::Is("\"siv_business_ideas\"");
    "field": Takes::Field(Use::CoMentionField), Otherwise::On(Index::BusinessIdeas, "\"brand_name\"");
    "group_by": Takes::Field(Use::CoMentionGroup), Otherwise::Is("\"channel_name\"");
    "size": Takes::Whole(MAX_RESULTS), Otherwise::Is("10");
}

/// The index that a body is about, and the field whose values it names.
pub(super) fn context(guard: &mut Guard) -> Context {
    let index = match guard.tape.member(At::BODY, const { Word::of("index") }) {
        None => Some(Index::BusinessIdeas),
        Some(_) => named_index(guard, &INDICES),
    };
    let field = match (index, guard.tape.member(At::BODY, const { Word::of("field") })) {
        (Some(Index::BusinessIdeas), None) => const { Word::of("brand_name") },
        (Some(index), Some(field)) => {
            let word = guard.tape.word(field);
            if Uses::of(index).fields(Use::CoMentionField).has(word) { word } else { Word::NONE }
        }
        _ => Word::NONE,
    };
    Context { index, field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_are_those_with_something_to_group_by() {
        let grouped =
            Index::ALL.into_iter().filter(|index| !index.entry().co_mention_groups.is_empty()).map(Index::name);
        assert!(grouped.map(str::as_bytes).eq(INDICES.names().iter()));
    }

    #[test]
    fn what_is_usual_follows_the_catalogue() {
        let [_, _, field, group_by, _] = FORM.members else { panic!() };
        let Otherwise::On(usual, name) = field.otherwise else { panic!() };
        for index in Index::ALL {
            let expected = if index == usual { Some(name.trim_matches('"')) } else { None };
            assert_eq!(index.entry().co_mention_field, expected);
        }
        let Otherwise::Is(group) = group_by.otherwise else { panic!() };
        let mut first = Index::ALL.into_iter().filter_map(|index| index.entry().co_mention_groups.first());
        assert!(first.all(|first| *first == group.trim_matches('"')));
    }
}
