//! The cover, the table of contents, and the header and footer.

use super::draft::{InternalLink, Mark, Role};
use super::flow::{Flow, baseline};
use super::section::SectionStart;
use super::style::*;
use super::text::{TextDirection, Weight};
use super::words;
use crate::report::content::ReportContent;
use krilla::tagging::{TableHeaderScope, Tag};

/// The widest brand or filter value on the cover; wider ones are shortened.
const NAME: f32 = 260.0;

/// Adds the cover, with the report's title and parameters.
pub(super) fn cover(flow: &mut Flow, content: &ReportContent) {
    flow.draft.put(Role::Decoration, vec![Mark::filled(0.0, 0.0, 16.0, PAGE.1, ACCENT)]);
    flow.y = 190.0;
    flow.within(Tag::P, |flow| flow.lines(&content.kind, KIND, LEFT, KIND.sentences(WIDTH), 2));
    flow.y += 6.0;
    let title = title_style(flow, &content.title);
    flow.heading(1, &content.title, title);
    flow.y += 16.0;
    flow.draft.put(Role::Decoration, vec![Mark::filled(LEFT, flow.y, 56.0, 3.0, ACCENT)]);
    flow.y += 22.0;
    let period = style_of_period();
    flow.within(Tag::P, |flow| flow.lines(&words::period(&content.period), period, LEFT, period.sentences(WIDTH), 2));
    flow.y = (flow.y + 40.0).max(430.0);
    flow.within(Tag::Table, |flow| {
        flow.within(Tag::TBody, |flow| {
            for (name, values) in facts(content) {
                fact(flow, &name, &values);
            }
        });
    });
    flow.draft.put(Role::Decoration, vec![Mark::rule((LEFT, flow.y), (RIGHT, flow.y), RULE, 0.5)]);
}

fn style_of_period() -> Style {
    LEAD.sized(13.0).colored(MUTED)
}

/// Returns the largest title style that fits the title on few lines.
fn title_style(flow: &Flow, title: &str) -> Style {
    let style = HEADING.sized(34.0);
    let sizes = [34.0, 28.0, 23.0];
    let fits = |size: f32| flow.set.width(title, Weight::Bold, size) <= WIDTH * 2.6;
    style.sized(sizes.into_iter().find(|size| fits(*size)).unwrap_or(20.0))
}

/// Returns the parameters that the cover lists, by name.
fn facts(content: &ReportContent) -> Vec<(String, Vec<String>)> {
    let one = |text: &str| vec![text.to_owned()];
    let mut facts = vec![
        ("Account".to_owned(), one(&content.account)),
        ("Period".to_owned(), one(&words::period(&content.period))),
    ];
    let brands = match content.brands.len() {
        0 | 1 => "Brand".to_owned(),
        several => format!("Brands ({several})"),
    };
    let none = || one("None");
    facts.push((brands, if content.brands.is_empty() { none() } else { content.brands.clone() }));
    match content.filters.as_slice() {
        [] => facts.push(("Filters".to_owned(), none())),
        filters => facts.extend(filters.iter().map(|(name, value)| (name.clone(), one(value)))),
    }
    let dataset = format!("{}, {}", content.dataset_version, words::period(&content.dataset_period));
    facts.push(("Dataset".to_owned(), one(&dataset)));
    facts
}

/// Adds a row of the cover: a name and its values.
fn fact(flow: &mut Flow, name: &str, values: &[String]) {
    const COLUMN: f32 = 120.0;
    const PADDING: f32 = 7.0;
    let style = BODY;
    flow.need(style.leading + 2.0 * PADDING);
    flow.draft.put(Role::Decoration, vec![Mark::rule((LEFT, flow.y), (RIGHT, flow.y), RULE, 0.5)]);
    flow.y += PADDING;
    flow.within(Tag::TR, |flow| {
        let top = flow.place();
        let label = style.colored(MUTED);
        flow.within(Tag::TH(TableHeaderScope::Row), |flow| {
            flow.lines(name, label, LEFT, label.names(COLUMN - 12.0), 2);
        });
        let below = flow.place();
        flow.y = top.y;
        flow.within(Tag::TD, |flow| {
            let (x, width) = (LEFT + COLUMN, WIDTH - COLUMN);
            match values {
                [value] => {
                    flow.lines(value, style, x, style.names(width), 4);
                }
                values => names(flow, values, style, x, width),
            }
        });
        if flow.place().page == below.page {
            flow.y = flow.y.max(below.y);
        }
    });
    flow.y += PADDING;
}

