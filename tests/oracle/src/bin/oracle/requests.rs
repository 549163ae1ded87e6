//! Prints random requests of the Data API with their expected answers, one JSON object per line: `{"operation",
//! "request", "answer", "ties"}`. For a search by relevance, `ties` lists the possible results, best first: `[{"id",
//! "score", "row"}]`. Otherwise it is null.

use crate::options::Options;
use overheard_oracle::{OPERATIONS, Oracle, random_request};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::io::{Result, Write};

/// Usage of the command.
pub const USAGE: &str = "oracle --data DIR --operation all|aggregate|search|creators|co-mentions|sector \
                         --count N --seed S [--access raw|aggregate]";

/// Prints the lines.
pub fn run(arguments: &[String], out: &mut impl Write) -> Result<()> {
    let known = ["--data", "--operation", "--count", "--seed", "--access"];
    let options = Options::read(arguments, &known, &[("--access", "raw")])?;
    let operations = options.operations(&OPERATIONS)?;
    let (count, seed) = (options.number("--count")?, options.number("--seed")?);
    let access = options.one_of("--access", &["raw", "aggregate"])?;

    let oracle = Oracle::load(options.text("--data")?.as_ref());
    for (stream, operation) in operations {
        // Each operation has its own random stream, so that its requests do not depend on the other operations.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        for _ in 0..count {
            let request = random_request(operation, &oracle, &mut rng);
            let expected = oracle.expect(operation, &request, access);
            let ties = expected.ties();
            let answer = expected.answer;
            let line = json!({"operation": operation, "request": request, "answer": answer, "ties": ties});
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
