//! The table `ring`: which generation is served.

use super::{GENERATIONS, database_of};
use crate::backend::columnar::rows::{integer, text};
use crate::query::QueryError;
use crate::sql::{Param, Row, Statement};

/// The row of the table `ring`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pointer {
    /// The generation that is served; 0 if there is none. Any number of `DB` stands for the one that `DB` serves.
    pub(super) served: u32,
    /// The generation in another database to which a rollback returns; 0 if there is none.
    pub(super) previous: u32,
    /// The largest position of a generation that must not be served any more, unless it is one of these two.
    pub(super) discarded: u32,
}

/// Returns the position of a generation in the order in which generations begin.
pub(super) fn position_of(generation: u32) -> u32 {
    generation % GENERATIONS
}

impl Pointer {
    /// Parses a row of [`select`].
    pub(super) fn of(row: &Row) -> Result<Self, QueryError> {
        let number = |column| {
            let number = u32::try_from(integer(row, column)?);
            number.map_err(|_| QueryError::Unavailable(format!("the table ring has no {column}")))
        };
        Ok(Self { served: number("served")?, previous: number("previous")?, discarded: number("discarded")? })
    }

    /// Returns true if a generation that its database serves is neither served nor the previous one, but may become
    /// served: its publication was interrupted.
    pub(super) fn is_unfinished(&self, generation: u32) -> bool {
        position_of(generation) > position_of(self.served).max(self.discarded)
    }

    /// Returns the position of the database that is served.
    pub(super) fn database(&self) -> usize {
        database_of(self.served)
    }
}

/// Reads the row.
pub(super) fn select() -> Statement {
    Statement::new("SELECT served, previous, discarded, bookmark FROM ring WHERE id = 1", [])
}

/// Returns the bookmark of the served database in a row of [`select`].
pub(super) fn bookmark(row: &Row) -> Result<&str, QueryError> {
    text(row, "bookmark")
}

/// Stores the bookmark of a database while one of its generations is served: their first and last number.
pub(super) fn remember(bookmark: &str, (first, last): (u32, u32)) -> Statement {
    let sql = "UPDATE ring SET bookmark = ?1 WHERE served BETWEEN ?2 AND ?3";
    Statement::new(sql, [bookmark.to_owned().into(), first.into(), last.into()])
}

/// Makes the row, unless there is one.
pub(super) fn insert(pointer: Pointer) -> Statement {
    let sql = "INSERT OR IGNORE INTO ring (id, served, previous, discarded) VALUES (1, ?1, ?2, ?3)";
    Statement::new(sql, [pointer.served.into(), pointer.previous.into(), pointer.discarded.into()])
}

/// Serves a loaded generation instead of another one, with the bookmark of its database. Has a row if it did.
pub(super) fn serve(generation: u32, before: u32, previous: u32, bookmark: &str) -> Statement {
    let sql = "UPDATE ring SET served = ?1, previous = ?2, bookmark = ?5 WHERE served = ?3 AND discarded < ?4 RETURNING served";
    let [generation, previous, before, position] =
        [generation, previous, before, position_of(generation)].map(Param::from);
    Statement::new(sql, [generation, previous, before, position, bookmark.to_owned().into()])
}

/// Exchanges the generation that is served and the previous one, with the bookmark of its database. Has a row if it did.
pub(super) fn exchange(served: u32, previous: u32, bookmark: &str) -> Statement {
    let sql = "UPDATE ring SET served = previous, previous = served, bookmark = ?3 \
               WHERE served = ?1 AND previous = ?2 RETURNING served";
    Statement::new(sql, [served.into(), previous.into(), bookmark.to_owned().into()])
}

/// Gives up the previous generation.
pub(super) fn forget(previous: u32) -> Statement {
    let sql = "UPDATE ring SET previous = 0, discarded = max(discarded, ?2) WHERE previous = ?1";
    Statement::new(sql, [previous.into(), position_of(previous).into()])
}

/// Gives up a generation that is not served yet. Has a row if it did.
pub(super) fn discard(generation: u32) -> Statement {
    let sql = "UPDATE ring SET discarded = max(discarded, ?2) WHERE served <> ?1 AND previous <> ?1 RETURNING served";
    Statement::new(sql, [generation.into(), position_of(generation).into()])
}
