//! Lines of text: split into runs of one font, script and direction, put into visual order, and shaped.

use super::Typesetter;
use super::clean::{clean, is_ignorable, is_joiner};
use super::shaping_font::{ShapingFont, Weight};
use super::typeface::{Typeface, has_kana, preferred};
use krilla::text::KrillaGlyph;
use unicode_bidi::{Level, ParagraphBidiInfo};
use unicode_script::{Script, UnicodeScript};

/// The base direction of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum TextDirection {
    /// Left to right, for sentences of the report, whatever names they contain.
    LeftToRight,
    /// The direction of the first strong character, for names.
    FirstStrong,
}

/// Glyphs of one font, from left to right. The width is in ems.
#[derive(Debug, Clone)]
pub(in super::super) struct Run {
    pub(in super::super) font: usize,
    /// The text of the glyphs.
    pub(in super::super) text: String,
    pub(in super::super) glyphs: Vec<KrillaGlyph>,
    pub(in super::super) width: f32,
    /// The factor of the font's size.
    pub(in super::super) scale: f32,
}

/// Runs from left to right. The width is in ems.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct TextLine {
    pub(in super::super) runs: Vec<Run>,
    pub(in super::super) width: f32,
}

/// A part of a text with one level, font and script, before shaping. `font` is `None` if no font has its characters.
struct Part {
    level: Level,
    font: Option<usize>,
    script: Script,
    text: String,
}

impl Typesetter<'_> {
    /// Sets a text on one line.
    pub(in super::super) fn line(&self, text: &str, weight: Weight, reading: TextDirection) -> TextLine {
        let text = clean(text);
        let base = (reading == TextDirection::LeftToRight).then(Level::ltr);
        let parts = self.parts(&text, weight, base);
        let levels: Vec<_> = parts.iter().map(|part| part.level).collect();
        let order = ParagraphBidiInfo::reorder_visual(&levels);
        let runs: Vec<_> = order.into_iter().filter_map(|at| self.run(parts.get(at)?)).collect();
        TextLine { width: runs.iter().map(|run| run.width).sum(), runs }
    }

    fn parts(&self, text: &str, weight: Weight, base: Option<Level>) -> Vec<Part> {
        let kana = has_kana(text);
        let levels = levels(text, base);
        let mut parts: Vec<Part> = Vec::new();
        for (at, character) in text.char_indices().filter(|(_, character)| !is_ignorable(*character)) {
            let level = levels.get(at).copied().unwrap_or(Level::ltr());
            let last = parts.last_mut().filter(|part| part.level == level);
            let script = character.script();
            let is_shared = matches!(script, Script::Common | Script::Inherited);
            let (font, script) = match &last {
                Some(part) if is_joiner(character) => (part.font, part.script),
                Some(part) if is_shared && self.keeps(part, character) => (part.font, part.script),
                _ => (self.face_of(character, weight, kana), script),
            };
            match last {
                Some(part) if part.font == font && (part.script == script || part.script == Script::Common) => {
                    part.script = script;
                    part.text.push(character);
                }
                _ => parts.push(Part { level, font, script, text: character.into() }),
            }
        }
        parts
    }

    /// Returns true if a character that scripts share uses the font of the part before it. Digits never do, so that
    /// they look alike everywhere.
    fn keeps(&self, part: &Part, character: char) -> bool {
        let font = part.font.and_then(|font| self.fonts.get(font));
        !character.is_ascii_digit() && font.is_some_and(|font| font.has(character))
    }

    /// Returns the font for a character: the preferred one of its script, or the first that has it.
    fn face_of(&self, character: char, weight: Weight, kana: bool) -> Option<usize> {
        let latin = if weight == Weight::Bold { Typeface::SansBold } else { Typeface::Sans };
        let of = |typeface| self.fonts.iter().position(|font| font.typeface == typeface);
        let asked = preferred(character, kana).and_then(of).into_iter().chain(of(latin));
        let any = 0..self.fonts.len();
        asked.chain(any).find(|&font| self.fonts.get(font).is_some_and(|font| font.has(character)))
    }

    fn run(&self, part: &Part) -> Option<Run> {
        let position = part.font.unwrap_or_default();
        let font = self.fonts.get(position)?;
        let glyphs = match part.font {
            Some(_) => font.shape(&part.text, part.level.is_rtl()),
            None => replacements(font, &part.text),
        };
        let (advances, scale) = (glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>(), font.scale());
        Some(Run { font: position, text: part.text.clone(), glyphs, width: advances * scale, scale })
    }
}

/// Returns the embedding level of each byte.
fn levels(text: &str, base: Option<Level>) -> Vec<Level> {
    if text.is_ascii() {
        return vec![Level::ltr(); text.len()];
    }
    ParagraphBidiInfo::new(text, base).reordered_levels(0..text.len())
}

fn replacements(font: &ShapingFont, text: &str) -> Vec<KrillaGlyph> {
    let ranges = text.char_indices().map(|(at, character)| at..at + character.len_utf8());
    ranges.filter_map(|range| font.replacement(range)).collect()
}
