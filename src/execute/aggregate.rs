//! Groups, their counts and metrics.

use super::channels::{Channels, member_of};
use super::fetch::{Fetched, fetch};
use super::names::{Named, NamesByNumber, look_up, names_statement};
use super::reader::Reader;
use super::rows;
use super::scan::Scan;
use super::tally::{Group, Grouping, Tally};
use crate::answer::{Answer, Outcome};
use crate::catalog::{Field, Index, MetricType, Order, Unit};
use crate::data::aggregate::{AggregateAnswer, AggregateRequest, Bucket, Metric};
use crate::measure;
use crate::pack::{Column, Corrupt, Layout, low_fields};
use crate::plan::{Ask, Filters, Into, Plan, Question};
use crate::store::{Store, StoreError, single};
use std::cmp::Ordering;

pub(super) async fn answer<S: Store>(
    reader: &Reader<'_, S>,
    request: &AggregateRequest,
) -> Result<Outcome, StoreError> {
    let index = request.index;
    let (layout, names) = look_up(reader, index, &Filters::named(index, &request.filters)).await?;
    let Some(filters) = Filters::new(index, &request.filters, &layout, &names)? else {
        return Ok(outcome(request, &Group::default(), Vec::new()));
    };
    let by = Column::of_field(index, request.group_by.name).ok_or(Corrupt("a field has no column"))?;
    let metric = request.metric.field.and_then(|field| Column::of_field(index, field.name));
    let mut question = Question::new(index, &layout, filters, Ask::Groups { by, metric })?;
    question.member = member_of(request.group_by.name).map(|(member, _)| member);
    let plan = Plan::of(&question)?;
    let fetched = fetch(reader, &plan).await?;
    let low = low_values(&layout, index, request.group_by)?;
    let of_mix = low.as_ref().map(|(_, of_mix)| of_mix.as_slice());
    let grouping = Grouping { by, metric, of_mix, mixes: question.filters.mixes.as_deref() };
    let tally = tally(&question, &grouping, &fetched)?;
    let Tally { matched, groups } = tally;
    let ranked = match member_of(request.group_by.name) {
        Some((member, _)) => {
            let channels = Channels::new(fetched.rows_into(&Into::Channels), member)?;
            rank(request, channels.put_together(groups).into_iter())
        }
        None => rank(request, groups.into_iter().map(|(number, group)| (number, (number, group)))),
    };
    let keys = keys(reader, request, low.as_ref().map(|(values, _)| *values), &ranked).await?;
    let groups = keys.into_iter().zip(ranked.into_iter().map(|(_, group)| group)).collect();
    Ok(outcome(request, &matched, groups))
}

