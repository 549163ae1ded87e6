//! The flow of content down the pages, with paragraphs and headings.

use super::draft::{Mark, PagePosition, PdfDraft, Role};
use super::style::{BOTTOM, LABEL, LEFT, SUBHEADING, Style, TOP, WIDTH};
use super::text::{Measure, Typesetter};
use krilla::tagging::{Tag, TagKind};
use std::num::NonZeroU16;

/// A PDF under construction, with the vertical position on its last page.
pub(super) struct Flow<'a> {
    pub(super) set: &'a Typesetter<'a>,
    pub(super) draft: PdfDraft,
    pub(super) y: f32,
}

impl<'a> Flow<'a> {
    pub(super) fn new(set: &'a Typesetter<'a>) -> Self {
        let mut flow = Self { set, draft: PdfDraft::default(), y: TOP };
        flow.turn();
        flow
    }

    /// Starts the next page.
    pub(super) fn turn(&mut self) {
        self.draft.pages += 1;
        self.y = TOP;
    }

    /// Starts the next page unless this height fits on the current one.
    pub(super) fn need(&mut self, height: f32) {
        if self.y + height > BOTTOM && self.y > TOP {
            self.turn();
        }
    }

    /// Adds a vertical gap, except at the top of a page.
    pub(super) fn gap(&mut self, height: f32) {
        if self.y > TOP {
            self.y += height;
        }
    }

    /// Returns the current position.
    pub(super) fn place(&self) -> PagePosition {
        PagePosition { page: self.draft.pages.saturating_sub(1), y: self.y }
    }

    /// Adds content inside a part of the structure.
    pub(super) fn within<T>(&mut self, tag: impl Into<TagKind>, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.draft.open(tag);
        let result = inside(self);
        self.draft.close();
        result
    }

    /// Adds a paragraph over the whole width, of at most `limit` lines.
    pub(super) fn paragraph(&mut self, text: &str, style: Style, limit: usize) {
        self.within(Tag::P, |flow| flow.lines(text, style, LEFT, style.sentences(WIDTH), limit));
    }

    /// Adds lines of a text from a left edge, and returns where the last line ends.
    pub(super) fn lines(&mut self, text: &str, style: Style, x: f32, measure: Measure, limit: usize) -> f32 {
        let (lines, is_shortened) = self.set.wrap(text, measure, limit);
        let mut end = x;
        let mut marks = Vec::new();
        let role = if is_shortened { Role::ActualText(text.to_owned()) } else { Role::Content };
        for line in lines {
            if self.y + style.leading > BOTTOM && self.y > TOP {
                // The replacement text belongs to the last mark group alone, so that it is read once.
                self.draft.put(Role::Content, std::mem::take(&mut marks));
                self.turn();
            }
            end = x + line.width * style.size;
            marks.push(Mark::text(x, self.y + baseline(style), style, line));
            self.y += style.leading;
        }
        self.draft.put(role, marks);
        end
    }

    /// Adds a heading and returns its position.
    pub(super) fn heading(&mut self, level: u16, text: &str, style: Style) -> PagePosition {
        let place = self.place();
        let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
        self.within(Tag::Hn(level, Some(text.to_owned())), |flow| {
            flow.lines(text, style, LEFT, style.sentences(WIDTH), 6);
        });
        place
    }

    /// Adds the title of a chart or a table, and its unit.
    pub(super) fn subheading(&mut self, title: &str, unit: Option<&str>) {
        self.heading(3, title, SUBHEADING);
        if let Some(unit) = unit.filter(|unit| !unit.is_empty()) {
            self.paragraph(unit, LABEL, 2);
        }
        self.y += 5.0;
    }
}

/// Returns the distance from the top of a line to its baseline.
pub(super) fn baseline(style: Style) -> f32 {
    style.leading * 0.5 + style.size * 0.36
}
