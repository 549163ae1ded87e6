//! Facets: posting lists of tuple values, years and months. They enforce filters without columns of the records.

use super::{DocumentFrequencies, IndexQuery, Operator, PlanStep, SplitWindow, TableRead, WordRows};
use crate::base::date::Month;
use crate::segment::{Column, Facet, MonthSize, WORD_CHUNK};
use crate::spec::Index;

/// Periods of a window: those to include, and those to exclude from them. If only excluded periods are listed, all
/// others are included.
#[derive(Default)]
struct WindowFacets {
    included: FacetList,
    excluded: FacetList,
}

#[derive(Default)]
struct FacetList {
    facets: Vec<WordRows>,
    documents: u64,
}

impl FacetList {
    /// Returns the facet of a year or month with this number of records.
    fn of_period(facet: Facet<'_>, index: Index, documents: u64) -> Self {
        let rows = documents.div_ceil(WORD_CHUNK as u64);
        Self { facets: vec![WordRows { key: facet.key(index), rows }], documents }
    }

    fn append(&mut self, other: Self) {
        self.facets.extend(other.facets);
        self.documents += other.documents;
    }

    fn read(&self) -> TableRead {
        TableRead::Facets { facets: self.facets.clone(), documents: self.documents }
    }

    fn step(&self, operator: Operator) -> Option<PlanStep> {
        (!self.facets.is_empty()).then(|| PlanStep { read: self.read(), operator })
    }
}

/// Returns the facets of the requested values of tuple fields: one step for each field.
pub(super) fn value_steps(query: &IndexQuery<'_>, frequencies: &DocumentFrequencies) -> Vec<PlanStep> {
    let of_field = |(field, values): &(&'static str, Vec<String>)| {
        let mut facets = FacetList::default();
        for value in values {
            let key = Facet::Value(field, value).key(query.index);
            let documents = frequencies.documents(&key);
            facets.append(FacetList { facets: vec![frequencies.word_rows(key)], documents });
        }
        facets.step(Operator::Facets)
    };
    query.filters.tuple_values.iter().filter_map(of_field).collect()
}

/// Returns the years and months of the window, and the days of its partial months. Records of the delta segment are
/// excluded by number, so months with superseded days need no special treatment.
pub(super) fn window_steps(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let window = SplitWindow::new(query.filters.days, &query.manifest.months, &[]);
    let year = |size: &MonthSize| Month::of_number(size.month).map(Month::year);
    let mut all = WindowFacets::default();
    for of_year in query.manifest.months.chunk_by(|one, other| year(one) == year(other)) {
        let Some(number) = of_year.first().and_then(year) else { continue };
        let part = year_facets(query, &window, number, of_year);
        all.included.append(part.included);
        all.excluded.append(part.excluded);
    }
    // If the window covers most months, excluding the others takes fewer records.
    let overlaps_window = |size: &MonthSize| window.overlaps(size.month);
    let others = WindowFacets {
        excluded: months_of(query, &query.manifest.months, |size| !overlaps_window(size)),
        ..WindowFacets::default()
    };
    if !all.included.facets.is_empty() && !others.excluded.facets.is_empty() && cost(query, &others) < cost(query, &all)
    {
        all = others;
    }
    let mut steps: Vec<PlanStep> = all.included.step(Operator::IncludedPeriods).into_iter().collect();
    steps.extend(all.excluded.step(Operator::ExcludedPeriods));
    steps.extend(window.partial_months.iter().map(|month| PlanStep {
        read: TableRead::of_month(query.index, month, vec![Column::NUMBER, Column::DAY]),
        operator: Operator::PartialMonth { days: month.days },
    }));
    steps
}

/// Returns the facets of one year: the year without some months, or the included months, whichever is cheaper.
fn year_facets(query: &IndexQuery<'_>, window: &SplitWindow, year: i32, of_year: &[MonthSize]) -> WindowFacets {
    let is_whole = |size: &MonthSize| window.whole_months.binary_search(&size.month).is_ok();
    let is_partial = |size: &MonthSize| window.partial_months.iter().any(|month| month.month == size.month);
    let months = WindowFacets { included: months_of(query, of_year, is_whole), ..WindowFacets::default() };
    if months.included.facets.is_empty() {
        return months;
    }
    let documents = of_year.iter().map(|size| size.documents).sum();
    let whole = WindowFacets {
        included: FacetList::of_period(Facet::Year(year), query.index, documents),
        // The rows of partial months hold the day of each record.
        excluded: months_of(query, of_year, |size| !is_whole(size) && !is_partial(size)),
    };
    if cost(query, &whole) < cost(query, &months) { whole } else { months }
}

fn cost(query: &IndexQuery<'_>, part: &WindowFacets) -> u64 {
    let reads = [part.included.read(), part.excluded.read()];
    reads.iter().map(|read| read.estimate(query.manifest).cost()).sum()
}

/// Returns the facets of the months that a condition selects.
fn months_of(query: &IndexQuery<'_>, months: &[MonthSize], is_wanted: impl Fn(&MonthSize) -> bool) -> FacetList {
    let mut facets = FacetList::default();
    for size in months.iter().filter(|size| is_wanted(size)) {
        facets.append(FacetList::of_period(Facet::Month(size.month), query.index, size.documents));
    }
    facets
}
