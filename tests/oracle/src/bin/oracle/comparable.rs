//! Writes a dataset without the records that an import may clean.

use crate::options::Options;
use overheard_oracle::{OracleIndex, comparable};
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;

/// Usage of the command.
pub const USAGE: &str = "oracle comparable --data DIR --to DIR";

/// Writes the files.
pub fn run(arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments, &["--data", "--to"], &[])?;
    let (from, to) = (Path::new(options.text("--data")?), Path::new(options.text("--to")?));
    for index in [OracleIndex::Info, OracleIndex::ContentCreator, OracleIndex::BusinessIdeas] {
        let mut file = BufWriter::new(File::create(to.join(format!("{}.ndjson", index.name())))?);
        for record in comparable(from, index) {
            writeln!(file, "{}", serde_json::Value::Object(record))?;
        }
        file.flush()?;
    }
    Ok(())
}
