//! Compares every operation of the Account API with the columnar backend: the same random questions to the same records,
//! to the byte.

use super::database::{number, open, write};
use overheard::backend::clickhouse::{ClickHouse, Connection, HttpRequest, HttpResponse, ServedTables};
use overheard::backend::columnar::{Columnar, ViewSizes};
use overheard::base::date::Date;
use overheard::base::text::TEXT_RULES;
use overheard::guard::request::MonitoredBrand;
use overheard::guard::request::account::AccountRequest;
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::query::{
    AccountAnswer, AccountBackend, AccountQuery, DatasetVersion, QueryError, ViewPreparation as _, Viewer,
};
use overheard::spec::limits::MAX_BRANDS;
use overheard::spec::{AccountOperation, Index};
use overheard_bench_data::Dataset;
use overheard_clickhouse::Server;
use overheard_oracle::{Oracle, random_account, random_question};
use overheard_sqlite::accounts::{self, known_since, left_to_its_video};
use overheard_sqlite::documents::{made_up, rows};
use overheard_sqlite::scripts::in_many_scripts;
use overheard_sqlite::{SqliteDatabase, packed, views};
use pollster::block_on;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::{Value, json};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Mentions of the made-up dataset.
const MENTIONS: u64 = 3_000;
/// Random accounts.
const ACCOUNTS: u64 = 10;
/// Questions of each operation, unless `OVERHEARD_QUESTIONS` sets another number.
const QUESTIONS: u64 = 40;
/// Pages that are read of each list, at most.
const PAGES: usize = 2;
const SECRET: &[u8] = b"what cursors are signed with";

/// A dataset in both backends.
struct Fixture {
    oracle: Oracle,
    database: SqliteDatabase,
    clickhouse: ClickHouse<&'static Server>,
}

static FIXTURE: LazyLock<Mutex<Fixture>> = LazyLock::new(|| {
    let dataset = Dataset::new(MENTIONS, 1);
    let lines = in_many_scripts(made_up(&dataset)).enumerate();
    Mutex::new(Fixture::of(&lines.map(left_to_its_video).map(known_since).collect::<Vec<_>>()))
});

impl Fixture {
    fn of(lines: &[(Index, String)]) -> Self {
        let database = SqliteDatabase::migrated();
        packed::import(&database, rows(lines.to_vec()));
        let mut tables = write(rows(lines.to_vec()));
        // Answers contain the version.
        let served = views::served(&database);
        (tables.version.version, tables.version.published_at) = (served.version, served.published_at);
        Self { oracle: accounts::oracle(lines), database, clickhouse: open(&tables) }
    }

    /// Compares the answers to a query, and returns the answer.
    fn agree(&self, operation: AccountOperation, brands: &[MonitoredBrand], query: &str) -> Option<Value> {
        let request = AccountRequest::parse(operation, query.as_bytes()).expect("it is valid");
        let question = Question { brands, request, today: Date::parse("2026-03-01").expect("a date") };
        question.compare(self).unwrap_or_else(|difference| panic!("{difference}"))
    }
}

/// A question and its account.
struct Question<'q> {
    brands: &'q [MonitoredBrand],
    request: AccountRequest,
    today: Date,
}

