//! `GET /v1/sentiment`: the tone of mentions, and how it changed.

use super::AccountFault;
use super::meta::meta;
use super::session::{Passing, Session, days_of};
use super::tally::{ToneColumns, at, frequencies, label, label_counts};
use crate::measure::Label;
use crate::query::plan::Days;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{LabelPercentages, SentimentDrivers, SentimentSummary};
use crate::sql::Store;

const COLUMNS: [ViewColumn; 4] = [ViewColumn::Label, ViewColumn::Score, ViewColumn::Views, ViewColumn::Topics];
/// Topics that are told for each of two labels.
const DRIVERS: usize = 5;

pub(super) async fn answer<S: Store>(session: &Session<'_, S>) -> Result<SentimentSummary, AccountFault> {
    let window = session.window()?;
    let days = Days { first: window.before().from.day(), last: window.to.day() };
    let Passing { view, positions } = session.passing(&COLUMNS, &[NamesOf::Topics], days).await?;
    let of_days = view.numbers(ViewColumn::Day)?;
    let (now, earlier): (Vec<usize>, Vec<usize>) =
        positions.into_iter().partition(|position| days_of(&window).contains(at(of_days, *position)));
    let columns = ToneColumns::of(&view)?;
    let tones = columns.tones(&now);
    let [positive, neutral, negative] = tones.percentages();
    Ok(SentimentSummary {
        average: tones.average(),
        reach_weighted_average: tones.reach_weighted_average(),
        net_sentiment: tones.net_sentiment(),
        counts: label_counts(&tones),
        percentages: LabelPercentages { positive, neutral, negative },
        scored_mentions: tones.scored,
        change: tones.change(&columns.tones(&earlier)),
        drivers: SentimentDrivers {
            positive: drivers(&view, &now, Label::Positive)?,
            negative: drivers(&view, &now, Label::Negative)?,
        },
        meta: meta(session, &window, now.len() as u64)?,
    })
}

fn drivers(view: &View, positions: &[usize], of: Label) -> Result<Vec<TopicCount>, Corrupt> {
    let labels = view.numbers(ViewColumn::Label)?;
    let labelled = positions.iter().filter(|position| label(at(labels, **position)) == of);
    let topics = frequencies(view, ViewColumn::Topics, labelled)?.into_iter().take(DRIVERS);
    let named =
        |(topic, count)| TopicCount { topic: view.name(NamesOf::Topics, topic).unwrap_or_default().to_owned(), count };
    Ok(topics.map(named).collect())
}
