//! The styles of series: colours, hatches, dashes and symbols. Series can be distinguished without colour.

use crate::pdf::draft::{Mark, Outline, Pen};
use crate::pdf::style::{Color, INK, WHITE};

/// Colours with different lightness in grayscale.
const DARK: Color = Color(0x1B, 0x3A, 0x5C);
const MIDDLE: Color = Color(0xC7, 0x7B, 0x30);
const LIGHT: Color = Color(0xBF, 0xD3, 0xE6);
const GREEN: Color = Color(0x3E, 0x7D, 0x6B);
const RED: Color = Color(0x8C, 0x2F, 0x39);

/// The fill of an area.
#[derive(Debug, Clone, Copy)]
pub(super) struct FillStyle {
    fill: Color,
    hatch: Hatch,
    lines: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hatch {
    None,
    Rising,
    Falling,
    Level,
    Upright,
    Dotted,
}

const fn fill_style(fill: Color, hatch: Hatch, lines: Color) -> FillStyle {
    FillStyle { fill, hatch, lines }
}

const FILL_STYLES: [FillStyle; 8] = [
    fill_style(DARK, Hatch::None, DARK),
    fill_style(LIGHT, Hatch::None, DARK),
    fill_style(MIDDLE, Hatch::None, DARK),
    fill_style(WHITE, Hatch::Rising, DARK),
    fill_style(LIGHT, Hatch::Falling, GREEN),
    fill_style(WHITE, Hatch::Level, RED),
    fill_style(LIGHT, Hatch::Upright, DARK),
    fill_style(WHITE, Hatch::Dotted, INK),
];

/// The width below which areas have no edge, because the edge would hide them.
const THIN: f32 = 2.5;

impl FillStyle {
    /// Returns the fill of a series, by its position.
    pub(super) fn of(series: usize) -> Self {
        FILL_STYLES.into_iter().cycle().nth(series % FILL_STYLES.len()).unwrap_or(fill_style(DARK, Hatch::None, DARK))
    }

    /// Returns the color of text on the fill; `None` if text needs a plain background.
    pub(super) fn writing(self) -> Option<Color> {
        match self.hatch {
            Hatch::None if self.fill == DARK => Some(WHITE),
            Hatch::None => Some(INK),
            _ => None,
        }
    }

    /// Draws a filled rectangle with an edge that separates it from its neighbours.
    pub(super) fn area(self, (x, y, width, height): (f32, f32, f32, f32)) -> Vec<Mark> {
        let outline = Outline::Box { x, y, width, height };
        let mut marks = vec![Mark::Area { outline: outline.clone(), fill: Some(self.fill), pen: None }];
        marks.extend(self.hatching((x, y, width, height)));
        if width.min(height) < THIN {
            return marks;
        }
        let edge = Pen { color: if self.hatch == Hatch::None { WHITE } else { self.lines }, width: 0.6, dash: &[] };
        marks.push(Mark::Area { outline, fill: None, pen: Some(edge) });
        marks
    }

    fn hatching(self, (x, y, width, height): (f32, f32, f32, f32)) -> Vec<Mark> {
        const STEP: f32 = 3.2;
        let pen = Pen { color: self.lines, width: 0.7, dash: &[] };
        let stroke = |from: (f32, f32), to: (f32, f32)| Mark::Stroke { points: vec![from, to], pen };
        let upto = |end: f32| (1..).map(|step| step as f32 * STEP).take_while(move |at| *at < end);
        match self.hatch {
            Hatch::None => Vec::new(),
            Hatch::Level => upto(height).map(|down| stroke((x, y + down), (x + width, y + down))).collect(),
            Hatch::Upright => upto(width).map(|right| stroke((x + right, y), (x + right, y + height))).collect(),
            // A diagonal starts at the top or left edge and ends at the bottom or right edge.
            Hatch::Rising => upto(width + height)
                .map(|sum| {
                    let (left, right) = ((sum - height).max(0.0), sum.min(width));
                    stroke((x + left, y + sum - left), (x + right, y + sum - right))
                })
                .collect(),
            Hatch::Falling => upto(width + height)
                .map(|sum| {
                    let (left, right) = ((sum - height).max(0.0), sum.min(width));
                    stroke((x + left, y + height - sum + left), (x + right, y + height - sum + right))
                })
                .collect(),
            Hatch::Dotted => upto(height)
                .flat_map(|down| upto(width).map(move |right| (x + right, y + down)))
                .map(|(x, y)| Mark::Area {
                    outline: Outline::Circle { x, y, radius: 0.7 },
                    fill: Some(self.lines),
                    pen: None,
                })
                .collect(),
        }
    }
}

/// The style of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineStyle {
    color: Color,
    dash: &'static [f32],
    sign: Sign,
    is_filled: bool,
}

#[derive(Debug, Clone, Copy)]
enum Sign {
    Circle,
    Square,
    Triangle,
    Diamond,
}

const fn line_style(color: Color, dash: &'static [f32], sign: Sign, is_filled: bool) -> LineStyle {
    LineStyle { color, dash, sign, is_filled }
}

const LINE_STYLES: [LineStyle; 8] = [
    line_style(DARK, &[], Sign::Circle, true),
    line_style(MIDDLE, &[5.0, 2.0], Sign::Square, true),
    line_style(GREEN, &[1.5, 1.5], Sign::Triangle, true),
    line_style(RED, &[7.0, 2.0, 1.5, 2.0], Sign::Diamond, true),
    line_style(DARK, &[3.0, 1.5], Sign::Circle, false),
    line_style(MIDDLE, &[], Sign::Square, false),
    line_style(GREEN, &[8.0, 3.0], Sign::Triangle, false),
    line_style(RED, &[1.0, 2.0], Sign::Diamond, false),
];

impl LineStyle {
    /// Returns the line style of a series, by its position.
    pub(super) fn of(series: usize) -> Self {
        LINE_STYLES.into_iter().cycle().nth(series % LINE_STYLES.len()).unwrap_or(line_style(
            DARK,
            &[],
            Sign::Circle,
            true,
        ))
    }

    /// Draws the line through points.
    pub(super) fn line(self, points: Vec<(f32, f32)>) -> Mark {
        Mark::Stroke { points, pen: Pen { color: self.color, width: 1.3, dash: self.dash } }
    }

    /// Draws the symbol at a point.
    pub(super) fn sign(self, (x, y): (f32, f32)) -> Mark {
        let around =
            |corners: &[(f32, f32)]| Outline::Polygon(corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect());
        let outline = match self.sign {
            Sign::Circle => Outline::Circle { x, y, radius: 2.0 },
            Sign::Square => Outline::Box { x: x - 1.8, y: y - 1.8, width: 3.6, height: 3.6 },
            Sign::Triangle => around(&[(0.0, -2.5), (2.4, 1.8), (-2.4, 1.8)]),
            Sign::Diamond => around(&[(0.0, -2.6), (2.6, 0.0), (0.0, 2.6), (-2.6, 0.0)]),
        };
        let fill = Some(if self.is_filled { self.color } else { WHITE });
        Mark::Area { outline, fill, pen: Some(Pen { color: self.color, width: 0.9, dash: &[] }) }
    }

    /// Draws a short line with its symbol, for a legend.
    pub(super) fn sample(self, x: f32, y: f32, width: f32) -> [Mark; 2] {
        [self.line(vec![(x, y), (x + width, y)]), self.sign((x + width / 2.0, y))]
    }
}
