//! Which mentions are of an account's brands: those that count for a brand in a share of voice.

use super::super::fetch::{Fetched, fetch};
use super::super::postings::WordReader;
use super::super::reader::Reader;
use super::super::rows;
use super::super::sector::context::ContextReader;
use super::super::sector::terms::Known;
use crate::guard::request::{Brand, MonitoredBrand};
use crate::query::plan::{Operator, PlanStep, ResolvedBrand, RowsOf, matching};
use crate::query::view::MAX_MENTIONS;
use crate::segment::{Column, Documents, Manifest};
use crate::spec::limits::MAX_BRANDS;
use crate::sql::StoreError;
use std::collections::BTreeMap;

/// Which mentions are of some brands.
pub(super) enum Matched {
    /// Their numbers, ascending, each with a bit for each brand that it is one of; and the manifest of all mentions.
    Mentions(Box<Manifest>, BTreeMap<i64, i64>),
    /// More than a view may have.
    TooMany,
}

/// Finds the mentions of some brands. That they are too many is known from the names alone, before any mention is looked
/// at, but for brands with context words.
pub(super) async fn matched(reader: &Reader<'_>, brands: &[MonitoredBrand]) -> Result<Matched, StoreError> {
    if brands.len() > MAX_BRANDS {
        return Err(StoreError::OverBudget(format!(
            "the account has {} brands; {MAX_BRANDS} are allowed.",
            brands.len()
        )));
    }
    let brands: Vec<Brand> = brands.iter().map(asked).collect();
    let mut read = Known::look_up(reader, &brands).read(reader).await?;
    let (known, manifest) = (Known::new(&mut read)?, read.manifest);
    let labels = known.labels(&brands)?;
    let of_delta = manifest.delta.as_ref().map_or(0, |delta| delta.documents);
    if at_least(&labels, of_delta) > MAX_MENTIONS as u64 {
        return Ok(Matched::TooMany);
    }
    let superseded = manifest.superseded()?;
    let mut matched = BTreeMap::new();
    for (position, label) in labels.iter().enumerate() {
        let fetched = fetch(reader, &matching(label, &manifest, &known.frequencies)?).await?;
        for number in mentions(label, &fetched, &superseded)? {
            *matched.entry(number).or_default() |= 1 << position;
            if matched.len() > MAX_MENTIONS {
                return Ok(Matched::TooMany);
            }
        }
    }
    Ok(Matched::Mentions(Box::new(manifest), matched))
}

/// How many mentions there are of some brands at least: each has one brand, and may have any components and topics. Those
/// that are superseded are counted with what they were before; they may all be of something else now.
fn at_least(labels: &[ResolvedBrand], superseded: u64) -> u64 {
    let without_context = || labels.iter().filter(|label| label.context.is_empty());
    let brands: BTreeMap<i64, u64> =
        without_context().flat_map(|label| &label.brands).map(|value| (value.number, value.documents)).collect();
    let items = without_context().flat_map(|label| label.components.iter().chain(&label.topics));
    let most = items.map(|value| value.documents).max().unwrap_or(0).max(brands.values().sum());
    most.saturating_sub(superseded)
}

fn asked(brand: &MonitoredBrand) -> Brand {
    let MonitoredBrand { label, terms, must_context, exact, .. } = brand.clone();
    Brand { label, terms, must_context, exact }
}

/// The numbers of a brand's mentions.
fn mentions(label: &ResolvedBrand, fetched: &Fetched, superseded: &[i64]) -> Result<Vec<i64>, StoreError> {
    let mut found = Vec::new();
    for (step, rows) in fetched.steps() {
        let Operator::Documents { of, .. } = step.operator else { continue };
        for row in rows {
            let chunk = rows::documents(row, step.columns())?;
            let counts = counting(label, step, of, &chunk, superseded)?;
            let pairs = chunk.numbers(Column::NUMBER)?.iter().zip(chunk.numbers(Column::VIDEO)?).zip(counts);
            found.extend(pairs.filter(|(_, counts)| *counts).map(|((number, video), _)| (*number, *video)));
        }
    }
    found.sort_unstable();
    found.dedup();
    if !label.context.is_empty() {
        let words = WordReader::new(fetched)?;
        let context = ContextReader::new(&words).context(&label.context)?;
        found.retain(|(number, video)| context.passes(*number, *video));
    }
    Ok(found.into_iter().map(|(number, _)| number).collect())
}

/// For each mention of a row, whether one of the brand's names leads to it: in rows of names all that are not superseded, in
/// those of the delta the ones that carry a name.
fn counting(
    label: &ResolvedBrand,
    step: &PlanStep,
    of: RowsOf,
    chunk: &Documents,
    superseded: &[i64],
) -> Result<Vec<bool>, StoreError> {
    if of != RowsOf::Delta {
        debug_assert!(step.columns().contains(&Column::DAY), "the day tells what is open");
        return Ok(chunk.numbers(Column::DAY)?.iter().map(|day| superseded.binary_search(day).is_err()).collect());
    }
    let brands = chunk.numbers(Column::BRAND_NAME)?;
    let (components, topics) = (chunk.lists(Column::COMPONENTS)?, chunk.lists(Column::TOPICS)?);
    let is_value =
        |values: &[crate::query::plan::Value], number: &i64| values.iter().any(|value| value.number == *number);
    let counts = |(position, brand): (usize, &i64)| {
        is_value(&label.brands, brand)
            || components.get(position).iter().any(|number| is_value(&label.components, number))
            || topics.get(position).iter().any(|number| is_value(&label.topics, number))
    };
    Ok(brands.iter().enumerate().map(counts).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::plan::Value;

    fn values(documents: &[(i64, u64)]) -> Vec<Value> {
        documents.iter().map(|(number, documents)| Value { number: *number, documents: *documents }).collect()
    }

    #[test]
    fn names_tell_how_many_mentions_there_are_at_least() {
        let brand = |brands| ResolvedBrand { brands: values(brands), ..ResolvedBrand::default() };
        // A brand that two of the account's brands name counts once.
        assert_eq!(at_least(&[brand(&[(1, 30), (2, 5)]), brand(&[(1, 30)])], 0), 35);
        // Any of them may have the topic too.
        let topic = ResolvedBrand { topics: values(&[(7, 20), (8, 40)]), ..brand(&[(1, 30)]) };
        assert_eq!(at_least(std::slice::from_ref(&topic), 0), 40);
        // Whether a mention has the words is not known yet.
        let with_context = ResolvedBrand { context: vec![vec!["night".to_owned()]], ..topic };
        assert_eq!(at_least(&[with_context, brand(&[(2, 5)])], 0), 5);
        // Those that are superseded may be of something else now.
        assert_eq!(at_least(&[brand(&[(1, 30)])], 12), 18);
        assert_eq!(at_least(&[brand(&[(1, 30)])], 40), 0);
    }
}
