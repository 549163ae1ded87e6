//! Every operation on a real SQLite against an independent computation over the same documents.

use overheard_oracle::{Oracle, compare, random_request};
use overheard_sqlite::Database;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::path::{Path, PathBuf};

/// Requests per operation and data set.
const REQUESTS: u64 = 200;
/// Values that D1 binds in one statement.
const MAX_PARAMS: usize = 100;

/// A data set of the given size: of `OVERHEARD_DATA`, or beside the project.
fn folder(size: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("OVERHEARD_DATA").map_or(beside, PathBuf::from);
    let folder = data.join(size);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: there is no data set at {}; set OVERHEARD_DATA to compare on it", folder.display());
    None
}

fn agree(folder: &Path, operation: &str) {
    let oracle = Oracle::load(folder);
    let database = Database::default();
    database.import(folder);
    let mut failures = Vec::new();
    for seed in 0..REQUESTS {
        let request = random_request(operation, &oracle, &mut ChaCha8Rng::seed_from_u64(seed));
        let expected = oracle.expect(operation, &request, "raw");
        let (actual, _) = database.answer(operation, &request);
        failures.extend(compare(operation, &request, &expected, &actual).err());
    }
    let count = failures.len();
    let shown = failures.into_iter().take(3).collect::<Vec<_>>().join("\n");
    assert!(count == 0, "{count} of {REQUESTS} {operation} answers differ:\n{shown}");
    assert!(database.most_params.get() <= MAX_PARAMS, "{} values bound", database.most_params.get());
}

macro_rules! agrees {
    ($($name:ident: $operation:literal on $size:literal;)*) => {
        $(#[test]
        fn $name() {
            if let Some(folder) = folder($size) {
                agree(&folder, $operation);
            }
        })*
    };
}

agrees! {
    aggregate_agrees_on_small: "aggregate" on "small";
    search_agrees_on_small: "search" on "small";
    creators_agree_on_small: "creators" on "small";
    co_mentions_agree_on_small: "co-mentions" on "small";
    sector_agrees_on_small: "sector" on "small";
    aggregate_agrees_on_full: "aggregate" on "full";
    search_agrees_on_full: "search" on "full";
    creators_agree_on_full: "creators" on "full";
    co_mentions_agree_on_full: "co-mentions" on "full";
    sector_agrees_on_full: "sector" on "full";
}
