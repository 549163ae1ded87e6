//! Answers aggregations: groups of records, with their counts and metrics.

use super::channel_members::{ChannelMembers, entity_names, member_column};
use super::fetch::fetch;
use super::names::ResolvedNames;
use super::plan_rows::PlanRows;
use super::reader::Reader;
use super::rows::length;
use super::scan::Scan;
use super::set::Set;
use super::tally::{Group, GroupSpec, Tally};
use crate::backend::columnar::plan::{
    IndexQuery, MAX_KNOWN_GROUPS, Operator, Plan, QueryKind, ResolvedFilters, RowOrigin,
};
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
    ResolvedNames { manifest, names, .. }: ResolvedNames,
) -> Result<Outcome, QueryError> {
    let index = request.index;
    let Some(filters) = ResolvedFilters::new(index, &request.filters, &manifest, &names)? else {
        return Ok(outcome(request, (0, 0), std::iter::empty()));
    };
    let by = Column::of_field(index, request.group_by).ok_or(Corrupt("a field has no column"))?;
    let metric = request.metric.field.and_then(|field| Column::of_field(index, field));
    let mut question = IndexQuery::new(index, &manifest, filters, QueryKind::Groups { by, metric })?;
    question.part_bytes = reader.part_bytes();
    question.member = member_column(request.group_by.name).map(|(member, _)| member);
    let plan_rows = fetch(reader, Plan::of(&question)?).await?;
    let tuple_values = tuple_values(&manifest, request.group_by)?;
    let channels = ChannelMembers::of(reader, &plan_rows, request.group_by)?;
    let spec = GroupSpec {
        by,
        metric,
        kind: request.metric.kind,
        of_tuple: tuple_values.as_ref().map(|(_, of_tuple)| of_tuple.as_slice()),
        channels: channels.as_deref(),
        tuples: question.filters.tuples.as_deref(),
    };
    let tally = tally(reader, &question, &spec, &plan_rows).await?;
    let ranked = rank(request, tally.groups());
    let values = tuple_values.as_ref().map(|(values, _)| *values);
    let keys = keys(reader, request, values, channels.as_deref(), &ranked).await?;
    let groups = keys.into_iter().zip(ranked).map(|(key, (_, group, creators))| (key, group, creators));
    Ok(outcome(request, (tally.matched, tally.matched_creators()), groups))
}

