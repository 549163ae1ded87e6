//! Ranges of rows are read in answers of a bounded size.

use overheard::segment::{Lookup, Table};
use overheard::sql::Sql;
use overheard_sqlite::{SqliteDatabase, packed};
use serde_json::{Value, json};

const LARGEST_ANSWER: usize = 6_000_000;

/// Creates a database with rows of names that have these ids and sizes.
fn database(rows: impl Iterator<Item = (i64, usize)>) -> SqliteDatabase {
    let database = SqliteDatabase::migrated();
    packed::import(&database, std::iter::empty());
    let table = Table::Names.stored(1);
    for (id, size) in rows {
        let mut sql = Sql::new(format!("INSERT INTO {table} (id, body) VALUES ("));
        sql.bind(id).push(", ").bind("x".repeat(size)).push(")");
        database.run([sql.finish()]).unwrap();
    }
    database
}

/// Reads all rows of a range and returns their ids and sizes, and the number of answers.
fn read(database: &SqliteDatabase, first: i64, last: i64) -> (Vec<(i64, usize)>, usize) {
    let columns = vec!["body".to_owned()];
    let mut next = Some(Lookup::Rows { table: Table::Names.name().to_owned(), first, last, columns });
    let (mut read, mut answers) = (Vec::new(), 0);
    while let Some(wanted) = next {
        let rows = database.run([wanted.statement(1, 0).unwrap()]).unwrap().remove(0);
        let texts: Vec<&str> = rows.iter().map(|row| row["row"].as_str().unwrap()).collect();
        assert!(texts.iter().map(|text| text.len()).sum::<usize>() < LARGEST_ANSWER);
        let mut rows: Vec<Vec<Value>> = texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        next = wanted.rest(&mut rows);
        read.extend(rows.iter().map(|row| (row[0].as_i64().unwrap(), row[1].as_str().unwrap().len())));
        answers += 1;
    }
    (read, answers)
}

#[test]
fn many_and_large_rows_are_read_in_several_answers() {
    let size = |id: i64| if id % 50 == 0 { 1_500_000 } else { 10 };
    let rows = || (1..=450).map(|id| (10 * id, size(id)));
    let database = database(rows());
    let (read_rows, answers) = read(&database, 0, i64::MAX);
    assert_eq!(read_rows, rows().collect::<Vec<_>>());
    assert_eq!(answers, 3, "1.5 MB in 50 rows, and an answer takes no row behind 4 MB");
    assert_eq!(read(&database, 4_010, 4_020), (vec![(4_010, 10), (4_020, 10)], 1));
    assert_eq!(read(&database, 1, 9), (vec![], 1));
    assert_eq!(read(&database, 10, 2_000).1, 2, "the end is known without another answer");
}

#[test]
fn a_range_of_as_many_rows_as_an_answer_takes_is_one_answer() {
    for (rows, answers) in [(199, 1), (200, 1), (201, 2), (400, 2), (401, 3)] {
        let database = database((1..=rows).map(|id| (id, 3)));
        let (read_rows, counted) = read(&database, 0, 10_000);
        assert_eq!((read_rows.len(), counted), (rows as usize, answers), "{rows}");
    }
}

#[test]
fn rows_without_columns_are_not_read() {
    let wanted = Lookup::Rows { table: "names".to_owned(), first: 1, last: 2, columns: Vec::new() };
    assert_eq!(wanted.statement(1, 0), None, "{}", json!(wanted));
}
