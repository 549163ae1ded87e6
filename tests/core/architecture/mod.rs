//! Checks imports and names: the core follows the layers of ARCHITECTURE.md, the core, the Worker and the command have no
//! import cycles, and public types have distinct names.

mod circles;
mod source;

use source::{CrateSource, PathUse};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Limit for the lines of `src/` with code that depends on a feature. The modules of `lib.rs`, where features belong,
/// do not count. The number may be lowered, not raised.
const MAX_FEATURE_GATES: usize = 17;

/// The folders of the crates whose public types have distinct names.
const CRATE_FOLDERS: [&str; 6] = ["src", "worker", "cli", "pkg", "scripts", "tests"];

#[test]
fn modules_use_only_modules_below_them() {
    let modules = table();
    let layer = |name: &str| modules.iter().position(|(module, _)| module == name);
    let mut faults = Vec::new();
    for PathUse { by, path, place } in &core().uses {
        let Some(used) = path.first() else { continue };
        let module = by.first().map_or("lib.rs", String::as_str);
        let fault = match (layer(module), layer(used)) {
            (_, None) => format!("{module} uses {used}, which is not in the table of ARCHITECTURE.md"),
            (Some(own), Some(other)) if other < own => format!("{module} uses {used}, which is above it"),
            _ => continue,
        };
        faults.push(format!("{place}: {fault}"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_lists_the_modules_of_the_core() {
    let table = table();
    for (module, place) in &table {
        assert!(
            place.starts_with(&format!("src/{module}")) && root().join(place).exists(),
            "{module}: there is no {place}"
        );
    }
    let listed: BTreeSet<_> = table.iter().map(|(module, _)| module.clone()).collect();
    assert_eq!(listed.len(), table.len(), "the table lists each module once");
    assert_eq!(listed, core().top_modules(), "modules of ARCHITECTURE.md and of src/lib.rs");
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let mut shared = source::public_types(&CRATE_FOLDERS);
    assert!(shared.len() > 500, "the files of all crates were read");
    shared.retain(|_, places| places.len() > 1);
    let faults: Vec<_> = shared.iter().map(|(name, places)| format!("{name}: {}", places.join(", "))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_modules_of_a_crate_import_in_no_circle() {
    for root in ["src/lib.rs", "worker/src/lib.rs", "cli/src/main.rs"] {
        let faults = circles::find(&CrateSource::read(root));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

#[test]
fn few_lines_depend_on_features() {
    let mut gates = 0;
    for file in source::rust_files("src").iter().filter(|file| !file.ends_with("src/lib.rs")) {
        let text = fs::read_to_string(file).unwrap();
        gates += text.lines().filter(|line| line.contains("cfg") && line.contains("feature =")).count();
    }
    assert!(gates <= MAX_FEATURE_GATES, "{gates} lines depend on features, and {MAX_FEATURE_GATES} may");
}

/// Reads the core's source outside of its tests.
fn core() -> CrateSource {
    let core = CrateSource::read("src/lib.rs");
    assert!(core.uses.len() > 100, "the files of the core were read");
    core
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the table of the core's modules, from the highest layer down: names, and their folders or files.
fn table() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().skip_while(|line| !line.starts_with("| Module |")).skip(2);
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    let modules: Vec<_> = rows
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| row.trim_start_matches('|').split_once('|'))
        .map(|(module, rest)| (cell(module), cell(rest.split('|').next().unwrap())))
        .collect();
    assert!(!modules.is_empty(), "ARCHITECTURE.md has a table of modules");
    modules
}
