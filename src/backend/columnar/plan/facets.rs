//! Facets: posting lists of tuple values, years and months. They enforce filters without columns of the documents.

use super::{Frequencies, Operator, PlanStep, Question, Read, SplitWindow, WordRows};
use crate::base::date::Month;
use crate::segment::{Column, Facet, MonthSize, WORD_CHUNK};
use crate::spec::Index;

/// Periods of a window: those to include, and those to exclude from them. If only excluded periods are listed, all
/// others are included.
#[derive(Default)]
struct Part {
    inside: Facets,
    outside: Facets,
}

#[derive(Default)]
struct Facets {
    facets: Vec<WordRows>,
    documents: u64,
}

impl Facets {
    /// Returns the facet of a year or month with this number of documents.
    fn of_period(facet: Facet<'_>, index: Index, documents: u64) -> Self {
        let rows = documents.div_ceil(WORD_CHUNK as u64);
        Self { facets: vec![WordRows { key: facet.key(index), rows }], documents }
    }

    fn append(&mut self, other: Self) {
        self.facets.extend(other.facets);
        self.documents += other.documents;
    }

    fn read(&self) -> Read {
        Read::Facets { facets: self.facets.clone(), documents: self.documents }
    }

    fn step(&self, operator: Operator) -> Option<PlanStep> {
        (!self.facets.is_empty()).then(|| PlanStep { read: self.read(), operator })
    }
}

/// Returns the facets of the requested values of tuple fields: one step for each field.
pub(super) fn values(question: &Question<'_>, frequencies: &Frequencies) -> Vec<PlanStep> {
    let of_field = |(field, values): &(&'static str, Vec<String>)| {
        let mut facets = Facets::default();
        for value in values {
            let key = Facet::Value(field, value).key(question.index);
            let documents = frequencies.of(&key);
            facets.append(Facets { facets: vec![frequencies.rows_of(key)], documents });
        }
        facets.step(Operator::Facets)
    };
    question.filters.low.iter().filter_map(of_field).collect()
}

/// Returns the years and months of the window, and the days of its partial months. Documents of the delta segment are
/// excluded by number, so months with superseded days need no special treatment.
pub(super) fn window(question: &Question<'_>) -> Vec<PlanStep> {
    let window = SplitWindow::new(question.filters.days, &question.manifest.months, &[]);
    let year = |size: &MonthSize| Month::of_number(size.month).map(Month::year);
    let mut all = Part::default();
    for of_year in question.manifest.months.chunk_by(|one, other| year(one) == year(other)) {
        let Some(number) = of_year.first().and_then(year) else { continue };
        let part = of(question, &window, number, of_year);
        all.inside.append(part.inside);
        all.outside.append(part.outside);
    }
    // If the window covers most months, excluding the others takes fewer documents.
    let is_touched = |size: &MonthSize| window.months().binary_search(&size.month).is_ok();
    let others =
        Part { outside: months_of(question, &question.manifest.months, |size| !is_touched(size)), ..Part::default() };
    if !all.inside.facets.is_empty()
        && !others.outside.facets.is_empty()
        && cost(question, &others) < cost(question, &all)
    {
        all = others;
    }
    let mut steps: Vec<PlanStep> = all.inside.step(Operator::Inside).into_iter().collect();
    steps.extend(all.outside.step(Operator::Outside));
    steps.extend(window.edges.iter().map(|edge| PlanStep {
        read: Read::of_month(question.index, edge, vec![Column::NUMBER, Column::DAY]),
        operator: Operator::Edge { days: edge.days },
    }));
    steps
}

/// Returns the facets of one year: the year without some months, or the included months, whichever is cheaper.
fn of(question: &Question<'_>, window: &SplitWindow, year: i32, of_year: &[MonthSize]) -> Part {
    let is_whole = |size: &MonthSize| window.whole.binary_search(&size.month).is_ok();
    let is_edge = |size: &MonthSize| window.edges.iter().any(|edge| edge.month == size.month);
    let months = Part { inside: months_of(question, of_year, is_whole), ..Part::default() };
    if months.inside.facets.is_empty() {
        return months;
    }
    let documents = of_year.iter().map(|size| size.documents).sum();
    let whole = Part {
        inside: Facets::of_period(Facet::Year(year), question.index, documents),
        // The rows of partial months hold the day of each document.
        outside: months_of(question, of_year, |size| !is_whole(size) && !is_edge(size)),
    };
    if cost(question, &whole) < cost(question, &months) { whole } else { months }
}

fn cost(question: &Question<'_>, part: &Part) -> u64 {
    let reads = [part.inside.read(), part.outside.read()];
    reads.iter().map(|read| read.estimate(question.manifest).cost()).sum()
}

/// Returns the facets of the months that a condition selects.
fn months_of(question: &Question<'_>, months: &[MonthSize], is_wanted: impl Fn(&MonthSize) -> bool) -> Facets {
    let mut facets = Facets::default();
    for size in months.iter().filter(|size| is_wanted(size)) {
        facets.append(Facets::of_period(Facet::Month(size.month), question.index, size.documents));
    }
    facets
}
