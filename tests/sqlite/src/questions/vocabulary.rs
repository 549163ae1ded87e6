//! What a dataset holds, as far as questions are made of it: a sample that is small however large the dataset is.

use super::values::Values;
use crate::Database;
use chrono::NaiveDate;
use overheard::spec::{Field, FilterKind, Index};
use overheard::sql::{Row, Sql, Statement};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Documents kept of an index, evenly by number.
const DOCUMENTS: u64 = 1_000;
/// Entities of a group whose values are looked up.
const ENTITIES: usize = 60;
/// Values kept of an entity.
const VALUES_TOGETHER: usize = 20;

/// What questions about a dataset are made of.
pub struct Vocabulary {
    /// In the order of [`Index::ALL`].
    indices: [IndexVocabulary; 3],
}

/// What questions about one index are made of.
pub(super) struct IndexVocabulary {
    index: Index,
    /// The values of every field that is filtered by values.
    values: BTreeMap<&'static str, Values>,
    /// The words of its texts.
    pub(super) words: Values,
    /// Some of its documents, or one that holds nothing.
    documents: Vec<Document>,
    /// The first and the last of its days, where it has some.
    pub(super) days: Option<(NaiveDate, NaiveDate)>,
    together: Vec<Together>,
}

/// Values of a field that entities of a group hold together, two at least.
struct Together {
    field: &'static str,
    group: &'static str,
    entities: Vec<Vec<String>>,
}

/// One document, as its table holds it.
#[derive(Default)]
pub(super) struct Document(Row);

impl Vocabulary {
    /// Samples the reference tables of a database.
    ///
    /// # Panics
    /// When the database has no such tables.
    pub fn of(database: &Database) -> Self {
        Self { indices: Index::ALL.map(|index| IndexVocabulary::of(database, index)) }
    }

    pub(super) fn index(&self, index: Index) -> &IndexVocabulary {
        self.indices.iter().find(|vocabulary| vocabulary.index == index).expect("every index is sampled")
    }
}

impl IndexVocabulary {
    fn of(database: &Database, index: Index) -> Self {
        let entry = index.entry();
        let documents = documents(database, index);
        let terms = fields(entry.filterable, index).filter(|field| field.filter_kind() == FilterKind::Term);
        let values = terms.map(|field| (field.name, Values::of_field(database, index, field))).collect();
        let words = if entry.full_text.is_empty() { Values::default() } else { Values::of_words(database, index) };
        let together = together(database, index, &documents);
        Self { index, values, words, days: days(database, index), documents, together }
    }

    /// The values of a field that is filtered by values.
    pub(super) fn values(&self, field: &str) -> &Values {
        self.values.get(field).unwrap_or_else(|| panic!("{field} of {} has no values", self.index.name()))
    }

    /// One of the documents.
    pub(super) fn document(&self, rng: &mut ChaCha8Rng) -> &Document {
        self.documents.choose(rng).expect("a document at least")
    }

    /// A field and a group, with values of the field that one entity of the group holds together, when there is one.
    pub(super) fn together(&self, rng: &mut ChaCha8Rng) -> Option<(&'static str, &'static str, &[String])> {
        let Together { field, group, entities } = self.together.choose(rng)?;
        Some((field, group, entities.choose(rng)?))
    }
}

impl Document {
    /// Whether it holds anything of a field.
    pub(super) fn has(&self, field: &str) -> bool {
        self.0.get(field).is_some_and(|value| !value.is_null() && value != "[]")
    }

    /// What it holds of a field: nothing, a value, or the items of a list.
    pub(super) fn texts(&self, index: Index, field: &str) -> Vec<String> {
        let Some(text) = text(&self.0, field) else { return Vec::new() };
        if index.entry().field(field).is_some_and(|field| field.multi) {
            return serde_json::from_str(&text).expect("a list of texts");
        }
        vec![text]
    }

    /// A number as it is stored.
    pub(super) fn number(&self, field: &str) -> Option<i64> {
        self.0.get(field)?.as_i64()
    }

    /// The words of one of its texts, in their order; those of a list's items one after the other.
    pub(super) fn words(&self, index: Index, rng: &mut ChaCha8Rng) -> Vec<String> {
        let column = index.entry().full_text.choose(rng);
        let text = column.and_then(|column| text(&self.0, &format!("search_{column}")));
        text.iter().flat_map(|text| overheard::base::text::tokens(text)).collect()
    }
}

/// The rows of one statement.
pub(super) fn run(database: &Database, statement: Statement) -> Vec<Row> {
    database.run([statement]).unwrap_or_else(|error| panic!("{error}")).remove(0)
}

/// A text of a row.
pub(super) fn text(row: &Row, column: &str) -> Option<String> {
    row.get(column)?.as_str().map(str::to_owned)
}

fn fields(names: &'static [&'static str], index: Index) -> impl Iterator<Item = &'static Field> {
    names.iter().filter_map(move |name| index.entry().field(name))
}

fn documents(database: &Database, index: Index) -> Vec<Document> {
    let table = index.entry().table;
    let largest = run(database, Sql::new(&format!("SELECT max(num) AS num FROM reference_{table}")).finish());
    let largest = largest[0]["num"].as_u64().unwrap_or(0);
    let step = usize::try_from(largest / DOCUMENTS + 1).expect("few documents");
    let numbers: Vec<String> = (1..=largest).step_by(step).map(|number| number.to_string()).collect();
    let sql = format!("SELECT * FROM reference_{table} WHERE num IN ({}) ORDER BY num", numbers.join(", "));
    let rows = run(database, Sql::new(&sql).finish());
    if rows.is_empty() { vec![Document::default()] } else { rows.into_iter().map(Document).collect() }
}

fn days(database: &Database, index: Index) -> Option<(NaiveDate, NaiveDate)> {
    let mut fields = fields(index.entry().filterable, index);
    let field = fields.find(|field| field.filter_kind() == FilterKind::DateRange)?.name;
    let sql = format!("SELECT min({field}) AS first, max({field}) AS last FROM reference_{}", index.entry().table);
    let rows = run(database, Sql::new(&sql).finish());
    let day = |column: &str| text(&rows[0], column)?.parse().ok();
    Some((day("first")?, day("last")?))
}

/// For every field and group: what some of the group's entities hold together.
fn together(database: &Database, index: Index, documents: &[Document]) -> Vec<Together> {
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
                all.push(Together { field: field.name, group, entities });
            }
        }
    }
    all
}

/// Some different values of a field that the documents of one entity hold.
fn values_of(database: &Database, index: Index, field: &Field, group: &str, entity: &str) -> Vec<String> {
    let (table, name) = (index.entry().table, field.name);
    let (items, value) = if field.multi {
        (format!(", json_each(d.{name}) AS item"), "item.value".to_owned())
    } else {
        (String::new(), format!("d.{name}"))
    };
    let mut sql =
        Sql::new(&format!("SELECT DISTINCT {value} AS value FROM reference_{table} AS d{items} WHERE d.{group} = "));
    sql.bind(entity).push(&format!(" AND {value} IS NOT NULL LIMIT {VALUES_TOGETHER}"));
    run(database, sql.finish()).iter().filter_map(|row| text(row, "value")).collect()
}
