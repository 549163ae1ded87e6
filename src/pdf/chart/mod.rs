//! Charts: shapes and labels that can be distinguished in grayscale. Coordinates begin at the chart's upper left
//! corner; its width is that of the page's content.

mod bars;
mod fill;
mod legend;
mod lines;
mod panels;
mod scale;

use super::draft::Mark;
use super::style::{AXIS, CHART, MUTED, RULE, TINT, WIDTH};
use super::text::{TextDirection, Typesetter};
use crate::report::content::{Chart, ChartKind};

/// The most lines in one chart. With more, each line has a panel of its own.
const MOST_LINES: usize = 8;

/// A chart, or one page of it.
pub(super) struct Drawing {
    pub(super) height: f32,
    pub(super) marks: Vec<Mark>,
}

/// Draws a chart. The result has one drawing per page.
pub(super) fn draw(set: &Typesetter, chart: &Chart) -> Vec<Drawing> {
    if !has_values(chart) {
        return vec![nothing(set)];
    }
    match chart.kind {
        ChartKind::Lines if chart.series.len() > MOST_LINES => panels::draw(set, chart),
        ChartKind::Lines => vec![lines::draw(set, chart)],
        ChartKind::Bars | ChartKind::StackedBars | ChartKind::Shares => vec![bars::draw(set, chart)],
    }
}

/// Estimates the height of the chart's first page.
pub(super) fn height(chart: &Chart) -> f32 {
    match chart.kind {
        _ if !has_values(chart) => NOTHING,
        ChartKind::Lines if chart.series.len() > MOST_LINES => panels::height(chart.series.len()),
        ChartKind::Lines => lines::HEIGHT,
        ChartKind::Bars | ChartKind::StackedBars | ChartKind::Shares => bars::height(chart),
    }
}

/// Returns the values of a series that can be drawn.
fn finite(values: &[Option<f64>]) -> impl Iterator<Item = f64> + Clone {
    values.iter().flatten().copied().filter(|value| value.is_finite())
}

/// Returns the values of all series.
fn all_values(chart: &Chart) -> impl Iterator<Item = f64> + Clone {
    chart.series.iter().flat_map(|series| finite(&series.values))
}

/// Returns the value of a series in a category.
fn value(values: &[Option<f64>], at: usize) -> Option<f64> {
    values.get(at).copied().flatten().filter(|value| value.is_finite())
}

fn has_values(chart: &Chart) -> bool {
    !chart.categories.is_empty() && all_values(chart).next().is_some()
}

const NOTHING: f32 = 64.0;

/// Draws the replacement for a chart without values.
fn nothing(set: &Typesetter) -> Drawing {
    let line = set.line("No values in this period", CHART.weight, TextDirection::LeftToRight);
    let x = (WIDTH - line.width * CHART.size) / 2.0;
    let text = Mark::text(x, NOTHING / 2.0 + 2.5, CHART.colored(MUTED), line);
    Drawing { height: NOTHING, marks: vec![Mark::filled(0.0, 0.0, WIDTH, NOTHING, TINT), text] }
}

/// The alignment of a label relative to a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The label begins at the point.
    Start,
    /// The label is centered at the point.
    Middle,
    /// The label ends at the point.
    End,
}

/// Draws a label of an axis, and keeps it inside the chart.
fn label(set: &Typesetter, text: &str, x: f32, y: f32, side: Side) -> Mark {
    let (line, _) = set.shorten(text, AXIS.names(WIDTH));
    let width = line.width * AXIS.size;
    let left = match side {
        Side::Start => x,
        Side::Middle => x - width / 2.0,
        Side::End => x - width,
    };
    Mark::text(left.min(WIDTH - width).max(0.0), y, AXIS, line)
}

/// Draws a grid line. The one at zero is thicker.
fn grid(from: (f32, f32), to: (f32, f32), is_zero: bool) -> Mark {
    match is_zero {
        true => Mark::rule(from, to, MUTED, 0.8),
        false => Mark::rule(from, to, RULE, 0.5),
    }
}
