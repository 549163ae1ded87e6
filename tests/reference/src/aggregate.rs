//! Groups with counts and metrics.

use super::filters::{push_conditions, push_matching};
use super::from_rows;
use super::tables::{document_table, item_table};
use overheard::guard::request::{AggregateRequest, Metric};
use overheard::measure;
use overheard::query::answer::{Answer, Outcome};
use overheard::spec::answer::aggregate::{AggregateAnswer, Bucket};
use overheard::spec::{Index, MetricType, Unit};
use overheard::sql::{Sql, Statement, Store, StoreError, exactly, from_row};
use serde::Deserialize;

#[derive(Deserialize)]
struct TotalRow {
    documents: u64,
    #[serde(default)]
    creators: Option<u64>,
}

#[derive(Deserialize)]
struct BucketRow {
    key: String,
    documents: u64,
    #[serde(default)]
    creators: Option<u64>,
    #[serde(default)]
    with_value: Option<u64>,
    #[serde(default)]
    total: Option<i64>,
    #[serde(default)]
    extreme: Option<i64>,
}

pub(super) async fn answer<S: Store>(store: &S, request: &AggregateRequest) -> Result<Outcome, StoreError> {
    let statements = vec![totals(request), buckets(request)];
    let [totals, buckets] = exactly(store.batch(statements).await?)?;
    let missing = || StoreError::Unavailable("a count has no row".into());
    let total: TotalRow = from_row(totals.into_iter().next().ok_or_else(missing)?)?;
    let buckets: Vec<BucketRow> = from_rows(buckets)?;
    Ok(Outcome::new(Answer::Aggregate(AggregateAnswer {
        matched_documents: total.documents,
        matched_creators: total.creators,
        buckets: buckets.into_iter().map(|row| bucket(row, request.metric)).collect(),
    })))
}

fn bucket(row: BucketRow, metric: Metric) -> Bucket {
    let value = metric.field.map(|field| {
        let (count, sum) = (row.with_value.unwrap_or(0), row.total.unwrap_or(0));
        measure::metric(metric.kind, field.unit(), count, sum, row.extreme.unwrap_or(0))
    });
    Bucket {
        key: row.key,
        count: row.documents,
        creators: row.creators,
        metric: value,
        metric_type: metric.field.map(|field| format!("{}:{}", metric.kind.name(), field.name)),
    }
}

fn totals(request: &AggregateRequest) -> Statement {
    let mut sql = Sql::new("SELECT count(*) AS documents");
    if request.index == Index::ContentCreator {
        sql.push(", count(DISTINCT d.channel_uid) AS creators");
    }
    push_matching(&mut sql, request.index, &request.filters);
    sql.finish()
}

fn buckets(request: &AggregateRequest) -> Statement {
    let group = request.group_by;
    let key = if group.multi { "item.value".to_owned() } else { format!("d.{}", group.name) };
    let mut sql = Sql::new(format!("SELECT {key} AS key, count(*) AS documents"));
    if request.index == Index::ContentCreator {
        sql.push(", count(DISTINCT d.channel_uid) AS creators");
    }
    if let Some(field) = request.metric.field {
        let name = field.name;
        let extreme = if request.metric.kind == MetricType::Min { "min" } else { "max" };
        sql.push(&format!(", count(d.{name}) AS with_value, sum(d.{name}) AS total, {extreme}(d.{name}) AS extreme"));
    }
    if group.multi {
        let items = item_table(request.index, group);
        let documents = document_table(request.index);
        sql.push(&format!(" FROM {items} AS item JOIN {documents} AS d ON d.num = item.num WHERE TRUE"));
        push_conditions(&mut sql, request.index, &request.filters);
    } else {
        push_matching(&mut sql, request.index, &request.filters);
        sql.push(&format!(" AND {key} IS NOT NULL"));
    }
    let order = request.order.name();
    sql.push(&format!(" GROUP BY {key} ORDER BY {} {order} NULLS LAST, key LIMIT ", rank(request.metric)));
    sql.bind(request.size);
    sql.finish()
}

/// Returns the expression that ranks buckets: the metric as the answer rounds it, times 10^6. Buckets that are equal in
/// the answer are equal here. It uses the same double operations as [`measure::metric`].
fn rank(Metric { kind, field }: Metric) -> String {
    let Some(field) = field else { return "documents".to_owned() };
    let unit = field.unit();
    let stored = match kind {
        MetricType::Count => return "documents".to_owned(),
        MetricType::Avg => {
            let divisor = format!("(count(d.{}) * {:.1})", field.name, unit.scale());
            return format!("round(CAST(sum(d.{}) AS REAL) / {divisor} * 1000000.0)", field.name);
        }
        MetricType::Sum => format!("sum(d.{})", field.name),
        MetricType::Min => format!("min(d.{})", field.name),
        MetricType::Max => format!("max(d.{})", field.name),
    };
    match unit {
        // At most 6 decimals are stored, so nothing is rounded.
        Unit::Count | Unit::Score | Unit::Usd => stored,
        Unit::Ratio => format!("round({stored} / {:.1} * 1000000.0)", unit.scale()),
    }
}
