//! The design of reports: sizes in points, colours, text styles.

use super::text::{Measure, TextDirection, Weight};

/// A4, portrait.
pub(super) const PAGE: (f32, f32) = (595.28, 841.89);
pub(super) const LEFT: f32 = 56.0;
pub(super) const RIGHT: f32 = PAGE.0 - 56.0;
pub(super) const WIDTH: f32 = RIGHT - LEFT;
/// The vertical range of the content, between header and footer.
pub(super) const TOP: f32 = 78.0;
pub(super) const BOTTOM: f32 = PAGE.1 - 64.0;

/// A colour, as red, green and blue. All differ in lightness, so that they differ in grayscale too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Color(pub(super) u8, pub(super) u8, pub(super) u8);

pub(super) const INK: Color = Color(0x1A, 0x22, 0x30);
pub(super) const MUTED: Color = Color(0x56, 0x60, 0x6E);
pub(super) const RULE: Color = Color(0xD5, 0xDB, 0xE3);
pub(super) const TINT: Color = Color(0xF3, 0xF5, 0xF8);
pub(super) const ACCENT: Color = Color(0x1B, 0x3A, 0x5C);
pub(super) const WHITE: Color = Color(0xFF, 0xFF, 0xFF);

/// The style of a text. `leading` is the distance between lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) weight: Weight,
    pub(super) size: f32,
    pub(super) leading: f32,
    pub(super) color: Color,
}

const fn style(weight: Weight, size: f32, leading: f32, color: Color) -> Style {
    Style { weight, size, leading, color }
}

pub(super) const KIND: Style = style(Weight::Bold, 11.0, 15.0, ACCENT);
pub(super) const HEADING: Style = style(Weight::Bold, 17.0, 22.0, INK);
pub(super) const SUBHEADING: Style = style(Weight::Bold, 10.5, 14.0, INK);
pub(super) const BODY: Style = style(Weight::Regular, 9.5, 14.0, INK);
pub(super) const LEAD: Style = style(Weight::Regular, 10.5, 15.5, INK);
pub(super) const NOTE: Style = style(Weight::Regular, 8.0, 11.5, MUTED);
pub(super) const LABEL: Style = style(Weight::Regular, 8.0, 11.0, MUTED);
pub(super) const MARK: Style = style(Weight::Bold, 6.5, 9.0, INK);
pub(super) const CELL: Style = style(Weight::Regular, 8.5, 11.5, INK);
pub(super) const HEAD: Style = style(Weight::Bold, 7.5, 10.0, MUTED);
pub(super) const CHART: Style = style(Weight::Regular, 7.5, 9.5, INK);
pub(super) const AXIS: Style = style(Weight::Regular, 7.0, 9.0, MUTED);
pub(super) const FORMULA: Style = style(Weight::Regular, 9.5, 14.0, ACCENT);

impl Style {
    /// Returns the style with another size.
    pub(super) fn sized(self, size: f32) -> Self {
        Self { size, leading: self.leading * size / self.size, ..self }
    }

    /// Returns the style with another colour.
    pub(super) fn colored(self, color: Color) -> Self {
        Self { color, ..self }
    }

    /// Returns the style with another weight.
    pub(super) fn weighted(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    /// Returns the measure for sentences in this style, within a width.
    pub(super) fn sentences(self, width: f32) -> Measure {
        Measure { weight: self.weight, size: self.size, width, reading: TextDirection::LeftToRight }
    }

    /// Returns the measure for names in this style, within a width.
    pub(super) fn names(self, width: f32) -> Measure {
        Measure { reading: TextDirection::FirstStrong, ..self.sentences(width) }
    }
}
