//! Which column a name in a file means.
//!
//! A column is known by its own name, by that name in another spelling (`Video ID`, `videoId`, `VIDEO-ID`), and by
//! whatever name the operator says it has. A name that only resembles a column means none: it is told which one is near.

use super::columns::{Column, of_documents};
use crate::spec::Index;

/// How alike two names must be for one to be offered for the other: from 0 to 1, by Jaro and Winkler.
const ALIKE: f64 = 0.84;
/// How alike a name is that is one of the words of another.
const A_WORD_OF: f64 = 0.95;

/// Names that an operator says the columns of: what `--map "Their Header=brand_name"` holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping(Vec<(String, &'static str)>);

/// How a name says which column it means. Where two names mean the same one, the greater counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spelling {
    /// The column's name with other capitals, blanks or marks.
    Other,
    /// The column's name.
    Exact,
    /// A name that the operator said.
    Mapped,
}

impl Mapping {
    /// Adds `their name=column`.
    ///
    /// # Errors
    /// When it is not of that form, or names no column; the message says what is allowed.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        // Columns hold no such sign, headers may.
        let (theirs, column) = text
            .rsplit_once('=')
            .map(|(theirs, column)| (theirs.trim(), column.trim()))
            .filter(|(theirs, column)| !theirs.is_empty() && !column.is_empty())
            .ok_or_else(|| "it must be of the form \"Their Header=column\"".to_owned())?;
        let all = || Index::ALL.into_iter().flat_map(of_documents).map(|column| column.name);
        let known = all().find(|name| *name == column).ok_or_else(|| {
            let near = nearest(column, all());
            let hint = near.map_or_else(String::new, |name| format!(". Did you mean '{name}'?"));
            format!("'{column}' is no column of a document{hint}")
        })?;
        if let Some((_, other)) = self.0.iter().find(|(name, of)| name == theirs && *of != known) {
            return Err(format!("'{theirs}' is {other} already"));
        }
        self.0.push((theirs.to_owned(), known));
        Ok(())
    }

    /// What was said: their names and the columns.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.0.iter().map(|(theirs, column)| (theirs.as_str(), *column))
    }

    /// The column of an index that a name means, and how.
    pub(super) fn column(&self, index: Index, name: &str) -> Option<(Column, Spelling)> {
        let of = |wanted: &str| of_documents(index).iter().copied().find(|column| column.name == wanted);
        let said = self.0.iter().find(|(theirs, _)| theirs == name.trim()).and_then(|(_, column)| of(column));
        let exact = || of(name.trim()).map(|column| (column, Spelling::Exact));
        let other = || {
            let alike = |column: &&Column| letters(name).eq(letters(column.name));
            of_documents(index).iter().find(alike).map(|column| (*column, Spelling::Other))
        };
        said.map(|column| (column, Spelling::Mapped)).or_else(exact).or_else(other)
    }
}

/// The column of an index that a name resembles most, if it resembles one.
pub fn nearest_column(index: Index, name: &str) -> Option<&'static str> {
    nearest(name, of_documents(index).iter().map(|column| column.name))
}

/// The name that resembles another one most, if one does; the first of several.
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
    let is_word = |word: &str, of: &str| word.len() > 1 && words(of).any(|other| other == word);
    let shares_word = is_word(&one, name) || is_word(&other, given);
    strsim::jaro_winkler(&one, &other).max(if shares_word { A_WORD_OF } else { 0.0 })
}

/// What counts of a name: its letters and digits, in one case.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase)
}
