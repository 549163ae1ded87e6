//! JSON Schema of tool inputs and outputs, derived from the schemas of requests and answers. Model APIs allow no
//! alternatives at the top level. Alternatives are therefore merged, and their differences are described in text.

use super::ToolAction;
use crate::service::schema::json_schema::{account_body_schema, body_schema, parameters_schema};
use crate::spec::answer::described::{META, account_answer_schema, answer_schema};
use crate::spec::{Index, Operation};
use serde_json::{Map, Value, json};

/// Keywords that strict tools do not support.
const NOT_STRICT: [&str; 6] = ["$schema", "default", "minLength", "maxLength", "uniqueItems", "minProperties"];

/// Returns the input schema of a tool.
pub fn input(action: ToolAction) -> Value {
    Value::Object(to_plain(merge_alternatives(request_schema(action))))
}

/// Returns the input schema of a strict tool. Every member is required, and null stands for an absent one.
pub fn strict_input(action: ToolAction) -> Value {
    Value::Object(to_strict(merge_alternatives(request_schema(action))))
}

/// Returns the output schema of a tool with its description.
pub fn output(action: ToolAction) -> Value {
    match action {
        ToolAction::Data(operation @ Operation::Schema) => any_object(answer_schema(operation)),
        ToolAction::Data(operation) => answer_schema(operation),
        ToolAction::Account(operation) => {
            let mut schema = account_answer_schema(operation);
            if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
                properties.insert("_meta".into(), META.schema(None));
            }
            schema
        }
        ToolAction::DescribeAccount => {
            let known = |schema: Value| json!({"anyOf": [schema, {"type": "null"}]});
            json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "required": ["dataset_version", "first_date", "last_date", "operations"],
                "properties": {
                    "dataset_version": known(json!({"type": "string"})),
                    "first_date": known(json!({"type": "string", "format": "date"})),
                    "last_date": known(json!({"type": "string", "format": "date"})),
                    "operations": {"type": "array", "items": {"type": "object"}},
                },
            })
        }
    }
}

/// Reduces the schema to an object. The nested document is not described further.
fn any_object(schema: Value) -> Value {
    json!({"$schema": schema.get("$schema"), "type": "object"})
}

fn request_schema(action: ToolAction) -> Map<String, Value> {
    let schema = match action {
        ToolAction::Data(operation) => body_schema(operation),
        ToolAction::Account(operation) => account_body_schema(operation).or_else(|| Some(parameters_schema(operation))),
        ToolAction::DescribeAccount => None,
    };
    let nothing = || json!({"type": "object", "additionalProperties": false, "properties": {}});
    let mut request = schema.unwrap_or_else(nothing).as_object().cloned().unwrap_or_default();
    if let Some(index) = request.get_mut("properties").and_then(|members| members.get_mut("index")) {
        describe_indices(index);
    }
    request
}

/// Adds a description of each index.
fn describe_indices(member: &mut Value) {
    let names = member.get("enum").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let indices = names.filter_map(Index::from_name).map(Index::entry);
    let described: Vec<String> = indices.map(|entry| format!("{}: {}", entry.name, entry.description)).collect();
    if let Some(member) = member.as_object_mut() {
        member.insert("description".into(), json!(format!("{}.", described.join("; "))));
    }
}

/// Returns a request schema without top-level alternatives.
fn merge_alternatives(mut request: Map<String, Value>) -> Map<String, Value> {
    request.shift_remove("$schema");
    let Some(Value::Array(alternatives)) = request.shift_remove("oneOf") else { return request };
    for alternative in alternatives.iter().filter_map(|alternative| alternative.get("properties")?.as_object()) {
        let discriminator = alternative.values().find_map(|member| member.get("const")?.as_str());
        merge_alternative(&mut request, alternative, discriminator.unwrap_or_default());
    }
    request
}

/// Merges an alternative, and notes the value for which it applies.
fn merge_alternative(schema: &mut Map<String, Value>, alternative: &Map<String, Value>, only: &str) {
    let mut properties = remove_object(schema, "properties");
    for (name, member) in alternative {
        if let Some(member) = member.as_object().filter(|member| !member.contains_key("const")) {
            let mut known = properties.get(name).and_then(Value::as_object).cloned().unwrap_or_default();
            merge_member(&mut known, member, only);
            properties.insert(name.clone(), Value::Object(known));
        }
    }
    schema.insert("properties".into(), Value::Object(properties));
}

