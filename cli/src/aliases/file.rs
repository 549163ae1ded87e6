//! Reads a file of aliases.

use crate::failure::usage_error;
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads the names of aliases from CSV with the columns `alias` and `name`.
pub fn read(file: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let shown = file.display();
    let reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(file);
    let mut reader = reader.map_err(|error| usage_error(format!("{shown} cannot be read: {error}")))?;
    let header = reader.headers().with_context(|| format!("{shown} cannot be read"))?;
    // Spreadsheets begin a file with a byte order mark.
    let columns: Vec<String> = header.iter().map(|name| name.trim_start_matches('\u{FEFF}').to_lowercase()).collect();
    let position = |column: &str| {
        columns.iter().position(|name| name == column).ok_or_else(|| {
            usage_error(format!("{shown} has no column '{column}'. Its header row must have alias and name"))
        })
    };
    let (alias, name) = (position("alias")?, position("name")?);
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (line, record) in (2_u64..).zip(reader.records()) {
        let record = record.map_err(|error| usage_error(format!("{shown} cannot be read: {error}")))?;
        let line = record.position().map_or(line, csv::Position::line);
        let cell = |at: usize| record.get(at).unwrap_or_default().to_owned();
        let (alias, name) = (cell(alias), cell(name));
        if alias.is_empty() || name.is_empty() {
            return Err(usage_error(format!("{shown}, line {line}: alias and name must not be empty")));
        }
        if let Some(other) = names.insert(alias.clone(), name.clone()).filter(|other| *other != name) {
            let message = format!("{shown}, line {line}: alias '{alias}' has two names, '{other}' and '{name}'");
            return Err(usage_error(message));
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn read_text(text: &str) -> Result<BTreeMap<String, String>, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        read(file.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let names = read_text("\u{FEFF}Name,mentions,Alias\nBMW,5, BMW AG \n\"Tyler, The Creator\",1,tyler\n").unwrap();
        assert_eq!(names.get("BMW AG").unwrap(), "BMW");
        assert_eq!(names.get("tyler").unwrap(), "Tyler, The Creator");
    }

    #[test]
    fn faults_name_the_line() {
        assert!(read_text("alias,brand\na,b\n").unwrap_err().contains("has no column 'name'"));
        assert!(read_text("alias,name\na,b\n,c\n").unwrap_err().contains("line 3: alias and name must not be empty"));
        let twice = read_text("alias,name\na,b\na,b\na,c\n").unwrap_err();
        assert!(twice.contains("line 4: alias 'a' has two names, 'b' and 'c'"), "{twice}");
    }
}
