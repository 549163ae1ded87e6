//! A sample of a dataset's values for random queries. Its size does not depend on the size of the dataset.

use super::ranked_values::RankedValues;
use crate::SqliteDatabase;
use chrono::NaiveDate;
use overheard::spec::{Field, FilterKind, Index};
use overheard::sql::{Row, Sql, Statement};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Number of sampled records of an index, evenly by number.
const DOCUMENTS: u64 = 1_000;
/// Number of entities of a group whose values are read.
const ENTITIES: usize = 60;
/// Number of values of an entity.
const VALUES_TOGETHER: usize = 20;

/// A sample of a dataset's values for random queries.
pub struct DatasetSample {
    /// The indices in the order of [`Index::ALL`].
    indices: [IndexSample; 3],
}

/// A sample of one index.
pub(super) struct IndexSample {
    index: Index,
    /// The values of every field with filters by value.
    values: BTreeMap<&'static str, RankedValues>,
    /// The words of its texts.
    pub(super) words: RankedValues,
    /// A sample of its records, or an empty record.
    documents: Vec<SampledRecord>,
    /// The first and the last of its days, if it has any.
    pub(super) days: Option<(NaiveDate, NaiveDate)>,
    together: Vec<EntityValues>,
}

/// Sets of at least two values of a field, each of one entity of a group.
struct EntityValues {
    field: &'static str,
    group: &'static str,
    entities: Vec<Vec<String>>,
}

/// The row of a sampled record.
#[derive(Default)]
pub(super) struct SampledRecord(Row);

impl DatasetSample {
    /// Samples the reference tables of a database.
    ///
    /// # Panics
    /// If the database has no such tables.
    pub fn of(database: &SqliteDatabase) -> Self {
        Self { indices: Index::ALL.map(|index| IndexSample::of(database, index)) }
    }

    pub(super) fn index(&self, index: Index) -> &IndexSample {
        self.indices.iter().find(|sample| sample.index == index).expect("every index is sampled")
    }
}

impl IndexSample {
    fn of(database: &SqliteDatabase, index: Index) -> Self {
        let entry = index.entry();
        let documents = documents(database, index);
        let terms = fields(entry.filterable, index).filter(|field| field.filter_kind() == FilterKind::Term);
        let values = terms.map(|field| (field.name, RankedValues::of_field(database, index, field))).collect();
        let words =
            if entry.full_text.is_empty() { RankedValues::default() } else { RankedValues::of_words(database, index) };
        let together = together(database, index, &documents);
        Self { index, values, words, days: days(database, index), documents, together }
    }

    /// Returns the values of a field with filters by value.
    pub(super) fn values(&self, field: &str) -> &RankedValues {
        self.values.get(field).unwrap_or_else(|| panic!("{field} of {} has no values", self.index.name()))
    }

    /// Returns one of the records.
    pub(super) fn document(&self, rng: &mut ChaCha8Rng) -> &SampledRecord {
        self.documents.choose(rng).expect("a document at least")
    }

    /// Returns a field and a group, with values of the field that one entity of the group has, if there is one.
    pub(super) fn together(&self, rng: &mut ChaCha8Rng) -> Option<(&'static str, &'static str, &[String])> {
        let EntityValues { field, group, entities } = self.together.choose(rng)?;
        Some((field, group, entities.choose(rng)?))
    }
}

impl SampledRecord {
    /// Returns true if it has a value of a field.
    pub(super) fn has(&self, field: &str) -> bool {
        self.0.get(field).is_some_and(|value| !value.is_null() && value != "[]")
    }

    /// Returns its values of a field: none, one, or the items of a list.
    pub(super) fn texts(&self, index: Index, field: &str) -> Vec<String> {
        let Some(text) = text(&self.0, field) else { return Vec::new() };
        if index.entry().field(field).is_some_and(|field| field.multi) {
            return serde_json::from_str(&text).expect("a list of texts");
        }
        vec![text]
    }

    /// Returns a stored number.
    pub(super) fn number(&self, field: &str) -> Option<i64> {
        self.0.get(field)?.as_i64()
    }

