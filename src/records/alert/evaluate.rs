//! When the condition of an alert is met.

use super::{AlertFiring, AlertRecord, AlertState};
use crate::base::date::{Date, Window};
use crate::base::number::Number;
use crate::guard::request::account::AccountRequest;
use crate::guard::request::account::forced::check_brands;
use crate::records::event::{BASELINE_DAYS, EventAnswers, EventScanContext, SENTIMENT_DAYS, VolumeSpike};
use crate::records::event::{TimelineFields, deserialize, for_each_item};
use crate::service::alert::AlertCondition;
use crate::spec::AccountOperation;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The maximum number of new mentions that an evaluation looks for.
const MAX_LISTED: usize = 300;
/// The mentions of a page, the maximum.
const PAGE: usize = 100;
const DAILY: (&str, &str) = ("interval", "day");

#[derive(Deserialize)]
struct MentionFields {
    id: String,
}

#[derive(Deserialize)]
struct ToneFields {
    average: Option<Number>,
    scored_mentions: u64,
}

#[derive(Deserialize)]
struct ExplanationFields {
    summary: String,
}

/// Evaluates the condition of an alert. Returns its new state, and the message if it fires. The state of a muted alert
/// changes too, so that it tells nothing old later.
///
/// `None` if the question is refused, for example because a brand is no longer monitored.
///
/// # Errors
/// The errors of `answers`.
pub async fn evaluate<A: EventAnswers>(
    context: &EventScanContext<'_>,
    alert: &AlertRecord,
    answers: &A,
) -> Result<Option<(AlertState, Option<AlertFiring>)>, A::Error> {
    let filters = Value::Object(alert.request.filters.clone()).to_string();
    if context.dates.is_none() || check_brands(&filters, context.monitored).is_err() {
        return Ok(None);
    }
    let evaluation = Evaluation { context, alert, answers };
    let found = match alert.request.condition {
        AlertCondition::NewMentions => evaluation.new_mentions().await?,
        AlertCondition::Count { at_least } => evaluation.count(at_least.into()).await?,
        AlertCondition::Tone { below, at_least } => evaluation.tone(below, at_least.into()).await?,
        AlertCondition::Spike => evaluation.spike().await?,
    };
    Ok(found.map(|(state, firing)| (state, firing.filter(|_| !alert.request.muted))))
}

type Found = Option<(AlertState, Option<AlertFiring>)>;

struct Evaluation<'e, A> {
    context: &'e EventScanContext<'e>,
    alert: &'e AlertRecord,
    answers: &'e A,
}