fn merge_member(known: &mut Map<String, Value>, member: &Map<String, Value>, only: &str) {
    if let Some(values) = member.get("enum").and_then(Value::as_array) {
        let of_known = known.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
        let others: Vec<Value> = values.iter().filter(|value| !of_known.contains(value)).cloned().collect();
        known.insert("enum".into(), Value::Array([of_known, others].concat()));
        let names: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        return add_note(known, &format!("{only}: {}", names.join(", ")));
    }
    if let Some(of_items) = member.get("items").and_then(|items| items.get("enum")).and_then(Value::as_array) {
        let names: Vec<&str> = of_items.iter().filter_map(Value::as_str).collect();
        return add_note(known, &format!("{only}: {}", names.join(", ")));
    }
    if let Some(properties) = member.get("properties").and_then(Value::as_object) {
        known.entry("type").or_insert(json!("object"));
        known.insert("additionalProperties".into(), json!(false));
        return merge_alternative(known, properties, only);
    }
    // A member with one or several values takes the same number here, or fewer.
    if known.contains_key("oneOf") && !member.contains_key("oneOf") {
        let several = |min, max| format!("{only}: {min} to {max} values");
        return match (member.get("minItems"), member.get("maxItems")) {
            (Some(min), Some(max)) => add_note(known, &several(min, max)),
            _ => add_note(known, &format!("{only}: one value")),
        };
    }
    for (keyword, value) in member {
        known.entry(keyword.clone()).or_insert_with(|| value.clone());
    }
    add_note(known, only);
}

/// Adds a note of the value for which a member is allowed.
fn add_note(schema: &mut Map<String, Value>, note: &str) {
    let noted = match schema.get("description").and_then(Value::as_str) {
        Some(before) if before.contains("On ") => format!("{before}; {note}"),
        Some(before) => format!("{before} On {note}"),
        None => format!("On {note}"),
    };
    schema.insert("description".into(), json!(noted));
}

/// Uses `anyOf` instead of `oneOf`, because the alternatives of one member may overlap.
fn to_plain(mut schema: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Array(alternatives)) = schema.shift_remove("oneOf") {
        schema.insert("anyOf".into(), alternatives.into_iter().map(|one| object(one, to_plain)).collect());
    }
    map_nested(schema, to_plain)
}

/// Converts a schema for strict tools.
fn to_strict(mut schema: Map<String, Value>) -> Map<String, Value> {
    schema.retain(|keyword, _| !NOT_STRICT.contains(&keyword.as_str()));
    let alternatives =
        schema.shift_remove("oneOf").or_else(|| schema.shift_remove("anyOf").filter(|_| !is_object(&schema)));
    if let Some(Value::Array(alternatives)) = alternatives {
        schema.insert("anyOf".into(), alternatives.into_iter().map(|one| object(one, to_strict)).collect());
        return schema;
    }
    // The guardrails check that a metric has its required field.
    schema.shift_remove("anyOf");
    if let Some(values) = schema.shift_remove("enum") {
        schema.insert("type".into(), json!("string"));
        schema.insert("enum".into(), values);
        return schema;
    }
    let required = schema.shift_remove("required").unwrap_or_default();
    let mut strict = map_nested(schema, to_strict);
    if let Some(properties) = strict.get_mut("properties").and_then(Value::as_object_mut) {
        // Strict schemas name every member, so members with arbitrary names are removed.
        properties.retain(|_, member| member.get("additionalProperties").is_none_or(Value::is_boolean));
        let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
        for (_, member) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
            *member = allow_null(member.take());
        }
        let names: Vec<Value> = properties.keys().map(|name| json!(name)).collect();
        strict.insert("required".into(), Value::Array(names));
    }
    strict
}

fn is_object(schema: &Map<String, Value>) -> bool {
    schema.contains_key("properties")
}

fn allow_null(mut schema: Value) -> Value {
    if let Some(alternatives) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        alternatives.push(json!({"type": "null"}));
        return schema;
    }
    if schema.get("type") == Some(&json!("object")) {
        return json!({"anyOf": [schema, {"type": "null"}]});
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.push(Value::Null);
    }
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    schema
}

