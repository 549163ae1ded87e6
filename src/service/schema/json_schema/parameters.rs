//! The parameters of an address as JSON Schema: one object, in which a parameter of several values takes one or a list.

use super::{DIALECT, name};
use crate::spec::limits::{MAX_NAME_CHARACTERS, MAX_Q_CHARACTERS};
use crate::spec::request::account::trends::{COMPARED_BRANDS, COMPARED_PERIODS};
use crate::spec::request::{MAX_COUNT, Parameter, Presence, Type, parameters};
use crate::spec::{AccountOperation, Endpoint};
use serde_json::{Map, Value, json};

/// The schema of the parameters of a question, with the id that stands in its path.
pub fn of_parameters(operation: AccountOperation) -> Value {
    let Endpoint { name, .. } = operation.endpoint();
    let all: Vec<&Parameter> = parameters(operation.takes()).collect();
    let required = all.iter().filter(|parameter| matches!(parameter.member.presence, Presence::Required));
    let required: Vec<&str> = required.map(|parameter| parameter.name).collect();
    let properties: Map<String, Value> =
        all.iter().map(|parameter| (parameter.name.to_owned(), property(parameter, name))).collect();
    let mut schema = Map::new();
    schema.insert("$schema".into(), json!(DIALECT));
    schema.insert("type".into(), json!("object"));
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema.insert("additionalProperties".into(), json!(false));
    schema.insert("properties".into(), Value::Object(properties));
    if operation == AccountOperation::TrendComparison {
        schema.insert("oneOf".into(), comparisons());
    }
    Value::Object(schema)
}

fn property(parameter: &Parameter, operation: &str) -> Value {
    let takes = parameter.member.takes;
    let value = value(takes);
    let mut schema = match takes.counts() {
        Some((min, max)) => {
            let list = json!({"type": "array", "items": value, "minItems": min, "maxItems": max});
            Map::from_iter([("oneOf".to_owned(), json!([value, list]))])
        }
        None => value.as_object().cloned().unwrap_or_default(),
    };
    schema.insert("description".into(), json!(about(parameter.name, operation)));
    if let Presence::Default(text) = parameter.member.presence {
        schema.insert("default".into(), serde_json::from_str(text).unwrap_or_else(|_| json!(text)));
    }
    Value::Object(schema)
}

