//! Charts, drawn.

use super::figure::{dashed, dot, hatching, line, polyline, rectangle};
use super::sheet::{Node, Sheet, Stroke};
use super::style::{ACCENT, BODY, Color, INK, MARGIN, MEASURE, MUTED, PARTS, RULE, SERIES, SMALL, WHITE};
use super::text::Typesetter;
use crate::report::compose::words::number;
use crate::report::content::{Chart, ChartKind, Series};
use serde_json::Number;

/// How high lines are drawn.
const LINES_HEIGHT: f32 = 170.0;
/// From one bar to the next, and how thick a bar is.
const BAR_STEP: f32 = 19.0;
const BAR: f32 = 12.0;
/// How wide the names of bars are at most, and what is left of bars for their values.
const NAMES: f32 = 150.0;
const VALUES: f32 = 62.0;
const LEGEND: f32 = 16.0;
/// Names of periods that stand beside each other at most.
const PERIODS: usize = 8;
/// Lines across that a chart has about.
const TICKS: f64 = 4.0;
/// Points above which a line has a mark at every other one, or fewer.
const MARKED: usize = 16;

/// How high a chart is, without its title.
pub fn height(chart: &Chart) -> f32 {
    let legend = if has_legend(chart) { LEGEND * legend_rows(chart) as f32 } else { 0.0 };
    let drawn = match chart.kind {
        ChartKind::Lines => LINES_HEIGHT + 22.0,
        _ => chart.categories.len().max(1) as f32 * BAR_STEP + 6.0,
    };
    legend + drawn
}

/// Draws a chart below a height.
pub fn draw(chart: &Chart, sheet: &mut Sheet, setter: &Typesetter<'_>, node: Node) {
    let mut pen = Pen { chart, sheet, setter, node: Some(node) };
    if pen.is_empty() {
        let y = pen.sheet.y + 14.0;
        pen.text("No data in this period.", (MARGIN, y), BODY, MUTED, 0.0);
        pen.sheet.y += BAR_STEP;
        return;
    }
    if has_legend(chart) {
        pen.legend();
    }
    match chart.kind {
        ChartKind::Lines => pen.lines(),
        ChartKind::Bars => pen.bars(),
        ChartKind::StackedBars | ChartKind::Shares => pen.stacks(),
    }
}

fn has_legend(chart: &Chart) -> bool {
    chart.kind != ChartKind::Bars && (chart.series.len() > 1 || chart.kind != ChartKind::Lines)
}

fn legend_rows(chart: &Chart) -> usize {
    chart.series.len().div_ceil(3)
}

struct Pen<'p, 's, 'f> {
    chart: &'p Chart,
    sheet: &'s mut Sheet,
    setter: &'p Typesetter<'f>,
    node: Option<Node>,
}