/// Applies a change to all nested schemas.
fn map_nested(
    mut schema: Map<String, Value>,
    change: fn(Map<String, Value>) -> Map<String, Value>,
) -> Map<String, Value> {
    let properties = remove_object(&mut schema, "properties");
    if is_named(&schema, &properties) {
        let changed = properties.into_iter().map(|(name, member)| (name, object(member, change))).collect();
        schema.insert("properties".into(), Value::Object(changed));
    }
    if let Some(items) = schema.shift_remove("items") {
        schema.insert("items".into(), object(items, change));
    }
    schema
}

/// Returns true if an object names its members, or could name them.
fn is_named(schema: &Map<String, Value>, properties: &Map<String, Value>) -> bool {
    !properties.is_empty() || schema.get("additionalProperties") == Some(&json!(false))
}

fn remove_object(schema: &mut Map<String, Value>, keyword: &str) -> Map<String, Value> {
    match schema.shift_remove(keyword) {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

fn object(schema: Value, change: fn(Map<String, Value>) -> Map<String, Value>) -> Value {
    match schema {
        Value::Object(members) => Value::Object(change(members)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::account::Api;
    use crate::service::tool::Tool;
    use crate::spec::AccountOperation;

    /// Visits every nested schema.
    fn each<'s>(schema: &'s Value, look: &mut impl FnMut(&'s Value)) {
        look(schema);
        for (keyword, inner) in schema.as_object().into_iter().flatten() {
            match (keyword.as_str(), inner) {
                ("properties", Value::Object(members)) => members.values().for_each(|member| each(member, look)),
                ("items", inner) => each(inner, look),
                ("anyOf", Value::Array(alternatives)) => alternatives.iter().for_each(|one| each(one, look)),
                _ => {}
            }
        }
    }

    fn all() -> impl Iterator<Item = Tool> {
        Tool::all(Api::Data, true).into_iter().chain(Tool::all(Api::Account, true))
    }

    #[test]
    fn no_tool_has_top_level_alternatives() {
        for tool in all() {
            for schema in [input(tool.action), strict_input(tool.action)] {
                assert_eq!(schema["type"], "object", "{}", tool.name);
                assert!(schema["properties"].is_object(), "{}", tool.name);
                assert!(
                    ["oneOf", "anyOf", "allOf"].iter().all(|keyword| schema.get(keyword).is_none()),
                    "{}",
                    tool.name
                );
            }
            assert_eq!(output(tool.action)["type"], "object", "{}", tool.name);
        }
    }

    #[test]
    fn strict_tools_name_every_member() {
        for tool in all() {
            each(&strict_input(tool.action), &mut |schema| {
                assert!(NOT_STRICT.iter().all(|keyword| schema.get(keyword).is_none()), "{}: {schema}", tool.name);
                assert!(schema.get("oneOf").is_none(), "{}: {schema}", tool.name);
                if let Some(properties) = schema["properties"].as_object() {
                    let names: Vec<&String> = properties.keys().collect();
                    assert_eq!(schema["required"], json!(names), "{}", tool.name);
                    assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
                }
            });
        }
    }

    #[test]
    fn differences_between_indices_are_described() {
        let schema = input(ToolAction::Data(Operation::Aggregate));
        let group_by = schema["properties"]["group_by"]["description"].as_str().unwrap();
        assert!(
            group_by.starts_with("On siv_business_ideas: brand_name, ") && group_by.contains("; siv_info: "),
            "{group_by}"
        );
        let platform = &schema["properties"]["filters"]["properties"]["platform"];
        assert_eq!(platform["description"], "On siv_business_ideas; siv_content_creator; siv_info");
        let compared =
            &input(ToolAction::Account(AccountOperation::TrendComparison))["properties"]["brand"]["description"];
        assert!(compared.as_str().unwrap().ends_with("On brand: 2 to 5 values; period: one value"), "{compared}");
        let index = schema["properties"]["index"]["description"].as_str().unwrap();
        assert!(index.starts_with("siv_business_ideas: Brand and product mentions"), "{index}");
    }
}
