//! Requests as JSON Schema (2020-12), derived from the specification: the Data API here, the Account API in
//! `parameters`.

mod parameters;

use crate::base::order;
use crate::spec::limits::{MAX_FILTER_VALUES, MAX_NAME_CHARACTERS, MAX_NUMBER, MAX_Q_CHARACTERS};
use crate::spec::request::bodies::METRIC;
use crate::spec::request::{Member, Presence, Schema, Type};
use crate::spec::symbol::Symbols;
use crate::spec::{Field, FilterKind, Index, IndexEntry, Operation};
use serde_json::{Map, Value, json};

pub use parameters::{account_body_schema, parameters_schema};

/// The largest number of a filter. All integers up to it are exact.
const MAX: i64 = MAX_NUMBER as i64;
/// The JSON Schema version.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of an operation's body, or `None` if there is no body.
pub fn body_schema(operation: Operation) -> Option<Value> {
    let body = operation.takes()?;
    let index = (operation == Operation::Creators).then_some(Index::ContentCreator);
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!(DIALECT));
    schema.extend(object(body, index));
    if let Some(alternatives) = alternatives(body) {
        schema.insert("oneOf".into(), alternatives);
    }
    Some(Value::Object(schema))
}

/// Returns the members of an object with their names.
fn members(schema: &Schema) -> impl Iterator<Item = (&'static str, &'static Member)> {
    schema.names.iter().map(|name| name.name()).zip(schema.members)
}

fn object(schema: &Schema, index: Option<Index>) -> Map<String, Value> {
    let required: Vec<&str> = members(schema)
        .filter(|(_, member)| matches!(member.presence, Presence::Required))
        .map(|(name, _)| name)
        .collect();
    let properties: Map<String, Value> =
        members(schema).map(|(name, member)| (name.to_owned(), property(member, index))).collect();
    let mut object = Map::new();
    object.insert("type".into(), json!("object"));
    if !required.is_empty() {
        object.insert("required".into(), json!(required));
    }
    object.insert("additionalProperties".into(), json!(false));
    object.insert("properties".into(), Value::Object(properties));
    object
}

/// Returns the schema of a member, for an index if it is known.
fn property(member: &Member, index: Option<Index>) -> Value {
    let mut schema = match (member.takes, index) {
        (Type::Filters | Type::Field(_), Some(index)) => index_schema(member.takes, index.entry()),
        (Type::Filters, None) => json!({"type": "object"}),
        (Type::OneOf(names), _) => json!({"enum": texts(names)}),
        (Type::Metric, _) => {
            let mut metric = object(&METRIC, None);
            let is_complete = json!([{"properties": {"type": {"const": "count"}}}, {"required": ["field"]}]);
            metric.insert("anyOf".into(), is_complete);
            Value::Object(metric)
        }
        (Type::Objects(schema, max), _) => {
            json!({"type": "array", "minItems": 1, "maxItems": max, "items": object(schema, None)})
        }
        (Type::Integer(min, max), _) => json!({"type": "integer", "minimum": min, "maximum": max}),
        (Type::Date, _) => json!({"type": "string", "format": "date"}),
        (Type::Boolean, _) => json!({"type": "boolean"}),
        (Type::Label, _) => name(),
        (Type::Names(0, max), _) => json!({"type": "array", "items": name(), "maxItems": max}),
        (Type::Names(min, max), _) => json!({"type": "array", "items": name(), "minItems": min, "maxItems": max}),
        (Type::Values(min, max), _) => {
            json!({"type": "array", "items": name(), "minItems": min, "maxItems": max, "uniqueItems": true})
        }
        (Type::FullText, _) => json!({"type": "string", "minLength": 1, "maxLength": MAX_Q_CHARACTERS}),
        // The schema of a field depends on the index. The other types are query parameters.
        _ => json!({"type": "string"}),
    };
    let default = match member.presence {
        Presence::Default(json) | Presence::DefaultOn(_, json) => serde_json::from_str::<Value>(json).ok(),
        Presence::Required | Presence::Optional => None,
    };
    if let (Some(default), Some(schema), false) =
        (default, schema.as_object_mut(), matches!(member.takes, Type::Filters))
    {
        schema.insert("default".into(), default);
    }
    schema
}

/// Returns the schema of a member's values for an index.
fn index_schema(takes: Type, entry: &IndexEntry) -> Value {
    match takes {
        Type::Field(wanted) => json!({"enum": entry.names(wanted)}),
        Type::Metric => json!({"properties": {"field": {"enum": entry.metrics}}}),
        Type::Filters => filters(entry),
        _ => json!(!entry.full_text.is_empty()),
    }
}

/// Returns one alternative for each index if a body names its index. The value of `index` distinguishes them.
fn alternatives(body: &Schema) -> Option<Value> {
    let (_, named) = members(body).find(|(name, _)| *name == "index")?;
    let Type::OneOf(names) = named.takes else { return None };
    let mut depending: Vec<(u8, &str, Type)> =
        members(body).filter_map(|(name, member)| Some((order(member.takes)?, name, member.takes))).collect();
    order::sort_by_key(&mut depending, |(order, ..)| *order);
    let alternative = |index: Index| {
        let mut properties = Map::new();
        properties.insert("index".into(), json!({"const": index.name()}));
        properties
            .extend(depending.iter().map(|(_, name, takes)| ((*name).to_owned(), index_schema(*takes, index.entry()))));
        json!({"properties": properties, "required": required_members(body, named, index)})
    };
    Some(texts(names).iter().filter_map(|name| Index::from_name(name)).map(alternative).collect())
}

/// Returns the position of an index-dependent type, or `None` for other types.
const fn order(takes: Type) -> Option<u8> {
    match takes {
        Type::Field(_) => Some(0),
        Type::Metric => Some(1),
        Type::Filters => Some(2),
        Type::FullText => Some(3),
        _ => None,
    }
}

/// Returns the required members for an index: its name unless it is the default, and members whose default applies only
/// to another index.
fn required_members(body: &Schema, named: &Member, index: Index) -> Vec<&'static str> {
    let is_default = matches!(named.presence, Presence::Default(json) if json.trim_matches('"') == index.name());
    let own = members(body).filter(|(_, member)| {
        matches!(member.presence, Presence::DefaultOn(..)) && member.presence.is_required(Some(index))
    });
    let own = own.map(|(name, _)| name);
    (!is_default).then_some("index").into_iter().chain(own).collect()
}

fn texts(names: &Symbols) -> Vec<&'static str> {
    names.list().map(|symbol| symbol.name()).collect()
}

fn name() -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS})
}

fn filters(entry: &IndexEntry) -> Value {
    let aliases = entry.filter_aliases.iter().map(|(alias, name)| (*alias, *name));
    let names = entry.filterable.iter().map(|name| (*name, *name));
    let properties: Map<String, Value> =
        names.chain(aliases).filter_map(|(shown, name)| Some((shown.to_owned(), filter(entry.field(name)?)))).collect();
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn filter(field: &Field) -> Value {
    let range = |end: Value| {
        json!({"oneOf": [end, {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": false,
            "properties": {"gte": end, "lte": end},
        }]})
    };
    match field.filter_kind() {
        FilterKind::Term => {
            let value = if field.values.is_empty() { name() } else { json!({"enum": field.values}) };
            let list = json!({"type": "array", "items": value, "minItems": 1, "maxItems": MAX_FILTER_VALUES});
            json!({"oneOf": [value, list]})
        }
        FilterKind::Range => range(json!({"type": "number", "minimum": -MAX, "maximum": MAX})),
        FilterKind::DateRange => range(json!({"type": "string", "format": "date"})),
    }
}
