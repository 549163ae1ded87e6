//! The dataset. Only this folder names the backend, which is chosen when the Worker is built: the feature `clickhouse`
//! replaces D1.

#[cfg(feature = "clickhouse")]
mod clickhouse;
#[cfg(not(feature = "clickhouse"))]
mod ring;

#[cfg(feature = "clickhouse")]
pub use clickhouse::{check, open, open_for_background};
#[cfg(not(feature = "clickhouse"))]
pub use ring::{open, open_for_background};

use super::d1::D1Store;
use crate::platform_call::PlatformCall;
#[cfg(feature = "clickhouse")]
use clickhouse::ClickHouseBackend as Chosen;
#[cfg(not(feature = "clickhouse"))]
use overheard::backend::columnar::Ring as Chosen;
use overheard::sql::{Row, Statement, Store, StoreCounts, StoreError};

/// The backend that stores the dataset.
pub type DatasetBackend<S = D1Store> = Chosen<S>;

/// A store that yields after each batch. A database in the same process answers at once, which would block timers and
/// other requests.
pub struct YieldingStore(D1Store);

impl Store for YieldingStore {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let results = self.0.batch(statements).await;
        drop(PlatformCall::sleep(0).await);
        results
    }

    fn counts(&self) -> StoreCounts {
        self.0.counts()
    }
}
