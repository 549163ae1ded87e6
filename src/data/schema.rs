//! `GET /v1/schema`: the catalogue as a document, from which agents and forms are made.

use crate::catalog::limits::{
    DEFAULT_SIZE, LOW_COVERAGE, MAX_BRANDS, MAX_CO_MENTION_VALUES, MAX_CONTEXTS, MAX_FILTER_VALUES, MAX_MONTHS,
    MAX_NAME_CHARACTERS, MAX_Q_CHARACTERS, MAX_RESULTS, MAX_TERMS, MIN_CO_MENTION_VALUES, NEGATIVE_TO, POSITIVE_FROM,
    QUERY_TIMEOUT_MS, SEARCH_SIZE_AGGREGATE, SECTOR_TIMEOUT_MS, VIDEO_CAP,
};
use crate::catalog::{Field, FilterKind, Index, IndexEntry, MetricType, Operation, Order, SCHEMA_VERSION};
use crate::credential::PlanLimits;
use crate::envelope::Form;
use serde_json::{Map, Value, json};

/// The description of all operations, as it applies to one key.
///
/// `dataset_version` is null before the first import. `form` is the deployment's.
pub fn schema(dataset_version: Option<&str>, form: Form, search_size: u32, rate: PlanLimits) -> Value {
    let operations: Vec<Value> = Operation::ALL.into_iter().map(operation).collect();
    let indices: Vec<Value> = Index::ALL.into_iter().map(|index| describe_index(index.entry())).collect();
    let schemas: Map<String, Value> = Operation::ALL
        .into_iter()
        .filter_map(|operation| Some((operation.access().name.to_owned(), request_schema(operation)?)))
        .collect();
    json!({
        "schema_version": SCHEMA_VERSION,
        "dataset_version": dataset_version,
        "operations": operations,
        "indices": indices,
        "metric_types": MetricType::NAMES,
        "filter_kinds": {
            "term": "value",
            "range": {"gte": "number", "lte": "number"},
            "date_range": {"gte": "YYYY-MM-DD", "lte": "YYYY-MM-DD"},
        },
        "sentiment_thresholds": {"positive_gte": POSITIVE_FROM, "negative_lte": NEGATIVE_TO},
        "limits": {
            "max_results": MAX_RESULTS,
            "default_size": DEFAULT_SIZE,
            "search_size": {"aggregate": SEARCH_SIZE_AGGREGATE, "raw": MAX_RESULTS, "yours": search_size},
            "q_characters": MAX_Q_CHARACTERS,
            "filter_values": MAX_FILTER_VALUES,
            "co_mentions_values": {"min": MIN_CO_MENTION_VALUES, "max": MAX_CO_MENTION_VALUES},
            "sector": {
                "max_brands": MAX_BRANDS,
                "max_months": MAX_MONTHS,
                "max_terms": MAX_TERMS,
                "video_cap": VIDEO_CAP,
                "video_cap_applied": false,
                "low_coverage": LOW_COVERAGE,
                "timeout_ms": SECTOR_TIMEOUT_MS,
            },
            "query_timeout_ms": QUERY_TIMEOUT_MS,
            "rate": {"per_minute": rate.per_minute, "per_month": rate.per_month},
        },
        "variants": {"envelope": form.name()},
        "json_schemas": schemas,
    })
}

fn operation(operation: Operation) -> Value {
    let access = operation.access();
    let schema = match operation {
        Operation::Schema => Value::Null,
        _ => json!({"$ref": format!("#/json_schemas/{}", access.name)}),
    };
    json!({
        "name": access.name,
        "tool": access.tool,
        "method": access.method,
        "path": access.path,
        "description": access.description,
        "request_schema": schema,
        "access": ["aggregate", "raw"],
        "cost": access.cost,
    })
}

fn describe_index(entry: &IndexEntry) -> Value {
    let fields: Vec<Value> = entry.fields.iter().map(|field| describe_field(entry, field)).collect();
    json!({
        "name": entry.name,
        "description": entry.description,
        "fields": fields,
        "filterable": entry.filterable,
        "group_by": entry.group_by,
        "metrics": entry.metrics,
        "sortable": entry.sortable,
        "full_text": !entry.full_text.is_empty(),
        "co_mentions": {"field": entry.co_mention_fields, "group_by": entry.co_mention_groups},
    })
}

