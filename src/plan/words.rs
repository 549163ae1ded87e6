//! Words: the rows that say which documents have them, and those of the documents that may count.

use super::open::open_words;
use super::question::{Ask, Question};
use super::read::{Read, ranges};
use super::source::{Into, RowsOf, Step, all, cost, ids, values};
use crate::pack::{Column, Layout, PageKind, Part};
use std::collections::BTreeSet;

/// Documents that a word is taken to occur in while nothing is known of it: most occur in far fewer.
const USUAL_DOCUMENTS: u64 = 32_768;

pub(super) fn steps(question: &Question<'_>) -> Vec<Step> {
    let mut steps = word_steps(question);
    steps.extend(documents(question));
    steps
}

/// What says which documents have the words, and what relevance needs of them.
pub fn word_steps(question: &Question<'_>) -> Vec<Step> {
    let Ask::Words { phrases, by, occurrences } = &question.ask else { return Vec::new() };
    let counts = by.contains(&Column::Length);
    let in_phrases: BTreeSet<&String> = phrases.iter().filter(|phrase| phrase.len() > 1).flatten().collect();
    let alone: BTreeSet<&String> = phrases.iter().flatten().filter(|word| !in_phrases.contains(word)).collect();
    let all = in_phrases.len() + alone.len();
    let documents = occurrences.unwrap_or_else(|| guess(all * Part::of(question.index).len(), question.layout));
    let keys = |words: &BTreeSet<&String>| -> Vec<String> {
        let of_part = |part: &Part| words.iter().map(|word| part.key(word)).collect::<Vec<_>>();
        Part::of(question.index).iter().flat_map(of_part).collect()
    };
    let open = open_words(keys(&in_phrases.union(&alone).copied().collect()), &[question.index], question.layout);
    let step = |words: BTreeSet<&String>, places: bool| {
        let share = words.len() as f64 / all.max(1) as f64;
        let documents = (documents as f64 * share) as u64;
        let read = Read::Words { words: keys(&words), counts: counts || places, places, documents };
        Step { read, into: Into::Words }
    };
    let steps = [step(alone, false), step(in_phrases, true)];
    let steps = steps.into_iter().filter(|step| !matches!(&step.read, Read::Words { words, .. } if words.is_empty()));
    steps.chain(open).collect()
}

/// Documents of so many words in all, while nothing is known of them.
pub(super) fn guess(words: usize, layout: &Layout) -> u64 {
    (words as u64 * layout.documents.min(USUAL_DOCUMENTS)).min(layout.tokens)
}

/// The rows in which all documents that may count lie, as few as can be: those of ids, of a value, of the months of the
/// window, or all.
fn documents(question: &Question<'_>) -> Vec<Step> {
    if question.filters.ids.is_some() {
        return ids(question);
    }
    if question.window.months().is_empty() {
        return Vec::new();
    }
    let kept = PageKind::All(question.index).columns();
    let mut choices = vec![values(question)];
    if question.columns(None).iter().all(|column| kept.contains(column)) {
        choices.push(all(question));
    }
    choices.push(months(question));
    choices.retain(|steps| !steps.is_empty());
    choices.into_iter().min_by_key(|steps| cost(steps, question.layout)).unwrap_or_default()
}

/// The rows of the months in which the window lies.
fn months(question: &Question<'_>) -> Vec<Step> {
    let months = question.window.months();
    let of_window = question.layout.months.iter().filter(|size| months.contains(&size.month));
    let read = Read::Pages {
        kind: PageKind::Month(question.index),
        documents: of_window.map(|size| size.documents).sum(),
        keys: ranges(months),
        columns: question.columns(None),
    };
    vec![Step { read, into: Into::Documents { days: question.filters.days, of: RowsOf::Sealed } }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Index;
    use crate::date::Date;
    use crate::pack::{CubeSize, Hashes, Mixes, MonthSize};
    use crate::plan::{AnyOf, Days, Filters, Value};

    fn layout() -> Layout {
        let first = Date::parse("2024-01-01").unwrap().month().number();
        Layout {
            documents: 240_000,
            months: (first..first + 24).map(|month| MonthSize { month, documents: 10_000 }).collect(),
            mixes: Mixes::new([]),
            channels: 1,
            tokens: 4_800_000,
            widths: vec![("number".to_owned(), 1.0), ("length".to_owned(), 1.0), ("day".to_owned(), 1.5)],
            cubes: Vec::<CubeSize>::new(),
            hashes: Hashes::default(),
            open: None,
        }
    }

    fn steps_of(q: &str, filters: Filters) -> Vec<Step> {
        let layout = layout();
        let ask = Ask::Words { phrases: crate::text::phrases(q), by: vec![Column::Length], occurrences: None };
        steps(&Question::new(Index::BusinessIdeas, &layout, filters, ask).unwrap())
    }

    fn kind(step: &Step) -> PageKind {
        match step.read {
            Read::Pages { kind, .. } => kind,
            _ => panic!("{step:?}"),
        }
    }

    #[test]
    fn only_words_in_phrases_need_places() {
        let steps = steps_of("retinol \"night cream\" cream", Filters::none());
        let words = |step: &Step| match &step.read {
            Read::Words { words, places, .. } => (words.clone(), *places),
            _ => panic!("{step:?}"),
        };
        assert_eq!(words(&steps[0]), (vec!["mretinol".to_owned(), "bretinol".to_owned()], false));
        let in_phrase = ["mcream", "mnight", "bcream", "bnight"].map(str::to_owned).to_vec();
        assert_eq!(words(&steps[1]), (in_phrase, true));
        assert_eq!(kind(&steps[2]), PageKind::All(Index::BusinessIdeas));
    }

    #[test]
    fn the_fewest_documents_are_read() {
        let day = |text| Date::parse(text).unwrap().day();
        let spring = Days { first: day("2024-03-05"), last: day("2024-05-20") };
        let brand = |documents| AnyOf { column: Column::BrandName, values: vec![Value { number: 4_096, documents }] };
        let rows =
            |values: Vec<AnyOf>, days| kind(&steps_of("retinol", Filters { values, days, ..Filters::none() })[1]);
        let (months, value) =
            (PageKind::Month(Index::BusinessIdeas), PageKind::Value(Index::BusinessIdeas, Column::BrandName));
        assert_eq!(rows(Vec::new(), spring), months);
        assert_eq!(rows(vec![brand(500)], spring), value);
        assert_eq!(rows(vec![brand(120_000)], spring), months);
        assert_eq!(rows(vec![brand(120_000)], Days::ALL), value);
        let last = Days { first: day("2026-03-01"), last: day("2026-04-01") };
        assert_eq!(steps_of("retinol", Filters { days: last, ..Filters::none() }).len(), 1);
    }
}
