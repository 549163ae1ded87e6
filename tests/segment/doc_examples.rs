//! Checks that the code writes and reads the examples in `docs/internals/storage-format.md`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use overheard::backend::columnar::view::{self, BrandMatch, DeltaMentions, ViewPart, match_name};
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::segment::{
    ChunkKind, Column, CompressionDictionary, Compressor, Decompressor, MISSING, MonthSize, TermNumbers, pack, unpack,
};
use overheard::spec::Index;
use std::collections::BTreeMap;
use strum::VariantArray;

const DOCUMENT: &str = include_str!("../../docs/internals/storage-format.md");

/// Returns the texts in backticks of a line.
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

/// Returns the words of the code block after a line that ends with a text.
fn block(behind: &str) -> Vec<&'static str> {
    let block = DOCUMENT.split(&format!("{behind}\n\n```text\n")).nth(1).unwrap().split("```").next().unwrap();
    block.split_whitespace().collect()
}

fn listed(column: Column) -> String {
    format!("{}{}", if column.is_list() { "!" } else { "" }, column.name())
}

#[test]
fn the_columns_of_chunks_are_those_of_the_page() {
    assert_eq!(block("with `!` before lists:"), Column::all().map(listed).collect::<Vec<_>>());
}

#[test]
fn tables_of_views_are_those_of_the_page() {
    for table in view::tables(7) {
        let name = table.name.strip_suffix("_7").unwrap();
        let line = DOCUMENT.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).unwrap();
        let columns: Vec<&str> = table.columns.iter().map(|(column, _)| *column).collect();
        // The columns of mentions are listed below.
        let expected: Vec<&str> =
            [name].iter().chain(columns.iter().take(4)).chain(&columns[..table.key]).copied().collect();
        assert_eq!(quoted(line), expected);
    }
    let columns: Vec<String> = view::stored_columns().into_iter().map(listed).collect();
    assert_eq!(block("without `brand_name` and `length`:"), columns);
}

#[test]
fn parts_of_views_are_those_of_the_page() {
    let section = DOCUMENT.split("## Account views\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut stated: Vec<&str> = rows.map(|row| quoted(row)[0]).collect();
    let mut parts: Vec<&str> = ViewPart::VARIANTS.iter().map(|part| <&str>::from(*part)).collect();
    stated.sort_unstable();
    parts.sort_unstable();
    assert_eq!(stated, parts);

    let example = |begins: &str| quoted(section.lines().find(|line| line.starts_with(begins)).unwrap());
    let [term, definitions, name] = example("Example: a brand")[..] else { panic!() };
    let terms = vec![term.to_owned()];
    let brand = MonitoredBrand {
        id: String::new(),
        label: String::new(),
        terms,
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: false,
    };
    assert_eq!((definitions, name), (r#"[[["Aurel"],[],false]]"#, match_name(&brand).as_str()));
    let by_day = BTreeMap::from([(20_000, 2), (20_003, 1)]);
    let (of_brand, rows) = BrandMatch::new(
        &by_day,
        TermNumbers::new([vec![4_096, 12_288], Vec::new(), vec![8_192]]),
        [4_096, 8_192, 20_480].into_iter(),
    );
    assert_eq!(rows, [pack(&[0, 1, 4])]);
    let of_brand = serde_json::to_string(&of_brand).unwrap();
    assert_eq!(example("Example: two mentions"), [view::pack_map(&by_day), of_brand]);
    let of_delta = DeltaMentions { positions: vec![2, 4], brands: vec![0b001, 0b101] };
    assert_eq!(example("Example: the third"), [of_delta.pack()]);
}

#[test]
fn a_stored_document_is_that_of_the_page() {
    let line = DOCUMENT.lines().find(|line| line.starts_with("Example: without a dictionary")).unwrap();
    let [document, digits] = quoted(line)[..] else { panic!("{line}") };
    let dictionary = CompressionDictionary::of(&[]);
    assert_eq!(Compressor::new(&dictionary).unwrap().digits(document).unwrap(), digits);
    assert_eq!(Decompressor::new("").unwrap().text(digits).unwrap(), document);
}
