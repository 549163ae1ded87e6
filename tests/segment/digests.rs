//! Compares the stored bytes with fixed digests, because this version must read datasets of an earlier version.

use super::MADE_UP;
use overheard::segment::Table;
use overheard::spec::Index;
use sha2::{Digest, Sha256};

/// For each table the number of rows, and the first half of their SHA-256. Another digest means another format. The
/// previous format must then still be read, or be refused.
const ROWS: [(Table, usize, &str); 10] = [
    (Table::SparseIdIndex, 112, "5d7a6ba025cb710c753190018dcccdca"),
    (Table::Chunk, 518, "5927d55118ae02bcbbb6dc29311c16cb"),
    (Table::Cube, 314, "e91f68f2a2fbe03a27cebce175edf795"),
    (Table::Rollup, 11, "fc75ae647d9351ee15d0b30b7d7412cb"),
    (Table::Word, 123, "88f6e703a0729d38fb9b4e20aea9843d"),
    (Table::Frequency, 123, "92ffce6087c0dd7f389c4b4dd75bcf30"),
    (Table::Names, 8, "55468f374668097a36fc36a31ace7cc1"),
    (Table::Name, 50, "4d2833aaa87a0f811ff5905784c887b0"),
    (Table::Term, 21, "5ef8196fe69bd4604e810d23f96e2d30"),
    (Table::Manifest, 3, "1eb304e4116b2a553d6256e7c233c628"),
];

/// The same for decompressed records: a library may compress better in the future.
const DOCUMENTS: [(Index, usize, &str); 3] = [
    (Index::Info, 120, "ea5614d1bd2ec1e9c83fa06240b65be1"),
    (Index::ContentCreator, 90, "4ad3adf8ff10933a8d4303368dd22249"),
    (Index::BusinessIdeas, 700, "ae153a331bfdac79c9b046ecc69797a4"),
];

fn digest(rows: &[String]) -> String {
    let digest = Sha256::digest(rows.join("\n").as_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn rows_are_stored_as_they_always_were() {
    for (table, count, known) in ROWS {
        let rows: Vec<String> = MADE_UP.packed.of_table(table).map(|row| serde_json::to_string(row).unwrap()).collect();
        assert_eq!((rows.len(), digest(&rows).as_str()), (count, known), "{}", table.name());
    }
}

#[test]
fn documents_are_stored_as_they_always_were() {
    for (index, count, known) in DOCUMENTS {
        let documents = MADE_UP.packed.texts(index);
        assert_eq!((documents.len(), digest(&documents).as_str()), (count, known), "{}", index.name());
    }
}
