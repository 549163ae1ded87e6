//! Tests of the written files.

mod form;
mod story;

use std::fs::read;
use std::io::Read as _;
use std::path::Path;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use serde_json::Value;

use super::{Summary, write};

const INDICES: [&str; 3] = ["siv_business_ideas", "siv_content_creator", "siv_info"];

/// The written files: their bytes and their parsed records.
struct DemoFiles {
    summary: Summary,
    files: [Vec<u8>; 3],
    mentions: Vec<Value>,
    snapshots: Vec<Value>,
    videos: Vec<Value>,
}

static DEMO: LazyLock<DemoFiles> = LazyLock::new(|| {
    let directory = tempfile::tempdir().unwrap();
    let summary = write(directory.path()).unwrap();
    let files = INDICES.map(|index| bytes(directory.path(), index));
    let [mentions, snapshots, videos] = files.each_ref().map(|file| documents(file));
    DemoFiles { summary, files, mentions, snapshots, videos }
});

fn bytes(directory: &Path, index: &str) -> Vec<u8> {
    read(directory.join(format!("{index}.ndjson.gz"))).unwrap()
}

fn text(file: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

fn documents(file: &[u8]) -> Vec<Value> {
    text(file).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns a text member, or "" if it is absent.
fn get<'a>(document: &'a Value, field: &str) -> &'a str {
    document[field].as_str().unwrap_or_default()
}

/// Returns the month of the upload, such as 2026-03.
fn month(document: &Value) -> &str {
    get(document, "upload_date").get(..7).unwrap_or_default()
}

/// Returns the texts of a list member, or none if it is absent.
fn list<'a>(document: &'a Value, field: &str) -> Vec<&'a str> {
    let items = document[field].as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(Value::as_str).collect()
}
