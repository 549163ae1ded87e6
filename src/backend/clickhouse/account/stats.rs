//! `GET /v1/mentions/stats`: counts of mentions, and their change since the previous window.

use super::AccountReader;
use super::groups::{GroupRow, MoreColumns};
use super::selection::Selection;
use crate::backend::account::counts::GroupTotals;
use crate::backend::account::stats::{self, KnownSum, WindowTotals};
use crate::backend::clickhouse::connection::Connection;
use crate::backend::clickhouse::sql::Sql;
use crate::query::QueryError;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{Basis, ComponentCount, MentionStats};
use serde::Deserialize;

/// The sums of a platform that the answer has in total only.
const MORE: MoreColumns = MoreColumns {
    of_video: ", sum(occurrences) AS video_occurrences, count(estimated_value_usd) AS valued, \
               sum(estimated_value_usd) AS value, any(likes) AS video_likes, any(comments) AS video_comments",
    of_group: ", (sum(video_occurrences), (sum(valued), ifNull(sum(value), 0)), \
               (ifNull(sum(video_likes), 0), count(video_likes)), \
               (ifNull(sum(video_comments), 0), count(video_comments)))",
};

/// The totals of a platform in a window.
#[derive(Deserialize)]
struct PlatformRow {
    /// The platform, and 1 for the window or 0 for the previous one.
    key: (String, u8),
    group: GroupRow,
    sums: PlatformSums,
}

/// The sums of [`MORE`].
#[derive(Clone, Copy, Deserialize)]
struct PlatformSums {
    occurrences: i64,
    value: (u64, i64),
    likes: (u64, u64),
    comments: (u64, u64),
}

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    top: usize,
) -> Result<(MentionStats, Basis), QueryError> {
    let window = account.scope.window()?;
    let brands = account.scope.brands.bits();
    let both = Selection::filtered(brands, (Some(window.before().from), Some(window.to)));
    let platform = |sql: &mut Sql| _ = sql.push("(platform, upload_date >= ").bind_date(window.from).push(")");
    let mut sql = account.groups(platform, MORE, &both);
    sql.push(" ORDER BY group_key");
    let (mut now, mut before) = (WindowTotals::default(), GroupTotals::default());
    for PlatformRow { key: (platform, is_now), group, sums } in account.reader.read(&sql).await? {
        if is_now == 0 {
            before.unite(&group.0);
        } else {
            now.by_platform.push((platform, group.0));
            sums.add_to(&mut now);
        }
    }
    let selection = Selection::of_window(brands, &window);
    let mut distinct = Sql::new("SELECT uniqExact(creator_id), sumForEach(arrayMap(position -> has(");
    account.push_brand_positions(&mut distinct);
    distinct.push(", position), range(");
    distinct.bind_size(u32::try_from(account.brands.len()).unwrap_or(u32::MAX)).push(")))");
    account.push_from(&mut distinct, &selection);
    (now.channels, now.by_brand) = account.reader.read_one(&distinct).await?;
    let topics = account.most_frequent("topics", top, &selection).await?;
    now.top_topics = topics.into_iter().map(|(topic, count)| TopicCount { topic, count }).collect();
    let components = account.most_frequent("components", top, &selection).await?;
    now.top_components = components.into_iter().map(|(component, count)| ComponentCount { component, count }).collect();
    Ok(stats::answer(&account.scope, &window, now, &before))
}

impl PlatformSums {
    fn add_to(&self, now: &mut WindowTotals) {
        let Self { occurrences, value, likes, comments } = *self;
        now.occurrences += occurrences;
        now.value = (now.value.0 + value.0, now.value.1 + value.1);
        for (sum, (total, known)) in [(&mut now.likes, likes), (&mut now.comments, comments)] {
            *sum = KnownSum { total: sum.total + total, known: sum.known + known };
        }
    }
}
