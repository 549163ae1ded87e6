//! Compares answers that random requests rarely have with those of the reference backend.

use super::database::{open, write};
use overheard::query::DataBackend as _;
use overheard::query::answer::Outcome;
use overheard::spec::Index;
use overheard_sqlite::documents::rows;
use overheard_sqlite::questions::{body, checked, compare};
use overheard_sqlite::reference;
use pollster::block_on;
use serde_json::{Value, json};

fn video(id: &str, title: &str) -> (Index, String) {
    let record = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-01", "title": title});
    (Index::Info, record.to_string())
}

fn mention(id: &str, brand: &str, more: Value) -> (Index, String) {
    let mut record = json!({"mention_id": id, "video_id": "v", "brand_name": brand});
    record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    (Index::BusinessIdeas, record.to_string())
}

/// Compares the answers to requests, and returns them.
fn agree(lines: &[(Index, String)], requests: &[(&str, Value)]) -> Vec<Outcome> {
    let (database, served) = (reference::of(lines.to_vec()), write(rows(lines.to_vec())));
    let backend = open(&served);
    let answer = |(operation, request): &(&str, Value)| {
        let checked = checked(operation, request);
        let answer = block_on(backend.answer(&checked)).unwrap_or_else(|error| panic!("{request}: {error:?}"));
        compare(operation, request, &reference::answer(&database, &checked), &answer)
            .unwrap_or_else(|difference| panic!("{difference}"));
        answer
    };
    requests.iter().map(answer).collect()
}

