//! Increments: the rows that an import of few documents adds to what is served.
//!
//! Nothing that is served is packed again. The days that the import touches are opened: all their documents, those that
//! are served and those that come, are packed into rows of their own, under numbers that fit between those that are
//! there (see [`crate::pack::Open`]). In scope: what is read for that, and which rows come of it. Out of scope: how
//! they get to where they are served ([`crate::dataset::increment`]), and when all is packed anew instead.

mod changes;
mod layouts;
mod names;
mod numbers;
mod open;
mod rows;
mod served;
mod vocabulary;
mod words;

pub use served::Served;

use super::spool::Spool;
use super::{Build, BuildError, Builder};
use crate::catalog::Index;
use crate::dataset::Content;
use crate::ingest::Row;
use crate::pack::Table;
use changes::Changes;
use open::Opened;
use served::damaged;

/// Documents that may be open in an index: each question reads columns of all of them.
const MAX_OPEN_DOCUMENTS: usize = 32_768;

/// What becomes of an import.
pub enum Increment {
    /// Every document is served as it is already.
    Unchanged,
    /// It is too large, removes something, or there is no room left between numbers: all is to be packed anew.
    Rebuild,
    /// These rows are added.
    Rows(Rows),
}

/// The rows of an increment.
pub struct Rows {
    /// What is served then.
    pub content: Content,
    /// The rows by table, each as a JSON array in the order of [`Table::columns`].
    pub rows: Vec<(Table, Vec<String>)>,
}

/// Makes an increment of prepared rows upon a version that is served; `revision` is the one that follows.
///
/// # Errors
/// Those of `served`, and when it is damaged.
pub fn increment<S: Spool>(
    served: &mut impl Served,
    revision: u32,
    rows: Vec<Row>,
    spool: S,
) -> Result<Increment, BuildError> {
    let layouts = served::layouts(served)?;
    let layout = |index| layouts.get(Table::of_documents(index).name()).ok_or_else(|| damaged("a layout is missing"));
    let layouts = [layout(Index::Info)?, layout(Index::ContentCreator)?, layout(Index::BusinessIdeas)?];
    if layouts.iter().all(|layout| layout.documents == 0) {
        return Ok(Increment::Rebuild);
    }
    let Some(changes) = Changes::of(served, rows)? else { return Ok(Increment::Rebuild) };
    if changes.rows.is_empty() {
        return Ok(Increment::Unchanged);
    }
    let Some(opened) = Opened::read(served, &changes, layouts, MAX_OPEN_DOCUMENTS)? else {
        return Ok(Increment::Rebuild);
    };

    let mut builder = Builder::new(spool);
    for document in opened.documents.iter().flatten() {
        builder.add(&document.row)?;
    }
    let before = builder.taken();
    changes.rows.iter().try_for_each(|row| builder.add(row))?;
    let build: Build<S> = builder.finish()?;
    if build.places.iter().any(|places| places.len() > MAX_OPEN_DOCUMENTS) {
        return Ok(Increment::Rebuild);
    }
    let rows = rows::rows(served, build, before, layouts, &changes, opened, revision.into())?;
    Ok(rows.map_or(Increment::Rebuild, Increment::Rows))
}
