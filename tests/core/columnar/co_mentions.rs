//! Entities that occur with several values, from a few rows.

use super::rows::{Rows, manifest};
use overheard::query::answer::Answer;
use overheard::segment::{Cell, ChunkKind, Column, CubeKind, Manifest, RecordBatch, pack_cells};
use overheard::spec::answer::CoMentionsAnswer;
use overheard::spec::{Index, Operation};
use serde_json::{Value, json};

const SERUM: i64 = 4_096;
const CREAM: i64 = 8_192;
const VIDEOS: [i64; 2] = [4_096, 8_192];

fn chunk(key: i64, numbers: &[i64], videos: &[i64]) -> Value {
    let documents = RecordBatch::new(numbers.len())
        .with_numbers(Column::NUMBER, numbers.to_vec())
        .with_numbers(Column::VIDEO, videos.to_vec());
    let mut row = json!({"id": ChunkKind::Value(Index::BusinessIdeas, Column::COMPONENTS).id(key, 0)});
    row["n"] = numbers.len().into();
    documents.pack().for_each(|(column, text)| row[column.name()] = text.into());
    row
}

/// The first value is so frequent that its videos are read as cells.
#[test]
fn a_document_counts_once_whether_it_is_read_or_in_a_cell() {
    let widths = vec![("number".to_owned(), 1.0), ("video".to_owned(), 3.0)];
    let manifest = Manifest { widths, ..manifest(200_000, Vec::new(), None) };
    let name =
        |name: &str, number: i64, documents: u64| json!({"name": name, "number": number, "documents": documents});
    let cell = |at: usize, count| Cell { tuple: 0, key: VIDEOS[at], count };
    let pairs = CubeKind::Pairs(Index::BusinessIdeas, Column::COMPONENTS, Column::VIDEO);
    let cells = json!({"id": pairs.id(SERUM, 0), "n": 2, "cells": pack_cells(&[cell(0, 2), cell(1, 1)])});
    let ids = |key: i64| {
        let kind = ChunkKind::Value(Index::BusinessIdeas, Column::COMPONENTS);
        format!("Integer({}), Integer({})", kind.id(key, 0), kind.last_id(key))
    };
    let rows = Rows::of(&manifest)
        .with("JOIN name ", vec![name("serum", SERUM, 100_000), name("cream", CREAM, 2)])
        .with("FROM cube_1", vec![cells])
        .with(&ids(SERUM), vec![chunk(SERUM, &[1, 2, 3], &[VIDEOS[0], VIDEOS[0], VIDEOS[1]])])
        .with(&ids(CREAM), vec![chunk(CREAM, &[3, 4], &[VIDEOS[1], VIDEOS[0]])])
        .with("video_1", vec![json!({"id": VIDEOS[0], "body": "first"}), json!({"id": VIDEOS[1], "body": "second"})]);
    let body = json!({"field": "components", "values": ["serum", "cream"], "group_by": "video_id"});
    let Answer::CoMentions(CoMentionsAnswer { results }) = rows.answer(Operation::CoMentions, &body).answer else {
        panic!("{body}");
    };
    let found: Vec<(&str, u64)> = results.iter().map(|result| (result.key.as_str(), result.total_mentions)).collect();
    assert_eq!(found, [("first", 3), ("second", 1)]);
    let reads = &rows.explain(Operation::CoMentions, &body).plans[0].reads;
    assert!(reads.iter().any(|read| read.what.contains("occurs with")), "{reads:?}");
}
