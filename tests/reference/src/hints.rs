//! Hints for better queries.

use super::from_rows;
use super::tables::{NAMED, document_table, item_table};
use overheard::base::text::{normal_form, usual_cases};
use overheard::guard::problem::echo;
use overheard::guard::request::CoMentionsRequest;
use overheard::guard::request::Request;
use overheard::guard::request::{Filter, FilterCondition};
use overheard::query::answer::Answer;
use overheard::spec::request::account::choice::Coverage;
use overheard::spec::{Field, Index};
use overheard::sql::{Sql, Statement, Store, StoreError, single};
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
        (Request::Creators(request), Answer::Creators(answer)) if answer.matched_documents == 0 => {
            filters(store, request.index, &request.filters).await
        }
        (Request::CoMentions(request), Answer::CoMentions(answer)) if answer.results.is_empty() => {
            co_mentions(store, request).await
        }
        (Request::Sector(_), Answer::Sector(answer)) => {
            let low = answer.brands.iter().filter(|brand| brand.coverage == Coverage::Low);
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

/// Returns, for an answer without records, other spellings of the filtered values.
async fn filters<S: Store>(store: &S, index: Index, filters: &[Filter]) -> Result<Vec<String>, StoreError> {
    let mut hints = Vec::new();
    let mut unknown = 0;
    for filter in filters {
        if let FilterCondition::AnyOf(values) = &filter.condition {
            for value in values {
                hints.extend(spellings(store, index, filter.field, value, &mut unknown).await?);
            }
        }
    }
    Ok(hints)
}

/// Returns, for an empty result, the values that never occur.
async fn co_mentions<S: Store>(store: &S, request: &CoMentionsRequest) -> Result<Vec<String>, StoreError> {
    let mut hints = Vec::new();
    let mut unknown = 0;
    for value in &request.values {
        let spellings = spellings(store, request.index, request.field, value, &mut unknown).await?;
        let rows = store.batch(vec![occurrence(request.index, request.field, value)]).await?;
        if rows.iter().all(Vec::is_empty) {
            hints.push(format!("{} '{}' never occurs", request.field.name, echo(value)));
            hints.extend(spellings);
        }
    }
    Ok(hints)
}

fn occurrence(index: Index, field: &Field, value: &str) -> Statement {
    let (table, column) = place(index, field);
    let mut sql = Sql::new(format!("SELECT 1 AS found FROM {table} WHERE {column} = "));
    sql.bind(value).push(" LIMIT 1");
    sql.finish()
}

/// Returns the table and the column of a field's values.
fn place(index: Index, field: &Field) -> (String, &'static str) {
    if field.multi { (item_table(index, field), "value") } else { (document_table(index), field.name) }
}

/// Returns true if values are compared by more than case: those of enumerations, and names in mentions.
fn has_normal_forms(index: Index, field: &Field) -> bool {
    let is_named = index == Index::BusinessIdeas && NAMED.iter().any(|(name, ..)| *name == field.name);
    is_named || field.tuple.is_some()
}

/// Returns values of the same normal form, or otherwise values in the usual cases. If there are none and the value
/// itself is unknown, returns similar ones, for up to three such values. Ids of records have no other spellings.
async fn spellings<S: Store>(
    store: &S,
    index: Index,
    field: &Field,
    value: &str,
    unknown: &mut usize,
) -> Result<Vec<String>, StoreError> {
    if !field.values.is_empty() || (index == Index::Info && field.name == index.entry().id) {
        return Ok(Vec::new());
    }
    let (table, column) = place(index, field);
    let mut sql = Sql::new(format!("SELECT DISTINCT {column} AS value FROM {table} WHERE {column} <> "));
    sql.bind(value).push(" ORDER BY value");
    let rows: Vec<TermRow> = from_rows(single(store.batch(vec![sql.finish()]).await?)?)?;
    let (form, cases) = (normal_form(value), usual_cases(value));
    let is_meant = |row: &&TermRow| match has_normal_forms(index, field) {
        true => normal_form(&row.value) == form,
        false => cases.contains(&row.value),
    };
    let mut names: Vec<&str> = rows.iter().filter(is_meant).map(|row| row.value.as_str()).collect();
    if names.is_empty() && single(store.batch(vec![occurrence(index, field, value)]).await?)?.is_empty() {
        let all = rows.iter().map(|row| row.value.as_str());
        if field.tuple.is_some() {
            names = fewest_edits(value, all.collect());
        } else if field.name != "channel_uid" && *unknown < 3 {
            *unknown += 1;
            names = fewest_edits(value, beginning_alike(value, &all.collect::<Vec<_>>()));
        }
    }
    names.truncate(3);
    Ok(names.into_iter().map(|name| format!("{} '{name}' exists; values are compared exactly", field.name)).collect())
}

/// Returns the names of a field that are spelled most similarly to a value.
pub(super) async fn near_names<S: Store>(
    store: &S,
    index: Index,
    field: &str,
    value: &str,
) -> Result<Vec<String>, StoreError> {
    let Some(field) = index.entry().field(field) else { return Ok(Vec::new()) };
    let (table, column) = place(index, field);
    let sql = Sql::new(format!("SELECT DISTINCT {column} AS value FROM {table} ORDER BY value")).finish();
    let rows: Vec<TermRow> = from_rows(single(store.batch(vec![sql]).await?)?)?;
    let all: Vec<&str> = rows.iter().map(|row| row.value.as_str()).collect();
    Ok(fewest_edits(value, beginning_alike(value, &all)).into_iter().map(str::to_owned).collect())
}

/// Returns the first fifty names for each usual spelling of the first three characters of a value.
fn beginning_alike<'n>(value: &str, names: &[&'n str]) -> Vec<&'n str> {
    let mut begins: Vec<String> = [value.to_owned()]
        .into_iter()
        .chain(usual_cases(value))
        .map(|written| written.chars().take(3).collect())
        .collect();
    begins.sort();
    begins.dedup();
    let of = |begin: &String| names.iter().copied().filter(|name| name.starts_with(begin)).take(50).collect::<Vec<_>>();
    begins.iter().flat_map(of).collect()
}

/// Returns the names with the fewest wrong letters, at most two, in their order. Returns none for a value of three
/// characters.
fn fewest_edits<'n>(value: &str, mut names: Vec<&'n str>) -> Vec<&'n str> {
    if value.chars().count() < 4 {
        return Vec::new();
    }
    let form = normal_form(value);
    let edits = |name: &str| strsim::levenshtein(&form, &normal_form(name));
    let fewest = names.iter().map(|name| edits(name)).min().filter(|edits| *edits <= 2);
    names.retain(|name| Some(edits(name)) == fewest);
    names.sort_unstable();
    names
}
