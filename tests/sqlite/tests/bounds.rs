//! Compares the rows and the memory of the largest queries with the planned ones.

use overheard::backend::columnar::Columnar;
use overheard::base::boolean::MAX_ATOMS;
use overheard::guard::request::Request;
use overheard::query::DataBackend as _;
use overheard::spec::limits::{MAX_NAME_CHARACTERS, MAX_Q_CHARACTERS};
use overheard::sql::{Row, Sql, Statement, Store, StoreError};
use overheard_bench_data::Dataset;
use overheard_sqlite::questions::{DatasetSample, OPERATIONS, checked, random_request};
use overheard_sqlite::{SqliteDatabase, documents, packed, reference};
use peak_alloc::PeakAlloc;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MENTIONS: u64 = 20_000;
/// Random questions per operation.
const QUESTIONS: u64 = 40;
/// Bytes that any query may take in addition to the plan: its text and its answer.
const ANY: u64 = 512 * 1024;

/// A database that records its statements and the size of its results.
struct Observed<'d> {
    database: &'d SqliteDatabase,
    asked: RefCell<Vec<Statement>>,
    bytes: Cell<u64>,
}

impl<'d> Observed<'d> {
    fn new(database: &'d SqliteDatabase) -> Self {
        Self { database, asked: RefCell::default(), bytes: Cell::default() }
    }
}

impl Store for Observed<'_> {
    async fn batch(&self, statements: Vec<Statement>) -> Result<Vec<Vec<Row>>, StoreError> {
        self.asked.borrow_mut().extend(statements.iter().cloned());
        let results = self.database.batch(statements).await?;
        let values = results.iter().flatten().flat_map(|row| row.iter());
        // Numbers and the names of columns take some bytes too.
        let bytes = values.map(|(name, value)| 96 + name.len() + value.as_str().map_or(0, str::len)).sum::<usize>();
        self.bytes.set(self.bytes.get() + bytes as u64);
        Ok(results)
    }
}

/// Returns the most frequent values of a kind.
fn frequent(database: &SqliteDatabase, sql: &str) -> Vec<String> {
    let rows = database.run([Sql::new(sql).finish()]).expect("values are read").remove(0);
    rows.iter().map(|row| row["value"].as_str().expect("a text").to_owned()).collect()
}

fn names(database: &SqliteDatabase, field: &str) -> Vec<String> {
    frequent(
        database,
        &format!("SELECT name AS value FROM name WHERE field = '{field}' ORDER BY documents DESC LIMIT 30"),
    )
}

fn words(database: &SqliteDatabase, part: char) -> Vec<String> {
    let sql = "SELECT substr(word, 2) AS value FROM frequency WHERE substr(word, 1, 1) = '{part}' ORDER BY documents DESC LIMIT 60";
    frequent(database, &sql.replace("{part}", &part.to_string()))
}

/// Returns words joined by blanks, as many as fit into a name.
fn fitting<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    joined(words, " ", MAX_NAME_CHARACTERS)
}

/// Returns as many parts of a query as it may have.
fn query<'w>(parts: impl IntoIterator<Item = &'w str>, operator: &str) -> String {
    joined(parts.into_iter().take(MAX_ATOMS), operator, MAX_Q_CHARACTERS)
}

/// Returns a phrase of as many words as a query may have characters for.
fn phrase<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    format!("\"{}\"", joined(words, " ", MAX_Q_CHARACTERS))
}

fn joined<'w>(parts: impl IntoIterator<Item = &'w str>, between: &str, max: usize) -> String {
    let mut text = String::new();
    for part in parts {
        if text.len() + between.len() + part.len() > max - 2 {
            break;
        }
        text = format!("{text}{}{part}", if text.is_empty() { "" } else { between });
    }
    text
}

fn again_and_again(word: &str) -> String {
    fitting(std::iter::repeat_n(word, MAX_NAME_CHARACTERS))
}

fn sector(brands: Vec<Value>) -> Value {
    json!({"brands": brands, "from_date": "2023-07-14", "to_date": "2025-07-08"})
}

