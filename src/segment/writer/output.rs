//! The receivers of packed rows and of progress.

use super::WriteError;
use crate::segment::Table;

/// The receivers of packed rows and of progress.
pub(super) struct Output<'a> {
    pub(super) progress: &'a mut dyn FnMut(&'static str, u64, u64),
    pub(super) sink: &'a mut dyn FnMut(Table, &str) -> Result<(), WriteError>,
}

impl Output<'_> {
    pub(super) fn rows(&mut self, table: Table, rows: &[String]) -> Result<(), WriteError> {
        rows.iter().try_for_each(|row| (self.sink)(table, row))
    }

    /// Reports that `done` of `total` parts of a phase are done.
    pub(super) fn progress(&mut self, phase: &'static str, done: usize, total: usize) {
        (self.progress)(phase, done as u64, total as u64);
    }
}
