//! Text search: the posting lists of words, and the rows that filters and sort orders need of their records.

use super::delta::delta_words;
use super::step::{Operator, PlanStep, RowOrigin, cost, documents_step, ids, value_chunks};
use super::{IndexQuery, KeyRange, MAX_BYTES, PushedFilters, QueryKind, TableRead, facets, key_ranges};
use crate::base::order;
use crate::base::text::Phrase;
use crate::segment::{ChunkKind, Column, Facet, Manifest, MonthSize, Part};
use crate::spec::Order;

/// Safety factor for reads in sort order: records read per record needed, because matches can be scarce at one end. If
/// that takes more than `MARGIN_ROWS` rows, fewer are read, but no less than `MIN_MARGIN` times as many as needed.
const MARGIN: f64 = 30.0;
const MARGIN_ROWS: u64 = 6;
const MIN_MARGIN: f64 = 3.0;

pub(super) fn steps(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let mut steps = word_steps(query);
    steps.extend(document_steps(query));
    steps
}

/// Returns the reads of the posting lists of all words, with the columns that relevance needs.
pub fn word_steps(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    let QueryKind::TextSearch { text, by, frequencies, .. } = &query.kind else { return Vec::new() };
    let counts = by.contains(&Column::LENGTH);
    let with_lengths = counts.then(|| frequencies.lengths_words(query.index, text)).flatten().unwrap_or_default();
    let with_positions = text.all_phrases().into_iter().filter(|phrase| phrase.needs_positions());
    let in_phrases = order::set(with_positions.flat_map(Phrase::necessary).flatten());
    let alone = order::set(text.all_words().difference(&in_phrases).copied());
    let keys = |words: &mut dyn Iterator<Item = &&String>| -> Vec<String> {
        let parts = Part::of(query.index);
        words.flat_map(|word| parts.iter().map(|part| part.key(word))).collect()
    };
    let step = |lengths: bool, places: bool| {
        let words = if places { &in_phrases } else { &alone };
        let mut words = keys(&mut words.iter().filter(|word| with_lengths.contains(**word) == lengths));
        words.retain(|word| frequencies.documents(word) > 0);
        let documents = words.iter().map(|word| frequencies.documents(word)).sum();
        let words = words.into_iter().map(|word| frequencies.word_rows(word)).collect();
        let read = TableRead::Words { words, counts: counts || places, lengths, places, documents };
        PlanStep { read, operator: Operator::Words }
    };
    let steps = [step(false, false), step(false, true), step(true, false), step(true, true)];
    let steps =
        steps.into_iter().filter(|step| !matches!(&step.read, TableRead::Words { words, .. } if words.is_empty()));
    let all = keys(&mut in_phrases.iter().chain(&alone));
    steps.chain(delta_words(all, &[query.index], query.manifest)).collect()
}

/// Returns the reads that enforce the filters and supply the sort columns, by the cheapest way. Filters on tuple fields
/// and days are enforced by facets or by columns of the records. These columns are read from the rows of ids, of a
/// value, of the months of the window, or of all records. They may also be unnecessary.
fn document_steps(query: &IndexQuery<'_>) -> Vec<PlanStep> {
    if query.filters.ids.is_some() {
        return ids(query);
    }
    if query.window.is_empty() {
        return Vec::new();
    }
    let QueryKind::TextSearch { frequencies, .. } = &query.kind else { return Vec::new() };
    let options = |is_filtered: bool| if is_filtered { &[false, true][..] } else { &[false] };
    let mut choices = Vec::new();
    for tuples in options(!query.filters.tuple_values.is_empty()) {
        for days in options(query.filters.has_days()) {
            let mut by_facets = if *tuples { facets::value_steps(query, frequencies) } else { Vec::new() };
            by_facets.extend(if *days { facets::window_steps(query) } else { Vec::new() });
            let pushed = PushedFilters { value: None, tuples: *tuples, days: *days };
            choices.extend(
                document_reads(query, pushed).into_iter().map(|rows| by_facets.iter().cloned().chain(rows).collect()),
            );
        }
    }
    choices.into_iter().min_by_key(|steps: &Vec<PlanStep>| cost(steps, query.manifest)).unwrap_or_default()
}

/// Returns the possible reads that check the other filters and supply the sort columns.
fn document_reads(query: &IndexQuery<'_>, pushed: PushedFilters<'_>) -> Vec<Option<PlanStep>> {
    let index = query.index;
    let columns = query.remaining_columns(pushed);
    let mut choices = Vec::new();
    if let Some(filter) = query.filters.values.first() {
        let columns = query.remaining_columns(PushedFilters { value: Some(filter), ..pushed });
        choices.push(Some(documents_step(query, value_chunks(index, filter, columns), RowOrigin::Value)));
    }
    if columns == [Column::NUMBER] {
        choices.push(None);
        return choices;
    }
    choices.extend(sorted_read(query, pushed).map(Some));
    let kept = ChunkKind::All(index).columns();
    if columns.iter().all(|column| kept.contains(column)) {
        let read = TableRead::of_all(index, query.manifest, columns.clone());
        choices.push(Some(documents_step(query, read, RowOrigin::Base)));
    }
    let months = query.window.months();
    let of_window = query.manifest.months.iter().filter(|size| months.contains(&size.month));
    let documents = of_window.map(|size| size.documents).sum();
    let read = TableRead::Chunks { kind: ChunkKind::Month(index), documents, keys: key_ranges(months), columns };
    choices.push(Some(documents_step(query, read, RowOrigin::Base)));
    choices
}

