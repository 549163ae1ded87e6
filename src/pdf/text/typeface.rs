//! The fonts of reports, and the choice of those that a text needs.

use crate::report::content::ReportContent;
use std::collections::BTreeSet;
use std::sync::Arc;
use unicode_script::{Script, UnicodeScript};

/// A font of reports, for some scripts.
///
/// All are Noto Sans, except Amiri for Arabic. Amiri draws each letter as one glyph, so that text extracted from a PDF
/// has whole words. Noto Sans composes letters from strokes and dots; other fonts join letters into one glyph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Typeface {
    /// Latin, Greek, Cyrillic and Devanagari.
    Sans,
    /// Latin, Greek, Cyrillic and Devanagari, bold.
    SansBold,
    /// Arabic.
    Arabic,
    /// Hebrew.
    Hebrew,
    /// Thai.
    Thai,
    /// Kana, and Chinese characters in their Japanese forms.
    Japanese,
    /// Chinese characters, simplified first.
    Chinese,
    /// Hangul.
    Korean,
    /// Mathematical signs, arrows and shapes.
    Symbols,
}

/// A font file.
#[derive(Debug, Clone)]
pub struct FontFile {
    /// The font.
    pub typeface: Typeface,
    /// The bytes of a TrueType font.
    pub bytes: Arc<Vec<u8>>,
}

impl Typeface {
    /// All fonts, preferred ones first.
    pub const ALL: [Self; 9] = [
        Self::Sans,
        Self::SansBold,
        Self::Arabic,
        Self::Hebrew,
        Self::Thai,
        Self::Japanese,
        Self::Chinese,
        Self::Korean,
        Self::Symbols,
    ];

    /// Returns the name of the font's file.
    pub fn file(self) -> &'static str {
        match self {
            Self::Sans => "NotoSans_400Regular.ttf",
            Self::SansBold => "NotoSans_700Bold.ttf",
            Self::Arabic => "Amiri_400Regular.ttf",
            Self::Hebrew => "NotoSansHebrew_400Regular.ttf",
            Self::Thai => "NotoSansThai_400Regular.ttf",
            Self::Japanese => "NotoSansJP_400Regular.ttf",
            Self::Chinese => "NotoSansSC_400Regular.ttf",
            Self::Korean => "NotoSansKR_400Regular.ttf",
            Self::Symbols => "NotoSansMath_400Regular.ttf",
        }
    }

    /// Returns the font whose file has this name.
    pub fn of_file(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|typeface| typeface.file() == name)
    }
}

/// Returns the preferred font of a character. Chinese characters depend on whether the text has kana.
pub(super) fn preferred(character: char, has_kana: bool) -> Option<Typeface> {
    Some(match character.script() {
        Script::Arabic => Typeface::Arabic,
        Script::Hebrew => Typeface::Hebrew,
        Script::Thai => Typeface::Thai,
        Script::Hangul => Typeface::Korean,
        Script::Hiragana | Script::Katakana => Typeface::Japanese,
        Script::Han if has_kana => Typeface::Japanese,
        Script::Han | Script::Bopomofo => Typeface::Chinese,
        Script::Common => match character {
            '\u{3000}'..='\u{33FF}' | '\u{FF00}'..='\u{FFEF}' => Typeface::Japanese,
            '\u{2190}'..='\u{23FF}' | '\u{2500}'..='\u{2BFF}' | '\u{1D400}'..='\u{1D7FF}' => Typeface::Symbols,
            _ => return None,
        },
        _ => return None,
    })
}

/// Returns true if a text has kana, and so is Japanese.
pub(super) fn has_kana(text: &str) -> bool {
    text.chars().any(|character| matches!(character.script(), Script::Hiragana | Script::Katakana))
}

/// Returns the fonts that a report needs, by the scripts of its characters.
pub fn needed(content: &ReportContent) -> Vec<Typeface> {
    let mut found = BTreeSet::from([Typeface::Sans, Typeface::SansBold]);
    for text in texts(content) {
        if !text.is_ascii() {
            let kana = has_kana(text);
            found.extend(text.chars().filter_map(|character| preferred(character, kana)));
        }
    }
    found.into_iter().collect()
}

/// Returns every text that a report shows.
fn texts(content: &ReportContent) -> impl Iterator<Item = &str> {
    let head = [&content.title, &content.kind, &content.account, &content.dataset_version];
    let filters = content.filters.iter().flat_map(|(name, value)| [name, value]);
    let figures =
        content.figures.iter().flat_map(|figure| [&figure.label, &figure.value].into_iter().chain(&figure.note));
    let summary = content.summary.iter().map(|statement| &statement.text);
    let sections = content.sections.iter().flat_map(|section| {
        let charts = section.charts.iter().flat_map(|chart| {
            let series = chart.series.iter().map(|series| &series.name);
            [&chart.title, &chart.unit].into_iter().chain(&chart.categories).chain(series)
        });
        let tables = section.tables.iter().flat_map(|table| {
            let headings = table.columns.iter().map(|column| &column.heading);
            headings.chain(table.rows.iter().flatten()).chain([&table.title]).chain(&table.note)
        });
        [&section.title, &section.reading.text].into_iter().chain(charts).chain(tables)
    });
    let methods =
        content.methods.iter().flat_map(|method| [&method.name, &method.text].into_iter().chain(&method.formula));
    let all = head.into_iter().chain(&content.brands).chain(filters).chain(figures).chain(summary).chain(sections);
    all.chain(methods).map(String::as_str)
}
