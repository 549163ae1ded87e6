//! The rows of views in the table `account_view`, both directions.

use super::column::{Column, Of};
use super::head::Head;
use super::names::NamesOf;
use crate::account::MonitoredBrand;
use crate::answer::Dataset;
use crate::pack::{Corrupt, Documents, Lists};
use crate::plan::Days;
use crate::store::{Row, Sql, Statement, StoreError};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The version of what views hold. Another one gives all of them other names.
const FORMAT: &str = "view 1";
/// The part that says what there is.
const HEAD: &str = "head";
/// Texts of one row.
const NAMES_CHUNK: usize = 16_384;

/// The name of an account's view of a version of the dataset: a hash of all that it depends on.
pub fn name(account: &str, brands: &[MonitoredBrand], dataset: &Dataset) -> String {
    let brands = serde_json::to_string(brands).unwrap_or_default();
    let (generation, revision) = (dataset.generation.to_string(), dataset.revision.to_string());
    // None of the parts has a line break: JSON escapes those of brands.
    let parts = [FORMAT, account, &generation, &revision, &dataset.version, &brands];
    let digest = Sha256::digest(parts.join("\n").as_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Asks for the head of a view; no row when it is not prepared.
pub fn head_statement(view: &str) -> Statement {
    let mut sql = Sql::new("SELECT body FROM account_view WHERE view = ");
    sql.bind(view).push(" AND chunk = 0 AND part = ").bind(HEAD);
    sql.finish_lasting()
}

impl Head {
    /// The head in the rows of [`head_statement`], if there is one.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn from_rows(rows: &[Row]) -> Result<Option<Self>, StoreError> {
        let head = |row: &Row| serde_json::from_str(body(row)?).map_err(|_| damaged("its head is none"));
        rows.first().map(head).transpose()
    }
}

/// Columns and names of a view, for the mentions of some days.
#[derive(Debug, Clone)]
pub struct View {
    /// What there is.
    pub head: Head,
    /// Columns of mentions, in the order of days.
    pub mentions: Documents<Column>,
    /// Columns of influencers.
    pub influencers: Documents<Column>,
    names: BTreeMap<NamesOf, Vec<String>>,
}

/// Asks for columns and names of a view: a statement for each, so that each is remembered whatever else is asked for.
pub fn rows_of(view: &str, head: &Head, columns: &[Column], names: &[NamesOf], days: Days) -> Vec<Statement> {
    let chunks = head.chunks_of(days);
    let select = |part: &str| {
        let mut sql = Sql::new("SELECT body FROM account_view WHERE view = ");
        sql.bind(view).push(" AND part = ").bind(part);
        sql
    };
    let of_column = |column: &Column| {
        let mut sql = select(column.name());
        match column.of() {
            // A range is one row more to read than a number.
            Of::Influencers => sql.push(" AND chunk = 0"),
            Of::Mentions if chunks.len() == 1 => sql.push(" AND chunk = ").bind(bound(chunks.start)),
            Of::Mentions => {
                sql.push(" AND chunk >= ").bind(bound(chunks.start)).push(" AND chunk < ").bind(bound(chunks.end));
                sql.push(" ORDER BY chunk")
            }
        };
        sql.finish_lasting()
    };
    let of_names = |names: &NamesOf| {
        let mut sql = select(names.name());
        sql.push(" ORDER BY chunk");
        sql.finish_lasting()
    };
    columns.iter().map(of_column).chain(names.iter().map(of_names)).collect()
}

impl View {
    /// What the rows of [`rows_of`] hold.
    ///
    /// # Errors
    /// When a row is missing or damaged.
    pub fn read(
        head: Head,
        columns: &[Column],
        names: &[NamesOf],
        days: Days,
        results: Vec<Vec<Row>>,
    ) -> Result<Self, StoreError> {
        let chunks = head.chunks.get(head.chunks_of(days)).unwrap_or_default();
        let lengths: Vec<usize> = chunks.iter().map(|chunk| chunk.mentions).collect();
        let mut mentions = Documents::new(lengths.iter().sum());
        let mut influencers = Documents::new(head.influencers);
        let mut results = results.into_iter();
        for (column, rows) in columns.iter().zip(results.by_ref()) {
            let (documents, lengths) = match column.of() {
                Of::Mentions => (&mut mentions, lengths.as_slice()),
                Of::Influencers => (&mut influencers, std::slice::from_ref(&head.influencers)),
            };
            if rows.len() != lengths.len() {
                return Err(damaged("it lacks rows"));
            }
            let packed: Vec<(usize, &str)> = lengths
                .iter()
                .zip(&rows)
                .map(|(length, row)| Ok((*length, body(row)?)))
                .collect::<Result<_, StoreError>>()?;
            documents.unpack_all(*column, &packed)?;
        }
        let names = names.iter().zip(results).map(|(of, rows)| {
            let texts = rows
                .iter()
                .map(|row| serde_json::from_str::<Vec<String>>(body(row)?).map_err(|_| damaged("names are none")));
            Ok((*of, texts.collect::<Result<Vec<_>, StoreError>>()?.concat()))
        });
        let names = names.collect::<Result<_, StoreError>>()?;
        Ok(Self { head, mentions, influencers, names })
    }

    /// A column of numbers, one for each mention or influencer.
    ///
    /// # Errors
    /// When it was not read.
    pub fn numbers(&self, column: Column) -> Result<&[i64], Corrupt> {
        match column.of() {
            Of::Mentions => self.mentions.numbers(column),
            Of::Influencers => self.influencers.numbers(column),
        }
    }

    /// A column of lists.
    ///
    /// # Errors
    /// When it was not read.
    pub fn lists(&self, column: Column) -> Result<&Lists, Corrupt> {
        match column.of() {
            Of::Mentions => self.mentions.lists(column),
            Of::Influencers => self.influencers.lists(column),
        }
    }

    /// The text at a position of a kind.
    pub fn name(&self, of: NamesOf, position: i64) -> Option<&str> {
        let names = self.names.get(&of)?;
        usize::try_from(position).ok().and_then(|position| names.get(position)).map(String::as_str)
    }

    /// The position of a text of a kind, if there is one.
    pub fn position(&self, of: NamesOf, text: &str) -> Option<i64> {
        let names = self.names.get(&of)?;
        names.binary_search_by(|name| name.as_str().cmp(text)).ok().map(|position| position as i64)
    }
}

/// Keeps a view. The head comes last and makes it one, but only where all the rest is there: a version may be forgotten
/// while its view is kept, and be served again.
pub fn write(
    view: &str,
    dataset: &Dataset,
    head: &Head,
    columns: &[(Column, usize, String)],
    names: &[(NamesOf, Vec<String>)],
) -> Vec<Statement> {
    let mut parts: Vec<(&str, usize, String)> =
        columns.iter().map(|(column, chunk, body)| (column.name(), *chunk, body.clone())).collect();
    for (of, texts) in names {
        let rows = texts.chunks(NAMES_CHUNK).enumerate();
        parts.extend(rows.map(|(chunk, texts)| (of.name(), chunk, Value::from(texts.to_vec()).to_string())));
    }
    let count = bound(parts.len());
    let keep = |(part, chunk, body): (&str, usize, String)| {
        let mut sql =
            Sql::new("INSERT OR REPLACE INTO account_view (view, part, chunk, generation, revision, body) SELECT ");
        sql.bind(view).push(", ").bind(part).push(", ").bind(bound(chunk)).push(", ");
        sql.bind(dataset.generation).push(", ").bind(dataset.revision).push(", ").bind(body);
        sql
    };
    let mut statements: Vec<Statement> = parts.into_iter().map(|part| keep(part).finish()).collect();
    if let Ok(head) = serde_json::to_string(head) {
        let mut sql = keep((HEAD, 0, head));
        sql.push(" WHERE (SELECT count(*) FROM account_view WHERE view = ").bind(view);
        sql.push(" AND part <> ").bind(HEAD).push(") = ").bind(count);
        statements.push(sql.finish());
    }
    statements
}

/// Removes the views of versions that are neither served nor kept for a rollback.
pub fn forget_old() -> Statement {
    Sql::new(
        "DELETE FROM account_view WHERE (generation, revision) NOT IN \
         (SELECT generation, revision FROM generation WHERE state IN ('served', 'previous'))",
    )
    .finish()
}

fn bound(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn body(row: &Row) -> Result<&str, StoreError> {
    row.get("body").and_then(Value::as_str).ok_or_else(|| damaged("a row has no body"))
}

fn damaged(what: &str) -> StoreError {
    StoreError::Unavailable(format!("an account's view is damaged: {what}"))
}
