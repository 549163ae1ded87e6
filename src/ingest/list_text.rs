//! Lists that are written as one text. All texts of a column together decide how they are read.
//!
//! A JSON array and a Python list are unambiguous. In other texts, `|` separates items. `;` separates items if no text
//! of the column has `|` or is such an array. Quotation marks around items are removed if the marks of every text of
//! the column are paired around items.

use super::python::literal;
use crate::spec::Index;
use serde_json::Value;

/// The form in which the list texts of a column are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListForm {
    separator: char,
    /// True if quotation marks around an item are not part of it.
    quoted: bool,
}

/// The form that the documentation describes; used if nothing was observed.
impl Default for ListForm {
    fn default() -> Self {
        Self { separator: '|', quoted: true }
    }
}

/// The list forms of a file's columns.
#[derive(Debug, Clone, Default)]
pub struct ListForms(Vec<(&'static str, ListSyntax)>);

/// The list syntax that occurs in the texts of a column.
#[derive(Debug, Clone, Copy, Default)]
struct ListSyntax {
    bars: bool,
    semicolons: bool,
    arrays: bool,
    /// True if quotation marks are not paired around items, by separator.
    stray_between_bars: bool,
    stray_between_semicolons: bool,
}

impl ListForms {
    /// Observes a text of a column. Columns that hold no lists are ignored.
    pub(super) fn observe(&mut self, index: Index, column: &str, text: &str) {
        let field = index.entry().columns.iter().find(|field| field.name == column && field.multi);
        let Some(field) = field.filter(|_| text.contains(['|', ';', '"', '['])) else { return };
        let Some(seen) = self.syntax(field.name) else { return };
        if is_no_list(text) {
            return;
        }
        if array(text).is_some() {
            seen.arrays = true;
            return;
        }
        seen.bars |= text.contains('|');
        seen.semicolons |= text.contains(';');
        if text.contains('"') {
            seen.stray_between_bars |= quoted_items(text, '|').is_none();
            seen.stray_between_semicolons |= quoted_items(text, ';').is_none();
        }
    }

    /// Adds what was observed in other records of the file.
    pub(super) fn add(&mut self, other: Self) {
        for (name, theirs) in other.0 {
            let Some(seen) = self.syntax(name) else { return };
            seen.bars |= theirs.bars;
            seen.semicolons |= theirs.semicolons;
            seen.arrays |= theirs.arrays;
            seen.stray_between_bars |= theirs.stray_between_bars;
            seen.stray_between_semicolons |= theirs.stray_between_semicolons;
        }
    }

    fn syntax(&mut self, column: &'static str) -> Option<&mut ListSyntax> {
        let at = self.0.iter().position(|(name, _)| *name == column).unwrap_or_else(|| {
            self.0.push((column, ListSyntax::default()));
            self.0.len() - 1
        });
        self.0.get_mut(at).map(|(_, seen)| seen)
    }

    /// Returns the form in which the texts of a column are read.
    pub(super) fn of(&self, column: &str) -> ListForm {
        let Some((_, seen)) = self.0.iter().find(|(name, _)| *name == column) else { return ListForm::default() };
        match seen.semicolons && !seen.bars && !seen.arrays {
            true => ListForm { separator: ';', quoted: !seen.stray_between_semicolons },
            false => ListForm { separator: '|', quoted: !seen.stray_between_bars },
        }
    }
}

impl ListForm {
    /// Splits a text into items. Also returns true if the text is not simply separated by `|`. The error says why the
    /// text is no list.
    pub(super) fn items(self, text: &str) -> Result<(Vec<Value>, bool), &'static str> {
        if is_no_list(text) {
            return Ok((Vec::new(), false));
        }
        if let Some(items) = array(text) {
            return Ok((items, true));
        }
        if is_broken_array(text) {
            return Err("It begins like a list, but is neither a JSON array nor a Python list.");
        }
        let quoted = if self.quoted { quoted_items(text, self.separator) } else { None };
        let is_usual = self.separator == '|' && !(text.contains('"') && quoted.is_some());
        let items = quoted.unwrap_or_else(|| text.split(self.separator).map(|item| item.trim().to_owned()).collect());
        Ok((items.into_iter().map(Value::String).collect(), !is_usual))
    }
}

/// Returns true if a text stands for an absent value.
pub(super) fn is_no_value(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || ["nan", "none", "null"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn is_no_list(text: &str) -> bool {
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    is_no_value(inner.unwrap_or(text))
}

/// Parses a JSON array or a Python list.
fn array(text: &str) -> Option<Vec<Value>> {
    let text = text.trim();
    if !text.starts_with('[') {
        return None;
    }
    serde_json::from_str(text).ok().or_else(|| match literal(text) {
        Some(Value::Array(items)) => Some(items),
        _ => None,
    })
}

/// Returns true for a list that is cut off, or whose items have no quotation marks. `[official]` is a name.
fn is_broken_array(text: &str) -> bool {
    let Some(inner) = text.trim().strip_prefix('[') else { return false };
    inner.trim_start().starts_with(['"', '\'', '[', '{']) || (inner.ends_with(']') && inner.contains(','))
}

/// Splits items, each plain or in quotation marks; a mark inside marks is doubled. Returns `None` if marks are
/// elsewhere.
fn quoted_items(text: &str, separator: char) -> Option<Vec<String>> {
    let mut items = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let (item, behind) = match rest.strip_prefix('"') {
            Some(inside) => in_marks(inside)?,
            None => {
                let end = rest.find(separator).unwrap_or(rest.len());
                let (item, behind) = rest.split_at_checked(end)?;
                if item.contains('"') {
                    return None;
                }
                (item.trim().to_owned(), behind)
            }
        };
        items.push(item);
        let behind = behind.trim_start();
        if behind.is_empty() {
            return Some(items);
        }
        rest = behind.strip_prefix(separator)?;
    }
}

/// Returns the text up to the closing quotation mark, and the rest after it.
fn in_marks(inside: &str) -> Option<(String, &str)> {
    let mut item = String::new();
    let mut rest = inside;
    loop {
        let (text, behind) = rest.split_once('"')?;
        item.push_str(text);
        match behind.strip_prefix('"') {
            Some(more) => {
                item.push('"');
                rest = more;
            }
            None => return Some((item, behind)),
        }
    }
}
