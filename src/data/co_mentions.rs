//! `POST /v1/co-mentions`: videos or channels that mention all values together.
//!
//! Request `{values, index?, field?, group_by?, size?}`, answer
//! `{results: [{key, total_mentions, matched_values}]}`. An empty list is an answer.

use super::canonical::{ObjectWriter, list, string};
use super::{field_of, filters, named_index};
use crate::catalog::limits::{DEFAULT_SIZE, MAX_CO_MENTION_VALUES, MAX_RESULTS, MIN_CO_MENTION_VALUES};
use crate::catalog::{Field, Index};
use crate::guard::{Guard, Place, Value};
use crate::problem::{Code, Problems, echo};
use serde::{Deserialize, Serialize};

/// A checked question.
#[derive(Debug, Clone, PartialEq)]
pub struct CoMentionsRequest {
    pub(crate) values: Vec<String>,
    pub(crate) index: Index,
    pub(crate) field: &'static Field,
    pub(crate) group_by: &'static Field,
    pub(crate) size: u32,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoMentionsAnswer {
    /// The first entities of the ranking.
    pub results: Vec<CoMention>,
}

/// An entity that mentions every value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoMention {
    /// The video's or channel's value.
    pub key: String,
    /// Its documents that hold any of the values.
    pub total_mentions: u64,
    /// How many values it mentions: all of them.
    pub matched_values: u64,
}

const MEMBERS: &[&str] = &["values", "index", "field", "group_by", "size"];

/// Indices on which something can co-occur.
const INDICES: &[&str] = &["siv_business_ideas", "siv_info"];

pub(super) fn parse_request(body: &Value<'_>) -> Result<CoMentionsRequest, Problems> {
    Guard::check(|guard| {
        let root = Place::ROOT;
        let named = match member(body, "index") {
            None => Some(Index::BusinessIdeas),
            Some(_) => named_index(body, INDICES),
        };
        let entry = named.map(Index::entry);
        let default_field = entry.and_then(|entry| entry.field(entry.co_mention_field?));
        let field_of_values = match member(body, "field") {
            None => default_field,
            Some(Value::String(name)) => entry.and_then(|entry| entry.field_in(entry.co_mention_fields, name)),
            Some(_) => None,
        };
        let mut field = default_field;
        let mut group_by = entry.and_then(|entry| entry.field(entry.co_mention_groups.first()?));
        let mut values = None;
        let mut size = Some(DEFAULT_SIZE);
        let given = guard.members(body, &root, MEMBERS, |guard, name, value, here| match name {
            "values" => values = parse_values(guard, value, here, field_of_values),
            "index" => {
                guard.one_of(value, here, INDICES);
            }
            "field" => field = field_of(guard, value, here, named, |entry| entry.co_mention_fields),
            "group_by" => group_by = field_of(guard, value, here, named, |entry| entry.co_mention_groups),
            _ => size = guard.whole_number(value, here, 1, MAX_RESULTS),
        })?;
        guard.require(&given, &["values"], &root);
        if named.is_some() && default_field.is_none() {
            guard.require(&given, &["field"], &root);
        }
        Some(CoMentionsRequest { values: values?, index: named?, field: field?, group_by: group_by?, size: size? })
    })
}

/// A member of the body that is not null, without noting anything.
fn member<'v, 'a>(body: &'v Value<'a>, wanted: &str) -> Option<&'v Value<'a>> {
    let Value::Object(members) = body else { return None };
    members.iter().find(|(name, value)| name == wanted && !matches!(value, Value::Null)).map(|(_, value)| value)
}

fn parse_values(guard: &mut Guard, value: &Value<'_>, place: &Place<'_>, field: Option<&Field>) -> Option<Vec<String>> {
    let items = guard.list(value, place, MIN_CO_MENTION_VALUES, MAX_CO_MENTION_VALUES)?;
    let mut values: Vec<String> = Vec::with_capacity(items.len());
    let mut complete = true;
    for (position, item) in items.iter().enumerate() {
        let here = place.item(position);
        let value = match field {
            Some(field) => filters::parse_term(guard, item, &here, field),
            None => guard.name(item, &here),
        };
        match value {
            Some(value) if values.contains(&value) => {
                let message = format!("{here} '{}' is given twice.", echo(&value));
                guard.refuse(Code::DuplicateValue, &here, message);
                complete = false;
            }
            Some(value) => values.push(value),
            None => complete = false,
        }
    }
    complete.then_some(values)
}

pub(super) fn serialize_request(request: &CoMentionsRequest) -> String {
    ObjectWriter::default()
        .text("field", request.field.name)
        .text("group_by", request.group_by.name)
        .text("index", request.index.name())
        .number("size", request.size)
        .raw("values", &list(request.values.iter().map(|value| string(value))))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_are_those_with_something_to_group_by() {
        let grouped: Vec<&str> = Index::ALL
            .into_iter()
            .filter(|index| !index.entry().co_mention_groups.is_empty())
            .map(Index::name)
            .collect();
        assert_eq!(grouped, INDICES);
    }
}
