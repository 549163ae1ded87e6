//! Account views on a real SQLite. They are prepared in chunks; any process can continue, and the rows are the same.

use overheard::backend::columnar::versions;
use overheard::backend::columnar::view::{
    DRAFT_TOP_ROWS, ViewPart, chunks_statement, insert_chunk, insert_part, match_name, part_statement, tables,
    view_name,
};
use overheard::backend::columnar::{Columnar, ViewBuilder, ViewSizes};
use overheard::base::date::Date;
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::query::{AccountBackend as _, AccountQuery, DatasetVersion, QueryError, ViewPreparation as _, Viewer};
use overheard::segment::{Column, RecordBatch};
use overheard::spec::{AccountOperation, Index};
use overheard::sql::{Row, Sql};
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::increments::{self, JsonLines, changed};
use overheard_sqlite::questions::{body, checked};
use overheard_sqlite::{SqliteDatabase, packed, views};
use pollster::block_on;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const MENTIONS: u64 = 1_000;
/// Sizes with which views have many chunks, and chunks several rows.
const SIZES: ViewSizes = ViewSizes { batch: 30, scan: 200, chunk: 12, small: 2, top: 20 };

fn documents() -> JsonLines {
    made_up(&overheard_bench_data::Dataset::new(MENTIONS, 3)).collect()
}

/// Creates a database with an active version of made-up records.
fn imported() -> SqliteDatabase {
    let database = SqliteDatabase::migrated();
    packed::import(&database, rows(documents()));
    database
}

/// Returns the most frequent brands of the records, each monitored under its own name.
fn brands(count: usize) -> Vec<MonitoredBrand> {
    let mut known: BTreeMap<String, u64> = BTreeMap::new();
    for (_, line) in documents().into_iter().filter(|(index, _)| *index == Index::BusinessIdeas) {
        let document: Value = serde_json::from_str(&line).expect("JSON");
        *known.entry(document["brand_name"].as_str().expect("a name").to_owned()).or_default() += 1;
    }
    let mut frequent: Vec<(u64, String)> = known.into_iter().map(|(brand, mentions)| (mentions, brand)).collect();
    frequent.sort_unstable();
    frequent.into_iter().rev().take(count).map(|(_, term)| brand(&term)).collect()
}

fn brand(term: &str) -> MonitoredBrand {
    let id = format!("brd_{term}");
    MonitoredBrand {
        id,
        label: term.to_owned(),
        terms: vec![term.to_owned()],
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: false,
    }
}

fn prepare(database: &SqliteDatabase, brands: &[MonitoredBrand]) -> u64 {
    views::prepare(database, brands, &views::served(database), SIZES).expect("it is prepared")
}

fn open<'d>(
    database: &'d SqliteDatabase,
    brands: &'d [MonitoredBrand],
    dataset: &DatasetVersion,
) -> Result<ViewBuilder<'d>, QueryError> {
    block_on(ViewBuilder::open(database, brands, dataset, SIZES))
}

/// Adds mentions later, on a day that exists.
fn added(database: &SqliteDatabase) {
    let documents = documents();
    let mentions = documents.iter().filter(|(index, _)| *index == Index::BusinessIdeas).step_by(200);
    let lines: JsonLines = mentions
        .enumerate()
        .map(|(nth, (index, line))| {
            let document = serde_json::from_str(line).expect("JSON");
            (*index, changed(&document, json!({"mention_id": format!("new-{nth}")})))
        })
        .collect();
    let mut known = increments::RecordSet::default();
    known.add(&documents);
    assert!(increments::add(database, known.changes(&lines)));
}

/// Counts the rows of a query of a view's table.
fn count(database: &SqliteDatabase, of: &str) -> i64 {
    let sql = Sql::new(format!("SELECT count(*) AS rows FROM {of}")).finish();
    database.run([sql]).expect("rows are counted")[0][0]["rows"].as_i64().expect("a number")
}

