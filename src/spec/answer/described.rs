//! The answers of the operations: their shapes, and these as JSON Schema (2020-12) for agents.

use super::aggregate::AggregateAnswer;
use super::co_mentions::CoMentionsAnswer;
use super::creators::CreatorsAnswer;
use super::search::SearchAnswer;
use super::sector::SectorAnswer;
use super::{Described, Holds, Member, Present, Shape, member};
use crate::spec::{Index, Operation};
use serde_json::{Value, json};

/// What a request with `Prefer: meta` gets besides ([`crate::service::envelope::Meta`]).
pub const META: Shape = Shape(&[
    member::<String>("request_id", Present::Always),
    member::<String>("dataset_version", Present::Always),
    member::<u64>("cost", Present::Always),
    member::<Option<u64>>("size_applied", Present::Always),
    member::<String>("cache", Present::Always),
    member::<u64>("rows_read", Present::Always),
    member::<u64>("took_ms", Present::Always),
    member::<Vec<String>>("ranking", Present::Sometimes),
    member::<Vec<String>>("hints", Present::Always),
    member::<Vec<String>>("warnings", Present::Always),
]);

/// Where that is.
const META_MEMBER: Member =
    Member { name: "_meta", holds: Holds::Object(&META), nullable: false, present: Present::Sometimes };

/// What an operation answers with, besides `_meta`. The schema is none of the described answers.
pub const fn answer(operation: Operation) -> Option<Shape> {
    match operation {
        Operation::Aggregate => Some(AggregateAnswer::SHAPE),
        Operation::Search => Some(SearchAnswer::SHAPE),
        Operation::Creators => Some(CreatorsAnswer::SHAPE),
        Operation::CoMentions => Some(CoMentionsAnswer::SHAPE),
        Operation::Sector => Some(SectorAnswer::SHAPE),
        Operation::Schema => None,
    }
}

/// The JSON Schema of an operation's answer. Where the answer names its index there is an alternative for each.
pub fn answer_schema(operation: Operation) -> Value {
    let mut schema = answer(operation).map_or_else(|| json!({"type": "object"}), |shape| shape.schema(None));
    if let (Some(shape), Some(properties)) = (answer(operation), schema.get_mut("properties")) {
        let names_index = properties.get("index").is_some();
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(META_MEMBER.name.to_owned(), META.schema(None));
        }
        if names_index {
            let alternatives: Vec<Value> = Index::ALL.into_iter().map(|index| alternative(&shape, index)).collect();
            schema = joined(schema, json!({"oneOf": alternatives}));
        }
    }
    joined(json!({"$schema": "https://json-schema.org/draft/2020-12/schema"}), schema)
}

/// What of an answer depends on its index.
fn alternative(shape: &Shape, index: Index) -> Value {
    let mut schema = shape.schema(Some(index));
    let items = schema.pointer_mut("/properties/results").map(Value::take).unwrap_or_default();
    let required = schema.get_mut("required").map(Value::take).unwrap_or_default();
    json!({"properties": {"index": {"const": index.name()}, "results": items}, "required": required})
}

/// The members of both.
fn joined(first: Value, second: Value) -> Value {
    let members = [first, second].into_iter().filter_map(|value| value.as_object().cloned());
    Value::Object(members.flatten().collect())
}

/// The shapes of all answers as JSON, for generators: `operations` and `documents` by name, and `meta`.
pub fn described() -> Value {
    let operations = Operation::ALL
        .into_iter()
        .filter_map(|operation| Some((operation.endpoint().name.to_owned(), answer(operation)?.described())));
    let documents = Index::ALL.into_iter().map(|index| (index.name().to_owned(), index.document().described()));
    json!({
        "operations": operations.collect::<serde_json::Map<_, _>>(),
        "documents": documents.collect::<serde_json::Map<_, _>>(),
        "meta": META.described(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_but_the_schema_has_a_shape() {
        for operation in Operation::ALL {
            assert_eq!(answer(operation).is_none(), operation == Operation::Schema);
        }
    }
}
