//! The layout of a PDF before it is written: marks on pages, and the tag structure.

use super::style::{Color, Style};
use super::text::TextLine;
use krilla::tagging::TagKind;

/// A drawn element. Coordinates are in points from the upper left corner of the page.
#[derive(Debug, Clone)]
pub(super) enum Mark {
    /// A line of text; `x` and `y` are the left end of its baseline.
    Text { x: f32, y: f32, size: f32, color: Color, line: TextLine },
    /// A closed shape.
    Area { outline: Outline, fill: Option<Color>, pen: Option<Pen> },
    /// An open shape.
    Stroke { points: Vec<(f32, f32)>, pen: Pen },
}

/// The outline of a shape.
#[derive(Debug, Clone)]
pub(super) enum Outline {
    Box { x: f32, y: f32, width: f32, height: f32 },
    Polygon(Vec<(f32, f32)>),
    Circle { x: f32, y: f32, radius: f32 },
}

/// The style of a stroke. `dash` has the lengths of dashes and gaps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen {
    pub(super) color: Color,
    pub(super) width: f32,
    pub(super) dash: &'static [f32],
}

/// The role of marks for assistive technology.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    /// Content that is read.
    Content,
    /// Content that is read as this text: the full text of one that is shown shortened.
    ActualText(String),
    /// Rules and backgrounds.
    Decoration,
    /// Content that repeats on every page.
    Header,
    Footer,
}

/// Marks of one page with one role.
#[derive(Debug, Clone)]
pub(super) struct MarkGroup {
    pub(super) page: usize,
    pub(super) role: Role,
    pub(super) marks: Vec<Mark>,
}

/// An internal link. `area` is `x`, `y`, `width` and `height` of the link.
#[derive(Debug, Clone)]
pub(super) struct InternalLink {
    pub(super) page: usize,
    pub(super) area: (f32, f32, f32, f32),
    pub(super) place: PagePosition,
    pub(super) text: String,
}

/// A position: the page, counted from 0, and the upper edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PagePosition {
    pub(super) page: usize,
    pub(super) y: f32,
}

/// A part of the tag structure.
#[derive(Debug, Clone)]
pub(super) struct StructureNode {
    pub(super) tag: TagKind,
    pub(super) nodes: Vec<Node>,
}

/// A child in the tag structure: a part, or the number of a mark group or link.
#[derive(Debug, Clone)]
pub(super) enum Node {
    Group(StructureNode),
    MarkGroup(usize),
    InternalLink(usize),
}

/// A PDF under construction.
#[derive(Debug, Default)]
pub(super) struct PdfDraft {
    pub(super) pages: usize,
    pub(super) mark_groups: Vec<MarkGroup>,
    pub(super) links: Vec<InternalLink>,
    pub(super) nodes: Vec<Node>,
    open: Vec<StructureNode>,
}

impl PdfDraft {
    /// Opens a part of the structure for the content that follows.
    pub(super) fn open(&mut self, tag: impl Into<TagKind>) {
        self.open.push(StructureNode { tag: tag.into(), nodes: Vec::new() });
    }

    /// Closes the part that was opened last.
    pub(super) fn close(&mut self) {
        if let Some(group) = self.open.pop() {
            self.push(Node::Group(group));
        }
    }

    /// Puts marks on the last page, and returns their number.
    pub(super) fn put(&mut self, role: Role, marks: Vec<Mark>) -> usize {
        self.put_on(self.pages.saturating_sub(1), role, marks)
    }

    pub(super) fn put_on(&mut self, page: usize, role: Role, marks: Vec<Mark>) -> usize {
        let number = self.mark_groups.len();
        let is_read = matches!(role, Role::Content | Role::ActualText(_));
        self.mark_groups.push(MarkGroup { page, role, marks });
        if is_read {
            self.push(Node::MarkGroup(number));
        }
        number
    }

    /// Adds a link to the open part, and returns its number. Its target may be set later.
    pub(super) fn link(&mut self, link: InternalLink) -> usize {
        self.links.push(link);
        self.push(Node::InternalLink(self.links.len() - 1));
        self.links.len() - 1
    }

    fn push(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(group) => group.nodes.push(node),
            None => self.nodes.push(node),
        }
    }
}

impl Mark {
    /// Creates text in a style.
    pub(super) fn text(x: f32, y: f32, style: Style, line: TextLine) -> Self {
        Self::Text { x, y, size: style.size, color: style.color, line }
    }

    /// Creates a filled rectangle.
    pub(super) fn filled(x: f32, y: f32, width: f32, height: f32, fill: Color) -> Self {
        Self::Area { outline: Outline::Box { x, y, width, height }, fill: Some(fill), pen: None }
    }

    /// Creates a straight line.
    pub(super) fn rule(from: (f32, f32), to: (f32, f32), color: Color, width: f32) -> Self {
        Self::Stroke { points: vec![from, to], pen: Pen { color, width, dash: &[] } }
    }

    /// Moves the mark.
    pub(super) fn moved(self, right: f32, down: f32) -> Self {
        let shift = |points: Vec<(f32, f32)>| points.into_iter().map(|(x, y)| (x + right, y + down)).collect();
        match self {
            Self::Text { x, y, size, color, line } => Self::Text { x: x + right, y: y + down, size, color, line },
            Self::Stroke { points, pen } => Self::Stroke { points: shift(points), pen },
            Self::Area { outline, fill, pen } => {
                let outline = match outline {
                    Outline::Box { x, y, width, height } => Outline::Box { x: x + right, y: y + down, width, height },
                    Outline::Polygon(points) => Outline::Polygon(shift(points)),
                    Outline::Circle { x, y, radius } => Outline::Circle { x: x + right, y: y + down, radius },
                };
                Self::Area { outline, fill, pen }
            }
        }
    }
}
