//! `GET /v1/sentiment`: the tone of mentions, and how it changed.

use super::Fault;
use super::meta::Meta;
use super::session::{Passing, Session, days_of};
use super::stats::TopicCount;
use super::tally::{ToneColumns, at, frequencies, label};
use crate::base::number::Number;
use crate::measure::{Label, Tones};
use crate::query::plan::Days;
use crate::query::view::{Column, NamesOf, View};
use crate::segment::Corrupt;
use crate::sql::Store;
use serde::Serialize;

const COLUMNS: [Column; 4] = [Column::Label, Column::Score, Column::Views, Column::Topics];
/// Topics that are told for each of two labels.
const DRIVERS: usize = 5;

/// The tone of mentions.
#[derive(Debug, Serialize)]
pub(super) struct Sentiment {
    object: &'static str,
    average: Option<Number>,
    reach_weighted_average: Option<Number>,
    net_sentiment: Option<Number>,
    counts: LabelCounts,
    percentages: Percentages,
    scored_mentions: u64,
    change: Change,
    drivers: Drivers,
    meta: Meta,
}

/// Mentions by label.
#[derive(Debug, Serialize)]
pub(super) struct LabelCounts {
    positive: u64,
    neutral: u64,
    negative: u64,
    unknown: u64,
}

#[derive(Debug, Serialize)]
struct Percentages {
    positive: Number,
    neutral: Number,
    negative: Number,
}

/// Against the window of as many days just before.
#[derive(Debug, Serialize)]
struct Change {
    average: Option<Number>,
    net_sentiment: Option<Number>,
}

/// The most frequent topics of positive and of negative mentions.
#[derive(Debug, Serialize)]
struct Drivers {
    positive: Vec<TopicCount>,
    negative: Vec<TopicCount>,
}

impl LabelCounts {
    /// Those of some tones.
    pub(super) fn of(tones: &Tones) -> Self {
        let Tones { positive, neutral, negative, unknown, .. } = *tones;
        Self { positive, neutral, negative, unknown }
    }
}

pub(super) async fn answer<S: Store>(session: &Session<'_, S>) -> Result<Sentiment, Fault> {
    let window = session.window()?;
    let days = Days { first: window.before().from.day(), last: window.to.day() };
    let Passing { view, positions } = session.passing(&COLUMNS, &[NamesOf::Topics], days).await?;
    let of_days = view.numbers(Column::Day)?;
    let (now, earlier): (Vec<usize>, Vec<usize>) =
        positions.into_iter().partition(|position| days_of(&window).contains(at(of_days, *position)));
    let columns = ToneColumns::of(&view)?;
    let tones = columns.tones(&now);
    let change = tones.change(&columns.tones(&earlier));
    let [positive, neutral, negative] = tones.percentages();
    Ok(Sentiment {
        object: "sentiment",
        average: tones.average(),
        reach_weighted_average: tones.reach_weighted_average(),
        net_sentiment: tones.net_sentiment(),
        counts: LabelCounts::of(&tones),
        percentages: Percentages { positive, neutral, negative },
        scored_mentions: tones.scored,
        change: Change { average: change.average, net_sentiment: change.net_sentiment },
        drivers: Drivers {
            positive: drivers(&view, &now, Label::Positive)?,
            negative: drivers(&view, &now, Label::Negative)?,
        },
        meta: Meta::new(session, &window, now.len() as u64)?,
    })
}

fn drivers(view: &View, positions: &[usize], of: Label) -> Result<Vec<TopicCount>, Corrupt> {
    let labels = view.numbers(Column::Label)?;
    let labelled = positions.iter().filter(|position| label(at(labels, **position)) == of);
    let topics = frequencies(view, Column::Topics, labelled)?.into_iter().take(DRIVERS);
    let named =
        |(topic, count)| TopicCount { topic: view.name(NamesOf::Topics, topic).unwrap_or_default().to_owned(), count };
    Ok(topics.map(named).collect())
}
