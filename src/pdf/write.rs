//! Writes a layout as PDF.

use super::RenderError;
use super::draft::{InternalLink, Mark, MarkGroup, Node, Outline, PagePosition, PdfDraft, Pen, Role};
use super::section::SectionStart;
use super::style::{Color, LEFT, PAGE};
use super::text::{TextLine, Typesetter};
use crate::report::content::ReportContent;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline as Bookmarks, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, Node as TagNode, SpanTag, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};

/// Returns the bytes of a PDF, with a bookmark for each part.
pub(super) fn document(
    content: &ReportContent,
    set: &Typesetter,
    draft: PdfDraft,
    starts: &[SectionStart],
) -> Result<Vec<u8>, RenderError> {
    let rules = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .with_archival_validator(Archival::A2_A)
        .finish()
        .map_err(wrong)?;
    let mut document = Document::new_with(SerializeSettings { configuration: rules, ..SerializeSettings::default() });
    let mut written =
        WrittenTags { mark_groups: vec![None; draft.mark_groups.len()], links: vec![None; draft.links.len()] };
    for number in 0..draft.pages {
        page(&mut document, set, &draft, number, &mut written)?;
    }
    let mut tree = TagTree::new();
    for node in draft.nodes {
        if let Some(node) = written.node(node) {
            tree.push(node);
        }
    }
    document.set_tag_tree(tree);
    document.set_outline(bookmarks(content, starts));
    document.set_metadata(metadata(content));
    document.finish().map_err(wrong)
}

fn wrong(error: impl core::fmt::Debug) -> RenderError {
    RenderError::Document(format!("{error:?}"))
}

/// The identifiers of written mark groups and links, for the tag structure.
struct WrittenTags {
    mark_groups: Vec<Option<Identifier>>,
    links: Vec<Option<Identifier>>,
}

impl WrittenTags {
    fn node(&self, node: Node) -> Option<TagNode> {
        match node {
            Node::MarkGroup(number) => self.mark_groups.get(number)?.map(TagNode::Leaf),
            Node::InternalLink(number) => self.links.get(number)?.map(TagNode::Leaf),
            Node::Group(group) => {
                let nodes = group.nodes.into_iter().filter_map(|node| self.node(node)).collect();
                Some(TagNode::Group(TagGroup::with_children(group.tag, nodes)))
            }
        }
    }
}

fn page(
    document: &mut Document,
    set: &Typesetter,
    draft: &PdfDraft,
    number: usize,
    written: &mut WrittenTags,
) -> Result<(), RenderError> {
    let size = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| wrong("the size of the page"))?;
    let mut page = document.start_page_with(size);
    let mut surface = page.surface();
    for (group, known) in
        draft.mark_groups.iter().zip(&mut written.mark_groups).filter(|(group, _)| group.page == number)
    {
        *known = draw(&mut surface, set, group);
    }
    surface.finish();
    for (link, known) in draft.links.iter().zip(&mut written.links).filter(|(link, _)| link.page == number) {
        *known = Some(page.add_tagged_annotation(annotation(link).ok_or_else(|| wrong("the area of a link"))?));
    }
    page.finish();
    Ok(())
}

/// Draws a mark group. Returns its identifier if it belongs to the tag structure.
fn draw(surface: &mut Surface, set: &Typesetter, group: &MarkGroup) -> Option<Identifier> {
    let artifact = |kind| ContentTag::Artifact(Artifact::with_kind(kind));
    let (tag, is_read) = match &group.role {
        Role::Content => (ContentTag::Span(SpanTag::empty()), true),
        Role::ActualText(text) => (ContentTag::Span(SpanTag::empty().with_actual_text(Some(text))), true),
        Role::Decoration => (artifact(ArtifactType::Layout), false),
        Role::Header => (artifact(ArtifactType::Header), false),
        Role::Footer => (artifact(ArtifactType::Footer), false),
    };
    let identifier = surface.start_tagged(tag);
    for mark in &group.marks {
        match mark {
            Mark::Text { x, y, size, color, line } => text(surface, set, (*x, *y), *size, *color, line),
            Mark::Area { outline, fill, pen } => shape(surface, path(outline), *fill, *pen),
            Mark::Stroke { points, pen } => shape(surface, polyline(points, false), None, Some(*pen)),
        }
    }
    surface.end_tagged();
    is_read.then_some(identifier)
}

