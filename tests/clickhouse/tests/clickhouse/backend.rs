//! The tests of all backends.

use super::database::{open, write};
use overheard::backend::clickhouse::{ClickHouse, ServedTables};
use overheard_backend_suite::{DataFixture, RecordLines};
use overheard_clickhouse::Server;
use overheard_sqlite::documents::rows;

/// A version on the server.
struct OneVersion(ServedTables);

impl DataFixture for OneVersion {
    type Backend<'a> = ClickHouse<&'static Server>;

    fn serving(lines: &RecordLines) -> Self {
        Self(write(rows(lines.clone())))
    }

    fn open(&self) -> Self::Backend<'_> {
        open(&self.0)
    }
}

overheard_backend_suite::data_backend_tests!(OneVersion);

#[test]
fn a_prefix_of_too_many_words_is_refused() {
    overheard_backend_suite::data::a_prefix_of_too_many_words_is_refused::<OneVersion>();
}
