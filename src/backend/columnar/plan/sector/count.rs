//! The cost of counting the mentions of brands.

use super::super::estimate::{VALUE_BYTES, width};
use super::super::fold_cost::{FoldCost, set_bytes};
use super::super::{DocumentFrequencies, Operator, PlanStep, RowOrigin, TableRead};
use super::{CONTEXT_PARTS, ResolvedBrand};
use crate::base::order;
use crate::segment::{ChunkKind, Column, Manifest, Part};
use std::collections::BTreeSet;

/// An assumed upper bound of videos per mention; the manifest of mentions does not count videos.
const VIDEOS_PER_MENTION: u64 = 4;
/// Approximate memory of the topics of a brand's months, in bytes.
const TOPICS_BYTES: u64 = 3 * 1024 * 1024;
/// Memory of the posting lists of context words that are cached between the brands of a query, in bytes.
pub const CACHED_WORDS_BYTES: u64 = 6 * 1024 * 1024;
/// Steps per posting of a context word: unpack the number, insert it into the set.
const WORD_STEPS: u64 = 2;
/// Steps per value of a mention: unpack it, and count it.
const FOLDED: u64 = 2;

/// Returns the cost of counting the mentions of brands from these rows, one brand after the other.
pub(super) fn fold_cost(
    brands: &[ResolvedBrand],
    steps: &[PlanStep],
    manifest: &Manifest,
    frequencies: &DocumentFrequencies,
) -> FoldCost {
    let largest_row = steps.iter().map(|step| step.read.size(manifest).held).max().unwrap_or(0);
    let contexts = order::set(brands.iter().map(|brand| order::set(brand.context.words())));
    let all = order::set(contexts.iter().flatten().copied());
    let bytes = |words: &BTreeSet<&String>| posting_bytes(words, manifest, frequencies);
    let most = contexts.iter().map(bytes).max().unwrap_or(0);
    // If not all words fit into the cache, they may be unpacked again for every brand.
    let unpacked: u64 = match bytes(&all) {
        0..=CACHED_WORDS_BYTES => posting_count(&all, frequencies),
        _ => contexts.iter().map(|words| posting_count(words, frequencies)).sum(),
    };
    let sets = set_bytes(manifest.documents) * (1 + VIDEOS_PER_MENTION);
    FoldCost {
        steps: unpacked * WORD_STEPS + brands.iter().map(|brand| row_steps(brand, steps, manifest)).sum::<u64>(),
        held: most + bytes(&all).min(CACHED_WORDS_BYTES) + largest_row + sets + TOPICS_BYTES,
    }
}

/// Returns the steps of unpacking the rows of a brand and counting its mentions.
fn row_steps(brand: &ResolvedBrand, steps: &[PlanStep], manifest: &Manifest) -> u64 {
    let needed = brand.columns(true);
    let tests = 1 + brand.context.words().count() as u64;
    let folded = |columns: &[Column], documents: u64| documents * (FOLDED * width(columns) + tests);
    let of_step = |step: &PlanStep| match (&step.read, &step.operator) {
        (TableRead::Chunks { kind: ChunkKind::Value(_, column), columns, .. }, _) => {
            let columns: Vec<Column> = columns.iter().copied().filter(|column| needed.contains(column)).collect();
            let values = brand.values().into_iter().filter(|(of, _)| of == column).flat_map(|(_, values)| values);
            if columns.is_empty() { 0 } else { folded(&columns, values.map(|value| value.documents).sum()) }
        }
        (TableRead::Chunks { .. }, Operator::Documents { origin: RowOrigin::Base, .. })
            if !brand.has_only_brand_names() =>
        {
            0
        }
        (TableRead::Chunks { columns, documents, .. }, Operator::Documents { .. }) => folded(columns, *documents),
        (TableRead::Rollups { rows, .. }, _) => {
            let each = step.read.estimate(manifest).steps / (rows.len() as u64).max(1);
            rows.iter().filter(|row| brand.rollups.contains(row)).count() as u64 * each
        }
        _ => 0,
    };
    steps.iter().map(of_step).sum()
}

/// Returns the number of postings of context words.
fn posting_count(words: &BTreeSet<&String>, frequencies: &DocumentFrequencies) -> u64 {
    let keys = words.iter().flat_map(|word| CONTEXT_PARTS.map(|part| part.key(word)));
    keys.map(|key| frequencies.documents(&key)).sum()
}

