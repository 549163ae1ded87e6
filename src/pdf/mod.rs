//! A report as a PDF document: A4, tagged (PDF/UA-1), for archives (PDF/A-2a), with vector charts and real text.
//!
//! # In scope
//! Which fonts a report needs, and from a report and those fonts to bytes. The bytes depend on nothing else.
//!
//! # Out of scope
//! What a report says ([`crate::report::content`]), and where fonts come from.

mod chart;
mod draft;
mod flow;
mod front;
mod section;
mod style;
mod table;
mod text;
mod words;
mod write;

pub use text::typeface::{FontFile, Typeface, needed};

use crate::report::content::ReportContent;
use flow::Flow;
use text::Typesetter;

/// Why a report could not become a PDF document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenderError {
    /// A font that is always needed was not given, or what was given is no font.
    Font(Typeface),
    /// The document breaks a rule of PDF, PDF/UA or PDF/A: which, in the words of the library that writes it.
    Document(String),
}

impl core::fmt::Display for RenderError {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Font(typeface) => write!(out, "the font {} is missing or damaged", typeface.file()),
            Self::Document(what) => write!(out, "the document breaks a rule: {what}"),
        }
    }
}

/// A report as the bytes of a PDF document. `fonts` are those that [`needed`] names; of those that are missing, only the
/// characters are missing, except for the two that everything is set in.
pub fn render(content: &ReportContent, fonts: &[FontFile]) -> Result<Vec<u8>, RenderError> {
    let set = Typesetter::new(fonts)?;
    let mut flow = Flow::new(&set);
    front::cover(&mut flow, content);
    let places = front::contents(&mut flow, content);
    let starts = section::all(&mut flow, content);
    front::link(&mut flow, places, &starts);
    front::running_lines(&mut flow, content);
    write::document(content, &set, flow.draft, &starts)
}
