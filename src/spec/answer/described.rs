//! Shapes of all answers for code generators, and answers as JSON Schema (2020-12) for agents.

use super::{KnownCounts, PresenceCondition, Shape, TopicStanding, property};
use crate::spec::{AccountOperation, Index, Operation};
use serde_json::{Map, Value, json};

/// Shape of the metadata for requests with `Prefer: meta` ([`crate::service::envelope::Meta`]).
pub const META: Shape = Shape {
    name: "Meta",
    members: &[
        property::<String>("request_id", PresenceCondition::Always),
        property::<String>("dataset_version", PresenceCondition::Always),
        property::<u64>("cost", PresenceCondition::Always),
        property::<Option<u64>>("size_applied", PresenceCondition::Always),
        property::<String>("cache", PresenceCondition::Always),
        property::<u64>("rows_read", PresenceCondition::Always),
        property::<u64>("took_ms", PresenceCondition::Always),
        property::<Vec<String>>("ranking", PresenceCondition::Sometimes),
        property::<Vec<String>>("hints", PresenceCondition::Always),
        property::<Vec<String>>("warnings", PresenceCondition::Always),
        property::<KnownCounts>("known", PresenceCondition::Sometimes),
        property::<Vec<KnownCounts>>("known_by", PresenceCondition::Sometimes),
        property::<Vec<Vec<u64>>>("scored_by_topic", PresenceCondition::Sometimes),
        property::<Vec<u64>>("baseline_mentions", PresenceCondition::Sometimes),
        property::<Vec<TopicStanding>>("topics", PresenceCondition::Sometimes),
    ],
};

/// Returns the JSON Schema of an answer of the Data API. If the answer depends on the index, it has one alternative per
/// index.
pub fn answer_schema(operation: Operation) -> Value {
    let shape = operation.answer();
    let mut schema = shape.schema(None);
    let names_index = schema.pointer("/properties/index").is_some();
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("_meta".to_owned(), META.schema(None));
    }
    if names_index {
        let alternatives: Vec<Value> = Index::ALL.into_iter().map(|index| alternative(&shape, index)).collect();
        schema = joined(schema, json!({"oneOf": alternatives}));
    }
    document(schema)
}

/// Returns the JSON Schema of an answer of the Account API.
pub fn account_answer_schema(operation: AccountOperation) -> Value {
    document(operation.answer().schema(None))
}

/// Completes a schema to a JSON Schema document.
fn document(schema: Value) -> Value {
    joined(json!({"$schema": "https://json-schema.org/draft/2020-12/schema"}), schema)
}

/// Returns the part of an answer's schema that depends on the index.
fn alternative(shape: &Shape, index: Index) -> Value {
    let mut schema = shape.schema(Some(index));
    let items = schema.pointer_mut("/properties/results").map(Value::take).unwrap_or_default();
    let required = schema.get_mut("required").map(Value::take).unwrap_or_default();
    json!({"properties": {"index": {"const": index.name()}, "results": items}, "required": required})
}

/// Merges the members of two objects.
fn joined(first: Value, second: Value) -> Value {
    let members = [first, second].into_iter().filter_map(|value| value.as_object().cloned());
    Value::Object(members.flatten().collect())
}

/// Returns the shapes of all answers as JSON: `operations`, `account` and `documents` by name, and `meta`.
pub fn described() -> Value {
    let operations = Operation::ALL.into_iter().map(|one| (one.endpoint().name, one.answer()));
    let account = AccountOperation::ALL.into_iter().map(|one| (one.endpoint().name, one.answer()));
    let documents = Index::ALL.into_iter().map(|index| (index.name(), index.document()));
    json!({
        "operations": by_name(operations.filter(is_json)),
        "account": by_name(account.filter(is_json)),
        "documents": by_name(documents),
        "meta": META.described(),
    })
}

/// Returns true if the answer has described members. The schema and files have none.
fn is_json((_, shape): &(&'static str, Shape)) -> bool {
    !shape.members.is_empty()
}

fn by_name(shapes: impl Iterator<Item = (&'static str, Shape)>) -> Map<String, Value> {
    shapes.map(|(name, shape)| (name.to_owned(), shape.described())).collect()
}