/// What one value of a parameter is.
fn value(takes: Type) -> Value {
    let excludable = |names: &[&str]| {
        let excluded = names.iter().map(|name| format!("-{name}"));
        json!({"enum": names.iter().map(|name| (*name).to_owned()).chain(excluded).collect::<Vec<_>>()})
    };
    match takes {
        Type::Choice(names) | Type::Choices(names, _) => json!({"enum": names}),
        Type::AnyOf(names) => excludable(names),
        // A minus before the name.
        Type::AnyNames | Type::Columns => {
            json!({"type": "string", "minLength": 1, "maxLength": 1 + MAX_NAME_CHARACTERS})
        }
        Type::List(..) => name(),
        Type::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
        Type::Count(min) => json!({"type": "integer", "minimum": min, "maximum": MAX_COUNT}),
        Type::Decimal(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        Type::Date => json!({"type": "string", "format": "date"}),
        Type::Time => json!({"type": "string", "format": "date-time"}),
        Type::FullText => json!({"type": "string", "minLength": 1, "maxLength": MAX_Q_CHARACTERS}),
        Type::Id(prefix) => json!({"type": "string", "pattern": format!("^{prefix}")}),
        Type::Periods(..) => json!({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$"}),
        // A cursor; what else there is are members of bodies.
        _ => json!({"type": "string"}),
    }
}

/// What a comparison takes by what it compares: some brands, or windows of one.
fn comparisons() -> Value {
    let (min, max) = COMPARED_BRANDS;
    let brand = json!({"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS});
    let (fewest, most) = COMPARED_PERIODS;
    let window = value(Type::Periods(fewest, most));
    json!([
        {
            "properties": {
                "by": {"const": "brand"},
                "brand": {"type": "array", "items": brand, "minItems": min, "maxItems": max},
                "period": false,
            },
            "required": ["brand"],
        },
        {
            "properties": {
                "by": {"const": "period"},
                "brand": brand,
                "period": {"type": "array", "items": window, "minItems": fewest, "maxItems": most},
            },
        },
    ])
}

/// What a parameter is, in a line for people and agents.
fn about(parameter: &str, operation: &str) -> &'static str {
    match (parameter, operation) {
        ("id", _) => "The id of the resource.",
        ("brand", "trend-comparison") => "Ids or labels of brands of the account.",
        ("brand", _) => {
            "Ids or labels of brands of the account, excluded by a minus before them; without it, all of them."
        }
        ("from", _) => "The first day. Without it, an analysis is of the 30 days that end with the last one.",
        ("to", _) => {
            "The last day, at most 24 months after the first. Without it, the last one of the dataset, or today."
        }
        ("platform", _) => "Platforms, excluded by a minus before them.",
        ("language", _) => "Languages, or `unknown`; excluded by a minus before them.",
        ("region", _) => "Regions, or `unknown`; excluded by a minus before them.",
        ("sentiment", _) => "Tones, excluded by a minus before them.",
        ("topic", _) => "Topics as they are stored, excluded by a minus before them.",
        ("component", _) => "Components as they are stored, excluded by a minus before them.",
        ("category", _) => "Categories as they are stored, excluded by a minus before them.",
        ("min_views", _) => "Only videos that are known to have so many views.",
        ("q", _) => "Free text. Every word must occur; `\"…\"` demands a phrase.",
        ("channel", _) => "Names of channels, excluded by a minus before them.",
        ("influencer", _) => "Ids of creators, excluded by a minus before them.",
        ("cursor", _) => "The `next_cursor` of the page before.",
        ("limit", "trends" | "emerging-trends") => "Topics at most.",
        ("limit", "trend-comparison") => "Topics at most, where they are not named.",
        ("limit", "sentiment-breakdown") => "Parts at most.",
        ("limit", _) => "Items of a page.",
        ("order", _) => "The order of the list.",
        ("sort", _) => "What they are sorted by.",
        ("indexed_after", _) => "Only what the dataset has since this time.",
        ("top", _) => "Topics and components at most.",
        ("interval", "account-usage") => "How long the periods are; hours for at most 7 days.",
        ("interval", _) => "How long the periods are; `auto`: days up to 31 days, weeks up to 183, else months.",
        ("by", "sentiment-breakdown") => "What mentions are told apart by.",
        ("by", _) => "What is compared.",
        ("country", _) => "Countries of creators, excluded by a minus before them.",
        ("min_subscribers", _) => "Only creators who are known to have so many subscribers.",
        ("max_subscribers", _) => "Only creators who are known to have no more subscribers.",
        ("min_mentions", _) => "Only creators with so many mentions.",
        ("window_days", _) => "So many days that end with the last one, in place of `from`.",
        ("direction", _) => "Only topics that go this way.",
        ("min_support", _) => "Mentions at least.",
        ("min_videos", _) => "Videos at least.",
        ("min_channels", _) => "Channels at least.",
        ("min_z", _) => "The z-score at least.",
        ("max_baseline_share_pct", _) => "Per cent of the mentions before at most.",
        ("period", _) => "Windows such as `2026-01-01..2026-01-31`; without them, the window and the one before.",
        ("topics", _) => "Topics to compare; without them, the most frequent.",
        ("group_by", _) => "What requests are counted by.",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_described() {
        for operation in AccountOperation::ALL {
            for parameter in parameters(operation.takes()) {
                let name = operation.endpoint().name;
                assert!(!about(parameter.name, name).is_empty(), "{} of {name}", parameter.name);
            }
        }
    }
}
