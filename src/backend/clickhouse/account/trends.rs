//! `GET /v1/trends`: topics and their movement.

use super::AccountReader;
use super::topics::{TopicMinima, count_topics};
use crate::backend::account::trends::RankedTopics;
use crate::backend::clickhouse::connection::Connection;
use crate::query::QueryError;
use crate::spec::answer::{Basis, Trends};
use crate::spec::request::account::choice::{Direction, TrendSort};

pub(super) async fn answer<C: Connection>(
    account: &AccountReader<'_, C>,
    sort: TrendSort,
    direction: Option<Direction>,
    limit: usize,
) -> Result<(Trends, Basis), QueryError> {
    let scope = &account.scope;
    let window = scope.window()?;
    let baseline = scope.baseline(&window);
    let counted = count_topics(account, &window, &baseline, TopicMinima::NONE).await?;
    let ranked = RankedTopics::new(scope, &window, baseline.len(), counted, (sort, direction, limit));
    let names = ranked.topics.iter().map(|topic| topic.topic.clone()).collect();
    Ok(ranked.answer(names))
}
