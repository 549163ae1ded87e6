//! The examples in `docs/internals/storage-format.md` are what the code makes and reads.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::segment::{
    ChunkKind, Column, CompressionDictionary, Compressor, Decompressor, MISSING, MonthSize, pack, unpack,
};
use overheard::spec::Index;

const DOCUMENT: &str = include_str!("../../docs/internals/storage-format.md");

/// The texts in backticks of a line.
fn quoted(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

#[test]
fn packed_sequences_are_those_of_the_page() {
    let rows: Vec<Vec<&str>> = DOCUMENT.lines().filter(|line| line.starts_with("| `[")).map(quoted).collect();
    assert!(rows.len() >= 5, "{rows:?}");
    for row in rows {
        let [values, bytes, packed] = row[..] else { panic!("{row:?}") };
        let values: Vec<Option<i64>> = serde_json::from_str(values).unwrap();
        let values: Vec<i64> = values.into_iter().map(|value| value.unwrap_or(MISSING)).collect();
        assert_eq!(pack(&values), packed);
        assert_eq!(unpack(packed, Some(values.len())), Ok(values));
        let digits: Vec<String> =
            STANDARD_NO_PAD.decode(packed).unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits.join(" "), bytes);
    }
}

#[test]
fn the_id_of_a_row_is_that_of_the_page() {
    let line = DOCUMENT.lines().find(|line| line.starts_with("Example: the first row")).unwrap();
    let id = ChunkKind::Value(Index::BusinessIdeas, Column::BRAND_NAME).id(4_096, 0);
    assert_eq!(quoted(line), ["7 << 46 | 4096 << 12 | 0", &id.to_string()]);
    assert_eq!(id, 7 << 46 | 4_096 << 12);
}

#[test]
fn the_row_of_a_public_id_is_that_of_the_page() {
    let line = DOCUMENT.lines().find(|line| line.starts_with("Example: the public id")).unwrap();
    let [mention, bits, shifted, id] = quoted(line)[..] else { panic!("{line}") };
    let public_id = PublicId::of(IdKind::Mention, mention);
    assert_eq!(public_id.bits().to_string(), bits);
    let mut manifest = super::MADE_UP.packed.manifest(Index::BusinessIdeas);
    manifest.months = vec![MonthSize { month: 0, documents: 70_000 }];
    let key = manifest.public_id_key(public_id);
    assert_eq!(key, public_id.bits() >> 56);
    assert_eq!(shifted, format!("57 << 46 | {key} << 12 | 0"));
    assert_eq!(id, ChunkKind::PublicIds.id(key, 0).to_string());
}

#[test]
fn the_columns_of_chunks_are_those_of_the_page() {
    let column = |column: Column| format!("{}{}", if column.is_list() { "!" } else { "" }, column.name());
    let columns: Vec<String> = Column::all().map(column).collect();
    let stated = DOCUMENT.split("with `!` before lists:\n\n```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(stated.split_whitespace().collect::<Vec<_>>(), columns);
}

#[test]
fn a_stored_document_is_that_of_the_page() {
    let line = DOCUMENT.lines().find(|line| line.starts_with("Example: without a dictionary")).unwrap();
    let [document, digits] = quoted(line)[..] else { panic!("{line}") };
    let dictionary = CompressionDictionary::of(&[]);
    assert_eq!(Compressor::new(&dictionary).unwrap().digits(document).unwrap(), digits);
    assert_eq!(Decompressor::new("").unwrap().text(digits).unwrap(), document);
}
