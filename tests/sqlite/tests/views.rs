//! What accounts see, in a real SQLite: a view is there whole, or it is not there.

use overheard::query::answer::Dataset;
use overheard::query::view::{Head, Known, NamesOf, ViewColumn, Writing, forget_old, head_statement};
use overheard::sql::{Sql, Statement};
use overheard_sqlite::Database;
use serde_json::json;

const VIEW: &str = "0123";

/// A database that serves a version of this name.
fn serving(version: &str) -> Database {
    let database = Database::migrated();
    let mut sql = Sql::new(
        "INSERT INTO generation (generation, state, import, inputs, started_at, touched_at, version) VALUES \
         (1, 'served', 'any', 'any', '', 0, ",
    );
    sql.bind(version).push(")");
    database.run([sql.finish()]).expect("a version is served");
    database
}

fn dataset() -> Dataset {
    Dataset { generation: 1, revision: 0, version: "ds_1".to_owned() }
}

/// The statements that keep a small view.
fn written() -> Vec<Statement> {
    let dataset = dataset();
    let mut writing = Writing::new(VIEW, &dataset);
    let mut statements: Vec<Statement> =
        [ViewColumn::Day, ViewColumn::Id].map(|column| writing.column(column, 0, "AQ".to_owned())).into();
    statements.extend(writing.names(NamesOf::Topics, &["price".to_owned()]));
    statements.push(writing.head(&Head::default()).expect("a head is written"));
    statements
}

fn known(database: &Database) -> Known {
    let rows = database.run([head_statement(VIEW)]).expect("the statement runs").concat();
    Known::from_rows(&rows).expect("a head")
}

fn is_there(database: &Database) -> bool {
    known(database) == Known::Prepared(Head::default())
}

fn rows(database: &Database) -> serde_json::Value {
    let count = Sql::new("SELECT count(*) AS rows FROM account_view").finish();
    database.run([count]).expect("rows are counted").concat()[0]["rows"].clone()
}

#[test]
fn a_view_is_there_once_its_last_row_is() {
    let database = serving("ds_1");
    for statement in written() {
        assert!(!is_there(&database));
        database.run([statement]).expect("the statement runs");
    }
    assert!(is_there(&database));
    // Who makes it at the same time writes the same.
    database.run(written()).expect("the statements run");
    assert!(is_there(&database));
    assert_eq!(rows(&database), json!(4));
}

#[test]
fn a_view_lasts_as_long_as_its_version() {
    for (state, lasts) in [("previous", true), ("dropped", false)] {
        let database = serving("ds_1");
        database.run(written()).expect("the statements run");
        let moved = Sql::new(&format!("UPDATE generation SET state = '{state}'")).finish();
        database.run([moved, forget_old()]).expect("the version is moved");
        assert_eq!(is_there(&database), lasts, "{state}");
    }
}

#[test]
fn of_a_view_whose_version_is_forgotten_while_it_is_kept_nothing_is_left() {
    for forgotten_behind in 0..=written().len() {
        let database = serving("ds_1");
        let mut statements = written();
        let dropped = Sql::new("UPDATE generation SET state = 'dropped'").finish();
        statements.splice(forgotten_behind..forgotten_behind, [dropped, forget_old()]);
        database.run(statements).expect("the statements run");
        assert_eq!(rows(&database), json!(0), "{forgotten_behind}");
    }
}

#[test]
fn a_view_of_another_version_with_the_same_numbers_is_not_kept() {
    let database = serving("ds_2");
    database.run(written()).expect("the statements run");
    assert_eq!(rows(&database), json!(0));
}

#[test]
fn what_is_too_large_is_noted_until_it_is_prepared() {
    let database = serving("ds_1");
    let noted = || Writing::new(VIEW, &dataset()).too_large();
    assert_eq!(known(&database), Known::Nothing);
    database.run([noted()]).expect("the statement runs");
    assert_eq!(known(&database), Known::TooLarge);
    // What was too large for another limit may not be for this one.
    let of_another = Sql::new("UPDATE account_view SET body = '1'").finish();
    database.run([of_another]).expect("the limit is changed");
    assert_eq!(known(&database), Known::Nothing);
    database.run(written()).expect("the statements run");
    assert!(is_there(&database));
}
