//! The fonts that a report needs.

use crate::report::content::ReportContent;
use crate::report::fonts::FontName;
use std::collections::BTreeSet;
use std::sync::Arc;
use unicode_script::{Script, UnicodeScript};

/// A font that was read.
#[derive(Debug, Clone)]
pub struct FontFile {
    /// Which.
    pub name: FontName,
    /// Its file, TrueType or OpenType.
    pub bytes: Arc<Vec<u8>>,
}

/// The fonts that a report needs: Latin, Greek and Cyrillic always, others where their script occurs.
pub fn needed(content: &ReportContent) -> Vec<FontName> {
    let scripts: BTreeSet<FontName> = texts(content).flat_map(str::chars).filter_map(font_of).collect();
    let mut needed = BTreeSet::from([FontName::Regular, FontName::Bold]);
    needed.extend(scripts.iter().copied());
    // Han is written in three countries: it is set as what else there is says.
    if scripts.contains(&FontName::Chinese) && scripts.contains(&FontName::Japanese) && !is_chinese(content) {
        needed.remove(&FontName::Chinese);
    }
    needed.into_iter().collect()
}

/// Whether there is text in Han alone, which a Japanese or Korean font may not have all characters of.
fn is_chinese(content: &ReportContent) -> bool {
    texts(content).any(|text| {
        let fonts: BTreeSet<FontName> = text.chars().filter_map(font_of).collect();
        fonts.contains(&FontName::Chinese) && !fonts.contains(&FontName::Japanese)
    })
}

fn font_of(character: char) -> Option<FontName> {
    match character.script() {
        Script::Arabic => Some(FontName::Arabic),
        Script::Hebrew => Some(FontName::Hebrew),
        Script::Devanagari => Some(FontName::Devanagari),
        Script::Thai => Some(FontName::Thai),
        Script::Hiragana | Script::Katakana => Some(FontName::Japanese),
        Script::Hangul => Some(FontName::Korean),
        Script::Han | Script::Bopomofo => Some(FontName::Chinese),
        // Punctuation and widths of East Asian text.
        _ if matches!(character, '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FFEF}') => Some(FontName::Chinese),
        _ => None,
    }
}

/// All texts of a report that come from outside.
fn texts(content: &ReportContent) -> impl Iterator<Item = &str> {
    let ReportContent { title, account, brands, filters, figures, summary, sections, .. } = content;
    let cover = [title, account].into_iter().chain(brands).chain(filters.iter().map(|(_, value)| value));
    let told = figures.iter().map(|figure| &figure.value).chain(summary.iter().map(|statement| &statement.text));
    let within = sections.iter().flat_map(|section| {
        let charts = section.charts.iter().flat_map(|chart| {
            chart.categories.iter().chain(chart.series.iter().map(|series| &series.name)).chain([&chart.title])
        });
        let tables = section.tables.iter().flat_map(|table| {
            let headings = table.columns.iter().map(|column| &column.heading);
            headings.chain(table.rows.iter().flatten()).chain(&table.note)
        });
        charts.chain(tables).chain([&section.reading.text])
    });
    cover.chain(told).chain(within).map(String::as_str)
}