/// Returns the largest queries: the most values, words and brands that are allowed, and the most frequent ones.
fn largest(database: &SqliteDatabase) -> Vec<(&'static str, Value)> {
    let mut questions = Vec::new();
    for (index, part, sort) in [("siv_business_ideas", 'm', "sentiment_score"), ("siv_info", 'v', "views")] {
        let words = words(database, part);
        let all = || words.iter().map(String::as_str);
        let pairs: Vec<String> = all().skip(1).map(|word| format!("\"{} {word}\"", words[0])).collect();
        let questions_in_words = [
            words[0].clone(),
            query(std::iter::repeat_n(words[0].as_str(), MAX_ATOMS), " "),
            query(all(), " "),
            phrase(std::iter::repeat_n(words[0].as_str(), MAX_Q_CHARACTERS)),
            phrase(all()),
            query(pairs.iter().map(String::as_str), " "),
            query(all(), " OR "),
            query(all(), " -"),
            query(pairs.iter().map(String::as_str), " OR "),
            format!(
                "{} NOT ({})",
                words[0],
                query(pairs.iter().skip(1).take(MAX_ATOMS - 1).map(String::as_str), " OR ")
            ),
        ];
        for q in questions_in_words {
            questions.push(("search", json!({"index": index, "q": q, "size": 50})));
            questions.push(("search", json!({"index": index, "q": q, "size": 50, "sort_field": sort})));
        }
    }
    let of = |field: &str, count: usize| names(database, field).into_iter().take(count).collect::<Vec<_>>();
    let [brands, components, topics] =
        ["mention.brand_name", "mention.components", "mention.topics"].map(|field| of(field, 30));
    for filters in [
        json!({}),
        json!({"topics": &topics[..20]}),
        json!({"upload_date": {"gte": "2024-03-11"}, "platform": "youtube"}),
    ] {
        for group_by in ["video_id", "channel_name", "components"] {
            let metric = json!({"type": "avg", "field": "sentiment_score"});
            let request =
                json!({"index": "siv_business_ideas", "group_by": group_by, "metric": metric, "filters": filters});
            questions.push(("aggregate", request));
        }
    }
    for (field, values) in [("topics", &topics), ("components", &components), ("brand_name", &brands)] {
        for group_by in ["video_id", "channel_uid"] {
            questions.push(("co-mentions", json!({"field": field, "values": &values[..5], "group_by": group_by})));
        }
    }
    questions.push((
        "co-mentions",
        json!({"field": "sentiment", "values": ["positive", "negative"], "group_by": "video_id"}),
    ));
    questions.push(("creators", json!({"sort_field": "view_count", "filters": {"subscriber_count": {"gte": 0}}})));
    let context = |count: usize| -> Vec<String> {
        let words = words(database, 'm');
        words
            .iter()
            .take(count)
            .map(|word| format!("{word} {}", again_and_again(&words[0])))
            .map(|entry| entry.chars().take(MAX_NAME_CHARACTERS).collect())
            .collect()
    };
    let brand = |at: usize, terms: Vec<&String>, context: &[String]| json!({"label": format!("Brand {at}"), "terms": terms, "must_context": context});
    questions.push(("sector", sector((0..30).map(|at| brand(at, topics[..20].iter().collect(), &[])).collect())));
    questions.push(("sector", sector((0..30).map(|at| brand(at, vec![&brands[at]], &context(9))).collect())));
    questions.push((
        "sector",
        sector((0..30).map(|at| brand(at, topics[at % 10..at % 10 + 10].iter().collect(), &context(3))).collect()),
    ));
    questions.push((
        "sector",
        sector(
            (0..30)
                .map(|at| {
                    let mut brand = brand(at, vec![&brands[at]], &context(3));
                    brand["must_not_context"] = json!(context(6));
                    brand
                })
                .collect(),
        ),
    ));
    questions
}

/// Answers a query. Returns the memory that it took besides its rows, and the planned memory.
fn taken(database: &SqliteDatabase, request: &Request) -> (u64, u64) {
    let observed = Observed::new(database);
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let explained = pollster::block_on(Columnar::new(&observed).explain(request)).expect("an answer");
    let peak = (MEMORY.peak_usage() - before) as u64;
    let held = explained.plans.iter().map(|plan| plan.held).max().unwrap_or(0);
    (peak.saturating_sub(observed.bytes.get()), held)
}

