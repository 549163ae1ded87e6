//! `GET /v1/sentiment`: the sentiment of mentions, and its change since the previous window.

use super::counts::{label_counts, scored_counts};
use super::meta::analysis_meta;
use super::scope::AnswerScope;
use crate::base::date::Window;
use crate::measure::Tones;
use crate::spec::answer::{Basis, KnownCounts, LabelPercentages, SentimentDrivers, SentimentSummary};

/// The number of topics that are listed for each of the labels positive and negative.
pub(in crate::backend) const DRIVERS: usize = 5;

/// Makes the answer from the tones of the window and of the previous one.
pub(in crate::backend) fn answer(
    scope: &AnswerScope<'_>,
    window: &Window,
    (tones, before): (&Tones, &Tones),
    drivers: SentimentDrivers,
) -> (SentimentSummary, Basis) {
    let [positive, neutral, negative] = tones.percentages();
    let known = KnownCounts { weighted_mentions: Some(tones.weighted_mentions), ..scored_counts(tones) };
    let summary = SentimentSummary {
        average: tones.average(),
        reach_weighted_average: tones.reach_weighted_average(),
        net_sentiment: tones.net_sentiment(),
        counts: label_counts(tones),
        percentages: LabelPercentages { positive, neutral, negative },
        scored_mentions: tones.scored,
        change: tones.change(before),
        drivers,
        meta: analysis_meta(scope, window, tones.mentions()),
    };
    (summary, Basis { known: Some(known), ..Basis::default() })
}
