//! Answers co-mentions: the entities that occur with every one of several values.

use super::connection::Connection;
use super::filters::push_any_of;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::guard::request::CoMentionsRequest;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::spec::answer::co_mentions::{CoMention, CoMentionsAnswer};
use serde::Deserialize;

#[derive(Deserialize)]
struct EntityRow {
    key: String,
    total_mentions: u64,
    matched_values: u64,
}

pub(super) async fn answer<C: Connection>(
    reader: &Reader<'_, C>,
    request: &CoMentionsRequest,
) -> Result<Outcome, QueryError> {
    let rows: Vec<EntityRow> = reader.read(&entities(reader.tables, request)).await?;
    let results = rows.into_iter().map(|EntityRow { key, total_mentions, matched_values }| CoMention {
        key,
        total_mentions,
        matched_values,
    });
    Ok(Outcome::new(Answer::CoMentions(CoMentionsAnswer { results: results.collect() })))
}

/// Returns the statement that reads the entities with the most records.
fn entities(tables: VersionTables, request: &CoMentionsRequest) -> Sql {
    let (group, field) = (request.group_by.name, request.field);
    let mut sql = Sql::new(format!("SELECT {group} AS entity, count() AS total_mentions, "));
    if field.multi {
        // A record counts once, however many of the values it has.
        sql.push("length(groupUniqArrayArray(arrayIntersect(").push(field.name).push(", ");
        sql.bind_list(&request.values).push(")))");
    } else {
        sql.push(&format!("uniqExact({})", field.name));
    }
    sql.push(&format!(" AS matched_values FROM {} WHERE ", tables.of_index(request.index)));
    push_any_of(&mut sql, field, &request.values);
    sql.push(&format!(" AND {group} IS NOT NULL GROUP BY entity HAVING matched_values = "));
    sql.bind_size(u32::try_from(request.values.len()).unwrap_or(u32::MAX));
    sql.push(" ORDER BY total_mentions DESC, entity LIMIT ").bind_size(request.size);
    sql
}
