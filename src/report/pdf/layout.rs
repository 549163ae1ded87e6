//! Pages: cover, contents and summary, sections, methods.

use super::chart;
use super::figure::{line, polyline, rectangle};
use super::sheet::{Bookmark, MarkKind, Node, Sheet};
use super::style::{
    ACCENT, BODY, BOTTOM, Color, HEADING, HEIGHT, INK, LEAD, LINE, MARGIN, MEASURE, MUTED, PALE, RULE, SMALL,
    SUBHEADING, TOP, WHITE, WIDTH,
};
use super::table;
use super::text::{Line, Typesetter};
use crate::report::content::{Figure, ReportContent, Section, Sentence};
use krilla::tagging::{ListNumbering, Tag, TagKind};
use std::num::NonZeroU16;

/// Figures in a row.
const IN_A_ROW: usize = 3;
const TILE: f32 = 62.0;
/// The words that mark what rests on little.
const LOW_CONFIDENCE: &str = "Low confidence: fewer than 20 mentions.";
const COVER_BAND: f32 = 380.0;

/// All pages of a report.
pub fn lay_out(content: &ReportContent, setter: &Typesetter<'_>) -> Sheet {
    let mut pages = Pages { sheet: Sheet::new(), setter, content, root: 0 };
    pages.root = pages.sheet.node(Tag::Part, None);
    pages.cover();
    pages.sheet.turn();
    let entries = pages.contents();
    pages.summary();
    for section in &content.sections {
        pages.section(section);
    }
    pages.methods();
    pages.number_contents(&entries);
    pages.furnish();
    pages.sheet
}

struct Pages<'p, 'f> {
    sheet: Sheet,
    setter: &'p Typesetter<'f>,
    content: &'p ReportContent,
    root: Node,
}

/// An entry of the contents whose page is not known yet.
struct Entry {
    node: Node,
    y: f32,
}

impl Pages<'_, '_> {
    /// Sets a paragraph from the present height on.
    fn paragraph(&mut self, node: Option<Node>, text: &str, (x, width): (f32, f32), style: (f32, Color), bold: bool) {
        let lines = self.setter.lines(text, bold, width / style.0);
        self.put_lines(node, lines, x, style);
    }

    fn put_lines(&mut self, node: Option<Node>, lines: Vec<Line>, x: f32, (size, color): (f32, Color)) {
        for line in lines {
            if self.sheet.y + size * LINE > BOTTOM {
                self.sheet.turn();
            }
            let y = self.sheet.y + size;
            self.sheet.text(node, (x, y), (size, color), line);
            self.sheet.y += size * LINE;
        }
    }

