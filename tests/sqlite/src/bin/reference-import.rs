//! Fills a database file with the reference tables of a dataset: `reference-import DATABASE FOLDER`.

use overheard_sqlite::{SqliteDatabase, documents, reference};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [database, folder] = arguments.as_slice() else {
        eprintln!("Usage: reference-import DATABASE FOLDER");
        return ExitCode::FAILURE;
    };
    let rows = documents::rows(documents::lines(Path::new(folder)));
    reference::import(&SqliteDatabase::at(Path::new(database)), documents::batches(rows));
    ExitCode::SUCCESS
}
