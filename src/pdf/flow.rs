//! The place on the page where the next thing stands, and what most things are made of: paragraphs and headings.

use super::draft::{Draft, Mark, Place, Role};
use super::style::{BOTTOM, LEFT, Style, TOP, WIDTH};
use super::text::{Measure, Typesetter};
use krilla::tagging::{Tag, TagKind};
use std::num::NonZeroU16;

/// A document under way, and how far down its last page it has come.
pub(super) struct Flow<'a> {
    pub(super) set: &'a Typesetter<'a>,
    pub(super) draft: Draft,
    pub(super) y: f32,
}

impl<'a> Flow<'a> {
    pub(super) fn new(set: &'a Typesetter<'a>) -> Self {
        let mut flow = Self { set, draft: Draft::default(), y: TOP };
        flow.turn();
        flow
    }

    /// Goes on on the next page.
    pub(super) fn turn(&mut self) {
        self.draft.pages += 1;
        self.y = TOP;
    }

    /// Goes on on the next page unless there is room for this height.
    pub(super) fn need(&mut self, height: f32) {
        if self.y + height > BOTTOM && self.y > TOP {
            self.turn();
        }
    }

    /// Leaves a gap, but none at the top of a page.
    pub(super) fn gap(&mut self, height: f32) {
        if self.y > TOP {
            self.y += height;
        }
    }

    /// Where the next thing stands.
    pub(super) fn place(&self) -> Place {
        Place { page: self.draft.pages.saturating_sub(1), y: self.y }
    }

    /// A structure around something.
    pub(super) fn within<T>(&mut self, tag: impl Into<TagKind>, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.draft.open(tag);
        let result = inside(self);
        self.draft.close();
        result
    }

    /// A paragraph over the whole width, of at most so many lines.
    pub(super) fn paragraph(&mut self, text: &str, style: Style, limit: usize) {
        self.within(Tag::P, |flow| flow.lines(text, style, LEFT, style.sentences(WIDTH), limit));
    }

    /// Lines of a text from a left edge on; where the last one ends.
    pub(super) fn lines(&mut self, text: &str, style: Style, x: f32, measure: Measure, limit: usize) -> f32 {
        let (lines, is_shortened) = self.set.wrap(text, measure, limit);
        let mut end = x;
        let mut marks = Vec::new();
        let role = if is_shortened { Role::Instead(text.to_owned()) } else { Role::ReportContent };
        for line in lines {
            if self.y + style.leading > BOTTOM && self.y > TOP {
                // The whole of a shortened text is told once: by its last piece.
                self.draft.put(Role::ReportContent, std::mem::take(&mut marks));
                self.turn();
            }
            end = x + line.width * style.size;
            marks.push(Mark::text(x, self.y + baseline(style), style, line));
            self.y += style.leading;
        }
        self.draft.put(role, marks);
        end
    }

    /// A heading; where it stands.
    pub(super) fn heading(&mut self, level: u16, text: &str, style: Style) -> Place {
        let place = self.place();
        let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
        self.within(Tag::Hn(level, Some(text.to_owned())), |flow| {
            flow.lines(text, style, LEFT, style.sentences(WIDTH), 6);
        });
        place
    }
}

/// How far below the top of a line its baseline is.
pub(super) fn baseline(style: Style) -> f32 {
    style.leading * 0.5 + style.size * 0.36
}
