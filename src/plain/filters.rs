//! Filters as SQL conditions.

use super::Reader;
use crate::catalog::{Field, Index, Unit};
use crate::data::filters::{Condition, Filter, Range};
use crate::store::{Param, Sql, Store};

/// Adds `FROM` the documents of an index, called `d`, and a `WHERE` that keeps those that pass the filters.
/// More conditions can follow with `AND`.
pub(super) fn push_matching<S: Store>(sql: &mut Sql, reader: &Reader<'_, S>, index: Index, filters: &[Filter]) {
    sql.push(&format!(" FROM {} AS d WHERE TRUE", reader.table(index.entry().table)));
    push_conditions(sql, reader, index, filters);
}

/// Adds the conditions of filters on documents that are called `d`, each led by `AND`.
pub(super) fn push_conditions<S: Store>(sql: &mut Sql, reader: &Reader<'_, S>, index: Index, filters: &[Filter]) {
    for filter in filters {
        sql.push(" AND ");
        push_condition(sql, reader, index, filter);
    }
}

/// The table that holds the items of a list field, one row per document and distinct item.
pub(super) fn item_table<S: Store>(reader: &Reader<'_, S>, index: Index, field: &Field) -> String {
    reader.table(&format!("{}_{}", index.entry().table, field.name))
}

fn push_condition<S: Store>(sql: &mut Sql, reader: &Reader<'_, S>, index: Index, filter: &Filter) {
    let Filter { field, condition } = filter;
    match condition {
        Condition::AnyOf(values) if field.multi => {
            let items = item_table(reader, index, field);
            sql.push(&format!("d.num IN (SELECT num FROM {items} WHERE value"));
            push_any_of(sql, values);
            sql.push(")");
        }
        Condition::AnyOf(values) => {
            sql.push(&format!("d.{}", field.name));
            push_any_of(sql, values);
        }
        Condition::Range(Range { gte, lte }) => {
            let unit = field.unit();
            let gte = gte.map(|value| lowest_stored(value, unit));
            let lte = lte.map(|value| highest_stored(value, unit));
            push_range(sql, field, gte, lte);
        }
        Condition::Dates(Range { gte, lte }) => {
            push_range(sql, field, gte.map(|date| date.to_string()), lte.map(|date| date.to_string()));
        }
    }
}

fn push_any_of(sql: &mut Sql, values: &[String]) {
    match values {
        [value] => sql.push(" = ").bind(value.as_str()),
        values => sql.push(" IN ").bind_list(values),
    };
}

fn push_range<T: Into<Param>>(sql: &mut Sql, field: &Field, gte: Option<T>, lte: Option<T>) {
    // A document without a value is in no range; a range has one end at least, so null never passes.
    let mut separator = "";
    for (operator, end) in [(">=", gte), ("<=", lte)] {
        if let Some(end) = end {
            sql.push(&format!("{separator}d.{} {operator} ", field.name)).bind(end);
            separator = " AND ";
        }
    }
}

/// The smallest stored integer whose value is at least this number: comparing stored integers is then the same as
/// comparing values, whatever the product of number and scale rounds to.
fn lowest_stored(number: f64, unit: Unit) -> i64 {
    let near = nearest_stored(number, unit);
    (near - 1..=near + 1).find(|stored| unit.value(*stored) >= number).unwrap_or(near + 1)
}

/// The largest stored integer whose value is at most this number.
fn highest_stored(number: f64, unit: Unit) -> i64 {
    let near = nearest_stored(number, unit);
    (near - 1..=near + 1).rev().find(|stored| unit.value(*stored) <= number).unwrap_or(near - 1)
}

/// Within what D1 binds exactly; no stored number is larger.
fn nearest_stored(number: f64, unit: Unit) -> i64 {
    const LARGEST: f64 = 9_007_199_254_740_990.0;
    (number * unit.scale()).round().clamp(-LARGEST, LARGEST) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_ends_are_exact_where_the_product_is_not() {
        assert_eq!(lowest_stored(0.0742, Unit::Ratio), 74_200_000);
        assert_eq!(highest_stored(0.0742, Unit::Ratio), 74_200_000);
        assert_eq!(lowest_stored(10.5, Unit::Count), 11);
        assert_eq!(highest_stored(10.5, Unit::Count), 10);
        assert!(lowest_stored(-9_007_199_254_740_991.0, Unit::Ratio) < -1_000_000_000_000);
    }

    #[test]
    fn an_end_between_two_stored_values_excludes_both_sides_rightly() {
        assert_eq!(lowest_stored(0.000_000_000_5, Unit::Ratio), 1);
        assert_eq!(highest_stored(0.000_000_000_5, Unit::Ratio), 0);
    }
}
