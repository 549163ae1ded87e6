//! Queries of the served version.

use super::ClickHouseDataset;
use crate::backend::clickhouse::{ClickHouse, Connection};
use crate::base::date::Date;
use crate::guard::request::{Brand, MonitoredBrand, Request};
use crate::query::answer::Outcome;
use crate::query::brand_preview::BrandPreview;
use crate::query::{
    AccountAnswer, AccountBackend, AccountQuery, AnswerExplanation, DataBackend, DatabaseUsage, DatasetVersion,
    PendingAnswer, QueryError,
};
use crate::spec::Index;
use crate::sql::Store;
use std::rc::Rc;

impl<S: Store, C: Connection> DataBackend for ClickHouseDataset<S, C> {
    async fn served_version(&self) -> Result<DatasetVersion, QueryError> {
        Ok(self.served().await?.version)
    }

    async fn begin<'a>(
        &'a self,
        request: &'a Request,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, Outcome>, QueryError> {
        self.open(known).await?.begin(request, None).await
    }

    fn take_confirmed_version(&self) -> Option<DatasetVersion> {
        self.confirmed.take()
    }

    async fn explain(&self, request: &Request) -> Result<AnswerExplanation, QueryError> {
        self.open(None).await?.explain(request).await
    }

    async fn near_names(&self, index: Index, values: &[(&'static str, &str)]) -> Result<Vec<Vec<String>>, QueryError> {
        self.open(None).await?.near_names(index, values).await
    }

    fn usage(&self) -> DatabaseUsage {
        self.total_usage()
    }
}

impl<S: Store, C: Connection> AccountBackend for ClickHouseDataset<S, C> {
    type Preparation<'a>
        = <ClickHouse<Rc<C>> as AccountBackend>::Preparation<'a>
    where
        Self: 'a;

    async fn begin_account<'a>(
        &'a self,
        query: AccountQuery<'a>,
        known: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, AccountAnswer>, QueryError> {
        self.open(known).await?.begin_account(query, None).await
    }

    async fn preview_brand(&self, brand: &Brand) -> Result<BrandPreview, QueryError> {
        self.open(None).await?.preview_brand(brand).await
    }

    async fn prepare<'a>(
        &'a self,
        brands: &'a [MonitoredBrand],
        version: &DatasetVersion,
    ) -> Result<Self::Preparation<'a>, QueryError> {
        self.open(Some(version.clone())).await?.prepare(brands, version).await
    }

    async fn served_dates(&self) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
        self.open(None).await?.served_dates().await
    }

    async fn has_current_text(&self) -> Result<bool, QueryError> {
        AccountBackend::has_current_text(self.open(None).await?).await
    }
}
