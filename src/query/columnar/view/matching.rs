//! Which mentions are of a brand: those that count for it in a share of voice.

use super::super::fetch::fetch;
use super::super::postings::{WordReader, numbers};
use super::super::reader::Reader;
use super::super::rows;
use super::super::sector::context::{Context, ContextReader, Having};
use super::super::set::Set;
use super::super::statements::statements;
use super::rows::Rows;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::plan::{
    Days, Frequencies, Operator, Plan, PlanStep, Read, ResolvedBrand, RowsOf, Value, WordRows, ranges,
};
use crate::query::view::OfDelta;
use crate::segment::{ChunkKind, Column, Delta, Documents, Manifest, Part};
use crate::spec::Index;
use crate::sql::{Row, StoreError, single};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const INDEX: Index = Index::BusinessIdeas;
/// What matching needs of mentions.
const COLUMNS: [Column; 3] = [Column::NUMBER, Column::DAY, Column::VIDEO];
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
) -> Result<InBase, StoreError> {
    let context = context(reader, brand, frequencies).await?;
    let mut found = InBase::default();
    for (column, values) in brand.values() {
        for values in together(values) {
            let kind = ChunkKind::Value(INDEX, column);
            let mut add = |row: &Row| found.add(&rows::documents(row, &COLUMNS)?, &context);
            if let [value] = values.as_slice() {
                let mut rows = Rows::of_key(kind, value.number);
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
    fn add(&mut self, chunk: &Documents, context: &Context) -> Result<(), StoreError> {
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
async fn context(reader: &Reader<'_>, brand: &ResolvedBrand, frequencies: &Frequencies) -> Result<Context, StoreError> {
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

/// Finds which documents of the delta segment are mentions of some brands.
pub(super) async fn in_delta(
    reader: &Reader<'_>,
    brands: &[ResolvedBrand],
    manifest: &Manifest,
    delta: &Delta,
) -> Result<OfDelta, StoreError> {
    let columns = [&COLUMNS[..], &[Column::BRAND_NAME, Column::COMPONENTS, Column::TOPICS]].concat();
    let documents = Operator::Documents { days: Days::ALL, of: RowsOf::Delta };
    let read = Read::of_delta(INDEX, delta, columns.clone());
    let mut steps = vec![PlanStep { read, operator: documents.clone() }];
    let parts = [Part::MentionText, Part::VideoText];
    let words: BTreeSet<String> = brands
        .iter()
        .flat_map(|brand| &brand.context)
        .flatten()
        .flat_map(|token| parts.map(|part| part.key(token)))
        .collect();
    if !words.is_empty() {
        // The video of a mention of the delta is in the delta too, so the words of the base are not asked.
        let words = words.into_iter().collect();
        let read = Read::DeltaWords { revision: delta.revision, words, documents: delta.documents };
        steps.push(PlanStep { read, operator: Operator::DeltaWords });
    }
    let plan = Plan::new("the mentions of some brands in the delta".to_owned(), "matching", steps, manifest)?;
    let fetched = fetch(reader, &plan).await?;
    let words = WordReader::new(&fetched)?;
    let mut context = ContextReader::new(&words);
    let contexts = brands.iter().map(|brand| context.context(&brand.context)).collect::<Result<Vec<_>, _>>()?;
    let mut found = OfDelta::default();
    let mut first = 0;
    for row in fetched.rows_for(&documents) {
        let chunk = rows::documents(row, &columns)?;
        let (numbers, videos) = (chunk.numbers(Column::NUMBER)?, chunk.numbers(Column::VIDEO)?);
        let names = chunk.numbers(Column::BRAND_NAME)?;
        let (components, topics) = (chunk.lists(Column::COMPONENTS)?, chunk.lists(Column::TOPICS)?);
        for (at, ((number, video), name)) in numbers.iter().zip(videos).zip(names).enumerate() {
            let is_of = |brand: &ResolvedBrand| {
                let has = |column, numbers: &[i64]| numbers.iter().any(|number| brand.has(column, *number));
                brand.has(Column::BRAND_NAME, *name)
                    || has(Column::COMPONENTS, components.get(at))
                    || has(Column::TOPICS, topics.get(at))
            };
            let counting = brands.iter().zip(&contexts).enumerate();
            let bits = counting
                .filter(|(_, (brand, context))| is_of(brand) && context.passes(*number, *video))
                .fold(0, |bits, (position, _)| bits | 1 << position);
            if bits != 0 {
                found.positions.push((first + at) as i64);
                found.brands.push(bits);
            }
        }
        first += chunk.len();
    }
    Ok(found)
}
