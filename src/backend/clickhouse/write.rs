//! Writes a version: imported rows in, tables out.
//!
//! Rows are first inserted as they come, then the tables of the version are made from them: the last record of each
//! identity, without removed records, and mentions with the columns of their videos. A mention without a video is left
//! out. A version may also have the records of another one that are neither imported nor removed.

use super::connection::{Connection, HttpRequest};
use super::schema::{Servers, VersionTables};
use super::sql::{Sql, insertion};
use crate::base::date::seconds_of_time;
use crate::base::text::{name_form, normal_form};
use crate::guard::request::account::id::{IdKind, PublicId};
use crate::query::QueryError;
use crate::segment::RowKind;
use crate::spec::{Field, FilterKind, Index};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The bytes of rows that are inserted at once.
const INSERTED_BYTES: usize = 8 << 20;

/// The columns of a video that its mentions carry.
const OF_VIDEO: [&str; 10] = [
    "upload_date",
    "platform",
    "channel_name",
    "channel_uid",
    "creator_id",
    "views",
    "likes",
    "comments",
    "search_title",
    "search_tags",
];
/// The columns that a mention has of its own, or else from its video.
const INHERITED: [&str; 2] = ["language", "region"];

/// Writes the tables of one version.
pub struct VersionWriter<'c, C> {
    connection: &'c C,
    tables: VersionTables,
    servers: Servers,
    /// The version whose other records are kept.
    base: Option<VersionTables>,
    /// The rows of each kind that are not inserted yet.
    pending: [String; RowKind::ALL.len()],
    /// The names in these rows.
    names: BTreeSet<String>,
    /// The number of rows so far.
    rows: u64,
}

