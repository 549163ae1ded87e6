//! The sentences of reports on the demo dataset, held to snapshots.

use crate::demo::{SILENT, demo};
use overheard_sqlite::reports::ReportWithAnswers;
use serde_json::json;

const KINDS: [&str; 5] = ["brand_overview", "sentiment", "influencers", "trends", "share_of_voice"];

/// Returns all sentences: `*` marks those of low confidence.
fn told(made: &ReportWithAnswers) -> String {
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
    for kind in KINDS {
        for (of, brands) in
            [("three-brands-and-a-silent-one", &[][..]), ("one-brand", &[0]), ("a-silent-one", &[SILENT])]
        {
            let made = service.make(service.request(kind, service.last_days(31), brands, json!({})));
            insta::with_settings!(
                {snapshot_path => "snapshots/texts", prepend_module_to_snapshot => false, omit_expression => true},
                { insta::assert_snapshot!(format!("{kind}-{of}"), told(&made)) }
            );
        }
    }
}
