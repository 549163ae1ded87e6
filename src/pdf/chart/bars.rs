//! Horizontal bar charts: side by side, stacked, or as shares of a whole.

use super::fill::FillStyle;
use super::scale::Scale;
use super::{Drawing, Side, all_values, grid, label, legend, value};
use crate::pdf::draft::Mark;
use crate::pdf::style::{AXIS, CHART, MUTED, WIDTH};
use crate::pdf::text::Typesetter;
use crate::pdf::words::{decimals, number};
use crate::report::content::{Chart, ChartKind};

/// The largest height of all bars together.
const TALLEST: f32 = 590.0;
/// The widest name of a category; wider ones are shortened.
const NAME: f32 = 150.0;
/// The height of a name or a value.
const TEXT: f32 = 9.5;
const AXIS_HEIGHT: f32 = 18.0;

/// Estimates the height of a bar chart.
pub(super) fn height(chart: &Chart) -> f32 {
    let key = if chart.series.len() > 1 { 20.0 + chart.series.len() as f32 * 2.0 } else { 0.0 };
    key + row(chart) * chart.categories.len() as f32 + AXIS_HEIGHT
}

/// Returns the height of a category: its bars and the space around them.
fn row(chart: &Chart) -> f32 {
    let side_by_side = if chart.kind == ChartKind::Bars { chart.series.len().max(1) } else { 1 };
    let wanted = if side_by_side == 1 { 17.0 } else { 9.0 * side_by_side as f32 + 6.0 };
    wanted.min(TALLEST / chart.categories.len().max(1) as f32)
}

/// The area of the bars.
#[derive(Clone, Copy)]
struct Plot {
    left: f32,
    right: f32,
    top: f32,
    row: f32,
    scale: Scale,
}

impl Plot {
    fn x(self, value: f64) -> f32 {
        self.left + (self.right - self.left) * self.scale.part(value)
    }

    /// Draws a bar between two values, in a part of its row.
    fn bar(self, fill: FillStyle, row: usize, (from, to): (f64, f64), (start, tall): (f32, f32)) -> Vec<Mark> {
        let (one, other) = (self.x(from), self.x(to));
        let y = self.top + row as f32 * self.row + start;
        if (one - other).abs() < 0.05 { Vec::new() } else { fill.area((one.min(other), y, (one - other).abs(), tall)) }
    }
}

/// Draws a bar chart of any kind.
pub(super) fn draw(set: &Typesetter, chart: &Chart) -> Drawing {
    let (mut marks, top) = if chart.series.len() > 1 { legend::draw(set, &chart.series) } else { (Vec::new(), 0.0) };
    let row = row(chart);
    let widest = chart.categories.iter().map(|name| set.width(name, CHART.weight, CHART.size)).fold(0.0, f32::max);
    let values = values_width(set, chart);
    let scale = scale(chart);
    // Bars to the left of zero have their values on the left.
    let before = if scale.ticks().next().is_some_and(|first| first < 0.0) { values } else { 0.0 };
    let left = widest.min(NAME) + 8.0 + before;
    let plot = Plot { left, right: WIDTH - values - 4.0, top: top + 2.0, row, scale };
    let bottom = plot.top + row * chart.categories.len() as f32;
    let is_percent = chart.kind == ChartKind::Shares;
    let mut after = 0.0;
    for tick in scale.ticks() {
        let x = plot.x(tick);
        let text = format!("{}{}", number(tick, scale.decimals), if is_percent { "%" } else { "" });
        marks.push(grid((x, plot.top), (x, bottom), false));
        let half = set.width(&text, AXIS.weight, AXIS.size) / 2.0;
        if x - half >= after {
            marks.push(label(set, &text, x, bottom + 11.0, Side::Middle));
            after = x + half + 6.0;
        }
    }
    let every = ((TEXT / row).ceil() as usize).max(1);
    let has_values = every == 1;
    for (at, name) in chart.categories.iter().enumerate() {
        let middle = plot.top + (at as f32 + 0.5) * row + 2.7;
        if at % every == 0 {
            let (line, _) = set.shorten(name, CHART.names(NAME));
            let x = left - before - 8.0 - line.width * CHART.size;
            marks.push(Mark::text(x, middle, CHART, line));
        }
        marks.extend(match chart.kind {
            ChartKind::Shares => shares(set, plot, chart, at, has_values),
            ChartKind::StackedBars => stacked(set, plot, chart, at, has_values),
            ChartKind::Bars | ChartKind::Lines => side_by_side(set, plot, chart, at, has_values),
        });
    }
    let zero = plot.x(0.0);
    marks.push(grid((zero, plot.top), (zero, bottom), true));
    Drawing { height: bottom + AXIS_HEIGHT, marks }
}

fn scale(chart: &Chart) -> Scale {
    match chart.kind {
        ChartKind::Shares => Scale::of([0.0, 100.0].into_iter(), 5),
        ChartKind::StackedBars => {
            let sums = (0..chart.categories.len()).flat_map(|at| {
                let (below, above) = sums(chart, at);
                [below, above]
            });
            Scale::of(sums, 6)
        }
        ChartKind::Bars | ChartKind::Lines => Scale::of(all_values(chart), 6),
    }
}

