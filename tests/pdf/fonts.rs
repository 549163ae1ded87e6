//! The fonts of reports, from their npm packages.

use overheard::pdf::{FontFile, Typeface, needed};
use overheard::report::content::ReportContent;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns a font as it is deployed.
pub fn font(typeface: Typeface) -> FontFile {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/node_modules/@expo-google-fonts");
    let path = find(&root, typeface.file()).expect("`npm run build` installs the fonts");
    FontFile { typeface, bytes: Arc::new(fs::read(path).unwrap()) }
}

/// Returns the fonts that a report needs.
pub fn fonts(content: &ReportContent) -> Vec<FontFile> {
    needed(content).into_iter().map(font).collect()
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).find_map(|path| match path.is_dir() {
        true => find(&path, name),
        false => (path.file_name()? == name).then_some(path),
    })
}
