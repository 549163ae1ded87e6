//! A map with a limit on its bytes, which evicts the least recently used entries.

use clru::{CLruCache, CLruCacheConfig, WeightScale};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroUsize;

/// A value with its size, so that the size is computed once.
struct SizedValue<V> {
    bytes: usize,
    value: V,
}

struct ByteWeight;

impl<K, V> WeightScale<K, SizedValue<V>> for ByteWeight {
    fn weight(&self, _: &K, value: &SizedValue<V>) -> usize {
        value.bytes
    }
}

/// A map of a limited number of bytes.
pub struct BoundedCache<K, V, S = RandomState> {
    entries: CLruCache<K, SizedValue<V>, S, ByteWeight>,
}

impl<K: Eq + Hash, V> BoundedCache<K, V> {
    /// Returns an empty map for at most `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self::with_hasher(bytes, RandomState::new())
    }
}

impl<K: Eq + Hash, V, S: BuildHasher> BoundedCache<K, V, S> {
    /// Returns an empty map for at most `bytes` bytes whose keys are hashed by `hasher`.
    pub fn with_hasher(bytes: usize, hasher: S) -> Self {
        let bytes = NonZeroUsize::new(bytes).unwrap_or(NonZeroUsize::MIN);
        let config = CLruCacheConfig::new(bytes).with_hasher(hasher).with_scale(ByteWeight);
        Self { entries: CLruCache::with_config(config) }
    }

    /// Returns the value of a key, which counts as used now.
    pub fn get<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.entries.get(key).map(|weighed| &weighed.value)
    }

    /// Inserts a value of `bytes` bytes and evicts others if needed. A value larger than the whole map is not inserted.
    pub fn put(&mut self, key: K, value: V, bytes: usize) {
        drop(self.entries.put_with_weight(key, SizedValue { bytes, value }));
    }

    /// Returns the bytes of all values.
    pub fn bytes(&self) -> usize {
        self.entries.weight()
    }

    /// Evicts values until those left take at most `bytes` bytes.
    pub fn shrink_to(&mut self, bytes: usize) {
        while self.bytes() > bytes && self.entries.pop_back().is_some() {}
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_least_recently_goes_first() {
        let mut map = BoundedCache::new(100);
        map.put("a", 1, 40);
        map.put("b", 2, 40);
        assert_eq!(map.get("a"), Some(&1));
        map.put("c", 3, 40);
        assert_eq!(["a", "b", "c"].map(|key| map.get(key).copied()), [Some(1), None, Some(3)]);
        map.put("d", 4, 1_000);
        assert_eq!(map.get("d"), None);
        assert_eq!(map.get("a"), Some(&1), "what does not fit throws nothing out");
    }

    #[test]
    fn a_map_that_shrinks_keeps_what_was_used_last() {
        let mut map = BoundedCache::new(100);
        ["a", "b", "c"].into_iter().for_each(|key| map.put(key, key, 30));
        assert_eq!((map.bytes(), map.get("a")), (90, Some(&"a")));
        map.shrink_to(60);
        assert_eq!(["a", "b", "c"].map(|key| map.get(key).is_some()), [true, false, true]);
        map.shrink_to(0);
        assert_eq!(map.bytes(), 0);
    }

    #[test]
    fn bytes_are_counted_anew_when_a_value_is_replaced() {
        let mut map = BoundedCache::new(100);
        for size in [90, 10, 90, 10] {
            map.put("a", size, size);
        }
        map.put("b", 80, 80);
        assert!(map.get("a").is_some() && map.get("b").is_some());
    }
}