impl Pen<'_, '_, '_> {
    fn is_empty(&self) -> bool {
        !self.chart.series.iter().flat_map(|series| &series.values).any(Option::is_some)
    }

    /// A text that hangs at a point by a share of its width.
    fn text(&mut self, text: &str, (x, y): (f32, f32), size: f32, color: Color, hang: f32) {
        let line = self.setter.line(text, false);
        let x = x - line.width * size * hang;
        self.sheet.text(self.node, (x, y), (size, color), line);
    }

    fn shape(&mut self, path: Option<krilla::geom::Path>, fill: Option<Color>, stroke: Option<Stroke>) {
        self.sheet.shape(self.node, path, fill, stroke);
    }

    /// What is what, three in a row.
    fn legend(&mut self) {
        let step = MEASURE / 3.0;
        let names: Vec<String> = self.chart.series.iter().map(|series| series.name.clone()).collect();
        for (position, name) in names.iter().enumerate() {
            let (x, y) = (MARGIN + (position % 3) as f32 * step, self.sheet.y + 8.0 + (position / 3) as f32 * LEGEND);
            if self.chart.kind == ChartKind::Lines {
                let (color, dash) = series_style(position);
                self.shape(polyline(&[(x, y), (x + 24.0, y)]), None, dashed(color, 1.6, dash));
                self.shape(dot(position, (x + 12.0, y), 2.6), Some(color), None);
            } else {
                self.part(position, (x, y - 5.0), (24.0, 9.0));
            }
            let room = (step - 36.0) / SMALL;
            if let Some(line) = self.setter.fitted(name, false, room, 1).into_iter().next() {
                self.sheet.text(self.node, (x + 30.0, y + 3.0), (SMALL, INK), line);
            }
        }
        self.sheet.y += LEGEND * legend_rows(self.chart) as f32;
    }

    /// A part of a whole.
    fn part(&mut self, position: usize, (x, y): (f32, f32), (width, height): (f32, f32)) {
        let color = PARTS.get(position % PARTS.len()).copied().unwrap_or(ACCENT);
        self.shape(rectangle(x, y, width, height), Some(color), None);
        if position >= PARTS.len() || position == 2 {
            self.shape(hatching(x, y, width, height), None, line(WHITE, 0.7));
        }
        self.shape(rectangle(x, y, width, height), None, line(WHITE, 0.8));
    }

    fn lines(&mut self) {
        let values = || self.chart.series.iter().flat_map(|series| &series.values).copied().flatten();
        let (low, high) = values().fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let ticks = ticks(low, high);
        let (first, last) = (ticks.first().copied().unwrap_or(0.0), ticks.last().copied().unwrap_or(1.0));
        let (top, count) = (self.sheet.y + 8.0, self.chart.categories.len());
        let bottom = top + LINES_HEIGHT - 14.0;
        let labels: Vec<String> = ticks.iter().map(|tick| label(*tick)).collect();
        let left =
            MARGIN + labels.iter().map(|label| self.setter.width(label, false) * SMALL).fold(0.0, f32::max) + 8.0;
        let right = MARGIN + MEASURE - 4.0;
        let y_of =
            |value: f64| bottom - ((value - first) / (last - first).max(f64::MIN_POSITIVE)) as f32 * (bottom - top);
        let x_of = |position: usize| {
            if count < 2 {
                (left + right) / 2.0
            } else {
                left + 6.0 + position as f32 * (right - left - 12.0) / (count - 1) as f32
            }
        };
        for (tick, label) in ticks.iter().zip(&labels) {
            let (y, is_zero) = (y_of(*tick), *tick == 0.0);
            let color = if is_zero { MUTED } else { RULE };
            self.shape(polyline(&[(left, y), (right, y)]), None, line(color, if is_zero { 0.8 } else { 0.5 }));
            self.text(label, (left - 6.0, y + 2.8), SMALL, MUTED, 1.0);
        }
        let step = count.div_ceil(PERIODS).max(1);
        let names: Vec<(usize, String)> = self.chart.categories.iter().cloned().enumerate().step_by(step).collect();
        for (position, name) in names {
            self.text(&name, (x_of(position), bottom + 13.0), SMALL, MUTED, 0.5);
        }
        let series: Vec<Series> = self.chart.series.clone();
        for (position, series) in series.iter().enumerate().rev() {
            self.one_line(position, series, (&x_of, &y_of));
        }
        self.sheet.y = bottom + 22.0;
    }

    fn one_line(
        &mut self,
        position: usize,
        series: &Series,
        (x_of, y_of): (&dyn Fn(usize) -> f32, &dyn Fn(f64) -> f32),
    ) {
        let (color, dash) = series_style(position);
        let points: Vec<Option<(f32, f32)>> =
            series.values.iter().enumerate().map(|(at, value)| value.map(|value| (x_of(at), y_of(value)))).collect();
        // A line ends where there is nothing.
        for piece in points.split(Option::is_none) {
            let piece: Vec<(f32, f32)> = piece.iter().copied().flatten().collect();
            if piece.len() > 1 {
                self.shape(polyline(&piece), None, dashed(color, 1.6, dash));
            }
        }
        let step = points.len().div_ceil(MARKED).max(1);
        for (at, point) in points.iter().enumerate() {
            let stands_alone = at.checked_sub(1).and_then(|before| points.get(before)).is_none_or(Option::is_none);
            if let Some(point) = point.filter(|_| at % step == position % step || stands_alone) {
                self.shape(dot(position, point, 2.4), Some(color), line(WHITE, 0.5));
            }
        }
    }

    fn bars(&mut self) {
        let values: Vec<Option<f64>> =
            self.chart.series.first().map(|series| series.values.clone()).unwrap_or_default();
        let (low, high) =
            values.iter().flatten().fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(*value), high.max(*value)));
        let names = self.names();
        let left = MARGIN + names;
        let room = MEASURE - names - VALUES;
        let scale = f64::from(room) / (high - low).max(f64::MIN_POSITIVE);
        let zero = left + (-low * scale) as f32;
        for (position, value) in values.into_iter().enumerate() {
            let y = self.row(position);
            let Some(value) = value else { continue };
            let width = (value.abs() * scale) as f32;
            let x = if value < 0.0 { zero - width } else { zero };
            self.shape(rectangle(x, y, width, BAR), Some(ACCENT), None);
            self.text(
                &label(value),
                (x.max(zero) + if value < 0.0 { 0.0 } else { width } + 5.0, y + 9.2),
                SMALL,
                INK,
                0.0,
            );
        }
        self.axis(zero);
    }

    fn stacks(&mut self) {
        let is_share = self.chart.kind == ChartKind::Shares;
        let of =
            |series: &Series, position: usize| series.values.get(position).copied().flatten().unwrap_or(0.0).max(0.0);
        let series = self.chart.series.clone();
        let total = |position: usize| series.iter().map(|series| of(series, position)).sum::<f64>();
        let count = self.chart.categories.len();
        let most = (0..count).map(total).fold(0.0, f64::max);
        let names = self.names();
        let (left, room) = (MARGIN + names, MEASURE - names - if is_share { 0.0 } else { VALUES });
        for position in 0..count {
            let y = self.row(position);
            let whole = total(position);
            let mut x = left;
            if whole == 0.0 {
                self.text("no mentions", (x + 4.0, y + 9.2), SMALL, MUTED, 0.0);
                continue;
            }
            for (part, series) in series.iter().enumerate() {
                let value = of(series, position);
                let width = (value / if is_share { whole } else { most }) as f32 * room;
                if width > 0.0 {
                    self.part(part, (x, y), (width, BAR));
                }
                x += width;
            }
            if !is_share {
                self.text(&label(whole), (x + 5.0, y + 9.2), SMALL, INK, 0.0);
            }
        }
        self.axis(left);
    }

    /// How wide the names of the bars are.
    fn names(&self) -> f32 {
        let widest =
            self.chart.categories.iter().map(|name| self.setter.width(name, false) * SMALL).fold(0.0, f32::max);
        widest.min(NAMES) + 10.0
    }

    /// The name of a bar; returns where the bar is.
    fn row(&mut self, position: usize) -> f32 {
        let y = self.sheet.y + 3.0 + position as f32 * BAR_STEP;
        let name = self.chart.categories.get(position).cloned().unwrap_or_default();
        if let Some(line) = self.setter.fitted(&name, false, NAMES / SMALL, 1).into_iter().next() {
            self.sheet.text(self.node, (MARGIN, y + 9.2), (SMALL, INK), line);
        }
        y
    }

    /// The line on which bars stand.
    fn axis(&mut self, x: f32) {
        let height = self.chart.categories.len() as f32 * BAR_STEP;
        let top = self.sheet.y;
        self.shape(polyline(&[(x, top), (x, top + height)]), None, line(MUTED, 0.8));
        self.sheet.y += height + 6.0;
    }
}

