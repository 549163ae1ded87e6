//! The operator's command against an edge over real HTTP.

mod calls;
mod dataset;
mod files;
mod import;

use crate::edge::{FakeEdge, SECRET};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Runs the command outside any project and without a local edge.
pub fn overheard(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overheard"));
    command.args(args).env("OVERHEARD_ADMIN_SECRET", SECRET).env("OVERHEARD_LOCAL_PORT", "9");
    // A configured proxy must not be used for this machine.
    command.env("HTTP_PROXY", "http://127.0.0.1:9").env("ALL_PROXY", "http://127.0.0.1:9").env_remove("NO_PROXY");
    command
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = overheard(args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Imports a folder and returns the exit code, the report and the standard error output.
fn import(folder: &Path, edge: &FakeEdge, more: &[&str]) -> (Option<i32>, Value, String) {
    let mut args = vec!["import", folder.to_str().unwrap(), "--to", &edge.url, "--json"];
    args.extend(more);
    let (code, stdout, stderr) = run(&args);
    (code, serde_json::from_str(&stdout).unwrap_or(Value::Null), stderr)
}

/// Creates a folder with videos and with mentions of these, of served and of unknown videos.
fn folder(videos: usize, mentions: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let video = |number| json!({"video_id": format!("v{number}"), "platform": "youtube", "upload_date": "2026-01-31"});
    write(folder.path(), "siv_info.ndjson", (0..videos).map(video));
    let mention = |(number, video): (usize, &&str)| json!({"mention_id": format!("m{number}"), "video_id": video, "brand_name": "Aurelia", "platform": "youtube"});
    write(folder.path(), "siv_business_ideas.ndjson", mentions.iter().enumerate().map(mention));
    folder
}

fn write(folder: &Path, name: &str, documents: impl Iterator<Item = Value>) {
    let lines: String = documents.map(|document| format!("{document}\n")).collect();
    std::fs::write(folder.join(name), lines).unwrap();
}

/// Creates a folder with so many videos of 1,500 characters each. The words look random, so that they compress badly.
fn long_videos(videos: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let word = |number: usize| {
        let bits = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let letters: String = (0..4).map(|letter| char::from(b'a' + (bits >> (16 * letter)) as u8 % 26)).collect();
        letters + " "
    };
    let title = |video: usize| (0..300).map(|at| word(300 * video + at)).collect::<String>();
    let video = |number| json!({"video_id": format!("v{number:05}"), "platform": "youtube", "upload_date": "2026-01-31", "title": title(number)});
    write(folder.path(), "siv_info.ndjson", (0..videos).map(video));
    write(
        folder.path(),
        "siv_business_ideas.ndjson",
        [json!({"mention_id": "m", "video_id": "v00000", "brand_name": "Aurelia"})].into_iter(),
    );
    folder
}
