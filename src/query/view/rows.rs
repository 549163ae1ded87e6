//! The rows of views in the table `account_view`, both directions.

use super::MAX_MENTIONS;
use super::column::{Of, ViewColumn};
use super::head::Head;
use super::names::NamesOf;
use crate::guard::request::MonitoredBrand;
use crate::query::answer::Dataset;
use crate::query::plan::Days;
use crate::segment::{Corrupt, Documents, Lists};
use crate::sql::{Row, Sql, Statement, StoreError};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The version of what views hold. Another one gives all of them other names.
const FORMAT: &str = "view 3";
/// The part that says what there is.
const HEAD: &str = "head";
/// The part that says that there is too much for a view, in its place.
const TOO_LARGE: &str = "too large";
/// Texts of one row.
const NAMES_CHUNK: usize = 16_384;

/// Whose view it is.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    /// The account, by its id.
    pub account: &'a str,
    /// The brands that it monitors.
    pub brands: &'a [MonitoredBrand],
}

/// The name of what some brands see of a version of the dataset: a hash of all that it depends on. It is the same for
/// all accounts with these brands, whatever ids theirs have.
pub fn name(brands: &[MonitoredBrand], dataset: &Dataset) -> String {
    let definition = |brand: &MonitoredBrand| MonitoredBrand { id: String::new(), ..brand.clone() };
    let brands = serde_json::to_string(&brands.iter().map(definition).collect::<Vec<_>>()).unwrap_or_default();
    let (generation, revision) = (dataset.generation.to_string(), dataset.revision.to_string());
    // None of the parts has a line break: JSON escapes those of brands.
    let parts = [FORMAT, &generation, &revision, &dataset.version, &brands];
    let digest = Sha256::digest(parts.join("\n").as_bytes());
    data_encoding::HEXLOWER.encode(digest.get(..16).unwrap_or_default())
}

/// What is known of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// It is prepared.
    Prepared(Head),
    /// It would have more mentions than a view may have.
    TooLarge,
    /// Nothing: nobody has prepared it.
    Nothing,
}

/// Asks what is known of a view: its head, or that it is too large. No row when it is not prepared.
pub fn head_statement(view: &str) -> Statement {
    let mut sql = Sql::new("SELECT part, body FROM account_view WHERE view = ");
    sql.bind(view).push(" AND chunk = 0 AND part IN (").bind(HEAD).push(", ").bind(TOO_LARGE).push(")");
    sql.finish_immutable()
}

impl Known {
    /// What the rows of [`head_statement`] say.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn from_rows(rows: &[Row]) -> Result<Self, StoreError> {
        let body_of = |part| rows.iter().find(|row| row.get("part").and_then(Value::as_str) == Some(part)).map(body);
        if let Some(head) = body_of(HEAD).transpose()? {
            return serde_json::from_str(head).map(Self::Prepared).map_err(|_| damaged("its head is none"));
        }
        // What was too large for another limit may not be for this one.
        let is_too_large = body_of(TOO_LARGE).transpose()? == Some(MAX_MENTIONS.to_string().as_str());
        Ok(if is_too_large { Self::TooLarge } else { Self::Nothing })
    }
}

/// Why there is no view of an account whose brands are in too many mentions.
pub fn too_large() -> String {
    format!(
        "the account's brands are in more mentions than the {MAX_MENTIONS} that are allowed. Its operator can narrow \
         the terms of its brands."
    )
}

/// Columns and names of a view, for the mentions of some days.
#[derive(Debug, Clone)]
pub struct View {
    /// What there is.
    pub head: Head,
    /// Columns of mentions, in the order of days.
    pub mentions: Documents<ViewColumn>,
    /// Columns of influencers.
    pub influencers: Documents<ViewColumn>,
    names: BTreeMap<NamesOf, Vec<String>>,
}

