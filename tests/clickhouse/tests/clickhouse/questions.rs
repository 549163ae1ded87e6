//! Compares every operation with the reference backend: the same random requests of the same records, to the last digit
//! and in the same order.

use super::database::{number, open, write};
use overheard::backend::clickhouse::ClickHouse;
use overheard::query::DataBackend as _;
use overheard::spec::Index;
use overheard_bench_data::Dataset;
use overheard_clickhouse::Server;
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::questions::{DatasetSample, OPERATIONS, checked, compare, random_request};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, reference};
use pollster::block_on;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Mentions of the made-up datasets, unless `OVERHEARD_MENTIONS` sets another number.
const MENTIONS: u64 = 4_000;
/// Requests of each operation and dataset, unless `OVERHEARD_QUESTIONS` sets another number.
const REQUESTS: u64 = 100;

/// A dataset in both backends.
struct Fixture {
    reference: SqliteDatabase,
    clickhouse: ClickHouse<&'static Server>,
    sample: DatasetSample,
}

impl Fixture {
    fn of(lines: Vec<(Index, String)>) -> Mutex<Self> {
        let reference = reference::of(lines.clone());
        let sample = DatasetSample::of(&reference);
        Mutex::new(Self { reference, clickhouse: open(&write(rows(lines))), sample })
    }
}

static EMPTY: LazyLock<Mutex<Fixture>> = LazyLock::new(|| Fixture::of(Vec::new()));
static LATIN: LazyLock<Mutex<Fixture>> =
    LazyLock::new(|| Fixture::of(made_up(&Dataset::new(number("OVERHEARD_MENTIONS", MENTIONS), 1)).collect()));
static MANY_SCRIPTS: LazyLock<Mutex<Fixture>> = LazyLock::new(|| {
    Fixture::of(in_many_scripts(made_up(&Dataset::new(number("OVERHEARD_MENTIONS", MENTIONS), 2))).collect())
});

fn agree(fixture: &Mutex<Fixture>, operation: &str) {
    // A failure of another operation does not affect this one.
    let Fixture { reference, clickhouse, sample } = &*fixture.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    let requests = number("OVERHEARD_QUESTIONS", REQUESTS);
    for seed in 0..requests {
        let request = random_request(operation, sample, &mut ChaCha8Rng::seed_from_u64(seed));
        let asked = checked(operation, &request);
        let expected = reference::answer(reference, &asked);
        match block_on(clickhouse.answer(&asked)) {
            Ok(answer) => failures.extend(compare(operation, &request, &expected, &answer).err()),
            Err(error) => failures.push(format!("{operation} {request}\n  {error:?}")),
        }
    }
    let count = failures.len();
    let shown = failures.into_iter().take(3).collect::<Vec<_>>().join("\n");
    assert!(count == 0, "{count} of {requests} {operation} answers differ:\n{shown}");
}

#[test]
fn answers_without_records_agree() {
    OPERATIONS.iter().for_each(|operation| agree(&EMPTY, operation));
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
    aggregate_agrees: "aggregate" on LATIN;
    search_agrees: "search" on LATIN;
    creators_agree: "creators" on LATIN;
    co_mentions_agree: "co-mentions" on LATIN;
    sector_agrees: "sector" on LATIN;
    aggregate_agrees_in_many_scripts: "aggregate" on MANY_SCRIPTS;
    search_agrees_in_many_scripts: "search" on MANY_SCRIPTS;
    creators_agree_in_many_scripts: "creators" on MANY_SCRIPTS;
    co_mentions_agree_in_many_scripts: "co-mentions" on MANY_SCRIPTS;
    sector_agrees_in_many_scripts: "sector" on MANY_SCRIPTS;
}
