//! Prints random queries of the Account API to random accounts, one JSON object per line: `{"brands", "operation",
//! "query", "address", "today", "skip"}`. `brands` are those of the account in the API's form. `query` is the query of
//! the address, with an id of the path as the parameter `id`; `address` is the whole address. `today` is the day of the
//! query, and `skip` is the number of items on earlier pages of a list.

use crate::options::Options;
use overheard_oracle::{ACCOUNT_OPERATIONS, Oracle, random_account, random_question};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::io::{Result, Write};

/// Usage of the command.
pub const USAGE: &str = "oracle questions --data DIR --operation all|mentions|mention|mention-stats|sentiment|\
                         sentiment-timeline|sentiment-breakdown|influencers|influencer|influencer-mentions|trends|\
                         emerging-trends|trend-comparison|explain-change --count N --seed S [--per-account M]";

/// Writes the lines. So many consecutive queries go to one account, 10 by default.
pub fn run(arguments: &[String], out: &mut impl Write) -> Result<()> {
    let known = ["--data", "--operation", "--count", "--seed", "--per-account"];
    let options = Options::read(arguments, &known, &[("--per-account", "10")])?;
    let operations = options.operations(&ACCOUNT_OPERATIONS)?;
    let (count, seed) = (options.number("--count")?, options.number("--seed")?);
    let per_account = options.number("--per-account")?.max(1);

    let oracle = Oracle::load(options.text("--data")?.as_ref());
    for (stream, operation) in operations {
        // Each operation has its own random stream, so that its queries do not depend on the other operations.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        for first in (0..count).step_by(per_account as usize) {
            let brands = random_account(&oracle, &mut rng);
            let account = oracle.account(&brands);
            for _ in first..count.min(first + per_account) {
                let mut line = json!({"brands": brands["brands"]});
                let question = random_question(operation, &oracle, &account, &mut rng);
                line.as_object_mut().expect("an object").extend(question.as_object().expect("an object").clone());
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}
