//! The versions in all databases of a ring.

use super::pointer::{Pointer, position_of};
use super::{GENERATIONS, database_of};
use crate::query::VersionState;
use crate::sql::{Row, from_row};

/// The versions in all databases.
#[derive(Debug)]
pub(super) struct RingState {
    pub(super) pointer: Pointer,
    /// The row of the table `ring`, if there is one.
    pub(super) stored: Option<Pointer>,
    /// The versions, as those of one database.
    pub(super) versions: VersionState,
    /// True if the unpublished import is published in its database, but not yet served.
    pub(super) is_loaded: bool,
    /// The generations that have rows, by database. Includes reservations.
    pub(super) generations: Vec<Vec<u32>>,
}

impl RingState {
    /// Merges the rows of the tables of generations. Returns `None` if they are invalid.
    pub(super) fn of(stored: Option<Pointer>, databases: Vec<Vec<Row>>) -> Option<Self> {
        let mut pointer = stored.unwrap_or_default();
        let served_by_first =
            databases.first().into_iter().flatten().find(|row| row.get("state").is_some_and(|state| state == "served"));
        let served_by_first = served_by_first.and_then(|row| row.get("generation")?.as_u64()).unwrap_or(0);
        let served_by_first = u32::try_from(served_by_first).ok()?;
        let is_in_first = (1..GENERATIONS).contains(&pointer.served);
        if is_in_first || (pointer.served == 0 && pointer.previous == 0) {
            pointer.served = served_by_first;
        }
        let (mut versions, mut of_other, mut is_loaded) = (VersionState::default(), None, false);
        let mut generations = Vec::with_capacity(databases.len());
        for (position, rows) in databases.into_iter().enumerate() {
            let mut of_database = Vec::new();
            for row in rows {
                let generation = u32::try_from(row.get("generation")?.as_u64()?).ok()?;
                of_database.push(generation);
                if database_of(generation) != position {
                    continue;
                }
                let is_served = generation == pointer.served;
                match row.get("state")?.as_str()? {
                    "loading" => versions.loading = Some(from_row(row).ok()?),
                    "served" if is_served => versions.served = Some(from_row(row).ok()?),
                    "served" if generation == pointer.previous => of_other = Some(from_row(row).ok()?),
                    "served" if pointer.is_unfinished(generation) => {
                        (versions.loading, is_loaded) = (Some(from_row(row).ok()?), true);
                    }
                    "previous" if position == pointer.database() => versions.previous = Some(from_row(row).ok()?),
                    "previous" if generation == pointer.previous => of_other = of_other.or(from_row(row).ok()),
                    _ => versions.dropped.push(generation),
                }
            }
            generations.push(of_database);
        }
        versions.dropped.dedup();
        versions.previous = versions.previous.or(of_other);
        Some(Self { pointer, stored, versions, is_loaded, generations })
    }

    /// Returns the number of the next generation in a database.
    pub(super) fn next_generation(&self, position: usize) -> Option<u32> {
        let Pointer { served, previous, discarded } = self.pointer;
        let known = self.generations.iter().flatten().copied().chain([served, previous]).map(position_of);
        let next = known.chain([discarded]).max().unwrap_or(0) + 1;
        u32::try_from(position).ok()?.checked_mul(GENERATIONS)?.checked_add(next)
    }

    /// Returns the positions of the databases that have no generation.
    pub(super) fn free_databases(&self) -> impl Iterator<Item = usize> + '_ {
        let others = self.generations.iter().enumerate().skip(1);
        others.filter(|(_, generations)| generations.is_empty()).map(|(position, _)| position)
    }

    /// Returns true if a database has neither the served version nor the previous one.
    pub(super) fn is_unused(&self, position: usize) -> bool {
        let Pointer { served, previous, .. } = self.pointer;
        position != database_of(served) && (previous == 0 || position != database_of(previous))
    }

    /// Returns true if the database that is served has the reservation of an import.
    pub(super) fn is_reserved(&self, generation: u32) -> bool {
        self.generations.get(self.pointer.database()).is_some_and(|known| known.contains(&generation))
    }

    /// Returns the reservations in the database that is served whose import no longer exists.
    pub(super) fn stale_reservations(&self) -> impl Iterator<Item = u32> + '_ {
        let position = self.pointer.database();
        let loading = self.versions.loading.as_ref().map(|loading| loading.generation);
        let of_database = self.generations.get(position).into_iter().flatten().copied();
        of_database.filter(move |generation| database_of(*generation) != position && Some(*generation) != loading)
    }
}