/// Returns the first rows in the order of the sort column, enough to contain the expected first results, or all rows if
/// these did not contain them. Returns `None` if other filters are left to check, or if the rows are too large.
fn sorted_read(query: &IndexQuery<'_>, pushed: PushedFilters<'_>) -> Option<PlanStep> {
    let QueryKind::TextSearch { text, by, order, size, frequencies } = &query.kind else { return None };
    let (index, manifest, filters) = (query.index, query.manifest, &query.filters);
    let column = *by.iter().find(|column| ChunkKind::is_sorted(index, **column))?;
    let is_satisfied = (pushed.tuples || filters.tuple_values.is_empty()) && (pushed.days || !filters.has_days());
    if !is_satisfied || !filters.values.is_empty() || !filters.ranges.is_empty() {
        return None;
    }
    let all = manifest.documents as f64;
    let mut expected = frequencies.expected_documents(index, text, manifest.documents);
    for (field, values) in &filters.tuple_values {
        let documents: u64 =
            values.iter().map(|value| frequencies.documents(&Facet::Value(field, value).key(index))).sum();
        expected *= documents as f64 / all;
    }
    let window = if column == Column::DAY {
        // In this order, the records of a window are contiguous.
        WindowOffset::of_days(query, *order)
    } else {
        let of_window: u64 =
            manifest.months.iter().filter(|size| overlaps_window(query, size)).map(|size| size.documents).sum();
        expected *= of_window as f64 / all;
        WindowOffset::default()
    };
    let chunk = ChunkKind::Sorted(index, column).capacity() as u64;
    // One row more than there are, so that all are known to be read.
    let all_rows = manifest.documents.max(manifest.packed_documents()).div_ceil(chunk) + 1;
    let first_rows = |size: f64| {
        // Rows that contain this many matching records.
        let rows = |documents: f64| (documents / expected * all / chunk as f64).ceil() as u64;
        rows(size * MARGIN).min(MARGIN_ROWS).max(rows(size * MIN_MARGIN)).saturating_add(window.rows(chunk))
    };
    let rows = size
        .map(|size| first_rows(f64::from(size)))
        .filter(|rows| rows.saturating_add(1) < all_rows)
        .unwrap_or(all_rows);
    let read = TableRead::Sorted { index, column, keys: window.keys(chunk, *order, manifest), order: *order, rows };
    // These rows are not read in parts.
    let fits = read.estimate(manifest).bytes <= MAX_BYTES / 2;
    fits.then_some(PlanStep { read, operator: Operator::Sorted })
}

fn overlaps_window(query: &IndexQuery<'_>, size: &MonthSize) -> bool {
    query.window.overlaps(size.month)
}

/// The start of a window among all records in the order of days.
#[derive(Debug, Default, Clone, Copy)]
struct WindowOffset {
    /// The number of records in the months before the window.
    before: u64,
    /// The number of records in the first month of the window, if that month is partial.
    partial: u64,
}

impl WindowOffset {
    fn of_days(query: &IndexQuery<'_>, order: Order) -> Self {
        let mut months: Vec<&MonthSize> = query.manifest.months.iter().collect();
        if order == Order::Desc {
            months.reverse();
        }
        let before = months.iter().take_while(|size| !overlaps_window(query, size));
        let first = months.iter().find(|size| overlaps_window(query, size));
        let is_partial = |size: &&&MonthSize| query.window.whole_months.binary_search(&size.month).is_err();
        Self {
            before: before.map(|size| size.documents).sum(),
            partial: first.filter(is_partial).map_or(0, |size| size.documents),
        }
    }

    /// Returns the number of rows that may precede the first record of the window.
    fn rows(self, chunk: u64) -> u64 {
        self.partial.div_ceil(chunk) + u64::from(self.before > 0)
    }

    /// Returns the row positions from the start of the window on.
    fn keys(self, chunk: u64, order: Order, manifest: &Manifest) -> KeyRange {
        let key = |documents: u64| i64::try_from(documents / chunk).unwrap_or(i64::MAX);
        if order == Order::Desc {
            return (key(self.before), i64::MAX);
        }
        let all: u64 = manifest.months.iter().map(|size| size.documents).sum();
        (0, if self.before == 0 { i64::MAX } else { key((all - self.before).saturating_sub(1)) })
    }
}
