//! `GET /v1/sentiment/breakdown`: the sentiment of mentions by platform, language or region.

use super::attribute::Attribute;
use super::counters::{ToneColumns, value_at};
use super::read_context::{ReadContext, window_days};
use super::value_names::ValueNames;
use crate::backend::account::breakdown;
use crate::measure::Tones;
use crate::query::QueryError;
use crate::segment::MISSING;
use crate::spec::answer::{Basis, SentimentBreakdown};
use crate::spec::request::account::choice::{BreakdownBy, BreakdownSort};
use std::collections::BTreeMap;

pub(super) async fn answer(
    context: &ReadContext<'_>,
    by: BreakdownBy,
    sort: BreakdownSort,
    limit: usize,
) -> Result<(SentimentBreakdown, Basis), QueryError> {
    let window = context.scope.window()?;
    let attribute = match by {
        BreakdownBy::Platform => Attribute::Platform,
        BreakdownBy::Language => Attribute::Language,
        BreakdownBy::Region => Attribute::Region,
    };
    let mut by_value: BTreeMap<i64, Tones> = BTreeMap::new();
    let attributes = [ToneColumns::ATTRIBUTES.as_slice(), &[attribute]].concat();
    context
        .for_each_batch(&attributes, window_days(&window), |batch| {
            let (values, tones) = (batch.numbers(attribute)?, ToneColumns::new(batch)?);
            for position in batch.positions.iter().copied() {
                tones.add_to(by_value.entry(value_at(values, position)).or_default(), position);
            }
            Ok(())
        })
        .await?;
    let unknown = by_value.remove(&MISSING).unwrap_or_default();
    let names = ValueNames::read(context, attribute, by_value.keys().copied()).await?;
    // A region and a country may have the same name.
    let mut by_name: BTreeMap<String, Tones> = BTreeMap::new();
    for (value, tones) in by_value {
        by_name.entry(names.name(value)?).or_default().unite(&tones);
    }
    Ok(breakdown::answer(&context.scope, &window, (by, sort, limit), (by_name, unknown)))
}
