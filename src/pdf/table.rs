//! Tables: columns fit their content, rows break over pages, and headings repeat on each page.

use super::draft::{Mark, Role};
use super::flow::{Flow, baseline};
use super::style::*;
use super::text::{Measure, TextLine};
use crate::report::content::{ReportTable, TableColumn};
use krilla::tagging::{TableHeaderScope, Tag};

const GAP: f32 = 12.0;
const PADDING: f32 = 3.5;
/// The number of rows at the end of a table that stay together.
const TOGETHER: usize = 3;
/// The most lines of a cell or heading.
const LINES: usize = 3;
/// The smallest width of a text column, unless the table has very many columns.
const NARROWEST: f32 = 54.0;

/// The layout of a table: the left edge and width of each column, and the styles of headings and cells.
struct Plan<'a> {
    table: &'a ReportTable,
    columns: Vec<(f32, f32)>,
    head: Style,
    cell: Style,
}

/// Adds a table with its title.
pub(super) fn set(flow: &mut Flow, table: &ReportTable) {
    flow.gap(16.0);
    let plan = plan(flow, table);
    let head = plan.lines(flow, plan.head, plan.headings());
    flow.need(SUBHEADING.leading + 12.0 + height(&head, plan.head) + 3.0 * (plan.cell.leading + 2.0 * PADDING));
    flow.subheading(&table.title, None);
    flow.within(Tag::Table, |flow| {
        flow.within(Tag::THead, |flow| plan.head(flow, &head, true));
        flow.within(Tag::TBody, |flow| {
            for (at, row) in table.rows.iter().enumerate() {
                // Keeps the last rows together, so that no single row is alone on a page.
                let together = if at + TOGETHER == table.rows.len() { table.rows.get(at..) } else { None };
                plan.row(flow, &head, row, together.unwrap_or(std::slice::from_ref(row)));
            }
        });
    });
    if table.rows.is_empty() {
        flow.y += 4.0;
        flow.paragraph("Nothing to list.", NOTE, 1);
    }
    if let Some(note) = &table.note {
        flow.y += 5.0;
        flow.paragraph(note, NOTE, 6);
    }
}

/// The lines of a cell, and its full text if they do not show all of it.
type Cell = (Vec<TextLine>, Option<String>);

fn height(cells: &[Cell], style: Style) -> f32 {
    let lines = cells.iter().map(|(lines, _)| lines.len()).max().unwrap_or(1).max(1);
    lines as f32 * style.leading + 2.0 * PADDING
}

fn plan<'a>(flow: &Flow, table: &'a ReportTable) -> Plan<'a> {
    let shrunk = match table.columns.len() {
        0..=8 => 1.0,
        9 | 10 => 0.92,
        11 | 12 => 0.84,
        _ => 0.74,
    };
    let (head, cell) = (HEAD.sized(HEAD.size * shrunk), CELL.sized(CELL.size * shrunk));
    let gaps = GAP * shrunk * table.columns.len().saturating_sub(1) as f32;
    let wanted: Vec<_> = (0..table.columns.len()).map(|at| wanted(flow, table, at, head, cell)).collect();
    let widths = share(&wanted, WIDTH - gaps);
    let mut x = LEFT;
    let columns = widths.into_iter().map(|width| {
        let left = x;
        x += width + GAP * shrunk;
        (left, width)
    });
    Plan { table, columns: columns.collect(), head, cell }
}

/// Returns the minimum and the preferred width of a column.
fn wanted(flow: &Flow, table: &ReportTable, at: usize, head: Style, cell: Style) -> (f32, f32) {
    let Some(column) = table.columns.get(at) else { return (0.0, 0.0) };
    let cells = table.rows.iter().filter_map(|row| row.get(at));
    let widest = cells.map(|text| flow.set.width(text, cell.weight, cell.size)).fold(0.0, f32::max);
    let word = |text: &str| flow.set.width(text, head.weight, head.size);
    let heading = column.heading.split(' ').map(word).fold(0.0, f32::max);
    // A heading may have two lines, so about half its width is enough.
    let whole = heading.max(word(&column.heading) * 0.55);
    match column.is_number {
        true => (widest.max(heading), widest.max(whole)),
        false => (widest.max(heading).min(NARROWEST), widest.max(whole)),
    }
}

/// Divides a width among columns: preferred widths if they fit, otherwise at least the minimum widths.
fn share(wanted: &[(f32, f32)], room: f32) -> Vec<f32> {
    let least: f32 = wanted.iter().map(|(least, _)| least).sum();
    let liked: f32 = wanted.iter().map(|(_, liked)| liked).sum();
    if least >= room {
        return wanted.iter().map(|(width, _)| width * room / least.max(1.0)).collect();
    }
    if liked <= room {
        let left = (room - liked) / wanted.len().max(1) as f32;
        return wanted.iter().map(|(_, liked)| liked + left).collect();
    }
    // Columns that need little get it; the others share the rest in proportion.
    let part = (room - least) / (liked - least);
    wanted.iter().map(|(least, liked)| least + (liked - least) * part).collect()
}

