//! Filters as SQL conditions.

use super::tables::{document_table, item_table};
use overheard::guard::request::{Filter, FilterCondition, Range};
use overheard::measure::{highest_stored, lowest_stored};
use overheard::spec::{Field, Index};
use overheard::sql::{Param, Sql};

/// Adds `FROM` the records of an index, called `d`, and a `WHERE` for those that pass the filters. More conditions can
/// follow with `AND`.
pub(super) fn push_matching(sql: &mut Sql, index: Index, filters: &[Filter]) {
    sql.push(&format!(" FROM {} AS d WHERE TRUE", document_table(index)));
    push_conditions(sql, index, filters);
}

/// Adds the conditions of filters on records that are called `d`, each preceded by `AND`.
pub(super) fn push_conditions(sql: &mut Sql, index: Index, filters: &[Filter]) {
    for filter in filters {
        sql.push(" AND ");
        push_condition(sql, index, filter);
    }
}

fn push_condition(sql: &mut Sql, index: Index, filter: &Filter) {
    let Filter { field, condition } = filter;
    match condition {
        FilterCondition::AnyOf(values) if field.multi => {
            let items = item_table(index, field);
            sql.push(&format!("d.num IN (SELECT num FROM {items} WHERE value"));
            push_any_of(sql, values);
            sql.push(")");
        }
        FilterCondition::AnyOf(values) => {
            sql.push(&format!("d.{}", field.name));
            push_any_of(sql, values);
        }
        FilterCondition::Range(Range { gte, lte }) => {
            let unit = field.unit();
            let gte = gte.map(|value| lowest_stored(value, unit));
            let lte = lte.map(|value| highest_stored(value, unit));
            push_range(sql, field, gte, lte);
        }
        FilterCondition::Dates(Range { gte, lte }) => {
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
    // A record without a value is in no range. A range has at least one end, so null never passes.
    let mut separator = "";
    for (operator, end) in [(">=", gte), ("<=", lte)] {
        if let Some(end) = end {
            sql.push(&format!("{separator}d.{} {operator} ", field.name)).bind(end);
            separator = " AND ";
        }
    }
}
