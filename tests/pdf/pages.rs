//! Writes PDFs for visual inspection: `OVERHEARD_PAGES=folder cargo test --features pdf --test pdf pages -- --ignored`.

use crate::fixtures::all;
use crate::fonts::fonts;
use overheard::pdf::render;
use std::path::PathBuf;

#[test]
#[ignore = "writes files for people to look at"]
fn pages_to_look_at() {
    let folder = PathBuf::from(std::env::var("OVERHEARD_PAGES").expect("OVERHEARD_PAGES names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, content) in all() {
        let bytes = render(&content, &fonts(&content)).unwrap_or_else(|error| panic!("{name}: {error}"));
        println!("{name}: {} bytes", bytes.len());
        std::fs::write(folder.join(format!("{name}.pdf")), bytes).unwrap();
        std::fs::write(folder.join(format!("{name}.json")), serde_json::to_vec(&content).unwrap()).unwrap();
    }
}
