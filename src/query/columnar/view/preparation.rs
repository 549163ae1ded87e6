//! A view on its way: how far it is, and its next piece.

use super::{find, make};
use crate::guard::request::MonitoredBrand;
use crate::query::answer::Dataset;
use crate::query::view::{self, Head};
use crate::sql::{AnyStore, Store, StoreError};

/// What an account sees of a version, on its way.
pub struct Preparation<'s> {
    store: AnyStore<'s>,
    brands: &'s [MonitoredBrand],
    dataset: Dataset,
    name: String,
    head: Option<Head>,
}

/// How far a view is prepared, in mentions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many are done.
    pub done: u64,
    /// How many there are; 0 while nobody knows.
    pub of: u64,
}

impl Progress {
    /// Per cent, rounded down: 0 to 99, as it is not done while anybody waits.
    pub fn percent(self) -> u64 {
        (100 * self.done).checked_div(self.of).unwrap_or(0).min(99)
    }
}

impl<'s> Preparation<'s> {
    /// Finds out how far a view is prepared.
    ///
    /// # Errors
    /// Those of the store, and [`StoreError::OverBudget`] when the brands are in too many mentions.
    pub async fn open(
        store: &'s impl Store,
        brands: &'s [MonitoredBrand],
        dataset: &Dataset,
    ) -> Result<Self, StoreError> {
        let (store, name) = (AnyStore::new(store), view::name(brands, dataset));
        let head = find(store, &name).await?;
        Ok(Self { store, brands, dataset: dataset.clone(), name, head })
    }

    /// What is done of it.
    pub fn progress(&self) -> Progress {
        self.mentions().map_or_else(Progress::default, |mentions| Progress { done: mentions, of: mentions })
    }

    /// How many mentions it has, once it is prepared.
    pub fn mentions(&self) -> Option<u64> {
        self.head.as_ref().map(|head| head.mentions() as u64)
    }

    /// Makes the next piece and keeps it. Nothing to do when it is prepared.
    ///
    /// # Errors
    /// Those of the store, [`StoreError::OverBudget`] when the brands are in too many mentions, and
    /// [`StoreError::DatasetChanged`] when the version is served no more.
    pub async fn advance(&mut self) -> Result<(), StoreError> {
        if self.head.is_none() {
            self.head = Some(make(self.store, self.brands, &self.dataset, &self.name).await?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_never_done_while_it_is_waited_for() {
        let percent = |done, of| Progress { done, of }.percent();
        assert_eq!([percent(0, 0), percent(3, 8), percent(7, 7), percent(9, 5)], [0, 37, 99, 99]);
    }
}
