//! Facets: filters on low fields and windows without the columns of the documents.

use super::frequencies::Frequencies;
use super::question::Question;
use super::read::Read;
use super::source::{Into, Step};
use super::window::{Edge, Window};
use crate::date::Month;
use crate::pack::{Column, Facet, MonthSize, PageKind};

/// A year of a window, or its months: documents inside, and those of them that are outside again. Everything is inside
/// when only something outside is named.
#[derive(Default)]
struct Part {
    inside: Facets,
    outside: Facets,
}

/// Ranges of keys of facets.
#[derive(Default)]
struct Facets {
    keys: Vec<(String, String)>,
    facets: u64,
    documents: u64,
}

impl Facets {
    fn one(key: String, documents: u64) -> Self {
        Self { keys: vec![(key.clone(), key)], facets: 1, documents }
    }

    fn append(&mut self, other: Self) {
        self.keys.extend(other.keys);
        self.facets += other.facets;
        self.documents += other.documents;
    }

    fn read(&self) -> Read {
        Read::Facets { keys: self.keys.clone(), facets: self.facets, documents: self.documents }
    }

    fn step(&self, into: Into) -> Option<Step> {
        (!self.keys.is_empty()).then(|| Step { read: self.read(), into })
    }
}

/// The values of low fields that are filtered for: one step for each field.
pub(super) fn values(question: &Question<'_>, frequencies: &Frequencies) -> Vec<Step> {
    let of_field = |(field, values): &(&'static str, Vec<String>)| {
        let mut facets = Facets::default();
        for value in values {
            let key = Facet::Value(field, value).key(question.index);
            let documents = frequencies.of(&key);
            facets.append(Facets::one(key, documents));
        }
        facets.step(Into::Facets)
    };
    question.filters.low.iter().filter_map(of_field).collect()
}

/// The years and months of the window, and the days of the months that it cuts. What is open is left out of them by its
/// numbers, so that months with open days are no others.
pub(super) fn window(question: &Question<'_>) -> Vec<Step> {
    let window = Window::new(question.filters.days, &question.layout.months, &[]);
    let year = |size: &MonthSize| Month::of_number(size.month).map(Month::year);
    let mut all = Part::default();
    for of_year in question.layout.months.chunk_by(|one, other| year(one) == year(other)) {
        let Some(number) = of_year.first().and_then(year) else { continue };
        let part = of(question, &window, number, of_year);
        all.inside.append(part.inside);
        all.outside.append(part.outside);
    }
    // Of a window of most months, the others are fewer: everything is inside but these.
    let is_touched = |size: &MonthSize| window.months().binary_search(&size.month).is_ok();
    let others =
        Part { outside: months_of(question, &question.layout.months, |size| !is_touched(size)), ..Part::default() };
    if !all.inside.keys.is_empty() && !others.outside.keys.is_empty() && cost(question, &others) < cost(question, &all)
    {
        all = others;
    }
    let mut steps: Vec<Step> = all.inside.step(Into::Inside).into_iter().collect();
    steps.extend(all.outside.step(Into::Outside));
    steps.extend(window.edges.iter().map(|Edge { month, days, documents }| Step {
        read: Read::Pages {
            kind: PageKind::Month(question.index),
            keys: vec![(*month, *month)],
            columns: vec![Column::Number, Column::Day],
            documents: *documents,
        },
        into: Into::Edge { days: *days },
    }));
    steps
}

/// What of a year is inside: the year itself, without some months where these are fewer documents; or its months.
fn of(question: &Question<'_>, window: &Window, year: i32, of_year: &[MonthSize]) -> Part {
    let is_whole = |size: &MonthSize| window.whole.binary_search(&size.month).is_ok();
    let is_edge = |size: &MonthSize| window.edges.iter().any(|edge| edge.month == size.month);
    let months = Part { inside: months_of(question, of_year, is_whole), ..Part::default() };
    if months.inside.keys.is_empty() {
        return months;
    }
    let documents = of_year.iter().map(|size| size.documents).sum();
    let whole = Part {
        inside: Facets::one(Facet::Year(year).key(question.index), documents),
        // Edges say themselves which of their documents are inside.
        outside: months_of(question, of_year, |size| !is_whole(size) && !is_edge(size)),
    };
    if cost(question, &whole) < cost(question, &months) { whole } else { months }
}

fn cost(question: &Question<'_>, part: &Part) -> u64 {
    let reads = [part.inside.read(), part.outside.read()];
    reads.iter().map(|read| read.estimate(question.layout).cost()).sum()
}

/// Those of some neighbouring months that are wanted. There are no facets between two neighbours.
fn months_of(question: &Question<'_>, months: &[MonthSize], is_wanted: impl Fn(&MonthSize) -> bool) -> Facets {
    let mut facets = Facets::default();
    for of_kind in months.chunk_by(|one, other| is_wanted(one) == is_wanted(other)) {
        if let (Some(first), Some(last)) = (of_kind.first(), of_kind.last())
            && is_wanted(first)
        {
            let key = |size: &MonthSize| Facet::Month(size.month).key(question.index);
            facets.append(Facets {
                keys: vec![(key(first), key(last))],
                facets: of_kind.len() as u64,
                documents: of_kind.iter().map(|size| size.documents).sum(),
            });
        }
    }
    facets
}
