//! What the reports of the demo dataset say, word for word. `REPORT_TEXTS=accept` takes what they say now.

use crate::demo::{SILENT, demo};
use overheard_sqlite::reports::Made;
use serde_json::json;
use std::path::Path;

const KINDS: [&str; 5] = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice"];

/// All sentences: `*` marks those of low confidence.
fn told(made: &Made) -> String {
    let content = &made.composed.content;
    let mark = |low: bool| if low { " *" } else { "" };
    let summary = content.summary.iter().map(|said| format!("{}{}\n", said.text, mark(said.low_confidence)));
    let sections = content.sections.iter().map(|section| {
        format!("\n{}\n{}{}\n", section.title, section.reading.text, mark(section.reading.low_confidence))
    });
    summary.chain(sections).collect()
}

#[test]
fn of_the_demo_dataset() {
    let service = &demo().service;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports/texts");
    let mut differ = Vec::new();
    for kind in KINDS {
        for (of, brands) in
            [("three brands and a silent one", &[][..]), ("one brand", &[0]), ("a silent one", &[SILENT])]
        {
            let made = service.make(service.request(kind, service.last_days(31), brands, json!({})));
            let (path, told) = (folder.join(format!("{kind}, {of}.txt")), told(&made));
            let expected = std::fs::read_to_string(&path).unwrap_or_default();
            if told != expected && std::env::var("REPORT_TEXTS").is_ok_and(|how| how == "accept") {
                std::fs::write(&path, &told).unwrap();
            } else if told != expected {
                differ.push(format!("{}:\n{told}", path.display()));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