impl Plan<'_> {
    fn headings(&self) -> impl Iterator<Item = &str> {
        self.table.columns.iter().map(|column| column.heading.as_str())
    }

    /// Breaks the cells of a row into lines. Missing cells are empty.
    fn lines<'t>(&self, flow: &Flow, style: Style, texts: impl Iterator<Item = &'t str>) -> Vec<Cell> {
        let mut texts = texts;
        let columns = self.columns.iter().zip(&self.table.columns);
        columns
            .map(|((_, width), column)| {
                let text = texts.next().unwrap_or_default();
                let limit = if column.is_number && style.weight == self.cell.weight { 1 } else { LINES };
                let (lines, is_shortened) = flow.set.wrap(text, measure(style, *width), limit);
                (lines, is_shortened.then(|| text.to_owned()))
            })
            .collect()
    }

    /// Adds the headings. They are shown on each page and read once.
    fn head(&self, flow: &mut Flow, cells: &[Cell], is_read: bool) {
        let bottom = flow.y + height(cells, self.head);
        if is_read {
            flow.within(Tag::TR, |flow| {
                for (at, cell) in cells.iter().enumerate() {
                    flow.within(Tag::TH(TableHeaderScope::Column), |flow| {
                        self.cell(flow, at, cell, self.head, Some(bottom))
                    });
                }
            });
        } else {
            let marks =
                cells.iter().enumerate().flat_map(|(at, cell)| self.marks(flow.y, at, cell, self.head, Some(bottom)));
            let marks = marks.collect();
            flow.draft.put(Role::Decoration, marks);
        }
        flow.y = bottom;
        flow.draft.put(Role::Decoration, vec![Mark::rule((LEFT, flow.y), (RIGHT, flow.y), INK, 0.8)]);
    }

    /// Adds a row. Starts the next page if the rows that stay together do not fit.
    fn row(&self, flow: &mut Flow, head: &[Cell], row: &[String], together: &[Vec<String>]) {
        let cells = self.lines(flow, self.cell, row.iter().map(String::as_str));
        let tall = height(&cells, self.cell);
        let rows = together.iter().map(|row| self.lines(flow, self.cell, row.iter().map(String::as_str)));
        let wanted: f32 = rows.map(|cells| height(&cells, self.cell)).sum();
        if flow.y + wanted > BOTTOM {
            flow.turn();
            self.head(flow, head, false);
        }
        flow.within(Tag::TR, |flow| {
            for (at, (cell, column)) in cells.iter().zip(&self.table.columns).enumerate() {
                match names_the_row(at, column) {
                    true => {
                        flow.within(Tag::TH(TableHeaderScope::Row), |flow| self.cell(flow, at, cell, self.cell, None))
                    }
                    false => flow.within(Tag::TD, |flow| self.cell(flow, at, cell, self.cell, None)),
                }
            }
        });
        flow.y += tall;
        flow.draft.put(Role::Decoration, vec![Mark::rule((LEFT, flow.y), (RIGHT, flow.y), RULE, 0.4)]);
    }

    fn cell(&self, flow: &mut Flow, at: usize, cell: &Cell, style: Style, bottom: Option<f32>) {
        let role = cell.1.clone().map_or(Role::Content, Role::ActualText);
        let marks = self.marks(flow.y, at, cell, style, bottom);
        flow.draft.put(role, marks);
    }

    /// Positions the lines of a cell below the top of the row, or above `bottom` if that is given.
    fn marks(&self, top: f32, at: usize, (lines, _): &Cell, style: Style, bottom: Option<f32>) -> Vec<Mark> {
        let Some((&(left, width), column)) = self.columns.get(at).zip(self.table.columns.get(at)) else {
            return Vec::new();
        };
        let tall = lines.len() as f32 * style.leading;
        let start = bottom.map_or(top + PADDING, |bottom| bottom - PADDING - tall);
        let place = |(down, line): (usize, &TextLine)| {
            let shift = if column.is_number { width - line.width * style.size } else { 0.0 };
            let y = start + down as f32 * style.leading + baseline(style);
            Mark::text(left + shift, y, style, line.clone())
        };
        lines.iter().enumerate().map(place).collect()
    }
}

fn measure(style: Style, width: f32) -> Measure {
    style.names(width)
}

/// Returns true if a cell is the header of its row.
fn names_the_row(at: usize, column: &TableColumn) -> bool {
    at == 0 && !column.is_number
}