fn series_style(position: usize) -> (Color, &'static [f32]) {
    SERIES.get(position % SERIES.len()).copied().unwrap_or((ACCENT, &[]))
}

/// A number as tables write it.
fn label(value: f64) -> String {
    let whole = value as i64;
    let exact = if whole as f64 == value { Some(Number::from(whole)) } else { Number::from_f64(value) };
    exact.as_ref().map(number).unwrap_or_default()
}

/// Round numbers from below the lowest to above the highest: 1, 2 or 5 times a power of ten apart.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let range = if high > low { high - low } else { 1.0 };
    let rough = range / TICKS;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * power);
    let (first, last) =
        ((low / step).floor() as i64, ((if high > low { high } else { low + 1.0 }) / step).ceil() as i64);
    // Whole numbers of steps, so that nothing adds up; rounded to what is written.
    let decimals = (-step.log10().floor()).max(0.0) as i32;
    let unit = 10_f64.powi(decimals);
    (first..=last).map(|number| (number as f64 * step * unit).round() / unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_what_they_are_of() {
        assert_eq!(ticks(0.0, 97.0), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(0.0, 3.0), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(ticks(-0.2, 0.35), [-0.2, 0.0, 0.2, 0.4]);
        assert_eq!(ticks(0.0, 0.0), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn labels_are_the_numbers() {
        assert_eq!([label(1234.0), label(0.31), label(-2.5)], ["1,234", "0.31", "-2.5"]);
    }
}
