//! Line charts over periods. Each line has its name at its end.

use super::fill::LineStyle;
use super::scale::Scale;
use super::{Drawing, Side, all_values, finite, grid, label, value};
use crate::pdf::draft::Mark;
use crate::pdf::style::{AXIS, CHART, RULE, TINT, WIDTH};
use crate::pdf::text::Typesetter;
use crate::pdf::words::number;
use crate::report::content::{Chart, Series};

pub(super) const HEIGHT: f32 = PLOT + 30.0;
const PLOT: f32 = 168.0;
const TOP: f32 = 6.0;
/// The widest name of a line, and the width of the sample before it.
const NAME: f32 = 104.0;
const SAMPLE: f32 = 18.0;
/// The distance of points below which not every point has a symbol.
const SIGNS: f32 = 7.0;

/// The area of the values, with the positions of values and categories.
#[derive(Clone, Copy)]
pub(super) struct Plot {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
    pub(super) scale: Scale,
    pub(super) categories: usize,
}

impl Plot {
    pub(super) fn x(self, category: usize) -> f32 {
        match self.categories {
            0 | 1 => (self.left + self.right) / 2.0,
            several => self.left + self.step() * category.min(several - 1) as f32,
        }
    }

    pub(super) fn step(self) -> f32 {
        (self.right - self.left) / self.categories.saturating_sub(1).max(1) as f32
    }

    pub(super) fn y(self, value: f64) -> f32 {
        self.bottom - (self.bottom - self.top) * self.scale.part(value)
    }

    /// Returns the points of a series, split at gaps.
    pub(super) fn stretches(self, series: &Series) -> Vec<Vec<(f32, f32)>> {
        let mut stretches = vec![Vec::new()];
        for at in 0..self.categories {
            match (value(&series.values, at), stretches.last_mut()) {
                (Some(value), Some(stretch)) => stretch.push((self.x(at), self.y(value))),
                _ => stretches.push(Vec::new()),
            }
        }
        stretches.retain(|stretch| !stretch.is_empty());
        stretches
    }
}

/// Draws up to eight lines.
pub(super) fn draw(set: &Typesetter, chart: &Chart) -> Drawing {
    let scale = Scale::of(all_values(chart), 5);
    let widest = |texts: &mut dyn Iterator<Item = String>, style: crate::pdf::style::Style| {
        texts.map(|text| set.width(&text, style.weight, style.size)).fold(0.0, f32::max)
    };
    let left = widest(&mut scale.ticks().map(|tick| number(tick, scale.decimals)), AXIS) + 8.0;
    let names = widest(&mut chart.series.iter().map(|series| series.name.clone()), CHART).min(NAME);
    let is_named = chart.series.len() > 1;
    let right = if is_named { WIDTH - names - SAMPLE - 20.0 } else { WIDTH - 14.0 };
    let plot = Plot { left, right, top: TOP, bottom: TOP + PLOT, scale, categories: chart.categories.len() };
    let mut marks = partial(set, plot, &chart.partial);
    marks.extend(values(set, plot));
    marks.extend(categories(set, plot, &chart.categories));
    for (at, series) in chart.series.iter().enumerate() {
        marks.extend(line(plot, LineStyle::of(at), series));
    }
    if is_named {
        marks.extend(keys(set, plot, &chart.series));
    }
    Drawing { height: HEIGHT, marks }
}

/// Marks partial categories with a tinted background and an asterisk.
pub(super) fn partial(set: &Typesetter, plot: Plot, places: &[usize]) -> Vec<Mark> {
    let half = (plot.step() / 2.0).clamp(3.0, 24.0);
    let mark = |at: &usize| {
        let (left, right) = ((plot.x(*at) - half).max(plot.left), (plot.x(*at) + half).min(plot.right));
        let ground = Mark::filled(left, plot.top, right - left, plot.bottom - plot.top, TINT);
        [ground, label(set, "*", (left + right) / 2.0, plot.top + 8.0, Side::Middle)]
    };
    places.iter().filter(|at| **at < plot.categories).flat_map(mark).collect()
}

/// Draws the grid lines with their values.
fn values(set: &Typesetter, plot: Plot) -> Vec<Mark> {
    let tick = |tick: f64| {
        let y = plot.y(tick);
        let text = label(set, &number(tick, plot.scale.decimals), plot.left - 6.0, y + 2.5, Side::End);
        [grid((plot.left, y), (plot.right, y), tick == 0.0), text]
    };
    plot.scale.ticks().flat_map(tick).collect()
}

/// Draws as many names of categories as fit.
fn categories(set: &Typesetter, plot: Plot, names: &[String]) -> Vec<Mark> {
    const NAME: f32 = 62.0;
    let width = |name: &String| set.width(name, AXIS.weight, AXIS.size).min(NAME);
    let widest = names.iter().map(width).fold(8.0, f32::max) + 8.0;
    let every = ((widest / plot.step()).ceil() as usize).max(1);
    let shown = names.iter().enumerate().step_by(every);
    let text = |(at, name): (usize, &String)| {
        let (line, _) = set.shorten(name, AXIS.names(NAME));
        let width = line.width * AXIS.size;
        let x = (plot.x(at) - width / 2.0).min(WIDTH - width).max(0.0);
        Mark::text(x, plot.bottom + 13.0, AXIS, line)
    };
    let tick = |at: usize| Mark::rule((plot.x(at), plot.bottom), (plot.x(at), plot.bottom + 3.0), RULE, 0.5);
    shown.flat_map(|(at, name)| [tick(at), text((at, name))]).collect()
}

fn line(plot: Plot, style: LineStyle, series: &Series) -> Vec<Mark> {
    let every = ((SIGNS / plot.step()).ceil() as usize).max(1);
    let mut marks = Vec::new();
    for stretch in plot.stretches(series) {
        // A single point has no line, so it always has a symbol.
        let signs =
            stretch.iter().step_by(every).chain(stretch.last()).map(|&point| style.sign(point)).collect::<Vec<_>>();
        if stretch.len() > 1 {
            marks.push(style.line(stretch));
        }
        marks.extend(signs);
    }
    marks
}

/// Draws the names of lines beside their ends, and separates those that would overlap.
fn keys(set: &Typesetter, plot: Plot, series: &[Series]) -> Vec<Mark> {
    const ROW: f32 = 12.0;
    let end = |series: &Series| finite(&series.values).last().map_or(plot.bottom, |value| plot.y(value));
    let mut order: Vec<_> = series.iter().enumerate().map(|(at, series)| (end(series), at, series)).collect();
    order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut places: Vec<f32> = Vec::new();
    for (wanted, ..) in &order {
        let least = places.last().map_or(plot.top, |last| last + ROW);
        places.push(wanted.max(least));
    }
    let mut most = plot.bottom + 4.0;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - ROW;
    }
    let mut marks = Vec::new();
    for ((wanted, at, series), y) in order.into_iter().zip(places) {
        let x = plot.right + 14.0;
        let has_values = finite(&series.values).next().is_some();
        if has_values && (wanted - y).abs() > 3.0 {
            marks.push(Mark::rule((plot.right + 4.0, wanted), (x - 2.0, y), RULE, 0.6));
        }
        marks.extend(LineStyle::of(at).sample(x, y, SAMPLE - 4.0));
        let name = if has_values { series.name.clone() } else { format!("{} (no values)", series.name) };
        let (line, _) = set.shorten(&name, CHART.names(WIDTH - x - SAMPLE));
        marks.push(Mark::text(x + SAMPLE, y + 2.7, CHART, line));
    }
    marks
}
