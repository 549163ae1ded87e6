//! Making an account's view: which mentions are of its brands, and all that questions need of them.
//!
//! It takes time in proportion to the mentions of the brands: the packed rows of what the brands' terms stand for say
//! which mentions these are, and each of them is read once with its video. That is done when brands or the dataset
//! change; whoever asks first after that, or the operator's command, has it done.

mod creators;
mod documents;
mod matching;

use super::names::{layout, layout_statement};
use super::reader::Reader;
use super::rows::{documents as rows_of_documents, text};
use crate::account::{Account, MonitoredBrand};
use crate::answer::Dataset;
use crate::catalog::Index;
use crate::date::Date;
use crate::pack::{Column as Packed, Documents, Layout, MISSING, PageKind};
use crate::plan::{Days, Into, Plan, Read, RowsOf, Step};
use crate::store::{AnyStore, Row, Sql, Store, StoreError, exactly, single};
use crate::view::{self, Chunk, Column, Head, MAX_MENTIONS};
use documents::Collected;

/// Statements that are sent at once when a view is kept: each may carry a megabyte.
const WRITTEN_AT_ONCE: usize = 8;
/// Mentions of one row.
const CHUNK: usize = 65_536;

/// Prepares an account's view of the served version, unless it is there, and returns the version, how many mentions
/// are in the view, and whether it was there.
///
/// # Errors
/// Those of the store, and [`StoreError::OverBudget`] when the brands are in too many mentions.
pub async fn prepare(store: &impl Store, account: &Account) -> Result<(Dataset, usize, bool), StoreError> {
    let store = &AnyStore::new(store);
    let dataset = Dataset::read(store).await?;
    let name = view::name(&account.id, &account.brands, &dataset);
    let known = Head::from_rows(&single(store.batch(vec![view::head_statement(&name)]).await?)?)?;
    let was_prepared = known.is_some();
    let head = match known {
        Some(head) => head,
        None => make(&Reader::new(store, Some(dataset.clone())), store, &account.id, &account.brands).await?,
    };
    Ok((dataset, head.chunks.iter().map(|chunk| chunk.mentions).sum(), was_prepared))
}

/// The served version, the dates of its first and last mention, if it has any, and when it was published, RFC 3339.
///
/// # Errors
/// Those of the store, and [`StoreError::NoDataset`].
pub async fn served(store: &impl Store) -> Result<(Dataset, Option<(Date, Date)>, String), StoreError> {
    let store = &AnyStore::new(store);
    let reader = Reader::new(store, None);
    let layout = layout(single(reader.read(vec![layout_statement(&reader, Index::BusinessIdeas)]).await?)?)?;
    let days = days(&reader, &layout).await?;
    let dates = days.and_then(|(first, last)| Date::of_day(first).zip(Date::of_day(last)));
    Ok((reader.dataset()?, dates, published_at(&reader).await?))
}

/// Makes a view of the version that a reader reads, keeps it, and returns its head.
pub(super) async fn make<S: Store>(
    reader: &Reader<'_, S>,
    store: &impl Store,
    account: &str,
    brands: &[MonitoredBrand],
) -> Result<Head, StoreError> {
    let (layout, matched) = matching::matched(reader, brands).await?;
    if matched.len() > MAX_MENTIONS {
        let message = format!(
            "the account's brands are in {} mentions; {MAX_MENTIONS} are allowed. Its operator can narrow the terms of its brands.",
            matched.len()
        );
        return Err(StoreError::OverBudget(message));
    }
    let dataset = reader.dataset()?;
    let mut collected = Collected::default();
    documents::collect(reader, &matched, &mut collected).await?;
    creators::collect(reader, &mut collected).await?;
    let made = collected.finish();
    let mut head = Head {
        chunks: Vec::new(),
        influencers: made.influencers.len(),
        days: days(reader, &layout).await?,
        published_at: published_at(reader).await?,
    };
    let days_of_mentions = made.mentions.numbers(Column::Day)?;
    let mut columns = Vec::new();
    for (chunk, positions) in (0..made.mentions.len()).collect::<Vec<_>>().chunks(CHUNK).enumerate() {
        let day = |at: Option<&usize>| at.and_then(|at| days_of_mentions.get(*at)).copied().unwrap_or(MISSING);
        head.chunks.push(Chunk {
            mentions: positions.len(),
            first: day(positions.first()),
            last: day(positions.last()),
        });
        let part = made.mentions.part(positions);
        columns.extend(part.pack().map(|(column, body)| (column, chunk, body)));
    }
    columns.extend(made.influencers.pack().map(|(column, body)| (column, 0, body)));
    let name = view::name(account, brands, &dataset);
    let statements = view::write(&name, &dataset, &head, &columns, &made.names);
    for statements in statements.chunks(WRITTEN_AT_ONCE) {
        store.batch(statements.to_vec()).await?;
    }
    Ok(head)
}

/// The first and the last day of all mentions, if there are any.
async fn days<S: Store>(reader: &Reader<'_, S>, layout: &Layout) -> Result<Option<(i64, i64)>, StoreError> {
    let index = Index::BusinessIdeas;
    let ends = [layout.months.first(), layout.months.last()].into_iter().flatten();
    let sealed = Read::Pages {
        kind: PageKind::Month(index),
        keys: ends.clone().map(|month| (month.month, month.month)).collect(),
        columns: vec![Packed::Day],
        documents: ends.map(|month| month.documents).sum(),
    };
    let open = layout.open.as_ref().map(|open| Read::Pages {
        kind: PageKind::Open(index),
        keys: vec![(open.revision, open.revision)],
        columns: vec![Packed::Day],
        documents: open.documents,
    });
    let is_open = layout.open.as_ref().map(crate::pack::Open::keys).transpose()?.unwrap_or_default();
    let mut steps = vec![Step { read: sealed, into: Into::Documents { days: Days::ALL, of: RowsOf::Sealed } }];
    steps.extend(open.map(|read| Step { read, into: Into::Documents { days: Days::ALL, of: RowsOf::Open } }));
    let plan = Plan::new("the first and the last day of all mentions".to_owned(), "months", steps, layout)?;
    let mut ends: Option<(i64, i64)> = None;
    for (step, rows) in super::fetch::fetch(reader, &plan).await?.steps() {
        let of_open = matches!(step.into, Into::Documents { of: RowsOf::Open, .. });
        for row in rows {
            let page: Documents = rows_of_documents(row, step.columns())?;
            for day in page.numbers(Packed::Day)? {
                if of_open || is_open.binary_search(day).is_err() {
                    let (first, last) = ends.unwrap_or((*day, *day));
                    ends = Some((first.min(*day), last.max(*day)));
                }
            }
        }
    }
    Ok(ends)
}

/// When the version was published.
async fn published_at<S: Store>(reader: &Reader<'_, S>) -> Result<String, StoreError> {
    let dataset = reader.dataset()?;
    let mut sql = Sql::new("SELECT coalesce(published_at, '') AS published_at FROM generation WHERE generation = ");
    sql.bind(dataset.generation).push(" AND revision = ").bind(dataset.revision);
    let [rows] = exactly::<1>(reader.read(vec![sql.finish()]).await?)?;
    let row: &Row = rows.first().ok_or(StoreError::DatasetChanged)?;
    text(row, "published_at").map(str::to_owned)
}
