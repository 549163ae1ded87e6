//! Plans of share of voice: the rows from which the mentions of brands are counted.
//!
//! The terms of a brand resolve to names of brands, components and topics. A brand that resolves to brand names alone
//! is answered from roll-ups. Usually that is one row: a term that is itself a brand's name has a roll-up of all brands
//! that it matches. Days of several roll-ups are summed, because a mention has one brand. Distinct videos cannot be
//! summed, and roll-ups have no topics by day. Everything else is counted mention by mention.

mod context_rule;
mod count;

pub use context_rule::ContextRule;
pub use count::CACHED_WORDS_BYTES;

use super::delta::delta_words;
use super::explain::describe_days;
use super::step::cost;
use super::{
    Days, DocumentFrequencies, Operator, PartsOfSteps, Plan, PlanStep, RowOrigin, SplitWindow, TableRead,
    ValueFrequency, WordRows, key_ranges,
};
use crate::base::order;
use crate::query::QueryError;
use crate::segment::{ChunkId, ChunkKind, Column, Manifest, Part};
use crate::spec::Index;
use std::collections::{BTreeMap, BTreeSet};

const INDEX: Index = Index::BusinessIdeas;
/// The parts of text in which context words may occur.
const CONTEXT_PARTS: [Part; 2] = [Part::MentionText, Part::VideoText];
/// The advice if a share of voice is too expensive.
const ADVICE: &str = "Narrow it: fewer brands at once, fewer or rarer terms, fewer words in must_context and must_not_context, a \
     shorter window.";
/// The columns for counting mention by mention, beside the number that deduplicates mentions.
const COUNT_COLUMNS: &[Column] =
    &[Column::DAY, Column::VIDEO, Column::TOPICS, Column::SENTIMENT_SCORE, Column::OCCURRENCES, Column::VIEWS];
/// The columns for counting distinct videos of several roll-ups.
const VIDEO_COLUMNS: &[Column] = &[Column::DAY, Column::VIDEO, Column::VIEWS];
/// The columns for counting topics by day.
const TOPIC_COLUMNS: &[Column] = &[Column::DAY, Column::TOPICS];

/// A brand of a query whose terms are resolved to values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResolvedBrand {
    /// Values of the brand name.
    pub brands: Vec<ValueFrequency>,
    /// The first rows of the roll-ups that cover the brand names; each name is in one of them.
    pub rollups: Vec<ChunkId>,
    /// Values of components.
    pub components: Vec<ValueFrequency>,
    /// Values of topics.
    pub topics: Vec<ValueFrequency>,
    /// The words that must or must not occur near a mention.
    pub context: ContextRule,
}

impl ResolvedBrand {
    /// Returns true if the brand resolves to brand names alone, so that roll-ups answer nearly everything.
    pub fn has_only_brand_names(&self) -> bool {
        self.components.is_empty() && self.topics.is_empty() && self.context.is_empty()
    }

    /// Returns true if at most one roll-up suffices, except for partial months and the delta segment.
    pub fn has_single_rollup(&self) -> bool {
        self.has_only_brand_names() && self.rollups.len() <= 1
    }

    /// Returns true if mentions must be deduplicated by number, or checked for context words.
    pub fn needs_numbers(&self) -> bool {
        !self.context.is_empty() || self.values().iter().map(|(_, values)| values.len()).sum::<usize>() > 1
    }

    /// Returns the columns to read from the mentions of its names. `with_topics` adds topics that no other read
    /// supplies.
    pub fn columns(&self, with_topics: bool) -> Vec<Column> {
        let mut columns = Vec::new();
        if !self.has_only_brand_names() {
            columns.extend(COUNT_COLUMNS);
            columns.extend(self.needs_numbers().then_some(Column::NUMBER));
        } else {
            columns.extend(if self.has_single_rollup() { &[] } else { VIDEO_COLUMNS });
            columns.extend(if with_topics { TOPIC_COLUMNS } else { &[] });
        }
        order::sort(&mut columns);
        columns.dedup();
        columns
    }

