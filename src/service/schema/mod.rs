//! `GET /v1/schema`: the description of all operations, for agents and generated forms.

mod account;
mod document;
pub mod json_schema;

pub use account::account_schema;
pub use document::{KeySettings, SchemaDocument};

use crate::spec::limits::{
    DEFAULT_SIZE, LOW_COVERAGE, MAX_BRANDS, MAX_CO_MENTION_VALUES, MAX_FILTER_VALUES, MAX_MONTHS, MAX_Q_CHARACTERS,
    MAX_RESULTS, MAX_TERMS, MIN_CO_MENTION_VALUES, NEGATIVE_TO, POSITIVE_FROM, QUERY_TIMEOUT_MS, SEARCH_SIZE_AGGREGATE,
    SECTOR_TIMEOUT_MS, VIDEO_CAP,
};
use crate::spec::{Field, Index, IndexEntry, MetricType, Operation, SCHEMA_VERSION};
use serde_json::{Map, Value, json};

/// Returns the description of all operations for one key.
///
/// `dataset_version` is null before the first import.
pub fn schema(dataset_version: Option<&str>, key: &KeySettings) -> Value {
    let mut schema = version_members(dataset_version);
    schema.extend(shared_members());
    schema.extend(key_members(key));
    Value::Object(schema)
}

/// Returns the versions that the description is about.
fn version_members(dataset_version: Option<&str>) -> Map<String, Value> {
    members([("schema_version", json!(SCHEMA_VERSION)), ("dataset_version", json!(dataset_version))])
}

/// Returns the part that is the same for all keys.
fn shared_members() -> Map<String, Value> {
    let operations: Vec<Value> = Operation::ALL.into_iter().map(operation).collect();
    let indices: Vec<Value> = Index::ALL.into_iter().map(|index| describe_index(index.entry())).collect();
    let schemas: Map<String, Value> = Operation::ALL
        .into_iter()
        .filter_map(|operation| Some((operation.endpoint().name.to_owned(), json_schema::body_schema(operation)?)))
        .collect();
    let filter_kinds = json!({
        "term": "value",
        "range": {"gte": "number", "lte": "number"},
        "date_range": {"gte": "YYYY-MM-DD", "lte": "YYYY-MM-DD"},
    });
    members([
        ("operations", json!(operations)),
        ("indices", json!(indices)),
        ("metric_types", json!(MetricType::NAMES)),
        ("filter_kinds", filter_kinds),
        ("sentiment_thresholds", json!({"positive_gte": POSITIVE_FROM, "negative_lte": NEGATIVE_TO})),
        ("json_schemas", json!(schemas)),
    ])
}

/// Returns the part that depends on the key and the deployment.
fn key_members(KeySettings { form, search_size, rate }: &KeySettings) -> Map<String, Value> {
    let limits = json!({
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
    });
    members([("limits", limits), ("variants", json!({"envelope": form.name()}))])
}

fn members<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn operation(operation: Operation) -> Value {
    let endpoint = operation.endpoint();
    let schema = match operation {
        Operation::Schema => Value::Null,
        _ => json!({"$ref": format!("#/json_schemas/{}", endpoint.name)}),
    };
    endpoint.with_deprecation(json!({
        "name": endpoint.name,
        "tool": endpoint.tool,
        "method": endpoint.method,
        "path": endpoint.path,
        "description": endpoint.description,
        "request_schema": schema,
        "access": ["aggregate", "raw"],
        "cost": endpoint.cost.rule(),
    }))
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
                members.insert(name.into(), json!(crate::base::number::Number::rounded(bound, 0)));
            }
        }
        if field.extra {
            members.insert("extra".into(), json!(true));
        }
    }
    described
}
