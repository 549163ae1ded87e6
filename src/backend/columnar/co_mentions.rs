//! Answers co-mentions: the entities that occur with every one of several values.

use super::channel_members::{ChannelMembers, entity_names, member_column};
use super::fetch::fetch;
use super::names::{NameLookup, ResolvedNames};
use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::scan::Scan;
use super::set::{OrdinalIndex, Set};
use super::top_collector::TopCollector;
use crate::backend::columnar::plan::{
    Days, IndexQuery, NameNumbers, Operator, Plan, QueryKind, ResolvedFilters, RowOrigin, ValueFilter,
};
use crate::guard::request::CoMentionsRequest;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::segment::{Column, Corrupt, MISSING, Manifest, RecordBatch};
use crate::spec::answer::co_mentions::{CoMention, CoMentionsAnswer};
use crate::spec::{Field, Order};
use crate::sql::Row;

/// An entity that occurs with every value: its number, and the number of its records.
type Entity = (i64, u64);

pub(super) fn name_lookup(request: &CoMentionsRequest) -> NameLookup<'_> {
    let (index, field) = (request.index, request.field);
    let names = ResolvedFilters::has_numbers(index, field).then_some((field.name, request.values.as_slice()));
    NameLookup { index, names: names.into_iter().collect(), extra_statements: Vec::new() }
}

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &CoMentionsRequest,
    ResolvedNames { manifest, names, .. }: ResolvedNames,
) -> Result<Outcome, QueryError> {
    let index = request.index;
    let Some(ask) = together(request, &names)? else { return Ok(outcome(Vec::new())) };
    let mut filters = ResolvedFilters::none();
    if Column::of_field(index, request.field) == Some(Column::NUMBER) {
        filters.ids = Some(request.values.clone());
    }
    let QueryKind::CoOccurrence { by, .. } = ask else { return Ok(outcome(Vec::new())) };
    let mut question = IndexQuery::new(index, &manifest, filters, ask)?;
    question.member = member_column(request.group_by.name).map(|(member, _)| member);
    let plan_rows = fetch(reader, Plan::of(&question)?).await?;
    let channels = ChannelMembers::of(reader, &plan_rows, request.group_by)?;
    let value_of_tuple = value_of_tuple(&manifest, request)?;
    let counter = EntityCounter {
        question: &question,
        plan_rows: &plan_rows,
        value_of_tuple: &value_of_tuple,
        channels: channels.as_deref(),
        by,
        is_multi: request.field.multi,
    };
    let ranked = counter.most_frequent(request.values.len(), request.size)?;
    let entities: Vec<i64> = ranked.iter().map(|(entity, _)| *entity).collect();
    let keys = entity_names(reader, (index, request.group_by), channels.as_deref(), &entities).await?;
    let matched_values = request.values.len() as u64;
    let results = keys.into_iter().zip(ranked);
    let result = |(key, (_, total_mentions))| CoMention { key, total_mentions, matched_values };
    Ok(outcome(results.map(result).collect()))
}