/// Adds names on as many lines as needed. No name is broken; wide ones are shortened.
fn names(flow: &mut Flow, names: &[String], style: Style, left: f32, width: f32) {
    let mut x = left;
    for (at, name) in names.iter().enumerate() {
        let is_last = at + 1 == names.len();
        let (mut line, is_shortened) = flow.set.shorten(name, style.names(NAME));
        let length = line.width * style.size;
        let comma = flow.set.line(if is_last { "" } else { ", " }, Weight::Regular, TextDirection::LeftToRight);
        if x > left && x + length + 3.0 > left + width {
            x = left;
            flow.y += style.leading;
            flow.need(style.leading);
        }
        let y = flow.y + baseline(style);
        line.width = length;
        let role = if is_shortened { Role::ActualText(name.clone()) } else { Role::Content };
        flow.draft.put(role, vec![Mark::text(x, y, style, line)]);
        let after = comma.width * style.size;
        if !is_last {
            flow.draft.put(Role::Content, vec![Mark::text(x + length, y, style, comma)]);
        }
        x += length + after;
    }
    flow.y += style.leading;
}

/// An entry of the table of contents: the number of its link, and the mark group and the baseline of its page number.
pub(super) struct ContentsEntry {
    link: usize,
    number: usize,
    y: f32,
}

/// Adds the table of contents without page numbers, which are known at the end.
pub(super) fn contents(flow: &mut Flow, content: &ReportContent) -> Vec<ContentsEntry> {
    flow.turn();
    flow.heading(2, "Contents", HEADING);
    flow.y += 8.0;
    let entries = super::section::headings(content);
    flow.within(Tag::TOC, |flow| entries.iter().map(|heading| entry(flow, heading)).collect())
}

fn entry(flow: &mut Flow, heading: &str) -> ContentsEntry {
    const ROW: f32 = 22.0;
    flow.need(ROW);
    let style = LEAD;
    let top = flow.y;
    let y = top + ROW / 2.0 + style.size * 0.36;
    let place = flow.place();
    let entry = flow.within(Tag::TOCI, |flow| {
        flow.within(Tag::Link, |flow| {
            let (line, is_shortened) = flow.set.shorten(heading, style.sentences(WIDTH - 50.0));
            let role = if is_shortened { Role::ActualText(heading.to_owned()) } else { Role::Content };
            flow.draft.put(role, vec![Mark::text(LEFT, y, style, line)]);
            let number = flow.draft.put(Role::Content, Vec::new());
            let area = (LEFT, top, WIDTH, ROW);
            let link = flow.draft.link(InternalLink { page: place.page, area, place, text: heading.to_owned() });
            ContentsEntry { link, number, y }
        })
    });
    flow.y += ROW;
    flow.draft.put(Role::Decoration, vec![Mark::rule((LEFT, flow.y), (RIGHT, flow.y), RULE, 0.5)]);
    entry
}

/// Sets the targets and page numbers of the table of contents.
pub(super) fn link(flow: &mut Flow, entries: Vec<ContentsEntry>, starts: &[SectionStart]) {
    for (entry, start) in entries.into_iter().zip(starts) {
        let page = (start.place.page + 1).to_string();
        let line = flow.set.line(&page, Weight::Regular, TextDirection::LeftToRight);
        let x = RIGHT - line.width * LEAD.size;
        if let Some(link) = flow.draft.links.get_mut(entry.link) {
            link.place = start.place;
        }
        if let Some(group) = flow.draft.mark_groups.get_mut(entry.number) {
            group.marks.push(Mark::text(x, entry.y, LEAD, line));
        }
    }
}

/// Adds the header and footer to every page except the cover.
pub(super) fn running_lines(flow: &mut Flow, content: &ReportContent) {
    let pages = flow.draft.pages;
    let style = LABEL;
    let (head, foot) = (46.0, PAGE.1 - 40.0);
    let period = words::period(&content.period);
    for page in 1..pages {
        let title = flow.set.shorten(&content.title, style.names(WIDTH * 0.6)).0;
        let mut marks = vec![Mark::text(LEFT, head, style, title), right(flow, &period, head, style)];
        marks.push(Mark::rule((LEFT, head + 8.0), (RIGHT, head + 8.0), RULE, 0.5));
        flow.draft.put_on(page, Role::Header, marks);
        let account = flow.set.shorten(&content.account, style.names(WIDTH * 0.6)).0;
        let number = right(flow, &format!("{} / {pages}", page + 1), foot, style);
        flow.draft.put_on(page, Role::Footer, vec![Mark::text(LEFT, foot, style, account), number]);
    }
}

fn right(flow: &Flow, text: &str, y: f32, style: Style) -> Mark {
    let line = flow.set.line(text, style.weight, TextDirection::LeftToRight);
    Mark::text(RIGHT - line.width * style.size, y, style, line)
}
