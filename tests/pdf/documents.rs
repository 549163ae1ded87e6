//! Renders reports of every size as PDF, with identical bytes each time.

use crate::fixtures::{all, scripts};
use crate::fonts::{font, fonts};
use overheard::pdf::{RenderError, Typeface, needed, render};
use overheard::report::content::ChartKind;

#[test]
fn every_report_becomes_the_same_bytes_each_time() {
    for (name, content) in all() {
        let fonts = fonts(&content);
        let first = render(&content, &fonts).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(first.starts_with(b"%PDF-1.7"), "{name}");
        assert!(first == render(&content, &fonts).unwrap(), "{name}: the same bytes");
        // Through JSON, as the rendering module at the edge gets it.
        let read = serde_json::from_slice(&serde_json::to_vec(&content).unwrap()).unwrap();
        assert!(first == render(&read, &fonts).unwrap(), "{name}: the same bytes of what was read");
    }
}

#[test]
fn ten_brands_over_two_years_are_a_small_document() {
    let (_, content) = all().into_iter().find(|(name, _)| *name == "large").unwrap();
    assert!(render(&content, &fonts(&content)).unwrap().len() < 500_000);
}

#[test]
fn a_partial_period_is_marked_in_lines_and_panels() {
    for name in ["small", "thirty"] {
        let (_, plain) = all().into_iter().find(|(of, _)| *of == name).unwrap();
        let mut marked = plain.clone();
        let charts = marked.sections.iter_mut().flat_map(|section| &mut section.charts);
        let lines: Vec<_> = charts.filter(|chart| chart.kind == ChartKind::Lines).collect();
        assert!(!lines.is_empty(), "{name}");
        lines.into_iter().for_each(|chart| chart.partial = vec![0, chart.categories.len() - 1, 10_000]);
        let fonts = fonts(&plain);
        let [plain, marked, again] = [&plain, &marked, &marked]
            .map(|content| render(content, &fonts).unwrap_or_else(|error| panic!("{name}: {error}")));
        assert!(plain != marked, "{name}: no mark");
        assert!(marked == again, "{name}: the same bytes");
    }
}

#[test]
fn only_the_fonts_of_the_scripts_are_needed() {
    let (_, latin) = all().into_iter().next().unwrap();
    assert_eq!(needed(&latin), [Typeface::Sans, Typeface::SansBold, Typeface::Symbols], "≥ stands in a formula");
    assert_eq!(needed(&scripts()), Typeface::ALL);
}

#[test]
fn characters_without_a_font_do_not_matter_but_the_two_latin_fonts_do() {
    let content = scripts();
    let latin = [font(Typeface::Sans), font(Typeface::SansBold)];
    assert!(render(&content, &latin).is_ok());
    assert_eq!(render(&content, &latin[..1]), Err(RenderError::Font(Typeface::SansBold)));
    let mut damaged = latin.clone();
    damaged[0].bytes = vec![0; 100].into();
    assert_eq!(render(&content, &damaged), Err(RenderError::Font(Typeface::Sans)));
}
