//! The records that remain after replacements and removals.

use super::packed::PackedRows;
use super::rows::{made_up, row, shuffled};
use overheard::base::text::TEXT_RULES;
use overheard::ingest::deletion;
use overheard::segment::writer::{FileSpool, SegmentWriter, WriteError};
use overheard::segment::{ImportedRow, RowKind, SPACING, Table};
use overheard::spec::Index;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

fn video(id: &str, title: &str) -> ImportedRow {
    let video = json!({"video_id": id, "title": title, "platform": "youtube", "upload_date": "2024-05-06"});
    row(Index::Info, &video)
}

fn mention(id: &str, video: &str, brand: &str) -> ImportedRow {
    row(Index::BusinessIdeas, &json!({"mention_id": id, "video_id": video, "brand_name": brand}))
}

fn snapshot(creator: &str, date: &str, subscribers: u64) -> ImportedRow {
    let snapshot = json!({
        "channel_uid": creator, "snapshot_date": date, "platform": "youtube", "subscriber_count": subscribers,
    });
    row(Index::ContentCreator, &snapshot)
}

/// Returns the ids of the remaining records.
fn ids(packed: &PackedRows, table: Table) -> Vec<&str> {
    packed.of_table(table).map(|row| row[1].as_str().unwrap()).collect()
}

#[test]
fn the_order_of_documents_does_not_matter() {
    let rows = made_up();
    let packed = PackedRows::of(&rows);
    for seed in 1..4 {
        let other = PackedRows::of(&shuffled(rows.clone(), seed));
        assert_eq!(other.content, packed.content);
        assert!(other.rows == packed.rows);
    }
}

#[test]
fn a_spool_in_a_file_gives_the_same_rows() {
    let rows = made_up();
    let path = std::env::temp_dir().join(format!("overheard-build-{}", std::process::id()));
    let file = std::fs::File::options().read(true).write(true).create(true).truncate(true).open(&path);
    let mut writer = SegmentWriter::new(FileSpool::new(file.unwrap()));
    rows.iter().for_each(|row| writer.add(row).unwrap());
    let mut of_file: Vec<Vec<Value>> = Vec::new();
    let sink = &mut |_, row: &str| -> Result<(), WriteError> {
        of_file.push(serde_json::from_str(row).unwrap());
        Ok(())
    };
    writer.finish().unwrap().rows(&mut |_, _, _| {}, sink).unwrap();
    std::fs::remove_file(path).unwrap();
    let of_memory: Vec<Vec<Value>> = PackedRows::of(&rows).rows.into_iter().map(|(_, row)| row).collect();
    assert!(of_file == of_memory);
}

