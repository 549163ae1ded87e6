//! Prints answers computed from the records alone, as lines of JSON. [`requests`] is about the Data API; [`questions`]
//! and [`answers`] are about the Account API. [`comparable`] writes the records that these may be compared on.

mod answers;
mod comparable;
mod options;
mod questions;
mod requests;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (usage, result) = match arguments.first().map(String::as_str) {
        Some("questions") => (questions::USAGE, questions::run(&arguments[1..], &mut out)),
        Some("comparable") => (comparable::USAGE, comparable::run(&arguments[1..])),
        Some("answers") => (answers::USAGE, answers::run(&arguments[1..], &mut out)),
        _ => (requests::USAGE, requests::run(&arguments, &mut out)),
    };
    match result.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader may close the pipe early.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nusage: {usage}");
            ExitCode::FAILURE
        }
    }
}
