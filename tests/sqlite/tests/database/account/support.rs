//! Compares answers to accounts with the oracle.

use overheard::backend::columnar::{Columnar, ViewSizes};
use overheard::base::date::Date;
use overheard::guard::problem::Problem;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountBackend as _, AccountQuery, QueryError};
use overheard::service::account::{Account, AccountStatus};
use overheard::spec::AccountOperation;
use overheard::spec::answer::described::account_answer_schema;
use overheard_oracle::{ACCOUNT_OPERATIONS, Oracle, OracleQuestion, equal, random_question};
use overheard_sqlite::{SqliteDatabase, accounts, views};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::sync::LazyLock;

const SECRET: &[u8] = b"what cursors are signed with";
/// Number of differences in a failure.
const SHOWN: usize = 12;

/// The schemas of answers by operation. They refuse undescribed members.
static SCHEMAS: LazyLock<Vec<jsonschema::Validator>> = LazyLock::new(|| {
    let validator = |operation| jsonschema::validator_for(&closed(account_answer_schema(operation))).expect("a schema");
    AccountOperation::ALL.into_iter().map(validator).collect()
});

/// A dataset in the oracle and in the database, whose answers are compared.
pub struct OracleFixture<'f> {
    pub oracle: &'f Oracle,
    pub database: &'f SqliteDatabase,
    /// The sizes of views.
    pub sizes: ViewSizes,
}

/// Returns the account as the edge stores it.
fn stored_account(account: &Value) -> Account {
    let brands = accounts::brands(account);
    Account {
        id: "acc_0123456789".to_owned(),
        name: "Any".to_owned(),
        plan: "enterprise".to_owned(),
        status: AccountStatus::Active,
        brands,
        created_at: String::new(),
        revision: 1,
    }
}

impl OracleFixture<'_> {
    /// Sends an account's random queries, so many of each operation, and compares the answers.
    pub fn agree(&self, account: &Value, questions: u64, rng: &mut ChaCha8Rng) {
        let oracle_account = self.oracle.account(account);
        let account = stored_account(account);
        let mut failures = Vec::new();
        for name in ACCOUNT_OPERATIONS {
            let operation = AccountOperation::from_name(name).expect("an operation");
            for _ in 0..questions {
                let line = random_question(name, self.oracle, &oracle_account, rng);
                let expected = oracle_account.answer(&OracleQuestion::read(&line));
                let (status, mut body) = self.page(&account, operation, &line);
                let basis = body.as_object_mut().and_then(|members| members.remove("_meta")).unwrap_or_default();
                let basis = if basis == json!({}) { Value::Null } else { basis };
                if status == 200
                    && let Err(difference) = equal("/_meta", &expected.basis, &basis)
                {
                    failures.push(format!("{name} {}: {difference}", line["query"]));
                }
                let described = &SCHEMAS[operation as usize];
                failures.extend(described.iter_errors(&body).filter(|_| status == 200).map(|error| {
                    format!("{name} {}: {} is not as described: {error}", line["query"], error.instance_path())
                }));
                if let Err(difference) = expected.compare(status, &body) {
                    failures.push(format!("{name} {} today {}: {difference}", line["query"], line["today"]));
                }
            }
        }
        let shown = failures.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(failures.is_empty(), "{} answers differ:\n{shown}\n{:?}", failures.len(), account.brands);
    }

    /// Fetches the page after so many items by following the cursors, as a client does.
    fn page(&self, account: &Account, operation: AccountOperation, line: &Value) -> (u16, Value) {
        let query = line["query"].as_str().expect("a query");
        let today = Date::parse(line["today"].as_str().expect("a date")).expect("a date");
        let mut left = line["skip"].as_u64().unwrap_or(0);
        let mut found = self.reply(account, operation, query, today);
        while left > 0 {
            let (_, body) = &found;
            // The comparison reports a response that is no page.
            let (Some(page), Some(cursor)) = (body["data"].as_array(), body["next_cursor"].as_str()) else {
                return found;
            };
            left -= page.len() as u64;
            found = self.reply(account, operation, &format!("{query}&cursor={cursor}"), today);
        }
        found
    }

    /// Returns the status and body of a query's answer.
    fn reply(&self, account: &Account, operation: AccountOperation, query: &str, today: Date) -> (u16, Value) {
        let problem = |problems| {
            let problem = Problem::from_problems(problems, "req_1");
            (problem.status(), serde_json::from_str(&problem.write()).expect("JSON"))
        };
        let request = match AccountRequest::parse(operation, query.as_bytes()) {
            Ok(request) => request,
            Err(problems) => return problem(problems),
        };
        let question = AccountQuery { request: &request, viewer: account.viewer(), today, secret: SECRET };
        match pollster::block_on(Columnar::new(self.database).answer_account(question)) {
            Ok(answer) => (200, answer.with_basis().expect("JSON")),
            Err(QueryError::Invalid(problems)) => problem(problems),
            Err(QueryError::Unprepared(dataset)) => {
                let prepared = views::prepare(self.database, account.viewer().brands, &dataset, self.sizes);
                prepared.expect("what the account sees is prepared");
                self.reply(account, operation, query, today)
            }
            Err(error) => panic!("{error:?}: {query}"),
        }
    }
}

/// Returns a schema that only accepts the members that it describes.
fn closed(mut schema: Value) -> Value {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(|property| *property = closed(property.take()));
        schema["additionalProperties"] = false.into();
    }
    if let Some(items) = schema.get_mut("items") {
        *items = closed(items.take());
    }
    if let Some(alternatives) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        alternatives.iter_mut().for_each(|alternative| *alternative = closed(alternative.take()));
    }
    schema
}
