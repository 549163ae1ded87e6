//! A cache of immutable rows, and a store that reads through it.

use super::decoded_key::DecodedKey;
use super::served::{served_from_rows, served_row, served_statement};
use crate::base::bounded::BoundedCache;
use crate::query::DatasetVersion;
use crate::sql::{Param, Row, Statement, Store, StoreCounts, StoreError};
use rustc_hash::FxBuildHasher;
use serde_json::Value;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

const MEGABYTE: usize = 1 << 20;
/// The maximum bytes of all cached rows: a few large chunks of the dataset, or very many names.
const CACHE_BYTES: usize = 12 * MEGABYTE;
/// The maximum bytes of one cached result. A larger one would evict too much that is requested more often.
const RESULT_BYTES: usize = MEGABYTE;
/// The maximum bytes of the rows of one query that are cached. Until the query is answered, they are held twice.
const QUESTION_BYTES: usize = 4 * MEGABYTE;
/// The maximum bytes of all cached values that are decoded from small rows: names, manifests and dictionaries.
const DECODED_BYTES: usize = 2 * MEGABYTE;
/// The maximum bytes of all cached values that are decoded from rows of records and cells.
const DECODED_ROWS_BYTES: usize = 4 * MEGABYTE;
/// The maximum bytes of one cached decoded value.
pub(super) const DECODED_VALUE_BYTES: usize = MEGABYTE / 2;
/// Bytes of a value of a row besides its text.
const CELL_BYTES: usize = 64;

/// A row cache that the requests of an instance share.
pub type SharedRowCache = Rc<RefCell<RowCache>>;

type DecodedCache = BoundedCache<DecodedKey, Rc<dyn Any>, FxBuildHasher>;

/// Rows of immutable statements of one version, at most 12 MB, and values decoded from its rows, at most 6 MB. The
/// least recently used are evicted first.
pub struct RowCache {
    version: Option<DatasetVersion>,
    rows: BoundedCache<Statement, Rc<Vec<Row>>>,
    decoded: DecodedCache,
    decoded_rows: DecodedCache,
}

impl Default for RowCache {
    fn default() -> Self {
        let [decoded, decoded_rows] =
            [DECODED_BYTES, DECODED_ROWS_BYTES].map(|bytes| BoundedCache::with_hasher(bytes, FxBuildHasher));
        Self { version: None, rows: BoundedCache::new(CACHE_BYTES), decoded, decoded_rows }
    }
}

impl RowCache {
    /// Sets the version whose rows are cached. The rows and decoded values of another version are dropped.
    fn set_version(&mut self, version: &DatasetVersion) {
        if self.version.as_ref() != Some(version) {
            self.rows.clear();
            self.decoded.clear();
            self.decoded_rows.clear();
            self.version = Some(version.clone());
        }
    }

    fn get(&mut self, version: &DatasetVersion, statement: &Statement) -> Option<Rc<Vec<Row>>> {
        if self.version.as_ref() == Some(version) { self.rows.get(statement).cloned() } else { None }
    }

    fn put(&mut self, version: &DatasetVersion, result: ImmutableResult) {
        if self.version.as_ref() == Some(version) {
            self.rows.put(result.statement, result.rows, result.bytes);
        }
    }

    /// Returns a decoded value of a version.
    pub(super) fn decoded(&mut self, version: &DatasetVersion, key: DecodedKey) -> Option<Rc<dyn Any>> {
        let of_version = self.version.as_ref() == Some(version);
        if of_version { self.decoded_of(key).get(&key).cloned() } else { None }
    }

    /// Caches a decoded value of a version, unless it is too large.
    pub(super) fn put_decoded(&mut self, version: &DatasetVersion, key: DecodedKey, value: Rc<dyn Any>, bytes: usize) {
        if self.version.as_ref() == Some(version) && bytes <= DECODED_VALUE_BYTES {
            self.decoded_of(key).put(key, value, bytes);
        }
    }

    fn decoded_of(&mut self, key: DecodedKey) -> &mut DecodedCache {
        if key.is_of_row() { &mut self.decoded_rows } else { &mut self.decoded }
    }
}

/// The store of one query. It takes the rows of immutable statements from the cache and sends other statements to the
/// database. A batch whose rows are all cached is not sent. It learns the version from [`served_statement`], which is
/// part of every batch.
pub struct CachedRows<'s, S> {
    store: &'s S,
    cache: Option<SharedRowCache>,
    version: RefCell<Option<DatasetVersion>>,
    confirmed: &'s RefCell<Option<DatasetVersion>>,
    read: RefCell<Vec<ImmutableResult>>,
}

