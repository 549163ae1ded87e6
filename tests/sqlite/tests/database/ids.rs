//! Records are found by their ids at any position between two index marks.

use overheard::segment::{ID_INDEX_INTERVAL, SPACING, Table, number_at, video_rows};
use overheard::spec::Index;
use overheard::sql::{Sql, Statement};
use overheard_sqlite::documents::rows;
use overheard_sqlite::{SqliteDatabase, packed};
use serde_json::json;

/// Enough for several marks and a rest.
const VIDEOS: usize = 5 * ID_INDEX_INTERVAL + 3;

fn video_id(position: usize) -> String {
    format!("v{position:03}")
}

/// Creates a database with videos `v000`, `v001`, …, and with twenty snapshots of each of five creators.
fn database() -> SqliteDatabase {
    let videos = (0..VIDEOS).map(|position| {
        json!({"video_id": video_id(position), "platform": "youtube", "upload_date": "2026-01-01", "title": "t"})
    });
    let snapshots = (0..100).map(|number| {
        let (creator, day) = (number / 20, 1 + number % 20);
        json!({"channel_uid": format!("c{creator}"), "snapshot_date": format!("2026-01-{day:02}"), "platform": "youtube"})
    });
    let lines = videos.map(|video| (Index::Info, video.to_string()));
    let lines = lines.chain(snapshots.map(|snapshot| (Index::ContentCreator, snapshot.to_string())));
    let database = SqliteDatabase::migrated();
    packed::import(&database, rows(lines));
    database
}

fn run(database: &SqliteDatabase, statement: Statement) -> Vec<overheard::sql::Row> {
    database.run([statement]).unwrap().remove(0)
}

/// Returns the statement for the rows of videos.
fn rows_of(ids: &[String]) -> Statement {
    Table::Video.sparse_id_index(1).rows(ids, &video_rows(1, &[("id", "id"), ("n", "n")]))
}

/// Returns the numbers of ids, ascending.
fn numbers(database: &SqliteDatabase, table: Table, ids: &[String]) -> Vec<i64> {
    let rows = run(database, table.sparse_id_index(1).numbers(ids));
    let mut numbers: Vec<i64> = rows.iter().map(|row| row["num"].as_i64().unwrap()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn every_document_is_found_and_nothing_else() {
    let database = database();
    for position in 0..VIDEOS {
        assert_eq!(numbers(&database, Table::Video, &[video_id(position)]), [number_at(position)], "{position}");
    }
    for absent in ["", "a", "v", "v0", "v0000", "v015x", "v016x", "v999", "z", "é"] {
        assert_eq!(numbers(&database, Table::Video, &[absent.to_owned()]), [0_i64; 0], "{absent}");
    }
    let all: Vec<String> = (0..VIDEOS).map(video_id).chain(["none".to_owned()]).collect();
    assert_eq!(numbers(&database, Table::Video, &all), (0..VIDEOS).map(number_at).collect::<Vec<_>>());
}

#[test]
fn the_first_of_documents_with_one_id_is_found() {
    let database = database();
    for creator in 0..5 {
        let found = numbers(&database, Table::Snapshot, &[format!("c{creator}")]);
        assert_eq!(found, [number_at(20 * creator)], "c{creator}");
    }
    assert_eq!(numbers(&database, Table::Snapshot, &["c9".to_owned()]), [0_i64; 0]);
}

#[test]
fn documents_that_came_later_are_found_too() {
    let database = database();
    for position in 0..VIDEOS {
        let insert = format!(
            "INSERT INTO video_1 SELECT num + {}, id || 'x', body FROM video_1 WHERE id = '{}'",
            SPACING / 2,
            video_id(position)
        );
        run(&database, Sql::new(&insert).finish());
    }
    run(&database, Sql::new("INSERT INTO video_1 SELECT 1, 'a', body FROM video_1 WHERE id = 'v000'").finish());
    assert_eq!(numbers(&database, Table::Video, &["a".to_owned()]), [1]);
    for position in 0..VIDEOS {
        let ids = [video_id(position), video_id(position) + "x"];
        let expected = [number_at(position), number_at(position) + SPACING / 2];
        assert_eq!(numbers(&database, Table::Video, &ids), expected, "{position}");
    }
}

#[test]
fn the_rows_that_documents_lie_in_are_found() {
    let database = database();
    for ids in [vec![video_id(0)], vec![video_id(ID_INDEX_INTERVAL)], (0..VIDEOS).map(video_id).collect()] {
        let rows = run(&database, rows_of(&ids));
        assert_eq!(rows.len(), 1, "{ids:?}");
        assert_eq!(rows[0]["n"], json!(VIDEOS));
    }
}

#[test]
fn no_table_is_walked_through() {
    let database = database();
    let ids = [video_id(0)];
    for statement in [Table::Video.sparse_id_index(1).numbers(&ids), rows_of(&ids)] {
        let explain = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement };
        let steps: Vec<String> = run(&database, explain).iter().map(detail).collect();
        // Only the requested ids are scanned, and no table.
        let asked = ["SCAN CONSTANT ROW", "SCAN wanted", "SCAN chunk"];
        let walks = |step: &&String| step.starts_with("SCAN") && !asked.contains(&step.as_str());
        assert_eq!(steps.iter().filter(walks).collect::<Vec<_>>(), [""; 0], "{steps:?}");
        assert!(steps.iter().any(|step| step.starts_with("SEARCH mark USING PRIMARY KEY")), "{steps:?}");
    }
}

fn detail(row: &overheard::sql::Row) -> String {
    row["detail"].as_str().unwrap().to_owned()
}