impl Question<'_> {
    fn ask(&self, backend: &impl AccountBackend) -> Result<AccountAnswer, QueryError> {
        let viewer = Viewer { account: "acc_0123456789", brands: self.brands };
        let query = AccountQuery { request: &self.request, viewer, today: self.today, secret: SECRET };
        block_on(backend.answer_account(query))
    }

    /// Compares the answers of both backends. Returns the answer, or `None` if both refuse the question.
    fn compare(&self, fixture: &Fixture) -> Result<Option<Value>, String> {
        let columnar = Columnar::new(&fixture.database);
        let mut expected = self.ask(&columnar);
        if let Err(QueryError::Unprepared(version)) = &expected {
            views::prepare(&fixture.database, self.brands, version, ViewSizes::default()).expect("it is prepared");
            expected = self.ask(&columnar);
        }
        let parts = |answer: Result<AccountAnswer, QueryError>| match answer {
            Ok(AccountAnswer { body, next, basis }) => {
                Ok((body.get().to_owned(), next, serde_json::to_string(&basis).expect("JSON")))
            }
            Err(error) => Err(format!("{error:?}")),
        };
        let (expected, found) = (parts(expected), parts(self.ask(&fixture.clickhouse)));
        if expected != found {
            return Err(format!("{} today {}\n  {expected:?}\n  {found:?}", self.request.address, self.today));
        }
        Ok(found.ok().map(|(body, ..)| serde_json::from_str(&body).expect("JSON")))
    }

    /// Compares the pages, at most so many. Returns the number of answers.
    fn compare_pages(mut self, fixture: &Fixture, most: usize) -> Result<usize, String> {
        for page in 0..most {
            let Some(answer) = self.compare(fixture)? else { return Ok(page) };
            let Some(cursor) = answer["next_cursor"].as_str() else { return Ok(page + 1) };
            self.request = self.request.next(cursor);
        }
        Ok(most)
    }
}

fn agree(name: &str) {
    let fixture = &*FIXTURE.lock().unwrap_or_else(PoisonError::into_inner);
    let operation = AccountOperation::from_name(name).expect("an operation");
    let (mut failures, mut answers) = (Vec::new(), 0);
    let questions = number("OVERHEARD_QUESTIONS", QUESTIONS);
    for seed in 0..ACCOUNTS {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let account = random_account(&fixture.oracle, &mut rng);
        let (brands, account) = (accounts::brands(&account), fixture.oracle.account(&account));
        for _ in 0..questions.div_ceil(ACCOUNTS) {
            let line = random_question(name, &fixture.oracle, &account, &mut rng);
            let query = line["query"].as_str().expect("a query");
            let request = AccountRequest::parse(operation, query.as_bytes()).expect("it is valid");
            let today = Date::parse(line["today"].as_str().expect("a date")).expect("a date");
            match (Question { brands: &brands, request, today }).compare_pages(fixture, PAGES) {
                Ok(pages) => answers += pages,
                Err(difference) => failures.push(difference),
            }
        }
    }
    let (count, shown) = (failures.len(), failures.iter().take(2).cloned().collect::<Vec<_>>().join("\n"));
    assert!(count == 0, "{count} of {name} differ:\n{shown}");
    assert!(answers as u64 >= questions / 2, "{answers}");
}

macro_rules! agrees {
    ($($name:ident: $operation:literal;)*) => {
        $(#[test]
        fn $name() {
            agree($operation);
        })*
    };
}

agrees! {
    mentions_agree: "mentions";
    a_mention_agrees: "mention";
    mention_stats_agree: "mention-stats";
    sentiment_agrees: "sentiment";
    sentiment_timeline_agrees: "sentiment-timeline";
    sentiment_breakdown_agrees: "sentiment-breakdown";
    influencers_agree: "influencers";
    an_influencer_agrees: "influencer";
    influencer_mentions_agree: "influencer-mentions";
    trends_agree: "trends";
    emerging_trends_agree: "emerging-trends";
    trend_comparison_agrees: "trend-comparison";
    an_explained_change_agrees: "explain-change";
}

