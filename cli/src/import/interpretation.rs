//! The headers and values that an import interpreted, listed so that the operator can check them.

use crate::output::visible;
use indicatif::HumanCount;
use overheard::guard::problem::echo;
use overheard::ingest::reader::Separator;
use overheard::ingest::{Mapping, RewriteCounts};
use serde::Serialize;
use std::collections::BTreeMap;

/// The number of names listed per index, since a record may have any number of them.
const MAX_NAMES: usize = 1_000;

/// The interpreted headers and values of one index.
#[derive(Debug, Default, Serialize)]
pub struct Interpretation {
    /// The cell separators of files that do not use commas.
    separators: BTreeMap<String, String>,
    /// Headers with another name than their column, and the column.
    columns: BTreeMap<String, &'static str>,
    /// Values that were converted to another form.
    #[serde(flatten)]
    pub rewritten: RewriteCounts,
}

impl Interpretation {
    /// Records the cell separator of a file.
    pub fn add_separator(&mut self, file: &str, separator: &Separator) {
        if !separator.is_comma() {
            self.separators.insert(file.to_owned(), separator.name.clone());
        }
    }

    /// Records headers and their columns.
    pub fn add_names(&mut self, read_as: &[(String, &'static str)]) {
        for (name, column) in read_as {
            if !self.columns.contains_key(name) && self.columns.len() < MAX_NAMES {
                self.columns.insert(name.clone(), column);
            }
        }
    }

    /// Returns true if a file had this header.
    fn has(&self, name: &str) -> bool {
        self.columns.contains_key(&echo(name))
    }

    /// Prints the report.
    pub fn print(&self) {
        for (file, separator) in &self.separators {
            println!("  cells of {} are separated by: {separator}", visible(file));
        }
        if !self.columns.is_empty() {
            let names = self.columns.iter().map(|(name, column)| format!("'{}' as {column}", visible(name)));
            println!("  columns read by other names: {}", names.collect::<Vec<_>>().join(", "));
        }
        let met = self.rewritten.counts().into_iter().filter(|(.., count)| *count > 0);
        let met: Vec<String> = met
            .map(|(form, name, count)| {
                let example = self.rewritten.examples.get(form);
                let example =
                    example.map_or_else(String::new, |(given, kept)| format!(" ('{}' as {kept})", visible(given)));
                format!("{} {name}{example}", HumanCount(count))
            })
            .collect();
        if !met.is_empty() {
            println!("  read in another form: {}", met.join(", "));
        }
        if !self.rewritten.unknown.is_empty() {
            let values =
                self.rewritten.unknown.iter().map(|(value, count)| format!("{value} ({})", HumanCount(*count)));
            println!("  read as unknown: {}", values.collect::<Vec<_>>().join(", "));
        }
    }
}

/// Returns the `--map` options that matched no header.
pub fn unused_mappings<'u>(mapping: &Mapping, understood: impl Iterator<Item = &'u Interpretation>) -> Vec<String> {
    let understood: Vec<&Interpretation> = understood.collect();
    let unused_mappings = mapping.pairs().filter(|(name, _)| !understood.iter().any(|met| met.has(name)));
    unused_mappings.map(|(name, column)| format!("{name}={column}")).collect()
}
