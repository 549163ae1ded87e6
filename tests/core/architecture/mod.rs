//! Checks imports: the core follows the layers of ARCHITECTURE.md, and the Worker and the command have no cycles.

mod circles;
mod source;

use source::{Source, Use};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Limit for the lines of `src/` with code that depends on a feature. The modules of `lib.rs`, where features belong,
/// do not count. The number may be lowered, not raised.
const MAX_FEATURE_GATES: usize = 17;

#[test]
fn modules_use_only_modules_below_them() {
    let modules = table();
    let layer = |name: &str| modules.iter().position(|(module, _)| module == name);
    let mut faults = Vec::new();
    for Use { by, path, place } in &core().uses {
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
    let mut shared = core().types;
    shared.retain(|_, places| places.len() > 1);
    let faults: Vec<_> = shared.iter().map(|(name, places)| format!("{name}: {}", places.join(", "))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_worker_and_the_command_import_in_no_circle() {
    for root in ["worker/src/lib.rs", "cli/src/main.rs"] {
        let faults = circles::find(&Source::read(root));
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

#[test]
fn few_lines_depend_on_features() {
    let mut folders = vec![root().join("src")];
    let mut gates = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("src/lib.rs") {
                let text = fs::read_to_string(path).unwrap();
                gates += text.lines().filter(|line| line.contains("cfg") && line.contains("feature =")).count();
            }
        }
    }
    assert!(gates <= MAX_FEATURE_GATES, "{gates} lines depend on features, and {MAX_FEATURE_GATES} may");
}

/// Reads the core's source outside of its tests.
fn core() -> Source {
    let core = Source::read("src/lib.rs");
    assert!(core.types.len() > 100 && core.uses.len() > 100, "the files of the core were read");
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