/// Returns the memory of the postings of context words in bytes: a bitmap each, or a list if that is smaller.
fn posting_bytes(words: &BTreeSet<&String>, manifest: &Manifest, frequencies: &DocumentFrequencies) -> u64 {
    let of_part = |(part, size): (Part, u64)| {
        let listed = words.iter().map(move |word| frequencies.documents(&part.key(word)) * VALUE_BYTES);
        listed.map(move |listed| listed.min(set_bytes(manifest.documents) * size)).sum::<u64>()
    };
    CONTEXT_PARTS.into_iter().zip([1, VIDEOS_PER_MENTION]).map(of_part).sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::document_frequencies::PostingListSize;
    use super::super::super::filters::ValueFrequency;
    use super::super::super::window::{Days, SplitWindow};
    use super::super::{ContextRule, sector_plan};
    use super::*;
    use crate::backend::columnar::plan::Plan;
    use crate::base::date::Date;
    use crate::base::text::TEXT_RULES;
    use crate::query::QueryError;
    use crate::segment::{Hashes, MonthSize, Tuples};

    const DAYS: Days = Days { first: 19_723, last: 20_088 };

    fn manifest() -> Manifest {
        let first = Date::of_day(DAYS.first).unwrap().month().number();
        Manifest {
            documents: 1_000_000,
            months: (first..first + 12).map(|month| MonthSize { month, documents: 80_000 }).collect(),
            tuples: Tuples::new([]),
            channels: 1,
            tokens: 20_000_000,
            widths: ["number", "day", "video", "topics", "sentiment_score", "occurrences", "views"]
                .map(|name| (name.to_owned(), 1.0))
                .into(),
            cubes: Vec::new(),
            hashes: Hashes::default(),
            names: Vec::new(),
            base_days: None,
            text_rules: TEXT_RULES,
            aliases: None,
            delta: None,
        }
    }

    /// Returns a brand with `topics` topics of `documents` mentions each, numbered from `first`, with context entries.
    fn brand(first: i64, topics: i64, documents: u64, context: &[&str]) -> ResolvedBrand {
        let required = context.iter().map(|entry| crate::base::text::tokens(entry)).collect();
        ResolvedBrand {
            topics: (first..first + topics).map(|number| ValueFrequency { number, documents }).collect(),
            context: ContextRule { required, ..ContextRule::default() },
            ..ResolvedBrand::default()
        }
    }

    fn plan(brands: &[ResolvedBrand]) -> Result<Plan, QueryError> {
        let manifest = manifest();
        let words = ["night", "cream", "serum"].map(|word| [format!("m{word}"), format!("v{word}")]);
        let frequent = |word| (word, PostingListSize { documents: 400_000, rows: 2 });
        let frequencies = DocumentFrequencies::new(words.into_iter().flatten().map(frequent).collect());
        sector_plan(brands, DAYS, &SplitWindow::new(DAYS, &manifest.months, &[]), &manifest, &frequencies)
    }

    #[test]
    fn every_brand_unpacks_its_rows() {
        let steps = |brands: &[ResolvedBrand]| plan(brands).unwrap().estimate.steps;
        let one = steps(&[brand(0, 1, 10_000, &[])]);
        let same = steps(&[brand(0, 1, 10_000, &[]), brand(0, 1, 10_000, &[])]);
        assert!(one > 10_000 * 7 && (same - one) > 10_000 * 7, "{one} {same}");
        // The context checks of a mention are counted, and words are unpacked once for all brands.
        let with_words = |entry| steps(&[brand(0, 1, 10_000, &[entry]), brand(1, 1, 10_000, &[entry])]);
        let (few, more) = (with_words("night"), with_words("night cream serum"));
        assert_eq!(more - few, 2 * 2 * 10_000 + 4 * 400_000 * (1 + WORD_STEPS));
        // Excluded words cost the same as required ones.
        let excluding = |brand: ResolvedBrand| {
            let ContextRule { required, excluded } = brand.context;
            ResolvedBrand { context: ContextRule { required: excluded, excluded: required }, ..brand }
        };
        let entry = ["night cream serum"];
        assert_eq!(steps(&[0, 1].map(|topic| excluding(brand(topic, 1, 10_000, &entry)))), more);
    }

    #[test]
    fn a_query_over_budget_is_refused_with_advice() {
        let brands = |count: i64| -> Vec<ResolvedBrand> { (0..count).map(|at| brand(at, 20, 45_000, &[])).collect() };
        assert!(plan(&brands(2)).is_ok());
        let Err(QueryError::OverBudget(message)) = plan(&brands(30)) else { panic!("it is allowed") };
        assert!(message.contains("million steps; ") && message.contains("fewer brands at once"), "{message}");
    }

    #[test]
    fn words_are_held_as_bits_or_as_a_list() {
        let (manifest, words) = (manifest(), ["night".to_owned(), "unheard".to_owned(), "rare".to_owned()]);
        let frequency = |documents| PostingListSize { documents, rows: 1 };
        let known = [("mnight", 400_000), ("vnight", 400_000), ("mrare", 3)];
        let frequencies =
            DocumentFrequencies::new(known.map(|(word, documents)| (word.to_owned(), frequency(documents))).into());
        assert_eq!(posting_bytes(&words.iter().collect(), &manifest, &frequencies), 125_000 + 4 * 125_000 + 3 * 8);
    }
}
