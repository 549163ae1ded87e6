//! `GET /v1/trends/compare`: a comparison of the topics of brands or periods.

use super::AccountReader;
use super::emerging::push_topics;
use super::groups::{GroupRow, MoreColumns};
use super::selection::Selection;
use super::topics::push_in;
use crate::backend::account::compare::{self, ComparisonScope, TopicCell, TopicRow, scopes, whole_window};
use crate::backend::account::counts::GroupTotals;
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::guard::request::account::ComparisonParameters;
use crate::query::QueryError;
use crate::spec::answer::{Basis, TrendComparison};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The totals of a topic in a column, by the position of the column.
#[derive(Deserialize)]
struct CellRow {
    column: usize,
    volume: u64,
    scored: u64,
    score: i64,
}

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    comparison: &ComparisonParameters,
) -> Result<(TrendComparison, Basis), QueryError> {
    let columns = scopes(&account.scope, comparison)?;
    let brands = columns.iter().fold(0, |bits, column| bits | column.brands);
    let selection = Selection::of_window(brands, &whole_window(&account.scope, &columns));
    let by_column = account.groups(|sql| push_columns(account, sql, &columns), MoreColumns::default(), &selection);
    let mut totals = vec![GroupTotals::default(); columns.len()];
    for (column, GroupRow(group)) in account.reader.read::<(usize, GroupRow)>(&by_column).await? {
        if let Some(totals) = totals.get_mut(column) {
            *totals = group;
        }
    }
    let rows = account.reader.read(&topics(account, comparison, &columns, &selection)).await?;
    let topics = topic_rows(comparison, columns.len(), rows);
    Ok(compare::answer(&account.scope, comparison.by, &columns, &totals, topics))
}

/// Appends the positions of the columns that a mention belongs to, one per row.
fn push_columns<C: Connection>(account: &AccountReader<'_, C>, sql: &mut Sql, columns: &[ComparisonScope]) {
    sql.push("arrayJoin(arrayFilter((column, counts) -> counts, range(");
    sql.bind_size(u32::try_from(columns.len()).unwrap_or(u32::MAX)).push("), [");
    for (at, column) in columns.iter().enumerate() {
        sql.push(if at == 0 { "" } else { ", " });
        account.push_brands(sql, column.brands);
        sql.push(" AND ");
        push_in(sql, "upload_date", &column.window);
    }
    sql.push("]))");
}

/// Returns the statement that reads the topics of the request, or else those with the most mentions in all columns.
fn topics<C: Connection>(
    account: &AccountReader<'_, C>,
    comparison: &ComparisonParameters,
    columns: &[ComparisonScope],
    selection: &Selection<'_>,
) -> Sql {
    let mut sql = Sql::new("SELECT topic, groupArray((position, volume, scored, score)) FROM (SELECT ");
    push_columns(account, &mut sql, columns);
    sql.push(" AS position, ");
    match comparison.topics.as_slice() {
        [] => _ = sql.push("arrayJoin(arrayDistinct(topics))"),
        requested => push_topics(&mut sql, requested),
    }
    sql.push(
        " AS topic, count() AS volume, count(sentiment_score) AS scored, ifNull(sum(sentiment_score), 0) AS score",
    );
    account.push_from(&mut sql, selection);
    sql.push(" GROUP BY position, topic) GROUP BY topic ORDER BY sum(volume) DESC, topic LIMIT ");
    let limit = if comparison.topics.is_empty() { comparison.limit } else { comparison.topics.len() };
    sql.bind_size(u32::try_from(limit).unwrap_or(u32::MAX));
    sql
}

/// Returns the compared topics with their totals in each column. Topics of the request may not occur.
fn topic_rows(comparison: &ComparisonParameters, columns: usize, rows: Vec<(String, Vec<CellRow>)>) -> Vec<TopicRow> {
    let row = |(topic, found): (String, Vec<CellRow>)| {
        let mut cells = vec![TopicCell::default(); columns];
        for CellRow { column, volume, scored, score } in found {
            if let Some(cell) = cells.get_mut(column) {
                *cell = TopicCell { volume, scored, score };
            }
        }
        (topic, cells)
    };
    if comparison.topics.is_empty() {
        return rows.into_iter().map(row).collect();
    }
    let mut by_topic: BTreeMap<String, Vec<CellRow>> = rows.into_iter().collect();
    let requested = comparison.topics.iter().map(|topic| (topic.clone(), by_topic.remove(topic).unwrap_or_default()));
    requested.map(row).collect()
}
