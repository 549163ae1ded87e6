//! The requests of the operations as JSON Schema (2020-12).

use crate::spec::limits::{
    DEFAULT_SIZE, MAX_BRANDS, MAX_CO_MENTION_VALUES, MAX_CONTEXTS, MAX_FILTER_VALUES, MAX_NAME_CHARACTERS,
    MAX_Q_CHARACTERS, MAX_RESULTS, MAX_TERMS, MIN_CO_MENTION_VALUES,
};
use crate::spec::{Field, FilterKind, Index, IndexEntry, MetricType, Operation, Order};
use serde_json::{Map, Value, json};

/// The schema of an operation's body; `None` where there is no body.
pub fn of_body(operation: Operation) -> Option<Value> {
    let body = match operation {
        Operation::Aggregate => aggregate(),
        Operation::Search => search(),
        Operation::Creators => creators(),
        Operation::CoMentions => co_mentions(),
        Operation::Sector => sector(),
        Operation::Schema => return None,
    };
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.extend(body.as_object()?.clone());
    Some(Value::Object(schema))
}

fn aggregate() -> Value {
    let metric = json!({
        "type": "object",
        "required": ["type"],
        "additionalProperties": false,
        "properties": {"type": {"enum": MetricType::NAMES}, "field": {"type": "string"}},
        "anyOf": [{"properties": {"type": {"const": "count"}}}, {"required": ["field"]}],
        "default": {"type": "count"},
    });
    let of_index = |entry: &IndexEntry| {
        json!({
            "group_by": {"enum": entry.group_by},
            "metric": {"properties": {"field": {"enum": entry.metrics}}},
            "filters": filters(entry),
        })
    };
    json!({
        "type": "object",
        "required": ["index", "group_by"],
        "additionalProperties": false,
        "properties": {
            "index": {"enum": Index::NAMES},
            "group_by": {"type": "string"},
            "metric": metric,
            "filters": {"type": "object"},
            "size": size(),
            "order": order(),
        },
        "oneOf": per_index(&Index::ALL, |_| &["index"], of_index),
    })
}

fn search() -> Value {
    let of_index = |entry: &IndexEntry| {
        let q = if entry.full_text.is_empty() { json!(false) } else { json!(true) };
        json!({"sort_field": {"enum": entry.sortable}, "filters": filters(entry), "q": q})
    };
    json!({
        "type": "object",
        "required": ["index"],
        "additionalProperties": false,
        "properties": {
            "index": {"enum": Index::NAMES},
            "filters": {"type": "object"},
            "q": {"type": "string", "minLength": 1, "maxLength": MAX_Q_CHARACTERS},
            "sort_field": {"type": "string"},
            "sort_order": order(),
            "size": size(),
        },
        "oneOf": per_index(&Index::ALL, |_| &["index"], of_index),
    })
}

fn creators() -> Value {
    let entry = Index::ContentCreator.entry();
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "filters": filters(entry),
            "sort_field": {"enum": entry.sortable, "default": entry.default_sort},
            "sort_order": order(),
            "size": size(),
        },
    })
}

fn co_mentions() -> Value {
    let indices: Vec<Index> =
        Index::ALL.into_iter().filter(|index| !index.entry().co_mention_groups.is_empty()).collect();
    let names: Vec<&str> = indices.iter().map(|index| index.name()).collect();
    let of_index = |entry: &IndexEntry| json!({"field": {"enum": entry.co_mention_fields}, "group_by": {"enum": entry.co_mention_groups}});
    // The index with a default field is the default index: its name may be left out, and so may the field's.
    let required =
        |entry: &IndexEntry| -> &[&str] { if entry.co_mention_field.is_some() { &[] } else { &["index", "field"] } };
    json!({
        "type": "object",
        "required": ["values"],
        "additionalProperties": false,
        "properties": {
            "values": {
                "type": "array",
                "items": name(),
                "minItems": MIN_CO_MENTION_VALUES,
                "maxItems": MAX_CO_MENTION_VALUES,
                "uniqueItems": true,
            },
            "index": {"enum": names, "default": Index::BusinessIdeas.name()},
            "field": {"type": "string", "default": "brand_name"},
            "group_by": {"type": "string", "default": "channel_name"},
            "size": size(),
        },
        "oneOf": per_index(&indices, required, of_index),
    })
}

fn sector() -> Value {
    let brand = json!({
        "type": "object",
        "required": ["label", "terms"],
        "additionalProperties": false,
        "properties": {
            "label": name(),
            "terms": {"type": "array", "items": name(), "minItems": 1, "maxItems": MAX_TERMS},
            "must_context": {"type": "array", "items": name(), "maxItems": MAX_CONTEXTS, "default": []},
            "exact": {"type": "boolean", "default": false},
        },
    });
    json!({
        "type": "object",
        "required": ["brands", "from_date", "to_date"],
        "additionalProperties": false,
        "properties": {
            "brands": {"type": "array", "minItems": 1, "maxItems": MAX_BRANDS, "items": brand},
            "from_date": {"type": "string", "format": "date"},
            "to_date": {"type": "string", "format": "date"},
        },
    })
}

/// One alternative per index, told apart by the value of `index`.
fn per_index<'r>(
    indices: &[Index],
    required: impl Fn(&IndexEntry) -> &'r [&'r str],
    properties: impl Fn(&IndexEntry) -> Value,
) -> Vec<Value> {
    let alternative = |index: &Index| {
        let mut all = Map::new();
        all.insert("index".into(), json!({"const": index.name()}));
        if let Value::Object(properties) = properties(index.entry()) {
            all.extend(properties);
        }
        json!({"properties": all, "required": required(index.entry())})
    };
    indices.iter().map(alternative).collect()
}

fn size() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": MAX_RESULTS, "default": DEFAULT_SIZE})
}

fn order() -> Value {
    json!({"enum": Order::NAMES, "default": Order::Desc.name()})
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
        FilterKind::Range => range(json!({"type": "number"})),
        FilterKind::DateRange => range(json!({"type": "string", "format": "date"})),
    }
}
