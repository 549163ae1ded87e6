//! What may help to ask better, for people and agents that want it.

use super::names::{layout, layout_statement, look_up};
use super::reader::Reader;
use super::rows::text;
use crate::answer::Answer;
use crate::catalog::Index;
use crate::data::Request;
use crate::data::co_mentions::CoMentionsRequest;
use crate::data::request::{Condition, Filter};
use crate::pack::{Table, Term, low_fields, numbers_of_ids};
use crate::plan::Filters;
use crate::store::{Store, StoreError, single};
use crate::text::normal_form;

/// Other spellings of one value that are named.
const SPELLINGS: usize = 3;

pub(super) async fn of<S: Store>(
    reader: &Reader<'_, S>,
    request: &Request,
    answer: &Answer,
) -> Result<Vec<String>, StoreError> {
    match (request, answer) {
        (Request::Aggregate(request), Answer::Aggregate(answer)) if answer.matched_documents == 0 => {
            filters(reader, request.index, &request.filters).await
        }
        (Request::Search(request), Answer::Search(answer)) if answer.matched_documents == 0 => {
            filters(reader, request.index, &request.filters).await
        }
        (Request::CoMentions(request), Answer::CoMentions(answer)) if answer.results.is_empty() => {
            co_mentions(reader, request).await
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
async fn filters<S: Store>(
    reader: &Reader<'_, S>,
    index: Index,
    filters: &[Filter],
) -> Result<Vec<String>, StoreError> {
    let mut hints = Vec::new();
    for filter in filters {
        if let Condition::AnyOf(values) = &filter.condition {
            for value in values {
                hints.extend(other_spellings(reader, index, filter.field.name, value).await?);
            }
        }
    }
    Ok(hints)
}

/// For an empty result: which of the values never occur at all.
async fn co_mentions<S: Store>(reader: &Reader<'_, S>, request: &CoMentionsRequest) -> Result<Vec<String>, StoreError> {
    let (index, field) = (request.index, request.field.name);
    let mut hints = Vec::new();
    for value in &request.values {
        if !occurs(reader, index, field, value).await? {
            hints.push(format!("{field} '{value}' never occurs"));
            hints.extend(other_spellings(reader, index, field, value).await?);
        }
    }
    Ok(hints)
}

async fn occurs<S: Store>(reader: &Reader<'_, S>, index: Index, field: &str, value: &str) -> Result<bool, StoreError> {
    if low_fields(index).contains(&field) {
        let layout = layout(single(reader.read(vec![layout_statement(reader, index)]).await?)?)?;
        return Ok(layout.mixes.field(field)?.0.iter().any(|known| known == value));
    }
    if Filters::has_numbers(index, field) {
        let names = [value.to_owned()];
        let field = index.entry().field(field).map_or("", |field| field.name);
        return Ok(!look_up(reader, index, &vec![(field, names.as_slice())]).await?.1.is_empty());
    }
    let found = numbers_of_ids(Table::of_documents(index), reader.generation()?, &[value.to_owned()]);
    Ok(!single(reader.read(vec![found]).await?)?.is_empty())
}

/// Names of the same normal form, for the fields whose names are looked up that way.
async fn other_spellings<S: Store>(
    reader: &Reader<'_, S>,
    index: Index,
    field: &str,
    value: &str,
) -> Result<Vec<String>, StoreError> {
    let mut sql = reader.shared("SELECT body FROM term WHERE");
    sql.push(" AND key = ").bind(normal_form(value));
    let rows = single(reader.read(vec![reader.finish_shared(sql)]).await?)?;
    let Some(row) = rows.first() else { return Ok(Vec::new()) };
    let term: Term = serde_json::from_str(text(row, "body")?)
        .map_err(|error| StoreError::Unavailable(format!("a term is damaged: {error}")))?;
    let dictionary = super::names::dictionary(index, field);
    let mut names: Vec<String> =
        term.names.into_iter().filter(|(of, name)| *of == dictionary && name != value).map(|(_, name)| name).collect();
    names.sort_unstable();
    names.truncate(SPELLINGS);
    Ok(names.into_iter().map(|name| format!("{field} '{name}' exists; values are compared exactly")).collect())
}
