//! The cost limit of a query: above it, the query is refused with advice on what to narrow.

use overheard::backend::columnar::plan::{
    DocumentFrequencies, IndexQuery, Plan, PostingListSize, QueryKind, ResolvedFilters, ValueFilter, ValueFrequency,
};
use overheard::base::text::{TEXT_RULES, TextQuery};
use overheard::query::QueryError;
use overheard::segment::{Column, CubeSize, Hashes, Manifest, MonthSize, Tuples};
use overheard::spec::{Index, Order};

/// Returns a manifest of so many records.
fn manifest(documents: u64) -> Manifest {
    let video = CubeSize { column: "video".to_owned(), by_tuple: false, cells: documents / 4, width: 4.0 };
    Manifest {
        documents,
        months: (24_288..24_300).map(|month| MonthSize { month, documents: documents / 12 }).collect(),
        tuples: Tuples::new([]),
        channels: 1_000,
        tokens: documents * 20,
        widths: ["number", "day", "video", "views"].map(|name| (name.to_owned(), 0.5)).into(),
        cubes: vec![video],
        hashes: Hashes::default(),
        names: Vec::new(),
        base_days: None,
        text_rules: TEXT_RULES,
        aliases: None,
        delta: None,
    }
}

fn of_words(q: &str, documents: u64, by: Column) -> Result<Plan, QueryError> {
    let manifest = manifest(documents);
    let words = ["the", "and", "of", "cream"];
    // Each word is in half of all records, in full rows.
    let frequency = PostingListSize { documents: documents / 2, rows: documents.div_ceil(1 << 19) };
    let frequencies = words.map(|word| (format!("v{word}"), frequency)).into();
    let ask = QueryKind::TextSearch {
        text: TextQuery::parse(q).unwrap(),
        by: vec![by],
        order: Order::Desc,
        size: Some(10),
        frequencies: DocumentFrequencies::new(frequencies),
    };
    Plan::of(&IndexQuery::new(Index::Info, &manifest, ResolvedFilters::none(), ask).unwrap())
}

fn refusal(plan: Result<Plan, QueryError>) -> String {
    match plan {
        Err(QueryError::OverBudget(message)) => message,
        other => panic!("it is not refused: {:?}", other.map(|plan| plan.estimate)),
    }
}

#[test]
fn repeated_words_cost_nothing() {
    let cost = |q: &str| {
        let plan = of_words(q, 1_000_000, Column::VIEWS).unwrap();
        (plan.estimate, plan.explanation.held)
    };
    assert_eq!(cost("the"), cost("the the The, THE the"));
    assert_eq!(cost("\"the cream\""), cost("\"the cream\" \"The Cream!\" the"));
}

#[test]
fn phrases_cost_what_it_takes_to_look_for_each() {
    let steps = |q: &str| of_words(q, 1_000_000, Column::VIEWS).unwrap().estimate.steps;
    let (one, two) = (steps("\"the cream\" of and"), steps("\"the cream\" \"of and\""));
    assert!(two > one + 2 * 500_000 * 8, "{one} {two}");
}

#[test]
fn frequent_words_of_a_million_documents_are_searched_and_those_of_a_hundred_million_refused() {
    let q = "the and of cream";
    assert!(of_words(q, 1_000_000, Column::VIEWS).is_ok() && of_words(q, 1_000_000, Column::DAY).is_ok());
    let message = refusal(of_words(q, 100_000_000, Column::VIEWS));
    assert!(message.contains("are allowed. Narrow it: fewer words and phrases in q"), "{message}");
}

#[test]
fn groups_that_are_too_many_to_be_held_are_refused() {
    let by_video = |documents: u64| {
        let manifest = manifest(documents);
        let ask = QueryKind::Groups { by: Column::VIDEO, metric: None };
        Plan::of(&IndexQuery::new(Index::BusinessIdeas, &manifest, ResolvedFilters::none(), ask).unwrap())
    };
    assert!(by_video(1_000_000).is_ok());
    assert!(refusal(by_video(6_000_000)).contains("MB beside them; 20 are allowed. Narrow it: one more filter"));
}

#[test]
fn creators_are_grouped_by_categories_at_a_million_snapshots() {
    let by_category = |names: Vec<(String, u64)>| {
        let widths = ["categories", "creator"].map(|name| (name.to_owned(), 0.9)).into();
        let manifest = Manifest { names, widths, ..manifest(1_070_000) };
        let ask = QueryKind::Groups { by: Column::CATEGORIES, metric: None };
        Plan::of(&IndexQuery::new(Index::ContentCreator, &manifest, ResolvedFilters::none(), ask).unwrap())
    };
    assert!(by_category(vec![("categories".to_owned(), 116)]).is_ok());
    let unknown = refusal(by_category(Vec::new()));
    assert!(unknown.contains("MB beside them; 20 are allowed"), "{unknown}");
}

/// Returns the plan of a query about the records of a value.
fn of_value(documents: u64, ask: impl Fn(ValueFilter) -> (ResolvedFilters, QueryKind)) -> Result<Plan, QueryError> {
    let manifest = manifest(10_000_000);
    let value = ValueFilter { column: Column::BRAND_NAME, values: vec![ValueFrequency { number: 4_096, documents }] };
    let (filters, kind) = ask(value);
    Plan::of(&IndexQuery::new(Index::BusinessIdeas, &manifest, filters, kind).unwrap())
}

#[test]
fn records_that_are_too_many_to_be_held_are_read_in_parts() {
    let sorted = |documents: u64| {
        of_value(documents, |value| {
            let filters = ResolvedFilters { values: vec![value], ..ResolvedFilters::none() };
            (filters, QueryKind::Documents { sort: Column::VIEWS, order: Order::Desc })
        })
    };
    let parts = |plan: Plan| plan.parts.into_values().map(|parts| parts.len()).collect::<Vec<_>>();
    assert!(parts(sorted(1_000_000).unwrap()).is_empty());
    let in_parts = sorted(20_000_000).unwrap();
    assert!(in_parts.explanation.reads[0].what.ends_with(", in 5 parts"), "{:?}", in_parts.explanation);
    assert_eq!(parts(in_parts), [5]);
    let refused = refusal(sorted(31_000_000));
    assert!(refused.contains("million steps; 150 are allowed."), "{refused}");
}

#[test]
fn what_is_read_twice_is_not_read_in_parts() {
    let together = |documents: u64| {
        of_value(documents, |value| {
            let (values, by) = (vec![value], Column::CHANNEL);
            (ResolvedFilters::none(), QueryKind::CoOccurrence { field: Column::TOPICS, values, by })
        })
    };
    assert!(together(1_000_000).is_ok());
    let refused = refusal(together(2_000_000));
    assert!(refused.contains("MB beside them; 20 are allowed."), "{refused}");
}
