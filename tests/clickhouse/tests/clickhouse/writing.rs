//! The tables of a version after writing.

use super::database::{TABLES, open, write};
use overheard::backend::clickhouse::{ClickHouse, Connection, HttpRequest, HttpResponse, Servers, VersionWriter};
use overheard::guard::request::Request;
use overheard::ingest::deletion;
use overheard::query::{DataBackend as _, QueryError};
use overheard::segment::{ImportedRow, RowKind};
use overheard::spec::{Index, Operation};
use overheard_clickhouse::Server;
use overheard_sqlite::documents::rows;
use pollster::block_on;
use serde_json::{Value, json};

fn video(id: &str) -> (Index, String) {
    let record = json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-01", "title": "A test"});
    (Index::Info, record.to_string())
}

fn mention(id: &str, video: &str, brand: &str) -> (Index, String) {
    (Index::BusinessIdeas, json!({"mention_id": id, "video_id": video, "brand_name": brand}).to_string())
}

fn snapshot(channel: &str, date: &str) -> (Index, String) {
    let record = json!({"channel_uid": channel, "snapshot_date": date, "platform": "youtube"});
    (Index::ContentCreator, record.to_string())
}

/// Returns the groups of an index with their counts.
fn groups(backend: &ClickHouse<&Server>, index: Index, group_by: &str) -> Vec<(String, u64)> {
    let request = json!({"index": index.name(), "group_by": group_by}).to_string();
    let request = Request::parse(Operation::Aggregate, request.as_bytes()).unwrap();
    let answer = serde_json::to_value(block_on(backend.answer(&request)).unwrap().answer).unwrap();
    let group = |bucket: &Value| Some((bucket["key"].as_str()?.to_owned(), bucket["count"].as_u64()?));
    answer["buckets"].as_array().unwrap().iter().filter_map(group).collect()
}

fn brands(backend: &ClickHouse<&Server>) -> Vec<(String, u64)> {
    groups(backend, Index::BusinessIdeas, "brand_name")
}

#[test]
fn a_record_that_comes_again_replaces_itself() {
    let served = write(rows([video("v"), mention("1", "v", "Aurelia"), mention("1", "v", "Borealis"), video("v")]));
    let backend = open(&served);
    assert_eq!(brands(&backend), [("Borealis".to_owned(), 1)]);
    assert_eq!(groups(&backend, Index::Info, "platform"), [("youtube".to_owned(), 1)]);
    let near = backend.near_names(Index::BusinessIdeas, &[("brand_name", "Aurelias"), ("brand_name", "Borealia")]);
    assert_eq!(block_on(near).unwrap(), [Vec::new(), vec!["Borealis".to_owned()]]);
}

#[test]
fn a_mention_without_its_video_is_left_out() {
    let served = write(rows([video("v"), mention("1", "v", "Aurelia"), mention("2", "w", "Borealis")]));
    assert_eq!(brands(&open(&served)), [("Aurelia".to_owned(), 1)]);
}

#[test]
fn removed_records_are_left_out_with_their_dependents() {
    let lines = [
        video("v"),
        video("w"),
        mention("1", "v", "Aurelia"),
        mention("2", "w", "Borealis"),
        mention("3", "w", "Cinder"),
        snapshot("one", "2026-01-01"),
        snapshot("one", "2026-02-01"),
        snapshot("other", "2026-01-01"),
    ];
    let removed =
        [deletion(Index::Info, "v"), deletion(Index::BusinessIdeas, "3"), deletion(Index::ContentCreator, "one")];
    let all: Vec<ImportedRow> = rows(lines).chain(removed).collect();
    let served = write(all);
    let backend = open(&served);
    assert_eq!(brands(&backend), [("Borealis".to_owned(), 1)]);
    assert_eq!(groups(&backend, Index::ContentCreator, "platform"), [("youtube".to_owned(), 1)]);
}

#[test]
fn an_interrupted_version_is_written_again() {
    let served = write(rows([video("v"), mention("1", "v", "Aurelia")]));
    let lines = || rows([video("v"), mention("1", "v", "Borealis")]);
    block_on(async {
        let (server, tables) = (super::database::server(), (&served.version).into());
        let mut interrupted = VersionWriter::create(server, tables, Servers::One).await?;
        for row in lines() {
            interrupted.push(row.kind, &row.json).await?;
        }
        drop(interrupted);
        let mut writer = VersionWriter::create(server, tables, Servers::One).await?;
        for row in lines() {
            writer.push(row.kind, &row.json).await?;
        }
        writer.finish().await
    })
    .unwrap();
    assert_eq!(brands(&open(&served)), [("Borealis".to_owned(), 1)]);
}

#[test]
fn a_row_without_the_columns_of_its_kind_is_an_error() {
    block_on(async {
        let mut writer = VersionWriter::create(super::database::server(), TABLES, Servers::One).await.unwrap();
        for row in ["[]", "{}", "[1"] {
            let refused = writer.push(RowKind::Video, row).await;
            assert!(matches!(refused, Err(QueryError::Unavailable(_))), "{row}: {refused:?}");
        }
    });
}

/// A connection on which statements are parsed and not run.
struct ParseOnly<'s>(&'s Server);

impl Connection for ParseOnly<'_> {
    async fn send(&self, mut request: HttpRequest) -> Result<HttpResponse, String> {
        let body = String::from_utf8(request.body).map_err(|error| error.to_string())?;
        let query = "name=\"query\"\r\n\r\n";
        assert!(body.contains(query), "{body}");
        request.body = body.replacen(query, &format!("{query}EXPLAIN AST "), 1).into_bytes();
        self.0.send(request).await
    }
}

#[test]
fn the_statements_of_a_cluster_are_parsed() {
    let server = ParseOnly(super::database::server());
    let parsed = block_on(VersionWriter::create(&server, TABLES, Servers::Cluster("main".to_owned())));
    assert!(parsed.is_ok(), "{:?}", parsed.err());
}
