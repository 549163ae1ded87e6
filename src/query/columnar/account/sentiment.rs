//! `GET /v1/sentiment`: the tone of mentions, and how it changed.

use super::AccountFault;
use super::meta::meta;
use super::session::Session;
use super::tally::{ToneColumns, at, label, label_counts, top_topics};
use crate::measure::Label;
use crate::query::view::{NamesOf, View, ViewColumn};
use crate::segment::Corrupt;
use crate::spec::answer::sector::TopicCount;
use crate::spec::answer::{LabelPercentages, SentimentDrivers, SentimentSummary};

const COLUMNS: [ViewColumn; 4] = [ViewColumn::Label, ViewColumn::Score, ViewColumn::Views, ViewColumn::Topics];
/// Topics that are told for each of two labels.
const DRIVERS: usize = 5;

pub(super) async fn answer(session: &Session<'_>) -> Result<SentimentSummary, AccountFault> {
    let (window, view, [now, earlier]) = session.passing_twice(&COLUMNS, &[NamesOf::Topics]).await?;
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
    top_topics(view, positions.iter().filter(|position| label(at(labels, **position)) == of), DRIVERS)
}
