//! The cache of one instance: the active version.

use overheard::query::DatasetVersion;
use overheard::service::cache::Cache;

fn version(generation: u32, version: &str) -> DatasetVersion {
    DatasetVersion { generation, revision: 0, version: version.to_owned(), published_at: String::new() }
}

#[test]
fn the_served_version_is_cached_for_a_while() {
    let mut cache = Cache::default();
    let first = version(1, "ds_1");
    assert_eq!(cache.served(0), None);
    cache.put_served(&first, cache.generation(), 5_000);
    assert_eq!(cache.served(4_999), Some(first));
    assert_eq!(cache.served(5_000), None);
}

#[test]
fn a_read_from_before_a_publication_is_not_cached_after_it() {
    let mut cache = Cache::default();
    let asked = cache.generation();
    cache.invalidate_served();
    cache.put_served(&version(1, "ds_1"), asked, 5_000);
    assert_eq!(cache.served(0), None);
    cache.put_served(&version(2, "ds_2"), cache.generation(), 5_000);
    assert_eq!(cache.served(0), Some(version(2, "ds_2")));
    cache.invalidate_served();
    assert_eq!(cache.served(0), None);
}
