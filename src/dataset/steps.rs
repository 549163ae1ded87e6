//! The steps of an import between its beginning and its publication.
//!
//! Steps work on ranges of row numbers, so that each is a short transaction however large the dataset is.

use super::{Base, INDEXES, Loading, TABLES, Table, statements};
use crate::store::{Sql, Statement};

/// Rows that one step works on: a transaction of well under a second.
const ROWS_PER_STEP: u64 = 5_000;

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Makes the tables.
    Create,
    /// Carries served documents over.
    Carry(Table),
    /// Waits for the import's own documents.
    Load,
    /// Removes the documents that the import names for removal.
    Delete,
    /// Removes mentions whose video is gone.
    Orphans,
    /// Gives mentions the date, platform and channel of their video.
    FromVideo,
    /// Lists the items of list columns.
    Items(Table, &'static str),
    /// Makes the indexes.
    Indexes,
    /// Removes names that no document has any more.
    Terms,
    /// Lists the tokens of brand names.
    BrandTokens,
    /// Fills the full-text table of a table.
    Text(Table, &'static [&'static str]),
    /// Publishes the generation.
    Publish,
}

/// The steps, in order.
const STEPS: &[(Step, &str)] = &[
    (Step::Create, "making tables"),
    (Step::Carry(Table::Video), "carrying over videos"),
    (Step::Carry(Table::Snapshot), "carrying over creators"),
    (Step::Carry(Table::Mention), "carrying over mentions"),
    (Step::Carry(Table::Term), "carrying over names"),
    (Step::Load, "loading"),
    (Step::Delete, "deleting"),
    (Step::Orphans, "checking mentions"),
    (Step::FromVideo, "joining mentions to videos"),
    (Step::Items(Table::Video, "tags"), "listing tags"),
    (Step::Items(Table::Snapshot, "categories"), "listing categories"),
    (Step::Items(Table::Mention, "components"), "listing components"),
    (Step::Items(Table::Mention, "topics"), "listing topics"),
    (Step::Indexes, "making indexes"),
    (Step::Terms, "checking names"),
    (Step::BrandTokens, "listing brand names"),
    (Step::Text(Table::Video, &["title", "description", "tags"]), "indexing video texts"),
    (Step::Text(Table::Mention, &["context", "topics", "brand_name", "components"]), "indexing mention texts"),
    (Step::Publish, "publishing"),
];

/// One transaction of an import, and what is known about its place in the whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// To be run as one transaction.
    pub statements: Vec<Statement>,
    /// What it does, for people.
    pub phase: &'static str,
    /// Steps done before it.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
}

/// The step that an import is at.
pub fn phase(loading: &Loading) -> Step {
    usize::try_from(loading.step).ok().and_then(|step| STEPS.get(step)).map_or(Step::Publish, |(step, _)| *step)
}

/// Whether an import still carries served documents over, before it takes its own.
pub fn is_preparing(loading: &Loading) -> bool {
    matches!(phase(loading), Step::Create | Step::Carry(_))
}

/// The table whose largest row number says when the present step is over; `None` when it is over at once.
/// For a step that carries over, it is a table of the served generation.
fn walked(step: Step, generation: u32, served: Option<u32>) -> Option<String> {
    let table = match step {
        Step::Carry(Table::Term | Table::Deletion) => return None,
        Step::Carry(table) => return served.map(|served| format!("{}_{served}", table.name())),
        Step::Orphans | Step::FromVideo => Table::Mention,
        Step::Items(table, _) | Step::Text(table, _) => table,
        Step::Create | Step::Load | Step::Delete | Step::Indexes | Step::Terms | Step::BrandTokens | Step::Publish => {
            return None;
        }
    };
    Some(format!("{}_{generation}", table.name()))
}

