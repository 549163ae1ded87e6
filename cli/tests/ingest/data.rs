//! Tests that all real documents are accepted.

use crate::command::overheard;
use serde_json::Value;
use std::path::PathBuf;

/// Returns the folder with real records, if it exists.
fn data() -> Option<PathBuf> {
    let named = std::env::var_os("OVERHEARD_DATA").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

fn check(part: &str, counts: [u64; 3]) {
    let Some(folder) = data() else {
        eprintln!(
            "SKIPPED: no real documents. OVERHEARD_DATA names a folder with {part}/siv_info.* and its companions"
        );
        return;
    };
    let folder = folder.join(part);
    let output = overheard(&["import", folder.to_str().unwrap(), "--dry-run", "--json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (index, count) in ["siv_info", "siv_content_creator", "siv_business_ideas"].into_iter().zip(counts) {
        let index = &report["indices"][index];
        assert_eq!((&index["read"], &index["accepted"]), (&Value::from(count), &Value::from(count)), "{index}");
        assert_eq!(index["mismatches"], serde_json::json!({}));
        assert_eq!(index["dropped_columns"], serde_json::json!({}));
    }
}

#[test]
fn every_document_of_the_small_dataset_is_accepted() {
    check("small", [3_292, 3_332, 6_487]);
}

#[test]
fn every_document_of_the_full_dataset_is_accepted() {
    check("full", [100_267, 40_694, 38_381]);
}
