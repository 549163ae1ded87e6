//! Reports as PDF: real text, vector charts, tags for those who do not see them (PDF/UA-1), fit to be kept (PDF/A-2a).
//!
//! Two passes: [`layout`] says what stands where on which page, then [`draw`] writes that with krilla, together with the
//! tree of tags, bookmarks and links. The bytes depend on the content and the fonts alone.

mod chart;
mod draw;
mod figure;
pub mod fonts;
mod layout;
mod sheet;
mod style;
mod table;
mod text;

use crate::report::content::ReportContent;
use fonts::FontFile;
use text::Typesetter;

/// Why there is no document.
#[derive(Debug, Clone, PartialEq)]
pub enum RenderError {
    /// A font is missing, or none that can be read.
    Font(&'static str),
    /// The document would not be what it claims to be.
    Document(String),
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Font(name) => write!(formatter, "the font {name} is missing or cannot be read"),
            Self::Document(why) => write!(formatter, "the document is not valid: {why}"),
        }
    }
}

/// The document of a report, set with the fonts that [`fonts::needed`] names.
///
/// # Errors
/// Fonts that are missing, and what krilla's validators refuse.
pub fn render(content: &ReportContent, fonts: &[FontFile]) -> Result<Vec<u8>, RenderError> {
    let typesetter = Typesetter::new(fonts)?;
    let sheet = layout::lay_out(content, &typesetter);
    draw::draw(content, sheet)
}
