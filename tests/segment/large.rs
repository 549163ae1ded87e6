//! More records than one row can hold.

use super::packed::{PackedRows, text, value};
use super::rows::row;
use super::words::unpacked;

use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::segment::{
    ChunkKind, Column, CubeKind, ImportedRow, MAX_ROW_BYTES, PLACES_CHUNK, SPACING, Table, number_at, unpack_cells,
};
use overheard::spec::Index;
use serde_json::json;
use std::sync::LazyLock;

const MENTIONS: usize = 70_000;
const VIDEOS: usize = 7;
/// Positions of the word that every mention has most often.
const SAME: [i64; 8] = [0, 2, 3, 4, 5, 6, 7, 8];

static PACKED: LazyLock<PackedRows> = LazyLock::new(|| PackedRows::of(&rows()));

/// Returns many mentions of one brand, of a few videos in one month, each with the same word.
fn rows() -> Vec<ImportedRow> {
    let video = |number: usize| {
        let video = json!({
            "video_id": format!("v{number}"), "platform": "tiktok", "upload_date": "2024-05-06",
            "channel_name": format!("c{}", number / 2),
        });
        row(Index::Info, &video)
    };
    let mention = row(
        Index::BusinessIdeas,
        &json!({
            "mention_id": "m00000", "video_id": "v0", "brand_name": "Aurelia", "context": "same word, same same same same same same same again",
        }),
    );
    let mention = |number: usize| {
        let json = mention.json.replace("m00000", &format!("m{number:05}"));
        ImportedRow { json: json.replace("\"v0\"", &format!("\"v{}\"", number % VIDEOS)), ..mention.clone() }
    };
    (0..VIDEOS).map(video).chain((0..MENTIONS).map(mention)).collect()
}

#[test]
fn documents_are_divided_into_rows() {
    let packed = &*PACKED;
    let lengths = |kind: ChunkKind, key| -> Vec<usize> {
        let chunks = packed.chunks(kind, key);
        let numbers = chunks.iter().flat_map(|(chunk, ..)| chunk.numbers(Column::NUMBER).unwrap().to_vec());
        assert!(numbers.eq((0..MENTIONS).map(number_at)));
        chunks.iter().map(|(chunk, ..)| chunk.len()).collect()
    };
    let index = Index::BusinessIdeas;
    let all = ChunkKind::All(index);
    assert_eq!(lengths(all, 0), [65_536, MENTIONS - 65_536]);
    // A chunk has its own sequence numbers.
    let second = packed.in_range(Table::Chunk, all.id(0, all.reserved()), all.last_id(0));
    assert_eq!(value(&second[0], "first").as_i64(), Some(number_at(65_536)));
    let month = packed.manifest(index).months[0].month;
    assert_eq!(lengths(ChunkKind::Month(index), month), [32_768, 32_768, MENTIONS - 65_536]);
    let of_brand = lengths(ChunkKind::Value(index, Column::BRAND_NAME), SPACING);
    assert_eq!((of_brand.len(), of_brand[0]), (5, 16_384));
}

#[test]
fn a_mention_is_found_in_one_row_by_its_public_id() {
    let packed = &*PACKED;
    let manifest = packed.manifest(Index::BusinessIdeas);
    let rows: Vec<_> = (0..16).map(|key| packed.chunks(ChunkKind::PublicIds, key)).collect();
    // With 16 rows of 8,192, 70,000 mentions need the fewest rows.
    assert!(rows.iter().all(|of_key| of_key.len() == 1 && of_key[0].0.len().abs_diff(MENTIONS / 16) < 300));
    for position in [0, 1, 12_345, MENTIONS - 1] {
        let id = PublicId::of(IdKind::Mention, &format!("m{position:05}"));
        let (row, ..) = &rows[usize::try_from(manifest.public_id_key(id)).unwrap()][0];
        let ids = row.numbers(Column::PUBLIC_ID).unwrap();
        let at = ids.binary_search(&id.bits()).unwrap();
        assert_eq!(row.numbers(Column::NUMBER).unwrap()[at], number_at(position));
    }
}

#[test]
fn a_frequent_word_has_several_rows() {
    let packed = &*PACKED;
    let of_word: Vec<_> = packed.of_table(Table::Word).filter(|row| row[0] == "msame").collect();
    let first = PLACES_CHUNK / SAME.len();
    assert_eq!(of_word.iter().map(|row| &row[2]).collect::<Vec<_>>(), [first, MENTIONS - first]);
    let (postings, lengths) = unpacked(packed.of_table(Table::Word));
    assert!(lengths.is_empty(), "every word is too frequent to be ranked by");
    assert!(postings["mword"].keys().copied().eq((0..MENTIONS).map(number_at)));
    assert!(postings["mword"].values().all(|places| *places == [1]));
    assert!(postings["msame"].values().all(|places| *places == SAME));
    assert_eq!(postings["baurelia"].len(), MENTIONS);
}

#[test]
fn frequent_values_are_paired() {
    let packed = &*PACKED;
    let cells = |other| {
        let kind = CubeKind::Pairs(Index::BusinessIdeas, Column::BRAND_NAME, other);
        let rows = packed.in_range(Table::Cube, kind.id(SPACING, 0), kind.last_id(SPACING));
        let cells = unpack_cells(text(&rows[0], "cells"), value(&rows[0], "n").as_u64().unwrap() as usize).unwrap();
        assert!(cells.iter().all(|cell| cell.tuple == 0));
        cells.iter().map(|cell| (cell.key, cell.count)).collect::<Vec<_>>()
    };
    let videos: Vec<(i64, u64)> = (0..VIDEOS).map(|video| (number_at(video), 10_000)).collect();
    assert_eq!(cells(Column::VIDEO), videos);
    let channels = [20_000, 20_000, 20_000, 10_000].into_iter().enumerate();
    assert_eq!(cells(Column::CHANNEL), channels.map(|(at, count)| (number_at(at), count)).collect::<Vec<_>>());
    assert!(packed.rows.iter().all(|(_, row)| json!(row).to_string().len() <= MAX_ROW_BYTES));
}
