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
        let members = guard.members(body, &root, MEMBERS)?;
        let given = |wanted: &str| members.iter().any(|(name, _)| *name == wanted);
        let named =
            if given("index") { named_index(body, INDICES) } else { Some(Index::BusinessIdeas) };
        let entry = named.map(Index::entry);
        let default_field = entry.and_then(|entry| entry.field(entry.co_mention_field?));
        let named_field = members.iter().find_map(|(name, value)| match value {
            Value::String(text) if *name == "field" => {
                entry.and_then(|entry| entry.field_in(&entry.terms(), text))
            }
            _ => None,
        });
        let field_of_values = if given("field") { named_field } else { default_field };
        let mut field = default_field;
        let mut group_by = entry.and_then(|entry| entry.field(entry.co_mention_groups.first()?));
        let mut values = None;
        let mut size = Some(DEFAULT_SIZE);
        for (name, value) in &members {
            let here = root.member(name);
            match *name {
                "values" => values = parse_values(guard, value, &here, field_of_values),
                "index" => {
                    guard.one_of(value, &here, INDICES);
                }
                "field" => {
                    field = match named {
                        Some(index) => field_of(guard, value, &here, index, &index.entry().terms()),
                        None => guard.text(value, &here).and(None),
                    }
                }
                "group_by" => {
                    group_by = match named {
                        Some(index) => field_of(guard, value, &here, index, index.entry().co_mention_groups),
                        None => guard.text(value, &here).and(None),
                    }
                }
                _ => size = guard.whole_number(value, &here, 1, MAX_RESULTS),
            }
        }
        if !given("values") {
            guard.missing(&root.member("values"));
        }
        if named.is_some() && default_field.is_none() && !given("field") {
            guard.missing(&root.member("field"));
        }
        Some(CoMentionsRequest { values: values?, index: named?, field: field?, group_by: group_by?, size: size? })
    })
}

fn parse_values(
    guard: &mut Guard,
    value: &Value<'_>,
    place: &Place<'_>,
    field: Option<&Field>,
) -> Option<Vec<String>> {
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
