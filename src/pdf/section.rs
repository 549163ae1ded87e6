//! The parts after the table of contents: the summary, the sections, and the methodology.

use super::chart;
use super::draft::{Mark, Outline, PagePosition, Pen, Role};
use super::flow::{Flow, baseline};
use super::style::*;
use super::table;
use super::text::{TextDirection, Weight};
use crate::report::content::{Chart, Figure, Method, PARTIAL_NOTE, ReportContent, Section, Sentence};
use krilla::tagging::{ListNumbering, Tag};

const SUMMARY: &str = "Executive summary";
const METHODS: &str = "Methodology";
const LOW_CONFIDENCE: &str = "Low confidence";

/// The most lines of a text of a few sentences.
const LINES: usize = 40;

/// The start of a part of the report.
pub(super) struct SectionStart {
    pub(super) heading: String,
    pub(super) place: PagePosition,
}

/// Returns the headings of all parts in order. Headings of sections have their numbers.
pub(super) fn headings(content: &ReportContent) -> Vec<String> {
    let summary = has_summary(content).then(|| SUMMARY.to_owned());
    let sections = content.sections.iter().enumerate().map(|(at, section)| format!("{}  {}", at + 1, section.title));
    let methods = (!content.methods.is_empty()).then(|| METHODS.to_owned());
    summary.into_iter().chain(sections).chain(methods).collect()
}

fn has_summary(content: &ReportContent) -> bool {
    !content.summary.is_empty() || !content.figures.is_empty()
}

/// Adds all parts and returns their starts.
pub(super) fn all(flow: &mut Flow, content: &ReportContent) -> Vec<SectionStart> {
    let mut headings = headings(content).into_iter();
    let mut starts = Vec::new();
    let mut part = |flow: &mut Flow, height: f32, inside: &dyn Fn(&mut Flow)| {
        let heading = headings.next().unwrap_or_default();
        flow.gap(30.0);
        flow.need(HEADING.leading + height);
        flow.within(Tag::Section, |flow| {
            let place = flow.heading(2, &heading, HEADING);
            flow.y += 6.0;
            inside(flow);
            starts.push(SectionStart { heading, place });
        });
    };
    if has_summary(content) {
        part(flow, 200.0, &|flow| summary(flow, content));
    }
    for section in &content.sections {
        part(flow, first_block(section), &|flow| one(flow, section));
    }
    if !content.methods.is_empty() {
        flow.turn();
        part(flow, 100.0, &|flow| content.methods.iter().for_each(|each| method(flow, each)));
    }
    starts
}

/// Returns the height that the start of a section needs: its first sentence and the element after it.
fn first_block(section: &Section) -> f32 {
    let chart = section.charts.first().map(|chart| chart::height(chart) + 40.0);
    60.0 + chart.or_else(|| section.tables.first().map(|_| 110.0)).unwrap_or_default()
}

fn summary(flow: &mut Flow, content: &ReportContent) {
    tiles(flow, &content.figures);
    flow.within(Tag::L(ListNumbering::Disc), |flow| {
        for statement in &content.summary {
            flow.need(LEAD.leading);
            flow.within(Tag::LI, |flow| {
                let y = flow.y + baseline(LEAD);
                let bullet = flow.set.line("•", Weight::Bold, TextDirection::LeftToRight);
                flow.within(Tag::Lbl, |flow| {
                    flow.draft.put(Role::Content, vec![Mark::text(LEFT, y, LEAD.colored(ACCENT), bullet)]);
                });
                flow.within(Tag::LBody, |flow| sentence(flow, statement, LEAD, LEFT + 14.0));
            });
            flow.y += 5.0;
        }
    });
}

/// Adds the most important figures side by side.
fn tiles(flow: &mut Flow, figures: &[Figure]) {
    const GAP: f32 = 10.0;
    if figures.is_empty() {
        return;
    }
    let columns = match figures.len() {
        1..=4 => figures.len().max(3),
        5 | 6 | 9 => 3,
        _ => 4,
    };
    let width = (WIDTH - GAP * (columns - 1) as f32) / columns as f32;
    let value = HEADING.sized(20.0);
    let widest =
        figures.iter().map(|figure| flow.set.width(&figure.value, value.weight, value.size)).fold(0.0, f32::max);
    // All values have one size: the largest that fits the widest value, and at least 11 points.
    let value = value.sized((value.size * (width - TILE_EDGE) / widest.max(width - TILE_EDGE)).max(11.0));
    flow.within(Tag::L(ListNumbering::None), |flow| {
        for row in figures.chunks(columns) {
            flow.need(TILE + GAP);
            for (at, figure) in row.iter().enumerate() {
                tile(flow, figure, value, LEFT + at as f32 * (width + GAP), width);
            }
            flow.y += TILE + GAP;
        }
    });
    flow.y += 8.0;
}

const TILE: f32 = 82.0;
/// The part of a tile's width that its text cannot use.
const TILE_EDGE: f32 = 20.0;

