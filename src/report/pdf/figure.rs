//! Shapes that charts and pages are made of.

use super::sheet::Stroke;
use super::style::Color;
use krilla::geom::{Path, PathBuilder, Rect};

/// A rectangle by its corner and size.
pub fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_xywh(x, y, width.max(0.01), height.max(0.01))?);
    path.finish()
}

/// Straight lines from point to point.
pub fn polyline(points: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    rest.iter().for_each(|(x, y)| path.line_to(*x, *y));
    if rest.is_empty() {
        path.line_to(first.0 + 0.01, first.1);
    }
    path.finish()
}

/// A small mark around a point: a circle, a square, a triangle, a diamond and so on.
pub fn dot(shape: usize, (x, y): (f32, f32), size: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let corners: &[(f32, f32)] = match shape % 6 {
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
        3 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        4 => &[(-1.1, -0.8), (1.1, -0.8), (0.0, 1.2)],
        5 => &[(-1.3, -0.5), (1.3, -0.5), (1.3, 0.5), (-1.3, 0.5)],
        _ => {
            // Four curves that are a circle for the eye.
            const K: f32 = 0.552_284_8;
            let at = |dx: f32, dy: f32| (x + dx * size, y + dy * size);
            path.move_to(x + size, y);
            for (one, two, end) in [
                ((1.0, K), (K, 1.0), (0.0, 1.0)),
                ((-K, 1.0), (-1.0, K), (-1.0, 0.0)),
                ((-1.0, -K), (-K, -1.0), (0.0, -1.0)),
                ((K, -1.0), (1.0, -K), (1.0, 0.0)),
            ] {
                let (one, two, end) = (at(one.0, one.1), at(two.0, two.1), at(end.0, end.1));
                path.cubic_to(one.0, one.1, two.0, two.1, end.0, end.1);
            }
            path.close();
            return path.finish();
        }
    };
    for (position, (dx, dy)) in corners.iter().enumerate() {
        let (x, y) = (x + dx * size, y + dy * size);
        if position == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

/// Slanted lines within a rectangle, so that it is told apart without colour.
pub fn hatching(x: f32, y: f32, width: f32, height: f32) -> Option<Path> {
    const STEP: f32 = 4.0;
    let mut path = PathBuilder::new();
    let mut offset = STEP;
    while offset < width + height {
        let (from_x, from_y) = if offset <= width { (x + offset, y) } else { (x + width, y + offset - width) };
        let (to_x, to_y) = if offset <= height { (x, y + offset) } else { (x + offset - height, y + height) };
        path.move_to(from_x, from_y);
        path.line_to(to_x, to_y);
        offset += STEP;
    }
    path.finish()
}

/// A plain outline.
pub fn line(color: Color, width: f32) -> Option<Stroke> {
    dashed(color, width, &[])
}

/// A dashed one.
pub fn dashed(color: Color, width: f32, dash: &[f32]) -> Option<Stroke> {
    Some(Stroke { color, width, dash: dash.to_vec() })
}
