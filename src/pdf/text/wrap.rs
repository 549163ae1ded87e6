//! Paragraphs: lines that fit a width, and texts that are shortened to fit.

use super::line::{Line, Reading};
use super::{Typesetter, Weight, clean::clean};
use unicode_linebreak::linebreaks;
use unicode_script::{Script, UnicodeScript};

const ELLIPSIS: &str = "…";

/// How wide text may be, and how it is set: `width` and `size` in points.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Measure {
    pub(in super::super) weight: Weight,
    pub(in super::super) size: f32,
    pub(in super::super) width: f32,
    pub(in super::super) reading: Reading,
}

impl Measure {
    /// The width in ems. A little more than it, so that what was measured to fit does fit.
    fn ems(self) -> f32 {
        self.width / self.size + 0.001
    }
}

impl Typesetter<'_> {
    /// How wide a text is on one line, in points.
    pub(in super::super) fn width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        self.line(text, weight, Reading::Own).width * size
    }

    /// A text on at most `limit` lines, of which the last one says with an ellipsis that there is more: then the second
    /// value is true.
    pub(in super::super) fn wrap(&self, text: &str, measure: Measure, limit: usize) -> (Vec<Line>, bool) {
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

    /// A text on one line, with an ellipsis where it is too long: then the second value is true.
    pub(in super::super) fn shorten(&self, text: &str, measure: Measure) -> (Line, bool) {
        let text = text.trim_end();
        let whole = self.line(text, measure.weight, measure.reading);
        if whole.width <= measure.ems() {
            return (whole, false);
        }
        let room = measure.ems() - self.line(ELLIPSIS, measure.weight, Reading::English).width;
        let kept = text.get(..self.prefix(text, room, measure)).unwrap_or_default();
        (self.line(&format!("{}{ELLIPSIS}", kept.trim_end()), measure.weight, measure.reading), true)
    }

    /// How many bytes stand on the first line: at least one character.
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

    /// How many bytes fit a width in ems, by whole clusters.
    fn prefix(&self, text: &str, room: f32, measure: Measure) -> usize {
        let mut fits = 0;
        let mut width = 0.0;
        // Clusters of a run are counted from its own beginning, and runs may stand in another order: so a piece at a time.
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

    /// The same, of a piece without any place to break it.
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