/// Folds the rows of a plan.
fn tally(question: &Question<'_>, grouping: &Grouping<'_>, fetched: &Fetched) -> Result<Tally, StoreError> {
    let mut tally = Tally::default();
    for (step, rows) in fetched.steps() {
        match &step.into {
            Into::Documents { days, of } => {
                let columns = step.columns();
                for row in rows {
                    let documents = rows::documents(row, columns)?;
                    let scan = Scan::new(question, fetched, *days, *of, row)?;
                    let creators = (question.index == Index::ContentCreator)
                        .then(|| documents.numbers(Column::Creator))
                        .transpose()?;
                    grouping.add(&mut tally, &documents, &scan.positions(&documents)?, creators)?;
                }
            }
            Into::Totals { months } => {
                for row in rows {
                    for (cell, stats) in rows::cells(row, step.metric())? {
                        if months.binary_search(&cell.key).is_ok() {
                            grouping.add_total(&mut tally, cell, stats);
                        }
                    }
                }
            }
            Into::Groups => {
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

/// The values of a low field, and the position of each mix's value.
type LowValues<'l> = (&'l [String], Vec<i64>);

fn low_values<'l>(layout: &'l Layout, index: Index, field: &Field) -> Result<Option<LowValues<'l>>, StoreError> {
    let is_low = low_fields(index).contains(&field.name);
    Ok(is_low.then(|| layout.mixes.field(field.name)).transpose()?)
}

/// Groups beyond the size before they are cut: a million of them are never kept twice.
const SLACK: usize = 4_096;

/// The first groups of the ranking. Each has a number that orders it by name, and one that names it.
fn rank(request: &AggregateRequest, groups: impl Iterator<Item = (i64, (i64, Group))>) -> Vec<(i64, Group)> {
    type Ranked = (i64, Option<f64>, i64, Group);
    let before = |left: &Ranked, right: &Ranked| by_value(left.1, right.1, request.order).then(left.0.cmp(&right.0));
    let size = request.size as usize;
    let mut ranked: Vec<Ranked> = Vec::new();
    for (order, (number, group)) in groups {
        ranked.push((order, rank_of(request.metric, &group), number, group));
        if ranked.len() == size + SLACK {
            ranked.select_nth_unstable_by(size, before);
            ranked.truncate(size);
        }
    }
    ranked.sort_unstable_by(before);
    ranked.truncate(size);
    ranked.into_iter().map(|(_, _, number, group)| (number, group)).collect()
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
    let Some(field) = field else { return Some(group.documents as f64) };
    let stats = group.stats;
    if stats.count == 0 {
        return None;
    }
    let unit = field.unit();
    let stored = match kind {
        MetricType::Count => return Some(group.documents as f64),
        MetricType::Avg => return Some((stats.sum as f64 / (stats.count as f64 * unit.scale()) * 1e6).round()),
        MetricType::Sum => stats.sum,
        MetricType::Min => stats.min,
        MetricType::Max => stats.max,
    };
    Some(match unit {
        // At most 6 decimals are stored: nothing to round.
        Unit::Count | Unit::Score | Unit::Usd => stored as f64,
        Unit::Ratio => (stored as f64 / unit.scale() * 1e6).round(),
    })
}

/// The names of ranked groups.
async fn keys<S: Store>(
    reader: &Reader<'_, S>,
    request: &AggregateRequest,
    low: Option<&[String]>,
    ranked: &[(i64, Group)],
) -> Result<Vec<String>, StoreError> {
    let numbers = ranked.iter().map(|(number, _)| *number);
    if let Some(values) = low {
        let name = |number: i64| usize::try_from(number).ok().and_then(|position| values.get(position)).cloned();
        return numbers.map(name).collect::<Option<_>>().ok_or(Corrupt("a mix has no value").into());
    }
    if ranked.is_empty() {
        return Ok(Vec::new());
    }
    let column = Column::of_field(request.index, request.group_by.name);
    let of =
        column.and_then(|column| Named::of_column(request.index, column)).ok_or(Corrupt("a column has no names"))?;
    let statement = names_statement(reader.generation()?, of, numbers.clone());
    let names = NamesByNumber::new(of, single(reader.read(vec![statement]).await?)?)?;
    let member = member_of(request.group_by.name);
    numbers
        .map(|number| match member {
            Some((_, at)) => names.of_channel(number, at),
            None => names.name(number),
        })
        .collect()
}

fn outcome(request: &AggregateRequest, matched: &Group, groups: Vec<(String, Group)>) -> Outcome {
    let with_creators = |group: &Group| (request.index == Index::ContentCreator).then_some(group.creators);
    let buckets = groups.into_iter().map(|(key, group)| {
        let Metric { kind, field } = request.metric;
        let extreme = if kind == MetricType::Min { group.stats.min } else { group.stats.max };
        Bucket {
            key,
            count: group.documents,
            creators: with_creators(&group),
            metric: field.map(|field| measure::metric(kind, field.unit(), group.stats.count, group.stats.sum, extreme)),
            metric_type: field.map(|field| format!("{}:{}", kind.name(), field.name)),
        }
    });
    Outcome::of(Answer::Aggregate(AggregateAnswer {
        matched_documents: matched.documents,
        matched_creators: with_creators(matched),
        buckets: buckets.collect(),
    }))
}