/// The next transaction of an import: it fails, and changes nothing, when another one got ahead of it.
///
/// `largest` is the answer to [`largest_row`] of the same step, `now` in seconds since 1970.
/// Not for [`Step::Load`] and [`Step::Publish`], which depend on more than the step.
pub fn advance(loading: &Loading, served: Option<u32>, largest: u64, now: i64) -> Progress {
    let step = phase(loading);
    let served = carried(loading, served);
    let total = u32::try_from(STEPS.len()).unwrap_or(u32::MAX);
    let rows = Rows { after: loading.position, to: loading.position + ROWS_PER_STEP };
    let walks = walked(step, loading.generation, served).is_some();
    let (next_step, next_position) =
        if walks && rows.to < largest { (loading.step, rows.to) } else { (loading.step + 1, 0) };
    let mut statements = vec![note(loading, next_step, next_position, now)];
    statements.extend(work(step, loading.generation, served, rows));
    let name = usize::try_from(loading.step).ok().and_then(|step| STEPS.get(step)).map_or("", |(_, name)| *name);
    Progress { statements, phase: name, done: loading.step, total }
}

/// The generation whose documents are carried over, if any.
fn carried(loading: &Loading, served: Option<u32>) -> Option<u32> {
    served.filter(|_| loading.base == Base::Served)
}

/// Asks how far the present step has to go, as `largest`.
pub fn largest_row(loading: &Loading, served: Option<u32>) -> Statement {
    match walked(phase(loading), loading.generation, carried(loading, served)) {
        Some(table) => Sql::new(&format!("SELECT coalesce(max(num), 0) AS largest FROM {table}")).finish(),
        None => Sql::new("SELECT 0 AS largest").finish(),
    }
}

/// Loads a batch of prepared rows, a JSON array of arrays in the order of [`Table::columns`]. Fails, and changes
/// nothing, when it is not the table's next batch or the import is not loading.
pub fn load(loading: &Loading, table: Table, batch: u32, rows: String, now: i64) -> Vec<Statement> {
    let path = format!("$.{}", table.name());
    let load_step = STEPS.iter().position(|(step, _)| *step == Step::Load).unwrap_or(0);
    let mut note = Sql::new("UPDATE generation SET touched_at = ");
    note.bind(now).push(", loaded = CASE WHEN step = ");
    note.bind(i64::try_from(load_step).unwrap_or(0)).push(" AND coalesce(json_extract(loaded, ");
    note.bind(path.as_str()).push("), 0) = ").bind(batch);
    // Null is not allowed there: the transaction fails. D1 binds every number as a double, JSON would show it.
    note.push(" THEN json_set(loaded, ").bind(path.as_str()).push(", CAST(").bind(batch + 1).push(" AS INTEGER)) END");
    note.push(" WHERE generation = ").bind(loading.generation);
    vec![note.finish(), upsert(table, loading.generation, rows)]
}

fn upsert(table: Table, generation: u32, rows: String) -> Statement {
    let columns = table.columns();
    let values: Vec<String> = (0..columns.len()).map(|at| format!("json_extract(value, '$[{at}]')")).collect();
    let name = table.name();
    let mut sql = Sql::new(&format!(
        "INSERT INTO {name}_{generation} ({}) SELECT {} FROM json_each(",
        columns.join(", "),
        values.join(", ")
    ));
    sql.bind(rows).push(&format!(") WHERE TRUE ON CONFLICT ({}) DO ", table.key().join(", ")));
    if matches!(table, Table::Term | Table::Deletion) {
        sql.push("NOTHING");
    } else {
        let updates = columns.iter().filter(|column| !table.key().contains(column));
        let updates: Vec<String> = updates.map(|column| format!("{column} = excluded.{column}")).collect();
        // An unchanged document keeps what was defaulted when it first came.
        sql.push(&format!("UPDATE SET {} WHERE hash <> excluded.hash", updates.join(", ")));
    }
    sql.finish()
}

/// The sums from which the version is made, one row per table of documents.
pub fn content(generation: u32) -> Statement {
    let parts: Vec<String> = [Table::Video, Table::Snapshot, Table::Mention]
        .iter()
        .map(|table| {
            let name = table.name();
            format!(
                "SELECT '{name}' AS name, count(*) AS documents, sum(hash >> 24) AS high, \
                 sum(hash & 16777215) AS low FROM {name}_{generation}"
            )
        })
        .collect();
    Sql::new(&parts.join(" UNION ALL ")).finish()
}

#[derive(Clone, Copy)]
struct Rows {
    after: u64,
    to: u64,
}

impl Rows {
    fn of(self, alias: &str) -> String {
        format!("{alias}.num > {} AND {alias}.num <= {}", self.after, self.to)
    }
}

