//! Writing what is laid out as a document.

use super::RenderError;
use super::sheet::{Mark, MarkKind, Node, Sheet};
use super::style::{Color, HEIGHT, WIDTH};
use crate::report::content::ReportContent;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, Configuration, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{Page, PageSettings};
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};
use std::collections::HashMap;

/// What is written on pages for a place in the tree, in its order.
type Leaves = HashMap<Node, Vec<Identifier>>;

/// The document.
///
/// # Errors
/// What krilla's validators refuse.
pub fn draw(content: &ReportContent, sheet: Sheet) -> Result<Vec<u8>, RenderError> {
    let mut document = Document::new_with(SerializeSettings { configuration: configuration()?, ..Default::default() });
    let Sheet { pages, tree, bookmarks, .. } = sheet;
    let to = |bookmark: usize| {
        let bookmark = bookmarks.get(bookmark)?;
        Some(XyzDestination::new(bookmark.page, Point::from_xy(0.0, bookmark.y)))
    };
    let mut leaves = Leaves::new();
    for marks in pages {
        let size = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| invalid("a page has no size"))?;
        let mut page = document.start_page_with(size);
        let links = fill(&mut page, marks, &mut leaves);
        for (node, corners, bookmark, about) in links {
            let [left, top, right, bottom] = corners;
            let (Some(rect), Some(to)) = (Rect::from_ltrb(left, top, right, bottom), to(bookmark)) else { continue };
            let link = LinkAnnotation::new(rect, Target::Destination(to.into()));
            let leaf = page.add_tagged_annotation(Annotation::new_link(link, Some(about)));
            leaves.entry(node).or_default().push(leaf);
        }
        page.finish();
    }
    let mut outline = Outline::new();
    for (position, bookmark) in bookmarks.iter().enumerate() {
        if let Some(to) = to(position) {
            outline.push_child(OutlineNode::new(bookmark.title.clone(), to));
        }
    }
    document.set_outline(outline);
    document.set_metadata(metadata(content));
    document.set_tag_tree(tag_tree(&tree, leaves));
    document.finish().map_err(|error| RenderError::Document(format!("{error:?}")))
}

/// Tagged for those who do not see it (PDF/UA-1), and fit to be kept (PDF/A-2a).
fn configuration() -> Result<Configuration, RenderError> {
    let wanted = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1);
    wanted.finish().map_err(|error| RenderError::Document(format!("{error:?}")))
}

/// What programs are told of the document. The only date is that of the data: when it was made would make each differ.
fn metadata(content: &ReportContent) -> Metadata {
    let ReportContent { title, kind, account, period, dataset_version, .. } = content;
    let about = format!("{kind} of {account}, {} to {}, dataset {dataset_version}", period.0, period.1);
    let metadata = Metadata::new()
        .title(title.clone())
        .description(about)
        .language("en".to_owned())
        .creator("Overheard".to_owned())
        .producer("krilla".to_owned())
        .authors(vec![account.clone()])
        .keywords(content.brands.clone());
    match date(&period.1) {
        Some(date) => metadata.creation_date(date),
        None => metadata,
    }
}

fn date(text: &str) -> Option<DateTime> {
    let mut parts = text.splitn(3, '-');
    let (year, month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(DateTime::new(year).month(month).day(day).hour(0).minute(0).second(0).utc_offset_hour(0).utc_offset_minute(0))
}

/// A link that is to be added: where it belongs, its corners, the bookmark it leads to, and what is said of it.
type Link = (Node, [f32; 4], usize, String);

/// Writes what is on a page; returns its links.
fn fill(page: &mut Page<'_>, marks: Vec<Mark>, leaves: &mut Leaves) -> Vec<Link> {
    let (mut links, mut pen) = (Vec::new(), page.surface());
    let mut marks = marks.into_iter().peekable();
    while let Some(mark) = marks.next() {
        let node = mark.node;
        let is_text = matches!(mark.kind, MarkKind::Text { .. });
        if let (MarkKind::Link { corners, to, about }, Some(node)) = (&mark.kind, node) {
            links.push((node, *corners, *to, about.clone()));
            continue;
        }
        let leaf = pen.start_tagged(match node {
            None => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
            Some(_) if is_text => ContentTag::Span(SpanTag::empty()),
            Some(_) => ContentTag::Other,
        });
        put(&mut pen, mark.kind);
        // What belongs together and stands together is one thing; lines of text are one each.
        while let Some(next) =
            marks.next_if(|next| next.node == node && !is_text && !matches!(next.kind, MarkKind::Link { .. }))
        {
            put(&mut pen, next.kind);
        }
        pen.end_tagged();
        if let Some(node) = node {
            leaves.entry(node).or_default().push(leaf);
        }
    }
    pen.finish();
    links
}

fn put(pen: &mut Surface<'_>, mark: MarkKind) {
    match mark {
        MarkKind::Text { x, y, size, color, line } => {
            pen.set_stroke(None);
            pen.set_fill(Some(filled(color)));
            let mut at = x;
            for run in line.runs {
                pen.draw_glyphs(Point::from_xy(at, y), &run.glyphs, run.font, &run.text, size, false);
                at += run.width * size;
            }
        }
        MarkKind::Shape { path, fill, stroke } => {
            pen.set_fill(fill.map(filled));
            pen.set_stroke(stroke.map(|stroke| Stroke {
                paint: rgb::Color::new(stroke.color.0, stroke.color.1, stroke.color.2).into(),
                width: stroke.width,
                miter_limit: 10.0,
                line_cap: LineCap::Butt,
                line_join: LineJoin::Round,
                opacity: NormalizedF32::ONE,
                dash: (!stroke.dash.is_empty()).then_some(StrokeDash { array: stroke.dash, offset: 0.0 }),
            }));
            pen.draw_path(&path);
        }
        MarkKind::Link { .. } => {}
    }
}

fn filled(color: Color) -> Fill {
    let paint = rgb::Color::new(color.0, color.1, color.2).into();
    Fill { paint, opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}

/// The tree of tags: what is written stands before what is inside.
fn tag_tree(tree: &[super::sheet::Branch], mut leaves: Leaves) -> TagTree {
    let mut groups: Vec<Option<TagGroup>> = tree.iter().map(|branch| Some(TagGroup::new(branch.tag.clone()))).collect();
    for (node, group) in groups.iter_mut().enumerate() {
        let written = leaves.remove(&node).unwrap_or_default();
        if let Some(group) = group {
            written.into_iter().for_each(|leaf| group.push(leaf));
        }
    }
    // Branches stand behind those that they are on: from the last on, each is whole when it is hung up.
    let mut below: HashMap<Node, Vec<TagGroup>> = HashMap::new();
    let mut tags = TagTree::new().with_lang(Some("en".to_owned()));
    for (node, branch) in tree.iter().enumerate().rev() {
        let Some(mut group) = groups.get_mut(node).and_then(Option::take) else { continue };
        below.remove(&node).unwrap_or_default().into_iter().rev().for_each(|inside| group.push(inside));
        match branch.parent {
            Some(parent) => below.entry(parent).or_default().push(group),
            None => tags.push(group),
        }
    }
    tags
}

fn invalid(why: &str) -> RenderError {
    RenderError::Document(why.to_owned())
}
