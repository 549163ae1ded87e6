//! The query parameters and bodies of the Account API as JSON Schema: one object. A query parameter with several values
//! accepts one value or a list.

use super::{DIALECT, name};
use crate::base::name::NAME_PATTERN;
use crate::spec::AccountOperation;
use crate::spec::limits::{
    MAX_CURSOR_CHARACTERS, MAX_METADATA_CHARACTERS, MAX_METADATA_NAME_CHARACTERS, MAX_NAME_CHARACTERS,
    MAX_Q_CHARACTERS, MAX_TARGET_CHARACTERS, MAX_WEBHOOK_EVENTS,
};
use crate::spec::request::account::choice::{ReportKind, WebhookEvent};
use crate::spec::request::account::mention_filter::MentionFilter;
use crate::spec::request::account::trends::{COMPARED_BRANDS, COMPARED_PERIODS};
use crate::spec::request::account::webhooks::ALL_EVENTS;
use crate::spec::request::{MAX_COUNT, Parameter, Parameters, Presence, Type, parameters};
use serde_json::{Map, Value, json};
use strum::VariantNames;

/// The pattern of a day. It cannot check which months have 31 days.
const DAY: &str = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])";
/// The pattern of a UTC time with whole seconds.
const TIME: &str = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$";
/// The pattern of a delivery URL. It cannot check that the host is public.
const TARGET: &str = r"^https://([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+\.?|\[[0-9A-Fa-f:.]+\])(:8?443)?([/?]([A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$";

/// The location of parameters. In a body, several values are always a list.
#[derive(Clone, Copy, PartialEq)]
enum ParameterLocation {
    Address,
    Body,
}

/// Returns the schema of an operation's parameters, including the id in its path.
pub fn parameters_schema(operation: AccountOperation) -> Value {
    let alternatives = (operation == AccountOperation::TrendComparison).then(comparisons);
    document(operation, operation.takes(), ParameterLocation::Address, alternatives)
}

/// Returns the schema of an operation's body, or `None` if there is none.
pub fn account_body_schema(operation: AccountOperation) -> Option<Value> {
    let alternatives = (operation == AccountOperation::CreateReport).then(reports);
    Some(document(operation, operation.endpoint().body?, ParameterLocation::Body, alternatives))
}

fn document(
    operation: AccountOperation,
    known: Parameters,
    place: ParameterLocation,
    alternatives: Option<Value>,
) -> Value {
    let mut schema = Map::from_iter([("$schema".to_owned(), json!(DIALECT))]);
    schema.extend(object(known, operation.endpoint().name, place));
    if let Some(alternatives) = alternatives {
        schema.insert("oneOf".into(), alternatives);
    }
    Value::Object(schema)
}

fn object(known: Parameters, operation: &str, place: ParameterLocation) -> Map<String, Value> {
    let required = parameters(known).filter(|parameter| matches!(parameter.member.presence, Presence::Required));
    let required: Vec<&str> = required.map(|parameter| parameter.name).collect();
    let properties: Map<String, Value> =
        parameters(known).map(|parameter| (parameter.name.to_owned(), property(parameter, operation, place))).collect();
    let mut schema = Map::from_iter([("type".to_owned(), json!("object"))]);
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema.insert("additionalProperties".into(), json!(false));
    schema.insert("properties".into(), Value::Object(properties));
    schema
}

fn property(parameter: &Parameter, operation: &str, place: ParameterLocation) -> Value {
    let takes = parameter.member.takes;
    let value = match takes {
        Type::Parameters(known) => Value::Object(object(known, operation, place)),
        _ => value(takes),
    };
    let mut schema = match (takes, takes.counts()) {
        (Type::List(min, max), _) if place == ParameterLocation::Body => list(&value, min, max),
        (Type::ListOf(names), _) => list(&value, 1, names.len()),
        (Type::Events, _) => {
            let all = json!({"const": [ALL_EVENTS]});
            Map::from_iter([("anyOf".to_owned(), json!([list(&value, 1, MAX_WEBHOOK_EVENTS), all]))])
        }
        (_, Some((min, max))) => {
            let mut items = value.clone();
            // A comma in the only value separates values. In a list it is part of its value.
            if let (Type::AnyNames | Type::Columns, Some(members)) = (takes, items.as_object_mut()) {
                members.remove("pattern");
            }
            let list = json!({"type": "array", "items": items, "minItems": min, "maxItems": max});
            Map::from_iter([("oneOf".to_owned(), json!([value, list]))])
        }
        (_, None) => value.as_object().cloned().unwrap_or_default(),
    };
    schema.insert("description".into(), json!(about(parameter.name, operation)));
    if let Presence::Default(text) = parameter.member.presence {
        schema.insert("default".into(), serde_json::from_str(text).unwrap_or_else(|_| json!(text)));
    }
    Value::Object(schema)
}

