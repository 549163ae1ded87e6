//! Checks the documents: their links have targets, and the files that documents about the code name exist.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the project: text in backticks that begins with one is a path.
const FOLDERS: [&str; 9] = ["src/", "worker/", "cli/", "pkg/", "www/", "scripts/", "tests/", "bench/", "docs/"];

/// Files that a build creates, which a fresh clone does not have.
const BUILT: [&str; 2] = ["pkg/generated/", "worker/site"];

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    for document in documents() {
        for link in prose(&document).iter().flat_map(|line| links(line)) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            let is_there =
                target.exists() && (anchor.is_empty() || anchors(&target).iter().any(|known| known == anchor));
            if !is_there {
                faults.push(format!("{}: {link} leads nowhere", document.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_that_are_named_are_there() {
    let mut named = map();
    for document in documents().iter().filter(|document| is_about_code(document)) {
        for line in prose(document) {
            let quoted =
                line.split('`').skip(1).step_by(2).filter(|text| FOLDERS.iter().any(|folder| text.starts_with(folder)));
            named.extend(quoted.map(|path| (document.clone(), path.to_owned())));
        }
    }
    assert!(named.len() > 100, "paths were found");
    let missing = named.iter().filter(|(_, path)| !BUILT.contains(&path.as_str()) && !root().join(path).exists());
    let faults: Vec<_> =
        missing.map(|(document, path)| format!("{}: there is no {path}", document.display())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the project's own documents.
fn documents() -> Vec<PathBuf> {
    let mut documents: Vec<_> = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        .map(|name| root().join(name))
        .into();
    for folder in ["docs", "docs/internals"] {
        let paths = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        documents.extend(paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    documents
}

fn is_about_code(document: &Path) -> bool {
    document.ends_with("ARCHITECTURE.md") || document.starts_with(root().join("docs/internals"))
}

/// Returns the lines outside of examples.
fn prose(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap();
    let mut is_example = false;
    let kept = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_example ^= is_fence;
        !is_example && !is_fence
    });
    kept.map(str::to_owned).collect()
}

/// Returns the targets of a line's links within the project.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
}

/// Returns the anchors of a document's headings.
fn anchors(document: &Path) -> Vec<String> {
    let lines = prose(document);
    let headings = lines.iter().filter(|line| line.starts_with('#'));
    let name = |heading: &String| {
        let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        text.chars().filter(|character| character.is_alphanumeric() || ['-', '_'].contains(character)).collect()
    };
    headings.map(name).collect()
}

/// Returns the files and folders of the map in ARCHITECTURE.md, where entries below a folder are indented.
fn map() -> Vec<(PathBuf, String)> {
    let document = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&document).unwrap();
    let map = text.split("```").nth(1).unwrap();
    let mut folder = "";
    let mut paths = Vec::new();
    for line in map.lines().filter(|line| !line.is_empty()) {
        let name = line.split_whitespace().next().unwrap();
        let is_below = line.starts_with(' ');
        folder = if is_below { folder } else { name };
        paths.push((document.clone(), if is_below { format!("{folder}{name}") } else { name.to_owned() }));
    }
    paths
}
