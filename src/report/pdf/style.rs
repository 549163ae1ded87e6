//! Sizes and colours, in points.

/// A colour: red, green, blue.
pub type Color = (u8, u8, u8);

/// A4.
pub const WIDTH: f32 = 595.28;
pub const HEIGHT: f32 = 841.89;
pub const MARGIN: f32 = 56.0;
pub const TOP: f32 = 72.0;
pub const BOTTOM: f32 = HEIGHT - 64.0;
/// How wide what is read is.
pub const MEASURE: f32 = WIDTH - 2.0 * MARGIN;

pub const INK: Color = (0x1B, 0x1F, 0x24);
pub const MUTED: Color = (0x55, 0x5E, 0x69);
pub const RULE: Color = (0xCF, 0xD6, 0xDE);
pub const PALE: Color = (0xF1, 0xF4, 0xF8);
pub const ACCENT: Color = (0x1F, 0x3B, 0x63);
pub const WHITE: Color = (0xFF, 0xFF, 0xFF);

/// What tells series apart besides colour: they differ in lightness, in dashes, and in marks.
pub const SERIES: [(Color, &[f32]); 6] = [
    ((0x1F, 0x3B, 0x63), &[]),
    ((0xC2, 0x5B, 0x12), &[7.0, 3.0]),
    ((0x2F, 0x8F, 0x83), &[2.0, 2.5]),
    ((0x8A, 0x4F, 0x9E), &[9.0, 3.0, 2.0, 3.0]),
    ((0x7A, 0x82, 0x8C), &[4.0, 4.0]),
    ((0xB8, 0x93, 0x1E), &[1.0, 3.0]),
];
/// Parts of a whole, from dark to light; what follows begins anew, hatched.
pub const PARTS: [Color; 4] = [(0x1F, 0x3B, 0x63), (0xB9, 0xC7, 0xD8), (0xD9, 0x8A, 0x4F), (0x6F, 0x8F, 0xB5)];

pub const BODY: f32 = 10.0;
pub const SMALL: f32 = 8.0;
pub const LEAD: f32 = 12.0;
pub const HEADING: f32 = 20.0;
pub const SUBHEADING: f32 = 11.5;
/// From one line to the next, of the size of the text.
pub const LINE: f32 = 1.42;
