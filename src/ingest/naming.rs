//! Maps names in a file to columns.
//!
//! A name matches a column by its own name, by the same name in another spelling (`Video ID`, `videoId`, `VIDEO-ID`),
//! or by the operator's mapping. A name that only resembles a column does not match; the nearest column is suggested
//! instead.

use super::Preset;
use super::columns::{ColumnSet, RecordColumn, column_named, record_columns_of};
use super::spelling::{letters, same_letters};
use crate::spec::Index;

/// The similarity from which a name is suggested: from 0 to 1, by Damerau and Levenshtein.
const ALIKE: f64 = 0.75;
/// The similarity of a name to another name that contains it as a word.
const A_WORD_OF: f64 = 0.95;
/// The similarity of a name to its plural.
const PLURAL_OF: f64 = 0.98;

/// The operator's column names, from `--map "Their Header=brand_name"` and `--from`. A name with dots is also a path
/// into nested objects and lists: `statistics.viewCount`, `categories.0`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    pairs: Vec<(String, &'static str)>,
    preset: Option<Preset>,
}

/// The kind of match between a name and a column. If two names match the same column, the greater kind counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameMatch {
    /// The column's name with other capitals, blanks or marks.
    Other,
    /// A name in the export that the file comes from. The greater rank is preferred.
    Preset(u8),
    /// The column's name.
    Exact,
    /// A name that the operator mapped.
    Mapped,
}

impl Mapping {
    /// Sets the program whose exports are read.
    pub fn with_preset(self, preset: Option<Preset>) -> Self {
        Self { preset, ..self }
    }

    /// Returns the program whose exports are read.
    pub fn preset(&self) -> Option<Preset> {
        self.preset
    }

    /// Adds `their name=column`.
    ///
    /// # Errors
    /// If the text has another form or names no column. The message says what is allowed.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        // Headers may contain `=`, column names do not.
        let (theirs, column) = text
            .rsplit_once('=')
            .map(|(theirs, column)| (theirs.trim(), column.trim()))
            .filter(|(theirs, column)| !theirs.is_empty() && !column.is_empty())
            .ok_or_else(|| "it must be of the form \"Their Header=column\"".to_owned())?;
        let all = || Index::ALL.into_iter().flat_map(record_columns_of).map(|column| column.name);
        let known = all().find(|name| *name == column).ok_or_else(|| {
            let near = nearest(column, all());
            let hint = near.map_or_else(String::new, |name| format!(". Did you mean '{name}'?"));
            format!("'{column}' is no column of a document{hint}")
        })?;
        if let Some((_, other)) = self.pairs.iter().find(|(name, of)| name == theirs && *of != known) {
            return Err(format!("'{theirs}' is {other} already"));
        }
        self.pairs.push((theirs.to_owned(), known));
        Ok(())
    }

    /// Returns the operator's names and their columns.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.pairs.iter().map(|(theirs, column)| (theirs.as_str(), *column))
    }

    /// Returns the column of an index that a name or path means, and how it matches.
    pub(super) fn column(&self, index: Index, path: &str) -> Option<(RecordColumn, NameMatch)> {
        let of = |wanted: &str| column_named(index, wanted);
        let said = self.pairs.iter().find(|(theirs, _)| theirs == path.trim()).and_then(|(_, column)| of(column));
        let exact = || of(path.trim()).map(|column| (column, NameMatch::Exact));
        let preset = || {
            let (column, rank) = self.preset?.column(index, path)?;
            Some((column, NameMatch::Preset(rank)))
        };
        let other = || {
            let alike = |column: &&RecordColumn| same_letters(path, column.name);
            record_columns_of(index).iter().find(alike).map(|column| (*column, NameMatch::Other))
        };
        said.map(|column| (column, NameMatch::Mapped)).or_else(exact).or_else(preset).or_else(other)
    }

    /// Returns true if columns may lie below a path.
    pub(super) fn leads_on(&self, index: Index, path: &str) -> bool {
        let mut said = self.pairs.iter().map(|(theirs, _)| theirs.as_str());
        let mut known = self.preset.iter().flat_map(|preset| preset.paths(index)).map(|(theirs, _)| *theirs);
        let is_below = |theirs: &str| theirs.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        said.any(is_below) || known.any(is_below)
    }
}

/// Returns the column of an index that a name resembles most, if it resembles any. Columns in `present` are excluded.
pub fn nearest_column(index: Index, name: &str, present: &ColumnSet) -> Option<&'static str> {
    let absent = record_columns_of(index).iter().filter(|column| !present.contains(column));
    nearest(name, absent.map(|column| column.name))
}

/// Returns the name that resembles a text most, if any does; the first of several.
pub(super) fn nearest<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut best: Option<(f64, &str)> = None;
    for name in names {
        let alike = likeness(given, name);
        if alike >= ALIKE && best.is_none_or(|(most, _)| alike > most) {
            best = Some((alike, name));
        }
    }
    best.map(|(_, name)| name)
}

fn likeness(given: &str, name: &str) -> f64 {
    let (one, other): (String, String) = (letters(given).collect(), letters(name).collect());
    let is_word = |word: &str, of: &str| word.len() > 1 && words(of).any(|other| same_but_plural(&other, word));
    let shares_word = is_word(&one, name) || is_word(&other, given);
    let by_words = match shares_word {
        _ if same_but_plural(&one, &other) => PLURAL_OF,
        true => A_WORD_OF,
        false => 0.0,
    };
    strsim::normalized_damerau_levenshtein(&one, &other).max(by_words)
}

fn same_but_plural(one: &str, other: &str) -> bool {
    one == other || one.strip_suffix('s') == Some(other) || other.strip_suffix('s') == Some(one)
}

fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase)
}
