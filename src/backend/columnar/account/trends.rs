//! `GET /v1/trends`: topics and their movement.

use super::read_context::ReadContext;
use super::topics::{count_topics, topic_names};
use crate::backend::account::trends::RankedTopics;
use crate::query::QueryError;
use crate::spec::answer::{Basis, Trends};
use crate::spec::request::account::choice::{Direction, TrendSort};

pub(super) async fn answer(
    context: &ReadContext<'_>,
    sort: TrendSort,
    direction: Option<Direction>,
    limit: usize,
) -> Result<(Trends, Basis), QueryError> {
    let scope = &context.scope;
    let window = scope.window()?;
    let baseline = scope.baseline(&window);
    let counted = count_topics(context, &window, &baseline).await?.into_topics();
    let ranked = RankedTopics::new(scope, &window, baseline.len(), counted, (sort, direction, limit));
    let numbers = || ranked.topics.iter().map(|topic| topic.topic.number);
    let names = topic_names(context, numbers()).await?;
    let names = numbers().map(|number| names.name(number)).collect::<Result<_, _>>()?;
    Ok(ranked.answer(names))
}
