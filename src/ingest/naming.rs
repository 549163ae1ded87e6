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

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(mapping: &[&str], index: Index, name: &str) -> Option<(&'static str, Spelling)> {
        let mut all = Mapping::default();
        mapping.iter().for_each(|text| all.add(text).unwrap());
        all.column(index, name).map(|(column, spelling)| (column.name, spelling))
    }

    #[test]
    fn capitals_blanks_and_marks_do_not_matter() {
        for name in ["Video ID", "video-id", "VideoId", " VIDEO_ID ", "video.id"] {
            assert_eq!(meant(&[], Index::Info, name), Some(("video_id", Spelling::Other)), "{name}");
        }
        assert_eq!(meant(&[], Index::Info, " video_id"), Some(("video_id", Spelling::Exact)));
        for name in ["video", "video id 2", "vidéo id", ""] {
            assert_eq!(meant(&[], Index::Info, name), None, "{name}");
        }
    }

    #[test]
    fn no_two_columns_of_an_index_differ_in_spelling_alone() {
        for index in Index::ALL {
            let mut names: Vec<String> =
                of_documents(index).iter().map(|column| letters(column.name).collect()).collect();
            let all = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), all, "{}", index.name());
        }
    }

    #[test]
    fn what_the_operator_says_holds_where_the_index_has_the_column() {
        let mapping = ["Marke=brand_name", "a=b = video_id", "title=description"];
        assert_eq!(meant(&mapping, Index::BusinessIdeas, "Marke"), Some(("brand_name", Spelling::Mapped)));
        assert_eq!(meant(&mapping, Index::Info, "Marke"), None);
        assert_eq!(meant(&mapping, Index::Info, "a=b"), Some(("video_id", Spelling::Mapped)));
        assert_eq!(meant(&mapping, Index::Info, "title"), Some(("description", Spelling::Mapped)));
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_what_can() {
        let refused = |text: &str| Mapping::default().add(text).unwrap_err();
        for text in ["brand_name", "=brand_name", "Marke=", " = "] {
            assert!(refused(text).contains("\"Their Header=column\""), "{text}");
        }
        assert_eq!(refused("Marke=brand"), "'brand' is no column of a document. Did you mean 'brand_name'?");
        assert_eq!(refused("Marke=xyz"), "'xyz' is no column of a document");
        let mut twice = Mapping::default();
        twice.add("Marke=brand_name").unwrap();
        twice.add("Marke=brand_name").unwrap();
        assert_eq!(twice.add("Marke=category").unwrap_err(), "'Marke' is brand_name already");
    }

    #[test]
    fn a_near_name_is_offered_and_a_far_one_not() {
        for (index, name, near) in [
            (Index::BusinessIdeas, "Brand", Some("brand_name")),
            (Index::BusinessIdeas, "brnad name", Some("brand_name")),
            (Index::BusinessIdeas, "Score", Some("sentiment_score")),
            (Index::BusinessIdeas, "mention", Some("mention_id")),
            (Index::Info, "View Count", Some("views")),
            (Index::Info, "Likes (total)", Some("likes")),
            (Index::Info, "Date", Some("upload_date")),
            (Index::Info, "transcript", None),
            (Index::Info, "editor", None),
            (Index::Info, "", None),
        ] {
            assert_eq!(nearest_column(index, name), near, "{name}");
        }
    }
}