    /// Returns true if a value of a column belongs to the brand.
    pub fn has_value(&self, column: Column, number: i64) -> bool {
        let values = self.values().into_iter().find(|(of, _)| *of == column).map_or(&[][..], |(_, values)| values);
        values.binary_search_by_key(&number, |value| value.number).is_ok()
    }

    /// Returns true if the terms resolved to any value.
    fn has_names(&self) -> bool {
        self.values().iter().any(|(_, values)| !values.is_empty())
    }

    /// Returns the columns whose values identify mentions of the brand, with the values.
    pub fn values(&self) -> [(Column, &[ValueFrequency]); 3] {
        [
            (Column::BRAND_NAME, self.brands.as_slice()),
            (Column::COMPONENTS, self.components.as_slice()),
            (Column::TOPICS, self.topics.as_slice()),
        ]
    }
}

/// Returns the plan of a share of voice.
pub fn sector_plan(
    brands: &[ResolvedBrand],
    days: Days,
    window: &SplitWindow,
    manifest: &Manifest,
    frequencies: &DocumentFrequencies,
) -> Result<Plan, QueryError> {
    let description = format!(
        "share of voice of {} brands among {} mentions; {}",
        brands.len(),
        manifest.documents,
        describe_days(days)
    );
    let is_empty = window.is_empty() && !window.has_delta;
    if is_empty || !brands.iter().any(ResolvedBrand::has_names) {
        return Plan::new(description, "sector", Vec::new(), manifest);
    }
    // The topics of partial months are stored twice: in the rows of these months, and in the rows of each brand.
    let choices = [false, true].map(|by_month| {
        let mut steps: Vec<PlanStep> = rollups(brands).collect();
        steps.extend(values(brands, days, !by_month && !window.partial_months.is_empty()));
        if by_month && brands.iter().any(ResolvedBrand::has_only_brand_names) {
            steps.extend(months(window));
        }
        steps
    });
    let mut steps = choices.into_iter().min_by_key(|steps| cost(steps, manifest)).unwrap_or_default();
    if window.has_delta {
        steps.extend(delta(
            manifest,
            &[COUNT_COLUMNS, &[Column::NUMBER, Column::BRAND_NAME, Column::COMPONENTS]].concat(),
        ));
    }
    steps.extend(context(brands, window.has_delta, manifest, frequencies));
    let cost = count::fold_cost(brands, &steps, manifest, frequencies);
    Plan::with_cost(description, "sector", (steps, PartsOfSteps::new()), manifest, cost, ADVICE)
}

/// The columns that matching needs. The day decides if a mention is superseded.
const MATCH_COLUMNS: &[Column] = &[Column::NUMBER, Column::DAY, Column::VIDEO];

/// Returns the plan of finding all mentions of one brand of an account.
pub fn matching_plan(
    brand: &ResolvedBrand,
    manifest: &Manifest,
    frequencies: &DocumentFrequencies,
) -> Result<Plan, QueryError> {
    let description = format!("the mentions of a brand among {}", manifest.documents);
    if !brand.has_names() {
        return Plan::new(description, "matching", Vec::new(), manifest);
    }
    let named = brand.values().into_iter().filter(|(_, values)| !values.is_empty());
    let mut steps: Vec<PlanStep> = named
        .map(|(column, values)| {
            let documents = values.iter().map(|value| value.documents).sum();
            let keys = key_ranges(values.iter().map(|value| value.number).collect());
            let read = TableRead::Chunks {
                kind: ChunkKind::Value(INDEX, column),
                keys,
                columns: MATCH_COLUMNS.to_vec(),
                documents,
            };
            PlanStep { read, operator: Operator::Documents { days: Days::ALL, origin: RowOrigin::Value } }
        })
        .collect();
    steps.extend(delta(manifest, &[MATCH_COLUMNS, &[Column::BRAND_NAME, Column::COMPONENTS, Column::TOPICS]].concat()));
    let brands = std::slice::from_ref(brand);
    steps.extend(context(brands, manifest.delta.is_some(), manifest, frequencies));
    let cost = count::fold_cost(brands, &steps, manifest, frequencies);
    Plan::with_cost(description, "matching", (steps, PartsOfSteps::new()), manifest, cost, ADVICE)
}

