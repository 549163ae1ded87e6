//! Matching: the mentions of a brand, by the same rules as in a share of voice.

use super::super::postings::numbers;
use super::super::reader::Reader;
use super::super::rows;
use super::super::sector::context::{ContextFilter, WordDocuments};
use super::super::set::Set;
use super::super::statements::statements;
use super::chunk_cursor::ChunkCursor;
use crate::backend::columnar::plan::{
    DocumentFrequencies, ResolvedBrand, TableRead, ValueFrequency, WordRows, key_ranges,
};
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Part, RecordBatch, TermNumbers};
use crate::spec::Index;
use crate::sql::{Row, single};
use std::collections::BTreeMap;
use std::rc::Rc;

const INDEX: Index = Index::BusinessIdeas;
/// The columns of mentions that matching needs.
pub(super) const COLUMNS: [Column; 3] = [Column::NUMBER, Column::DAY, Column::VIDEO];
/// Maximum records per read of several names.
const DOCUMENTS_AT_ONCE: u64 = 262_144;
/// Maximum rows per read of a single name.
const ROWS_AT_ONCE: u64 = 16;

/// The mentions of a brand in the base segment.
#[derive(Debug, Default)]
pub(super) struct BaseMentions {
    pub(super) numbers: Set,
    pub(super) by_day: BTreeMap<i64, i64>,
}

/// Finds the mentions of a brand in the base segment. The result includes superseded mentions, so it does not depend on
/// the delta segment.
pub(super) async fn match_base(
    reader: &Reader<'_>,
    brand: &ResolvedBrand,
    frequencies: &DocumentFrequencies,
) -> Result<BaseMentions, QueryError> {
    let context = context(reader, brand, frequencies).await?;
    let mut found = BaseMentions::default();
    for (column, values) in brand.values() {
        for values in read_groups(values) {
            let kind = ChunkKind::Value(INDEX, column);
            let mut add = |row: &Row| found.add(&rows::documents(row, &COLUMNS)?, &context);
            if let [value] = values.as_slice() {
                let mut rows = ChunkCursor::of_key(kind, value.number);
                while let Some(some) = rows.next(reader, &COLUMNS, ROWS_AT_ONCE).await? {
                    some.iter().try_for_each(&mut add)?;
                }
            } else {
                let keys = key_ranges(values.iter().map(|value| value.number).collect());
                let read = TableRead::Chunks { kind, keys, columns: COLUMNS.to_vec(), documents: 0 };
                single(reader.read(statements(&read, reader.generation()?)).await?)?.iter().try_for_each(&mut add)?;
            }
        }
    }
    Ok(found)
}

impl BaseMentions {
    fn add(&mut self, chunk: &RecordBatch, context: &ContextFilter) -> Result<(), QueryError> {
        let (numbers, videos) = (chunk.numbers(Column::NUMBER)?, chunk.numbers(Column::VIDEO)?);
        for ((number, video), day) in numbers.iter().zip(videos).zip(chunk.numbers(Column::DAY)?) {
            if context.passes(*number, *video) && self.numbers.insert(*number) {
                *self.by_day.entry(*day).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// Groups values for reading: several values of few records, or a single value.
fn read_groups(values: &[ValueFrequency]) -> Vec<Vec<ValueFrequency>> {
    let mut groups: Vec<(u64, Vec<ValueFrequency>)> = Vec::new();
    // Names that delta segments inserted are in no row of the base segment.
    for value in values.iter().filter(|value| value.documents > 0) {
        match groups.last_mut().filter(|(documents, _)| documents + value.documents <= DOCUMENTS_AT_ONCE) {
            Some((documents, group)) => {
                *documents += value.documents;
                group.push(*value);
            }
            None => groups.push((value.documents, vec![*value])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Reads the context condition of a brand for the base segment. Words are read one by one, and memory holds only the
/// record sets.
async fn context(
    reader: &Reader<'_>,
    brand: &ResolvedBrand,
    frequencies: &DocumentFrequencies,
) -> Result<ContextFilter, QueryError> {
    let mut documents_by_word = BTreeMap::new();
    for token in brand.context.words() {
        if documents_by_word.contains_key(token) {
            continue;
        }
        let [mut mentions, mut videos] = [Set::default(), Set::default()];
        for (part, set) in [(Part::MentionText, &mut mentions), (Part::VideoText, &mut videos)] {
            let rows: WordRows = frequencies.word_rows(part.key(token));
            let documents = frequencies.documents(&rows.key);
            if documents > 0 {
                let read =
                    TableRead::Words { words: vec![rows], counts: false, lengths: false, places: false, documents };
                for row in single(reader.read(statements(&read, reader.generation()?)).await?)? {
                    set.extend(numbers(&row)?);
                }
            }
        }
        documents_by_word.insert(token.clone(), Rc::new(WordDocuments::new(mentions, videos)));
    }
    Ok(ContextFilter::new(&brand.context, &documents_by_word))
}

/// Returns the numbers of the names of the base segment that a brand resolves to.
pub(super) fn base_names(brand: &ResolvedBrand) -> TermNumbers {
    let of_base = |values: &[ValueFrequency]| {
        let values = values.iter().filter(|value| value.documents > 0);
        values.map(|value| value.number).collect()
    };
    TermNumbers::new(brand.values().map(|(_, values)| of_base(values)))
}
