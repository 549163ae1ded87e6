//! Erasure: removes deleted records from every place that could bring them back.
//!
//! A deletion is an import of a version without the records. The previous version is dropped in the same transaction
//! (see [`super::publish`]). If the served version no longer has the records, two other places may hold them. These are
//! the previous version, which a rollback would serve, and the rows of an unfinished import.

use super::generation::{discard, drop_previous};
use super::guard::{GenerationCondition, require};
use crate::query::{PendingImport, PublishedVersion};
use crate::segment::Table;
use crate::sql::Statement;

/// Returns the statement that counts the records of a generation with one of these ids, in the column `documents` of
/// one row.
pub fn count_of_ids(table: Table, generation: u32, ids: &[String]) -> Statement {
    table.sparse_id_index(generation).records(ids, "count(*) AS documents")
}

/// Returns the statements that drop the previous version, if `previous` is true, and discard an unfinished import, if
/// there is one. The transaction fails without changes if `served` is no longer the served version.
pub fn erase(served: &PublishedVersion, previous: bool, loading: Option<&PendingImport>) -> Vec<Statement> {
    let is_served = GenerationCondition::default().and("state =", "served").and("generation =", served.generation);
    let mut statements = vec![require(is_served.and("revision =", served.revision))];
    if previous {
        statements.extend(drop_previous(Some(served)));
    }
    statements.extend(loading.map(discard));
    statements
}