/// Every page of a list in each order.
#[test]
fn all_pages_agree() {
    let fixture = &*FIXTURE.lock().unwrap_or_else(PoisonError::into_inner);
    let served = views::served(&fixture.database);
    let is_large = |brands: &Vec<MonitoredBrand>| {
        views::prepare(&fixture.database, brands, &served, ViewSizes::default()).expect("it is prepared") > 100
    };
    let brands = |seed| accounts::brands(&random_account(&fixture.oracle, &mut ChaCha8Rng::seed_from_u64(seed)));
    let brands = (0..ACCOUNTS).map(brands).find(is_large).expect("an account with many mentions");
    let today = Date::parse("2026-03-01").expect("a date");
    let lists = [
        (AccountOperation::Mentions, ["upload_date", "indexed_at", "views", "sentiment_score"].as_slice(), 10, ""),
        (
            AccountOperation::Influencers,
            &["mentions", "views", "subscriber_count", "engagement_rate", "sentiment", "influence_score"],
            4,
            "&from=2025-06-01",
        ),
    ];
    for (operation, sorts, limit, more) in lists {
        for query in sorts
            .iter()
            .flat_map(|sort| ["asc", "desc"].map(|order| format!("sort={sort}&order={order}&limit={limit}{more}")))
        {
            let request = AccountRequest::parse(operation, query.as_bytes()).expect("it is valid");
            let pages = Question { brands: &brands, request, today }.compare_pages(fixture, usize::MAX);
            assert!(pages.unwrap_or_else(|difference| panic!("{difference}")) > 1, "{query}");
        }
    }
}

/// A view needs no preparation; it has as many mentions as the view that the columnar backend prepares.
#[test]
fn a_view_is_prepared_at_once() {
    let fixture = &*FIXTURE.lock().unwrap_or_else(PoisonError::into_inner);
    let (version, dates) = block_on(fixture.clickhouse.served_dates()).expect("dates");
    assert_eq!(block_on(Columnar::new(&fixture.database).served_dates()).expect("dates").1, dates);
    let served = views::served(&fixture.database);
    for seed in 0..ACCOUNTS {
        let brands = accounts::brands(&random_account(&fixture.oracle, &mut ChaCha8Rng::seed_from_u64(seed)));
        let expected =
            views::prepare(&fixture.database, &brands, &served, ViewSizes::default()).expect("it is prepared");
        let prepared = block_on(fixture.clickhouse.prepare(&brands, &version)).expect("it is prepared");
        assert_eq!(prepared.mentions(), Some(expected), "{brands:?}");
    }
}

fn brand(number: usize) -> MonitoredBrand {
    MonitoredBrand {
        id: format!("brd_{number}"),
        label: format!("Brand {number}"),
        terms: vec!["Aurelia".to_owned()],
        must_context: Vec::new(),
        must_not_context: Vec::new(),
        exact: false,
    }
}

#[test]
fn answers_without_mentions_agree() {
    let (fixture, brands) = (Fixture::of(&[]), [brand(1), brand(2)]);
    let influencer = PublicId::of(IdKind::Influencer, "nobody");
    for (operation, query) in [
        (AccountOperation::Mentions, String::new()),
        (AccountOperation::MentionStats, String::new()),
        (AccountOperation::Sentiment, String::new()),
        (AccountOperation::SentimentTimeline, String::new()),
        (AccountOperation::SentimentBreakdown, "by=region".to_owned()),
        (AccountOperation::Influencers, String::new()),
        (AccountOperation::Trends, String::new()),
        (AccountOperation::EmergingTrends, String::new()),
        (AccountOperation::TrendComparison, "by=brand&brand=brd_1,brd_2".to_owned()),
        (AccountOperation::ExplainChange, String::new()),
    ] {
        assert!(fixture.agree(operation, &brands, &query).is_some(), "{query}");
    }
    for (operation, id) in [
        (AccountOperation::Mention, PublicId::of(IdKind::Mention, "none")),
        (AccountOperation::Influencer, influencer),
        (AccountOperation::InfluencerMentions, influencer),
    ] {
        assert_eq!(fixture.agree(operation, &brands, &format!("id={id}")), None);
    }
}