impl<'c, C: Connection> VersionWriter<'c, C> {
    /// Creates the empty tables of a version, after dropping those of an earlier attempt.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn create(connection: &'c C, tables: VersionTables, servers: Servers) -> Result<Self, QueryError> {
        let (pending, names) = (Default::default(), BTreeSet::new());
        let writer = Self { connection, tables, servers, base: None, pending, names, rows: 0 };
        writer.run_all(&tables.dropping_all(&writer.servers)).await?;
        writer.run_all(&tables.creation(&writer.servers)).await?;
        Ok(writer)
    }

    /// Keeps the records of another version that are neither imported nor removed. It must have the current text rules.
    #[must_use]
    pub fn upon(self, base: VersionTables) -> Self {
        Self { base: Some(base), ..self }
    }

    /// Adds an imported row: a JSON array of the columns of its kind.
    ///
    /// # Errors
    /// [`QueryError::Unavailable`] for a row that does not have the columns of its kind, and errors of the database.
    pub async fn push(&mut self, kind: RowKind, row: &str) -> Result<(), QueryError> {
        let damaged = |reason: &dyn std::fmt::Display| QueryError::Unavailable(format!("an imported row: {reason}"));
        let columns = kind.columns();
        let values: Vec<&RawValue> = serde_json::from_str(row).map_err(|error| damaged(&error))?;
        if values.len() != columns.len() {
            return Err(damaged(&"its length is not that of its kind"));
        }
        let mut written = if kind == RowKind::Deletion { Vec::new() } else { vec![self.rows.to_string()] };
        let mut tokens = 0;
        for (column, value) in columns.iter().zip(&values) {
            let text = value.get();
            match serde_json::from_str(text).map_err(|error| damaged(&error))? {
                // Shares are stored as text.
                Value::Object(_) => written.push(json!(text).to_string()),
                Value::String(searched) if column.starts_with("search_") => {
                    tokens += searched.split(' ').filter(|token| !token.is_empty()).count();
                    written.push(text.to_owned());
                }
                parsed => {
                    if is_named(kind, column) {
                        let texts = parsed.as_array().map_or(std::slice::from_ref(&parsed), Vec::as_slice);
                        self.names.extend(texts.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    written.push(text.to_owned());
                }
            }
        }
        if columns.iter().any(|column| column.starts_with("search_")) {
            written.push(tokens.to_string());
        }
        written.extend(derived(kind, columns, &values).map_err(|error| damaged(&error))?);
        self.rows += 1;
        let Some(pending) = self.pending.get_mut(kind as usize) else { return Ok(()) };
        *pending += &format!("[{}]\n", written.join(","));
        if pending.len() >= INSERTED_BYTES { self.insert(kind).await } else { Ok(()) }
    }

    /// Inserts the remaining rows, and makes the tables of the version from all of them.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn finish(self) -> Result<(), QueryError> {
        self.finish_with(&mut |_, _, _| {}).await
    }

    /// Does the same as [`VersionWriter::finish`]. `progress` gets the table that is made, the number of statements
    /// that have run, and their total.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn finish_with(mut self, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<(), QueryError> {
        for kind in RowKind::ALL {
            self.insert(kind).await?;
        }
        let statements = self.statements();
        let total = statements.len() as u64;
        for ((table, statement), done) in statements.iter().zip(0..) {
            progress(table, done, total);
            self.run(statement).await?;
        }
        self.run_all(&self.tables.dropping_loaded(&self.servers)).await?;
        self.run_all(&self.tables.synchronisation(&self.servers)).await
    }

    /// Returns the statements that make the tables, with the names of these.
    fn statements(&self) -> Vec<(&'static str, Sql)> {
        let mut statements = Vec::new();
        for kind in [RowKind::Video, RowKind::Snapshot, RowKind::Mention] {
            let sources = [Some(self.last_imported(kind)), self.base.map(|base| self.kept(kind, base))];
            statements.extend(sources.into_iter().flatten().map(|source| (kind.name(), self.records(kind, &source))));
        }
        if let Some(base) = self.base {
            let (forms, terms) = (self.tables.loading_forms(), base.terms());
            let sql = format!("INSERT INTO {forms} (value, form, name) SELECT DISTINCT value, form, name FROM {terms}");
            statements.push(("term", Sql::new(sql)));
        }
        for index in Index::ALL {
            statements.extend(named_fields(index).map(|field| ("term", self.terms(index, field))));
        }
        statements
    }

    /// Inserts the pending rows of a kind, and the forms of the names in all pending rows.
    async fn insert(&mut self, kind: RowKind) -> Result<(), QueryError> {
        let forms = std::mem::take(&mut self.names);
        let forms: String =
            forms.iter().map(|name| format!("{}\n", json!([name, normal_form(name), name_form(name)]))).collect();
        self.send_rows(&self.tables.loading_forms(), forms).await?;
        let rows = self.pending.get_mut(kind as usize).map(std::mem::take).unwrap_or_default();
        self.send_rows(&self.tables.loading(kind), rows).await
    }

    async fn send_rows(&self, table: &str, rows: String) -> Result<(), QueryError> {
        if rows.is_empty() {
            return Ok(());
        }
        self.send(insertion(table, rows)).await
    }

    async fn run(&self, sql: &Sql) -> Result<(), QueryError> {
        self.send(sql.request(&[])).await
    }

    async fn run_all(&self, statements: &[Sql]) -> Result<(), QueryError> {
        for statement in statements {
            self.run(statement).await?;
        }
        Ok(())
    }

    async fn send(&self, request: HttpRequest) -> Result<(), QueryError> {
        let sent = self.connection.send(request).await;
        let response = sent.map_err(|reason| QueryError::Unavailable(format!("ClickHouse: {reason}")))?;
        response.into_body().map(|_| ())
    }

    /// Returns the query of the records that were imported: the last of each identity, without removed ones.
    fn last_imported(&self, kind: RowKind) -> String {
        // In the order of the table, so that nothing is sorted.
        let order: Vec<String> = identity(kind).iter().map(|column| format!("{column} DESC")).collect();
        format!(
            "SELECT {} FROM {} WHERE {} ORDER BY {}, num DESC LIMIT 1 BY {}",
            columns(kind).join(", "),
            self.tables.loading(kind),
            self.is_not_removed(kind),
            order.join(", "),
            identity(kind).join(", "),
        )
    }

    /// Returns the query of the records of another version that are neither imported nor removed.
    fn kept(&self, kind: RowKind, base: VersionTables) -> String {
        let identity = identity(kind).join(", ");
        format!(
            "SELECT {} FROM {} WHERE ({identity}) NOT IN (SELECT {identity} FROM {}) AND {}",
            columns(kind).join(", "),
            base.of_kind(kind),
            self.tables.loading(kind),
            self.is_not_removed(kind),
        )
    }

    /// Returns the condition of records that are not removed.
    fn is_not_removed(&self, kind: RowKind) -> String {
        let (id, name) = (removal_id(kind), kind.name());
        let deletions = self.tables.loading(RowKind::Deletion);
        format!("{id} NOT IN (SELECT id FROM {deletions} WHERE document = '{name}')")
    }

    /// Returns the statement that adds the records of a query to the table of their kind.
    fn records(&self, kind: RowKind, source: &str) -> Sql {
        let (target, columns) = (self.tables.of_kind(kind), columns(kind));
        let listed = columns.join(", ");
        if kind != RowKind::Mention {
            return Sql::new(format!("INSERT INTO {target} ({listed}) {source}"));
        }
        let of_mention: Vec<String> = columns.iter().map(|column| format!("d.{column}")).collect();
        let of_video = OF_VIDEO.map(|column| format!("v.{column}"));
        let inherited = INHERITED.map(|column| format!("ifNull(d.{column}, v.{column})"));
        let inherited_columns = INHERITED.map(|column| format!("inherited_{column}"));
        // Videos are read in parts if they do not fit into memory.
        Sql::new(format!(
            "INSERT INTO {target} ({listed}, {}, {}) SELECT {}, {}, {} FROM ({source}) AS d \
             INNER JOIN {} AS v ON v.video_id = d.video_id SETTINGS join_algorithm = 'grace_hash'",
            OF_VIDEO.join(", "),
            inherited_columns.join(", "),
            of_mention.join(", "),
            of_video.join(", "),
            inherited.join(", "),
            self.tables.of_kind(RowKind::Video),
        ))
    }

    /// Returns the statement that adds the names of a field which records have.
    fn terms(&self, index: Index, field: &Field) -> Sql {
        let (records, forms) = (self.tables.of_index(index), self.tables.loading_forms());
        let (name, terms) = (field.name, self.tables.terms());
        let value = if field.multi { format!("arrayJoin({name})") } else { name.to_owned() };
        let of_records = format!("SELECT {value} AS value FROM {records} GROUP BY value HAVING value IS NOT NULL");
        let mut sql = Sql::new(format!("INSERT INTO {terms} (field, value, form, name) SELECT "));
        sql.bind(&term_key(index, name));
        sql.push(&format!(", value, any(form), any(name) FROM {forms} WHERE value IN ({of_records}) GROUP BY value"));
        sql
    }
}

