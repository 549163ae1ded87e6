//! The ring as a store of versions.
//!
//! An import fills a database that has no generation. Meanwhile a row in the database that is served reserves the
//! import: no increment changes what it builds upon. Publication has two steps: the generation becomes the served one
//! of its database, and then the one in the table `ring`. If only the first was taken, the import is still unpublished,
//! and its last step is repeated.

use super::pointer::{self, Pointer};
use super::state::RingState;
use super::{GENERATIONS, Ring, database_of, name_of};
use crate::backend::columnar::versions::{
    begin, demote, drop_generation, erase, generations, promote, release, release_others, reserve, schema_fingerprint,
};
use crate::query::{
    BaseVersion, ErasedRows, ImportStart, ImportTable, Increment, JsonRows, PendingImport, PublishedVersion,
    QueryError, RecordCounts, ReplacedVersion, VersionState, VersionStore,
};
use crate::segment::{Lookup, RemovedRows};
use crate::spec::Index;
use crate::spec::answer::Content;
use crate::sql::{Statement, Store, missing_tables, table_names};
use serde_json::Value;
use serde_json::value::RawValue;

type RawRows = Vec<Box<RawValue>>;

impl<S: Store> VersionStore for Ring<S> {
    type Lookup = Lookup;
    type Removal = RemovedRows;

    fn schema_fingerprint(&self) -> String {
        schema_fingerprint()
    }

    fn tables(&self) -> Vec<ImportTable> {
        self.databases.first().map(VersionStore::tables).unwrap_or_default()
    }

    async fn missing_tables(&self) -> Result<Vec<String>, QueryError> {
        let mut missing = Vec::new();
        if self.only().is_none() {
            missing.extend(missing_tables(&self.at(0)?.read(table_names()).await?, ["ring".to_owned()]));
        }
        for (position, database) in self.databases.iter().enumerate() {
            let of_database = database.missing_tables().await?;
            missing.extend(of_database.into_iter().map(|table| match position {
                0 => table,
                _ => format!("{table} in {}", name_of(position)),
            }));
        }
        Ok(missing)
    }

    async fn state(&self) -> Result<VersionState, QueryError> {
        match self.only() {
            Some(only) => only.state().await,
            None => Ok(self.ring_state().await?.versions),
        }
    }

    async fn sweep(&self) -> Result<VersionState, QueryError> {
        match self.only() {
            Some(only) => only.sweep().await,
            None => Ok(self.sweep_ring().await?.versions),
        }
    }

    async fn begin_import(&self, before: &VersionState, start: &ImportStart, now: i64) -> Result<(), QueryError> {
        if let Some(only) = self.only() {
            return only.begin_import(before, start, now).await;
        }
        let mut state = self.ring_state().await?;
        let served = state.versions.served.as_ref().map_or(BaseVersion::NONE, PublishedVersion::base);
        if start.base.is_some_and(|base| base != served) {
            return Err(changed("another version is served than the one that the import builds upon"));
        }
        if let Some(loading) = &state.versions.loading {
            self.discard(loading).await?;
            state = self.ring_state().await?;
        }
        if state.free_databases().next().is_none() {
            state = self.sweep_ring().await?;
        }
        if state.free_databases().next().is_none() && database_of(state.pointer.previous) > 0 {
            self.forget(state.pointer.previous).await?;
            state = self.sweep_ring().await?;
        }
        let no_database = || changed("an import needs a database that is not served: bind DATA_0 and DATA_1");
        let position = state.free_databases().next().ok_or_else(no_database)?;
        let generation = state.next_generation(position).ok_or_else(no_database)?;
        if state.stored.is_none() {
            self.at(0)?.run(vec![pointer::insert(state.pointer)]).await?;
        }
        self.release_stale(&state).await?;
        self.at(state.pointer.database())?.run(reserve(generation, start, now)).await?;
        let start = ImportStart { base: None, ..start.clone() };
        self.at(position)?.run(begin(generation, &start, now)).await
    }

    async fn load(&self, loading: &PendingImport, rows: JsonRows, batch: u32, now: i64) -> Result<(), QueryError> {
        self.database(loading.generation)?.load(loading, rows, batch, now).await
    }

    async fn finish_loading(&self, loading: &PendingImport, now: i64) -> Result<(), QueryError> {
        self.database(loading.generation)?.finish_loading(loading, now).await
    }

    async fn count_records(&self, loading: &PendingImport) -> Result<RecordCounts, QueryError> {
        self.database(loading.generation)?.count_records(loading).await
    }

