//! `GET /v1/_ext/explain-change`: the parts of a change in the number of mentions.

use super::AccountReader;
use super::selection::Selection;
use crate::backend::account::explanation::{ExplainedParts, ExplainedPeriod, PartName};
use crate::backend::account::influencers::influencer_id;
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::guard::request::account::ExplanationParameters;
use crate::measure::{MENTION, PartCounts};
use crate::query::QueryError;
use crate::spec::answer::{Basis, ChangeExplanation, InfluencerChannel};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The channel of the newest video. Of videos of one day, the last by id is the newest.
const NEWEST_CHANNEL: &str = "argMax((channel_name, platform), (upload_date, video_id))";
/// The channel in dimensions that have none.
const NO_CHANNEL: &str = "NULL";

/// Reads the parts of a change.
struct PartReader<'a, C> {
    account: &'a AccountReader<'a, C>,
    period: &'a ExplainedPeriod,
    selection: Selection<'a>,
}

/// A part of a dimension with its mentions in the period and in the baseline.
#[derive(Deserialize)]
struct PartRow<K> {
    key: Option<K>,
    channel: Option<(Option<String>, String)>,
    counts: (u64, u64),
}

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    parameters: ExplanationParameters,
) -> Result<(ChangeExplanation, Basis), QueryError> {
    let period = ExplainedPeriod::new(&account.scope, parameters);
    let days = (Some(period.first), Some(period.window.to));
    let selection = Selection::filtered(account.scope.brands.bits(), days);
    let reader = PartReader { account, period: &period, selection };
    let mut totals = Sql::new("SELECT ");
    reader.push_counts(&mut totals, "1");
    totals.push(", ");
    reader.push_counts(&mut totals, "empty(topics)");
    account.push_from(&mut totals, &selection);
    let ((now, before), without_topics): ((u64, u64), (u64, u64)) = account.reader.read_one(&totals).await?;
    let parts = ExplainedParts {
        all: PartCounts::of_mentions(now, before),
        platforms: reader.largest("platform", NO_CHANNEL, |name: String| name).await?,
        creators: reader.largest("creator_id", NEWEST_CHANNEL, influencer_id).await?,
        videos: reader.largest("video_id", NO_CHANNEL, |id: String| id).await?,
        topics: reader.topics(without_topics).await?,
    };
    Ok(period.answer(&account.scope, now, parts))
}

impl<C: Connection> PartReader<'_, C> {
    /// Appends the numbers of mentions in the period and in the baseline that meet a condition.
    fn push_counts(&self, sql: &mut Sql, condition: &str) {
        let first = self.period.window.from;
        sql.push(&format!("(countIf({condition} AND upload_date >= ")).bind_date(first);
        sql.push(&format!("), countIf({condition} AND upload_date < ")).bind_date(first).push("))");
    }

    /// Reads the parts of a dimension with the largest changes.
    async fn largest<K: DeserializeOwned>(
        &self,
        key: &str,
        channel: &str,
        text: impl Fn(K) -> String,
    ) -> Result<Vec<(PartName, PartCounts)>, QueryError> {
        let ExplainedPeriod { periods, limit, .. } = *self.period;
        let mut sql = Sql::new(format!("SELECT {key} AS key, {channel}, "));
        self.push_counts(&mut sql, "1");
        sql.push(" AS counts");
        self.account.push_from(&mut sql, &self.selection);
        sql.push(" GROUP BY key ORDER BY abs(toInt64(counts.1) * ").bind_integer(periods.max(1) as i64);
        sql.push(" - toInt64(counts.2)) DESC, key NULLS FIRST LIMIT ").bind_size(limit as u32);
        let rows: Vec<PartRow<K>> = self.account.reader.read(&sql).await?;
        let part = |PartRow { key, channel, counts: (now, before) }: PartRow<K>| {
            let channel = channel.filter(|_| key.is_some());
            let channel = channel.map(|(name, platform)| InfluencerChannel { name, platform: Some(platform) });
            ((key.map(&text), channel), PartCounts::of_mentions(now, before))
        };
        Ok(rows.into_iter().map(part).collect())
    }

    /// Reads the topics with the largest changes. A mention is divided among its topics.
    async fn topics(&self, without_topics: (u64, u64)) -> Result<Vec<(PartName, PartCounts)>, QueryError> {
        let mut sql =
            Sql::new("SELECT arrayJoin(arrayDistinct(topics)) AS topic, length(arrayDistinct(topics)) AS size, ");
        self.push_counts(&mut sql, "1");
        self.account.push_from(&mut sql, &self.selection);
        sql.push(" GROUP BY topic, size");
        let mut topics: BTreeMap<Option<String>, PartCounts> = BTreeMap::new();
        let (now, before) = without_topics;
        if now + before > 0 {
            topics.insert(None, PartCounts::of_mentions(now, before));
        }
        for (topic, size, (now, before)) in self.account.reader.read::<(String, u64, (u64, u64))>(&sql).await? {
            let counts = topics.entry(Some(topic)).or_default();
            let units = MENTION / i128::from(size.max(1));
            counts.add(true, i128::from(now) * units);
            counts.add(false, i128::from(before) * units);
        }
        let mut largest = self.period.largest_parts();
        topics.into_iter().for_each(|(topic, counts)| largest.add(topic, counts));
        Ok(largest.into_parts().into_iter().map(|(topic, counts)| ((topic, None), counts)).collect())
    }
}
