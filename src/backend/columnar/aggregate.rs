//! Groups, their counts and metrics.

use super::channels::{Channels, member_of, names_of};
use super::fetch::{Fetched, fetch};
use super::names::LookedUp;
use super::reader::Reader;
use super::rows;
use super::scan::Scan;
use super::set::Set;
use super::tally::{Group, Grouping, Tally};
use crate::backend::columnar::plan::{IndexQuery, Operator, Plan, QueryKind, ResolvedFilters};
use crate::guard::request::{AggregateRequest, Metric};
use crate::measure;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::segment::{Column, Corrupt, MISSING, Manifest};
use crate::spec::answer::aggregate::{AggregateAnswer, Bucket};
use crate::spec::{Field, Index, MetricType, Order, Unit};
use std::cmp::Ordering;

pub(super) async fn answer(
    reader: &Reader<'_>,
    request: &AggregateRequest,
    LookedUp { manifest, names, .. }: LookedUp,
) -> Result<Outcome, QueryError> {
    let index = request.index;
    let Some(filters) = ResolvedFilters::new(index, &request.filters, &manifest, &names)? else {
        return Ok(outcome(request, (0, 0), std::iter::empty()));
    };
    let by = Column::of_field(index, request.group_by).ok_or(Corrupt("a field has no column"))?;
    let metric = request.metric.field.and_then(|field| Column::of_field(index, field));
    let mut question = IndexQuery::new(index, &manifest, filters, QueryKind::Groups { by, metric })?;
    question.member = member_of(request.group_by.name).map(|(member, _)| member);
    let plan = Plan::of(&question)?;
    let fetched = fetch(reader, &plan).await?;
    let low = tuple_values(&manifest, request.group_by)?;
    let channels = Channels::of(&fetched, request.group_by)?;
    let grouping = Grouping {
        by,
        metric,
        kind: request.metric.kind,
        of_tuple: low.as_ref().map(|(_, of_tuple)| of_tuple.as_slice()),
        channels: channels.as_ref(),
        tuples: question.filters.tuples.as_deref(),
    };
    let tally = tally(&question, &grouping, &fetched)?;
    let ranked = rank(request, tally.groups());
    let keys = keys(reader, request, low.as_ref().map(|(values, _)| *values), channels.as_ref(), &ranked).await?;
    let groups = keys.into_iter().zip(ranked).map(|(key, (_, group, creators))| (key, group, creators));
    Ok(outcome(request, (tally.matched, tally.matched_creators()), groups))
}

