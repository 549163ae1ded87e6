//! The tests that every backend of the dataset must pass.
//!
//! A backend's own tests implement [`DataFixture`] or [`BackendFixture`] and call [`data_backend_tests!`] or
//! [`backend_tests!`], which declare one test for each promise of the traits in `overheard::query`. The tests are functions
//! of this crate, so a failure names the promise. Out of scope: the formulas of answers (`tests/oracle`).

pub mod account;
pub mod data;
mod documents;
pub mod versions;

use overheard::query::{Backend, DataBackend, JsonRows, PublishedVersion};
use overheard::spec::Index;
use overheard::spec::answer::Content;

/// Records as lines of JSON, videos first.
pub type RecordLines = Vec<(Index, String)>;

/// A database for the tests of a [`DataBackend`].
pub trait DataFixture {
    /// The backend.
    type Backend<'a>: DataBackend
    where
        Self: 'a;

    /// Creates a database that serves some records.
    fn serving(lines: &RecordLines) -> Self;

    /// Opens the backend.
    fn open(&self) -> Self::Backend<'_>;
}

/// The rows of an import, in the order in which they are loaded.
pub struct PackedImport {
    /// The content of the dataset after the import.
    pub content: Content,
    /// The batches. Batches of a table are numbered in this order.
    pub batches: Vec<JsonRows>,
}

/// A database for the tests of a complete backend.
pub trait BackendFixture {
    /// The backend.
    type Backend<'a>: Backend
    where
        Self: 'a;

    /// Creates a database without a version.
    fn empty() -> Self;

    /// Opens the backend.
    fn open(&self) -> Self::Backend<'_>;

    /// Packs records for a full import.
    fn pack(&self, lines: &RecordLines) -> PackedImport;

    /// Packs new records for an increment to the served version.
    fn pack_increment(&self, served: &PublishedVersion, lines: &RecordLines) -> PackedImport;
}

/// Declares the tests of a [`DataBackend`] for a [`DataFixture`].
#[macro_export]
macro_rules! data_backend_tests {
    ($fixture:ty) => {
        $crate::declare_tests!(
            $fixture,
            data,
            [
                each_operation_has_an_answer,
                a_pending_answer_names_its_version,
                another_version_than_the_known_one_is_refused,
                an_explained_question_is_answered,
                near_names_have_at_most_two_wrong_letters,
                values_without_records_get_hints,
                prefixes_find_words_by_their_beginning,
                texts_of_every_script_are_found,
            ]
        );
    };
}

/// Declares all tests of a complete backend for a [`BackendFixture`].
#[macro_export]
macro_rules! backend_tests {
    ($fixture:ty) => {
        $crate::data_backend_tests!($crate::versions::ServingFixture<$fixture>);
        $crate::declare_tests!(
            $fixture,
            account,
            [
                a_view_must_be_prepared_before_it_is_read,
                a_preparation_continues_in_another_instance,
                a_prepared_view_is_opened_as_it_is,
                an_invalid_question_is_refused_before_the_database_is_read,
                another_version_is_not_prepared,
                too_many_brands_are_refused,
                the_dates_of_the_dataset_are_known,
                a_preview_groups_the_mentions_of_a_brand_by_context,
                a_prefix_selects_mentions,
            ]
        );
        $crate::declare_tests!(
            $fixture,
            versions,
            [
                an_empty_database_has_no_version,
                an_import_is_served_after_its_publication,
                a_batch_is_loaded_once_and_in_order,
                a_step_that_is_not_the_next_one_has_no_effect,
                an_import_based_on_another_version_has_no_effect,
                a_new_import_discards_an_unfinished_one,
                the_previous_version_is_kept_for_a_rollback,
                an_erasing_import_keeps_no_previous_version,
                a_forgotten_version_cannot_be_restored,
                an_increment_is_added_and_taken_back,
                an_increment_to_another_version_has_no_effect,
                ids_are_counted_in_each_generation,
                an_erasure_drops_what_could_come_back,
                records_and_rows_are_exported_page_by_page,
                a_published_version_is_confirmed,
            ]
        );
    };
}

/// Declares a test for each function of a module.
#[doc(hidden)]
#[macro_export]
macro_rules! declare_tests {
    ($fixture:ty, $module:ident, [$($name:ident),* $(,)?]) => {
        mod $module {
            use super::*;
            $(
                #[test]
                fn $name() {
                    $crate::$module::$name::<$fixture>();
                }
            )*
        }
    };
}
