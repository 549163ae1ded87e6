//! `GET /v1/sentiment`: the sentiment of mentions, and its change since the previous window.

use super::attribute::Attribute;
use super::counters::{ItemCounts, ToneColumns, label_of, value_at};
use super::read_context::ReadContext;
use super::topics::top_topics;
use crate::backend::account::sentiment::{self, DRIVERS};
use crate::backend::columnar::plan::Days;
use crate::measure::{Label, Tones};
use crate::query::QueryError;
use crate::spec::answer::{Basis, SentimentDrivers, SentimentSummary};

const ATTRIBUTES: [Attribute; 4] = [Attribute::Label, Attribute::Score, Attribute::Views, Attribute::Topics];

pub(super) async fn answer(context: &ReadContext<'_>) -> Result<(SentimentSummary, Basis), QueryError> {
    let window = context.scope.window()?;
    let (mut tones, mut before) = (Tones::default(), Tones::default());
    let (mut of_positive, mut of_negative) = (ItemCounts::default(), ItemCounts::default());
    let days = Days { first: window.before().from.day(), last: window.to.day() };
    context
        .for_each_batch(&ATTRIBUTES, days, |batch| {
            let (columns, topics) = (ToneColumns::new(batch)?, batch.mentions.lists(Attribute::Topics)?);
            let (days, labels) = (batch.numbers(Attribute::Day)?, batch.numbers(Attribute::Label)?);
            for position in batch.positions.iter().copied() {
                if value_at(days, position) < window.from.day() {
                    columns.add_to(&mut before, position);
                    continue;
                }
                columns.add_to(&mut tones, position);
                match label_of(value_at(labels, position)) {
                    Label::Positive => of_positive.add(topics.get(position)),
                    Label::Negative => of_negative.add(topics.get(position)),
                    Label::Neutral | Label::Unknown => {}
                }
            }
            Ok(())
        })
        .await?;
    let drivers = SentimentDrivers {
        positive: top_topics(context, of_positive, DRIVERS).await?,
        negative: top_topics(context, of_negative, DRIVERS).await?,
    };
    Ok(sentiment::answer(&context.scope, &window, (&tones, &before), drivers))
}