    async fn publish(
        &self,
        loading: &PendingImport,
        content: &Content,
        replaced: ReplacedVersion,
        now_text: &str,
    ) -> Result<(), QueryError> {
        if let Some(only) = self.only() {
            return only.publish(loading, content, replaced, now_text).await;
        }
        let state = self.ring_state().await?;
        let (generation, served) = (loading.generation, state.pointer.served);
        let before = self.at(state.pointer.database())?;
        if !state.is_reserved(generation) {
            self.discard(loading).await?;
            return Err(changed("the served version changed during the import: run it again"));
        }
        let of_loading = state.versions.loading.as_ref().map(|loading| loading.generation);
        if !(state.is_loaded && of_loading == Some(generation)) {
            self.database(generation)?.publish(loading, content, ReplacedVersion::Keep, now_text).await?;
        }
        let previous = if replaced == ReplacedVersion::Keep { served } else { 0 };
        let stored = state.stored.unwrap_or_default().served;
        let bookmark = self.database(generation)?.store().bookmark().unwrap_or_default();
        self.write_pointer(pointer::serve(generation, stored, previous, &bookmark)).await?;
        // The reservation stays: no increment may change the version that is no longer served.
        let mut statements = demote();
        statements.extend((replaced == ReplacedVersion::Drop && served > 0).then(|| drop_generation(served)));
        before.run(statements).await
    }

    async fn discard(&self, loading: &PendingImport) -> Result<(), QueryError> {
        if let Some(only) = self.only() {
            return only.discard(loading).await;
        }
        let generation = loading.generation;
        self.write_pointer(pointer::discard(generation)).await?;
        self.database(generation)?.run(vec![drop_generation(generation)]).await?;
        let served = self.pointer().await?.unwrap_or_default();
        self.at(served.database())?.run(vec![release(generation)]).await
    }

    async fn add_increment(
        &self,
        increment: &Increment,
        rows: Vec<JsonRows>,
        discarded: Option<&PendingImport>,
        now: i64,
        now_text: &str,
    ) -> Result<u64, QueryError> {
        if let Some(only) = self.only() {
            return only.add_increment(increment, rows, discarded, now, now_text).await;
        }
        let state = self.require_served(increment.base).await?;
        if let Some(loading) = discarded {
            self.discard(loading).await?;
        }
        let database = self.database(increment.base.generation)?;
        let written = database.add_increment(increment, rows, None, now, now_text).await?;
        self.remember(database_of(increment.base.generation)).await?;
        self.forget(state.pointer.previous).await?;
        Ok(written)
    }

    async fn rollback(&self, versions: &VersionState) -> Result<bool, QueryError> {
        if let Some(only) = self.only() {
            return only.rollback(versions).await;
        }
        let (Some(served), Some(previous)) = (&versions.served, &versions.previous) else { return Ok(false) };
        if let Some(loading) = &versions.loading {
            self.discard(loading).await?;
        }
        let before = self.database(previous.generation)?;
        if database_of(served.generation) == database_of(previous.generation) {
            let is_done = before.rollback(&VersionState { loading: None, ..versions.clone() }).await?;
            self.remember(database_of(served.generation)).await?;
            return Ok(is_done);
        }
        // Reservations of later imports end.
        let (first, last) = numbers_of(database_of(previous.generation));
        before.run([promote(), vec![release_others(first, last)]].concat()).await?;
        let now = self.database(served.generation)?;
        let Pointer { served, previous, .. } = self.pointer().await?.unwrap_or_default();
        let bookmark = before.store().bookmark().unwrap_or_default();
        self.write_pointer(pointer::exchange(served, previous, &bookmark)).await?;
        now.run(demote()).await?;
        Ok(true)
    }

    async fn forget_previous(&self, served: Option<&PublishedVersion>) -> Result<(), QueryError> {
        if let Some(served) = served {
            self.database(served.generation)?.forget_previous(Some(served)).await?;
        }
        match self.only() {
            Some(only) if served.is_none() => only.forget_previous(None).await,
            Some(_) => Ok(()),
            None => self.forget(self.pointer().await?.unwrap_or_default().previous).await,
        }
    }

    async fn count_ids(&self, index: Index, generation: u32, ids: &[String]) -> Result<u64, QueryError> {
        self.database(generation)?.count_ids(index, generation, ids).await
    }

    async fn erase(
        &self,
        served: &PublishedVersion,
        previous: bool,
        loading: Option<&PendingImport>,
    ) -> Result<(), QueryError> {
        if let Some(only) = self.only() {
            return only.erase(served, previous, loading).await;
        }
        let state = self.require_served(served.base()).await?;
        self.database(served.generation)?.run(erase(served, previous, None)).await?;
        if previous {
            self.forget(state.pointer.previous).await?;
        }
        match loading {
            Some(loading) => self.discard(loading).await,
            None => Ok(()),
        }
    }

    async fn stage_erasure(
        &self,
        base: BaseVersion,
        import: &str,
        number: u32,
        rows: JsonRows,
    ) -> Result<(), QueryError> {
        self.database(base.generation)?.stage_erasure(base, import, number, rows).await
    }

    async fn erase_records(
        &self,
        erasure: &Increment,
        rows: ErasedRows<RemovedRows>,
        discarded: Option<&PendingImport>,
        now: i64,
        now_text: &str,
    ) -> Result<u64, QueryError> {
        if let Some(only) = self.only() {
            return only.erase_records(erasure, rows, discarded, now, now_text).await;
        }
        let state = self.require_served(erasure.base).await?;
        if let Some(loading) = discarded {
            self.discard(loading).await?;
        }
        let written = self.database(erasure.base.generation)?.erase_records(erasure, rows, None, now, now_text).await?;
        self.remember(database_of(erasure.base.generation)).await?;
        self.forget(state.pointer.previous).await?;
        Ok(written)
    }

