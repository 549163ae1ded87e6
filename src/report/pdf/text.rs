//! Setting text: fonts by character, shaping, both directions, breaking lines.

use super::RenderError;
use super::fonts::FontFile;
use crate::report::fonts::FontName;
use krilla::Data;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, Face, UnicodeBuffer};
use std::ops::Range;
use std::sync::Arc;
use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::linebreaks;

/// What stands for a character that no font has.
const REPLACEMENT: char = '\u{FFFD}';
const ELLIPSIS: &str = "…";

/// A line of text at any size: its runs from left to right, widths in ems.
#[derive(Debug, Clone, Default)]
pub struct Line {
    pub runs: Vec<Run>,
    pub width: f32,
}

/// Text of one font and one direction.
#[derive(Debug, Clone)]
pub struct Run {
    pub font: Font,
    pub glyphs: Vec<KrillaGlyph>,
    pub text: String,
    pub width: f32,
}

/// A font in use.
struct Typeface<'a> {
    name: FontName,
    font: Font,
    face: Face<'a>,
}

/// Sets text with some fonts.
pub struct Typesetter<'a> {
    faces: Vec<Typeface<'a>>,
}

impl<'a> Typesetter<'a> {
    /// With these fonts.
    ///
    /// # Errors
    /// When one cannot be read, or there is none for Latin.
    pub fn new(files: &'a [FontFile]) -> Result<Self, RenderError> {
        let mut faces = Vec::new();
        for file in files {
            let unreadable = || RenderError::Font(file.name.file());
            let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = file.bytes.clone();
            let face = Face::from_slice(&file.bytes, 0).ok_or_else(unreadable)?;
            let font = Font::new(Data::from(bytes), 0).ok_or_else(unreadable)?;
            faces.push(Typeface { name: file.name, font, face });
        }
        for name in [FontName::Regular, FontName::Bold] {
            if !faces.iter().any(|face| face.name == name) {
                return Err(RenderError::Font(name.file()));
            }
        }
        Ok(Self { faces })
    }

    /// A text in one line.
    pub fn line(&self, text: &str, bold: bool) -> Line {
        let text = self.clean(text);
        let bidi = BidiInfo::new(&text, Some(Level::ltr()));
        let mut line = Line::default();
        for paragraph in &bidi.paragraphs {
            let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for range in runs {
                let level = levels.get(range.start).copied().unwrap_or(Level::ltr());
                let mut pieces = self.by_font(&text, range, bold);
                if level.is_rtl() {
                    pieces.reverse();
                }
                for (face, range) in pieces {
                    let Some(piece) = text.get(range) else { continue };
                    let run = face.shape(piece, level.is_rtl());
                    line.width += run.width;
                    line.runs.push(run);
                }
            }
        }
        line
    }

    /// A text in lines of at most so many ems, broken where its language allows, or anywhere where it must be.
    pub fn lines(&self, text: &str, bold: bool, ems: f32) -> Vec<Line> {
        let text = self.clean(text);
        let pieces = self.breaks(&text, bold, ems);
        pieces.into_iter().filter_map(|range| text.get(range)).map(|piece| self.line(piece.trim_end(), bold)).collect()
    }

    /// A text in at most so many lines; what has no room ends with an ellipsis.
    pub fn fitted(&self, text: &str, bold: bool, ems: f32, most: usize) -> Vec<Line> {
        let text = self.clean(text);
        let mut pieces = self.breaks(&text, bold, ems);
        let is_cut = pieces.len() > most;
        pieces.truncate(most);
        let last = pieces.len().saturating_sub(1);
        let set = pieces.into_iter().enumerate().filter_map(|(position, range)| {
            if !is_cut || position < last {
                return text.get(range).map(|piece| self.line(piece.trim_end(), bold));
            }
            let rest = text.get(range.start..)?;
            let room = ems - self.width(ELLIPSIS, bold);
            let end = self.first_cut(rest, bold, room);
            Some(self.line(&format!("{}{ELLIPSIS}", rest.get(..end)?.trim_end()), bold))
        });
        set.collect()
    }

    /// Where the lines of a text begin and end.
    fn breaks(&self, text: &str, bold: bool, ems: f32) -> Vec<Range<usize>> {
        let (mut pieces, mut begin, mut end, mut width) = (Vec::new(), 0, 0, 0.0);
        for (at, _) in linebreaks(text) {
            let Some(word) = text.get(end..at) else { continue };
            let (shown, whole) = (self.width(word.trim_end(), bold), self.width(word, bold));
            if width + shown > ems && begin < end {
                pieces.push(begin..end);
                (begin, width) = (end, 0.0);
            }
            width += whole;
            // A word that no line has room for.
            while width > ems && begin >= end {
                let Some(rest) = text.get(begin..at).filter(|rest| self.width(rest.trim_end(), bold) > ems) else {
                    break;
                };
                let cut = begin + self.first_cut(rest, bold, ems);
                pieces.push(begin..cut);
                begin = cut;
                width = text.get(begin..at).map_or(0.0, |rest| self.width(rest, bold));
            }
            end = at;
        }
        if begin < text.len() || text.is_empty() {
            pieces.push(begin..text.len());
        }
        pieces
    }