/// Rounds a length to two decimals. More decimals are invisible and enlarge the file.
fn round(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

fn text(surface: &mut Surface, set: &Typesetter, (x, y): (f32, f32), size: f32, color: Color, line: &TextLine) {
    surface.set_fill(Some(filled(color)));
    surface.set_stroke(None);
    let mut x = x;
    for run in &line.runs {
        if let Some(font) = set.font(run.font) {
            surface.draw_glyphs(
                Point::from_xy(round(x), round(y)),
                &run.glyphs,
                font,
                &run.text,
                size * run.scale,
                false,
            );
        }
        x += run.width * size;
    }
}

fn shape(surface: &mut Surface, path: Option<Path>, fill: Option<Color>, pen: Option<Pen>) {
    surface.set_fill(fill.map(filled));
    surface.set_stroke(pen.map(stroked));
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

fn filled(Color(red, green, blue): Color) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}

fn stroked(pen: Pen) -> Stroke {
    let Color(red, green, blue) = pen.color;
    Stroke {
        paint: rgb::Color::new(red, green, blue).into(),
        width: pen.width,
        line_cap: LineCap::Butt,
        line_join: LineJoin::Round,
        dash: (!pen.dash.is_empty()).then(|| StrokeDash { array: pen.dash.to_vec(), offset: 0.0 }),
        ..Stroke::default()
    }
}

fn path(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Box { x, y, width, height } => {
            let mut builder = PathBuilder::new();
            builder.push_rect(Rect::from_xywh(round(*x), round(*y), round(*width), round(*height))?);
            builder.finish()
        }
        Outline::Polygon(points) => polyline(points, true),
        Outline::Circle { x, y, radius } => circle(*x, *y, *radius),
    }
}

fn polyline(points: &[(f32, f32)], is_closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (at, (x, y)) in points.iter().enumerate() {
        match at {
            0 => builder.move_to(round(*x), round(*y)),
            _ => builder.line_to(round(*x), round(*y)),
        }
    }
    if is_closed {
        builder.close();
    }
    builder.finish()
}

fn circle(x: f32, y: f32, radius: f32) -> Option<Path> {
    /// The control point distance of a Bézier quarter circle, relative to the radius.
    const HANDLE: f32 = 0.552_284_8;
    let handle = radius * HANDLE;
    let mut builder = PathBuilder::new();
    builder.move_to(x + radius, y);
    builder.cubic_to(x + radius, y + handle, x + handle, y + radius, x, y + radius);
    builder.cubic_to(x - handle, y + radius, x - radius, y + handle, x - radius, y);
    builder.cubic_to(x - radius, y - handle, x - handle, y - radius, x, y - radius);
    builder.cubic_to(x + handle, y - radius, x + radius, y - handle, x + radius, y);
    builder.close();
    builder.finish()
}

fn annotation(link: &InternalLink) -> Option<Annotation> {
    let (x, y, width, height) = link.area;
    let target = Target::Destination(destination(link.place).into());
    let annotation = LinkAnnotation::new(Rect::from_xywh(x, y, width, height)?, target);
    Some(Annotation::new_link(annotation, Some(link.text.clone())))
}

fn destination(place: PagePosition) -> XyzDestination {
    XyzDestination::new(place.page, Point::from_xy(LEFT, place.y))
}

fn bookmarks(content: &ReportContent, starts: &[SectionStart]) -> Bookmarks {
    let mut bookmarks = Bookmarks::new();
    let cover = PagePosition { page: 0, y: 0.0 };
    bookmarks.push_child(OutlineNode::new(content.title.clone(), destination(cover)));
    for start in starts {
        bookmarks.push_child(OutlineNode::new(start.heading.clone(), destination(start.place)));
    }
    bookmarks
}

/// Returns the metadata. The date is the dataset's last day: archives require a date, and the bytes may depend on the
/// content alone.
fn metadata(content: &ReportContent) -> Metadata {
    let mut parts = content.dataset_period.1.split('-').map(|part| part.parse::<u16>().unwrap_or(1));
    let mut next = || parts.next().unwrap_or(1);
    let (year, month, day) = (next(), next(), next());
    let date = DateTime::new(year).month(month as u8).day(day as u8).hour(0).minute(0).second(0);
    Metadata::new()
        .title(content.title.clone())
        .description(format!("{}, {} to {}", content.kind, content.period.0, content.period.1))
        .authors(vec![content.account.clone()])
        .creator("Overheard".to_owned())
        .producer("Overheard".to_owned())
        .language("en".to_owned())
        .creation_date(date.utc_offset_hour(0).utc_offset_minute(0))
}
