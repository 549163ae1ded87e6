//! Compares searches for queries of nested operators with the oracle, which evaluates them record by record: on the
//! packed tables, within the budget of rows, and on ClickHouse.

use super::database::{number, open, write};
use overheard::backend::columnar::Columnar;
use overheard::backend::columnar::plan::MAX_ROWS;
use overheard::base::boolean::parse;
use overheard::base::text::TextQuery;
use overheard::guard::request::Request;
use overheard::query::DataBackend as _;
use overheard::query::answer::Outcome;
use overheard::spec::Index;
use overheard::sql::{Row, Statement, Store, StoreError};
use overheard_bench_data::Dataset;
use overheard_oracle::{compare, random_boolean_search};
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::questions::{body, checked};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, accounts, packed};
use pollster::block_on;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::Value;
use std::cell::Cell;

/// Mentions of the made-up datasets, unless `OVERHEARD_MENTIONS` sets another number.
const MENTIONS: u64 = 4_000;
/// Queries on each dataset, unless `OVERHEARD_QUESTIONS` sets another number.
const QUERIES: u64 = 40;

/// A database that counts the rows of its results.
struct Counted<'d> {
    database: &'d SqliteDatabase,
    rows: Cell<u64>,
}

impl Store for Counted<'_> {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let results = self.database.batch(statements).await?;
        self.rows.set(self.rows.get() + results.iter().map(Vec::len).sum::<usize>() as u64);
        Ok(results)
    }
}

/// Answers a search from the packed tables, within the budget of rows.
fn from_packed(database: &SqliteDatabase, request: &Request) -> Result<Outcome, String> {
    let counted = Counted { database, rows: Cell::new(0) };
    let backend = Columnar::new(&counted);
    let outcome = block_on(backend.answer(request)).map_err(|error| format!("{error:?}"))?;
    let rows = counted.rows.take();
    if rows > MAX_ROWS { Err(format!("{rows} rows were read")) } else { Ok(outcome) }
}

/// Checks that a query's canonical form means the same and is its own. It may have more words than a request may have:
/// scripts without blanks have several in a run.
fn check_canonical(request: &Value) -> Result<(), String> {
    let q = request["q"].as_str().expect("a query");
    let query = TextQuery::parse(q).ok_or_else(|| format!("{q} is no query"))?;
    let canonical = query.canonical();
    match TextQuery::parse(&canonical) {
        Some(again) if again == query && again.canonical() == canonical => Ok(()),
        None if parse(canonical.as_bytes(), &mut ()).is_err_and(|fault| fault.reason.contains("more than 40")) => {
            Ok(())
        }
        again => Err(format!("{q} is {canonical}, and again {again:?}")),
    }
}

fn agree(lines: Vec<(Index, String)>) {
    let oracle = accounts::oracle(&lines);
    let database = SqliteDatabase::migrated();
    packed::import(&database, rows(lines.clone()));
    let clickhouse = open(&write(rows(lines)));
    let (mut failures, mut found) = (Vec::new(), 0);
    let queries = number("OVERHEARD_QUESTIONS", QUERIES);
    for seed in 0..queries {
        let request = random_boolean_search(&oracle, &mut ChaCha8Rng::seed_from_u64(seed));
        let asked = checked("search", &request);
        let expected = oracle.expect("search", &request, "raw");
        found += u64::from(expected.answer["matched_documents"] != 0);
        failures.extend(check_canonical(&request).err());
        let answers = [
            ("packed", from_packed(&database, &asked)),
            ("ClickHouse", block_on(clickhouse.answer(&asked)).map_err(|error| format!("{error:?}"))),
        ];
        for (backend, answer) in answers {
            let compared = answer.and_then(|answer| compare("search", &request, &expected, &body(&answer)));
            failures.extend(compared.err().map(|difference| format!("{backend}: {difference}\n  {request}")));
        }
    }
    let count = failures.len();
    let shown = failures.into_iter().take(3).collect::<Vec<_>>().join("\n");
    assert!(count == 0, "{count} differences in {queries} queries:\n{shown}");
    assert!(found > queries / 2, "only {found} of {queries} queries find something");
}

#[test]
fn boolean_queries_agree_with_the_oracle() {
    agree(made_up(&Dataset::new(number("OVERHEARD_MENTIONS", MENTIONS), 3)).collect());
}

#[test]
fn boolean_queries_agree_with_the_oracle_in_many_scripts() {
    agree(in_many_scripts(made_up(&Dataset::new(number("OVERHEARD_MENTIONS", MENTIONS), 4))).collect());
}
