//! Which mentions are of a brand: those that count for it in a share of voice.

use super::super::postings::numbers;
use super::super::reader::Reader;
use super::super::rows;
use super::super::sector::context::{Context, Having};
use super::super::set::Set;
use super::super::statements::statements;
use super::rows::ChunkRows;
use crate::backend::columnar::plan::{Frequencies, Read, ResolvedBrand, Value, WordRows, ranges};
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::QueryError;
use crate::segment::{ChunkKind, Column, Part, RecordBatch, TermNumbers};
use crate::spec::Index;
use crate::sql::{Row, single};
use std::collections::BTreeMap;
use std::rc::Rc;

const INDEX: Index = Index::BusinessIdeas;
/// What matching needs of mentions.
pub(super) const COLUMNS: [Column; 3] = [Column::NUMBER, Column::DAY, Column::VIDEO];
/// Documents of names that are read at once; of one name, rows.
const DOCUMENTS_AT_ONCE: u64 = 262_144;
const ROWS_AT_ONCE: u64 = 16;

/// A brand as a share of voice is asked about it.
pub(super) fn asked(MonitoredBrand { label, terms, must_context, exact, .. }: &MonitoredBrand) -> Brand {
    Brand { label: label.clone(), terms: terms.clone(), must_context: must_context.clone(), exact: *exact }
}

/// The mentions of a brand in the base segment.
#[derive(Debug, Default)]
pub(super) struct InBase {
    pub(super) numbers: Set,
    pub(super) by_day: BTreeMap<i64, i64>,
}

/// Finds the mentions of a brand in the base segment, superseded ones among them: whatever delta segments there are, it
/// has the same.
pub(super) async fn in_base(
    reader: &Reader<'_>,
    brand: &ResolvedBrand,
    frequencies: &Frequencies,
) -> Result<InBase, QueryError> {
    let context = context(reader, brand, frequencies).await?;
    let mut found = InBase::default();
    for (column, values) in brand.values() {
        for values in together(values) {
            let kind = ChunkKind::Value(INDEX, column);
            let mut add = |row: &Row| found.add(&rows::documents(row, &COLUMNS)?, &context);
            if let [value] = values.as_slice() {
                let mut rows = ChunkRows::of_key(kind, value.number);
                while let Some(some) = rows.next(reader, &COLUMNS, ROWS_AT_ONCE).await? {
                    some.iter().try_for_each(&mut add)?;
                }
            } else {
                let keys = ranges(values.iter().map(|value| value.number).collect());
                let read = Read::Chunks { kind, keys, columns: COLUMNS.to_vec(), documents: 0 };
                single(reader.read(statements(&read, reader.generation()?)).await?)?.iter().try_for_each(&mut add)?;
            }
        }
    }
    Ok(found)
}

impl InBase {
    fn add(&mut self, chunk: &RecordBatch, context: &Context) -> Result<(), QueryError> {
        let (numbers, videos) = (chunk.numbers(Column::NUMBER)?, chunk.numbers(Column::VIDEO)?);
        for ((number, video), day) in numbers.iter().zip(videos).zip(chunk.numbers(Column::DAY)?) {
            if context.passes(*number, *video) && self.numbers.insert(*number) {
                *self.by_day.entry(*day).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// Values in groups that are read at once: of few documents, or of one value.
fn together(values: &[Value]) -> Vec<Vec<Value>> {
    let mut groups: Vec<(u64, Vec<Value>)> = Vec::new();
    // Names that came later are in no row of the base segment.
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

/// The context of a brand in the base segment. Words are read one by one: memory holds their documents as sets alone.
async fn context(reader: &Reader<'_>, brand: &ResolvedBrand, frequencies: &Frequencies) -> Result<Context, QueryError> {
    let mut known = BTreeMap::new();
    for token in brand.context.iter().flatten() {
        if known.contains_key(token) {
            continue;
        }
        let [mut mentions, mut videos] = [Set::default(), Set::default()];
        for (part, set) in [(Part::MentionText, &mut mentions), (Part::VideoText, &mut videos)] {
            let rows: WordRows = frequencies.rows_of(part.key(token));
            let documents = frequencies.of(&rows.key);
            if documents > 0 {
                let read = Read::Words { words: vec![rows], counts: false, lengths: false, places: false, documents };
                for row in single(reader.read(statements(&read, reader.generation()?)).await?)? {
                    set.extend(numbers(&row)?);
                }
            }
        }
        known.insert(token.clone(), Rc::new(Having::new(mentions, videos)));
    }
    Ok(Context::new(&brand.context, &known))
}

/// The names of the base segment that count for a brand.
pub(super) fn names(brand: &ResolvedBrand) -> TermNumbers {
    let of_base = |values: &[Value]| {
        let values = values.iter().filter(|value| value.documents > 0);
        values.map(|value| value.number).collect()
    };
    TermNumbers::new(brand.values().map(|(_, values)| of_base(values)))
}
