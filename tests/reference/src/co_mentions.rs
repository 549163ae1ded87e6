//! Entities with mentions of several values.

use super::from_rows;
use super::tables::{document_table, item_table};
use overheard::guard::request::CoMentionsRequest;
use overheard::query::answer::{Answer, Outcome};
use overheard::spec::answer::co_mentions::{CoMention, CoMentionsAnswer};
use overheard::sql::{Sql, Store, StoreError, single};
use serde::Deserialize;

#[derive(Deserialize)]
struct EntityRow {
    key: String,
    documents: u64,
    matched: u64,
}

pub(super) async fn answer<S: Store>(store: &S, request: &CoMentionsRequest) -> Result<Outcome, StoreError> {
    let documents = document_table(request.index);
    let key = format!("d.{}", request.group_by.name);
    let (from, value) = if request.field.multi {
        let items = item_table(request.index, request.field);
        (format!("{items} AS item JOIN {documents} AS d ON d.num = item.num"), "item.value".to_owned())
    } else {
        (format!("{documents} AS d"), format!("d.{}", request.field.name))
    };
    let mut sql = Sql::new(format!(
        "SELECT {key} AS key, count(DISTINCT d.num) AS documents, count(DISTINCT {value}) AS matched \
         FROM {from} WHERE {value} IN "
    ));
    sql.bind_list(&request.values);
    sql.push(&format!(" AND {key} IS NOT NULL GROUP BY {key} HAVING matched = "));
    sql.bind(i64::try_from(request.values.len()).unwrap_or(i64::MAX));
    sql.push(" ORDER BY documents DESC, key LIMIT ").bind(request.size);
    let rows: Vec<EntityRow> = from_rows(single(store.batch(vec![sql.finish()]).await?)?)?;
    let results = rows.into_iter().map(|row| CoMention {
        key: row.key,
        total_mentions: row.documents,
        matched_values: row.matched,
    });
    Ok(Outcome::new(Answer::CoMentions(CoMentionsAnswer { results: results.collect() })))
}