/// Asks for columns and names of a view: a statement for each, so that each is remembered whatever else is asked for.
pub fn rows_of(view: &str, head: &Head, columns: &[ViewColumn], names: &[NamesOf], days: Days) -> Vec<Statement> {
    let chunks = head.chunks_of(days);
    let select = |part: &str| {
        let mut sql = Sql::new("SELECT body FROM account_view WHERE view = ");
        sql.bind(view).push(" AND part = ").bind(part);
        sql
    };
    let of_column = |column: &ViewColumn| {
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
        sql.finish_immutable()
    };
    let of_names = |names: &NamesOf| {
        let mut sql = select(names.name());
        sql.push(" ORDER BY chunk");
        sql.finish_immutable()
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
        columns: &[ViewColumn],
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
    pub fn numbers(&self, column: ViewColumn) -> Result<&[i64], Corrupt> {
        match column.of() {
            Of::Mentions => self.mentions.numbers(column),
            Of::Influencers => self.influencers.numbers(column),
        }
    }

    /// A column of lists.
    ///
    /// # Errors
    /// When it was not read.
    pub fn lists(&self, column: ViewColumn) -> Result<&Lists, Corrupt> {
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

    /// The same as a text of its own; an empty one where there is none.
    pub fn text(&self, of: NamesOf, position: i64) -> String {
        self.name(of, position).unwrap_or_default().to_owned()
    }

    /// The position of a text of a kind, if there is one.
    pub fn position(&self, of: NamesOf, text: &str) -> Option<i64> {
        let names = self.names.get(&of)?;
        names.binary_search_by(|name| name.as_str().cmp(text)).ok().map(|position| position as i64)
    }
}

/// A view on its way into the table. Rows are only taken while their version is served or kept for a rollback: what
/// comes later would outlive it.
#[derive(Debug)]
pub struct Writing<'w> {
    view: &'w str,
    dataset: &'w Dataset,
    parts: i64,
}

impl<'w> Writing<'w> {
    /// A view of a version.
    pub fn new(view: &'w str, dataset: &'w Dataset) -> Self {
        Self { view, dataset, parts: 0 }
    }

    /// Keeps a packed column of a row of mentions, or of the influencers.
    pub fn column(&mut self, column: ViewColumn, chunk: usize, body: String) -> Statement {
        self.part(column.name(), chunk, body)
    }

    /// Keeps the texts of a kind.
    pub fn names(&mut self, of: NamesOf, texts: &[String]) -> Vec<Statement> {
        let rows = texts.chunks(NAMES_CHUNK).enumerate();
        rows.map(|(chunk, texts)| self.part(of.name(), chunk, Value::from(texts).to_string())).collect()
    }

    /// Keeps the head. It comes last and makes it a view, but only where all the rest is there: a version may be
    /// forgotten while its view is kept, and be served again.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn head(self, head: &Head) -> Result<Statement, StoreError> {
        let head = serde_json::to_string(head).map_err(|_| damaged("its head is not written"))?;
        let mut sql = self.keep(HEAD, 0, head);
        sql.push(" AND (SELECT count(*) FROM account_view WHERE view = ").bind(self.view);
        sql.push(" AND part NOT IN (").bind(HEAD).push(", ").bind(TOO_LARGE).push(")) = ").bind(self.parts);
        Ok(sql.finish())
    }

    /// Keeps that it is too large, so that nobody finds it out again.
    pub fn too_large(self) -> Statement {
        self.keep(TOO_LARGE, 0, MAX_MENTIONS.to_string()).finish()
    }

    fn part(&mut self, part: &str, chunk: usize, body: String) -> Statement {
        self.parts += 1;
        self.keep(part, chunk, body).finish()
    }

    /// Ends in a condition.
    fn keep(&self, part: &str, chunk: usize, body: String) -> Sql {
        let Dataset { generation, revision, version } = self.dataset;
        let mut sql =
            Sql::new("INSERT OR REPLACE INTO account_view (view, part, chunk, generation, revision, body) SELECT ");
        sql.bind(self.view).push(", ").bind(part).push(", ").bind(bound(chunk)).push(", ");
        sql.bind(*generation).push(", ").bind(*revision).push(", ").bind(body);
        // The numbers of a version may come again with another one.
        sql.push(" WHERE EXISTS (SELECT 1 FROM generation WHERE state IN ('served', 'previous') AND generation = ");
        sql.bind(*generation).push(" AND revision = ").bind(*revision).push(" AND version = ").bind(version.as_str());
        sql.push(")");
        sql
    }
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