#[test]
fn a_later_document_replaces_the_one_with_its_id() {
    let rows = [
        video("v", "first"),
        mention("m", "v", "Aurelia"),
        mention("n", "w", "Cinder"),
        snapshot("c", "2024-01-01", 1),
        video("v", "second"),
        video("w", "third"),
        mention("m", "w", "Zeta"),
        snapshot("c", "2024-01-01", 2),
        snapshot("c", "2023-01-01", 3),
    ];
    let packed = PackedRows::of(&rows);
    assert_eq!((packed.content.videos, packed.content.snapshots, packed.content.mentions), (2, 2, 2));
    let mentions: Vec<&[Value]> = packed.of_table(Table::Mention).collect();
    assert_eq!(mentions[0][2], json!(2 * SPACING));
    assert!(packed.texts(Index::BusinessIdeas)[0].starts_with(r#"["Zeta""#));
    let brands = packed.of_table(Table::Name).filter(|row| row[0] == "mention.brand_name").map(|row| &row[1]);
    assert_eq!(brands.collect::<Vec<_>>(), ["Cinder", "Zeta"]);
    let snapshots = packed.texts(Index::ContentCreator);
    assert!(snapshots[0].contains("2023-01-01"));
    assert!(snapshots[1].contains(",2,"));
}

#[test]
fn an_equal_document_leaves_the_earlier_one() {
    // The same content, indexed at another time: the time of import is not part of the content.
    let earlier = mention("m", "v", "Aurelia");
    let later = ImportedRow { json: earlier.json.replace("2023-11-14", "2024-11-14"), ..earlier.clone() };
    assert_ne!(earlier.json, later.json);
    let packed = PackedRows::of(&[video("v", "title"), earlier, later]);
    assert!(packed.texts(Index::BusinessIdeas)[0].contains("2023-11-14"));
}

#[test]
fn mentions_without_a_video_are_dropped() {
    let packed = PackedRows::of(&[mention("m", "v", "Aurelia"), mention("n", "w", "Cinder"), video("v", "title")]);
    assert_eq!(ids(&packed, Table::Mention), ["m"]);
    assert!(packed.of_table(Table::Name).all(|row| row[1] != "Cinder"));
}

#[test]
fn a_deletion_removes_what_came_before() {
    let before = [
        video("v", "one"),
        video("w", "two"),
        mention("m", "v", "Aurelia"),
        mention("n", "w", "Aurelia"),
        mention("o", "w", "Aurelia"),
        snapshot("c", "2024-01-01", 1),
        snapshot("c", "2024-02-01", 1),
        snapshot("d", "2024-01-01", 1),
    ];
    let deletions = [
        deletion(Index::Info, "v"),
        deletion(Index::BusinessIdeas, "n"),
        deletion(Index::ContentCreator, "c"),
        deletion(Index::Info, "unknown"),
    ];
    let rows = [before.as_slice(), &deletions].concat();
    let packed = PackedRows::of(&rows);
    assert_eq!(ids(&packed, Table::Video), ["w"]);
    assert_eq!(ids(&packed, Table::Mention), ["o"]);
    assert_eq!(ids(&packed, Table::Snapshot), ["d"]);
    // A removed record can be added again. With a video, only the mentions that are added again count.
    let again = [video("v", "one"), mention("p", "v", "Aurelia"), snapshot("c", "2024-01-01", 1)];
    let packed = PackedRows::of(&[rows.as_slice(), &again].concat());
    assert_eq!(ids(&packed, Table::Video), ["v", "w"]);
    assert_eq!(ids(&packed, Table::Mention), ["o", "p"]);
    assert_eq!(ids(&packed, Table::Snapshot), ["c", "d"]);
    let packed = PackedRows::of(&[rows.as_slice(), &again, &[mention("m", "v", "Aurelia")]].concat());
    assert_eq!(ids(&packed, Table::Mention), ["m", "o", "p"]);
}

#[test]
fn the_version_is_made_of_sums_of_hashes() {
    let rows = made_up();
    let sums = [Index::Info, Index::ContentCreator, Index::BusinessIdeas].map(|index| {
        let hashes: Vec<u64> = rows
            .iter()
            .filter(|row| row.kind == RowKind::of(index))
            .map(|row| serde_json::from_str::<Vec<Value>>(&row.json).unwrap().pop().unwrap().as_u64().unwrap())
            .collect();
        let (high, low) = (hashes.iter().map(|hash| hash >> 24), hashes.iter().map(|hash| hash & 0xff_ffff));
        format!("{}:{}:{}:{}", RowKind::of(index).name(), hashes.len(), high.sum::<u64>(), low.sum::<u64>())
    });
    let lines = [sums.as_slice(), &[format!("text:{TEXT_RULES}")]].concat();
    let digest = Sha256::digest(lines.join("\n").as_bytes());
    let expected: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(PackedRows::of(&rows).content.version, format!("ds_{expected}"));
}

#[test]
fn an_empty_dataset_has_dictionaries_and_layouts_and_nothing_else() {
    let packed = PackedRows::of(&[]);
    let tables: Vec<Table> = packed.rows.iter().map(|(table, _)| *table).collect();
    assert_eq!(tables, [[Table::Dictionary; 3], [Table::Manifest; 3]].concat());
    assert_eq!(packed.manifest(Index::BusinessIdeas).documents, 0);
}

#[test]
fn an_invalid_row_is_described() {
    let mut writer = SegmentWriter::new(Vec::new());
    let damaged = ImportedRow { kind: RowKind::Video, json: r#"["v"]"#.to_owned() };
    let error = writer.add(&damaged).unwrap_err();
    let expected = RowKind::Video.columns().len();
    assert_eq!(error.to_string(), format!("a segment row of video is damaged: it has 1 values instead of {expected}"));
    let unknown = ImportedRow { kind: RowKind::Deletion, json: r#"["cat","v"]"#.to_owned() };
    assert!(matches!(writer.add(&unknown), Err(WriteError::Damaged(..))));
    writer.add(&video("v", "title")).unwrap();
    let sink = &mut |_, _: &str| Err(WriteError::Sink("the disk is full".into()));
    let error = writer.finish().unwrap().rows(&mut |_, _, _| {}, sink).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
}
