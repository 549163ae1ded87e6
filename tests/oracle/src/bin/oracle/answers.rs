//! Reads questions to accounts of the Account API, one JSON object per line, and prints what is expected for each:
//! `{"status", "answer"}`. The answer of a problem is what is known of it: `code`, perhaps `param` and `allowed`.
//!
//! A question is `{"brands", "operation", "query", "today", "skip"}`, as `oracle questions` prints it; its query may be
//! a list of pairs of a name and a value, nothing is skipped where `skip` is missing, and other members do not matter.
//! Where it has `reply`, `{"status", "body"}` of an edge, the line has `difference` too: null, or where they differ.

use crate::options::Options;
use overheard_oracle::{Account, Oracle, Question};
use serde_json::{Value, json};
use std::io::{BufRead, Result, Write};

/// How it is called.
pub const USAGE: &str = "oracle answers --data DIR < QUESTIONS";

/// Writes the lines.
pub fn run(arguments: &[String], out: &mut impl Write) -> Result<()> {
    let options = Options::read(arguments, &["--data"], &[])?;
    let oracle = Oracle::load(options.text("--data")?.as_ref());
    let mut last: Option<(Value, Account)> = None;
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        // Questions to one account mostly stand together.
        let (brands, account) = match last.take() {
            Some((brands, account)) if brands == line["brands"] => (brands, account),
            _ => (line["brands"].clone(), oracle.account(&line)),
        };
        let expected = account.answer(&Question::read(&line));
        let mut answered = json!({"status": expected.status, "answer": expected.answer});
        if let Some(reply) = line.get("reply") {
            let status = reply["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
            answered["difference"] = json!(expected.compare(status, &reply["body"]).err());
        }
        writeln!(out, "{answered}")?;
        // Whoever asks one question after the other waits for the answer.
        out.flush()?;
        last = Some((brands, account));
    }
    Ok(())
}
