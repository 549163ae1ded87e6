//! What tuples of mentions stand for.

use super::attribute::Attribute;
use super::tally::at;
use crate::measure::Label;
use crate::segment::{Corrupt, MISSING, Tuples};

/// Values of a tuple field in code-point order, and the position of that of each tuple.
#[derive(Debug)]
struct Values {
    names: Vec<String>,
    of_tuple: Vec<i64>,
}

/// The platforms, categories and labels of an index's tuples.
#[derive(Debug)]
pub(super) struct Facts {
    platforms: Values,
    categories: Values,
    /// The stored label of each tuple.
    labels: Vec<Option<Label>>,
}

impl Facts {
    /// Those of some tuples.
    pub(super) fn of(tuples: &Tuples) -> Result<Self, Corrupt> {
        let values = |field| {
            let (names, of_tuple) = tuples.field(field)?;
            Ok(Values { names: names.to_vec(), of_tuple })
        };
        let Values { names, of_tuple } = values("sentiment")?;
        let label = |position: &i64| Label::from_name(names.get(usize::try_from(*position).ok()?)?);
        let labels = of_tuple.iter().map(label).collect();
        Ok(Self { platforms: values("platform")?, categories: values("category")?, labels })
    }

    fn values(&self, attribute: Attribute) -> &Values {
        if attribute == Attribute::Category { &self.categories } else { &self.platforms }
    }

    /// The position of a value of platforms or categories.
    pub(super) fn position(&self, attribute: Attribute, name: &str) -> Option<i64> {
        let names = &self.values(attribute).names;
        names.binary_search_by(|known| known.as_str().cmp(name)).ok().map(|position| position as i64)
    }

    /// The value at a position.
    pub(super) fn name(&self, attribute: Attribute, position: i64) -> Option<&str> {
        self.values(attribute).names.get(usize::try_from(position).ok()?).map(String::as_str)
    }

    /// The position of the value of each of some tuples.
    pub(super) fn positions(&self, attribute: Attribute, tuples: &[i64]) -> Vec<i64> {
        let of_tuple = &self.values(attribute).of_tuple;
        tuples.iter().map(|tuple| usize::try_from(*tuple).map_or(MISSING, |tuple| at(of_tuple, tuple))).collect()
    }

    /// The label of mentions: that of their tuple, or else of their score.
    pub(super) fn labels(&self, tuples: &[i64], scores: &[i64]) -> Vec<i64> {
        let stored = |tuple: i64| self.labels.get(usize::try_from(tuple).ok()?).copied().flatten();
        let label =
            |(tuple, score): (&i64, &i64)| Label::of(stored(*tuple), (*score != MISSING).then_some(*score)) as i64;
        tuples.iter().zip(scores).map(label).collect()
    }
}
