//! The fonts of the deployment, from the packages that they come in.

use overheard::report::content::ReportContent;
use overheard::report::fonts::FontName;
use overheard::report::pdf::fonts::{FontFile, needed};
use std::path::Path;
use std::sync::Arc;

/// The fonts that a report needs.
pub fn of(content: &ReportContent) -> Vec<FontFile> {
    needed(content).into_iter().map(read).collect()
}

fn read(name: FontName) -> FontFile {
    let package = match name {
        FontName::Regular | FontName::Bold => "noto-sans",
        FontName::Arabic => "noto-sans-arabic",
        FontName::Hebrew => "noto-sans-hebrew",
        FontName::Devanagari => "noto-sans-devanagari",
        FontName::Thai => "noto-sans-thai",
        FontName::Japanese => "noto-sans-jp",
        FontName::Korean => "noto-sans-kr",
        FontName::Chinese => "noto-sans-sc",
    };
    let weight = if name == FontName::Bold { "700Bold" } else { "400Regular" };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/@expo-google-fonts");
    let file = file.join(package).join(weight).join(name.file());
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error} (npm ci installs it)", file.display()));
    FontFile { name, bytes: Arc::new(bytes) }
}
