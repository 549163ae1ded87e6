//! Creates the tables, fills them with prepared records, and derives the other tables.

use overheard::base::text::name_form;
use overheard::segment::RowKind;
use overheard::spec::{Field, Index};
use overheard::sql::{Sql, Statement};
use serde_json::{Value, json};

const TABLES: &str = include_str!("tables.sql");
const INDEXES: &str = include_str!("indexes.sql");

/// Tables of records. Records are removed by their ids.
const DOCUMENTS: [RowKind; 3] = [RowKind::Video, RowKind::Snapshot, RowKind::Mention];
/// The list columns, each of which has a table of its items.
const LISTS: [(RowKind, &str); 4] = [
    (RowKind::Video, "tags"),
    (RowKind::Snapshot, "categories"),
    (RowKind::Mention, "components"),
    (RowKind::Mention, "topics"),
];
/// Columns of mentions with searchable names, and the places of their values.
pub(super) const NAMED: [(&str, &str, &str); 4] = [
    ("brand_name", "mention", "brand_name"),
    ("category", "mention", "category"),
    ("components", "mention_components", "value"),
    ("topics", "mention_topics", "value"),
];

/// Returns the columns that identify a row.
const fn key(table: RowKind) -> &'static [&'static str] {
    match table {
        RowKind::Video => &["video_id"],
        RowKind::Snapshot => &["channel_uid", "snapshot_date"],
        RowKind::Mention => &["mention_id"],
        RowKind::Deletion => &["document", "id"],
    }
}

/// Returns the table of an index's records.
pub(super) fn document_table(index: Index) -> String {
    format!("reference_{}", index.entry().table)
}

/// Returns the table of a list field's items, with one row per record and distinct item.
pub(super) fn item_table(index: Index, field: &Field) -> String {
    format!("reference_{}_{}", index.entry().table, field.name)
}

/// Returns the full-text table of an index that has one.
pub(super) fn text_table(index: Index) -> String {
    format!("reference_{}_text", index.entry().table)
}

/// Creates the empty tables.
pub fn tables() -> Vec<Statement> {
    Sql::script(TABLES)
}

/// Loads segment rows: a JSON array of arrays in the order of [`RowKind::columns`]. A changed record replaces the one
/// with the same identity.
pub fn load(table: RowKind, rows: String) -> Vec<Statement> {
    let names = (table == RowKind::Mention).then(|| names(&rows));
    let columns = table.columns();
    let values: Vec<String> = (0..columns.len()).map(|at| format!("json_extract(value, '$[{at}]')")).collect();
    let mut sql = Sql::new(format!(
        "INSERT INTO reference_{} ({}) SELECT {} FROM json_each(",
        table.name(),
        columns.join(", "),
        values.join(", ")
    ));
    sql.bind(rows).push(&format!(") WHERE TRUE ON CONFLICT ({}) DO ", key(table).join(", ")));
    if table == RowKind::Deletion {
        sql.push("NOTHING");
    } else {
        let updates = columns.iter().filter(|column| !key(table).contains(column));
        let updates: Vec<String> = updates.map(|column| format!("{column} = excluded.{column}")).collect();
        // An unchanged record keeps the defaults of its first import.
        sql.push(&format!("UPDATE SET {} WHERE hash <> excluded.hash", updates.join(", ")));
    }
    std::iter::once(sql.finish()).chain(names).collect()
}

/// Loads the searchable names of mentions, each with its tokens as a name.
fn names(rows: &str) -> Statement {
    // The statement that loads the rows refuses a value that is no list of rows.
    let rows: Vec<Vec<Value>> = serde_json::from_str(rows).unwrap_or_default();
    let mut names = Vec::new();
    for (field, ..) in NAMED {
        let position = RowKind::Mention.columns().iter().position(|column| *column == field);
        for value in rows.iter().filter_map(|row| row.get(position?)) {
            let texts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            let texts = texts.iter().filter_map(Value::as_str);
            names.extend(texts.map(|text| json!([format!("mention.{field}"), text, name_form(text)])));
        }
    }
    let mut sql = Sql::new(
        "INSERT OR IGNORE INTO reference_term (field, value, norm) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(",
    );
    sql.bind(Value::Array(names).to_string()).push(")");
    sql.finish()
}

