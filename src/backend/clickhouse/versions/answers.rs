//! Queries of the served version.

use super::ClickHouseDataset;
use crate::backend::clickhouse::Connection;
use crate::base::date::Date;
use crate::guard::request::{MonitoredBrand, Request};
use crate::query::answer::Outcome;
use crate::query::{
    AccountAnswer, AccountBackend, AccountQuery, AnswerExplanation, DataBackend, DatabaseUsage, DatasetVersion,
    PendingAnswer, PreparationProgress, QueryError, ViewPreparation,
};
use crate::spec::Index;
use crate::sql::Store;

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

/// The Account API is not answered from ClickHouse yet.
fn no_views<T>() -> Result<T, QueryError> {
    Err(QueryError::Unavailable("the Account API is not answered from ClickHouse yet".to_owned()))
}

/// A preparation that cannot begin.
#[derive(Debug)]
pub enum NoPreparation {}

impl ViewPreparation for NoPreparation {
    fn progress(&self) -> PreparationProgress {
        match *self {}
    }

    fn mentions(&self) -> Option<u64> {
        match *self {}
    }

    async fn advance(&mut self) -> Result<(), QueryError> {
        match *self {}
    }
}

impl<S: Store, C: Connection> AccountBackend for ClickHouseDataset<S, C> {
    type Preparation<'a>
        = NoPreparation
    where
        Self: 'a;

    async fn begin_account<'a>(
        &'a self,
        _: AccountQuery<'a>,
        _: Option<DatasetVersion>,
    ) -> Result<PendingAnswer<'a, AccountAnswer>, QueryError> {
        no_views()
    }

    async fn prepare<'a>(&'a self, _: &'a [MonitoredBrand], _: &DatasetVersion) -> Result<NoPreparation, QueryError> {
        no_views()
    }

    async fn served_dates(&self) -> Result<(DatasetVersion, Option<(Date, Date)>), QueryError> {
        no_views()
    }

    async fn has_current_text(&self) -> Result<bool, QueryError> {
        Ok(self.open(None).await?.has_current_text())
    }
}