#[test]
fn any_process_that_continues_makes_the_same_rows() {
    let (whole, in_steps, brands) = (imported(), imported(), brands(3));
    for is_delta in [false, true] {
        if is_delta {
            [&whole, &in_steps].into_iter().for_each(added);
        }
        let mentions = prepare(&whole, &brands);
        let dataset = views::served(&in_steps);
        let mut progress = vec![open(&in_steps, &brands, &dataset).unwrap().progress()];
        loop {
            let mut view = open(&in_steps, &brands, &dataset).unwrap();
            if let Some(found) = view.mentions() {
                assert_eq!(found, mentions);
                break;
            }
            block_on(view.advance()).unwrap();
            let behind = view.progress();
            let opened = open(&in_steps, &brands, &dataset).unwrap();
            assert_eq!((behind, view.mentions()), (opened.progress(), opened.mentions()));
            progress.push(behind);
        }
        assert!(is_delta || progress.len() > 10, "{progress:?}");
        assert!(progress.is_sorted_by_key(|progress| progress.done), "{progress:?}");
        assert_eq!(progress.last().map(|last| (last.done, last.of)), Some((mentions, mentions)));
        assert_eq!(views::rows(&whole, 1), views::rows(&in_steps, 1));
    }
}

#[test]
fn pieces_of_other_sizes_may_follow() {
    let (whole, resized, brands) = (imported(), imported(), brands(2));
    prepare(&whole, &brands);
    let dataset = views::served(&resized);
    let mut view = open(&resized, &brands, &dataset).unwrap();
    (0..5).for_each(|_| block_on(view.advance()).unwrap());
    let sizes = ViewSizes { batch: 70, scan: 500, chunk: 20, small: 2, top: 30 };
    views::prepare(&resized, &brands, &dataset, sizes).unwrap();
    let mentions = |database: &SqliteDatabase| {
        let (columns, view) = ([Column::NUMBER, Column::DAY], view_name(&brands));
        let rows = database.run([chunks_statement(1, &view, 0..1_000_000, &columns)]).unwrap().remove(0);
        let numbers = |row: &Row| {
            let mut documents = RecordBatch::new(usize::try_from(row["n"].as_u64().unwrap()).unwrap());
            documents.unpack(Column::NUMBER, row["number"].as_str().unwrap()).unwrap();
            documents.numbers(Column::NUMBER).unwrap().to_vec()
        };
        rows.iter().flat_map(numbers).collect::<Vec<i64>>()
    };
    assert_eq!(mentions(&whole), mentions(&resized));
}

#[test]
fn two_at_the_same_time_make_the_same_rows() {
    let brands = brands(2);
    let alone = imported();
    prepare(&alone, &brands);
    // One process leads by so many steps and finishes. The other one takes a step for each of these, or waits until
    // then.
    for ahead in [0, 1, 4, 9] {
        for in_turns in [true, false] {
            let both = imported();
            let dataset = views::served(&both);
            let [mut one, mut other] = [(); 2].map(|()| open(&both, &brands, &dataset).unwrap());
            (0..ahead).for_each(|_| block_on(one.advance()).unwrap());
            if !in_turns {
                // It has an unfinished chunk when the first one finishes.
                (0..ahead / 2).for_each(|_| block_on(other.advance()).unwrap());
            }
            while one.mentions().is_none() {
                block_on(one.advance()).unwrap();
                if in_turns {
                    block_on(other.advance()).unwrap();
                }
            }
            while other.mentions().is_none() {
                // The prepared view does not change, regardless of the slower process.
                let parts = |database| {
                    let [parts, chunks] = views::rows(database, 1).try_into().unwrap();
                    let lasts = |row: &Row| row["part"] != "draft";
                    let are_done = |row: &Row| row["seq"].as_u64() < Some(DRAFT_TOP_ROWS as u64);
                    (
                        Vec::from_iter(parts.into_iter().filter(lasts)),
                        Vec::from_iter(chunks.into_iter().filter(are_done)),
                    )
                };
                assert_eq!(parts(&both), parts(&alone), "{ahead} {in_turns}");
                block_on(other.advance()).unwrap();
            }
            assert_eq!(views::rows(&both, 1), views::rows(&alone, 1), "{ahead} {in_turns}");
        }
    }
}

