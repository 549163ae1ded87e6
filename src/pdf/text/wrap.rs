//! Paragraphs: breaks texts into lines of a width, and shortens texts.

use super::line::{TextDirection, TextLine};
use super::{Typesetter, Weight, clean::clean};
use unicode_linebreak::linebreaks;
use unicode_script::{Script, UnicodeScript};

const ELLIPSIS: &str = "…";

/// The measure of a text: its width and font size in points, weight and direction.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Measure {
    pub(in super::super) weight: Weight,
    pub(in super::super) size: f32,
    pub(in super::super) width: f32,
    pub(in super::super) reading: TextDirection,
}

impl Measure {
    /// Returns the width in ems, plus a tolerance so that a text fits the width that was measured for it.
    fn ems(self) -> f32 {
        self.width / self.size + 0.001
    }
}

impl Typesetter<'_> {
    /// Returns the width of a text on one line, in points.
    pub(in super::super) fn width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        self.line(text, weight, TextDirection::FirstStrong).width * size
    }

    /// Breaks a text into at most `limit` lines. Returns true if the text was shortened with an ellipsis.
    pub(in super::super) fn wrap(&self, text: &str, measure: Measure, limit: usize) -> (Vec<TextLine>, bool) {
        let text = clean(text);
        let whole = self.line(text.trim_end(), measure.weight, measure.reading);
        if whole.width <= measure.ems() {
            return (vec![whole], false);
        }
        let mut lines = Vec::new();
        let mut rest: &str = &text;
        while !rest.trim_end().is_empty() {
            if lines.len() + 1 >= limit {
                let (line, is_shortened) = self.shorten(rest, measure);
                lines.push(line);
                return (lines, is_shortened);
            }
            let (taken, after) = rest.split_at_checked(self.first_line(rest, measure)).unwrap_or((rest, ""));
            let is_last = after.trim_end().is_empty();
            let mut line = self.line(taken.trim_end(), measure.weight, measure.reading);
            if !is_last && taken.ends_with(' ') {
                let width = line.width;
                line = self.line(&format!("{} ", taken.trim_end()), measure.weight, measure.reading);
                line.width = width;
            }
            lines.push(line);
            rest = after;
        }
        (lines, false)
    }

    /// Sets a text on one line. Returns true if it was shortened with an ellipsis.
    pub(in super::super) fn shorten(&self, text: &str, measure: Measure) -> (TextLine, bool) {
        let text = text.trim_end();
        let whole = self.line(text, measure.weight, measure.reading);
        if whole.width <= measure.ems() {
            return (whole, false);
        }
        let room = measure.ems() - self.line(ELLIPSIS, measure.weight, TextDirection::LeftToRight).width;
        let kept = text.get(..self.prefix(text, room, measure)).unwrap_or_default();
        (self.line(&format!("{}{ELLIPSIS}", kept.trim_end()), measure.weight, measure.reading), true)
    }

    /// Returns the length of the first line in bytes: at least one character.
    fn first_line(&self, text: &str, measure: Measure) -> usize {
        let (mut taken, mut width) = (0, 0.0);
        for (end, _) in linebreaks(text) {
            let piece = text.get(taken..end).unwrap_or_default();
            let bare = self.line(piece.trim_end(), measure.weight, measure.reading).width;
            if width + bare > measure.ems() {
                return if taken > 0 { taken } else { self.prefix(piece, measure.ems(), measure).max(first(piece)) };
            }
            let with_space = self.line(piece, measure.weight, measure.reading).width;
            (taken, width) = (end, width + with_space);
        }
        text.len()
    }

    /// Returns the number of bytes that fit a width in ems, in whole clusters.
    fn prefix(&self, text: &str, room: f32, measure: Measure) -> usize {
        let mut fits = 0;
        let mut width = 0.0;
        // Clusters are relative to their run, and runs may be reordered. The text is therefore measured piece by piece.
        for (end, _) in linebreaks(text) {
            let piece = text.get(fits..end).unwrap_or_default();
            let whole = self.line(piece, measure.weight, measure.reading).width;
            if width + whole > room {
                return fits + self.clusters(piece, room - width, measure);
            }
            (fits, width) = (end, width + whole);
        }
        text.len()
    }

    /// Returns the number of bytes that fit, for a piece without a break opportunity.
    fn clusters(&self, piece: &str, room: f32, measure: Measure) -> usize {
        let after = piece.char_indices().skip(1).filter(|(_, character)| !belongs_to_the_one_before(*character));
        let ends: Vec<usize> = after.map(|(at, _)| at).chain([piece.len()]).collect();
        let fits = ends.partition_point(|&end| {
            let part = piece.get(..end).unwrap_or_default();
            self.line(part, measure.weight, measure.reading).width <= room
        });
        fits.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or(0)
    }
}

fn belongs_to_the_one_before(character: char) -> bool {
    character.script() == Script::Inherited
}

fn first(text: &str) -> usize {
    text.chars().next().map_or(text.len(), char::len_utf8)
}
