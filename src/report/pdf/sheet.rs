//! What stands where: marks on pages, and the tree of what they are.

use super::style::{Color, TOP};
use super::text::Line;
use krilla::geom::Path;
use krilla::tagging::TagKind;

/// A place in the tree.
pub type Node = usize;

/// Something on a page. What belongs to no node is there for the eye alone.
pub struct Mark {
    pub node: Option<Node>,
    pub kind: MarkKind,
}

/// What it is.
pub enum MarkKind {
    /// A line of text, by the left end of its base line.
    Text { x: f32, y: f32, size: f32, color: Color, line: Line },
    /// A shape.
    Shape { path: Path, fill: Option<Color>, stroke: Option<Stroke> },
    /// A rectangle that leads to a bookmark: left, top, right, bottom.
    Link { corners: [f32; 4], to: usize, about: String },
}

/// How a shape is outlined.
pub struct Stroke {
    pub color: Color,
    pub width: f32,
    pub dash: Vec<f32>,
}

/// A part of the tree.
pub struct Branch {
    pub tag: TagKind,
    pub parent: Option<Node>,
}

/// A heading that bookmarks and links lead to.
pub struct Bookmark {
    pub title: String,
    pub page: usize,
    pub y: f32,
}

/// Pages in the making.
pub struct Sheet {
    pub pages: Vec<Vec<Mark>>,
    pub tree: Vec<Branch>,
    pub bookmarks: Vec<Bookmark>,
    /// How far down the page is used.
    pub y: f32,
}

impl Sheet {
    /// A first page.
    pub fn new() -> Self {
        Self { pages: vec![Vec::new()], tree: Vec::new(), bookmarks: Vec::new(), y: TOP }
    }

    /// Goes on on a new page.
    pub fn turn(&mut self) {
        self.pages.push(Vec::new());
        self.y = TOP;
    }

    /// The number of the page, from 0 on.
    pub fn page(&self) -> usize {
        self.pages.len().saturating_sub(1)
    }

    /// A new place in the tree.
    pub fn node(&mut self, tag: impl Into<TagKind>, parent: Option<Node>) -> Node {
        self.tree.push(Branch { tag: tag.into(), parent });
        self.tree.len() - 1
    }

    /// Puts something on the page.
    pub fn put(&mut self, node: Option<Node>, kind: MarkKind) {
        if let Some(page) = self.pages.last_mut() {
            page.push(Mark { node, kind });
        }
    }

    /// Puts a line of text on the page.
    pub fn text(&mut self, node: Option<Node>, (x, y): (f32, f32), (size, color): (f32, Color), line: Line) {
        self.put(node, MarkKind::Text { x, y, size, color, line });
    }

    /// Puts a shape on the page, if it is one.
    pub fn shape(&mut self, node: Option<Node>, path: Option<Path>, fill: Option<Color>, stroke: Option<Stroke>) {
        if let Some(path) = path {
            self.put(node, MarkKind::Shape { path, fill, stroke });
        }
    }
}
