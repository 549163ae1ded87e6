//! Answers searches: example records, and matches creators.

use super::aggregate::{TotalRow, counts};
use super::connection::Connection;
use super::filters::push_filters;
use super::reader::Reader;
use super::records::{columns, read_records, record};
use super::schema::VersionTables;
use super::sql::Sql;
use super::words::TextCondition;
use crate::backend::hint_texts::newest_first_warning;
use crate::backend::prefix_words::SEARCH_Q;
use crate::guard::request::SearchRequest;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::spec::answer::search::{Document, SearchAnswer};
use crate::spec::{Index, Order};
use serde_json::Value;
use std::collections::BTreeMap;

/// Answers a search. `form` converts the answer to that of the operation.
pub(super) async fn answer<C: Connection>(
    reader: &Reader<'_, C>,
    request: &SearchRequest,
    form: impl FnOnce(SearchAnswer) -> Answer,
) -> Result<Outcome, QueryError> {
    let mut answer = SearchAnswer {
        index: request.index.name().to_owned(),
        matched_documents: 0,
        matched_creators: None,
        results: Vec::new(),
    };
    let text = match &request.q {
        Some(q) => match TextCondition::read(reader, request.index, q, SEARCH_Q).await? {
            None => return Ok(Outcome::new(form(answer))),
            text => text,
        },
        None => None,
    };
    let frequencies = match &text {
        Some(text) if request.sort_field.is_none() => Some(text.frequencies(reader, request.index).await?),
        _ => None,
    };
    let newest_first =
        text.as_ref().zip(frequencies.as_ref()).is_some_and(|(text, frequencies)| text.is_too_frequent(frequencies));
    let total: TotalRow = reader.read_one(&totals(reader.tables, request, text.as_ref())).await?;
    answer.matched_documents = total.documents;
    answer.matched_creators = total.creators;
    answer.results = match (total.documents, &text, frequencies) {
        (0, ..) => Vec::new(),
        (_, Some(text), Some(frequencies)) if !newest_first => {
            let ids = text.most_relevant(reader, request, frequencies).await?;
            records_by_id(reader, request.index, &ids).await?
        }
        _ => {
            let first = first_records(reader.tables, request, text.as_ref(), newest_first);
            read_records(reader, request.index, &first).await?
        }
    };
    let mut outcome = Outcome::new(form(answer));
    outcome.warnings.extend(newest_first.then(newest_first_warning));
    Ok(outcome)
}

/// Appends the records that match.
fn push_matching(sql: &mut Sql, tables: VersionTables, request: &SearchRequest, text: Option<&TextCondition>) {
    sql.push(&format!(" FROM {} WHERE ", tables.of_index(request.index)));
    match text {
        Some(text) => text.push(sql),
        None => _ = sql.push("1"),
    }
    push_filters(sql, &request.filters);
}

fn totals(tables: VersionTables, request: &SearchRequest, text: Option<&TextCondition>) -> Sql {
    let mut sql = Sql::new(format!("SELECT {}", counts(request.index)));
    push_matching(&mut sql, tables, request, text);
    sql
}

/// Returns the statement that reads the first records in the order of a field: nulls last in both directions, equal
/// values by id. A creator has its newest matching snapshot.
fn first_records(
    tables: VersionTables,
    request: &SearchRequest,
    text: Option<&TextCondition>,
    newest_first: bool,
) -> Sql {
    let entry = request.index.entry();
    let field = request.sort_field.map_or(entry.default_sort, |field| field.name);
    let order = if newest_first { Order::Desc } else { request.sort_order };
    let in_order = format!(" ORDER BY {field} {} NULLS LAST, {} LIMIT ", order.name(), entry.id);
    let mut sql = Sql::new(format!("SELECT {}", columns(request.index)));
    if request.index == Index::ContentCreator {
        // The other columns are read of the first snapshots alone.
        let key = "channel_uid, snapshot_date";
        sql.push(&format!(" FROM {} WHERE ({key}) IN (SELECT {key} FROM (", tables.of_index(request.index)));
        sql.push(&format!("SELECT {key}, {field}"));
        push_matching(&mut sql, tables, request, text);
        sql.push(" ORDER BY channel_uid DESC, snapshot_date DESC LIMIT 1 BY channel_uid)");
        sql.push(&in_order).bind_size(request.size).push(")");
    } else {
        push_matching(&mut sql, tables, request, text);
    }
    sql.push(&in_order).bind_size(request.size);
    sql
}

/// Reads records by id, in the order of the ids.
async fn records_by_id<C: Connection>(
    reader: &Reader<'_, C>,
    index: Index,
    ids: &[String],
) -> Result<Vec<Document>, QueryError> {
    let id = index.entry().id;
    let table = reader.tables.of_index(index);
    let mut sql = Sql::new(format!("SELECT {}, {id} FROM {table} WHERE {id} IN ", columns(index)));
    sql.bind_list(ids);
    let mut by_id = BTreeMap::new();
    for mut row in reader.read::<Vec<Value>>(&sql).await? {
        if let Some(Value::String(id)) = row.pop() {
            by_id.insert(id, record(index, row)?);
        }
    }
    let found: Option<_> = ids.iter().map(|id| by_id.remove(id)).collect();
    found.ok_or_else(|| QueryError::Unavailable("an id has no record".into()))
}