    /// Returns the words of one of its texts in their order. The items of a list follow each other.
    pub(super) fn words(&self, index: Index, rng: &mut ChaCha8Rng) -> Vec<String> {
        let column = index.entry().full_text.choose(rng);
        let text = column.and_then(|column| text(&self.0, &format!("search_{column}")));
        text.iter().flat_map(|text| overheard::base::text::tokens(text)).collect()
    }
}

/// Returns the rows of one statement.
pub(super) fn run(database: &SqliteDatabase, statement: Statement) -> Vec<Row> {
    database.run([statement]).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

/// Returns a text of a row.
pub(super) fn text(row: &Row, column: &str) -> Option<String> {
    row.get(column)?.as_str().map(str::to_owned)
}

fn fields(names: &'static [&'static str], index: Index) -> impl Iterator<Item = &'static Field> {
    names.iter().filter_map(move |name| index.entry().field(name))
}

fn documents(database: &SqliteDatabase, index: Index) -> Vec<SampledRecord> {
    let table = index.entry().table;
    let largest = run(database, Sql::new(format!("SELECT max(num) AS num FROM reference_{table}")).finish());
    let largest = largest[0]["num"].as_u64().unwrap_or(0);
    let step = usize::try_from(largest / DOCUMENTS + 1).expect("few documents");
    let numbers: Vec<String> = (1..=largest).step_by(step).map(|number| number.to_string()).collect();
    let sql = format!("SELECT * FROM reference_{table} WHERE num IN ({}) ORDER BY num", numbers.join(", "));
    let rows = run(database, Sql::new(&sql).finish());
    if rows.is_empty() { vec![SampledRecord::default()] } else { rows.into_iter().map(SampledRecord).collect() }
}

fn days(database: &SqliteDatabase, index: Index) -> Option<(NaiveDate, NaiveDate)> {
    let mut fields = fields(index.entry().filterable, index);
    let field = fields.find(|field| field.filter_kind() == FilterKind::DateRange)?.name;
    let sql = format!("SELECT min({field}) AS first, max({field}) AS last FROM reference_{}", index.entry().table);
    let rows = run(database, Sql::new(&sql).finish());
    let day = |column: &str| text(&rows[0], column)?.parse().ok();
    Some((day("first")?, day("last")?))
}

/// Returns, for every field and group, values that some of the group's entities have together.
fn together(database: &SqliteDatabase, index: Index, documents: &[SampledRecord]) -> Vec<EntityValues> {
    let entry = index.entry();
    let mut all = Vec::new();
    for group in entry.co_mention_groups {
        let entities: BTreeSet<String> = documents.iter().flat_map(|document| document.texts(index, group)).collect();
        // Evenly, not the first by name.
        let step = entities.len() / ENTITIES + 1;
        for field in fields(entry.co_mention_fields, index) {
            let sampled = entities.iter().step_by(step);
            let held = sampled.map(|entity| values_of(database, index, field, group, entity));
            let entities: Vec<Vec<String>> = held.filter(|values| values.len() > 1).collect();
            if !entities.is_empty() {
                all.push(EntityValues { field: field.name, group, entities });
            }
        }
    }
    all
}

/// Returns some different values of a field in the records of one entity.
fn values_of(database: &SqliteDatabase, index: Index, field: &Field, group: &str, entity: &str) -> Vec<String> {
    let (table, name) = (index.entry().table, field.name);
    let (items, value) = if field.multi {
        (format!(", json_each(d.{name}) AS item"), "item.value".to_owned())
    } else {
        (String::new(), format!("d.{name}"))
    };
    let mut sql =
        Sql::new(format!("SELECT DISTINCT {value} AS value FROM reference_{table} AS d{items} WHERE d.{group} = "));
    sql.bind(entity).push(&format!(" AND {value} IS NOT NULL LIMIT {VALUES_TOGETHER}"));
    run(database, sql.finish()).iter().filter_map(|row| text(row, "value")).collect()
}
