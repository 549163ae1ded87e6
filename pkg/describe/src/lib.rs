//! Generates the description from which the npm package and the guides of a deployment are built: one JSON file, the
//! same on every run.

mod changelog;

use overheard::base::runtime::Host;
use overheard::guard::problem::Code;
use overheard::records::idempotency::IDEMPOTENCY_HEADER;
use overheard::service::account::Api;
use overheard::service::alert::{self, AlertRequest};
use overheard::service::browser_token::{self, TokenApi, TokenRequest};
use overheard::service::envelope::Form;
use overheard::service::feed::{self, FeedRequest};
use overheard::service::meter::PlanLimits;
use overheard::service::schema::json_schema::{account_body_schema, parameters_schema};
use overheard::service::schema::{KeySettings, schema};
use overheard::service::tool;
use overheard::spec::answer::described as answer;
use overheard::spec::limits::{MAX_BODY_BYTES, MAX_NUMBER, MAX_RESULTS};
use overheard::spec::request::account::choice::WebhookEvent;
use overheard::spec::{AccountOperation, Endpoint, Index, Operation};
use overheard::table::AnswerTable;
use serde_json::{Map, Value, json};

/// Returns the description as text.
#[cfg_attr(target_family = "wasm", wasm_bindgen::prelude::wasm_bindgen)]
#[must_use]
pub fn description() -> String {
    format!("{:#}", describe())
}

/// Returns the schema without account data, the schemas of answers, and facts that neither of them has.
fn describe() -> Value {
    let rate = PlanLimits { per_minute: None, per_day: None, per_month: None };
    json!({
        "schema": schema(None, &KeySettings { form: Form::Flat, search_size: MAX_RESULTS, rate }),
        "data": Operation::ALL.map(|operation| {
            let mut description = describe_operation(&operation.endpoint(), operation.answer().name);
            description.insert("columns".to_owned(), data_columns(operation));
            description
        }),
        "account": AccountOperation::ALL.map(|operation| {
            let mut description = describe_operation(&operation.endpoint(), operation.answer().name);
            description.insert("parameters".to_owned(), parameters_schema(operation));
            description.insert("body".to_owned(), json!(account_body_schema(operation)));
            description.insert("columns".to_owned(), columns(AnswerTable::of_account(operation)));
            description
        }),
        "browser_tokens": {
            "method": "POST",
            "path": browser_token::PATH,
            "bodies": {"data": TokenRequest::schema(TokenApi::Data), "account": TokenRequest::schema(TokenApi::Account { plan: "" })},
        },
        "alerts": {
            "path": alert::PATH,
            "item_path": alert::ITEM_PATH,
            "test_path": alert::TEST_PATH,
            "fired_path": alert::FIRED_PATH,
            "body": AlertRequest::schema(),
        },
        "feeds": {
            "path": feed::PATH,
            "item_path": feed::ITEM_PATH,
            "address_path": feed::ADDRESS_PATH,
            "bodies": {"data": FeedRequest::schema(Api::Data), "account": FeedRequest::schema(Api::Account)},
        },
        "codes": Code::ALL.iter().copied().map(describe_code).collect::<Vec<_>>(),
        "events": WebhookEvent::NAMES,
        "answers": answer::described(),
        "tools": tool::all_definitions(),
        "changelog": changelog::changelog(),
        "aliases": Index::ALL.into_iter().map(aliases).collect::<Map<_, _>>(),
        "limits": {"number": MAX_NUMBER, "body_bytes": MAX_BODY_BYTES},
        "idempotency_header": IDEMPOTENCY_HEADER,
        "letters": letters(),
    })
}

/// Returns the letters and digits beyond ASCII, as inclusive ranges of code points, for runtimes with other tables.
fn letters() -> Vec<(u32, u32)> {
    let is_letter = |character: &char| (Host::NATIVE.has_letter)(character.encode_utf8(&mut [0; 4]).as_bytes());
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for code in ('\u{80}'..=char::MAX).filter(is_letter).map(u32::from) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    ranges
}

/// Describes an operation: its address, requirements and answers.
fn describe_operation(endpoint: &Endpoint, answer: &str) -> Map<String, Value> {
    let description = json!({
        "name": endpoint.name,
        "method": endpoint.method,
        "path": endpoint.path,
        "description": endpoint.description,
        "plan": endpoint.plan,
        "cost": endpoint.cost.rule(),
        "timeout_ms": endpoint.timeout_ms,
        "cache_control": endpoint.caching.header(),
        "status": endpoint.effect.status(),
        "has_location": endpoint.effect.has_location(),
        "answer": answer,
    });
    description.as_object().cloned().unwrap_or_default()
}

/// Returns the columns of an operation's table, or null. Those of a search are by index.
fn data_columns(operation: Operation) -> Value {
    let of = |index| columns(AnswerTable::of_data(operation, index));
    match operation {
        Operation::Search => {
            Index::ALL.into_iter().map(|index| (index.name().to_owned(), of(Some(index)))).collect::<Map<_, _>>().into()
        }
        _ => of(None),
    }
}

fn columns(table: Option<AnswerTable>) -> Value {
    table.map_or(Value::Null, |table| json!(table.column_names()))
}

/// Describes a kind of problem.
fn describe_code(code: Code) -> Value {
    json!({
        "name": code.name(),
        "slug": code.slug(),
        "title": code.title(),
        "status": code.status(),
        "retryable": code.retryable(),
        "explanation": code.explanation(),
    })
}

/// Returns the aliases of an index's filters, with the fields that they name.
fn aliases(index: Index) -> (String, Value) {
    let aliases = index.entry().filter_aliases.iter().map(|(alias, field)| ((*alias).to_owned(), json!(field)));
    (index.name().to_owned(), Value::Object(aliases.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_has_no_account_and_no_dataset() {
        let description = describe();
        assert_eq!(description["schema"]["dataset_version"], Value::Null);
        assert_eq!(description["schema"]["limits"]["rate"], json!({"per_minute": null, "per_month": null}));
        assert_eq!(description["schema"]["variants"]["envelope"], "flat");
        assert_eq!(description["aliases"]["siv_content_creator"], json!({"dominant_country": "country"}));
    }
}
