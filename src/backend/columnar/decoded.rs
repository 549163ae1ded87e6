//! Values that are decoded from the rows of a version once, and cached for its later queries.

use super::decoded_key::DecodedKey;
use super::row_cache::SharedRowCache;
use crate::query::{DatasetVersion, QueryError};
use std::any::Any;
use std::rc::Rc;

/// The decoded values in the cache that the queries of an instance share.
#[derive(Clone, Default)]
pub(super) struct DecodedValues(Option<SharedRowCache>);

impl DecodedValues {
    /// Returns the values in a cache. Without a cache, every value is decoded.
    pub(super) fn new(cache: Option<SharedRowCache>) -> Self {
        Self(cache)
    }

    /// Returns a value of a version, and decodes it if it is not cached. `decode` also returns the bytes of the value.
    ///
    /// # Errors
    /// Those of `decode`.
    pub(super) fn get<T: 'static>(
        &self,
        version: &DatasetVersion,
        key: DecodedKey,
        decode: impl FnOnce() -> Result<(T, usize), QueryError>,
    ) -> Result<Rc<T>, QueryError> {
        if let Some(cached) = self.cached(version, key) {
            return Ok(cached);
        }
        let (value, bytes) = decode()?;
        let value = Rc::new(value);
        self.cache(version, key, Rc::clone(&value) as Rc<dyn Any>, bytes);
        Ok(value)
    }

    /// Returns a value of a version if it is cached.
    pub(super) fn cached<T: 'static>(&self, version: &DatasetVersion, key: DecodedKey) -> Option<Rc<T>> {
        let cached = self.0.as_ref()?.borrow_mut().decoded(version, key);
        cached.and_then(|value| value.downcast().ok())
    }

    /// Caches a value of a version, which takes so many bytes.
    pub(super) fn cache(&self, version: &DatasetVersion, key: DecodedKey, value: Rc<dyn Any>, bytes: usize) {
        if let Some(cache) = &self.0 {
            cache.borrow_mut().put_decoded(version, key, value, bytes);
        }
    }

    /// Evicts cached values and rows that a query which takes so many bytes leaves no room for.
    pub(super) fn make_room(&self, bytes: u64) {
        if let Some(cache) = &self.0 {
            cache.borrow_mut().make_room(usize::try_from(bytes).unwrap_or(usize::MAX));
        }
    }

    /// Returns true if values are cached.
    pub(super) const fn is_caching(&self) -> bool {
        self.0.is_some()
    }
}