#[test]
fn a_view_whose_version_is_dropped_meanwhile_leaves_no_rows() {
    let brands = brands(2);
    for steps in [0, 1, 2, 5] {
        let database = imported();
        let dataset = views::served(&database);
        let mut view = open(&database, &brands, &dataset).unwrap();
        (0..steps).for_each(|_| block_on(view.advance()).unwrap());
        // The version is kept for a rollback, but it gets no view.
        packed::import(&database, rows(documents()));
        let before = views::rows(&database, 1);
        assert_eq!(block_on(view.advance()), Err(QueryError::DatasetChanged), "{steps}");
        assert_eq!(views::rows(&database, 1), before);
        let mut view = open(&database, &brands, &views::served(&database)).unwrap();
        block_on(view.advance()).unwrap();
        packed::import(&database, rows(documents()));
        for generation in packed::state(&database).dropped {
            versions::remove(generation).into_iter().for_each(|step| drop(database.run(step).unwrap()));
        }
        assert!(block_on(view.advance()).is_err());
        assert!(open(&database, &brands, &dataset).is_err());
        let of_first = tables(1).map(|table| table.name).map(|table| format!("sqlite_master WHERE name = '{table}'"));
        assert_eq!(of_first.map(|table| count(&database, &table)), [0, 0]);
    }
}

#[test]
fn a_view_goes_on_after_an_increment() {
    let brands = brands(2);
    let (whole, interrupted) = (imported(), imported());
    added(&whole);
    let mentions = prepare(&whole, &brands);
    let dataset = views::served(&interrupted);
    let mut view = open(&interrupted, &brands, &dataset).unwrap();
    (0..6).for_each(|_| block_on(view.advance()).unwrap());
    views::forbid_to_keep_again(&interrupted, 1);
    added(&interrupted);
    assert_eq!(block_on(view.advance()), Err(QueryError::DatasetChanged));
    assert_eq!(prepare(&interrupted, &brands), mentions);
    assert_eq!(views::rows(&whole, 1), views::rows(&interrupted, 1));
}

#[test]
fn a_version_with_the_same_numbers_and_another_content_is_not_written_to() {
    let (database, brands) = (imported(), brands(1));
    let of_another = DatasetVersion { version: "ds_other".to_owned(), ..views::served(&database) };
    let mentions = RecordBatch::new(1).with_numbers(Column::NUMBER, vec![4_096]);
    let statements = |dataset: &DatasetVersion| {
        let part = insert_part(dataset, "any", ViewPart::Head, 0, "{}".to_owned());
        [part, insert_chunk(dataset, "any", 0, &mentions, &[1])]
    };
    database.run([statements(&of_another)[0].clone()]).unwrap();
    assert_eq!(open(&database, &brands, &of_another).err(), Some(QueryError::DatasetChanged));
    assert_eq!(views::rows(&database, 1), [Vec::new(), Vec::new()]);
    database.run([statements(&views::served(&database))[0].clone()]).unwrap();
    assert_eq!(count(&database, "view_1"), 1);
}

#[test]
fn accounts_with_the_same_brands_share_what_they_see() {
    let (database, brands) = (imported(), brands(3));
    let mentions = prepare(&database, &brands);
    let before = views::rows(&database, 1);
    let of_another = |brand: &MonitoredBrand| {
        let (id, label) = (format!("{} of another", brand.id), format!("{} of another", brand.label));
        MonitoredBrand { id, label, ..brand.clone() }
    };
    let others: Vec<MonitoredBrand> = brands.iter().map(of_another).collect();
    let opened = open(&database, &others, &views::served(&database)).unwrap();
    assert_eq!(opened.mentions(), Some(mentions));
    assert_eq!(views::rows(&database, 1), before);
}

