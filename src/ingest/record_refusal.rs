//! Reasons for refusing a record.

use crate::guard::problem::{Code, echo};

/// The refusal of a record: the rule, the column, and what would be allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordRefusal {
    /// The kind of rule, by the codes that requests use too.
    pub code: Code,
    /// The column, if one is at fault.
    pub column: Option<&'static str>,
    /// One sentence for people.
    pub message: String,
}

impl RecordRefusal {
    /// Creates a refusal because of one column.
    pub fn new(code: Code, column: &'static str, message: String) -> Self {
        Self { code, column: Some(column), message }
    }

    /// Creates a refusal of the record as a whole.
    pub fn whole(code: Code, message: String) -> Self {
        Self { code, column: None, message }
    }
}

/// Returns the error for two names that mean the same column.
pub(super) fn twice(column: &'static str, one: &str, other: &str) -> RecordRefusal {
    let message = format!(
        "column '{column}' stands twice: '{}' and '{}'. Remove one, or say which with --map \"{}={column}\".",
        echo(one),
        echo(other),
        echo(one)
    );
    RecordRefusal::new(Code::DuplicateValue, column, message)
}