    async fn overwrite_free_space(&self, bytes: u64, of_dropped: bool) -> Result<(), QueryError> {
        if self.only().is_some() || !of_dropped {
            return self.serving(None).await?.overwrite_free_space(bytes, of_dropped).await;
        }
        for position in self.ring_state().await?.free_databases() {
            self.at(position)?.overwrite_free_space(bytes, of_dropped).await?;
        }
        Ok(())
    }

    fn database_bytes(&self) -> u64 {
        self.databases.get(self.served.get()).map_or(0, VersionStore::database_bytes)
    }

    async fn export_records(
        &self,
        table: &ImportTable,
        generation: u32,
        after: i64,
    ) -> Result<Option<RawRows>, QueryError> {
        self.database(generation)?.export_records(table, generation, after).await
    }

    async fn export_rows(
        &self,
        table: &ImportTable,
        generation: u32,
        after: &[Value],
    ) -> Result<Option<RawRows>, QueryError> {
        self.database(generation)?.export_rows(table, generation, after).await
    }

    async fn look_up(&self, generation: u32, revision: u32, lookup: &Lookup) -> Result<Option<RawRows>, QueryError> {
        self.database(generation)?.look_up(generation, revision, lookup).await
    }
}

impl<S: Store> Ring<S> {
    /// Returns the state if the generation of a version is served. Its database checks the revision.
    async fn require_served(&self, base: BaseVersion) -> Result<RingState, QueryError> {
        let state = self.ring_state().await?;
        if state.pointer.served != base.generation {
            return Err(changed("another version is served"));
        }
        self.release_stale(&state).await?;
        Ok(state)
    }

    async fn ring_state(&self) -> Result<RingState, QueryError> {
        // The pointer is read first: a generation that is published meanwhile then counts as unfinished.
        let pointer = self.pointer().await?;
        let mut databases = Vec::with_capacity(self.databases.len());
        for database in &self.databases {
            databases.push(database.read(generations()).await?);
        }
        RingState::of(pointer, databases)
            .ok_or_else(|| QueryError::Unavailable("the tables of generations are invalid".to_owned()))
    }

    /// Removes dropped generations, and reservations that are no longer needed. Returns the state after that.
    async fn sweep_ring(&self) -> Result<RingState, QueryError> {
        let state = self.ring_state().await?;
        for generation in &state.versions.dropped {
            let database = self.database(*generation)?;
            database.run(vec![drop_generation(*generation)]).await?;
            database.remove(*generation).await?;
        }
        self.release_stale(&state).await?;
        for (position, (database, generations)) in self.databases.iter().zip(&state.generations).enumerate() {
            let has_others = generations.iter().any(|generation| database_of(*generation) != position);
            if has_others && state.is_unused(position) {
                let (first, last) = numbers_of(position);
                database.run(vec![release_others(first, last)]).await?;
            }
        }
        self.ring_state().await
    }

    /// Removes reservations of imports that stopped before they began. No import and no increment can begin beside them.
    async fn release_stale(&self, state: &RingState) -> Result<(), QueryError> {
        let stale: Vec<Statement> = state.stale_reservations().map(release).collect();
        if stale.is_empty() { Ok(()) } else { self.at(state.pointer.database())?.run(stale).await }
    }

    /// Gives up the previous version in another database, if there is one. Its tables are removed by a sweep.
    async fn forget(&self, previous: u32) -> Result<(), QueryError> {
        if previous == 0 {
            return Ok(());
        }
        self.at(0)?.run(vec![pointer::forget(previous)]).await
    }

    /// Stores the bookmark of a served database that was changed, so that replicas without the change answer no more.
    async fn remember(&self, position: usize) -> Result<(), QueryError> {
        match self.at(position)?.store().bookmark() {
            Some(bookmark) => self.at(0)?.run(vec![pointer::remember(&bookmark, numbers_of(position))]).await,
            None => Ok(()),
        }
    }

    /// Runs a statement on the table `ring` that returns a row.
    ///
    /// # Errors
    /// [`QueryError::Unavailable`] if it returns none, because the table was changed meanwhile.
    async fn write_pointer(&self, statement: Statement) -> Result<(), QueryError> {
        match self.at(0)?.read(statement).await?.is_empty() {
            true => Err(changed("another version was published meanwhile")),
            false => Ok(()),
        }
    }
}

fn changed(reason: &str) -> QueryError {
    QueryError::Unavailable(reason.to_owned())
}

/// Returns the first and last number of the generations in a database.
fn numbers_of(position: usize) -> (u32, u32) {
    let first = u32::try_from(position).unwrap_or(u32::MAX).saturating_mul(GENERATIONS);
    (first, first.saturating_add(GENERATIONS - 1))
}
