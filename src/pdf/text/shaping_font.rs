//! A font, ready for shaping and embedding.

use super::typeface::{FontFile, Typeface};
use harfrust::{
    BufferClusterLevel, BufferFlags, Direction, Feature, Script, ShapeOptions, ShapePlan, ShaperData, Tag,
    UnicodeBuffer,
};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::charmap::Charmap;
use skrifa::{FontRef, MetadataProvider};
use std::cell::RefCell;
use std::ops::Range;

/// The weight of text. Only Latin, Greek, Cyrillic and Devanagari have both weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Weight {
    Regular,
    Bold,
}

/// A font.
pub(super) struct ShapingFont<'a> {
    pub(super) typeface: Typeface,
    pub(super) font: Font,
    file: FontRef<'a>,
    characters: Charmap<'a>,
    data: ShaperData,
    /// Cached shape plans: creating a plan takes longer than using it.
    plans: RefCell<Vec<ShapePlan>>,
}

impl<'a> ShapingFont<'a> {
    pub(super) fn read(file: &'a FontFile) -> Option<Self> {
        let font = Font::new(file.bytes.clone().into(), 0)?;
        let read = FontRef::new(&file.bytes).ok()?;
        let (characters, data) = (read.charmap(), ShaperData::new(&read));
        Some(Self { typeface: file.typeface, font, file: read, characters, data, plans: RefCell::default() })
    }

    pub(super) fn has(&self, character: char) -> bool {
        self.characters.map(character).is_some()
    }

    /// Shapes a text of one script and direction into glyphs from left to right, with advances in ems.
    ///
    /// Right-to-left text has no ligatures and no kerning. Text extraction from PDFs reverses the letters of ligatures,
    /// and finds gaps between kerned glyphs.
    pub(super) fn shape(&self, text: &str, is_rtl: bool) -> Vec<KrillaGlyph> {
        let shaper = self.data.shaper(&self.file).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
        buffer.set_cluster_level(BufferClusterLevel::MonotoneCharacters);
        buffer.guess_segment_properties();
        let direction = if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight };
        buffer.set_direction(direction);
        let script = buffer.script();
        let without = [b"liga", b"kern"].map(|feature| Feature::new(Tag::new(feature), 0, ..));
        let features = if is_rtl { without.as_slice() } else { &[] };
        let mut plans = self.plans.borrow_mut();
        let known = plans.iter().position(|plan| is_for(plan, script, direction));
        let at = known.unwrap_or_else(|| {
            plans.push(ShapePlan::new(&shaper, direction, Some(script), buffer.language().as_ref(), features));
            plans.len() - 1
        });
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(plans.get(at)).features(features));
        let em = self.font.units_per_em();
        let clusters = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect::<Vec<_>>();
        let ranges = ranges(&clusters, text.len());
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).zip(ranges);
        glyphs
            .map(|((info, position), range)| {
                let scaled = |units: i32| units as f32 / em;
                let offsets = (scaled(position.x_offset), scaled(position.y_offset));
                let glyph = GlyphId::new(info.glyph_id);
                KrillaGlyph::new(glyph, scaled(position.x_advance), offsets.0, offsets.1, 0.0, range, None)
            })
            .collect()
    }

    /// Returns the factor that makes the font look as large as the others.
    pub(super) fn scale(&self) -> f32 {
        if self.typeface == Typeface::Arabic { 1.2 } else { 1.0 }
    }

    /// Returns the replacement glyph for a character that no font has.
    pub(super) fn replacement(&self, text: Range<usize>) -> Option<KrillaGlyph> {
        let mut glyph = self.shape("\u{FFFD}", false).into_iter().next()?;
        glyph.text_range = text;
        Some(glyph)
    }
}

fn is_for(plan: &ShapePlan, script: Script, direction: Direction) -> bool {
    plan.direction() == direction && plan.script() == Some(script)
}

/// Returns the text range of each glyph: from its cluster to the beginning of the next one.
fn ranges(clusters: &[usize], length: usize) -> Vec<Range<usize>> {
    let mut sorted = clusters.to_vec();
    sorted.sort_unstable();
    let next = |start: usize| sorted.get(sorted.partition_point(|other| *other <= start)).copied().unwrap_or(length);
    clusters.iter().map(|&start| start..next(start)).collect()
}
