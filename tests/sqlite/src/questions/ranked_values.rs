//! The values of a field or the words of a text, from frequent to rare.

use super::sample::{run, text};
use crate::SqliteDatabase;
use overheard::spec::{Field, Index};
use overheard::sql::Sql;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Number of common values of a field.
const COMMON: usize = 8;
/// Values up to this rank are neither common nor rare.
const MIDDLE: usize = 200;
/// Number of sampled rarer values, evenly by rank.
const RARE: usize = 1_000;
/// Value for a field without values.
const NOTHING: &str = "nothing";

/// Values from frequent to rare.
#[derive(Default)]
pub(super) struct RankedValues(Vec<String>);

impl RankedValues {
    /// Returns the values of a field with filters by value. For an enumerated field, returns all allowed values.
    pub(super) fn of_field(database: &SqliteDatabase, index: Index, field: &Field) -> Self {
        if !field.values.is_empty() {
            return Self(field.values.iter().map(|value| (*value).to_owned()).collect());
        }
        let (table, name) = (index.entry().table, field.name);
        let (from, column) = if field.multi {
            (format!("reference_{table}_{name}"), "value")
        } else {
            (format!("reference_{table}"), name)
        };
        Self::sampled(
            database,
            &format!(
                "SELECT {column} AS value, count(*) AS documents FROM {from} WHERE {column} IS NOT NULL GROUP BY 1"
            ),
        )
    }

    /// Returns the words in the texts of an index.
    pub(super) fn of_words(database: &SqliteDatabase, index: Index) -> Self {
        let query = format!("SELECT term AS value, doc AS documents FROM reference_{}_vocabulary", index.entry().table);
        let mut words = Self::sampled(database, &query);
        // Separators of list items are not words.
        words.0.retain(|word| overheard::base::text::has_token(word));
        words
    }

    /// Returns the most frequent values of a query for `value` and `documents`, and an even sample of the others.
    fn sampled(database: &SqliteDatabase, query: &str) -> Self {
        let sql = format!(
            "SELECT value FROM (SELECT value, row_number() OVER (ORDER BY documents DESC, value) AS rank, \
             count(*) OVER () AS ranks FROM ({query})) \
             WHERE rank <= {MIDDLE} OR rank % (1 + ranks / {RARE}) = 0 ORDER BY rank"
        );
        let rows = run(database, Sql::new(&sql).finish());
        Self(rows.iter().filter_map(|row| text(row, "value")).collect())
    }

    /// Returns a value that occurs. Frequent and rare ones are equally likely.
    pub(super) fn some(&self, rng: &mut ChaCha8Rng) -> &str {
        let (from, to) = match rng.random_range(0..10) {
            0..=3 => (0, COMMON),
            4..=6 => (COMMON, MIDDLE),
            _ => (MIDDLE, usize::MAX),
        };
        let to = to.min(self.0.len());
        self.get(if from < to { rng.random_range(from..to) } else { rng.random_range(0..to.max(1)) })
    }

    /// Returns one of the most frequent values.
    pub(super) fn common(&self, rng: &mut ChaCha8Rng) -> &str {
        self.get(rng.random_range(0..self.0.len().clamp(1, COMMON)))
    }

    fn get(&self, at: usize) -> &str {
        self.0.get(at).map_or(NOTHING, String::as_str)
    }
}
