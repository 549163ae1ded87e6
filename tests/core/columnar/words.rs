//! Searches for words, from a few rows.

use super::rows::{Rows, manifest};
use overheard::query::answer::Answer;
use overheard::segment::{ChunkKind, Column, Delta, DeltaWord, MISSING, MonthSize, body_columns, pack, pack_counts};
use overheard::spec::answer::search::Document;
use overheard::spec::{Index, Operation};
use serde_json::{Value, json};

/// Returns three mentions of lengths 4, 4 and 9, of days 10, 12 and 11, with scores 5, none and 7. The third can be
/// superseded, and is then "cream" alone.
fn mentions(delta: Option<Delta>) -> Rows {
    let manifest = manifest(3, vec![MonthSize { month: 1_990 * 12, documents: 3 }], delta);
    let column = |values: &[i64]| pack(values);
    let chunk = json!({
        "id": 0, "n": 3, "number": column(&[1, 2, 3]), "day": column(&[10, 12, 11]),
        "sentiment_score": column(&[5, MISSING, 7]),
    });
    let sorted = |column: Column, numbers: &[i64], values: &[i64]| json!({"id": 0, "n": numbers.len(), "number": pack(numbers), column.name(): pack(values)});
    let replacement = json!({
        "id": 0, "n": 1, "number": column(&[3]), "length": column(&[1]), "day": column(&[11]),
        "sentiment_score": column(&[9]),
    });
    let cream = DeltaWord { n: 1, numbers: column(&[3]), counts: pack_counts(&[1]), places: pack(&[0]) };
    let index = Index::BusinessIdeas;
    let first = |kind: ChunkKind, key: i64| format!("[Integer({}), ", kind.id(key, 0));
    let word = |key: &str, documents: &[(i64, &[i64])]| -> Value {
        let numbers: Vec<i64> = documents.iter().map(|(number, _)| *number).collect();
        let counts: Vec<i64> = documents.iter().map(|(_, places)| places.len() as i64).collect();
        let lengths: Vec<i64> = numbers.iter().map(|number| if *number == 3 { 9 } else { 4 }).collect();
        let places: Vec<i64> = documents.iter().flat_map(|(_, places)| places.iter().copied()).collect();
        json!({
            "word": key, "documents": documents.len(), "chunks": 1, "n": documents.len(), "numbers": column(&numbers),
            "counts": pack_counts(&counts), "places": pack(&places), "lengths": pack(&lengths),
        })
    };
    Rows::of(&manifest)
        .with(&first(ChunkKind::All(index), 0), vec![chunk.clone()])
        .with(&first(ChunkKind::Month(index), 1_990 * 12), vec![chunk])
        .with(
            &first(ChunkKind::Sorted(index, Column::SENTIMENT_SCORE), 0),
            vec![sorted(Column::SENTIMENT_SCORE, &[3, 1], &[7, 5])],
        )
        .with(&first(ChunkKind::Sorted(index, Column::DAY), 0), vec![sorted(Column::DAY, &[2, 3, 1], &[12, 11, 10])])
        .with(&first(ChunkKind::Delta(index), 1), vec![replacement])
        .with("open_word_1", vec![json!({"body": json!({"mcream": cream}).to_string()})])
        .with("mnight", vec![word("mnight", &[(1, &[0]), (2, &[2]), (3, &[0, 5])])])
        .with("mcream", vec![word("mcream", &[(1, &[1]), (2, &[1]), (3, &[1, 7])])])
        .with("bcream", vec![word("bcream", &[(2, &[0])])])
        .with("FROM dictionary_1", vec![json!({"body": ""})])
        .with("mention_1 AS d ON", [1, 2, 3].map(document).to_vec())
}

/// Returns a stored mention and its video, which only has its number as the id.
fn document(number: i64) -> Value {
    let body = |index: Index| {
        let value = |column: &&str| match index.entry().field(column) {
            Some(field) if field.multi => json!([]),
            Some(field) if field.required => json!("known"),
            _ => Value::Null,
        };
        stored(&body_columns(index).iter().map(value).collect::<Value>().to_string())
    };
    let id = format!("yt_{number}");
    let (own, video) = (body(Index::BusinessIdeas), body(Index::Info));
    json!({"num": number, "id": format!("m{number}"), "body": own, "video_id": id, "video": video})
}

/// Encodes a text as records are stored: a Zstandard frame of one raw block, after the version.
fn stored(text: &str) -> String {
    let length = u32::try_from(text.len()).unwrap();
    // One segment with a content size of four bytes; then the last block, with raw bytes.
    let frame =
        [&[1, 0xa0][..], &length.to_le_bytes(), &(length << 3 | 1).to_le_bytes()[..3], text.as_bytes()].concat();
    frame.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// Returns the number of matches, and the numbers of the returned records.
fn search(request: &Value) -> (u64, Vec<i64>) {
    search_in(&mentions(None), request)
}

fn search_in(rows: &Rows, request: &Value) -> (u64, Vec<i64>) {
    let outcome = rows.answer(Operation::Search, request);
    assert_eq!((outcome.warnings, outcome.hints), (Vec::<String>::new(), Vec::<String>::new()));
    let Answer::Search(answer) = outcome.answer else { panic!("{request}") };
    let number = |document: &Document| document.get::<String>("video_id").unwrap().trim_start_matches("yt_").parse();
    (answer.matched_documents, answer.results.iter().map(|document| number(document).unwrap()).collect())
}

#[test]
fn all_words_count_and_more_of_them_in_shorter_texts_come_first() {
    let found = search(&json!({"index": "siv_business_ideas", "q": "night cream"}));
    assert_eq!(found, (3, vec![2, 3, 1]));
    let worst_first = search(&json!({"index": "siv_business_ideas", "q": "night cream", "sort_order": "asc"}));
    assert_eq!(worst_first.1, [1, 3, 2]);
    assert_eq!(search(&json!({"index": "siv_business_ideas", "q": "night milk"})), (0, vec![]));
}

#[test]
fn an_answer_with_documents_needs_nothing_for_hints() {
    let question = json!({"index": "siv_business_ideas", "q": "night cream"});
    // The manifest, the words, the records.
    assert_eq!(mentions(None).explain(Operation::Search, &question).trips, 3);
}

#[test]
fn superseded_documents_do_not_count() {
    let rows = mentions(Some(Delta::new(1, 1, &[11])));
    let found = search_in(&rows, &json!({"index": "siv_business_ideas", "q": "night cream"}));
    assert_eq!(found, (2, vec![2, 1]));
    let found = search_in(&rows, &json!({"index": "siv_business_ideas", "q": "cream"}));
    assert_eq!(found, (3, vec![3, 2, 1]));
    let sorted = json!({"index": "siv_business_ideas", "q": "cream", "sort_field": "sentiment_score"});
    let found = search_in(&rows, &sorted);
    assert_eq!(found, (3, vec![3, 1, 2]));
}

#[test]
fn phrases_are_found_where_words_are_neighbours() {
    let found = search(&json!({"index": "siv_business_ideas", "q": "\"night cream\""}));
    assert_eq!(found, (2, vec![1, 3]));
}

#[test]
fn a_field_orders_them_with_nulls_last() {
    let sorted = |order: &str| {
        let q = "cream";
        search(&json!({"index": "siv_business_ideas", "q": q, "sort_field": "sentiment_score", "sort_order": order}))
    };
    assert_eq!(sorted("asc").1, [1, 3, 2]);
    assert_eq!(sorted("desc").1, [3, 1, 2]);
}