/// Returns the schema of a list of unique values in a body.
fn list(items: &Value, min: usize, max: usize) -> Map<String, Value> {
    let list = json!({"type": "array", "items": items, "minItems": min, "maxItems": max, "uniqueItems": true});
    list.as_object().cloned().unwrap_or_default()
}

/// Returns the schema of one value of a parameter.
fn value(takes: Type) -> Value {
    let excludable = |names: &[&str]| {
        let excluded = names.iter().map(|name| format!("-{name}"));
        json!({"enum": names.iter().map(|name| (*name).to_owned()).chain(excluded).collect::<Vec<_>>()})
    };
    match takes {
        Type::Choice(names) | Type::Choices(names, _) => json!({"enum": names}),
        Type::AnyOf(names) => excludable(names),
        // A leading minus is part of the value.
        Type::AnyNames | Type::Columns => {
            json!({"type": "string", "minLength": 1, "maxLength": MAX_NAME_CHARACTERS, "pattern": "^[^,]*$"})
        }
        Type::List(..) => name(),
        Type::ListOf(names) => json!({"enum": names}),
        Type::Events => json!({"enum": WebhookEvent::NAMES}),
        Type::Target => json!({"type": "string", "maxLength": MAX_TARGET_CHARACTERS, "pattern": TARGET}),
        Type::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
        Type::Count(min) => json!({"type": "integer", "minimum": min, "maximum": MAX_COUNT}),
        Type::Decimal(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        Type::Date => json!({"type": "string", "format": "date"}),
        Type::Time => json!({"type": "string", "format": "date-time", "pattern": TIME}),
        Type::FullText => json!({"type": "string", "minLength": 1, "maxLength": MAX_Q_CHARACTERS}),
        Type::Id(prefix) => json!({"type": "string", "pattern": format!("^{prefix}[0-9A-HJKMNP-TV-Z]{{10,26}}$")}),
        Type::Periods(..) => json!({"type": "string", "pattern": format!(r"^{DAY}\.\.{DAY}$")}),
        Type::Text(max) => json!({"type": "string", "minLength": 1, "maxLength": max, "pattern": NAME_PATTERN}),
        Type::Pairs(max) => json!({
            "type": "object",
            "maxProperties": max,
            "propertyNames": {"type": "string", "minLength": 1, "maxLength": MAX_METADATA_NAME_CHARACTERS},
            "additionalProperties": {"type": "string", "minLength": 1, "maxLength": MAX_METADATA_CHARACTERS},
        }),
        Type::Cursor => json!({"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": MAX_CURSOR_CHARACTERS}),
        Type::Boolean => json!({"type": "boolean"}),
        // The other types are members of bodies.
        _ => json!({"type": "string"}),
    }
}

/// Returns the schema of comparisons: several brands, or several windows of one brand.
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

/// Returns the schema of reports by type, with sections and formats.
fn reports() -> Value {
    let of = |kind: ReportKind| {
        let [sections, formats] =
            [kind.sections(), kind.formats()].map(|names| list(&json!({"enum": names}), 1, names.len()));
        let (all_rows, indexed_after) = match kind {
            ReportKind::MentionsExport => (value(Type::Boolean), value(Type::Time)),
            _ => (json!({"type": "boolean", "enum": [false]}), json!(false)),
        };
        json!({"properties": {
            "type": {"const": kind},
            "sections": sections,
            "formats": formats,
            "all_rows": all_rows,
            "indexed_after": indexed_after,
        }})
    };
    ReportKind::VARIANTS.iter().filter_map(|name| name.parse().ok()).map(of).collect()
}

/// Returns the one-line description of a parameter for people and agents.
fn about(parameter: &str, operation: &str) -> &'static str {
    match (parameter, operation) {
        ("id", _) => "The id of the resource.",
        ("type", _) => "What the report is about.",
        ("title", _) => "What stands above the report; without it, its type in words.",
        ("from", "create-report") => "The first day.",
        ("to", "create-report") => "The last day, at most 24 months after the first.",
        ("from", "account-usage") => "The first day; without it, the 30 days that end with the last one.",
        ("to", "account-usage") => "The last day, at most 12 months after the first; without it, today.",
        ("brands", _) => "Ids or labels of brands of the account; without it, all of them.",
        ("filters", "create-webhook") => "Which mentions are delivered; without it, all of the account's.",
        ("brand", "create-webhook") => "Ids or labels of brands of the account.",
        ("platform", "create-webhook") => "Platforms.",
        ("sentiment", "create-webhook") => "Tones.",
        ("filters", _) => "Which mentions the report is of: each a value or a list of values.",
        ("sections", _) => "Its sections; without it, all that the type has.",
        ("formats", _) => "Its files; without it, all that the type has, and of an export the CSV.",
        ("row_limit", _) => "Rows of a file at most, besides a header.",
        ("all_rows", _) => {
            "An export of all mentions, in parts of 10,000 rows, without `row_limit`: plan `enterprise`."
        }
        ("indexed_after", "create-report") => "Of an export: only mentions that the dataset has since this time.",
        ("part", _) => "Which part of a file, if the report is in parts.",
        ("metadata", "create-report") => "Names and texts that come back with the report.",
        ("metadata", _) => "Names and texts that come back with the webhook.",
        ("url", _) => "Where deliveries go: a public host, by HTTPS on port 443 or 8443.",
        ("events", _) => "What is delivered; one asterisk for every event that there is or will be.",
        ("description", _) => "What it is for, in your words.",
        ("status", _) => "Only webhooks of this status.",
        ("format", _) => "Which of the files; without it, as `Accept` says, else the first one.",
        ("bom", _) => "1: a CSV begins with a byte order mark, which some spreadsheets need.",
        ("brand", "trend-comparison") => {
            "Ids or labels of brands of the account: two to five that are compared, or the one whose periods are."
        }
        ("brand", _) => {
            "Ids or labels of brands of the account, excluded by a minus before them; without it, all of them."
        }
        ("from", _) => "The first day. Without it, an analysis is of the 30 days that end with the last one.",
        ("to", _) => {
            "The last day, at most 24 months after the first. Without it, the last one of the dataset, or today."
        }
        ("cursor", _) => "The `next_cursor` of the page before.",
        ("limit", "trends" | "emerging-trends") => "Topics at most.",
        ("limit", "trend-comparison") => "Topics at most, where they are not named.",
        ("limit", "explain-change") => "Listed parts per attribute at most.",
        ("date", _) => "A day of the period. Without it, the last one of the dataset, or today.",
        ("limit", "sentiment-breakdown") => "Parts at most.",
        ("limit", _) => "Items of a page.",
        ("order", _) => "The order of the list.",
        ("sort", _) => "What they are sorted by.",
        ("indexed_after", _) => "Only what the dataset has since this time.",
        ("top", _) => "Topics and components at most.",
        ("interval", "account-usage") => "How long the periods are; hours for at most 7 days.",
        ("interval", "explain-change") => "The length of the period: a day, or an ISO week.",
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
        (name, _) => MentionFilter::from_name(name).map_or("", MentionFilter::description),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Endpoint;
    use crate::spec::request::account::reports::FILTERED;
    use crate::spec::request::account::webhooks;

    #[test]
    fn every_parameter_is_described() {
        for operation in AccountOperation::ALL {
            let Endpoint { name, body, .. } = operation.endpoint();
            let filters = match operation {
                AccountOperation::CreateReport => FILTERED,
                AccountOperation::CreateWebhook => webhooks::FILTERED,
                _ => &[],
            };
            for parameter in [operation.takes(), body.unwrap_or(&[]), filters].into_iter().flat_map(parameters) {
                assert!(!about(parameter.name, name).is_empty(), "{} of {name}", parameter.name);
            }
        }
    }
}