/// Returns the columns of a kind of records that are imported.
fn columns(kind: RowKind) -> Vec<&'static str> {
    let tokens = (kind != RowKind::Snapshot).then_some("tokens");
    kind.columns().iter().copied().chain(tokens).chain(derived_columns(kind).iter().copied()).collect()
}

/// Returns the columns that tell records of a kind apart.
const fn identity(kind: RowKind) -> &'static [&'static str] {
    match kind {
        RowKind::Snapshot => &["channel_uid", "snapshot_date"],
        RowKind::Video => &["video_id"],
        RowKind::Mention | RowKind::Deletion => &["mention_id"],
    }
}

/// Returns the column with the ids by which records of a kind are removed.
pub(super) const fn removal_id(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Snapshot => "channel_uid",
        RowKind::Video => "video_id",
        RowKind::Mention | RowKind::Deletion => "mention_id",
    }
}

/// Returns the columns that the writer adds to the rows of a kind, besides the number of tokens.
fn derived_columns(kind: RowKind) -> &'static [&'static str] {
    match kind {
        RowKind::Video | RowKind::Snapshot => &["creator_id"],
        RowKind::Mention => &["public_id", "indexed_seconds"],
        RowKind::Deletion => &[],
    }
}

/// Returns the values of the derived columns of a row, as JSON. A creator is known by its uid, or else by its name.
fn derived(kind: RowKind, columns: &[&str], values: &[&RawValue]) -> serde_json::Result<Vec<String>> {
    let text = |name: &str| {
        let value = columns.iter().zip(values).find(|(column, _)| **column == name);
        value.map_or(Ok(None), |(_, value)| serde_json::from_str::<Option<String>>(value.get()))
    };
    Ok(match kind {
        RowKind::Video | RowKind::Snapshot => {
            let creator = text("channel_uid")?.or(text("channel_name")?);
            vec![json!(creator.map(|key| PublicId::of(IdKind::Influencer, &key).bits())).to_string()]
        }
        RowKind::Mention => {
            let id = text("mention_id")?.unwrap_or_default();
            let seconds = text("indexed_at")?.and_then(|time| seconds_of_time(&time)).unwrap_or(0);
            vec![PublicId::of(IdKind::Mention, &id).bits().to_string(), seconds.to_string()]
        }
        RowKind::Deletion => Vec::new(),
    })
}

/// Returns the key of a field in the table of names.
pub(super) fn term_key(index: Index, field: &str) -> String {
    format!("{}.{field}", index.entry().table)
}

/// Returns the fields with names: those that filters compare with texts, except enumerations and ids of records.
fn named_fields(index: Index) -> impl Iterator<Item = &'static Field> {
    let entry = index.entry();
    let fields = entry.filterable.iter().filter_map(move |name| entry.field(name));
    fields.filter(move |field| has_names(index, field))
}

/// Returns true if the values of a field are in the table of names.
pub(super) fn has_names(index: Index, field: &Field) -> bool {
    let is_id = RowKind::of(index) == RowKind::Video && field.name == index.entry().id;
    field.filter_kind() == FilterKind::Term && field.values.is_empty() && !is_id
}

/// Returns true if the values of a column are names of its own index or, for videos, of mentions.
fn is_named(kind: RowKind, column: &str) -> bool {
    let of_kind = Index::ALL
        .into_iter()
        .filter(|index| RowKind::of(*index) == kind || (kind == RowKind::Video && OF_VIDEO.contains(&column)));
    of_kind.flat_map(named_fields).any(|field| field.name == column)
}