#[test]
fn a_brand_of_several_accounts_is_matched_once() {
    let (database, brands) = (imported(), brands(3));
    views::forbid_to_keep_again(&database, 1);
    let matches = || count(&database, "view_1 WHERE part = 'match'");
    prepare(&database, &brands[..2]);
    assert_eq!(matches(), 2);
    prepare(&database, &brands[1..]);
    assert_eq!(matches(), 3);
    // All of them are already matched.
    let together = [brands[2].clone(), brands[0].clone()];
    let mut view = open(&database, &together, &views::served(&database)).unwrap();
    assert!(view.progress().of > 0);
    while view.mentions().is_none() {
        block_on(view.advance()).unwrap();
    }
    assert_eq!(matches(), 3);
    for brand in &brands {
        let rows = database.run([part_statement(1, &match_name(brand), ViewPart::Match, 0)]).unwrap();
        assert_eq!(rows[0].len(), 1, "{}", brand.label);
    }
}

#[test]
fn a_brand_without_mentions_has_an_empty_view() {
    let (database, brands) = (imported(), [brand("nobody ever said this")]);
    assert_eq!(prepare(&database, &brands), 0);
    added(&database);
    assert_eq!(prepare(&database, &brands), 0);
    assert_eq!(count(&database, "view_chunk_1"), 0);
}

#[test]
fn a_dataset_without_the_columns_gets_no_view() {
    let (database, brands) = (imported(), brands(1));
    let without = Sql::new("UPDATE layout SET body = json_remove(body, '$.base_days')").finish();
    let statements = tables(1).map(|table| table.discard()).into_iter().chain([without]);
    database.run(statements).unwrap();
    let dataset = views::served(&database);
    assert_eq!(open(&database, &brands, &dataset).err(), Some(QueryError::Outdated));
    let request = AccountRequest::parse(AccountOperation::Mentions, b"").unwrap();
    let viewer = Viewer { account: "acc_0123456789", brands: &brands };
    let today = Date::parse("2026-06-01").unwrap();
    let question = AccountQuery { request: &request, viewer, today, secret: b"any" };
    let answer = block_on(Columnar::new(&database).answer_account(question));
    assert_eq!(answer.err(), Some(QueryError::Outdated));
}

#[test]
fn a_dataset_with_other_text_rules_answers_no_words_and_no_brands() {
    let (database, brands) = (imported(), brands(1));
    let sector = json!({"brands": [{"label": "any", "terms": [brands[0].terms[0]]}], "from_date": "2026-01-01", "to_date": "2026-06-30"});
    let of_words = [
        ("search", json!({"index": "siv_business_ideas", "q": "any"})),
        ("search", json!({"index": "siv_info", "q": "any \"two words\""})),
        ("sector", sector),
    ];
    let others = [
        ("search", json!({"index": "siv_business_ideas"})),
        ("search", json!({"index": "siv_business_ideas", "filters": {"brand_name": ["Nobody"]}})),
        ("aggregate", json!({"index": "siv_business_ideas", "group_by": "brand_name"})),
        ("creators", json!({})),
        (
            "co-mentions",
            json!({"index": "siv_business_ideas", "field": "brand_name", "values": ["Nobody", "Somebody"]}),
        ),
    ];
    let answer = |(operation, request): &(&str, Value)| packed::answer(&database, None, &checked(operation, request));
    let before: Vec<_> = others.iter().map(|question| body(&answer(question).unwrap().1)).collect();
    assert!(of_words.iter().all(|question| answer(question).is_ok()));

    // Manifests of an earlier version are refused too.
    database.run([Sql::new("UPDATE layout SET body = json_remove(body, '$.text_rules')").finish()]).unwrap();
    for question in &of_words {
        assert_eq!(answer(question).err(), Some(QueryError::OutdatedText), "{question:?}");
    }
    assert_eq!(open(&database, &brands, &views::served(&database)).err(), Some(QueryError::OutdatedText));
    let after: Vec<_> = others.iter().map(|question| body(&answer(question).unwrap().1)).collect();
    assert_eq!(after, before);

    // An import packs everything again; then every query is answered.
    let mut known = increments::RecordSet::default();
    known.add(&documents());
    assert!(!increments::add(&database, known.changes(&documents())));
    packed::import(&database, rows(documents()));
    assert!(of_words.iter().all(|question| answer(question).is_ok()));
}
