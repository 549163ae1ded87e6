//! Documents as they come out.

use crate::{fixture, fonts};
use overheard::report::content::ReportContent;
use overheard::report::fonts::FontName;
use overheard::report::pdf::fonts::needed;
use overheard::report::pdf::render;

/// Renders a report, and writes it down where somebody wants to look at it.
fn rendered(name: &str, content: &ReportContent) -> Vec<u8> {
    let bytes = render(content, &fonts::of(content)).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Some(folder) = std::env::var_os("REPORT_PDFS") {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.pdf")), &bytes).unwrap();
    }
    bytes
}

#[test]
fn every_content_makes_a_valid_document_of_the_same_bytes() {
    for (name, content) in [("bare", fixture::bare()), ("full", fixture::full()), ("extreme", fixture::extreme())] {
        let bytes = rendered(name, &content);
        assert!(bytes.starts_with(b"%PDF-1.7"), "{name}");
        assert_eq!(bytes, rendered(name, &content), "{name}");
        assert!(bytes.len() < 500_000, "{name}: {}", bytes.len());
    }
}

#[test]
fn fonts_are_loaded_where_their_script_occurs() {
    assert_eq!(needed(&fixture::bare()), [FontName::Regular, FontName::Bold]);
    assert_eq!(needed(&fixture::full()).len(), FontName::ALL.len());
    let mut japanese = fixture::bare();
    japanese.title = "オーレリア化粧水".to_owned();
    assert_eq!(needed(&japanese), [FontName::Regular, FontName::Bold, FontName::Japanese]);
}

#[test]
fn a_font_that_is_missing_is_named() {
    let error = render(&fixture::bare(), &[]).unwrap_err();
    assert!(error.to_string().contains("NotoSans_400Regular.ttf"), "{error}");
}
