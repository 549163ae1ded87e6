//! Making an account's view: which mentions are of its brands, and all that questions need of them.
//!
//! It takes time in proportion to the mentions of the brands: the packed rows of what the brands' terms stand for say
//! which mentions these are, and each of them is read once with its video. That is done when brands or the dataset
//! change; whoever asks first after that, or the operator's command, has it done.

mod columns;
mod creators;
mod documents;
mod matching;
mod preparation;

pub use preparation::{Preparation, Progress};

use super::names::{manifest, manifest_statement};
use super::reader::Reader;
use super::rows::{documents as rows_of_documents, text};
use crate::base::date::Date;
use crate::guard::request::MonitoredBrand;
use crate::query::answer::Dataset;
use crate::query::plan::{Days, Operator, Plan, PlanStep, Read, RowsOf};
use crate::query::view::{self, Head, Known, Writing};
use crate::segment::{ChunkKind, Column, Documents, Manifest};
use crate::spec::Index;
use crate::sql::{AnyStore, Row, Sql, Statement, Store, StoreError, exactly, single};
use columns::Columns;
use documents::Collected;
use matching::Matched;

/// Statements that are sent at once when a view is kept: each may carry a megabyte.
const WRITTEN_AT_ONCE: usize = 8;

async fn find(store: AnyStore<'_>, view: &str) -> Result<Option<Head>, StoreError> {
    match Known::from_rows(&single(store.batch(vec![view::head_statement(view)]).await?)?)? {
        Known::Prepared(head) => Ok(Some(head)),
        Known::TooLarge => Err(StoreError::OverBudget(view::too_large())),
        Known::Nothing => Ok(None),
    }
}

/// The served version, the dates of its first and last mention, if it has any, and when it was published, RFC 3339.
///
/// # Errors
/// Those of the store, and [`StoreError::NoDataset`].
pub async fn served(store: &impl Store) -> Result<(Dataset, Option<(Date, Date)>, String), StoreError> {
    let store = AnyStore::new(store);
    let reader = Reader::new(store, None);
    let manifest = manifest(single(reader.read(vec![manifest_statement(&reader, Index::BusinessIdeas)]).await?)?)?;
    let days = days(&reader, &manifest).await?;
    let dates = days.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)));
    Ok((reader.dataset()?, dates, published_at(&reader).await?))
}

/// Makes a view, keeps it, and returns its head.
async fn make(
    store: AnyStore<'_>,
    brands: &[MonitoredBrand],
    dataset: &Dataset,
    name: &str,
) -> Result<Head, StoreError> {
    let reader = &Reader::new(store, Some(dataset.clone()));
    let mut writing = Writing::new(name, dataset);
    let (manifest, matched) = match matching::matched(reader, brands).await? {
        Matched::Mentions(manifest, matched) => (manifest, matched),
        Matched::TooMany => {
            store.batch(vec![writing.too_large()]).await?;
            return Err(StoreError::OverBudget(view::too_large()));
        }
    };
    let mut collected = Collected::default();
    documents::collect(reader, &matched, &mut collected).await?;
    drop(matched);
    creators::collect(reader, &mut collected).await?;
    let columns = Columns::new(collected);
    let mut head = Head {
        chunks: Vec::new(),
        influencers: columns.influencers(),
        days: days(reader, &manifest).await?,
        published_at: published_at(reader).await?,
    };
    for (chunk, (row, of_row)) in columns.rows().enumerate() {
        head.chunks.push(row);
        keep(store, of_row.map(|(column, body)| writing.column(column, chunk, body))).await?;
    }
    let of_influencers = columns.of_influencers().into_iter();
    keep(store, of_influencers.map(|(column, body)| writing.column(column, 0, body))).await?;
    keep(store, columns.names().flat_map(|(of, texts)| writing.names(of, texts))).await?;
    let [_, kept] = exactly(store.batch(vec![writing.head(&head)?, view::head_statement(name)]).await?)?;
    // Where the version is not kept any more, none of it was taken.
    if kept.is_empty() { Err(StoreError::DatasetChanged) } else { Ok(head) }
}

async fn keep(store: AnyStore<'_>, mut statements: impl Iterator<Item = Statement>) -> Result<(), StoreError> {
    loop {
        let some: Vec<Statement> = statements.by_ref().take(WRITTEN_AT_ONCE).collect();
        if some.is_empty() {
            return Ok(());
        }
        store.batch(some).await?;
    }
}

/// The first and the last day of all mentions, if there are any.
async fn days(reader: &Reader<'_>, manifest: &Manifest) -> Result<Option<(i64, i64)>, StoreError> {
    let index = Index::BusinessIdeas;
    let ends = [manifest.months.first(), manifest.months.last()].into_iter().flatten();
    let base = Read::Chunks {
        kind: ChunkKind::Month(index),
        keys: ends.clone().map(|month| (month.month, month.month)).collect(),
        columns: vec![Column::DAY],
        documents: ends.map(|month| month.documents).sum(),
    };
    let delta = manifest.delta.as_ref().map(|delta| Read::of_delta(index, delta, vec![Column::DAY]));
    let is_superseded = manifest.superseded()?;
    let mut steps = vec![PlanStep { read: base, operator: Operator::Documents { days: Days::ALL, of: RowsOf::Base } }];
    steps.extend(
        delta.map(|read| PlanStep { read, operator: Operator::Documents { days: Days::ALL, of: RowsOf::Delta } }),
    );
    let plan = Plan::new("the first and the last day of all mentions".to_owned(), "months", steps, manifest)?;
    let mut ends: Option<(i64, i64)> = None;
    for (step, rows) in super::fetch::fetch(reader, &plan).await?.steps() {
        let of_delta = matches!(step.operator, Operator::Documents { of: RowsOf::Delta, .. });
        for row in rows {
            let chunk: Documents = rows_of_documents(row, step.columns())?;
            for day in chunk.numbers(Column::DAY)? {
                if of_delta || is_superseded.binary_search(day).is_err() {
                    let (first, last) = ends.unwrap_or((*day, *day));
                    ends = Some((first.min(*day), last.max(*day)));
                }
            }
        }
    }
    Ok(ends)
}

/// When the version was published.
async fn published_at(reader: &Reader<'_>) -> Result<String, StoreError> {
    let dataset = reader.dataset()?;
    let mut sql = Sql::new("SELECT coalesce(published_at, '') AS published_at FROM generation WHERE generation = ");
    sql.bind(dataset.generation).push(" AND revision = ").bind(dataset.revision);
    let [rows] = exactly::<1>(reader.read(vec![sql.finish()]).await?)?;
    let row: &Row = rows.first().ok_or(StoreError::DatasetChanged)?;
    text(row, "published_at").map(str::to_owned)
}
