//! Tables, set: over as many pages as they take, with their heads on each.

use super::figure::{line, polyline, rectangle};
use super::sheet::{Node, Sheet};
use super::style::{BOTTOM, INK, LINE, MARGIN, MEASURE, MUTED, PALE, RULE, SMALL};
use super::text::{Line, Typesetter};
use crate::report::content::ReportTable;
use krilla::tagging::{TableHeaderScope, Tag};

/// Between columns, and above and below what a cell says.
const GAP: f32 = 9.0;
const PADDING: f32 = 4.5;
/// Lines of a cell or a heading at most.
const CELL_LINES: usize = 2;
/// The least width of the first column.
const NAME: f32 = 110.0;

/// Sets a table from a height on.
pub fn set(table: &ReportTable, sheet: &mut Sheet, setter: &Typesetter<'_>, parent: Node) {
    let widths = widths(table, setter);
    let node = sheet.node(Tag::ReportTable, Some(parent));
    let head = sheet.node(Tag::THead, Some(node));
    let body = sheet.node(Tag::TBody, Some(node));
    let headings: Vec<Vec<Line>> = table
        .columns
        .iter()
        .zip(&widths)
        .map(|(column, width)| setter.fitted(&column.heading, true, width / SMALL, CELL_LINES))
        .collect();
    put_head(table, sheet, &widths, &headings, Some(head));
    for (position, row) in table.rows.iter().enumerate() {
        let cells: Vec<Vec<Line>> = row
            .iter()
            .zip(&widths)
            .map(|(text, width)| setter.fitted(text, false, width / SMALL, CELL_LINES))
            .collect();
        if sheet.y + height(&cells) > BOTTOM {
            sheet.turn();
            // The head again, for the eye alone.
            put_head(table, sheet, &widths, &headings, None);
        }
        if position % 2 == 1 {
            let (y, height) = (sheet.y, height(&cells));
            sheet.shape(None, rectangle(MARGIN, y, MEASURE, height), Some(PALE), None);
        }
        let tag = sheet.node(Tag::TR, Some(body));
        put_row(table, sheet, &widths, &cells, Some((tag, position)));
    }
    let y = sheet.y;
    sheet.shape(None, polyline(&[(MARGIN, y), (MARGIN + MEASURE, y)]), None, line(RULE, 0.6));
    if let Some(note) = &table.note {
        let tag = sheet.node(Tag::P, Some(parent));
        sheet.y += 12.0;
        let y = sheet.y;
        sheet.text(Some(tag), (MARGIN, y), (SMALL, MUTED), setter.line(note, false));
    }
    sheet.y += 20.0;
}

/// The least room that is worth beginning a table in: its head and some rows.
pub fn least_height(table: &ReportTable) -> f32 {
    30.0 + table.rows.len().min(4) as f32 * (SMALL * LINE + 2.0 * PADDING)
}

fn put_head(table: &ReportTable, sheet: &mut Sheet, widths: &[f32], headings: &[Vec<Line>], head: Option<Node>) {
    let row = head.map(|head| sheet.node(Tag::TR, Some(head)));
    let height = height(headings);
    let mut x = MARGIN;
    for ((column, lines), width) in table.columns.iter().zip(headings).zip(widths) {
        let cell = row.map(|row| sheet.node(Tag::TH(TableHeaderScope::TableColumn), Some(row)));
        // Headings stand on the line below them.
        let first = sheet.y + height - PADDING - (lines.len() as f32 - 1.0) * SMALL * LINE - 2.0;
        put_cell(sheet, cell, lines, (x, first, *width), column.is_number, MUTED);
        x += width + GAP;
    }
    sheet.y += height;
    let y = sheet.y;
    sheet.shape(None, polyline(&[(MARGIN, y), (MARGIN + MEASURE, y)]), None, line(INK, 0.9));
}

fn put_row(table: &ReportTable, sheet: &mut Sheet, widths: &[f32], cells: &[Vec<Line>], row: Option<(Node, usize)>) {
    let mut x = MARGIN;
    for (position, ((column, lines), width)) in table.columns.iter().zip(cells).zip(widths).enumerate() {
        let cell = row.map(|(row, _)| match position {
            0 => sheet.node(Tag::TH(TableHeaderScope::Row), Some(row)),
            _ => sheet.node(Tag::TD, Some(row)),
        });
        let first = sheet.y + PADDING + SMALL;
        put_cell(sheet, cell, lines, (x, first, *width), column.is_number, INK);
        x += width + GAP;
    }
    sheet.y += height(cells);
}

fn put_cell(
    sheet: &mut Sheet,
    node: Option<Node>,
    lines: &[Line],
    (x, first, width): (f32, f32, f32),
    is_number: bool,
    color: super::style::Color,
) {
    for (position, line) in lines.iter().enumerate() {
        let x = if is_number { x + width - line.width * SMALL } else { x };
        sheet.text(node, (x, first + position as f32 * SMALL * LINE), (SMALL, color), line.clone());
    }
}

fn height(cells: &[Vec<Line>]) -> f32 {
    let lines = cells.iter().map(Vec::len).max().unwrap_or(1).max(1);
    lines as f32 * SMALL * LINE + 2.0 * PADDING - (LINE - 1.0) * SMALL
}

/// How wide the columns are: numbers as wide as the widest, names what is left.
fn widths(table: &ReportTable, setter: &Typesetter<'_>) -> Vec<f32> {
    let count = table.columns.len();
    let room = MEASURE - GAP * count.saturating_sub(1) as f32;
    let natural = |position: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(position)).map(|cell| setter.width(cell, false) * SMALL);
        let heading = table.columns.get(position).map_or("", |column| column.heading.as_str());
        let word = heading.split(' ').map(|word| setter.width(word, true) * SMALL).fold(0.0, f32::max);
        cells.fold(word, f32::max) + 1.0
    };
    let mut others: Vec<f32> = (1..count).map(natural).collect();
    let taken: f32 = others.iter().sum();
    if taken > room - NAME {
        // The widest give most.
        let scale = (room - NAME) / taken;
        others.iter_mut().for_each(|width| *width *= scale);
    } else {
        // What nobody needs is shared, so that columns do not crowd at one side.
        let share = (room - taken - natural(0).max(NAME)).max(0.0) / count.max(1) as f32;
        others.iter_mut().for_each(|width| *width += share);
    }
    let first = room - others.iter().sum::<f32>();
    [first].into_iter().chain(others).collect()
}
