//! Answers aggregations: groups of records, with their counts and metrics.

use super::connection::Connection;
use super::filters::push_filters;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use crate::guard::request::{AggregateRequest, Metric};
use crate::measure;
use crate::query::QueryError;
use crate::query::answer::{Answer, Outcome};
use crate::spec::answer::aggregate::{AggregateAnswer, Bucket};
use crate::spec::{Index, MetricType, Unit};
use serde::Deserialize;

/// The count of records, and that of creators on the creator index.
#[derive(Deserialize)]
pub(super) struct TotalRow {
    pub(super) documents: u64,
    pub(super) creators: Option<u64>,
}

#[derive(Deserialize)]
struct BucketRow {
    key: String,
    documents: u64,
    creators: Option<u64>,
    measured: u64,
    /// The sum, the minimum or the maximum of the values.
    value: Option<i64>,
    /// The records of all groups and of none, if they were counted with the groups.
    matched: Option<u64>,
}

pub(super) async fn answer<C: Connection>(
    reader: &Reader<'_, C>,
    request: &AggregateRequest,
) -> Result<Outcome, QueryError> {
    let counted: Vec<BucketRow> = match counts_with_groups(request) {
        true => reader.read(&buckets(reader.tables, request)).await?,
        false => Vec::new(),
    };
    let total = match counted.first().and_then(|row| row.matched) {
        Some(documents) => TotalRow { documents, creators: None },
        None => reader.read_one(&totals(reader.tables, request)).await?,
    };
    let buckets = match total.documents {
        0 => Vec::new(),
        _ if counts_with_groups(request) => counted,
        _ => reader.read(&buckets(reader.tables, request)).await?,
    };
    Ok(Outcome::new(Answer::Aggregate(AggregateAnswer {
        matched_documents: total.documents,
        matched_creators: total.creators,
        buckets: buckets.into_iter().map(|row| bucket(row, request.metric)).collect(),
    })))
}

/// Returns the columns of a [`TotalRow`].
pub(super) fn counts(index: Index) -> &'static str {
    match index {
        Index::ContentCreator => "count() AS documents, uniqExact(channel_uid) AS creators",
        Index::BusinessIdeas | Index::Info => "count() AS documents, NULL AS creators",
    }
}

/// Returns true if one statement counts all records and groups them: each record is in one group or in none, and counts
/// add up. Creators do not, because one can be in several groups.
fn counts_with_groups(request: &AggregateRequest) -> bool {
    !request.group_by.multi && request.index != Index::ContentCreator
}

/// Returns the statement that counts the records.
fn totals(tables: VersionTables, request: &AggregateRequest) -> Sql {
    let mut sql = Sql::new(format!("SELECT {}", counts(request.index)));
    push_matching(&mut sql, tables, request);
    sql
}

fn push_matching(sql: &mut Sql, tables: VersionTables, request: &AggregateRequest) {
    sql.push(&format!(" FROM {} WHERE 1", tables.of_index(request.index)));
    push_filters(sql, &request.filters);
}

fn bucket(row: BucketRow, Metric { kind, field }: Metric) -> Bucket {
    let value = row.value.unwrap_or(0);
    Bucket {
        key: row.key,
        count: row.documents,
        creators: row.creators,
        metric: field.map(|field| measure::metric(kind, field.unit(), row.measured, value, value)),
        metric_type: field.map(|field| format!("{}:{}", kind.name(), field.name)),
    }
}

/// Returns the statement that reads the first groups.
fn buckets(tables: VersionTables, request: &AggregateRequest) -> Sql {
    let (group, Metric { kind, field }) = (request.group_by, request.metric);
    let key = if group.multi { format!("arrayJoin({})", group.name) } else { group.name.to_owned() };
    let (measured, value) = match field {
        None => ("0".to_owned(), "NULL".to_owned()),
        Some(field) => {
            let function = match kind {
                MetricType::Min => "min",
                MetricType::Max => "max",
                MetricType::Count | MetricType::Sum | MetricType::Avg => "sum",
            };
            (format!("count({})", field.name), format!("{function}({})", field.name))
        }
    };
    let counts = counts(request.index);
    let matched = if counts_with_groups(request) { "sum(documents) OVER ()" } else { "NULL" };
    let mut sql = Sql::new(format!(
        "SELECT * FROM (SELECT {key} AS bucket, {counts}, {measured} AS measured, {value} AS value, \
         {matched} AS matched"
    ));
    push_matching(&mut sql, tables, request);
    let (rank, order) = (rank(request.metric), request.order.name());
    sql.push(&format!(" GROUP BY bucket) WHERE bucket IS NOT NULL ORDER BY {rank} {order} NULLS LAST, bucket LIMIT "));
    sql.bind_size(request.size);
    sql
}

/// Returns the expression that ranks groups: the metric as the answer rounds it, in millionths. Groups that are equal in
/// the answer are equal here. It uses the same operations on doubles as [`measure::metric`].
fn rank(Metric { kind, field }: Metric) -> String {
    let Some(field) = field else { return "documents".to_owned() };
    let unit = field.unit();
    match (kind, unit) {
        (MetricType::Count, _) => "documents".to_owned(),
        (MetricType::Avg, _) => {
            let divisor = format!("(toFloat64(measured) * {:.1})", unit.scale());
            // Without values the sum is null, and so is the quotient.
            rounded(&format!("(toFloat64(value) / {divisor} * 1000000.0)"))
        }
        // These are stored with at most 6 decimals and need no rounding.
        (_, Unit::Count | Unit::Score | Unit::Usd) => "value".to_owned(),
        (_, Unit::Ratio) => rounded(&format!("(toFloat64(value) / {:.1} * 1000000.0)", unit.scale())),
    }
}

/// Returns the expression for the integer nearest to a double, and for the one farther from zero if two are equally
/// near. ClickHouse's `round` chooses the even one.
fn rounded(value: &str) -> String {
    format!("(trunc({value}) + sign({value}) * (abs({value} - trunc({value})) >= 0.5))")
}
