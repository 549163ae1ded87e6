//! Renders a report as PDF: A4, tagged (PDF/UA-1), archival (PDF/A-2a), with vector charts and real text.
//!
//! # In scope
//! The fonts that a report needs, and the bytes of the PDF. They depend only on the report and the fonts.
//!
//! # Out of scope
//! The content of a report ([`crate::report::content`]), and the source of fonts.

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

/// The reason why a report could not become a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RenderError {
    /// A required font is missing, or the data is not a font.
    Font(Typeface),
    /// The PDF violates a rule of PDF, PDF/UA or PDF/A. The text is that of the library that writes it.
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

/// Renders a report as PDF. `fonts` should be those that [`needed`] returns. Without the two Latin fonts rendering
/// fails; other missing fonts cause missing characters only.
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