/// The rows of an immutable statement of this query.
struct ImmutableResult {
    statement: Statement,
    rows: Rc<Vec<Row>>,
    bytes: usize,
}

impl<'s, S: Store> CachedRows<'s, S> {
    /// Returns a store for a query about a version that is known to be served, if one is. Each version that the
    /// database reports is written to `confirmed`.
    pub fn new(
        store: &'s S,
        cache: Option<SharedRowCache>,
        known: Option<DatasetVersion>,
        confirmed: &'s RefCell<Option<DatasetVersion>>,
    ) -> Self {
        Self { store, cache, version: RefCell::new(known), confirmed, read: RefCell::default() }
    }

    /// Caches the rows that were read. Call it after the query is answered: before, the rows may turn out to be of
    /// another version.
    pub fn cache_rows(&self) {
        let version = self.version.borrow();
        let (Some(version), Some(cache)) = (version.as_ref(), &self.cache) else { return };
        let mut cache = cache.borrow_mut();
        for read in self.read.take() {
            cache.put(version, read);
        }
    }

    fn cached(&self, statement: &Statement) -> Option<Vec<Row>> {
        let version = self.version.borrow();
        let version = version.as_ref().filter(|_| statement.immutable)?;
        self.cache.as_ref()?.borrow_mut().get(version, statement).map(|rows| rows.as_ref().clone())
    }

    /// Sends statements that are not cached. Holds their rows and the version for [`Self::cache_rows`].
    async fn run(&self, statements: &[Statement]) -> Result<Vec<Vec<Row>>, StoreError> {
        if self.cache.is_some()
            && let Some(version) = self.version.borrow().as_ref()
            && statements.iter().all(is_served)
        {
            return Ok(vec![vec![served_row(version)]; statements.len()]);
        }
        let results = self.store.batch(statements.to_vec()).await?;
        if results.len() != statements.len() {
            return Err(StoreError::Unavailable("the database answered another number of statements".into()));
        }
        let served = statements.iter().zip(&results).find(|(statement, _)| is_served(statement));
        if let Some((_, rows)) = served
            && let Ok(served) = served_from_rows(rows.clone())
        {
            self.confirmed.replace(Some(served.clone()));
            if let Some(cache) = &self.cache {
                cache.borrow_mut().set_version(&served);
            }
            if self.version.borrow().as_ref() != Some(&served) {
                // The statements named another version, or none.
                self.read.borrow_mut().clear();
                self.version.replace(Some(served));
                return Ok(results);
            }
        }
        statements.iter().zip(&results).for_each(|(statement, rows)| self.remember(statement, rows));
        Ok(results)
    }

    fn remember(&self, statement: &Statement, rows: &[Row]) {
        // Missing rows may be written while the same version is served.
        if self.cache.is_none() || !statement.immutable || rows.is_empty() || self.version.borrow().is_none() {
            return;
        }
        let bytes = bytes(statement, rows);
        let mut read = self.read.borrow_mut();
        let before: usize = read.iter().map(|read| read.bytes).sum();
        if bytes <= RESULT_BYTES && before + bytes <= QUESTION_BYTES {
            read.push(ImmutableResult { statement: statement.clone(), rows: Rc::new(rows.to_vec()), bytes });
        }
    }
}

impl<S: Store> Store for CachedRows<'_, S> {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let mut results: Vec<Option<Vec<Row>>> = statements.iter().map(|statement| self.cached(statement)).collect();
        let missing: Vec<Statement> = statements
            .into_iter()
            .zip(&results)
            .filter_map(|(statement, cached)| cached.is_none().then_some(statement))
            .collect();
        let read = self.run(&missing).await?;
        for (gap, rows) in results.iter_mut().filter(|result| result.is_none()).zip(read) {
            *gap = Some(rows);
        }
        Ok(results.into_iter().flatten().collect())
    }

    fn counts(&self) -> StoreCounts {
        self.store.counts()
    }
}

fn is_served(statement: &Statement) -> bool {
    *statement == served_statement()
}

/// Returns the bytes that rows and their statement take: the text, and [`CELL_BYTES`] for each value.
fn bytes(statement: &Statement, rows: &[Row]) -> usize {
    let params = statement.params.iter().map(|param| match param {
        Param::Text(text) => text.len(),
        Param::Integer(_) => 0,
    });
    let cells = rows.iter().flat_map(Row::iter).map(|(name, value)| name.len() + text_bytes(value) + CELL_BYTES);
    statement.sql.len() + params.chain(cells).sum::<usize>()
}

fn text_bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        // Columns hold texts and numbers.
        _ => 0,
    }
}