    fn heading(&mut self, level: u16, title: &str, parent: Node) -> Node {
        let tag = Tag::Hn(NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN), Some(title.to_owned()));
        self.sheet.node(tag, Some(parent))
    }

    /// A heading that bookmarks and links lead to.
    fn chapter(&mut self, title: &str) -> Node {
        let part = self.sheet.node(Tag::Section, Some(self.root));
        let node = self.heading(1, title, part);
        let (page, y) = (self.sheet.page(), self.sheet.y);
        self.sheet.bookmarks.push(Bookmark { title: title.to_owned(), page, y: (y - 12.0).max(0.0) });
        self.paragraph(Some(node), title, (MARGIN, MEASURE), (HEADING, ACCENT), true);
        self.sheet.y += 2.0;
        let y = self.sheet.y;
        self.sheet.shape(None, rectangle(MARGIN, y, 36.0, 2.4), Some(ACCENT), None);
        self.sheet.y += 14.0;
        part
    }

    fn cover(&mut self) {
        let (content, setter) = (self.content, self.setter);
        let part = self.sheet.node(Tag::Section, Some(self.root));
        self.sheet.shape(None, rectangle(0.0, 0.0, WIDTH, COVER_BAND), Some(ACCENT), None);
        self.sheet.y = 120.0;
        let kind = self.sheet.node(Tag::P, Some(part));
        self.paragraph(Some(kind), &content.kind, (MARGIN, MEASURE), (13.0, (0xC9, 0xD6, 0xE6)), false);
        self.sheet.y += 8.0;
        let title = self.heading(1, &content.title, part);
        let lines = setter.fitted(&content.title, true, MEASURE / 32.0, 4);
        self.put_lines(Some(title), lines, MARGIN, (32.0, WHITE));
        self.sheet.y += 10.0;
        let period = self.sheet.node(Tag::P, Some(part));
        let (from, to) = &content.period;
        self.paragraph(Some(period), &format!("{from} to {to}"), (MARGIN, MEASURE), (14.0, WHITE), false);
        self.sheet.y = COVER_BAND + 40.0;
        let brands = content.brands.join(", ");
        let filters: Vec<String> = content.filters.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let (first, last) = &content.dataset_period;
        let dataset = if first.is_empty() {
            content.dataset_version.clone()
        } else {
            format!("{}, from {first} to {last}", content.dataset_version)
        };
        let facts = [
            ("Account", content.account.as_str()),
            (if content.brands.len() == 1 { "Brand" } else { "Brands" }, brands.as_str()),
            ("Filters", &filters.join("; ")),
            ("Dataset", dataset.as_str()),
        ];
        for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
            let node = self.sheet.node(Tag::P, Some(part));
            let y = self.sheet.y + BODY;
            self.sheet.text(Some(node), (MARGIN, y), (BODY, MUTED), setter.line(name, false));
            let lines = setter.fitted(value, false, (MEASURE - 90.0) / BODY, 6);
            self.put_lines(Some(node), lines, MARGIN + 90.0, (BODY, INK));
            self.sheet.y += 8.0;
        }
    }

    /// What there is; where, is filled in when that is known.
    fn contents(&mut self) -> Vec<Entry> {
        let titles: Vec<String> = ["Summary"]
            .into_iter()
            .chain(self.content.sections.iter().map(|section| section.title.as_str()))
            .chain(["How the numbers are made"])
            .map(str::to_owned)
            .collect();
        let part = self.sheet.node(Tag::Section, Some(self.root));
        let heading = self.heading(1, "Contents", part);
        self.paragraph(Some(heading), "Contents", (MARGIN, MEASURE), (SUBHEADING, ACCENT), true);
        self.sheet.y += 4.0;
        let list = self.sheet.node(Tag::TOC, Some(part));
        let mut entries = Vec::new();
        for title in titles {
            let item = self.sheet.node(Tag::TOCI, Some(list));
            let node = self.sheet.node(Tag::Link, Some(item));
            let y = self.sheet.y + BODY;
            if let Some(line) = self.setter.fitted(&title, false, (MEASURE - 40.0) / BODY, 1).into_iter().next() {
                self.sheet.text(Some(node), (MARGIN, y), (BODY, INK), line);
            }
            let corners = [MARGIN, y - BODY, MARGIN + MEASURE, y + 4.0];
            let about = format!("{title}: go to this part");
            self.sheet.put(Some(node), MarkKind::Link { corners, to: entries.len(), about });
            entries.push(Entry { node, y });
            self.sheet.y += BODY * 1.7;
            let y = self.sheet.y - 3.0;
            self.sheet.shape(None, polyline(&[(MARGIN, y), (MARGIN + MEASURE, y)]), None, line(RULE, 0.4));
        }
        self.sheet.y += 24.0;
        entries
    }

    fn number_contents(&mut self, entries: &[Entry]) {
        let pages: Vec<usize> = self.sheet.bookmarks.iter().map(|bookmark| bookmark.page).collect();
        for (entry, page) in entries.iter().zip(pages) {
            let line = self.setter.line(&(page + 1).to_string(), false);
            let x = MARGIN + MEASURE - line.width * BODY;
            // The contents stand on the page behind the cover.
            if let Some(marks) = self.sheet.pages.get_mut(1) {
                let kind = MarkKind::Text { x, y: entry.y, size: BODY, color: MUTED, line };
                marks.push(super::sheet::Mark { node: Some(entry.node), kind });
            }
        }
    }

    fn summary(&mut self) {
        let part = self.chapter("Summary");
        self.figures(part);
        let list = self.sheet.node(Tag::L(ListNumbering::Disc), Some(part));
        for statement in &self.content.summary {
            let item = self.sheet.node(Tag::LI, Some(list));
            let label = self.sheet.node(Tag::Lbl, Some(item));
            let body = self.sheet.node(Tag::LBody, Some(item));
            if self.sheet.y + BODY * LINE > BOTTOM {
                self.sheet.turn();
            }
            let y = self.sheet.y + BODY;
            self.sheet.text(Some(label), (MARGIN, y), (BODY, ACCENT), self.setter.line("•", false));
            self.statement(body, statement, (MARGIN + 14.0, MEASURE - 14.0), (BODY, INK));
            self.sheet.y += 5.0;
        }
    }

    /// A sentence, and a mark in words where it rests on little.
    fn statement(&mut self, node: Node, statement: &Sentence, (x, width): (f32, f32), style: (f32, Color)) {
        self.paragraph(Some(node), &statement.text, (x, width), style, false);
        if statement.low_confidence {
            self.paragraph(Some(node), LOW_CONFIDENCE, (x, width), (SMALL, MUTED), false);
        }
    }

    /// The numbers that matter most, as tiles.
    fn figures(&mut self, part: Node) {
        let gap = 10.0;
        let width = (MEASURE - gap * (IN_A_ROW as f32 - 1.0)) / IN_A_ROW as f32;
        for row in self.content.figures.chunks(IN_A_ROW) {
            let y = self.sheet.y;
            for (position, figure) in row.iter().enumerate() {
                self.tile(part, figure, (MARGIN + position as f32 * (width + gap), y, width));
            }
            self.sheet.y = y + TILE + gap;
        }
        self.sheet.y += 6.0;
    }

    fn tile(&mut self, part: Node, figure: &Figure, (x, y, width): (f32, f32, f32)) {
        let node = self.sheet.node(Tag::P, Some(part));
        self.sheet.shape(None, rectangle(x, y, width, TILE), Some(PALE), None);
        self.sheet.shape(None, rectangle(x, y, 2.4, TILE), Some(ACCENT), None);
        let room = width - 24.0;
        let texts = [
            (figure.label.as_str(), SMALL, MUTED, false, 15.0),
            (figure.value.as_str(), 19.0, INK, true, 37.0),
            (figure.note.as_deref().unwrap_or_default(), 7.5, MUTED, false, 52.0),
        ];
        for (text, size, color, bold, down) in texts.into_iter().filter(|(text, ..)| !text.is_empty()) {
            if let Some(line) = self.setter.fitted(text, bold, room / size, 1).into_iter().next() {
                // A long number is set smaller instead of being cut.
                let whole = self.setter.line(text, bold);
                let fits = size.min(room / whole.width.max(0.01));
                let (line, size) = if fits > size * 0.6 { (whole, fits) } else { (line, size) };
                self.sheet.text(Some(node), (x + 12.0, y + down), (size, color), line);
            }
        }
    }

    fn section(&mut self, section: &Section) {
        self.sheet.turn();
        let part = self.chapter(&section.title);
        let reading = self.sheet.node(Tag::P, Some(part));
        self.statement(reading, &section.reading, (MARGIN, MEASURE), (LEAD, INK));
        self.sheet.y += 14.0;
        for drawn in &section.charts {
            self.require(chart::height(drawn) + 30.0);
            let caption = self.heading(2, &drawn.title, part);
            self.subtitle(caption, &drawn.title, Some(&drawn.unit));
            let node = self.sheet.node(TagKind::from(Tag::Figure(Some(drawn.description.clone()))), Some(part));
            chart::draw(drawn, &mut self.sheet, self.setter, node);
            self.sheet.y += 18.0;
        }
        for set in &section.tables {
            self.require(table::least_height(set) + 26.0);
            let caption = self.heading(2, &set.title, part);
            self.subtitle(caption, &set.title, None);
            if set.rows.is_empty() {
                let node = self.sheet.node(Tag::P, Some(part));
                self.paragraph(Some(node), "Nothing to list in this period.", (MARGIN, MEASURE), (BODY, MUTED), false);
                self.sheet.y += 16.0;
            } else {
                table::set(set, &mut self.sheet, self.setter, part);
            }
        }
    }

    fn subtitle(&mut self, node: Node, title: &str, unit: Option<&str>) {
        let line =
            self.setter.fitted(title, true, (MEASURE - 130.0) / SUBHEADING, 1).into_iter().next().unwrap_or_default();
        let y = self.sheet.y + SUBHEADING;
        if let Some(unit) = unit {
            let unit = self.setter.line(unit, false);
            let x = MARGIN + MEASURE - unit.width * SMALL;
            self.sheet.text(Some(node), (x, y), (SMALL, MUTED), unit);
        }
        self.sheet.text(Some(node), (MARGIN, y), (SUBHEADING, INK), line);
        self.sheet.y += SUBHEADING * LINE + 6.0;
    }

    fn require(&mut self, height: f32) {
        if self.sheet.y + height > BOTTOM && self.sheet.y > TOP + 60.0 {
            self.sheet.turn();
        }
    }

    fn methods(&mut self) {
        self.sheet.turn();
        let part = self.chapter("How the numbers are made");
        for method in &self.content.methods {
            self.require(70.0);
            let heading = self.heading(2, &method.name, part);
            self.paragraph(Some(heading), &method.name, (MARGIN, MEASURE), (SUBHEADING, INK), true);
            self.sheet.y += 2.0;
            let node = self.sheet.node(Tag::P, Some(part));
            self.paragraph(Some(node), &method.text, (MARGIN, MEASURE), (BODY, INK), false);
            if let Some(formula) = &method.formula {
                self.sheet.y += 4.0;
                let lines = self.setter.lines(formula, false, (MEASURE - 24.0) / 9.0);
                let (y, height) = (self.sheet.y, lines.len() as f32 * 9.0 * LINE + 12.0);
                self.sheet.shape(None, rectangle(MARGIN, y, MEASURE, height), Some(PALE), None);
                let node = self.sheet.node(TagKind::from(Tag::Formula(Some(formula.clone()))), Some(part));
                self.sheet.y += 6.0;
                self.put_lines(Some(node), lines, MARGIN + 12.0, (9.0, INK));
                self.sheet.y = y + height;
            }
            self.sheet.y += 14.0;
        }
    }

    /// Running heads and page numbers, for the eye alone.
    fn furnish(&mut self) {
        let count = self.sheet.pages.len();
        let title = self
            .setter
            .fitted(&self.content.title, false, (MEASURE - 150.0) / SMALL, 1)
            .into_iter()
            .next()
            .unwrap_or_default();
        let period = self.setter.line(&format!("{} to {}", self.content.period.0, self.content.period.1), false);
        for (page, marks) in self.sheet.pages.iter_mut().enumerate().skip(1) {
            let number = self.setter.line(&format!("{} / {count}", page + 1), false);
            let right = |line: &Line| MARGIN + MEASURE - line.width * SMALL;
            let texts = [
                (title.clone(), MARGIN, 40.0),
                (period.clone(), right(&period), 40.0),
                (number.clone(), right(&number), HEIGHT - 36.0),
            ];
            marks.extend(texts.into_iter().map(|(line, x, y)| super::sheet::Mark {
                node: None,
                kind: MarkKind::Text { x, y, size: SMALL, color: MUTED, line },
            }));
        }
    }
}
