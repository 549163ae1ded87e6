//! Erasure: what could still bring back documents that are served no more goes too.
//!
//! A deletion is an import that brings nothing: its version is published in the place of the one before, which is
//! dropped in the same transaction (see [`super::publish`]). Where nothing of the documents is served any more, they may
//! still be in the version before, which a rollback would serve, or among the rows of an unfinished import.

use super::generation::{discard, forget};
use super::guard::{Condition, exists};
use crate::query::{PendingImport, PublishedVersion};
use crate::segment::Table;
use crate::sql::Statement;

/// Counts the documents of a generation that have any of these ids, as `documents` of the one row.
pub fn count_of_ids(table: Table, generation: u32, ids: &[String]) -> Statement {
    table.sparse_id_index(generation).records(ids, "count(*) AS documents")
}

/// Drops the previous version, if that is asked for, and gives an unfinished import up, if there is one. Fails, and
/// changes nothing, when another version is served than the one that was looked at.
pub fn erase(served: &PublishedVersion, previous: bool, loading: Option<&PendingImport>) -> Vec<Statement> {
    let is_served = Condition::default().and("state =", "served").and("generation =", served.generation);
    let mut statements = vec![exists(is_served.and("revision =", served.revision))];
    if previous {
        statements.extend(forget(Some(served)));
    }
    statements.extend(loading.map(discard));
    statements
}
