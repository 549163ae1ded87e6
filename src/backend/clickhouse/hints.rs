//! Hints for a better request, for people and agents: other spellings of requested values, and similar names.

use super::connection::Connection;
use super::filters::push_any_of;
use super::reader::Reader;
use super::sql::Sql;
use super::write::{has_names, term_key};
use crate::backend::hint_texts::{MAX_SPELLINGS, MAX_UNKNOWN, absence_hint, coverage_hints, existence_hints};
use crate::backend::similarity::{CANDIDATES, most_similar, prefixes};
use crate::base::text::{normal_form, usual_cases};
use crate::guard::request::{CoMentionsRequest, Filter, FilterCondition, Request};
use crate::query::QueryError;
use crate::query::answer::Answer;
use crate::spec::{Field, Index};

/// Returns the hints for an answer.
pub(super) async fn of<C: Connection>(
    reader: &Reader<'_, C>,
    request: &Request,
    answer: &Answer,
) -> Result<Vec<String>, QueryError> {
    match (request, answer) {
        (Request::Aggregate(request), Answer::Aggregate(answer)) if answer.matched_documents == 0 => {
            filter_hints(reader, request.index, &request.filters).await
        }
        (Request::Search(request), Answer::Search(answer)) if answer.matched_documents == 0 => {
            filter_hints(reader, request.index, &request.filters).await
        }
        (Request::Creators(request), Answer::Creators(answer)) if answer.matched_documents == 0 => {
            filter_hints(reader, request.index, &request.filters).await
        }
        (Request::CoMentions(request), Answer::CoMentions(answer)) if answer.results.is_empty() => {
            co_mention_hints(reader, request).await
        }
        (Request::Sector(_), Answer::Sector(answer)) => Ok(coverage_hints(answer)),
        _ => Ok(Vec::new()),
    }
}

/// Returns the hints for an answer without records: other spellings of the values in filters.
async fn filter_hints<C: Connection>(
    reader: &Reader<'_, C>,
    index: Index,
    filters: &[Filter],
) -> Result<Vec<String>, QueryError> {
    let (mut hints, mut unknown) = (Vec::new(), 0);
    for Filter { field, condition } in filters {
        let FilterCondition::AnyOf(values) = condition else { continue };
        for value in values {
            hints.extend(existence_hints(field, spellings(reader, index, field, value, &mut unknown).await?));
        }
    }
    Ok(hints)
}

/// Returns the hints for empty co-mentions: the values that never occur, and their other spellings.
async fn co_mention_hints<C: Connection>(
    reader: &Reader<'_, C>,
    CoMentionsRequest { index, field, values, .. }: &CoMentionsRequest,
) -> Result<Vec<String>, QueryError> {
    let (mut hints, mut unknown) = (Vec::new(), 0);
    for value in values {
        let names = spellings(reader, *index, field, value, &mut unknown).await?;
        if !occurs(reader, *index, field, value).await? {
            hints.push(absence_hint(field, value));
            hints.extend(existence_hints(field, names));
        }
    }
    Ok(hints)
}

/// Returns true if a record has a value.
async fn occurs<C: Connection>(
    reader: &Reader<'_, C>,
    index: Index,
    field: &Field,
    value: &str,
) -> Result<bool, QueryError> {
    let mut sql = Sql::new(format!("SELECT 1 FROM {} WHERE ", reader.tables.of_index(index)));
    push_any_of(&mut sql, field, &[value]);
    sql.push(" LIMIT 1");
    Ok(!reader.read::<(u8,)>(&sql).await?.is_empty())
}

/// Returns the other spellings of a value; if the value exists in no spelling, similar names. Similar names are searched
/// for the first unknown values only, and not for ids. Enumerations and ids of records have no names.
async fn spellings<C: Connection>(
    reader: &Reader<'_, C>,
    index: Index,
    field: &'static Field,
    value: &str,
    unknown: &mut usize,
) -> Result<Vec<String>, QueryError> {
    if !has_names(index, field) {
        return Ok(Vec::new());
    }
    let mut sql = values_of(reader, index, field.name);
    if has_normal_forms(index, field) {
        sql.push(" AND form = ").bind(&normal_form(value));
    } else {
        sql.push(" AND value IN ").bind_list(&usual_cases(value));
    }
    sql.push(" AND value != ").bind(value).push(" ORDER BY value LIMIT ").bind_size(MAX_SPELLINGS as u32);
    let mut names = read_values(reader, &sql).await?;
    if names.is_empty() && !occurs(reader, index, field, value).await? {
        if field.tuple.is_some() {
            // There are few values.
            names = most_similar(value, read_values(reader, &values_of(reader, index, field.name)).await?);
        } else if !is_id(field) && *unknown < MAX_UNKNOWN {
            *unknown += 1;
            names = similar_names(reader, index, field.name, value).await?;
        }
        names.truncate(MAX_SPELLINGS);
    }
    Ok(names)
}

/// Returns true if names are compared by more than case: names in mentions, and those with few values.
fn has_normal_forms(index: Index, field: &Field) -> bool {
    let is_of_mention = index == Index::BusinessIdeas && !field.of_video;
    is_of_mention || field.tuple.is_some()
}

/// Returns true if the values of a field are ids. There is no point in suggesting similar ids.
fn is_id(field: &Field) -> bool {
    Index::ALL.iter().any(|index| index.entry().id == field.name)
}

/// Returns the names of a field that are spelled most similarly to a value.
pub(super) async fn similar_names<C: Connection>(
    reader: &Reader<'_, C>,
    index: Index,
    field: &str,
    value: &str,
) -> Result<Vec<String>, QueryError> {
    let mut names = Vec::new();
    for prefix in prefixes(value) {
        let mut sql = values_of(reader, index, field);
        sql.push(" AND value >= ").bind(&prefix).push(" AND value < ").bind(&format!("{prefix}{}", char::MAX));
        sql.push(" ORDER BY value LIMIT ").bind_size(CANDIDATES);
        names.extend(read_values(reader, &sql).await?);
    }
    Ok(most_similar(value, names))
}

/// Starts a statement that reads names of a field.
fn values_of<C: Connection>(reader: &Reader<'_, C>, index: Index, field: &str) -> Sql {
    let mut sql = Sql::new(format!("SELECT value FROM {} WHERE field = ", reader.tables.terms()));
    sql.bind(&term_key(index, field));
    sql
}

async fn read_values<C: Connection>(reader: &Reader<'_, C>, sql: &Sql) -> Result<Vec<String>, QueryError> {
    Ok(reader.read::<(String,)>(sql).await?.into_iter().map(|(value,)| value).collect())
}