/// Aggregates the rows of a plan. It first collects the groups, then sums them, so that each group takes only a few
/// bytes.
async fn tally(
    reader: &Reader<'_>,
    question: &IndexQuery<'_>,
    spec: &GroupSpec<'_>,
    plan_rows: &PlanRows,
) -> Result<Tally, QueryError> {
    let with_creators = question.index == Index::ContentCreator;
    let mut tally = Tally::new(groups(question, spec, plan_rows)?, with_creators);
    let mut stream = plan_rows.stream(reader);
    while let Some((step, rows)) = stream.next().await? {
        match &step.operator {
            Operator::Documents { days, origin } => {
                let columns = step.columns();
                for row in rows.iter() {
                    let documents = plan_rows.documents(row, columns)?;
                    let scan = Scan::new(question, plan_rows, *days, *origin, row)?;
                    let creators = with_creators.then(|| documents.numbers(Column::CREATOR)).transpose()?;
                    spec.add_documents(&mut tally, &documents, &scan.positions(&documents)?, creators)?;
                }
            }
            Operator::Totals { months } => {
                for row in rows.iter() {
                    for (cell, stats) in plan_rows.cells(row, step.metric())?.iter() {
                        if months.binary_search(&cell.key).is_ok() {
                            spec.add_total(&mut tally, cell, stats);
                        }
                    }
                }
            }
            Operator::Groups => {
                for row in rows.iter() {
                    for (cell, stats) in plan_rows.cells(row, step.metric())?.iter() {
                        spec.add_cell(&mut tally, cell, stats);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(tally)
}

/// Returns the numbers of all groups that the rows may have.
fn groups(question: &IndexQuery<'_>, spec: &GroupSpec<'_>, plan_rows: &PlanRows) -> Result<Set, QueryError> {
    if let Some(of_tuple) = spec.of_tuple {
        return Ok(of_tuple.iter().copied().filter(|value| *value != MISSING).collect());
    }
    let names = if plan_rows.has_parts() { known_names(question, spec) } else { few_names(question, spec, plan_rows)? };
    let mut groups = names.map_or_else(Set::default, Set::of_first);
    if plan_rows.has_parts()
        && let Some(channels) = spec.channels
    {
        groups.extend(channels.members());
    }
    for (step, rows) in plan_rows.steps() {
        for row in rows {
            match step.operator {
                Operator::Documents { origin, .. } if names.is_none() || origin == RowOrigin::Delta => {
                    spec.collect_groups(&mut groups, &plan_rows.documents(row, &[spec.by])?)?
                }
                Operator::Groups if names.is_none() => {
                    spec.collect_values(&mut groups, &plan_rows.keys_of_cells(row)?);
                }
                _ => {}
            }
        }
    }
    Ok(groups)
}

/// Returns the number of names in the base segment if it is known, and smaller than the number of records and cells that
/// are read. These then need not be unpacked twice.
fn few_names(
    question: &IndexQuery<'_>,
    spec: &GroupSpec<'_>,
    plan_rows: &PlanRows,
) -> Result<Option<usize>, QueryError> {
    let Some(names) = known_names(question, spec) else { return Ok(None) };
    let mut read = 0_usize;
    for (step, rows) in plan_rows.steps() {
        if matches!(step.operator, Operator::Documents { .. } | Operator::Groups) {
            for row in rows {
                read = read.saturating_add(length(row)?);
            }
        }
    }
    Ok((names < read).then_some(names))
}

/// Returns the number of names in the base segment if it is known, and if all of them can be groups.
fn known_names(question: &IndexQuery<'_>, spec: &GroupSpec<'_>) -> Option<usize> {
    let names = question.manifest.distinct_names(spec.by).filter(|names| *names <= MAX_KNOWN_GROUPS)?;
    usize::try_from(names).ok().filter(|_| spec.channels.is_none())
}

/// The values of a tuple field, and for each tuple the position of its value.
type TupleValues<'l> = (&'l [String], Vec<i64>);

fn tuple_values<'l>(manifest: &'l Manifest, field: &Field) -> Result<Option<TupleValues<'l>>, QueryError> {
    Ok(field.tuple.map(|_| manifest.tuples.field(field.name)).transpose()?)
}

/// The number of groups beyond the requested size that are buffered. A million groups are never sorted at once.
const SLACK: usize = 4_096;

/// A group's number, totals and count of creators.
type NumberedGroup = (i64, Group, u64);

/// Returns the first groups in the requested order. Ties are in the order of names.
fn rank(request: &AggregateRequest, groups: impl Iterator<Item = NumberedGroup>) -> Vec<NumberedGroup> {
    type Candidate = (Option<f64>, NumberedGroup);
    let before = |left: &Candidate, right: &Candidate| {
        by_value(left.0, right.0, request.order).then_with(|| left.1.0.cmp(&right.1.0))
    };
    let size = request.size as usize;
    let mut ranked: Vec<Candidate> = Vec::new();
    for group in groups {
        ranked.push((sort_value(request.metric, &group.1), group));
        if ranked.len() == size + SLACK {
            ranked.select_nth_unstable_by(size, before);
            ranked.truncate(size);
        }
    }
    ranked.sort_unstable_by(before);
    ranked.truncate(size);
    ranked.into_iter().map(|(_, group)| group).collect()
}

/// Compares values in an order. Groups without a value come last in both orders.
fn by_value(left: Option<f64>, right: Option<f64>, order: Order) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => match order {
            Order::Asc => left.total_cmp(&right),
            Order::Desc => right.total_cmp(&left),
        },
        (left, right) => left.is_none().cmp(&right.is_none()),
    }
}

/// Returns the value that a group is sorted by: its metric as the answer rounds it, so that ties in the answer are ties
/// here. A rounded metric is in millionths.
fn sort_value(Metric { kind, field }: Metric, group: &Group) -> Option<f64> {
    let Some(field) = field else { return Some(group.documents() as f64) };
    let stored = group.value()?;
    let unit = field.unit();
    match kind {
        MetricType::Count => return Some(group.documents() as f64),
        MetricType::Avg => return Some((stored as f64 / (group.measured() as f64 * unit.scale()) * 1e6).round()),
        MetricType::Sum | MetricType::Min | MetricType::Max => {}
    }
    Some(match unit {
        // These are stored with at most 6 decimals and need no rounding.
        Unit::Count | Unit::Score | Unit::Usd => stored as f64,
        Unit::Ratio => (stored as f64 / unit.scale() * 1e6).round(),
    })
}

/// Returns the names of groups.
async fn keys(
    reader: &Reader<'_>,
    request: &AggregateRequest,
    tuple_values: Option<&[String]>,
    channels: Option<&ChannelMembers>,
    groups: &[NumberedGroup],
) -> Result<Vec<String>, QueryError> {
    let numbers = groups.iter().map(|(number, ..)| *number);
    if let Some(values) = tuple_values {
        let name = |number: i64| usize::try_from(number).ok().and_then(|position| values.get(position)).cloned();
        return numbers.map(name).collect::<Option<_>>().ok_or(Corrupt("a tuple has no value").into());
    }
    entity_names(reader, (request.index, request.group_by), channels, &numbers.collect::<Vec<_>>()).await
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
