//! Text setting: from characters of any script to glyphs on lines.

mod clean;
mod face;
mod line;
pub(super) mod typeface;
mod wrap;

pub(super) use face::Weight;
pub(super) use line::{Line, TextDirection};
pub(super) use wrap::Measure;

use super::RenderError;
use face::Face;
use typeface::{FontFile, Typeface};

/// Sets text in the given fonts.
pub(super) struct Typesetter<'a> {
    faces: Vec<Face<'a>>,
}

impl<'a> Typesetter<'a> {
    /// Reads the fonts. Fails if one of the two Latin fonts is missing.
    pub(super) fn new(files: &'a [FontFile]) -> Result<Self, RenderError> {
        let mut faces = Vec::new();
        for typeface in Typeface::ALL {
            let file = files.iter().find(|file| file.typeface == typeface);
            match file {
                Some(file) => faces.push(Face::read(file).ok_or(RenderError::Font(typeface))?),
                None if typeface <= Typeface::SansBold => return Err(RenderError::Font(typeface)),
                None => {}
            }
        }
        Ok(Self { faces })
    }

    /// Returns the font of a run.
    pub(super) fn font(&self, face: usize) -> Option<krilla::text::Font> {
        Some(self.faces.get(face)?.font.clone())
    }
}
