//! Reads queries of the Account API, one JSON object per line, and prints the expected reply to each: `{"status",
//! "answer"}`. The answer of a problem has its known members: `code`, perhaps `param` and `allowed`.
//!
//! A query is `{"brands", "operation", "query", "today", "skip"}`, in the form that `oracle questions` prints. Its
//! query may also be a list of pairs of a name and a value. The default of `skip` is 0, and other members are ignored.
//! If it has `reply`, the `{"status", "body"}` of an edge, the output also has `difference`: a description, or null.

use crate::options::Options;
use overheard_oracle::{Oracle, OracleAccount, OracleQuestion};
use serde_json::{Value, json};
use std::io::{BufRead, Result, Write};

/// Usage of the command.
pub const USAGE: &str = "oracle answers --data DIR < QUESTIONS";

/// Prints the lines.
pub fn run(arguments: &[String], out: &mut impl Write) -> Result<()> {
    let options = Options::read(arguments, &["--data"], &[])?;
    let oracle = Oracle::load(options.text("--data")?.as_ref());
    let mut last: Option<(Value, OracleAccount)> = None;
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        // Queries to one account mostly come together.
        let (brands, account) = match last.take() {
            Some((brands, account)) if brands == line["brands"] => (brands, account),
            _ => (line["brands"].clone(), oracle.account(&line)),
        };
        let expected = account.answer(&OracleQuestion::read(&line));
        let mut answered = json!({"status": expected.status, "answer": expected.answer});
        if let Some(reply) = line.get("reply") {
            let status = reply["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
            answered["difference"] = json!(expected.compare(status, &reply["body"]).err());
        }
        writeln!(out, "{answered}")?;
        // A client that sends one query after the other waits for the answer.
        out.flush()?;
        last = Some((brands, account));
    }
    Ok(())
}
