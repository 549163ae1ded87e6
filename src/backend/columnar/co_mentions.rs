//! Entities that occur together with several values.

use super::channels::{Channels, member_of, names_of};
use super::fetch::{Fetched, fetch};
use super::names::{LookUp, LookedUp};
use super::ranking::Ranking;
use super::reader::Reader;
use super::rows;
use super::scan::Scan;
use super::set::{Places, Set};
use crate::backend::columnar::plan::{
    Days, IndexQuery, NameNumbers, Operator, Plan, QueryKind, ResolvedFilters, RowOrigin, ValueFilter,
};
use crate::guard::request::CoMentionsRequest;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::segment::{Column, Corrupt, Documents, MISSING, Manifest};
use crate::spec::answer::co_mentions::{CoMention, CoMentionsAnswer};
use crate::spec::{Field, Order};
use crate::sql::Row;

/// An entity that occurs with every value: its number, and in how many documents.
type Entity = (i64, u64);

pub(super) fn look_up(request: &CoMentionsRequest) -> LookUp<'_> {
    let (index, field) = (request.index, request.field);
    let wanted = ResolvedFilters::has_numbers(index, field).then_some((field.name, request.values.as_slice()));
    LookUp { index, wanted: wanted.into_iter().collect(), more: Vec::new() }
}

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &CoMentionsRequest,
    LookedUp { manifest, names, .. }: LookedUp,
) -> Result<Outcome, QueryError> {
    let index = request.index;
    let Some(ask) = ask(request, &names)? else { return Ok(outcome(Vec::new())) };
    let mut filters = ResolvedFilters::none();
    if Column::of_field(index, request.field) == Some(Column::NUMBER) {
        filters.ids = Some(request.values.clone());
    }
    let QueryKind::CoOccurrence { by, .. } = ask else { return Ok(outcome(Vec::new())) };
    let mut question = IndexQuery::new(index, &manifest, filters, ask)?;
    question.member = member_of(request.group_by.name).map(|(member, _)| member);
    let fetched = fetch(reader, &Plan::of(&question)?).await?;
    let channels = Channels::of(&fetched, request.group_by)?;
    let value_of_tuple = value_of_tuple(&manifest, request)?;
    let folding = Folding {
        question: &question,
        fetched: &fetched,
        value_of_tuple: &value_of_tuple,
        channels: channels.as_ref(),
        by,
        is_multi: request.field.multi,
    };
    let ranked = folding.first(request.values.len(), request.size)?;
    let entities: Vec<i64> = ranked.iter().map(|(entity, _)| *entity).collect();
    let keys = names_of(reader, (index, request.group_by), channels.as_ref(), &entities).await?;
    let matched_values = request.values.len() as u64;
    let results = keys.into_iter().zip(ranked);
    let result = |(key, (_, total_mentions))| CoMention { key, total_mentions, matched_values };
    Ok(outcome(results.map(result).collect()))
}

