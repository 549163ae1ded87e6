//! `GET /v1/sentiment`: the sentiment of mentions, and its change since the previous window.

use super::AccountReader;
use super::filters::label;
use super::groups::{GroupRow, MoreColumns};
use super::selection::Selection;
use crate::backend::account::sentiment::{self, DRIVERS};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::measure::Tones;
use crate::query::QueryError;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{Basis, SentimentDrivers, SentimentSummary};

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
) -> Result<(SentimentSummary, Basis), QueryError> {
    let window = account.scope.window()?;
    let brands = account.scope.brands.bits();
    let both = Selection::filtered(brands, (Some(window.before().from), Some(window.to)));
    let is_now = |sql: &mut Sql| _ = sql.push("upload_date >= ").bind_date(window.from);
    let groups: Vec<(u8, GroupRow)> =
        account.reader.read(&account.groups(is_now, MoreColumns::default(), &both)).await?;
    let (mut tones, mut before) = (Tones::default(), Tones::default());
    for (is_now, GroupRow(totals)) in groups {
        *(if is_now == 0 { &mut before } else { &mut tones }) = totals.tones;
    }
    let mut drivers = SentimentDrivers { positive: Vec::new(), negative: Vec::new() };
    for (label, topic, count) in topics(account, &Selection::of_window(brands, &window)).await? {
        let of_label = if label == "positive" { &mut drivers.positive } else { &mut drivers.negative };
        of_label.push(TopicCount { topic, count });
    }
    Ok(sentiment::answer(&account.scope, &window, (&tones, &before), drivers))
}

/// Reads the most frequent topics of positive and of negative mentions.
async fn topics<C: Connection>(
    account: &AccountReader<'_, C>,
    selection: &Selection<'_>,
) -> Result<Vec<(String, String, u64)>, QueryError> {
    let label = label();
    let mut sql =
        Sql::new(format!("SELECT {label} AS label, arrayJoin(arrayDistinct(topics)) AS topic, count() AS mentions"));
    account.push_from(&mut sql, selection);
    sql.push(" AND label IN ('positive', 'negative') GROUP BY label, topic");
    sql.push(" ORDER BY label, mentions DESC, topic LIMIT ").bind_size(DRIVERS as u32).push(" BY label");
    account.reader.read(&sql).await
}
