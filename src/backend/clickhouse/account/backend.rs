//! The Account API of the backend. A view is the result of a condition, so its preparation only counts it.

use super::selection::Selection;
use super::{AccountReader, NamedBrands};
use crate::backend::account::answer;
use crate::backend::account::brands::{BrandSelection, check_brand_count};
use crate::backend::account::scope::AnswerScope;
use crate::backend::clickhouse::ClickHouse;
use crate::backend::clickhouse::brand_names::names_of_brands;
use crate::backend::clickhouse::brand_preview::preview;
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::reader::Reader;
use crate::backend::clickhouse::sql::Sql;
use crate::backend::clickhouse::words::TextCondition;
use crate::backend::prefix_words::ACCOUNT_Q;
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::brand_preview::BrandPreview;
use crate::query::{
    AccountAnswer, AccountBackend, AccountQuery, DatasetVersion, PendingAnswer, PreparationProgress, QueryError,
    ViewPreparation,
};
use crate::spec::Index;
use crate::spec::limits::{ACCOUNT_TIMEOUT_MS, QUERY_TIMEOUT_MS};
use std::sync::Arc;

/// A view, with its number of mentions.
pub struct CountedView(u64);

impl ViewPreparation for CountedView {
    fn progress(&self) -> PreparationProgress {
        PreparationProgress { done: self.0, of: self.0 }
    }

    fn mentions(&self) -> Option<u64> {
        Some(self.0)
    }

    async fn advance(&mut self) -> Result<(), QueryError> {
        Ok(())
    }
}

impl<C: Connection> ClickHouse<C> {
    /// Returns the dates of the first and the last mention. They are read once.
    async fn dates(&self, reader: &Reader<'_, C>) -> Result<Option<(Date, Date)>, QueryError> {
        if let Some(dates) = self.dates.get() {
            return Ok(*dates);
        }
        let table = reader.tables.of_index(Index::BusinessIdeas);
        let sql = Sql::new(format!("SELECT minOrNull(upload_date), maxOrNull(upload_date) FROM {table}"));
        let (first, last): (Option<Date>, Option<Date>) = reader.read_one(&sql).await?;
        Ok(*self.dates.get_or_init(|| first.zip(last)))
    }

    /// Returns an account's brands with their names. They are read once for consecutive queries of an account.
    async fn named_brands(
        &self,
        reader: &Reader<'_, C>,
        brands: &[MonitoredBrand],
    ) -> Result<Arc<NamedBrands>, QueryError> {
        let brands: Vec<Brand> = brands.iter().map(Brand::from).collect();
        let known = self.brands.borrow().clone();
        if let Some(known) = known.filter(|known| known.iter().map(|(brand, _)| brand).eq(&brands)) {
            return Ok(known);
        }
        let names = names_of_brands(reader, &brands).await?;
        let named = Arc::new(brands.into_iter().zip(names).collect());
        self.brands.replace(Some(Arc::clone(&named)));
        Ok(named)
    }

    async fn answer_of(&self, query: AccountQuery<'_>) -> Result<AccountAnswer, QueryError> {
        let brands = BrandSelection::new(query.viewer.brands, &query.request.selection.brands)?;
        check_brand_count(query.viewer.brands)?;
        if !self.has_current_text() {
            return Err(QueryError::OutdatedText);
        }
        let reader = self.reader(query.request.operation.endpoint().timeout_ms);
        let dates = self.dates(&reader).await?;
        let scope = AnswerScope { query, brands, dataset: self.served.version.clone(), dates };
        let brands = self.named_brands(&reader, query.viewer.brands).await?;
        let text = match &query.request.selection.filters.q {
            Some(q) => TextCondition::read(&reader, Index::BusinessIdeas, q, ACCOUNT_Q).await?,
            None => None,
        };
        answer::answer(&AccountReader { reader, scope, brands, text }, query.request).await
    }
}

impl<C: Connection> AccountBackend for ClickHouse<C> {
    type Preparation<'a>
        = CountedView
    where
        Self: 'a;

    async fn begin_account<'a>(
        &'a self,
        query: AccountQuery<'a>,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, AccountAnswer>, QueryError> {
        BrandSelection::new(query.viewer.brands, &query.request.selection.brands)?;
        let version = self.served.version.clone();
        if known.is_some_and(|known| known != version) {
            return Err(QueryError::DatasetChanged);
        }
        Ok(PendingAnswer { version, finish: Box::pin(self.answer_of(query)) })
    }

    async fn preview_brand(&self, brand: &Brand) -> Result<BrandPreview, QueryError> {
        if !self.has_current_text() {
            return Err(QueryError::OutdatedText);
        }
        preview(&self.reader(QUERY_TIMEOUT_MS), brand).await
    }

    async fn prepare<'a>(
        &'a self,
        brands: &'a [MonitoredBrand],
        version: &DatasetVersion,
    ) -> Result<CountedView, QueryError> {
        if *version != self.served.version {
            return Err(QueryError::DatasetChanged);
        }
        check_brand_count(brands)?;
        if !self.has_current_text() {
            return Err(QueryError::OutdatedText);
        }
        let reader = self.reader(ACCOUNT_TIMEOUT_MS);
        let brands = self.named_brands(&reader, brands).await?;
        let mut sql = Sql::new(format!("SELECT count() FROM {} WHERE ", reader.tables.of_index(Index::BusinessIdeas)));
        Selection::push_brands(&mut sql, &brands, !0);
        let (mentions,): (u64,) = reader.read_one(&sql).await?;
        Ok(CountedView(mentions))
    }

    async fn served_dates(&self) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
        Ok((self.served.version.clone(), self.dates(&self.reader(ACCOUNT_TIMEOUT_MS)).await?))
    }

    async fn has_current_text(&self) -> Result<bool, QueryError> {
        Ok(Self::has_current_text(self))
    }
}
