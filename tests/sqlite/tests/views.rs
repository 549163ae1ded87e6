//! What accounts see, in a real SQLite: a view is there whole, or it is not there.

use overheard::answer::Dataset;
use overheard::store::Statement;
use overheard::view::{Column, Head, NamesOf, forget_old, head_statement, write};
use overheard_sqlite::Database;

const VIEW: &str = "0123";

/// The statements that keep a small view.
fn written() -> Vec<Statement> {
    let dataset = Dataset { generation: 1, revision: 0, version: "ds_1".to_owned() };
    let columns = [(Column::Day, 0, "AQ".to_owned()), (Column::Id, 0, "AQ".to_owned())];
    write(VIEW, &dataset, &Head::default(), &columns, &[(NamesOf::Topics, vec!["price".to_owned()])])
}

fn is_there(database: &Database) -> bool {
    let rows = database.run([head_statement(VIEW)]).expect("the statement runs").concat();
    Head::from_rows(&rows).expect("a head").is_some()
}

#[test]
fn a_view_is_there_once_its_last_row_is() {
    let database = Database::migrated();
    for statement in written() {
        assert!(!is_there(&database));
        database.run([statement]).expect("the statement runs");
    }
    assert!(is_there(&database));
    // Who makes it at the same time writes the same.
    database.run(written()).expect("the statements run");
    assert!(is_there(&database));
}

#[test]
fn a_view_whose_version_is_forgotten_while_it_is_kept_is_none() {
    let count = written().len();
    for forgotten_behind in 1..count {
        let database = Database::migrated();
        let mut statements = written();
        statements.insert(forgotten_behind, forget_old());
        database.run(statements).expect("the statements run");
        assert!(!is_there(&database));
    }
}