fn tile(flow: &mut Flow, figure: &Figure, value: Style, x: f32, width: f32) {
    let top = flow.y;
    let ground = vec![Mark::filled(x, top, width, TILE, TINT), Mark::filled(x, top, 2.5, TILE, ACCENT)];
    flow.draft.put(Role::Decoration, ground);
    let (left, inner) = (x + 12.0, width - TILE_EDGE);
    let note = NOTE.sized(7.5);
    let lines = [(&figure.label, LABEL, 18.0, 1), (&figure.value, value, 41.0, 1)];
    let all = lines.into_iter().chain(figure.note.as_ref().map(|text| (text, note, 58.0, 2)));
    flow.within(Tag::LI, |flow| {
        flow.within(Tag::LBody, |flow| {
            for (text, style, down, limit) in all {
                let (lines, is_shortened) = flow.set.wrap(text, style.sentences(inner), limit);
                let role = if is_shortened { Role::ActualText(text.clone()) } else { Role::Content };
                let mark = |(at, line)| Mark::text(left, top + down + at as f32 * style.leading, style, line);
                let marks = lines.into_iter().enumerate().map(mark).collect();
                flow.within(Tag::P, |flow| flow.draft.put(role, marks));
            }
        });
    });
}

/// Adds a sentence. A sentence with low confidence gets a mark after it.
fn sentence(flow: &mut Flow, statement: &Sentence, style: Style, x: f32) {
    let end = flow.lines(&statement.text, style, x, style.sentences(RIGHT - x), LINES);
    if !statement.low_confidence {
        return;
    }
    let line = flow.set.line(LOW_CONFIDENCE, MARK.weight, TextDirection::LeftToRight);
    let width = line.width * MARK.size + 8.0;
    let (mut left, mut top) = (end + 7.0, flow.y - style.leading);
    if left + width > RIGHT {
        flow.need(style.leading);
        (left, top) = (x, flow.y);
        flow.y += style.leading;
    }
    let middle = top + style.leading / 2.0;
    let outline = Outline::Box { x: left, y: middle - 5.5, width, height: 11.0 };
    let frame = Mark::Area { outline, fill: Some(WHITE), pen: Some(Pen { color: MUTED, width: 0.6, dash: &[] }) };
    flow.draft.put(Role::Decoration, vec![frame]);
    flow.draft.put(Role::Content, vec![Mark::text(left + 4.0, middle + MARK.size * 0.36, MARK, line)]);
}

fn one(flow: &mut Flow, section: &Section) {
    flow.within(Tag::P, |flow| sentence(flow, &section.reading, LEAD, LEFT));
    for chart in &section.charts {
        figure(flow, chart);
    }
    for table in &section.tables {
        table::set(flow, table);
    }
}

/// Adds a chart with its title.
fn figure(flow: &mut Flow, chart: &Chart) {
    let mut drawings = chart::draw(flow.set, chart).into_iter();
    let first = drawings.next();
    flow.gap(16.0);
    let note = if chart.partial.is_empty() { 0.0 } else { 3.0 + NOTE.leading };
    flow.need(32.0 + note + first.as_ref().map_or(0.0, |drawing| drawing.height));
    flow.subheading(&chart.title, Some(&chart.unit));
    for drawing in first.into_iter().chain(drawings) {
        flow.need(drawing.height);
        let top = flow.y;
        let marks = drawing.marks.into_iter().map(|mark| mark.moved(LEFT, top)).collect();
        flow.within(Tag::Figure(Some(described(chart))), |flow| flow.draft.put(Role::Content, marks));
        flow.y += drawing.height;
    }
    if !chart.partial.is_empty() {
        flow.y += 3.0;
        flow.paragraph(PARTIAL_NOTE, NOTE, 2);
    }
}

/// Returns the text alternative of a chart: its description, or its title.
fn described(chart: &Chart) -> String {
    [&chart.description, &chart.title].into_iter().find(|text| !text.is_empty()).cloned().unwrap_or("Chart".to_owned())
}

fn method(flow: &mut Flow, method: &Method) {
    flow.gap(8.0);
    flow.need(SUBHEADING.leading + BODY.leading * 3.0);
    flow.subheading(&method.name, None);
    flow.y -= 2.0;
    flow.paragraph(&method.text, BODY, LINES);
    if let Some(formula) = &method.formula {
        flow.y += 4.0;
        let top = flow.place();
        let measure = FORMULA.sentences(WIDTH - 24.0);
        flow.need(FORMULA.leading * 2.0 + 10.0);
        flow.y += 6.0;
        flow.within(Tag::P, |flow| {
            flow.within(Tag::Formula(Some(formula.clone())), |flow| {
                flow.lines(formula, FORMULA, LEFT + 14.0, measure, LINES);
            });
        });
        flow.y += 6.0;
        if flow.place().page == top.page {
            let bar = Mark::filled(LEFT, top.y, 2.0, flow.y - top.y, RULE);
            flow.draft.put(Role::Decoration, vec![bar]);
        }
    }
    flow.y += 6.0;
}
