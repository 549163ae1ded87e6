//! Compares the packed answers with those of the reference executor: random queries, exactly.

use overheard::backend::columnar::{Columnar, SharedRowCache};
use overheard::query::DataBackend as _;
use overheard_bench_data::Dataset;
use overheard_sqlite::questions::{DatasetSample, OPERATIONS, checked, compare, random_request};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, documents, packed, reference};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Bytes of rows above which records are read in parts. Such parts have one row each.
const PART_BYTES: u64 = 1 << 10;
/// Mentions of the dataset, and queries per operation. The environment can change both.
const MENTIONS: u64 = 20_000;
const QUESTIONS: u64 = 100;
/// Operations that read records in parts, and the least number of their questions that do.
const WITH_PARTS: [&str; 2] = ["aggregate", "search"];
const MIN_IN_PARTS: u64 = 10;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn packed_answers_are_those_of_the_reference() {
    let (mentions, questions) = (number("OVERHEARD_MENTIONS", MENTIONS), number("OVERHEARD_QUESTIONS", QUESTIONS));
    let dataset = Dataset::new(mentions, 7);
    let lines = || in_many_scripts(documents::made_up(&dataset));
    let (by_reference, by_packed) = (reference::of(lines()), SqliteDatabase::migrated());
    packed::import(&by_packed, documents::rows(lines()));
    let served = packed::state(&by_packed).served.expect("a version is served");
    let served = overheard::query::DatasetVersion {
        generation: served.generation,
        revision: served.revision,
        version: served.version,
        published_at: served.published_at,
    };
    let sample = DatasetSample::of(&by_reference);
    let in_parts = Columnar::new(&by_packed).reading_parts_of(PART_BYTES);
    let in_parts_cached = Columnar::caching(&by_packed, SharedRowCache::default()).reading_parts_of(PART_BYTES);
    let (mut failures, mut more_trips) = (Vec::new(), 0);
    for operation in OPERATIONS {
        for seed in 0..questions {
            let request = random_request(operation, &sample, &mut ChaCha8Rng::seed_from_u64(seed));
            let checked = checked(operation, &request);
            let expected = reference::answer(&by_reference, &checked);
            // The first statements differ slightly if the active version is known.
            let known = (seed % 2 == 0).then(|| served.clone());
            match packed::answer(&by_packed, known, &checked) {
                Ok((_, outcome)) => failures.extend(compare(operation, &request, &expected, &outcome).err()),
                Err(error) => failures.push(format!("{operation} {request}\n  {error:?}")),
            }
            for in_parts in [&in_parts, &in_parts_cached] {
                let outcome = pollster::block_on(in_parts.answer(&checked)).expect("an answer in parts");
                failures.extend(compare(operation, &request, &expected, &outcome).err());
            }
            if WITH_PARTS.contains(&operation) {
                let trips =
                    |backend: &Columnar<_>| pollster::block_on(backend.explain(&checked)).map(|plan| plan.trips);
                more_trips += u64::from(trips(&in_parts).unwrap() > trips(&Columnar::new(&by_packed)).unwrap());
            }
        }
    }
    assert!(more_trips > MIN_IN_PARTS, "only {more_trips} questions were answered in parts");
    let count = failures.len();
    let shown = failures.into_iter().take(8).collect::<Vec<_>>().join("\n");
    assert!(count == 0, "{count} of {} answers differ:\n{shown}", questions * OPERATIONS.len() as u64);
}
