//! Compares every operation on a real SQLite with an independent computation over the same records.

use overheard::base::text::TextQuery;
use overheard_bench_data::Dataset;
use overheard_oracle::{Oracle, compare};
use overheard_sqlite::documents::{comparable_lines, folder, made_up};
use overheard_sqlite::questions::{self, DatasetSample, body, checked};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, reference};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::Value;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Requests per operation and dataset.
const REQUESTS: u64 = 200;
/// Requests per operation on the large dataset. There, the oracle takes longer for each answer.
const FULL_REQUESTS: u64 = 80;
/// Mentions of the made-up dataset, which always exists.
const MADE_UP_MENTIONS: u64 = 4_000;
/// Largest number of values that D1 binds in one statement.
const MAX_PARAMS: usize = 100;

/// A dataset in two forms: as records for the oracle, and in the database.
struct Fixture {
    oracle: Oracle,
    database: SqliteDatabase,
    sample: DatasetSample,
    requests: u64,
}

/// A dataset that is imported once for all operations; `None` if it is missing.
type Shared = LazyLock<Option<Mutex<Fixture>>>;

static MADE_UP: Shared = LazyLock::new(|| {
    let dataset = Dataset::new(MADE_UP_MENTIONS, 1);
    let database = reference::of(in_many_scripts(made_up(&dataset)));
    let documents = |index: overheard_oracle::OracleIndex| {
        let lines = in_many_scripts(made_up(&dataset)).filter(|(of, _)| of.name() == index.name());
        lines.map(|(_, line)| serde_json::from_str(&line).expect("an object")).collect()
    };
    Some(fixture(Oracle::from_records(documents), database, REQUESTS))
});
static SMALL: Shared = LazyLock::new(|| from_files("small", REQUESTS));
static FULL: Shared = LazyLock::new(|| from_files("full", FULL_REQUESTS));

fn from_files(size: &str, requests: u64) -> Option<Mutex<Fixture>> {
    let folder = folder(size)?;
    let oracle = Oracle::from_records(|index| overheard_oracle::comparable(&folder, index));
    Some(fixture(oracle, reference::of(comparable_lines(&folder)), requests))
}

fn fixture(oracle: Oracle, database: SqliteDatabase, requests: u64) -> Mutex<Fixture> {
    let sample = DatasetSample::of(&database);
    Mutex::new(Fixture { oracle, database, sample, requests })
}

fn agree(shared: &Shared, operation: &str) {
    let Some(fixture) = shared.as_ref() else { return };
    // A failure of another operation does not affect this one.
    let fixture = fixture.lock().unwrap_or_else(PoisonError::into_inner);
    let Fixture { oracle, database, sample, requests } = &*fixture;
    let mut failures = Vec::new();
    for seed in 0..*requests {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Half of the requests come from the oracle's generator, half from the executors' generator.
        let request = match seed % 2 {
            0 => overheard_oracle::random_request(operation, oracle, &mut rng),
            _ => questions::random_request(operation, sample, &mut rng),
        };
        let request = judgeable(request);
        let expected = oracle.expect(operation, &request, "raw");
        let actual = body(&reference::answer(database, &checked(operation, &request)));
        failures.extend(compare(operation, &request, &expected, &actual).err());
    }
    let count = failures.len();
    let shown = failures.into_iter().take(3).collect::<Vec<_>>().join("\n");
    assert!(count == 0, "{count} of {requests} {operation} answers differ:\n{shown}");
    assert!(database.most_params.get() <= MAX_PARAMS, "{} values bound", database.most_params.get());
}

/// Removes an order from a request by relevance: the oracle only ranks best first. Operators are asked in another order,
/// because SQLite ranks by other words than those of the query.
fn judgeable(mut request: Value) -> Value {
    let q = request["q"].as_str().and_then(TextQuery::parse);
    if let Some(query) = q.filter(|_| request.get("sort_field").is_none()) {
        request["sort_order"] = Value::from("desc");
        if query.conjunction().is_none() {
            request["sort_field"] = Value::from("upload_date");
        }
    }
    request
}

macro_rules! agrees {
    ($($name:ident: $operation:literal on $data:ident;)*) => {
        $(#[test]
        fn $name() {
            agree(&$data, $operation);
        })*
    };
}

agrees! {
    aggregate_agrees: "aggregate" on MADE_UP;
    search_agrees: "search" on MADE_UP;
    creators_agree: "creators" on MADE_UP;
    co_mentions_agree: "co-mentions" on MADE_UP;
    sector_agrees: "sector" on MADE_UP;
    aggregate_agrees_on_small: "aggregate" on SMALL;
    search_agrees_on_small: "search" on SMALL;
    creators_agree_on_small: "creators" on SMALL;
    co_mentions_agree_on_small: "co-mentions" on SMALL;
    sector_agrees_on_small: "sector" on SMALL;
    aggregate_agrees_on_full: "aggregate" on FULL;
    search_agrees_on_full: "search" on FULL;
    creators_agree_on_full: "creators" on FULL;
    co_mentions_agree_on_full: "co-mentions" on FULL;
    sector_agrees_on_full: "sector" on FULL;
}
