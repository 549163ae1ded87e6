//! Statements: values are bound, lists are one value.

use overheard::sql::{Param, Sql, Statement};

#[test]
fn tables_are_values_or_one_value() {
    let of = |rows: usize| {
        let mut sql = Sql::default();
        sql.rows((0..rows).map(|at| [Param::from(format!("it's {at}")), Param::Integer(7)]));
        let Statement { sql, params, .. } = sql.finish();
        (sql, params)
    };
    let [zero, one] = ["it's 0", "it's 1"].map(Param::from);
    assert_eq!(of(2), ("(VALUES (?1, 7), (?2, 7))".to_owned(), vec![zero, one]));
    let as_one = "(SELECT value ->> 0 AS column1, value ->> 1 AS column2 FROM json_each(?1))";
    assert_eq!(of(0), (as_one.to_owned(), vec![Param::from("[]")]));
    let (sql, params) = of(65);
    assert_eq!((sql.as_str(), params.len()), (as_one, 1));
}

#[test]
fn values_are_numbered_and_lists_are_one_value() {
    let mut sql = Sql::new("SELECT 1 WHERE a = ");
    sql.bind("x").push(" AND b IN ").bind_list(&["y", "z'"]);
    let statement = sql.finish();
    assert_eq!(statement.sql, "SELECT 1 WHERE a = ?1 AND b IN (SELECT value FROM json_each(?2))");
    assert_eq!(statement.params, [Param::from("x"), Param::from(r#"["y","z'"]"#)]);
}

#[test]
fn a_script_is_its_statements_without_comments() {
    let statements = Sql::script("-- One; two.\nCREATE TABLE a (\n  -- Why.\n  b\n);\n\nDROP TABLE a;\n");
    let texts: Vec<&str> = statements.iter().map(|statement| statement.sql.as_str()).collect();
    assert_eq!(texts, ["CREATE TABLE a (\n  b\n)", "DROP TABLE a"]);
}
