//! Legends of bar charts.

use super::fill::FillStyle;
use crate::pdf::draft::Mark;
use crate::pdf::flow::baseline;
use crate::pdf::style::{CHART, WIDTH};
use crate::pdf::text::Typesetter;
use crate::report::content::Series;

const SWATCH: f32 = 12.0;
const GAP: f32 = 16.0;
const ROW: f32 = 13.0;
/// The widest name; wider ones are shortened.
const NAME: f32 = 150.0;

/// Draws the legend of all series. Returns its height too.
pub(super) fn draw(set: &Typesetter, series: &[Series]) -> (Vec<Mark>, f32) {
    let (mut x, mut y) = (0.0, 0.0);
    let mut marks = Vec::new();
    for (at, series) in series.iter().enumerate() {
        let (line, _) = set.shorten(&series.name, CHART.names(NAME));
        let width = SWATCH + 5.0 + line.width * CHART.size;
        if x > 0.0 && x + width > WIDTH {
            (x, y) = (0.0, y + ROW);
        }
        marks.extend(FillStyle::of(at).area((x, y + 1.5, SWATCH, 7.0)));
        marks.push(Mark::text(x + SWATCH + 5.0, y + baseline(CHART), CHART, line));
        x += width + GAP;
    }
    (marks, y + ROW + 3.0)
}
