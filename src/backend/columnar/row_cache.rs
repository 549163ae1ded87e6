//! A cache of immutable rows, and a store that reads through it.

use super::decoded_key::{DecodedKey, DecodedPool};
use super::served::{is_served, served_from_row, served_row};
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
/// The maximum bytes of all caches together with the memory of a query. A large query therefore evicts much.
const MEMORY_BYTES: usize = 28 * MEGABYTE;
/// The maximum bytes of one cached result. A larger one would evict too much that is requested more often.
const RESULT_BYTES: usize = MEGABYTE;
/// The maximum bytes of the rows of one query that are cached. Until the query is answered, they are held twice.
const QUESTION_BYTES: usize = 4 * MEGABYTE;
/// Bytes of a value of a row besides its text.
const CELL_BYTES: usize = 64;

/// A row cache that the requests of an instance share.
pub type SharedRowCache = Rc<RefCell<RowCache>>;

type DecodedCache = BoundedCache<DecodedKey, Rc<dyn Any>, FxBuildHasher>;

/// Rows of immutable statements of one version, at most 12 MB, and values decoded from its rows, at most 15 MB. The
/// least recently used are evicted first. A large query makes both smaller.
pub struct RowCache {
    version: Option<VersionRow>,
    rows: BoundedCache<Statement, Rc<Vec<Row>>>,
    names: DecodedCache,
    decoded_rows: DecodedCache,
    whole_columns: DecodedCache,
}

/// A version with its row.
#[derive(Clone)]
struct VersionRow {
    version: DatasetVersion,
    row: Row,
}

impl Default for RowCache {
    fn default() -> Self {
        let [names, decoded_rows, whole_columns] = [DecodedPool::Names, DecodedPool::Rows, DecodedPool::WholeColumns]
            .map(|pool| BoundedCache::with_hasher(pool.bytes(), FxBuildHasher));
        Self { version: None, rows: BoundedCache::new(CACHE_BYTES), names, decoded_rows, whole_columns }
    }
}

impl RowCache {
    /// Sets the version whose rows are cached. The rows and decoded values of another version are dropped.
    fn set_version(&mut self, served: &VersionRow) {
        if !self.is_of(&served.version) {
            self.rows.clear();
            self.names.clear();
            self.decoded_rows.clear();
            self.whole_columns.clear();
            self.version = Some(served.clone());
        }
    }

    fn is_of(&self, version: &DatasetVersion) -> bool {
        self.version.as_ref().is_some_and(|served| served.version == *version)
    }

    /// Returns the row of a version, as the database returns it.
    fn row_of(&self, version: &DatasetVersion) -> Row {
        let known = self.version.as_ref().filter(|served| served.version == *version);
        known.map_or_else(|| served_row(version), |served| served.row.clone())
    }

    fn get(&mut self, version: &DatasetVersion, statement: &Statement) -> Option<Rc<Vec<Row>>> {
        if self.is_of(version) { self.rows.get(statement).cloned() } else { None }
    }

    fn put(&mut self, version: &DatasetVersion, result: ImmutableResult) {
        if self.is_of(version) {
            self.rows.put(result.statement, result.rows, result.bytes);
        }
    }

    /// Returns a decoded value of a version.
    pub(super) fn decoded(&mut self, version: &DatasetVersion, key: DecodedKey) -> Option<Rc<dyn Any>> {
        if self.is_of(version) { self.decoded_of(key).get(&key).cloned() } else { None }
    }

    /// Caches a decoded value of a version, unless it is too large.
    pub(super) fn put_decoded(&mut self, version: &DatasetVersion, key: DecodedKey, value: Rc<dyn Any>, bytes: usize) {
        if self.is_of(version) && bytes <= key.pool().value_bytes() {
            self.decoded_of(key).put(key, value, bytes);
        }
    }

    /// Evicts what a query that takes so many bytes leaves no room for. What is read again at the least cost goes first.
    pub(super) fn make_room(&mut self, bytes: usize) {
        let mut left = MEMORY_BYTES.saturating_sub(bytes);
        for decoded in [&mut self.names, &mut self.whole_columns, &mut self.decoded_rows] {
            decoded.shrink_to(left);
            left -= decoded.bytes().min(left);
        }
        self.rows.shrink_to(left);
    }

    fn decoded_of(&mut self, key: DecodedKey) -> &mut DecodedCache {
        match key.pool() {
            DecodedPool::Names => &mut self.names,
            DecodedPool::Rows => &mut self.decoded_rows,
            DecodedPool::WholeColumns => &mut self.whole_columns,
        }
    }
}

