//! The rows that a word search reads: of words, and of records besides.

use overheard::backend::columnar::plan::{
    Days, DocumentFrequencies, IndexQuery, Operator, Plan, PlanStep, PostingListSize, QueryKind, ResolvedFilters,
    TableRead, ValueFilter, ValueFrequency, WordRows, key_ranges,
};
use overheard::base::date::Date;
use overheard::base::text::{TEXT_RULES, TextQuery};
use overheard::query::QueryError;
use overheard::segment::{ChunkKind, Column, CubeSize, Hashes, Manifest, MonthSize, Tuples};
use overheard::spec::{Index, Order};

fn manifest() -> Manifest {
    let first = Date::parse("2024-01-01").unwrap().month().number();
    Manifest {
        documents: 240_000,
        months: (first..first + 24).map(|month| MonthSize { month, documents: 10_000 }).collect(),
        tuples: Tuples::new([]),
        channels: 1,
        tokens: 4_800_000,
        widths: vec![("number".to_owned(), 1.0), ("length".to_owned(), 1.0), ("day".to_owned(), 1.5)],
        cubes: Vec::<CubeSize>::new(),
        hashes: Hashes::default(),
        names: Vec::new(),
        base_days: None,
        text_rules: TEXT_RULES,
        aliases: None,
        delta: None,
    }
}

fn steps_of(q: &str, filters: ResolvedFilters, sort: Column) -> Vec<PlanStep> {
    let manifest = manifest();
    let keys = ["mretinol", "bretinol", "mcream", "mnight", "bcream", "bnight", "M:sentiment:positive"];
    let frequencies = DocumentFrequencies::new(
        keys.map(|key| {
            let documents = if key.ends_with("retinol") { 900 } else { 1_000 };
            (key.to_owned(), PostingListSize { documents, rows: 1 })
        })
        .into(),
    );
    let (by, order, size) = (vec![sort], Order::Desc, Some(10));
    let ask = QueryKind::TextSearch { text: TextQuery::parse(q).unwrap(), by, order, size, frequencies };
    Plan::of(&IndexQuery::new(Index::BusinessIdeas, &manifest, filters, ask).unwrap()).unwrap().steps
}

