//! Prints answers computed from the records alone, as lines of JSON. [`requests`] is for the Data API; [`questions`]
//! and [`answers`] are for the Account API.

mod answers;
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