/// What is asked; `None` when no entity can have all values.
fn ask(request: &CoMentionsRequest, names: &NameNumbers) -> Result<Option<QueryKind>, QueryError> {
    let index = request.index;
    let column = |field: &Field| Column::of_field(index, field).ok_or(Corrupt("a field has no column"));
    let (field, by) = (column(request.field)?, column(request.group_by)?);
    // A document has one value of such a field: of two values there is none.
    if by == Column::NUMBER && !field.is_list() {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(request.values.len());
    if ResolvedFilters::has_numbers(index, request.field) {
        for name in &request.values {
            match names.get(&(request.field.name, name.clone())) {
                Some(known) => values.push(ValueFilter { column: field, values: known.clone() }),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(QueryKind::CoOccurrence { field, values, by }))
}

/// What entities are found in.
struct Folding<'a> {
    question: &'a IndexQuery<'a>,
    fetched: &'a Fetched,
    /// For a tuple field: which of the values each tuple has.
    value_of_tuple: &'a [Option<usize>],
    /// When entities are members of channels: these.
    channels: Option<&'a Channels>,
    /// The column of the entities.
    by: Column,
    /// Whether a document may carry several of the values: it counts once.
    is_multi: bool,
}

/// What a document or a cell says of an entity.
struct Found {
    entity: i64,
    /// Which of the values it occurs with, as bits.
    values: u32,
    /// In how many documents.
    documents: u64,
    /// The document, where others may say it again.
    document: Option<i64>,
}

impl Folding<'_> {
    /// The first of the entities that occur with every one of so many values: first which these are, then in how many
    /// documents.
    fn first(&self, values: usize, size: u32) -> Result<Vec<Entity>, QueryError> {
        let mut with_value = vec![Set::default(); values];
        self.visit(|found| {
            for (value, entities) in with_value.iter_mut().enumerate() {
                if found.values >> value & 1 == 1 {
                    entities.insert(found.entity);
                }
            }
        })?;
        let with_all = with_value.into_iter().reduce(|mut all, entities| {
            all.keep(&entities);
            all
        });
        let places = Places::from(with_all.unwrap_or_default());
        let mut documents = vec![0_u64; places.len()];
        let mut counted = self.counted()?;
        self.visit(|found| {
            let Some(documents) = places.of(found.entity).and_then(|place| documents.get_mut(place)) else { return };
            if found.document.is_none_or(|document| counted.insert(document)) {
                *documents += found.documents;
            }
        })?;
        let mut ranking = Ranking::new(Order::Desc, size);
        let pairs = places.numbers().zip(&documents);
        pairs.for_each(|(entity, documents)| ranking.push(i64::try_from(*documents).unwrap_or(i64::MAX), entity));
        let entity = |entity| Some((entity, *documents.get(places.of(entity)?)?));
        Ok(ranking.finish().into_iter().filter_map(entity).collect())
    }

    /// Documents whose entities are in cells.
    fn counted(&self) -> Result<Set, QueryError> {
        let mut counted = Set::default();
        for (step, rows) in self.fetched.steps().filter(|(step, _)| step.operator == Operator::CellDocuments) {
            for row in rows {
                let documents = rows::documents(row, step.columns())?;
                let numbers = documents.numbers(Column::NUMBER)?;
                let positions = self.scan(Days::ALL, RowOrigin::Base, row)?.positions(&documents)?;
                counted.extend(positions.into_iter().filter_map(|at| numbers.get(at)).copied());
            }
        }
        Ok(counted)
    }

    fn scan(&self, days: Days, origin: RowOrigin, row: &Row) -> Result<Scan<'_>, QueryError> {
        Scan::new(self.question, self.fetched, days, origin, row)
    }

    /// Visits everything that is said of an entity.
    fn visit(&self, mut visit: impl FnMut(Found)) -> Result<(), QueryError> {
        let mut add = |key: i64, values: u32, documents: u64, document: Option<i64>| {
            let entity = match self.channels {
                Some(channels) => channels.member(key),
                None => (key != MISSING).then_some(key),
            };
            if let Some(entity) = entity.filter(|_| values != 0) {
                visit(Found { entity, values, documents, document });
            }
        };
        for (step, rows) in self.fetched.steps() {
            for row in rows {
                match step.operator {
                    Operator::ValueDocuments { position } => {
                        let documents = rows::documents(row, step.columns())?;
                        let (numbers, keys) = (documents.numbers(Column::NUMBER)?, documents.numbers(self.by)?);
                        for at in self.scan(Days::ALL, RowOrigin::Base, row)?.positions(&documents)? {
                            let (Some(number), Some(key)) = (numbers.get(at), keys.get(at)) else { continue };
                            add(*key, 1 << position, 1, self.is_multi.then_some(*number));
                        }
                    }
                    Operator::Entities { position } => {
                        rows::cells(row, None)?.for_each(|(cell, _)| add(cell.key, 1 << position, cell.count, None));
                    }
                    Operator::Groups => {
                        for (cell, _) in rows::cells(row, None)? {
                            add(cell.key, value_bit(self.value_of_tuple, cell.tuple), cell.count, None);
                        }
                    }
                    Operator::Documents { days, origin } => {
                        let documents = rows::documents(row, step.columns())?;
                        let carried = Carried {
                            question: self.question,
                            value_of_tuple: self.value_of_tuple,
                            numbers: self.fetched.numbers(),
                        };
                        let keys = documents.numbers(self.by)?;
                        for at in self.scan(days, origin, row)?.positions(&documents)? {
                            if let Some(key) = keys.get(at) {
                                add(*key, carried.values(&documents, at)?, 1, None);
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

/// Which of the values documents carry.
struct Carried<'a> {
    question: &'a IndexQuery<'a>,
    value_of_tuple: &'a [Option<usize>],
    /// The numbers of ids: each is a value of its own.
    numbers: Option<&'a [i64]>,
}

impl Carried<'_> {
    /// The values of a document, as bits.
    fn values(&self, documents: &Documents, at: usize) -> Result<u32, QueryError> {
        let QueryKind::CoOccurrence { field, values, .. } = &self.question.kind else { return Ok(0) };
        let bits = |carries: &dyn Fn(&ValueFilter) -> bool| {
            values
                .iter()
                .enumerate()
                .filter(|(_, value)| carries(value))
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

/// For a tuple field: which of the values each tuple has.
fn value_of_tuple(manifest: &Manifest, request: &CoMentionsRequest) -> Result<Vec<Option<usize>>, QueryError> {
    if request.field.tuple.is_none() {
        return Ok(Vec::new());
    }
    let (values, of_tuple) = manifest.tuples.field(request.field.name)?;
    let value = |position: &i64| {
        let value = usize::try_from(*position).ok().and_then(|position| values.get(position))?;
        request.values.iter().position(|wanted| wanted == value)
    };
    Ok(of_tuple.iter().map(value).collect())
}

fn outcome(results: Vec<CoMention>) -> Outcome {
    Outcome::new(Answer::CoMentions(CoMentionsAnswer { results }))
}
