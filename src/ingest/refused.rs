//! Why a document is refused.

use crate::guard::problem::Code;

/// A document that broke a rule: which, where, and what would be allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// The kind of rule, by the names that requests use too.
    pub code: Code,
    /// The column, when one is at fault.
    pub column: Option<&'static str>,
    /// One sentence for people.
    pub message: String,
}

impl Refused {
    /// A refusal because of one column.
    pub fn new(code: Code, column: &'static str, message: String) -> Self {
        Self { code, column: Some(column), message }
    }

    /// A refusal of the document as a whole.
    pub fn whole(code: Code, message: String) -> Self {
        Self { code, column: None, message }
    }
}
