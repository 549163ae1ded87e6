//! Every question of the Account API about mentions, against an independent computation over the same documents.

use overheard::base::date::Date;
use overheard::guard::problem::Problem;
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::query::Executor;
use overheard::query::answer::Dataset as Version;
use overheard::query::columnar::{AccountFault, AccountQuestion, Columnar, Preparation};
use overheard::service::account::{Account, AccountStatus};
use overheard::spec::answer::described::account_answer_schema;
use overheard::spec::{AccountOperation, Index};
use overheard::sql::StoreError;
use overheard_bench_data::Dataset;
use overheard_oracle::{ACCOUNT_OPERATIONS, Oracle, Question, random_account, random_question};
use overheard_sqlite::documents::{folder, lines, made_up, rows};
use overheard_sqlite::{Database, packed};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::Value;

/// Accounts per dataset, and questions of each operation to each of them: a hundred of each.
const ACCOUNTS: u64 = 10;
const QUESTIONS: u64 = 10;
/// Mentions of the dataset that is made up, and so is always there.
const MADE_UP_MENTIONS: u64 = 4_000;
const SECRET: &[u8] = b"what cursors are signed with";

/// A dataset twice: as documents for the judge, and in the database.
struct Fixture {
    oracle: Oracle,
    database: Database,
}

/// A mention that does not say when it became known would be known from its import on.
fn known_since(index: Index, line: String) -> String {
    if index != Index::BusinessIdeas {
        return line;
    }
    let mut document: Value = serde_json::from_str(&line).expect("an object");
    let date = document["upload_date"].as_str().unwrap_or("2026-01-01").to_owned();
    document.as_object_mut().expect("an object").entry("indexed_at").or_insert(format!("{date}T03:14:09Z").into());
    document.to_string()
}

/// Leaves language and region of every third mention to its video.
fn left_to_its_video((number, (index, line)): (usize, (Index, String))) -> (Index, String) {
    if index != Index::BusinessIdeas || number % 3 > 0 {
        return (index, line);
    }
    let mut document: Value = serde_json::from_str(&line).expect("an object");
    let members = document.as_object_mut().expect("an object");
    members.retain(|name, _| !["language", "region"].contains(&name.as_str()));
    (index, document.to_string())
}

fn fixture(lines: impl Iterator<Item = (Index, String)>) -> Fixture {
    let lines: Vec<(Index, String)> = lines.map(|(index, line)| (index, known_since(index, line))).collect();
    let documents = |index: overheard_oracle::Index| {
        let of_index = lines.iter().filter(|(of, _)| of.name() == index.name());
        of_index.map(|(_, line)| serde_json::from_str(line).expect("an object")).collect()
    };
    let oracle = Oracle::from_documents(documents);
    let database = Database::migrated();
    packed::import(&database, rows(lines));
    Fixture { oracle, database }
}

/// The account as the edge keeps it.
fn kept(account: &Value) -> Account {
    let brands: Vec<MonitoredBrand> = serde_json::from_value(account["brands"].clone()).expect("brands");
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

/// Status and body of the answer to a question.
fn reply(
    database: &Database,
    account: &Account,
    operation: AccountOperation,
    query: &str,
    today: Date,
) -> (u16, Value) {
    let problem = |problems| {
        let problem = Problem::from_problems(problems, "req_1");
        (problem.status(), serde_json::from_str(&problem.write()).expect("JSON"))
    };
    let request = match AccountRequest::parse(operation, query.as_bytes()) {
        Ok(request) => request,
        Err(problems) => return problem(problems),
    };
    let question = AccountQuestion { request: &request, viewer: account.viewer(), today, secret: SECRET };
    match pollster::block_on(Columnar::new(database, None).answer(question)) {
        Ok(answer) => (200, serde_json::from_str(answer.body.get()).expect("JSON")),
        Err(AccountFault::Question(problems)) => problem(problems),
        Err(AccountFault::Store(error)) => panic!("{error:?}: {query}"),
        Err(AccountFault::Unprepared(dataset)) => {
            pollster::block_on(prepare(database, account, &dataset)).expect("what the account sees is prepared");
            reply(database, account, operation, query, today)
        }
    }
}

/// Prepares what an account sees, piece by piece.
async fn prepare(database: &Database, account: &Account, dataset: &Version) -> Result<(), StoreError> {
    let mut preparation = Preparation::open(database, &account.brands, dataset).await?;
    while preparation.mentions().is_none() {
        preparation.advance().await?;
    }
    Ok(())
}

/// The page that so many items precede, reached as a client reaches it.
fn page(fixture: &Fixture, account: &Account, operation: AccountOperation, line: &Value) -> (u16, Value) {
    let query = line["query"].as_str().expect("a query");
    let today = Date::parse(line["today"].as_str().expect("a date")).expect("a date");
    let mut left = line["skip"].as_u64().unwrap_or(0);
    let mut found = reply(&fixture.database, account, operation, query, today);
    while left > 0 {
        let (_, body) = &found;
        // Whatever else it is, the judge will say.
        let (Some(page), Some(cursor)) = (body["data"].as_array(), body["next_cursor"].as_str()) else { return found };
        left -= page.len() as u64;
        found = reply(&fixture.database, account, operation, &format!("{query}&cursor={cursor}"), today);
    }
    found
}

/// A schema that takes only the members that it describes.
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

fn agree(fixture: &Fixture) {
    let mut failures = Vec::new();
    let schemas = AccountOperation::ALL
        .map(|operation| jsonschema::validator_for(&closed(account_answer_schema(operation))).expect("a schema"));
    for seed in 0..ACCOUNTS {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let account = random_account(&fixture.oracle, &mut rng);
        let judge = fixture.oracle.account(&account);
        let account = kept(&account);
        for name in ACCOUNT_OPERATIONS {
            let operation = AccountOperation::from_name(name).expect("an operation");
            for _ in 0..QUESTIONS {
                let line = random_question(name, &fixture.oracle, &judge, &mut rng);
                let expected = judge.answer(&Question::read(&line));
                let (status, body) = page(fixture, &account, operation, &line);
                let described = &schemas[operation as usize];
                failures.extend(described.iter_errors(&body).filter(|_| status == 200).map(|error| {
                    format!("{name} {}: {} is not as described: {error}", line["query"], error.instance_path())
                }));
                if let Err(difference) = expected.compare(status, &body) {
                    failures.push(format!("{name} {}: {difference}", line["query"]));
                }
            }
        }
    }
    let count = failures.len();
    let shown = failures.into_iter().take(12).collect::<Vec<_>>().join("\n");
    assert!(count == 0, "{count} answers differ:\n{shown}");
}

#[test]
fn answers_over_made_up_documents_agree() {
    let dataset = Dataset::new(MADE_UP_MENTIONS, 1);
    let lines = made_up(&dataset);
    agree(&fixture(lines.into_iter().enumerate().map(left_to_its_video)));
}

#[test]
fn answers_over_the_small_dataset_agree() {
    folder("small").into_iter().for_each(|folder| agree(&fixture(lines(&folder))));
}

#[test]
fn answers_over_the_full_dataset_agree() {
    folder("full").into_iter().for_each(|folder| agree(&fixture(lines(&folder))));
}