/// Returns the sum of a category's negative values, and that of its positive values.
fn sums(chart: &Chart, at: usize) -> (f64, f64) {
    let values = chart.series.iter().filter_map(|series| value(&series.values, at));
    values.fold((0.0, 0.0), |(below, above), value| (below + value.min(0.0), above + value.max(0.0)))
}

/// Returns the width that the values at the ends of bars need.
fn values_width(set: &Typesetter, chart: &Chart) -> f32 {
    if chart.kind == ChartKind::Shares {
        return 8.0;
    }
    let decimals = decimals(all_values(chart));
    let sums = (0..chart.categories.len()).map(|at| sums(chart, at)).map(|(below, above)| below + above);
    let shown = sums.chain(all_values(chart)).map(|value| number(value, decimals));
    shown.map(|text| set.width(&text, AXIS.weight, AXIS.size)).fold(0.0, f32::max) + 8.0
}

/// Draws a value at the end of a bar.
fn behind(set: &Typesetter, plot: Plot, value: f64, decimals: usize, y: f32) -> Mark {
    let (side, away) = if value < 0.0 { (Side::End, -4.0) } else { (Side::Start, 4.0) };
    label(set, &number(value, decimals), plot.x(value) + away, y, side)
}

fn side_by_side(set: &Typesetter, plot: Plot, chart: &Chart, at: usize, has_values: bool) -> Vec<Mark> {
    let decimals = decimals(all_values(chart));
    let space = (plot.row * 0.22).min(6.0);
    let tall = (plot.row - space) / chart.series.len().max(1) as f32;
    let mut marks = Vec::new();
    for (number, series) in chart.series.iter().enumerate() {
        let start = space / 2.0 + number as f32 * tall;
        let middle = plot.top + at as f32 * plot.row + start + tall / 2.0 + 2.5;
        let has_room = has_values && (chart.series.len() == 1 || tall >= 7.5);
        match value(&series.values, at) {
            Some(value) => {
                marks.extend(plot.bar(FillStyle::of(number), at, (0.0, value), (start, tall)));
                marks.extend(has_room.then(|| behind(set, plot, value, decimals, middle)));
            }
            None => marks.extend(has_room.then(|| label(set, "no value", plot.x(0.0) + 4.0, middle, Side::Start))),
        }
    }
    marks
}

fn stacked(set: &Typesetter, plot: Plot, chart: &Chart, at: usize, has_values: bool) -> Vec<Mark> {
    let (space, mut below, mut above) = ((plot.row * 0.3).min(6.0), 0.0, 0.0);
    let mut marks = Vec::new();
    for (number, series) in chart.series.iter().enumerate() {
        let Some(value) = value(&series.values, at) else { continue };
        let side = if value < 0.0 { &mut below } else { &mut above };
        let from = *side;
        *side += value;
        marks.extend(plot.bar(FillStyle::of(number), at, (from, *side), (space / 2.0, plot.row - space)));
    }
    let middle = plot.top + (at as f32 + 0.5) * plot.row + 2.5;
    let is_empty = chart.series.iter().all(|series| value(&series.values, at).is_none());
    let sum = number(below + above, decimals(all_values(chart)));
    let text = if is_empty { "no values" } else { &sum };
    marks.extend(has_values.then(|| label(set, text, plot.x(above) + 4.0, middle, Side::Start)));
    marks
}

fn shares(set: &Typesetter, plot: Plot, chart: &Chart, at: usize, has_values: bool) -> Vec<Mark> {
    let space = (plot.row * 0.3).min(6.0);
    let middle = plot.top + (at as f32 + 0.5) * plot.row + 2.5;
    let part = |values: &[Option<f64>]| value(values, at).unwrap_or_default().max(0.0);
    let whole: f64 = chart.series.iter().map(|series| part(&series.values)).sum();
    if whole <= 0.0 {
        let none = label(set, "nothing to share", plot.x(0.0) + 4.0, middle, Side::Start);
        return has_values.then_some(none).into_iter().collect();
    }
    let (mut from, mut marks) = (0.0, Vec::new());
    for (order, series) in chart.series.iter().enumerate() {
        let percent = part(&series.values) / whole * 100.0;
        let fill = FillStyle::of(order);
        marks.extend(plot.bar(fill, at, (from, from + percent), (space / 2.0, plot.row - space)));
        let text = format!("{}%", number(percent, 1));
        let (line, _) = set.shorten(&text, AXIS.names(WIDTH));
        let (left, width) = (plot.x(from), plot.x(from + percent) - plot.x(from));
        let wide = line.width * AXIS.size;
        if has_values && wide + 6.0 <= width {
            let x = left + (width - wide) / 2.0;
            let ground = Mark::filled(x - 2.0, middle - 7.0, wide + 4.0, 9.0, crate::pdf::style::WHITE);
            marks.extend(fill.writing().is_none().then_some(ground));
            marks.push(Mark::text(x, middle, AXIS.colored(fill.writing().unwrap_or(MUTED)), line));
        }
        from += percent;
    }
    marks
}
