//! Compares the sentences of reports on the demo dataset with snapshots.

use crate::demo::{SILENT, demo};
use overheard_sqlite::reports::ReportWithAnswers;
use serde_json::json;

const KINDS: [&str; 5] = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice"];

/// Returns all sentences. `*` marks low confidence.
fn sentences(report: &ReportWithAnswers) -> String {
    let content = &report.composed.content;
    let mark = |low: bool| if low { " *" } else { "" };
    let summary =
        content.summary.iter().map(|sentence| format!("{}{}\n", sentence.text, mark(sentence.low_confidence)));
    let sections = content.sections.iter().map(|section| {
        format!("\n{}\n{}{}\n", section.title, section.reading.text, mark(section.reading.low_confidence))
    });
    summary.chain(sections).collect()
}

#[test]
fn of_the_demo_dataset() {
    let service = &demo().service;
    for kind in KINDS {
        for (of, brands) in
            [("three-brands-and-a-silent-one", &[][..]), ("one-brand", &[0]), ("a-silent-one", &[SILENT])]
        {
            let report = service.make(service.request(kind, service.last_days(31), brands, json!({})));
            insta::with_settings!(
                {snapshot_path => "snapshots/texts", prepend_module_to_snapshot => false, omit_expression => true},
                { insta::assert_snapshot!(format!("{kind}-{of}"), sentences(&report)) }
            );
        }
    }
}
