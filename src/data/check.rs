//! Checking a request by its form.

use super::aggregate::METRIC;
use super::filters;
use super::form::{Form, Takes};
use crate::catalog::limits::MAX_Q_CHARACTERS;
use crate::catalog::{Index, MetricType};
use crate::guard::{Guard, Piece};
use crate::json::{Kind, Value};
use crate::problem::Code;
use crate::word::{Uses, Word, Words};

/// What the members of an object are checked against.
#[derive(Debug, Clone, Copy)]
pub struct Context<'t> {
    /// The index that the request is about, when it is known.
    pub index: Option<Index>,
    /// The field whose values are in question, when it is known.
    pub field: Option<Word>,
    /// The list that the object is in.
    pub siblings: Option<Value<'t>>,
}

/// Indices that have free text.
const WITH_TEXT: &[&str] = &["siv_business_ideas", "siv_info"];

/// Checks an object by its form; what is wrong is noted.
pub fn object(guard: &mut Guard, value: Value<'_>, form: &'static Form, context: &Context<'_>) {
    let given = guard.members(value, form, &mut |guard, position, value| {
        if let Some(member) = form.members.get(position) {
            member.takes.check(guard, value, context);
        }
    });
    let Some(given) = given else { return };
    for (position, (member, name)) in form.members.iter().zip(form.names).enumerate() {
        if !given.has(position) && member.otherwise.is_required(context.index) {
            guard.missing(value, name);
        }
    }
}

/// The index that a body names, without noting anything: other members are checked against it.
pub fn named_index(body: Value<'_>, allowed: &Words) -> Option<Index> {
    let word = body.member("index")?.word();
    if allowed.has(word) { Index::from_word(word) } else { None }
}

impl Takes {
    fn check(self, guard: &mut Guard, value: Value<'_>, context: &Context<'_>) {
        match self {
            Self::OneOf(words) => {
                guard.one_of(value, words);
            }
            Self::Field(uses) => field(guard, value, context.index, uses),
            Self::Filters => filters::check(guard, value, context.index),
            Self::Metric => metric(guard, value, context),
            Self::Objects(form, max) => objects(guard, value, form, max),
            Self::Whole(max) => {
                guard.whole_number(value, 1, max);
            }
            Self::Date => {
                guard.date(value);
            }
            Self::Flag => {
                guard.boolean(value);
            }
            Self::Label => label(guard, value, context.siblings),
            Self::Names(min, max) => {
                for item in guard.list(value, min, max) {
                    let _ = guard.name(item) && guard.searchable(item);
                }
            }
            Self::Values(min, max) => values(guard, value, min, max, context.field),
            Self::Question => question(guard, value, context.index),
        }
    }
}

/// A field of an index that some use allows. Without a known index only its type is checked.
fn field(guard: &mut Guard, value: Value<'_>, index: Option<Index>, uses: fn(&'static Uses) -> &'static Words) {
    if !guard.text(value) {
        return;
    }
    if let Some(index) = index {
        let allowed = uses(Uses::of(index));
        if !allowed.has(value.word()) {
            not_on_index(guard, value, "@ '#' is not allowed on index '#'.", index, allowed.texts());
        }
    }
}

/// Notes something that is used in a way that its index does not allow.
#[cold]
pub fn not_on_index(guard: &mut Guard, at: Value<'_>, message: &str, index: Index, allowed: &'static [&'static str]) {
    let pieces = [Piece::Echo(at.text()), Piece::Text(index.name())];
    guard.refuse_choice(Code::FieldNotAllowed, at, "", message, &pieces, allowed, at.text());
}

fn metric(guard: &mut Guard, value: Value<'_>, context: &Context<'_>) {
    let kind = value.member("type").and_then(|value| MetricType::from_word(value.word()));
    let has_field = kind.is_some_and(|kind| kind != MetricType::Count);
    // With count the field says nothing, and is dropped; of an unknown type nothing is known.
    let index = context.index.filter(|_| has_field);
    object(guard, value, &METRIC, &Context { index, ..*context });
    if has_field && value.member("field").is_none() {
        guard.missing(value, "field");
    }
}

/// A list of objects.
pub fn objects(guard: &mut Guard, value: Value<'_>, form: &'static Form, max: usize) {
    for item in guard.list(value, 1, max) {
        object(guard, item, form, &Context { index: None, field: None, siblings: Some(value) });
    }
}

fn label(guard: &mut Guard, value: Value<'_>, siblings: Option<Value<'_>>) {
    if !guard.name(value) {
        return;
    }
    for sibling in siblings.into_iter().flat_map(Value::children) {
        let Some(earlier) = sibling.member("label") else { continue };
        if earlier.is(value) {
            return;
        }
        if earlier.kind() == Kind::Text && earlier.bytes() == value.bytes() {
            return refuse_twice(guard, value);
        }
    }
}

#[cold]
fn refuse_twice(guard: &mut Guard, value: Value<'_>) {
    guard.refuse(Code::DuplicateValue, value, "", "@ '#' is given twice.", &[Piece::Echo(value.text())]);
}

fn values(guard: &mut Guard, value: Value<'_>, min: usize, max: usize, field: Option<Word>) {
    for item in guard.list(value, min, max) {
        if filters::term(guard, item, field) {
            let mut earlier = value.children().take_while(|earlier| !earlier.is(item));
            if earlier.any(|earlier| earlier.kind() == Kind::Text && earlier.bytes() == item.bytes()) {
                refuse_twice(guard, item);
            }
        }
    }
}

fn question(guard: &mut Guard, value: Value<'_>, index: Option<Index>) {
    if !guard.text(value) {
        return;
    }
    if let Some(index @ Index::ContentCreator) = index {
        let message = "@ is not allowed on index '#'.";
        let pieces = [Piece::Text(index.name())];
        return guard.refuse_choice(Code::FieldNotAllowed, value, "", message, &pieces, WITH_TEXT, "");
    }
    if guard.length(value, value.characters(), 1, MAX_Q_CHARACTERS, "characters") {
        guard.searchable(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_with_text_are_those_of_the_catalogue() {
        let with_text = Index::ALL.into_iter().filter(|index| !index.entry().full_text.is_empty()).map(Index::name);
        assert_eq!(with_text.collect::<Vec<_>>(), WITH_TEXT);
        assert!(Index::ContentCreator.entry().full_text.is_empty());
    }
}
