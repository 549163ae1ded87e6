//! What limits a query, and what happens without a server.

use super::database::{open, server, write};
use overheard::backend::clickhouse::{ClickHouse, Connection, HttpRequest, HttpResponse, ServedTables};
use overheard::base::text::TEXT_RULES;
use overheard::guard::request::Request;
use overheard::query::{DataBackend as _, QueryError};
use overheard::spec::Operation;
use overheard_bench_data::Dataset;
use overheard_clickhouse::Server;
use overheard_sqlite::documents::{made_up, rows};
use pollster::block_on;
use serde_json::{Value, json};
use std::sync::LazyLock;

static SERVED: LazyLock<ServedTables> = LazyLock::new(|| write(rows(made_up(&Dataset::new(2_000, 1)))));

/// A connection that replaces a setting.
struct With<'s>(&'s Server, &'static str, &'static str);

impl Connection for With<'_> {
    async fn send(&self, mut request: HttpRequest) -> Result<HttpResponse, String> {
        let Self(server, setting, value) = *self;
        let settings = request.query.split('&').map(|option| match option.split_once('=') {
            Some((name, _)) if name == setting => format!("{name}={value}"),
            _ => option.to_owned(),
        });
        request.query = settings.collect::<Vec<_>>().join("&");
        assert!(request.query.contains(&format!("{setting}={value}")), "{}", request.query);
        server.send(request).await
    }
}

fn request(operation: Operation, body: &Value) -> Request {
    Request::parse(operation, body.to_string().as_bytes()).unwrap()
}

fn groups() -> Request {
    request(Operation::Aggregate, &json!({"index": "siv_business_ideas", "group_by": "video_id"}))
}

#[test]
fn a_query_above_a_limit_is_refused() {
    for (setting, value) in [("max_rows_to_read", "1"), ("max_memory_usage", "1000"), ("max_result_rows", "1")] {
        let backend = ClickHouse::new(With(server(), setting, value), SERVED.clone());
        let refused = block_on(backend.answer(&groups()));
        assert!(matches!(refused, Err(QueryError::OverBudget(_))), "{setting}: {refused:?}");
    }
}

#[test]
fn rows_and_bytes_are_counted() {
    let backend = open(&SERVED);
    block_on(backend.answer(&groups())).unwrap();
    let usage = backend.usage();
    assert!(usage.rows_read >= 2_000, "{usage:?}");
    assert!(usage.bytes_read > 100, "{usage:?}");
}

#[test]
fn an_explanation_lists_the_statements_and_the_rows_they_read() {
    let explained = block_on(open(&SERVED).explain(&groups())).unwrap();
    let plan = explained.plans.first().unwrap();
    assert_eq!(plan.reads.len(), 1);
    assert_eq!(explained.trips, 2, "the statement is explained and run");
    assert!(plan.reads.iter().all(|read| read.what.starts_with("SELECT ")), "{plan:?}");
    assert!(plan.estimate.rows >= 1_000, "{plan:?}");
}

#[test]
fn words_are_not_looked_up_in_a_version_of_other_text_rules() {
    let served = ServedTables { text_rules: TEXT_RULES + 1, ..SERVED.clone() };
    let backend = open(&served);
    let sector = json!({"brands": [{"label": "A", "terms": ["a"]}, {"label": "B", "terms": ["b"]}],
                        "from_date": "2026-01-01", "to_date": "2026-02-28"});
    for question in
        [request(Operation::Search, &json!({"index": "siv_info", "q": "serum"})), request(Operation::Sector, &sector)]
    {
        assert_eq!(block_on(backend.answer(&question)).err(), Some(QueryError::OutdatedText));
    }
    assert!(block_on(backend.answer(&groups())).is_ok());
}

#[test]
fn a_version_without_tables_and_a_stopped_server_are_errors() {
    let mut missing = SERVED.clone();
    missing.version.revision = 7;
    let refused = block_on(open(&missing).answer(&groups()));
    assert_eq!(refused.err(), Some(QueryError::DatasetChanged));

    let mut stopped = Server::start();
    stopped.stop();
    let refused = block_on(ClickHouse::new(&stopped, SERVED.clone()).answer(&groups()));
    assert!(matches!(refused, Err(QueryError::Unavailable(_))), "{refused:?}");
}