    /// How many ems a text takes.
    pub fn width(&self, text: &str, bold: bool) -> f32 {
        self.line(text, bold).width
    }

    /// A text without what cannot be shown.
    fn clean(&self, text: &str) -> String {
        let shown = |character: char| match character {
            character if character.is_control() => ' ',
            '\u{2028}' | '\u{2029}' => ' ',
            character if self.has(character) || is_unseen(character) => character,
            _ => REPLACEMENT,
        };
        text.chars()
            .map(shown)
            .filter(|character| !is_unseen(*character) || *character == '\u{200D}' || *character == '\u{200C}')
            .collect()
    }

    fn has(&self, character: char) -> bool {
        self.faces.iter().any(|face| face.has(character))
    }

    /// Pieces of a text, each with the font that has its characters.
    fn by_font(&self, text: &str, range: Range<usize>, bold: bool) -> Vec<(&Typeface<'a>, Range<usize>)> {
        let mut pieces: Vec<(&Typeface<'a>, Range<usize>)> = Vec::new();
        let Some(part) = text.get(range.clone()) else { return pieces };
        let usual = if bold { FontName::Bold } else { FontName::Regular };
        for (offset, character) in part.char_indices() {
            let at = range.start + offset;
            let end = at + character.len_utf8();
            let last = pieces.last_mut();
            // Spaces, digits and signs stay with what is before them, so that a run is not broken for nothing.
            let goes_on = last.as_ref().is_some_and(|(face, _)| {
                face.has(character) && (face.name == usual || !character.is_ascii() || character == ' ')
                    || is_unseen(character)
            });
            match last {
                Some((_, range)) if goes_on => range.end = end,
                _ => pieces.extend(self.face_of(character, usual).map(|face| (face, at..end))),
            }
        }
        pieces
    }

    fn face_of(&self, character: char, usual: FontName) -> Option<&Typeface<'a>> {
        let is_usual = |face: &&Typeface<'a>| face.name == usual;
        let usual_face = self.faces.iter().find(is_usual);
        if usual_face.is_some_and(|face| face.has(character)) {
            return usual_face;
        }
        let other = |face: &&Typeface<'a>| face.name > FontName::Bold && face.has(character);
        self.faces.iter().find(other).or(usual_face)
    }

    /// How much of a text has room, by the widths of its characters: at least one of them.
    fn first_cut(&self, text: &str, bold: bool, ems: f32) -> usize {
        let usual = if bold { FontName::Bold } else { FontName::Regular };
        let mut width = 0.0;
        for (at, character) in text.char_indices() {
            width += self.face_of(character, usual).map_or(0.0, |face| face.advance(character));
            if width > ems && at > 0 {
                return at;
            }
        }
        text.len()
    }
}

/// Characters that join others or say how to read them.
fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

impl Typeface<'_> {
    fn has(&self, character: char) -> bool {
        self.face.glyph_index(character).is_some_and(|glyph| glyph.0 != 0)
    }

    /// How wide a character is, in ems.
    fn advance(&self, character: char) -> f32 {
        let advance = self.face.glyph_index(character).and_then(|glyph| self.face.glyph_hor_advance(glyph));
        f32::from(advance.unwrap_or(0)) / self.font.units_per_em()
    }

    /// Shapes text of one direction.
    fn shape(&self, text: &str, is_rtl: bool) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        let shaped = rustybuzz::shape(&self.face, &[], buffer);
        let units = self.font.units_per_em();
        let mut begins: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        begins.sort_unstable();
        begins.dedup();
        let behind = |cluster: usize| begins.iter().copied().find(|begin| *begin > cluster).unwrap_or(text.len());
        let placed = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
        let glyphs: Vec<KrillaGlyph> = placed
            .map(|(info, position)| {
                let cluster = info.cluster as usize;
                let ems = |units_of: i32| units_of as f32 / units;
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    ems(position.x_advance),
                    ems(position.x_offset),
                    ems(position.y_offset),
                    ems(position.y_advance),
                    cluster..behind(cluster),
                    None,
                )
            })
            .collect();
        let width = shaped.glyph_positions().iter().map(|position| position.x_advance as f32).sum::<f32>() / units;
        Run { font: self.font.clone(), glyphs, text: text.to_owned(), width }
    }
}
