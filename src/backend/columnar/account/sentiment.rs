//! `GET /v1/sentiment`: the tone of mentions, and how it changed.

use super::attribute::Attribute;
use super::meta::meta;
use super::session::Session;
use super::tally::{Frequencies, ToneColumns, at, label, label_counts, scored};
use super::topics::top_topics;
use crate::backend::columnar::plan::Days;
use crate::measure::{Label, Tones};
use crate::query::QueryError;
use crate::spec::answer::{Basis, KnownCounts, LabelPercentages, SentimentDrivers, SentimentSummary};

const ATTRIBUTES: [Attribute; 4] = [Attribute::Label, Attribute::Score, Attribute::Views, Attribute::Topics];
/// Topics that are told for each of two labels.
const DRIVERS: usize = 5;

pub(super) async fn answer(session: &Session<'_>) -> Result<(SentimentSummary, Basis), QueryError> {
    let window = session.window()?;
    let (mut tones, mut before) = (Tones::default(), Tones::default());
    let (mut of_positive, mut of_negative) = (Frequencies::default(), Frequencies::default());
    let days = Days { first: window.before().from.day(), last: window.to.day() };
    session
        .fold(&ATTRIBUTES, days, |batch| {
            let (columns, topics) = (ToneColumns::of(batch)?, batch.mentions.lists(Attribute::Topics)?);
            let (days, labels) = (batch.numbers(Attribute::Day)?, batch.numbers(Attribute::Label)?);
            for position in batch.positions.iter().copied() {
                if at(days, position) < window.from.day() {
                    columns.add_to(&mut before, position);
                    continue;
                }
                columns.add_to(&mut tones, position);
                match label(at(labels, position)) {
                    Label::Positive => of_positive.add(topics.get(position)),
                    Label::Negative => of_negative.add(topics.get(position)),
                    Label::Neutral | Label::Unknown => {}
                }
            }
            Ok(())
        })
        .await?;
    let [positive, neutral, negative] = tones.percentages();
    let known = KnownCounts { weighted_mentions: Some(tones.weighted_mentions), ..scored(&tones) };
    let summary = SentimentSummary {
        average: tones.average(),
        reach_weighted_average: tones.reach_weighted_average(),
        net_sentiment: tones.net_sentiment(),
        counts: label_counts(&tones),
        percentages: LabelPercentages { positive, neutral, negative },
        scored_mentions: tones.scored,
        change: tones.change(&before),
        drivers: SentimentDrivers {
            positive: top_topics(session, of_positive, DRIVERS).await?,
            negative: top_topics(session, of_negative, DRIVERS).await?,
        },
        meta: meta(session, &window, tones.mentions())?,
    };
    Ok((summary, Basis { known: Some(known), ..Basis::default() }))
}