fn describe_field(entry: &IndexEntry, field: &Field) -> Value {
    let filter = entry.filterable.contains(&field.name).then(|| field.filter_kind().name());
    let mut described = json!({
        "name": field.name,
        "type": field.type_name(),
        "multi": field.multi,
        "filter": filter,
        "group_by": entry.group_by.contains(&field.name),
        "metric": entry.metrics.contains(&field.name),
        "sort": entry.sortable.contains(&field.name),
    });
    if let Some(members) = described.as_object_mut() {
        if !field.values.is_empty() {
            members.insert("values".into(), json!(field.values));
        }
        for (name, bound) in [("min", field.min), ("max", field.max)] {
            if let Some(bound) = bound {
                members.insert(name.into(), json!(crate::measure::Number::rounded(bound, 0)));
            }
        }
        if field.extra {
            members.insert("extra".into(), json!(true));
        }
    }
    described
}

/// The JSON Schema (2020-12) of an operation's request.
fn request_schema(operation: Operation) -> Option<Value> {
    let size = json!({"type": "integer", "minimum": 1, "maximum": MAX_RESULTS, "default": DEFAULT_SIZE});
    let order = json!({"enum": Order::NAMES, "default": "desc"});
    let body = match operation {
        Operation::Aggregate => json!({
            "type": "object",
            "required": ["index", "group_by"],
            "additionalProperties": false,
            "properties": {
                "index": {"enum": Index::NAMES},
                "group_by": {"type": "string"},
                "metric": {
                    "type": "object",
                    "required": ["type"],
                    "additionalProperties": false,
                    "properties": {"type": {"enum": MetricType::NAMES}, "field": {"type": "string"}},
                    "default": {"type": "count"},
                },
                "filters": {"type": "object"},
                "size": size,
                "order": order,
            },
            "oneOf": per_index(&Index::ALL, |entry| json!({
                "group_by": {"enum": entry.group_by},
                "metric": {"properties": {"field": {"enum": entry.metrics}}},
                "filters": filters(entry),
            })),
        }),
        Operation::Search => json!({
            "type": "object",
            "required": ["index"],
            "additionalProperties": false,
            "properties": {
                "index": {"enum": Index::NAMES},
                "filters": {"type": "object"},
                "q": {"type": "string", "minLength": 1, "maxLength": MAX_Q_CHARACTERS},
                "sort_field": {"type": "string"},
                "sort_order": order,
                "size": size,
            },
            "oneOf": per_index(&Index::ALL, |entry| {
                let mut properties = json!({"sort_field": {"enum": entry.sortable}, "filters": filters(entry)});
                if entry.full_text.is_empty() && let Some(properties) = properties.as_object_mut() {
                    properties.insert("q".into(), json!(false));
                }
                properties
            }),
        }),
        Operation::Creators => {
            let entry = Index::ContentCreator.entry();
            json!({
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "filters": filters(entry),
                    "sort_field": {"enum": entry.sortable, "default": entry.default_sort},
                    "sort_order": order,
                    "size": size,
                },
            })
        }
        Operation::CoMentions => {
            let indices: Vec<Index> =
                Index::ALL.into_iter().filter(|index| !index.entry().co_mention_groups.is_empty()).collect();
            let names: Vec<&str> = indices.iter().map(|index| index.name()).collect();
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
                    "size": size,
                },
                "oneOf": per_index(&indices, |entry| json!({
                    "field": {"enum": entry.co_mention_fields},
                    "group_by": {"enum": entry.co_mention_groups},
                })),
            })
        }
        Operation::Sector => json!({
            "type": "object",
            "required": ["brands", "from_date", "to_date"],
            "additionalProperties": false,
            "properties": {
                "brands": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MAX_BRANDS,
                    "items": {
                        "type": "object",
                        "required": ["label", "terms"],
                        "additionalProperties": false,
                        "properties": {
                            "label": name(),
                            "terms": {"type": "array", "items": name(), "minItems": 1, "maxItems": MAX_TERMS},
                            "must_context": {"type": "array", "items": name(), "maxItems": MAX_CONTEXTS, "default": []},
                            "exact": {"type": "boolean", "default": false},
                        },
                    },
                },
                "from_date": {"type": "string", "format": "date"},
                "to_date": {"type": "string", "format": "date"},
            },
        }),
        Operation::Schema => return None,
    };
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.extend(body.as_object()?.clone());
    Some(Value::Object(schema))
}

/// One alternative per index, told apart by the value of `index`; the default index may be left out.
fn per_index(indices: &[Index], properties: impl Fn(&IndexEntry) -> Value) -> Vec<Value> {
    let alternative = |index: &Index| {
        let mut all = Map::new();
        all.insert("index".into(), json!({"const": index.name()}));
        if let Value::Object(properties) = properties(index.entry()) {
            all.extend(properties);
        }
        // Only co-mentions have a default index; there, its absence must not match the other one.
        let required = if *index == Index::BusinessIdeas { json!([]) } else { json!(["index"]) };
        json!({"properties": all, "required": required})
    };
    indices.iter().map(alternative).collect()
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