/// Notes where the import goes on; null, which is not allowed there, when it is not where this step began.
fn note(loading: &Loading, step: u32, position: u64, now: i64) -> Statement {
    let stored = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut sql = Sql::new("UPDATE generation SET touched_at = ");
    sql.bind(now).push(", step = CASE WHEN step = ").bind(loading.step);
    sql.push(" AND position = ").bind(stored(loading.position)).push(" THEN ").bind(step).push(" END");
    sql.push(", position = ").bind(stored(position));
    sql.push(" WHERE generation = ").bind(loading.generation);
    sql.finish()
}

fn work(step: Step, g: u32, served: Option<u32>, rows: Rows) -> Vec<Statement> {
    let one = |sql: String| vec![Sql::new(&sql).finish()];
    match step {
        Step::Create => {
            let mut all = super::dropping(g);
            all.extend(statements(TABLES, g));
            all
        }
        Step::Carry(table) => served.map_or_else(Vec::new, |served| one(carry(table, g, served, rows))),
        Step::Delete => [Table::Video, Table::Snapshot, Table::Mention]
            .iter()
            .filter_map(|table| Some((table.name(), table.key().first()?)))
            .map(|(name, id)| {
                let removed = format!("SELECT id FROM deletion_{g} WHERE document = '{name}'");
                Sql::new(&format!("DELETE FROM {name}_{g} WHERE {id} IN ({removed})")).finish()
            })
            .collect(),
        Step::Orphans => one(format!(
            "DELETE FROM mention_{g} AS d WHERE {} AND NOT EXISTS \
             (SELECT 1 FROM video_{g} AS v WHERE v.video_id = d.video_id)",
            rows.of("d")
        )),
        Step::FromVideo => one(format!(
            "UPDATE mention_{g} AS d SET upload_date = v.upload_date, platform = v.platform, \
             channel_name = v.channel_name, channel_uid = v.channel_uid FROM video_{g} AS v \
             WHERE v.video_id = d.video_id AND {}",
            rows.of("d")
        )),
        Step::Items(table, column) => {
            let name = table.name();
            one(format!(
                "INSERT OR IGNORE INTO {name}_{column}_{g} SELECT item.value, d.num FROM {name}_{g} AS d, \
                 json_each(d.{column}) AS item WHERE {}",
                rows.of("d")
            ))
        }
        Step::Indexes => statements(INDEXES, g),
        Step::Terms => vec![
            unused_terms(g, "brand_name", "mention", "brand_name"),
            unused_terms(g, "category", "mention", "category"),
            unused_terms(g, "components", "mention_components", "value"),
            unused_terms(g, "topics", "mention_topics", "value"),
        ],
        Step::BrandTokens => one(format!(
            "INSERT OR IGNORE INTO brand_token_{g} SELECT token.value, term.value FROM term_{g} AS term, \
             json_each('[\"' || replace(term.norm, ' ', '\",\"') || '\"]') AS token \
             WHERE term.field = 'mention.brand_name'"
        )),
        Step::Text(table, columns) => {
            let name = table.name();
            let stored: Vec<String> = columns.iter().map(|column| format!("d.search_{column}")).collect();
            one(format!(
                "INSERT INTO {name}_text_{g} (rowid, {}) SELECT d.num, {} FROM {name}_{g} AS d WHERE {}",
                columns.join(", "),
                stored.join(", "),
                rows.of("d")
            ))
        }
        Step::Load | Step::Publish => Vec::new(),
    }
}

fn carry(table: Table, g: u32, served: u32, rows: Rows) -> String {
    let name = table.name();
    let columns = table.columns().join(", ");
    match table {
        Table::Term | Table::Deletion => {
            format!("INSERT INTO {name}_{g} ({columns}) SELECT {columns} FROM {name}_{served}")
        }
        Table::Video | Table::Snapshot | Table::Mention => format!(
            "INSERT INTO {name}_{g} (num, {columns}) SELECT num, {columns} FROM {name}_{served} AS d WHERE {}",
            rows.of("d")
        ),
    }
}

fn unused_terms(g: u32, field: &str, table: &str, column: &str) -> Statement {
    Sql::new(&format!(
        "DELETE FROM term_{g} AS term WHERE field = 'mention.{field}' AND NOT EXISTS \
         (SELECT 1 FROM {table}_{g} AS d WHERE d.{column} = term.value)"
    ))
    .finish()
}