/// Returns the reads of roll-ups: with all topics for brands whose roll-ups are summed, with the first topics of each
/// month for the others.
fn rollups(brands: &[ResolvedBrand]) -> impl Iterator<Item = PlanStep> {
    let steps = [false, true].map(|topics| {
        let present = brands.iter().filter(|brand| brand.has_only_brand_names() && brand.has_single_rollup() != topics);
        let rows = order::set(present.flat_map(|brand| &brand.rollups).copied());
        let read = TableRead::Rollups { rows: rows.iter().copied().collect(), topics };
        (!rows.is_empty()).then_some(PlanStep { read, operator: Operator::Rollups { topics } })
    });
    steps.into_iter().flatten()
}

/// Returns the rows of names with the columns that their brands need. A name of several brands is read once.
fn values(brands: &[ResolvedBrand], days: Days, with_topics: bool) -> Vec<PlanStep> {
    let mut names: BTreeMap<(Column, i64), (u64, BTreeSet<Column>)> = BTreeMap::new();
    for brand in brands {
        let columns = brand.columns(with_topics);
        if columns.is_empty() {
            continue;
        }
        for (column, values) in brand.values() {
            for value in values {
                let name = names.entry((column, value.number)).or_default();
                name.0 = value.documents;
                name.1.extend(&columns);
            }
        }
    }
    // One statement for the names of one column that need the same columns.
    let mut reads: BTreeMap<(Column, BTreeSet<Column>), (u64, Vec<i64>)> = BTreeMap::new();
    for ((column, number), (documents, columns)) in names {
        let read = reads.entry((column, columns)).or_default();
        read.0 += documents;
        read.1.push(number);
    }
    let steps = reads.into_iter().map(|((column, columns), (documents, numbers))| {
        let columns = columns.into_iter().collect();
        let read =
            TableRead::Chunks { kind: ChunkKind::Value(INDEX, column), keys: key_ranges(numbers), columns, documents };
        PlanStep { read, operator: Operator::Documents { days, origin: RowOrigin::Value } }
    });
    steps.collect()
}

/// Returns the reads of the topics of all brands in the partial months.
fn months(window: &SplitWindow) -> impl Iterator<Item = PlanStep> + '_ {
    window.partial_months.iter().map(|month| PlanStep {
        read: TableRead::of_month(INDEX, month, vec![Column::DAY, Column::BRAND_NAME, Column::TOPICS]),
        operator: Operator::Documents { days: month.days, origin: RowOrigin::Base },
    })
}

/// Returns the read of the mentions of the delta segment, if there is one.
fn delta(manifest: &Manifest, columns: &[Column]) -> Option<PlanStep> {
    let read = TableRead::of_delta(INDEX, manifest.delta.as_ref()?, columns.to_vec());
    Some(PlanStep { read, operator: Operator::Documents { days: Days::ALL, origin: RowOrigin::Delta } })
}

/// Returns the reads of the posting lists of context words, in mentions and in videos.
fn context(
    brands: &[ResolvedBrand],
    with_delta: bool,
    manifest: &Manifest,
    frequencies: &DocumentFrequencies,
) -> Vec<PlanStep> {
    let named = brands.iter().filter(|brand| brand.has_names());
    let tokens = order::set(named.flat_map(|brand| brand.context.words()));
    let words: Vec<String> = CONTEXT_PARTS.iter().flat_map(|part| tokens.iter().map(|token| part.key(token))).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let delta = if with_delta { delta_words(words.clone(), &[INDEX, Index::Info], manifest) } else { Vec::new() };
    let known = words.into_iter().filter(|word| frequencies.documents(word) > 0);
    let words: Vec<WordRows> = known.map(|word| frequencies.word_rows(word)).collect();
    let documents = words.iter().map(|word| frequencies.documents(&word.key)).sum();
    let read = (!words.is_empty()).then_some(TableRead::Words {
        words,
        counts: false,
        lengths: false,
        places: false,
        documents,
    });
    read.map(|read| PlanStep { read, operator: Operator::Words }).into_iter().chain(delta).collect()
}
