//! Text setting: from characters of any script to glyphs on lines.

mod clean;
mod line;
mod shaping_font;
pub(super) mod typeface;
mod wrap;

pub(super) use line::{TextDirection, TextLine};
pub(super) use shaping_font::Weight;
pub(super) use wrap::Measure;

use super::RenderError;
use shaping_font::ShapingFont;
use typeface::{FontFile, Typeface};

/// Sets text in the given fonts.
pub(super) struct Typesetter<'a> {
    fonts: Vec<ShapingFont<'a>>,
}

impl<'a> Typesetter<'a> {
    /// Reads the fonts. Fails if one of the two Latin fonts is missing.
    pub(super) fn new(files: &'a [FontFile]) -> Result<Self, RenderError> {
        let mut fonts = Vec::new();
        for typeface in Typeface::ALL {
            let file = files.iter().find(|file| file.typeface == typeface);
            match file {
                Some(file) => fonts.push(ShapingFont::read(file).ok_or(RenderError::Font(typeface))?),
                None if typeface <= Typeface::SansBold => return Err(RenderError::Font(typeface)),
                None => {}
            }
        }
        Ok(Self { fonts })
    }

    /// Returns the font of a run.
    pub(super) fn font(&self, font: usize) -> Option<krilla::text::Font> {
        Some(self.fonts.get(font)?.font.clone())
    }
}