/// A single test, because all allocations of the process count.
#[test]
fn questions_take_what_was_planned_and_what_is_said_again_is_not_read_again() {
    let dataset = Dataset::new(MENTIONS, 7);
    let database = SqliteDatabase::migrated();
    packed::import(&database, documents::rows(documents::made_up(&dataset)));

    let sample = DatasetSample::of(&reference::of(documents::made_up(&dataset)));
    let random = OPERATIONS.into_iter().flat_map(|operation| {
        let questions = (0..QUESTIONS).map(ChaCha8Rng::seed_from_u64);
        questions.map(|mut rng| (operation, random_request(operation, &sample, &mut rng))).collect::<Vec<_>>()
    });
    let mut failures = Vec::new();
    for (operation, request) in largest(&database).into_iter().chain(random) {
        let (taken, held) = taken(&database, &checked(operation, &request));
        if taken > held + ANY {
            let request: String = request.to_string().chars().take(200).collect();
            failures.push(format!("{operation} {request}: {taken} bytes instead of {held}"));
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));

    what_is_said_again_is_not_read_again(&database);
    brands_of_equal_meaning_are_counted_once(&database);
}

/// Returns the statements that answer a query.
fn asked(database: &SqliteDatabase, operation: &str, request: &Value) -> (Vec<Statement>, Value) {
    let observed = Observed::new(database);
    let request = checked(operation, request);
    let outcome = pollster::block_on(Columnar::new(&observed).answer(&request)).expect("an answer");
    (observed.asked.take(), serde_json::to_value(&outcome.answer).expect("an answer is JSON"))
}

fn what_is_said_again_is_not_read_again(database: &SqliteDatabase) {
    for (index, part) in [("siv_business_ideas", 'm'), ("siv_info", 'v')] {
        let words = words(database, part);
        for (once, again) in [
            (words[0].clone(), query(std::iter::repeat_n(words[0].as_str(), MAX_ATOMS), " ")),
            (words[40].clone(), query(std::iter::repeat_n(words[40].as_str(), MAX_ATOMS), " ")),
            (
                format!("\"{0} {1}\"", words[0], words[1]),
                format!("\"{0} {1}\"\"{0} {1}\" \"{0} {1}\"", words[0], words[1]),
            ),
        ] {
            let request = |q: String| json!({"index": index, "q": q});
            assert_eq!(asked(database, "search", &request(once)), asked(database, "search", &request(again)));
        }
    }
}

fn brands_of_equal_meaning_are_counted_once(database: &SqliteDatabase) {
    let topics = names(database, "mention.topics");
    let words = words(database, 'm');
    let brand = |at: usize| {
        let (mut terms, mut context) =
            (topics[..20].to_vec(), vec![words[1].clone(), format!("{} {}", words[2], words[3])]);
        // In another order, in capitals, and repeated.
        terms.rotate_left(at % 20);
        terms[0] = terms[0].to_uppercase();
        context.rotate_left(at % 2);
        context
            .push(format!("{} {}", context[0], again_and_again(&words[5])).chars().take(MAX_NAME_CHARACTERS).collect());
        let excluded =
            |entry: &String| format!("{} {entry}", words[6]).chars().take(MAX_NAME_CHARACTERS).collect::<String>();
        let excluded: Vec<String> = context.iter().map(excluded).collect();
        json!({"label": format!("Brand {at}"), "terms": terms, "must_context": context, "must_not_context": excluded})
    };
    let (of_one, one) = asked(database, "sector", &sector(vec![brand(0)]));
    let (of_all, all) = asked(database, "sector", &sector((0..30).map(brand).collect()));
    // The words of the context are read before it is known that they make no difference.
    let pages =
        |asked: Vec<Statement>| asked.into_iter().filter(|asked| asked.sql.contains("page_")).collect::<Vec<_>>();
    assert_eq!(pages(of_one), pages(of_all));
    let series = |answer: &Value, at: usize| {
        let mut brand = answer["brands"][at].clone();
        for month in brand["series"].as_array_mut().expect("months") {
            ["volume_sov", "reach_sov"].into_iter().for_each(|share| month[share] = Value::Null);
        }
        brand["label"] = Value::Null;
        brand
    };
    assert_ne!(series(&one, 0)["totals"]["unique_videos"], 0);
    assert!((0..30).all(|at| series(&all, at) == series(&one, 0)));
}