fn keys(words: &[WordRows]) -> String {
    words.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn only_words_in_phrases_need_places() {
    let steps = steps_of("retinol \"night cream\" cream", ResolvedFilters::none(), Column::LENGTH);
    let words = |step: &PlanStep| match &step.read {
        TableRead::Words { words, lengths, places, .. } => (keys(words), *lengths, *places),
        _ => panic!("{step:?}"),
    };
    assert_eq!(words(&steps[0]), ("mcream bcream mnight bnight".to_owned(), false, true));
    // The lengths of one word are enough, because every record with all words has it.
    assert_eq!(words(&steps[1]), ("mretinol bretinol".to_owned(), true, false));
    assert_eq!(steps.len(), 2);
}

/// Returns the reads besides the words.
fn beside(filters: ResolvedFilters, sort: Column) -> Vec<String> {
    let about = |step: PlanStep| match step.read {
        TableRead::Facets { facets, .. } => format!("{:?} {}", step.operator, keys(&facets)),
        TableRead::Chunks { kind: ChunkKind::Value(..), .. } => "value".to_owned(),
        TableRead::Chunks { kind: ChunkKind::Month(_), columns, .. } => format!("month {}", columns.len()),
        TableRead::Chunks { kind: ChunkKind::All(_), .. } => "all".to_owned(),
        TableRead::Sorted { keys: (0, i64::MAX), rows, .. } => format!("{rows} first"),
        TableRead::Sorted { keys: (first, last), rows, .. } => format!("{rows} first of {first}..{last}"),
        other => panic!("{other:?}"),
    };
    steps_of("retinol", filters, sort).into_iter().skip(1).map(about).collect()
}

fn days(first: &str, last: &str) -> ResolvedFilters {
    let day = |text| Date::parse(text).unwrap().day();
    ResolvedFilters { days: Days { first: day(first), last: day(last) }, ..ResolvedFilters::none() }
}

#[test]
fn relevance_needs_facets_alone() {
    let by_relevance = |filters| beside(filters, Column::LENGTH);
    assert!(by_relevance(ResolvedFilters::none()).is_empty());
    assert_eq!(by_relevance(days("2024-01-01", "2024-12-31")), ["IncludedPeriods M:year:2024"]);
    assert_eq!(
        by_relevance(days("2024-03-05", "2024-05-20")),
        ["IncludedPeriods M:month:024291", "month 2", "month 2"],
    );
    assert_eq!(
        by_relevance(days("2024-01-01", "2025-02-28")),
        ["IncludedPeriods M:year:2024 M:month:024300 M:month:024301"],
    );
    assert_eq!(
        by_relevance(days("2024-01-16", "2024-11-30")),
        ["IncludedPeriods M:year:2024", "ExcludedPeriods M:month:024299", "month 2"],
    );
    let tuple_values = vec![("sentiment", vec!["positive".to_owned()])];
    let positive = ResolvedFilters { tuples: Some(vec![true]), tuple_values, ..ResolvedFilters::none() };
    assert_eq!(by_relevance(positive), ["Facets M:sentiment:positive"]);
    assert!(by_relevance(days("2026-03-01", "2026-04-01")).is_empty());
}

#[test]
fn the_fewest_documents_are_read() {
    let by_score = |filters| beside(filters, Column::SENTIMENT_SCORE);
    let brand = |documents| ValueFilter {
        column: Column::BRAND_NAME,
        values: vec![ValueFrequency { number: 4_096, documents }],
    };
    // 300 of 2,000 documents are expected among 36,000 of all, in rows of 16,384. All documents are in 15 rows.
    assert_eq!(by_score(ResolvedFilters::none()), ["3 first"]);
    let tuple_values = vec![("sentiment", vec!["positive".to_owned()])];
    let rare = ResolvedFilters { tuples: Some(vec![true]), tuple_values, ..ResolvedFilters::none() };
    assert_eq!(by_score(rare), ["Facets M:sentiment:positive", "16 first"]);
    assert_eq!(by_score(days("2024-03-05", "2024-05-20")), ["month 3"]);
    assert_eq!(by_score(ResolvedFilters { values: vec![brand(500)], ..days("2024-03-05", "2024-05-20") }), ["value"]);
    let frequent = ResolvedFilters { values: vec![brand(200_000)], ..days("2024-03-05", "2024-05-20") };
    assert_eq!(by_score(frequent), ["month 4"]);
    assert_eq!(by_score(ResolvedFilters { values: vec![brand(90_000)], ..ResolvedFilters::none() }), ["value"]);
}

#[test]
fn a_window_lies_side_by_side_in_the_order_of_days() {
    // 50,000 documents of five months are before it in rows of 16,384, then a part of one month.
    let by_day = beside(days("2024-03-05", "2025-07-20"), Column::DAY);
    let sorted = by_day.last().unwrap();
    assert!(sorted.ends_with(&format!("first of 3..{}", i64::MAX)), "{by_day:?}");
    assert!(
        by_day.iter().any(|read| read.starts_with("ExcludedPeriods") || read.starts_with("IncludedPeriods")),
        "{by_day:?}"
    );
}

#[test]
fn a_word_without_records_needs_no_order() {
    let sorted = |steps: Vec<PlanStep>| steps.iter().filter(|step| step.operator == Operator::Sorted).count();
    assert_eq!(sorted(steps_of("unheard", days("2024-03-05", "2025-07-20"), Column::DAY)), 0);
    assert_eq!(sorted(steps_of("retinol", days("2024-03-05", "2025-07-20"), Column::DAY)), 1);
}

#[test]
fn first_documents_are_no_filter_on_what_they_are_sorted_by() {
    let ranges = vec![(Column::SENTIMENT_SCORE, 0, 1_000_000)];
    let by_score = beside(ResolvedFilters { ranges, ..ResolvedFilters::none() }, Column::SENTIMENT_SCORE);
    assert_eq!(by_score, ["all"]);
}

#[test]
fn the_rarest_word_decides_the_ranking() {
    let frequencies = [("mskin", 15_000), ("bskin", 15_000), ("mthe", 900_000), ("bcream", 20_000), ("mof", 20_001)];
    let of_key = |(key, documents): (&str, u64)| (key.to_owned(), PostingListSize { documents, rows: 1 });
    let frequencies = DocumentFrequencies::new(frequencies.map(of_key).into());
    let ranked_by = |q| frequencies.ranking_columns(Index::BusinessIdeas, &TextQuery::parse(q).unwrap());
    assert_eq!(ranked_by("the of"), [Column::DAY]);
    assert_eq!(ranked_by("the cream"), [Column::LENGTH]);
    assert_eq!(ranked_by("the skin"), [Column::DAY, Column::LENGTH]);
    assert_eq!(ranked_by("the unheard"), [Column::LENGTH]);
    assert_eq!(ranked_by("the OR cream"), [Column::DAY]);
    assert_eq!(ranked_by("cream OR unheard -the"), [Column::LENGTH]);
    assert_eq!(ranked_by("the (skin OR unheard)"), [Column::DAY, Column::LENGTH]);
    let with_lengths = |q| {
        let text = TextQuery::parse(q).unwrap();
        let words = frequencies.lengths_words(Index::BusinessIdeas, &text);
        words.map(|words| words.into_iter().cloned().collect::<Vec<_>>())
    };
    assert_eq!(with_lengths("the skin cream"), Some(vec!["cream".to_owned()]));
    assert_eq!(with_lengths("the (skin OR cream)"), Some(vec!["cream".to_owned(), "skin".to_owned()]));
    assert_eq!(with_lengths("the of"), None);
    assert_eq!(with_lengths("cream OR the"), None);
}

/// Returns a query whose prefixes stand for words of a vocabulary.
fn expanded(q: &str, vocabulary: impl IntoIterator<Item = String>) -> TextQuery {
    let mut text = TextQuery::parse(q).unwrap();
    text.expand(&vocabulary.into_iter().collect()).unwrap();
    text
}

#[test]
fn the_words_of_a_prefix_count_together() {
    let frequencies = [("mserum", 12_000), ("bserum", 100), ("mserums", 9_000), ("mcream", 900_000), ("mgel", 19_000)];
    let of_key = |(key, documents): (&str, u64)| (key.to_owned(), PostingListSize { documents, rows: 1 });
    let frequencies = DocumentFrequencies::new(frequencies.map(of_key).into());
    let index = Index::BusinessIdeas;
    let text = expanded("ser* cream", ["serum", "serums"].map(str::to_owned));
    assert_eq!(frequencies.most_documents(index, &text), 21_100);
    assert_eq!(frequencies.ranking_columns(index, &text), [Column::DAY, Column::LENGTH]);
    let with_lengths = frequencies.lengths_words(index, &text).unwrap();
    assert_eq!(with_lengths.into_iter().collect::<Vec<_>>(), ["serum", "serums"]);
    let expected = frequencies.expected_documents(index, &text, 1_000_000);
    assert!((expected - 1e6 * 0.0211 * 0.9).abs() < 1e-6, "{expected}");
    let without_words = expanded("gel* cream", []);
    assert_eq!(frequencies.most_documents(index, &without_words), 0);
    assert_eq!(frequencies.ranking_columns(index, &without_words), [Column::LENGTH]);
    assert!(frequencies.lengths_words(index, &without_words).is_some_and(|words| words.is_empty()));
}

#[test]
fn the_rows_of_the_words_of_prefixes_are_limited() {
    let words: Vec<String> = (0..500).map(|number| format!("serum{number}")).collect();
    let manifest = manifest();
    let plan = |rows| {
        let keys = words.iter().flat_map(|word| [format!("m{word}"), format!("b{word}")]);
        let sizes = keys.map(|key| (key, PostingListSize { documents: rows, rows })).collect();
        let (text, by, order) = (expanded("serum*", words.clone()), vec![Column::LENGTH], Order::Desc);
        let frequencies = DocumentFrequencies::new(sizes);
        let ask = QueryKind::TextSearch { text, by, order, size: Some(10), frequencies };
        Plan::of(&IndexQuery::new(Index::BusinessIdeas, &manifest, ResolvedFilters::none(), ask).unwrap())
    };
    assert_eq!(plan(1).unwrap().estimate.rows, 1_000);
    assert!(matches!(plan(3), Err(QueryError::OverBudget(cost)) if cost.contains("3000 rows")));
}

#[test]
fn neighbouring_keys_are_one_range() {
    assert_eq!(key_ranges(vec![7, 3, 4, 5, 9, 3]), [(3, 5), (7, 7), (9, 9)]);
}