/// The value `unknown` selects mentions without a value, unless a value has this name.
#[test]
fn unknown_values_are_selected_by_name() {
    let video = |id: &str, more: Value| {
        let mut record = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-02-20"});
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        (Index::Info, record.to_string())
    };
    let mention = |id: &str, video: &str, more: Value| {
        let mut record = json!({"mention_id": id, "video_id": video, "brand_name": "Aurelia"});
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        known_since((Index::BusinessIdeas, record.to_string()))
    };
    let snapshot = |date: &str, country: Value| {
        let record = json!({
            "channel_uid": "uid", "snapshot_date": date, "platform": "youtube", "country": country,
            "channel_name": "Any", "subscriber_count": 7,
        });
        (Index::ContentCreator, record.to_string())
    };
    let mut lines = vec![
        video("v1", json!({})),
        video("v2", json!({"language": "de", "region": "DE", "channel_name": "Any"})),
        video("v3", json!({"channel_uid": "uid", "channel_name": "Other"})),
        mention("m1", "v1", json!({})),
        mention("m2", "v2", json!({})),
        mention("m3", "v3", json!({"language": "fr"})),
        mention("m4", "v2", json!({"region": "FR"})),
        snapshot("2026-01-01", json!("AT")),
        snapshot("2026-01-02", json!("CH")),
    ];
    let ids = |fixture: &Fixture, query: &str| -> usize {
        let answer = fixture.agree(AccountOperation::Mentions, &[brand(1)], query);
        answer.expect("an answer")["data"].as_array().expect("mentions").len()
    };
    let queries =
        ["region=unknown", "region=-unknown", "region=CH", "region=-CH", "language=unknown", "language=-unknown"];
    let fixture = Fixture::of(&lines);
    assert_eq!(queries.map(|query| ids(&fixture, query)), [1, 3, 1, 3, 1, 3]);
    lines.push(mention("m5", "v1", json!({"language": "unknown", "region": "unknown"})));
    // The newest snapshot has no country.
    lines.push(snapshot("2026-01-03", Value::Null));
    let fixture = Fixture::of(&lines);
    assert_eq!(queries.map(|query| ids(&fixture, query)), [1, 4, 0, 5, 1, 4]);
    for by in ["region", "language", "platform"] {
        fixture.agree(AccountOperation::SentimentBreakdown, &[brand(1)], &format!("by={by}"));
    }
}

/// A database that answers nothing.
struct NoServer;

impl Connection for NoServer {
    async fn send(&self, _: HttpRequest) -> Result<HttpResponse, String> {
        Err("no server".to_owned())
    }
}

/// Invalid questions and versions are refused before the database is read.
#[test]
fn errors_of_a_question_need_no_database() {
    let version = |version: &str| DatasetVersion {
        generation: 1,
        revision: 0,
        version: version.to_owned(),
        published_at: "2026-01-01T00:00:00Z".to_owned(),
    };
    let open = |text_rules| ClickHouse::new(NoServer, ServedTables { version: version("ds_00000001"), text_rules });
    let backend = open(TEXT_RULES);
    let brands: Vec<MonitoredBrand> = (0..=MAX_BRANDS).map(brand).collect();
    let ask = |backend: &ClickHouse<NoServer>, brands: &[MonitoredBrand], query: &str, known| {
        let request = AccountRequest::parse(AccountOperation::Sentiment, query.as_bytes()).expect("it is valid");
        let (viewer, today) =
            (Viewer { account: "acc_0123456789", brands }, Date::parse("2026-03-01").expect("a date"));
        let query = AccountQuery { request: &request, viewer, today, secret: SECRET };
        block_on(async { backend.begin_account(query, known).await?.finish.await }).expect_err("there is no server")
    };
    let few = brands.get(..2).expect("there are more");
    assert!(matches!(ask(&backend, few, "brand=Nobody", None), QueryError::Invalid(_)));
    assert_eq!(ask(&backend, few, "", Some(version("ds_00000002"))), QueryError::DatasetChanged);
    assert!(matches!(ask(&backend, &brands, "", None), QueryError::OverBudget(_)));
    assert_eq!(ask(&open(TEXT_RULES + 1), few, "", None), QueryError::OutdatedText);
    assert!(matches!(ask(&backend, few, "", Some(version("ds_00000001"))), QueryError::Unavailable(_)));
    let prepare = |brands, version: &DatasetVersion| block_on(backend.prepare(brands, version)).err();
    assert_eq!(prepare(few, &version("ds_00000002")), Some(QueryError::DatasetChanged));
    assert!(matches!(prepare(&brands, &version("ds_00000001")), Some(QueryError::OverBudget(_))));
}
