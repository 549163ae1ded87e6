//! Prints random requests with their expected answers, one JSON object per line:
//! `{"operation", "request", "answer", "ties"}`. `ties` is null, or for a search ordered by
//! relevance the documents that may be among its results, best first: `[{"id", "score", "row"}]`.

use overheard_oracle::{OPERATIONS, Oracle, random_request};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

const USAGE: &str = "oracle --data DIR --operation all|aggregate|search|creators|co-mentions|sector \
                     --count N --seed S [--access raw|aggregate]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads may have seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nusage: {USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Vec<String>) -> std::io::Result<()> {
    let known = ["--data", "--operation", "--count", "--seed", "--access"];
    let mut options = HashMap::from([("--access", "raw")]);
    for pair in arguments.chunks(2) {
        let [name, value] = pair else {
            return Err(wrong(format!("{} needs a value", pair[0])));
        };
        if !known.contains(&name.as_str()) {
            return Err(wrong(format!("{name} is not allowed. Allowed: {known:?}")));
        }
        options.insert(name, value);
    }
    let option = |name: &str| options.get(name).copied().ok_or_else(|| wrong(format!("{name} is required")));
    let number = |name: &str| {
        let text = option(name)?;
        text.parse::<u64>().map_err(|_| wrong(format!("{name} must be a whole number. Got {text}")))
    };
    let (asked, access) = (option("--operation")?, option("--access")?);
    let (count, seed) = (number("--count")?, number("--seed")?);
    if asked != "all" && !OPERATIONS.contains(&asked) {
        return Err(wrong(format!("--operation {asked} is not allowed. Allowed: all, {OPERATIONS:?}")));
    }
    if !["raw", "aggregate"].contains(&access) {
        return Err(wrong(format!("--access {access} is not allowed. Allowed: raw, aggregate")));
    }

    let oracle = Oracle::load(option("--data")?.as_ref());
    let mut out = BufWriter::new(std::io::stdout().lock());
    for (stream, operation) in OPERATIONS.into_iter().enumerate() {
        if asked != "all" && asked != operation {
            continue;
        }
        // Each operation has its own stream, so that it asks the same alone and among all.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream as u64);
        for _ in 0..count {
            let request = random_request(operation, &oracle, &mut rng);
            let expected = oracle.expect(operation, &request, access);
            let ties = expected.ties();
            let answer = expected.answer;
            let line = json!({"operation": operation, "request": request, "answer": answer, "ties": ties});
            writeln!(out, "{line}")?;
        }
    }
    out.flush()
}

fn wrong(message: String) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidInput, message)
}