/// The store of one query. It takes the rows of immutable statements from the cache and sends other statements to the
/// database. A batch whose rows are all cached is not sent. It learns the version from [`super::served_statement`],
/// which is part of every batch.
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
    async fn run(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        if let Some(cache) = &self.cache
            && let Some(version) = self.version.borrow().as_ref()
            && statements.iter().all(is_served)
        {
            return Ok(vec![vec![cache.borrow().row_of(version)]; statements.len()]);
        }
        let (count, served) = (statements.len(), statements.iter().position(is_served));
        let immutable: Vec<(usize, Statement)> = if self.cache.is_some() {
            statements.iter().enumerate().filter(|(_, statement)| statement.immutable).map(owned).collect()
        } else {
            Vec::new()
        };
        let results = self.store.batch(statements).await?;
        if results.len() != count {
            return Err(StoreError::Unavailable("the database answered another number of statements".into()));
        }
        let served = served.and_then(|at| results.get(at)).and_then(|rows| rows.first());
        if let Some(row) = served
            && let Ok(version) = served_from_row(row)
            && self.confirm(VersionRow { version, row: row.clone() })
        {
            return Ok(results);
        }
        for (at, statement) in immutable {
            self.remember(statement, results.get(at).map_or(&[], Vec::as_slice));
        }
        Ok(results)
    }

    /// Records the version that the database reported. Returns true if the statements named another version, or none.
    fn confirm(&self, served: VersionRow) -> bool {
        if let Some(cache) = &self.cache {
            cache.borrow_mut().set_version(&served);
        }
        let is_another = self.version.borrow().as_ref() != Some(&served.version);
        if is_another {
            self.read.borrow_mut().clear();
            self.version.replace(Some(served.version.clone()));
        }
        self.confirmed.replace(Some(served.version));
        is_another
    }

    fn remember(&self, statement: Statement, rows: &[Row]) {
        // Missing rows may be written while the same version is served.
        if rows.is_empty() || self.version.borrow().is_none() {
            return;
        }
        let bytes = bytes(&statement, rows);
        let mut read = self.read.borrow_mut();
        let before: usize = read.iter().map(|read| read.bytes).sum();
        if bytes <= RESULT_BYTES && before + bytes <= QUESTION_BYTES {
            read.push(ImmutableResult { statement, rows: Rc::new(rows.to_vec()), bytes });
        }
    }
}

fn owned((at, statement): (usize, &Statement)) -> (usize, Statement) {
    (at, statement.clone())
}

impl<S: Store> Store for CachedRows<'_, S> {
    async fn batch(&self, mut statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        let cached: Vec<Option<Vec<Row>>> = statements.iter().map(|statement| self.cached(statement)).collect();
        let mut is_cached = cached.iter().map(Option::is_some);
        statements.retain(|_| is_cached.next() == Some(false));
        let mut read = self.run(statements).await?.into_iter();
        Ok(cached.into_iter().map(|rows| rows.or_else(|| read.next()).unwrap_or_default()).collect())
    }

    fn counts(&self) -> StoreCounts {
        self.store.counts()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn served(name: &str) -> VersionRow {
        let published_at = String::new();
        let version = DatasetVersion { generation: 1, revision: 0, version: name.to_owned(), published_at };
        VersionRow { row: served_row(&version), version }
    }

    #[test]
    fn decoded_values_go_with_the_version() {
        let (mut cache, one, other) = (RowCache::default(), served("a"), served("b"));
        let key = DecodedKey::Names(1);
        let put = |cache: &mut RowCache, of: &VersionRow| cache.put_decoded(&of.version, key, Rc::new(1_u8), 1);
        let has = |cache: &mut RowCache, of: &VersionRow| cache.decoded(&of.version, key).is_some();
        put(&mut cache, &one);
        assert!(!has(&mut cache, &one), "its rows are not cached yet");
        cache.set_version(&one);
        put(&mut cache, &one);
        put(&mut cache, &other);
        assert_eq!([&one, &other].map(|of| has(&mut cache, of)), [true, false]);
        cache.set_version(&other);
        assert_eq!([&one, &other].map(|of| has(&mut cache, of)), [false, false]);
    }

    #[test]
    fn a_query_gets_the_room_that_it_needs() {
        let (mut cache, one) = (RowCache::default(), served("a"));
        cache.set_version(&one);
        let keys = [DecodedKey::Names(1), DecodedKey::Cells(1)];
        let has = |cache: &mut RowCache| keys.map(|key| cache.decoded(&one.version, key).is_some());
        keys.iter().for_each(|key| cache.put_decoded(&one.version, *key, Rc::new(()), MEGABYTE / 4));
        cache.make_room(MEMORY_BYTES - MEGABYTE / 2);
        assert_eq!(has(&mut cache), [true, true]);
        cache.make_room(MEMORY_BYTES - MEGABYTE / 4);
        assert_eq!(has(&mut cache), [true, false]);
        cache.make_room(usize::MAX);
        assert_eq!(has(&mut cache), [false, false]);
    }

    #[test]
    fn decoded_values_take_a_bounded_number_of_bytes() {
        let (mut cache, one) = (RowCache::default(), served("a"));
        cache.set_version(&one);
        let kept = |cache: &mut RowCache, bytes: usize, keys: i64| {
            let keys = || (0..keys).map(DecodedKey::Cells);
            keys().for_each(|key| cache.put_decoded(&one.version, key, Rc::new(()), bytes));
            keys().filter(|key| cache.decoded(&one.version, *key).is_some()).count()
        };
        let (all, one_value) = (DecodedPool::Rows.bytes(), DecodedPool::Rows.value_bytes());
        assert_eq!(kept(&mut cache, one_value + 1, 1), 0);
        assert!((1..=all / one_value).contains(&kept(&mut cache, one_value, 20)));
    }
}