/// Folds the rows of a plan: first which groups there are, then what each adds up to, so that each takes a few bytes.
fn tally(question: &IndexQuery<'_>, grouping: &Grouping<'_>, fetched: &Fetched) -> Result<Tally, QueryError> {
    let with_creators = question.index == Index::ContentCreator;
    let mut tally = Tally::new(groups(grouping, fetched)?, with_creators);
    for (step, rows) in fetched.steps() {
        match &step.operator {
            Operator::Documents { days, origin } => {
                let columns = step.columns();
                for row in rows {
                    let documents = rows::documents(row, columns)?;
                    let scan = Scan::new(question, fetched, *days, *origin, row)?;
                    let creators = with_creators.then(|| documents.numbers(Column::CREATOR)).transpose()?;
                    grouping.add(&mut tally, &documents, &scan.positions(&documents)?, creators)?;
                }
            }
            Operator::Totals { months } => {
                for row in rows {
                    for (cell, stats) in rows::cells(row, step.metric())? {
                        if months.binary_search(&cell.key).is_ok() {
                            grouping.add_total(&mut tally, cell, stats);
                        }
                    }
                }
            }
            Operator::Groups => {
                for row in rows {
                    for (cell, stats) in rows::cells(row, step.metric())? {
                        grouping.add_cell(&mut tally, cell, stats);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(tally)
}

/// The groups that there may be.
fn groups(grouping: &Grouping<'_>, fetched: &Fetched) -> Result<Set, QueryError> {
    if let Some(of_tuple) = grouping.of_tuple {
        return Ok(of_tuple.iter().copied().filter(|value| *value != MISSING).collect());
    }
    let mut groups = Set::default();
    for (step, rows) in fetched.steps() {
        for row in rows {
            match step.operator {
                Operator::Documents { .. } => grouping.note(&mut groups, &rows::documents(row, &[grouping.by])?)?,
                Operator::Groups => grouping.note_keys(&mut groups, &rows::keys_of_cells(row)?),
                _ => {}
            }
        }
    }
    Ok(groups)
}

/// The values of a tuple field, and the position of each tuple's value.
type TupleValues<'l> = (&'l [String], Vec<i64>);

fn tuple_values<'l>(manifest: &'l Manifest, field: &Field) -> Result<Option<TupleValues<'l>>, QueryError> {
    Ok(field.tuple.map(|_| manifest.tuples.field(field.name)).transpose()?)
}

/// Groups beyond the size before they are cut: a million of them are never ranked at once.
const SLACK: usize = 4_096;

/// A group with its number and its creators.
type Numbered = (i64, Group, u64);

/// The first groups of the ranking, ties by name.
fn rank(request: &AggregateRequest, groups: impl Iterator<Item = Numbered>) -> Vec<Numbered> {
    type Ranked = (Option<f64>, Numbered);
    let before =
        |left: &Ranked, right: &Ranked| by_value(left.0, right.0, request.order).then_with(|| left.1.0.cmp(&right.1.0));
    let size = request.size as usize;
    let mut ranked: Vec<Ranked> = Vec::new();
    for group in groups {
        ranked.push((rank_of(request.metric, &group.1), group));
        if ranked.len() == size + SLACK {
            ranked.select_nth_unstable_by(size, before);
            ranked.truncate(size);
        }
    }
    ranked.sort_unstable_by(before);
    ranked.truncate(size);
    ranked.into_iter().map(|(_, group)| group).collect()
}

/// Values in an order; what has none comes last in both.
fn by_value(left: Option<f64>, right: Option<f64>, order: Order) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => match order {
            Order::Asc => left.total_cmp(&right),
            Order::Desc => right.total_cmp(&left),
        },
        (left, right) => left.is_none().cmp(&right.is_none()),
    }
}

/// What ranks a group: its metric as the answer rounds it, in millionths where it is rounded, so that what is equal
/// in the answer is equal here.
fn rank_of(Metric { kind, field }: Metric, group: &Group) -> Option<f64> {
    let Some(field) = field else { return Some(group.documents() as f64) };
    let stored = group.value()?;
    let unit = field.unit();
    match kind {
        MetricType::Count => return Some(group.documents() as f64),
        MetricType::Avg => return Some((stored as f64 / (group.measured() as f64 * unit.scale()) * 1e6).round()),
        MetricType::Sum | MetricType::Min | MetricType::Max => {}
    }
    Some(match unit {
        // At most 6 decimals are stored: nothing to round.
        Unit::Count | Unit::Score | Unit::Usd => stored as f64,
        Unit::Ratio => (stored as f64 / unit.scale() * 1e6).round(),
    })
}

/// The names of ranked groups.
async fn keys(
    reader: &Reader<'_>,
    request: &AggregateRequest,
    low: Option<&[String]>,
    channels: Option<&Channels>,
    ranked: &[Numbered],
) -> Result<Vec<String>, QueryError> {
    let numbers = ranked.iter().map(|(number, ..)| *number);
    if let Some(values) = low {
        let name = |number: i64| usize::try_from(number).ok().and_then(|position| values.get(position)).cloned();
        return numbers.map(name).collect::<Option<_>>().ok_or(Corrupt("a tuple has no value").into());
    }
    names_of(reader, (request.index, request.group_by), channels, &numbers.collect::<Vec<_>>()).await
}

fn outcome(
    request: &AggregateRequest,
    (matched, matched_creators): (u64, u64),
    groups: impl Iterator<Item = (String, Group, u64)>,
) -> Outcome {
    let with_creators = |creators: u64| (request.index == Index::ContentCreator).then_some(creators);
    let buckets = groups.map(|(key, group, creators)| {
        let Metric { kind, field } = request.metric;
        let value = group.value().unwrap_or(0);
        Bucket {
            key,
            count: group.documents(),
            creators: with_creators(creators),
            metric: field.map(|field| measure::metric(kind, field.unit(), group.measured(), value, value)),
            metric_type: field.map(|field| format!("{}:{}", kind.name(), field.name)),
        }
    });
    Outcome::new(Answer::Aggregate(AggregateAnswer {
        matched_documents: matched,
        matched_creators: with_creators(matched_creators),
        buckets: buckets.collect(),
    }))
}
