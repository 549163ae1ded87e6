//! Charts of many lines: a small panel for each line, all with the same axes.

use super::fill::LineStyle;
use super::lines::{Plot, partial};
use super::scale::Scale;
use super::{Drawing, Side, all_values, finite, grid, label};
use crate::pdf::draft::Mark;
use crate::pdf::style::{AXIS, CHART, WIDTH};
use crate::pdf::text::{Typesetter, Weight};
use crate::pdf::words::{decimals, number};
use crate::report::content::{Chart, Series};

const COLUMNS: usize = 3;
/// The most rows on a page.
const ROWS: usize = 7;
const GAP: f32 = 18.0;
const ROW: f32 = 84.0;

/// Returns the height of the first page of `panels` panels.
pub(super) fn height(panels: usize) -> f32 {
    panels.div_ceil(COLUMNS).min(ROWS) as f32 * ROW
}

/// Draws a panel for each series, page by page.
pub(super) fn draw(set: &Typesetter, chart: &Chart) -> Vec<Drawing> {
    let scale = Scale::of(all_values(chart), 2);
    let pages = chart.series.chunks(COLUMNS * ROWS);
    pages
        .map(|page| {
            let panels = page.iter().enumerate().flat_map(|(at, series)| {
                let (column, row) = (at % COLUMNS, at / COLUMNS);
                let width = (WIDTH - GAP * (COLUMNS - 1) as f32) / COLUMNS as f32;
                let marks = panel(set, chart, series, scale, width);
                let (right, down) = (column as f32 * (width + GAP), row as f32 * ROW);
                marks.into_iter().map(move |mark| mark.moved(right, down))
            });
            Drawing { marks: panels.collect(), height: height(page.len()) }
        })
        .collect()
}

fn panel(set: &Typesetter, chart: &Chart, series: &Series, scale: Scale, width: f32) -> Vec<Mark> {
    let bold = CHART.weighted(Weight::Bold);
    let ticks = || scale.ticks().map(|tick| number(tick, scale.decimals));
    let left = ticks().map(|text| set.width(&text, AXIS.weight, AXIS.size)).fold(0.0, f32::max) + 5.0;
    let plot = Plot { left, right: width - 4.0, top: 18.0, bottom: 60.0, scale, categories: chart.categories.len() };
    let (name, _) = set.shorten(&series.name, bold.names(width));
    let mut marks = vec![Mark::text(0.0, 8.0, bold, name)];
    marks.extend(partial(set, plot, &chart.partial));
    for tick in scale.ticks() {
        let y = plot.y(tick);
        marks.push(grid((plot.left, y), (plot.right, y), tick == 0.0));
        marks.push(label(set, &number(tick, scale.decimals), plot.left - 4.0, y + 2.4, Side::End));
    }
    let style = LineStyle::of(0);
    let mut last = None;
    for stretch in plot.stretches(series) {
        last = stretch.last().copied();
        match stretch.as_slice() {
            [point] => marks.push(style.sign(*point)),
            _ => marks.push(style.line(stretch)),
        }
    }
    marks.extend(last.map(|point| style.sign(point)));
    marks.extend(ends(set, chart, series, plot));
    marks
}

/// Draws the first and the last category, and the last value between them.
fn ends(set: &Typesetter, chart: &Chart, series: &Series, plot: Plot) -> Vec<Mark> {
    let y = plot.bottom + 10.0;
    let end = |name: Option<&String>, x: f32, is_left: bool| {
        let (line, _) = set.shorten(name?, AXIS.names((plot.right - plot.left) * 0.36));
        let width = line.width * AXIS.size;
        Some(Mark::text(if is_left { x } else { x - width }, y, AXIS, line))
    };
    let values = finite(&series.values);
    let text = match values.clone().last() {
        Some(value) => format!("last: {}", number(value, decimals(values))),
        None => "no values".to_owned(),
    };
    let (line, _) = set.shorten(&text, AXIS.names(plot.right - plot.left));
    let x = (plot.left + plot.right - line.width * AXIS.size) / 2.0;
    let first = end(chart.categories.first(), plot.left, true);
    let last = chart.categories.get(1..).and_then(<[String]>::last);
    first.into_iter().chain(end(last, plot.right, false)).chain([Mark::text(x, y, AXIS, line)]).collect()
}