impl<A: EventAnswers> Evaluation<'_, A> {
    /// Fires for recent mentions that the last evaluation did not find.
    async fn new_mentions(&self) -> Result<Found, A::Error> {
        let from = self.context.first_fresh_day().to_string();
        let newest = [("from", from.as_str()), ("sort", "indexed_at")];
        let Some(request) = self.request(AccountOperation::Mentions, &newest) else { return Ok(None) };
        let mut listed = BTreeSet::new();
        for_each_item(self.answers, &request, PAGE, |item| {
            let MentionFields { id } = deserialize(item)?;
            listed.insert(id);
            Ok(listed.len() < MAX_LISTED)
        })
        .await?;
        let known = self.alert.state.known.as_ref();
        let new = known.map_or(0, |known| listed.difference(known).count());
        let firing = (new > 0).then(|| {
            let more = if new == MAX_LISTED { " or more" } else { "" };
            let noun = if new == 1 { "mention" } else { "mentions" };
            let (reason, numbers) = (format!("{new}{more} new {noun}."), json!({"new_mentions": new}));
            AlertFiring { reason, numbers, query: self.alert.query(&[("from", from.as_str())]) }
        });
        Ok(Some((AlertState { known: Some(listed), ..self.alert.state.clone() }, firing)))
    }

    /// Fires for a recent day with enough mentions, once for each day.
    async fn count(&self, at_least: u64) -> Result<Found, A::Error> {
        let days = Window { from: self.context.first_fresh_day(), to: self.context.today };
        let Some(answer) = self.ask(AccountOperation::SentimentTimeline, days, &[DAILY]).await? else {
            return Ok(None);
        };
        let TimelineFields { data } = deserialize(answer)?;
        let mut days = data.iter().map(|point| (point.start, point.mentions));
        let reached = days.rfind(|(day, count)| *count >= at_least && Some(*day) > self.alert.state.last_day);
        let firing = reached.map(|(day, count)| AlertFiring {
            reason: format!("{count} mentions on {day}, at least {at_least}."),
            numbers: json!({"date": day, "count": count, "at_least": at_least}),
            query: self.query_of(Window { from: day, to: day }),
        });
        let last_day = reached.map(|(day, _)| day).or(self.alert.state.last_day);
        Ok(Some((AlertState { last_day, ..self.alert.state.clone() }, firing)))
    }

    /// Fires when the mean tone of the last full days falls below a value. It must reach the value before it fires
    /// again.
    async fn tone(&self, below: f64, at_least: u64) -> Result<Found, A::Error> {
        let days = Window::ending(self.context.last_full_day(), SENTIMENT_DAYS);
        let Some(answer) = self.ask(AccountOperation::Sentiment, days, &[]).await? else { return Ok(None) };
        let ToneFields { average, scored_mentions } = deserialize(answer)?;
        let Some(average) = average.filter(|_| scored_mentions >= at_least) else {
            return Ok(Some((self.alert.state.clone(), None)));
        };
        let is_below = average.value() < below;
        let firing = (is_below && !self.alert.state.is_below).then(|| AlertFiring {
            reason: format!(
                "The mean tone of {} to {} is {}, below {below}, in {scored_mentions} mentions with a tone.",
                days.from,
                days.to,
                average.value()
            ),
            numbers: json!({
                "from": days.from, "to": days.to, "average": average, "below": below, "scored_mentions": scored_mentions,
            }),
            query: self.query_of(days),
        });
        Ok(Some((AlertState { is_below, ..self.alert.state.clone() }, firing)))
    }

    /// Fires for a day with far more mentions than the days before.
    async fn spike(&self) -> Result<Found, A::Error> {
        let day = self.context.last_full_day();
        let days = Window::ending(day, BASELINE_DAYS + 1);
        // The dataset has no counts for the days before its first one.
        if self.context.dates.is_none_or(|(first, _)| first > days.from) {
            return Ok(None);
        }
        let Some(answer) = self.ask(AccountOperation::SentimentTimeline, days, &[DAILY]).await? else {
            return Ok(None);
        };
        let TimelineFields { data } = deserialize(answer)?;
        let spike = VolumeSpike::of(&data).filter(|_| Some(day) > self.alert.state.last_day);
        let last_day = spike.as_ref().map(|_| day).or(self.alert.state.last_day);
        let firing = match spike {
            None => None,
            Some(VolumeSpike { count, baseline_mean, z_score }) => self.explain(day).await?.map(|reason| AlertFiring {
                reason,
                numbers: json!({"date": day, "count": count, "baseline_mean": baseline_mean, "z_score": z_score}),
                query: self.query_of(Window { from: day, to: day }),
            }),
        };
        Ok(Some((AlertState { last_day, ..self.alert.state.clone() }, firing)))
    }

    /// Returns the sentence that says what accounts for the mentions of a day.
    async fn explain(&self, day: Date) -> Result<Option<String>, A::Error> {
        let Some(request) = self.request(AccountOperation::ExplainChange, &[("date", &day.to_string())]) else {
            return Ok(None);
        };
        let ExplanationFields { summary } = deserialize(self.answers.fetch(&request).await?)?;
        Ok(Some(summary))
    }

    async fn ask(
        &self,
        operation: AccountOperation,
        window: Window,
        more: &[(&str, &str)],
    ) -> Result<Option<Value>, A::Error> {
        let [from, to] = [window.from, window.to].map(|date| date.to_string());
        let window = [("from", from.as_str()), ("to", to.as_str())];
        let Some(request) = self.request(operation, &[&window, more].concat()) else { return Ok(None) };
        Ok(Some(self.answers.fetch(&request).await?))
    }

    /// Returns a request about the alert's mentions. `None` if it is refused.
    fn request(&self, operation: AccountOperation, more: &[(&str, &str)]) -> Option<AccountRequest> {
        let address = self.alert.request.address(operation, more)?;
        let query = address.split_once('?').map_or("", |(_, query)| query);
        AccountRequest::parse(operation, query.as_bytes()).ok()
    }

    fn query_of(&self, window: Window) -> String {
        let [from, to] = [window.from, window.to].map(|date| date.to_string());
        self.alert.query(&[("from", &from), ("to", &to)])
    }
}
