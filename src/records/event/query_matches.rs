//! Fresh mentions that match the full-text queries of webhooks.

use super::answers::{EventAnswers, build_request, for_each_item};
use super::{EventScanContext, Subscriber};
use crate::base::date::time_of_seconds;
use crate::base::order;
use crate::spec::AccountOperation;
use crate::spec::request::account::choice::WebhookEvent;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The mentions per page, and the maximum read for a query.
const PAGE: usize = 500;
const MAX_READ: usize = 3_000;

/// The events that the filters of mentions apply to.
const RECEIVED: [WebhookEvent; 2] = [WebhookEvent::MentionCreated, WebhookEvent::InfluencerFirstMention];

/// The ids of matching mentions for each query.
#[derive(Debug, Default)]
pub(super) struct QueryMatches(BTreeMap<String, BTreeSet<String>>);

impl QueryMatches {
    /// Finds the matches among the mentions that arrived at a time or later, in seconds since 1970. A query that the
    /// backend refuses matches nothing.
    pub(super) async fn read<A: EventAnswers>(
        context: &EventScanContext<'_>,
        earliest: Option<i64>,
        answers: &A,
    ) -> Result<Self, A::Error> {
        let mut found = Self::default();
        let Some(after) = earliest.and_then(|at| time_of_seconds(at - 1)) else { return Ok(found) };
        let from = context.first_fresh_day().to_string();
        let receives = |one: &&Subscriber| RECEIVED.iter().any(|kind| one.subscribes_to(*kind));
        let receivers = context.subscribers.iter().filter(receives);
        let queries = order::set(receivers.filter_map(|one| one.filters.q.as_deref()));
        for q in queries {
            let parameters =
                [("q", q), ("from", &from), ("indexed_after", &after), ("sort", "indexed_at"), ("order", "desc")];
            let request = build_request(AccountOperation::Mentions, &parameters)?;
            let mut ids = BTreeSet::new();
            let read = for_each_item(answers, &request, PAGE, |mention| {
                ids.extend(id_of(&mention).map(str::to_owned));
                Ok(ids.len() < MAX_READ)
            });
            if let Err(error) = read.await {
                answers.skip_refused(q, error)?;
            }
            found.0.insert(q.to_owned(), ids);
        }
        Ok(found)
    }

    /// Returns true if a mention matches the query of a webhook, or the webhook has none.
    pub(super) fn accepts(&self, subscriber: &Subscriber, mention: &Value) -> bool {
        let matches = |q| self.0.get(q).zip(id_of(mention)).is_some_and(|(ids, id)| ids.contains(id));
        subscriber.filters.q.as_ref().is_none_or(matches)
    }
}

fn id_of(mention: &Value) -> Option<&str> {
    mention.get("id").and_then(Value::as_str)
}
