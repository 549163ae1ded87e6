//! Filters as SQL conditions.

use super::sql::Sql;
use crate::guard::request::{Filter, FilterCondition};
use crate::measure::{highest_stored, lowest_stored};
use crate::spec::Field;

/// Appends the conditions of filters, each preceded by `AND`.
pub(super) fn push_filters(sql: &mut Sql, filters: &[Filter]) {
    for filter in filters {
        push_filter(sql, filter);
    }
}

fn push_filter(sql: &mut Sql, Filter { field, condition }: &Filter) {
    let name = field.name;
    match condition {
        FilterCondition::AnyOf(values) => {
            sql.push(" AND ");
            push_any_of(sql, field, values);
        }
        // A record without a value is in no range: a comparison with null is not true.
        FilterCondition::Range(range) => {
            if let Some(gte) = range.gte {
                sql.push(&format!(" AND {name} >= ")).bind_integer(lowest_stored(gte, field.unit()));
            }
            if let Some(lte) = range.lte {
                sql.push(&format!(" AND {name} <= ")).bind_integer(highest_stored(lte, field.unit()));
            }
        }
        FilterCondition::Dates(range) => {
            if let Some(gte) = range.gte {
                sql.push(&format!(" AND {name} >= ")).bind_date(gte);
            }
            if let Some(lte) = range.lte {
                sql.push(&format!(" AND {name} <= ")).bind_date(lte);
            }
        }
    }
}

/// Appends the condition that a record has one of the values of a field.
pub(super) fn push_any_of<T: AsRef<str>>(sql: &mut Sql, field: &Field, values: &[T]) {
    if field.multi {
        sql.push(&format!("hasAny({}, ", field.name)).bind_list(values).push(")");
    } else {
        sql.push(&format!("{} IN ", field.name)).bind_list(values);
    }
}