/// Returns the request in numbers; `None` if no entity can occur with all values.
fn together(request: &CoMentionsRequest, names: &NameNumbers) -> Result<Option<QueryKind>, QueryError> {
    let index = request.index;
    let column = |field: &Field| Column::of_field(index, field).ok_or(Corrupt("a field has no column"));
    let (field, by) = (column(request.field)?, column(request.group_by)?);
    // A record has one value of such a field, so no record has two.
    if by == Column::NUMBER && !field.is_list() {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(request.values.len());
    if ResolvedFilters::has_numbers(index, request.field) {
        for name in &request.values {
            match names.get(&(request.field.name, name.clone())) {
                Some(numbers) => values.push(ValueFilter { column: field, values: numbers.clone() }),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(QueryKind::CoOccurrence { field, values, by }))
}

/// Counts entities in the rows of a plan.
struct EntityCounter<'a> {
    question: &'a IndexQuery<'a>,
    plan_rows: &'a PlanRows,
    /// For a tuple field: the position of each tuple's value among the requested values.
    value_of_tuple: &'a [Option<usize>],
    /// The map of channels, if entities are members of channels.
    channels: Option<&'a ChannelMembers>,
    /// The column of the entities.
    by: Column,
    /// True if a record may have several of the values. It counts once.
    is_multi: bool,
}

/// The occurrence of an entity in a record or a cell.
struct EntityOccurrence {
    entity: i64,
    /// The values that it occurs with, one bit each.
    values: u32,
    /// The number of records.
    documents: u64,
    /// The record, if other rows may contain it too.
    document: Option<i64>,
}

impl EntityCounter<'_> {
    /// Returns the entities that occur with all values in the most records. The first pass over the rows finds the
    /// entities, the second counts their records.
    fn most_frequent(&self, values: usize, size: u32) -> Result<Vec<Entity>, QueryError> {
        let mut with_value = vec![Set::default(); values];
        self.visit(|found| {
            for (value, entities) in with_value.iter_mut().enumerate() {
                if found.values >> value & 1 == 1 {
                    entities.insert(found.entity);
                }
            }
        })?;
        let with_all = with_value.into_iter().reduce(|mut all, entities| {
            all.intersect(&entities);
            all
        });
        let ordinals = OrdinalIndex::from(with_all.unwrap_or_default());
        let mut documents = vec![0_u64; ordinals.len()];
        let mut counted = self.records_in_cells()?;
        self.visit(|found| {
            let Some(documents) = ordinals.of(found.entity).and_then(|ordinal| documents.get_mut(ordinal)) else {
                return;
            };
            if found.document.is_none_or(|document| counted.insert(document)) {
                *documents += found.documents;
            }
        })?;
        let mut top = TopCollector::new(Order::Desc, size);
        let pairs = ordinals.numbers().zip(&documents);
        pairs.for_each(|(entity, documents)| top.push(i64::try_from(*documents).unwrap_or(i64::MAX), entity));
        let entity = |entity| Some((entity, *documents.get(ordinals.of(entity)?)?));
        Ok(top.finish().into_iter().filter_map(entity).collect())
    }

    /// Returns the records whose entities are already counted in cells.
    fn records_in_cells(&self) -> Result<Set, QueryError> {
        let mut counted = Set::default();
        for (step, rows) in self.plan_rows.steps().filter(|(step, _)| step.operator == Operator::CellDocuments) {
            for row in rows {
                let documents = self.plan_rows.documents(row, step.columns())?;
                let numbers = documents.numbers(Column::NUMBER)?;
                let positions = self.scan(Days::ALL, RowOrigin::Base, row)?.positions(&documents)?;
                counted.extend(positions.into_iter().filter_map(|at| numbers.get(at)).copied());
            }
        }
        Ok(counted)
    }

    fn scan(&self, days: Days, origin: RowOrigin, row: &Row) -> Result<Scan<'_>, QueryError> {
        Scan::new(self.question, self.plan_rows, days, origin, row)
    }

    /// Visits all occurrences of entities.
    fn visit(&self, mut visit: impl FnMut(EntityOccurrence)) -> Result<(), QueryError> {
        let mut add = |key: i64, values: u32, documents: u64, document: Option<i64>| {
            let entity = match self.channels {
                Some(channels) => channels.member(key),
                None => (key != MISSING).then_some(key),
            };
            if let Some(entity) = entity.filter(|_| values != 0) {
                visit(EntityOccurrence { entity, values, documents, document });
            }
        };
        for (step, rows) in self.plan_rows.steps() {
            for row in rows {
                match step.operator {
                    Operator::ValueDocuments { position } => {
                        let documents = self.plan_rows.documents(row, step.columns())?;
                        let (numbers, keys) = (documents.numbers(Column::NUMBER)?, documents.numbers(self.by)?);
                        for at in self.scan(Days::ALL, RowOrigin::Base, row)?.positions(&documents)? {
                            let (Some(number), Some(key)) = (numbers.get(at), keys.get(at)) else { continue };
                            add(*key, 1 << position, 1, self.is_multi.then_some(*number));
                        }
                    }
                    Operator::Entities { position } => {
                        self.plan_rows
                            .cells(row, None)?
                            .iter()
                            .for_each(|(cell, _)| add(cell.key, 1 << position, cell.count, None));
                    }
                    Operator::Groups => {
                        for (cell, _) in self.plan_rows.cells(row, None)?.iter() {
                            add(cell.key, value_bit(self.value_of_tuple, cell.tuple), cell.count, None);
                        }
                    }
                    Operator::Documents { days, origin } => {
                        let documents = self.plan_rows.documents(row, step.columns())?;
                        let matcher = ValueMatcher {
                            question: self.question,
                            value_of_tuple: self.value_of_tuple,
                            numbers: self.plan_rows.numbers(),
                        };
                        let keys = documents.numbers(self.by)?;
                        for at in self.scan(days, origin, row)?.positions(&documents)? {
                            if let Some(key) = keys.get(at) {
                                add(*key, matcher.values(&documents, at)?, 1, None);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Finds the requested values that records have.
struct ValueMatcher<'a> {
    question: &'a IndexQuery<'a>,
    value_of_tuple: &'a [Option<usize>],
    /// The numbers of the requested ids. Each is a value.
    numbers: Option<&'a [i64]>,
}

impl ValueMatcher<'_> {
    /// Returns the values that a record has, one bit each.
    fn values(&self, documents: &RecordBatch, at: usize) -> Result<u32, QueryError> {
        let QueryKind::CoOccurrence { field, values, .. } = &self.question.kind else { return Ok(0) };
        let bits = |has: &dyn Fn(&ValueFilter) -> bool| {
            values
                .iter()
                .enumerate()
                .filter(|(_, value)| has(value))
                .fold(0, |bits, (position, _)| bits | 1 << position)
        };
        if field.is_list() {
            let items = documents.lists(*field)?.get(at);
            return Ok(bits(&|value| items.iter().any(|item| value.has(*item))));
        }
        let number = documents.numbers(*field)?.get(at).copied().unwrap_or(MISSING);
        Ok(match (*field, self.numbers) {
            (Column::TUPLE, _) => value_bit(self.value_of_tuple, number),
            (Column::NUMBER, Some(numbers)) => numbers.binary_search(&number).map_or(0, |position| 1 << position),
            _ => bits(&|value| value.has(number)),
        })
    }
}

fn value_bit(value_of_tuple: &[Option<usize>], tuple: i64) -> u32 {
    let value = usize::try_from(tuple).ok().and_then(|tuple| value_of_tuple.get(tuple)).copied().flatten();
    value.map_or(0, |value| 1 << value)
}

/// Returns for each tuple the position of its value among the requested values. Empty unless the field is a tuple
/// field.
fn value_of_tuple(manifest: &Manifest, request: &CoMentionsRequest) -> Result<Vec<Option<usize>>, QueryError> {
    if request.field.tuple.is_none() {
        return Ok(Vec::new());
    }
    let (values, of_tuple) = manifest.tuples.field(request.field.name)?;
    let value = |position: &i64| {
        let value = usize::try_from(*position).ok().and_then(|position| values.get(position))?;
        request.values.iter().position(|requested| requested == value)
    };
    Ok(of_tuple.iter().map(value).collect())
}

fn outcome(results: Vec<CoMention>) -> Outcome {
    Outcome::new(Answer::CoMentions(CoMentionsAnswer { results }))
}
