//! What may help to ask better, for people and agents that want it.

use super::from_rows;
use super::tables::{document_table, item_table};
use crate::answer::Answer;
use crate::catalog::{Field, Index};
use crate::data::Request;
use crate::data::co_mentions::CoMentionsRequest;
use crate::data::request::{Condition, Filter};
use crate::store::{Sql, Statement, Store, StoreError, single};
use crate::text::normal_form;
use serde::Deserialize;

#[derive(Deserialize)]
struct TermRow {
    value: String,
}

pub(super) async fn of<S: Store>(store: &S, request: &Request, answer: &Answer) -> Result<Vec<String>, StoreError> {
    match (request, answer) {
        (Request::Aggregate(request), Answer::Aggregate(answer)) if answer.matched_documents == 0 => {
            filters(store, request.index, &request.filters).await
        }
        (Request::Search(request), Answer::Search(answer)) if answer.matched_documents == 0 => {
            filters(store, request.index, &request.filters).await
        }
        (Request::CoMentions(request), Answer::CoMentions(answer)) if answer.results.is_empty() => {
            co_mentions(store, request).await
        }
        (Request::Sector(_), Answer::Sector(answer)) => {
            let low = answer.brands.iter().filter(|brand| brand.coverage == "low");
            Ok(low
                .map(|brand| {
                    format!(
                        "brand '{}' has {} videos in the window: check coverage before quoting it",
                        brand.label, brand.totals.unique_videos
                    )
                })
                .collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// For an answer without documents: other spellings of the values that were filtered for.
async fn filters<S: Store>(store: &S, index: Index, filters: &[Filter]) -> Result<Vec<String>, StoreError> {
    let mut hints = Vec::new();
    for filter in filters {
        if let Condition::AnyOf(values) = &filter.condition {
            for value in values {
                hints.extend(other_spellings(store, index, filter.field, value).await?);
            }
        }
    }
    Ok(hints)
}

/// For an empty result: which of the values never occur at all.
async fn co_mentions<S: Store>(store: &S, request: &CoMentionsRequest) -> Result<Vec<String>, StoreError> {
    let mut hints = Vec::new();
    for value in &request.values {
        let rows = store.batch(vec![occurrence(request, value)]).await?;
        if rows.iter().all(Vec::is_empty) {
            hints.push(format!("{} '{value}' never occurs", request.field.name));
            hints.extend(other_spellings(store, request.index, request.field, value).await?);
        }
    }
    Ok(hints)
}

fn occurrence(request: &CoMentionsRequest, value: &str) -> Statement {
    let (table, column) = if request.field.multi {
        (item_table(request.index, request.field), "value")
    } else {
        (document_table(request.index), request.field.name)
    };
    let mut sql = Sql::new(&format!("SELECT 1 AS found FROM {table} WHERE {column} = "));
    sql.bind(value).push(" LIMIT 1");
    sql.finish()
}

/// Values of the same normal form, for the fields that have a dictionary.
async fn other_spellings<S: Store>(
    store: &S,
    index: Index,
    field: &Field,
    value: &str,
) -> Result<Vec<String>, StoreError> {
    let mut sql = Sql::new("SELECT value FROM plain_term WHERE norm = ");
    sql.bind(normal_form(value)).push(" AND field = ");
    sql.bind(format!("{}.{}", index.entry().table, field.name)).push(" AND value <> ").bind(value);
    sql.push(" ORDER BY value LIMIT 3");
    let results = store.batch(vec![sql.finish()]).await?;
    let rows: Vec<TermRow> = from_rows(single(results)?)?;
    Ok(rows
        .into_iter()
        .map(|row| format!("{} '{}' exists; values are compared exactly", field.name, row.value))
        .collect())
}