#[test]
fn averages_that_are_rounded_to_the_same_number_are_in_the_order_of_names() {
    // The average of half a millionth is rounded away from zero, not to the even zero.
    let score = |id: &str, brand: &str, score: f64| mention(id, brand, json!({"sentiment_score": score}));
    let lines = [
        video("v", "A test"),
        score("1", "A", 0.000_001),
        score("2", "A", 0.0),
        score("3", "B", 0.000_001),
        score("4", "C", -0.000_001),
        score("5", "C", 0.0),
        score("6", "D", -0.000_001),
        mention("7", "E", json!({})),
    ];
    let ask = |order: &str| {
        let metric = json!({"type": "avg", "field": "sentiment_score"});
        let index = "siv_business_ideas";
        ("aggregate", json!({"index": index, "group_by": "brand_name", "metric": metric, "order": order}))
    };
    let answers = agree(&lines, &[ask("asc"), ask("desc")]);
    let keys = |outcome: &Outcome| -> Vec<String> {
        let buckets = body(outcome)["buckets"].as_array().unwrap().clone();
        buckets.iter().map(|bucket| bucket["key"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(keys(&answers[0]), ["C", "D", "A", "B", "E"]);
    assert_eq!(keys(&answers[1]), ["A", "B", "C", "D", "E"]);
}

#[test]
fn values_are_never_part_of_a_statement() {
    let names = [
        "O'Neil",
        "back\\slash",
        "\"quoted\"",
        "{p1:String}",
        "a\\tb",
        "100% %41",
        "--x",
        "--overheard-0--",
        "naïve 美容 😀",
        "$(x) `y`",
        "];",
        "C++",
        "\\'",
        "NULL",
    ];
    let mut lines = vec![video("v", "A test"), video("w", "Another 'test' of {p1:String}")];
    for (at, name) in names.iter().enumerate() {
        lines.push(mention(
            &format!("m{at}"),
            name,
            json!({"topics": [name, "price"], "context": format!("of {name}")}),
        ));
    }
    let mut requests =
        vec![("aggregate", json!({"index": "siv_business_ideas", "group_by": "brand_name", "size": 50}))];
    for name in names {
        let index = "siv_business_ideas";
        let sector = json!({"brands": [{"label": "A", "terms": [name]}, {"label": "B", "terms": ["other"]}],
                            "from_date": "2026-01-01", "to_date": "2026-02-28"});
        requests.extend([
            ("search", json!({"index": index, "filters": {"brand_name": [name]}})),
            ("search", json!({"index": index, "filters": {"topics": [name, "other"]}})),
            ("search", json!({"index": index, "filters": {"brand_name": format!("{name}x")}})),
            ("search", json!({"index": index, "q": format!("x{name}")})),
            (
                "co-mentions",
                json!({"field": "brand_name", "values": ["another", name, "other"], "group_by": "video_id"}),
            ),
            (
                "co-mentions",
                json!({"field": "topics", "values": ["price", format!("{name} ")], "group_by": "video_id"}),
            ),
        ]);
        // A term needs a letter or a digit.
        requests.extend(overheard::base::text::has_token(name).then_some(("sector", sector)));
    }
    requests.retain(|(operation, request)| {
        *operation != "search" || request["q"].as_str().is_none_or(overheard::base::text::has_token)
    });
    agree(&lines, &requests);
}

#[test]
fn phrases_may_overlap_and_do_not_cross_items_or_columns() {
    let text = |id: &str, title: &str, description: &str, tags: Value| {
        let record = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-01", "title": title,
                            "description": description, "tags": tags});
        (Index::Info, record.to_string())
    };
    let lines = [
        text("1", "day day day night", "", json!([])),
        text("2", "day", "day night", json!(["day", "day night"])),
        text("3", "day night day", "night day", json!(["night"])),
        text("4", "", "", json!(["day", "night"])),
        text("5", "nothing", "of this", json!([])),
        text("6", "long words of other things", "of this and that", json!(["a", "b"])),
    ];
    let asked = [
        "day",
        "\"day day\"",
        "\"day night\"",
        "\"night day\"",
        "day \"day night\" day",
        "day night",
        "\"day day day\"",
    ];
    let requests: Vec<_> = asked.iter().map(|q| ("search", json!({"index": "siv_info", "q": q}))).collect();
    agree(&lines, &requests);
}

#[test]
fn as_many_words_as_are_allowed_are_searched() {
    let letters: Vec<String> = ('a'..='z').chain('а'..='я').chain('α'..='ω').map(String::from).collect();
    let all = letters.join(" ");
    let lines = [video("1", &all), video("2", &letters[1..].join(" ")), video("3", "a b c")];
    let words: String = letters[..40].join(" ");
    let quoted: String = format!("\"{}\"", all.chars().take(190).collect::<String>());
    let ask = |q: &str| ("search", json!({"index": "siv_info", "q": q}));
    let found = agree(&lines, &[ask(&words), ask(&quoted), ask("a b")]);
    let matched: Vec<_> = found.iter().map(|outcome| body(outcome)["matched_documents"].clone()).collect();
    assert_eq!(matched, [json!(1), json!(1), json!(2)]);
}

#[test]
fn dates_that_no_record_can_have_are_bounds_too() {
    let lines = [video("v", "A test"), mention("1", "A", json!({}))];
    let ask = |range: Value| ("search", json!({"index": "siv_business_ideas", "filters": {"upload_date": range}}));
    let found = agree(
        &lines,
        &[
            ask(json!({"gte": "0001-01-01", "lte": "9999-12-31"})),
            ask(json!({"gte": "9999-12-31"})),
            ask(json!({"lte": "0001-01-01"})),
            ask(json!({"gte": "2026-01-01", "lte": "2026-01-01"})),
        ],
    );
    let matched: Vec<_> = found.iter().map(|outcome| body(outcome)["matched_documents"].clone()).collect();
    assert_eq!(matched, [json!(1), json!(0), json!(0), json!(1)]);
}

#[test]
fn frequent_words_are_ranked_by_date() {
    let lines: Vec<_> = (0..=20_000).map(|at| video(&format!("v{at}"), "serum of the day")).collect();
    let mut lines = lines;
    lines.push(video("last", "serum of the night"));
    let ask = |q: &str, order: &str| ("search", json!({"index": "siv_info", "q": q, "sort_order": order}));
    let found = agree(&lines, &[ask("serum", "asc"), ask("\"serum of\" the", "desc"), ask("serum night", "desc")]);
    let warnings: Vec<_> = found.iter().map(|outcome| outcome.warnings.len()).collect();
    assert_eq!(warnings, [1, 1, 0]);
}
