//! The preview of a brand: the mentions of its terms, in groups by context.

use super::super::documents::read_documents;
use super::super::fetch::fetch;
use super::super::names::require_current_text;
use super::super::plan_rows::PlanRows;
use super::super::postings::WordReader;
use super::super::reader::Reader;
use super::super::set::Set;
use super::super::top_collector::TopCollector;
use super::context::{ContextFilter, ContextReader};
use super::mention_names::MentionNames;
use super::terms::TermIndex;
use crate::backend::columnar::plan::{ContextRule, Operator, ResolvedBrand, RowOrigin, matching_plan};
use crate::base::order;
use crate::guard::request::Brand;
use crate::query::QueryError;
use crate::query::brand_preview::{BrandPreview, MAX_EXAMPLES, MentionGroup, group_conditions};
use crate::segment::Column;
use crate::spec::answer::search::Document;
use crate::spec::{Index, Order};
use std::collections::{BTreeMap, BTreeSet};

const INDEX: Index = Index::BusinessIdeas;
/// The maximum number of mentions that are read at once as examples.
const DOCUMENTS_AT_ONCE: usize = 100;

/// Returns the preview of a brand.
///
/// # Errors
/// [`QueryError::OverBudget`] if the brand has too many mentions or too frequent words.
pub(in crate::backend::columnar) async fn preview(
    reader: &Reader<'_>,
    brand: &Brand,
) -> Result<BrandPreview, QueryError> {
    let conditions = group_conditions(brand);
    let variants: Vec<Brand> = conditions.iter().flatten().cloned().collect();
    let mut read = TermIndex::look_up(reader, &variants).read(reader).await?;
    require_current_text(&read.manifest)?;
    let terms = TermIndex::new(&mut read)?;
    let manifest = read.manifest;
    let mut resolved = terms.resolve_all(std::slice::from_ref(brand))?.pop().unwrap_or_default();
    // An entry that is redundant in the brand is none in a group.
    let required = variants.iter().map(ContextRule::new).flat_map(|rule| [rule.required, rule.excluded]).flatten();
    resolved.context = ContextRule { required: order::set(required).into_iter().collect(), excluded: Vec::new() };
    let fetched = fetch(reader, matching_plan(&resolved, &manifest, &terms.frequencies)?).await?;
    let words = WordReader::new(&fetched)?;
    let mut words = ContextReader::new(&words);
    let mut groups = Vec::with_capacity(conditions.len());
    for condition in &conditions {
        let filters = condition.iter().map(|brand| words.filter(&ContextRule::new(brand)));
        groups.push(GroupCollector::new(filters.collect::<Result<_, _>>()?));
    }
    collect_mentions(&fetched, &resolved, &manifest.superseded()?, &mut groups)?;
    let groups: Vec<(u64, Vec<i64>)> =
        groups.into_iter().map(|group| (group.mentions, group.newest.finish())).collect();
    let documents = read_examples(reader, groups.iter().flat_map(|(_, numbers)| numbers).copied().collect()).await?;
    let examples = |numbers: Vec<i64>| numbers.iter().filter_map(|number| documents.get(number).cloned()).collect();
    let group = |(mentions, numbers)| MentionGroup { mentions, examples: examples(numbers) };
    Ok(BrandPreview::new(brand, groups.into_iter().map(group).collect()))
}

/// Collects the mentions of one group.
struct GroupCollector {
    filters: Vec<ContextFilter>,
    mentions: u64,
    newest: TopCollector,
}

impl GroupCollector {
    fn new(filters: Vec<ContextFilter>) -> Self {
        Self { filters, mentions: 0, newest: TopCollector::new(Order::Desc, MAX_EXAMPLES) }
    }

    fn add(&mut self, number: i64, day: i64, video: i64) {
        if self.filters.iter().all(|filter| filter.passes(number, video)) {
            self.mentions += 1;
            self.newest.push(day, number);
        }
    }
}

/// Adds the mentions of a brand's terms to the groups, each once. Days of the delta segment supersede those of the base
/// segment. `superseded` must ascend.
fn collect_mentions(
    fetched: &PlanRows,
    brand: &ResolvedBrand,
    superseded: &[i64],
    groups: &mut [GroupCollector],
) -> Result<(), QueryError> {
    let mut seen = Set::default();
    for (step, rows) in fetched.steps() {
        let Operator::Documents { origin, .. } = step.operator else { continue };
        let is_delta = origin == RowOrigin::Delta;
        for row in rows {
            let mentions = fetched.documents(row, step.columns())?;
            let (numbers, videos) = (mentions.numbers(Column::NUMBER)?, mentions.numbers(Column::VIDEO)?);
            let days = mentions.numbers(Column::DAY)?;
            // Rows of the base segment are those of the brand's names.
            let names = is_delta.then(|| MentionNames::new(&mentions)).transpose()?;
            for (position, ((number, video), day)) in numbers.iter().zip(videos).zip(days).enumerate() {
                let is_current = superseded.binary_search(day).is_ok() == is_delta;
                if is_current
                    && names.as_ref().is_none_or(|names| names.has_name_of(brand, position))
                    && seen.insert(*number)
                {
                    groups.iter_mut().for_each(|group| group.add(*number, *day, *video));
                }
            }
        }
    }
    Ok(())
}

/// Reads mentions by number.
async fn read_examples(reader: &Reader<'_>, numbers: BTreeSet<i64>) -> Result<BTreeMap<i64, Document>, QueryError> {
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let mut documents = BTreeMap::new();
    for numbers in numbers.chunks(DOCUMENTS_AT_ONCE) {
        let read = read_documents(reader, INDEX, numbers).await?;
        documents.extend(numbers.iter().copied().zip(read));
    }
    Ok(documents)
}
