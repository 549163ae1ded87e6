//! The platform, category and sentiment label of each tuple of mentions.

use super::attribute::Attribute;
use super::counters::value_at;
use crate::measure::Label;
use crate::segment::{Corrupt, MISSING, Tuples};

/// The values of a tuple field in code-point order, and for each tuple the position of its value.
#[derive(Debug)]
struct FieldValues {
    names: Vec<String>,
    of_tuple: Vec<i64>,
}

/// The platforms, categories and labels of the tuples of mentions.
#[derive(Debug)]
pub(super) struct TupleFields {
    platforms: FieldValues,
    categories: FieldValues,
    /// The stored label of each tuple.
    labels: Vec<Option<Label>>,
}

impl TupleFields {
    /// Reads the fields of tuples.
    pub(super) fn new(tuples: &Tuples) -> Result<Self, Corrupt> {
        let values = |field| {
            let (names, of_tuple) = tuples.field(field)?;
            Ok(FieldValues { names: names.to_vec(), of_tuple })
        };
        let FieldValues { names, of_tuple } = values("sentiment")?;
        let label = |position: &i64| Label::from_name(names.get(usize::try_from(*position).ok()?)?);
        let labels = of_tuple.iter().map(label).collect();
        Ok(Self { platforms: values("platform")?, categories: values("category")?, labels })
    }

    fn values(&self, attribute: Attribute) -> &FieldValues {
        if attribute == Attribute::Category { &self.categories } else { &self.platforms }
    }

    /// Returns the position of a platform or category among all of its field.
    pub(super) fn position(&self, attribute: Attribute, name: &str) -> Option<i64> {
        let names = &self.values(attribute).names;
        names.binary_search_by(|known| known.as_str().cmp(name)).ok().map(|position| position as i64)
    }

    /// Returns the platform or category at a position.
    pub(super) fn name(&self, attribute: Attribute, position: i64) -> Option<&str> {
        self.values(attribute).names.get(usize::try_from(position).ok()?).map(String::as_str)
    }

    /// Returns for each tuple the position of its platform or category.
    pub(super) fn positions(&self, attribute: Attribute, tuples: &[i64]) -> Vec<i64> {
        let of_tuple = &self.values(attribute).of_tuple;
        tuples.iter().map(|tuple| usize::try_from(*tuple).map_or(MISSING, |tuple| value_at(of_tuple, tuple))).collect()
    }

    /// Returns the label of each mention: the label of its tuple, or else the label of its score.
    pub(super) fn labels(&self, tuples: &[i64], scores: &[i64]) -> Vec<i64> {
        let stored = |tuple: i64| self.labels.get(usize::try_from(tuple).ok()?).copied().flatten();
        let label =
            |(tuple, score): (&i64, &i64)| Label::of(stored(*tuple), (*score != MISSING).then_some(*score)) as i64;
        tuples.iter().zip(scores).map(label).collect()
    }
}