/// Derives the other tables after loading.
///
/// Removes the records that are marked for removal, and mentions without a video. Joins mentions to their videos, and
/// fills the tables of items, names and words.
pub fn derive() -> Vec<Statement> {
    let mut all: Vec<Statement> = DOCUMENTS.into_iter().filter_map(deletion).collect();
    all.push(
        Sql::new(
            "DELETE FROM reference_mention AS d WHERE NOT EXISTS \
         (SELECT 1 FROM reference_video AS v WHERE v.video_id = d.video_id)",
        )
        .finish(),
    );
    all.push(
        Sql::new(
            "UPDATE reference_mention AS d SET upload_date = v.upload_date, platform = v.platform, \
         channel_name = v.channel_name, channel_uid = v.channel_uid FROM reference_video AS v \
         WHERE v.video_id = d.video_id",
        )
        .finish(),
    );
    all.extend(LISTS.into_iter().map(|(table, column)| items(table, column)));
    all.extend(Sql::script(INDEXES));
    all.extend(NAMED.into_iter().map(|(field, table, column)| unused_names(field, table, column)));
    all.push(
        Sql::new(
            "INSERT OR IGNORE INTO reference_brand_token SELECT token.value, term.value FROM reference_term AS term, \
         json_each('[\"' || replace(term.norm, ' ', '\",\"') || '\"]') AS token \
         WHERE term.field = 'mention.brand_name'",
        )
        .finish(),
    );
    all.extend(Index::ALL.into_iter().filter(|index| !index.entry().full_text.is_empty()).map(words));
    all
}

/// Removes the records of a table that are marked for removal.
fn deletion(table: RowKind) -> Option<Statement> {
    let (name, id) = (table.name(), key(table).first()?);
    let removed = format!("SELECT id FROM reference_deletion WHERE document = '{name}'");
    Some(Sql::new(format!("DELETE FROM reference_{name} WHERE {id} IN ({removed})")).finish())
}

fn items(table: RowKind, column: &str) -> Statement {
    let name = table.name();
    Sql::new(format!(
        "INSERT OR IGNORE INTO reference_{name}_{column} SELECT item.value, d.num FROM reference_{name} AS d, \
         json_each(d.{column}) AS item ORDER BY 1, 2"
    ))
    .finish()
}

fn unused_names(field: &str, table: &str, column: &str) -> Statement {
    Sql::new(format!(
        "DELETE FROM reference_term AS term WHERE field = 'mention.{field}' AND NOT EXISTS \
         (SELECT 1 FROM reference_{table} AS d WHERE d.{column} = term.value)"
    ))
    .finish()
}

fn words(index: Index) -> Statement {
    let columns = index.entry().full_text;
    let stored: Vec<String> = columns.iter().map(|column| format!("search_{column}")).collect();
    Sql::new(format!(
        "INSERT INTO {} (rowid, {}) SELECT num, {} FROM {}",
        text_table(index),
        columns.join(", "),
        stored.join(", "),
        document_table(index)
    ))
    .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_of_a_row_is_a_column_of_its_table() {
        for table in RowKind::ALL {
            let start = format!("CREATE TABLE reference_{} ", table.name());
            let create = tables().into_iter().find(|statement| statement.sql.starts_with(&start)).unwrap().sql;
            for column in table.columns() {
                assert!(create.contains(&format!("  {column} ")), "{column} of {}", table.name());
            }
        }
    }

    #[test]
    fn every_full_text_column_is_stored_as_tokens() {
        for index in Index::ALL {
            let start = format!("CREATE TABLE {} ", document_table(index));
            let create = tables().into_iter().find(|statement| statement.sql.starts_with(&start)).unwrap().sql;
            for column in index.entry().full_text {
                assert!(create.contains(&format!("  search_{column} ")), "{column} of {}", index.name());
            }
        }
    }
}
