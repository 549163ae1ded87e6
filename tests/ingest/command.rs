//! The operator's command against an edge over real HTTP.

use crate::edge::{FakeEdge, SECRET};
use overheard::pack::Decompressor;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tempfile::TempDir;

/// The command, away from any project and any edge of this machine.
pub fn overheard(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_overheard"));
    command.args(args).env("OVERHEARD_ADMIN_SECRET", SECRET).env("OVERHEARD_LOCAL_PORT", "9");
    // A proxy that an operator may have set does not lead to this machine.
    command.env("HTTP_PROXY", "http://127.0.0.1:9").env("ALL_PROXY", "http://127.0.0.1:9").env_remove("NO_PROXY");
    command
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = overheard(args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Imports a folder and returns the exit code, the report and what was said on standard error.
fn import(folder: &Path, edge: &FakeEdge, more: &[&str]) -> (Option<i32>, Value, String) {
    let mut args = vec!["import", folder.to_str().unwrap(), "--to", &edge.url, "--json"];
    args.extend(more);
    let (code, stdout, stderr) = run(&args);
    (code, serde_json::from_str(&stdout).unwrap_or(Value::Null), stderr)
}

/// A folder with videos and mentions of them, and of videos that are served or unknown.
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

/// A folder with so many videos of 1,500 characters each, in words that look random: others would be compressed away.
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

#[test]
fn an_import_loads_every_batch_in_order_and_publishes() {
    let (folder, edge) = (long_videos(2_000), FakeEdge::calm());
    let (code, report, stderr) = import(folder.path(), &edge, &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(report["indices"]["siv_info"]["accepted"], json!(2_000));
    let ids: Vec<String> = (0..2_000).map(|number| format!("v{number:05}")).collect();
    assert_eq!((edge.ids("video"), edge.ids("mention")), (ids, vec!["m".to_owned()]));
    let state = edge.state.lock().unwrap();
    assert!(state.stored["video"].len() > 2, "{} batches", state.stored["video"].len());
    // What the edge is told to check.
    let finished = state.finished.as_ref().unwrap();
    assert_eq!((&finished["content"]["videos"], &finished["content"]["mentions"]), (&json!(2_000), &json!(1)));
    for (table, batches) in &state.stored {
        assert_eq!(finished["batches"][table], json!(batches.len()), "{table}");
    }
    let version = &finished["content"]["version"];
    assert_eq!((&report["state"], &report["dataset"]["version"]), (&json!("served"), version));
}

#[test]
fn the_same_files_are_the_same_import_and_nothing_is_done_twice() {
    let (folder, edge) = (folder(3, &["v0"]), FakeEdge::calm());
    let (_, first, _) = import(folder.path(), &edge, &[]);
    edge.requests();
    let (code, report, _) = import(folder.path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("already_served")));
    assert_eq!(report["dataset"], first["dataset"]);
    assert_eq!(edge.requests(), ["GET /admin/v1/dataset"]);
}

#[test]
fn documents_that_are_served_already_are_not_sent() {
    let (folder, edge) = (folder(3, &["v0"]), FakeEdge::calm());
    let (_, first, _) = import(folder.path(), &edge, &[]);
    let file = folder.path().join("siv_info.ndjson");
    edge.requests();
    let (code, report, stderr) = import(&file, &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("unchanged")), "{stderr}");
    assert_eq!(report["dataset"], first["dataset"]);
    let reads = |line: &String| line.starts_with("GET ") || line.contains("/dataset/reads");
    assert!(edge.requests().iter().all(reads));
    // Unless that is asked for.
    let (code, report, stderr) = import(&file, &edge, &["--rebuild"]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("served")), "{stderr}");
    assert_eq!(report["dataset"]["version"], first["dataset"]["version"]);
    assert_eq!(edge.ids("video"), ["v0", "v1", "v2"]);
}

#[test]
fn an_import_builds_upon_what_is_served_unless_it_replaces_it() {
    let edge = FakeEdge::calm();
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let video = |id: &str, title: &str| json!({"video_id": id, "platform": "youtube", "upload_date": "2026-01-31", "title": title});
    write(one.path(), "siv_info.ndjson", [video("a", "old"), video("b", "kept")].into_iter());
    write(other.path(), "siv_info.ndjson", [video("c", "new"), video("a", "anew")].into_iter());
    import(one.path(), &edge, &[]);
    import(other.path(), &edge, &[]);
    assert_eq!(edge.ids("video"), ["a", "b", "c"]);
    let dictionary = edge.rows("dictionary").into_iter().find(|row| row[0] == "video").unwrap();
    let mut decompressor = Decompressor::new(dictionary[1].as_str().unwrap()).unwrap();
    let body = decompressor.text(edge.rows("video")[0][2].as_str().unwrap()).unwrap();
    assert!(body.contains("anew") && !body.contains("old"), "{body}");
    let (_, report, _) = import(other.path(), &edge, &["--replace"]);
    assert_eq!((&report["state"], edge.ids("video")), (&json!("served"), vec!["a".to_owned(), "c".to_owned()]));
    let state = edge.state.lock().unwrap();
    let bases: Vec<&Value> = state.begun.iter().map(|begun| &begun["base"]).collect();
    assert_eq!(
        bases,
        [&json!({"generation": 0, "revision": 0}), &json!({"generation": 1, "revision": 0}), &Value::Null]
    );
    let mut names: Vec<&Value> = state.begun.iter().map(|begun| &begun["import"]).collect();
    names.dedup();
    assert_eq!(names.len(), 3);
    assert!(names.iter().all(|name| name.as_str().unwrap().len() == 64));
}

#[test]
fn a_resumed_import_sends_what_is_missing() {
    let folder = long_videos(2_000);
    let whole = FakeEdge::calm();
    import(folder.path(), &whole, &[]);
    let broken = Arc::new(AtomicBool::new(true));
    let breaks = Arc::clone(&broken);
    let disturb =
        move |line: &str| (breaks.load(Ordering::Relaxed) && line.ends_with("/video/1")).then_some((503, None));
    let resumed = FakeEdge::start(Box::new(disturb));
    let (code, report, _) = import(folder.path(), &resumed, &["--patience", "1"]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    broken.store(false, Ordering::Relaxed);
    resumed.requests();
    let (code, _, stderr) = import(folder.path(), &resumed, &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("Going on with an unfinished import"), "{stderr}");
    let requests = resumed.requests();
    assert!(
        requests.iter().any(|line| line.ends_with("/video/1"))
            && !requests.iter().any(|line| line.ends_with("/video/0"))
    );
    // It keeps its time, although the second run was later.
    let state = resumed.state.lock().unwrap();
    assert_eq!(state.begun[0], state.begun[1]);
    assert_eq!(state.stored["video"], whole.state.lock().unwrap().stored["video"]);
}

#[test]
fn what_is_published_meanwhile_stops_an_import() {
    let edge = FakeEdge::calm();
    import(folder(5, &["v0"]).path(), &edge, &[]);
    edge.state.lock().unwrap().changes = true;
    let (code, report, stderr) = import(folder(6, &["v1"]).path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    assert!(stderr.lines().last().unwrap().contains("another version was published"), "{stderr}");
    assert_eq!(edge.state.lock().unwrap().begun.len(), 1);
}

#[test]
fn a_busy_edge_is_asked_again_after_the_time_it_names() {
    let folder = folder(3, &["v0"]);
    let asked = AtomicU32::new(0);
    let disturb = move |line: &str| {
        (line.starts_with("PUT") && asked.fetch_add(1, Ordering::Relaxed) == 0).then_some((503, Some(2)))
    };
    let edge = FakeEdge::start(Box::new(disturb));
    let (code, report, stderr) = import(folder.path(), &edge, &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("is busy: not now.; trying again in 2 s"), "{stderr}");
    assert!(report["seconds"].as_f64().unwrap() >= 2.0);
    assert_eq!(edge.rows("video").len(), 3);
}

#[test]
fn an_edge_that_stays_busy_is_given_up_with_one_line_that_says_how_to_go_on() {
    let folder = folder(3, &["v0"]);
    let edge = FakeEdge::start(Box::new(|line| line.starts_with("PUT").then_some((503, None))));
    let (code, report, stderr) = import(folder.path(), &edge, &["--patience", "1"]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    let last = stderr.lines().last().unwrap();
    assert!(last.starts_with("overheard: the edge at http://127.0.0.1:"), "{last}");
    assert!(last.contains("What was served before is still served; run the same command again"), "{last}");
    assert!(edge.state.lock().unwrap().stored.is_empty());
}

#[test]
fn an_edge_that_cannot_be_reached_at_all_is_not_waited_for() {
    let folder = folder(3, &["v0"]);
    let (code, _, stderr) = run(&["import", folder.path().to_str().unwrap(), "--to", "http://127.0.0.1:9"]);
    assert_eq!(code, Some(1));
    assert!(stderr.lines().last().unwrap().contains("cannot be reached"), "{stderr}");
}

#[test]
fn videos_that_are_not_among_the_files_may_be_served() {
    let edge = FakeEdge::calm();
    let served = tempfile::tempdir().unwrap();
    let videos = [
        json!({"video_id": "served", "platform": "tiktok", "upload_date": "2026-02-01"}),
        json!({"video_id": "v0", "platform": "tiktok", "upload_date": "2026-02-01"}),
    ];
    write(served.path(), "siv_info.ndjson", videos.into_iter());
    import(served.path(), &edge, &[]);
    // Of v0 both know: that of the files holds.
    let folder = folder(1, &["v0", "served", "unknown", "served", "v0"]);
    for more in [&["--dry-run"][..], &[]] {
        let (code, report, stderr) = import(folder.path(), &edge, more);
        assert_eq!(code, Some(0), "{stderr}");
        let mentions = &report["indices"]["siv_business_ideas"];
        assert_eq!((&mentions["accepted"], &mentions["refused"]), (&json!(4), &json!(1)));
        assert_eq!(mentions["mismatches"], json!({"platform": 2}));
        assert_eq!(mentions["refusals"][0]["column"], json!("video_id"));
        assert_eq!(mentions["refusals"][0]["examples"][0]["line"], json!(3));
    }
    assert_eq!(edge.ids("mention"), ["m0", "m1", "m3", "m4"]);
    // With --replace nothing of what is served counts.
    let (_, report, _) = import(folder.path(), &edge, &["--replace", "--dry-run"]);
    assert_eq!(report["indices"]["siv_business_ideas"]["refused"], json!(3));
}

#[test]
fn a_dry_run_writes_nothing_and_says_what_it_could_not_check() {
    let folder = folder(2, &["v0", "elsewhere", "elsewhere"]);
    let edge = FakeEdge::calm();
    let (code, report, _) = import(folder.path(), &edge, &["--dry-run"]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("checked")));
    assert_eq!(report["indices"]["siv_business_ideas"]["refused"], json!(2));
    assert_eq!(edge.requests(), ["GET /admin/v1/dataset"], "nothing is served");
    let (code, stdout, _) = run(&["import", folder.path().to_str().unwrap(), "--dry-run", "--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, Some(0));
    let mentions = &report["indices"]["siv_business_ideas"];
    assert_eq!(
        (&mentions["accepted"], &mentions["unchecked"], &mentions["refused"]),
        (&json!(1), &json!(2), &json!(0))
    );
}

#[test]
fn a_deletion_removes_documents_and_forgets_the_version_before() {
    let broken = Arc::new(AtomicBool::new(true));
    let breaks = Arc::clone(&broken);
    let disturb =
        move |line: &str| (breaks.load(Ordering::Relaxed) && line.starts_with("DELETE")).then_some((503, None));
    let edge = FakeEdge::start(Box::new(disturb));
    let folder = folder(3, &["v0", "v1", "v1"]);
    import(folder.path(), &edge, &[]);
    let ids = folder.path().join("erase.txt");
    std::fs::write(&ids, "v1\nunknown\n\n v1 \n").unwrap();
    let delete = |patience: &str| {
        let args = [
            "delete",
            "--index",
            "siv_info",
            "--ids",
            ids.to_str().unwrap(),
            "--yes",
            "--json",
            "--to",
            &edge.url,
            "--patience",
            patience,
        ];
        let (code, stdout, stderr) = run(&args);
        (code, serde_json::from_str::<Value>(&stdout).unwrap_or(Value::Null), stderr)
    };
    // The edge has the new version, but what was removed is still in the one before.
    assert_eq!(delete("1").0, Some(1));
    assert_eq!(
        (edge.ids("video"), edge.ids("mention")),
        (vec!["v0".to_owned(), "v2".to_owned()], vec!["m0".to_owned()])
    );
    broken.store(false, Ordering::Relaxed);
    edge.requests();
    let (code, _, stderr) = delete("10");
    assert_eq!(code, Some(0), "{stderr}");
    let requests = edge.requests();
    // What accounts see is prepared once there is nothing else to do.
    let last_two: Vec<&str> = requests.iter().rev().take(2).map(String::as_str).collect();
    assert_eq!(last_two, ["GET /admin/v1/accounts", "DELETE /admin/v1/dataset/previous"]);
    assert!(!requests.iter().any(|line| line.starts_with("PUT")), "there was nothing left to remove");
    // What removes nothing forgets nothing.
    std::fs::write(&ids, "unknown\n").unwrap();
    let (code, deleted, _) = delete("10");
    assert_eq!((code, &deleted["videos"]), (Some(0), &json!(0)));
    assert!(!edge.requests().iter().any(|line| line.starts_with("DELETE")));
}

#[test]
fn a_dataset_is_verified_row_by_row() {
    let edge = FakeEdge::calm();
    import(folder(5, &["v0", "v1", "v1"]).path(), &edge, &[]);
    let verify = || {
        let (code, stdout, stderr) = run(&["dataset", "verify", "--json", "--to", &edge.url]);
        (code, serde_json::from_str::<Value>(&stdout).unwrap(), stderr)
    };
    let of = |verified: &Value, table: &str| {
        let tables = verified["tables"].as_array().unwrap();
        tables.iter().find(|compared| compared["table"] == table).unwrap().clone()
    };
    let (code, verified, stderr) = verify();
    assert_eq!((code, &verified["agrees"]), (Some(0), &json!(true)), "{stderr}");
    assert_eq!(of(&verified, "video")["agree"], json!(5));
    let names = edge.rows("name").len() as u64;
    assert_eq!(of(&verified, "name")["agree"], json!(names));
    {
        let mut state = edge.state.lock().unwrap();
        let names = state.tables.get_mut("name").unwrap();
        names[0][3] = json!(77);
        names.push(json!(["zzz", "extra", 1, 1]));
        state.tables.get_mut("layout").unwrap().remove(0);
    }
    let (code, verified, stderr) = verify();
    assert_eq!((code, &verified["agrees"]), (Some(1), &json!(false)));
    assert!(stderr.contains("overheard dataset rebuild"), "{stderr}");
    let compared = of(&verified, "name");
    assert_eq!(
        (&compared["agree"], &compared["differ"], &compared["extra"]),
        (&json!(names - 1), &json!(1), &json!(1))
    );
    assert_eq!(compared["examples"][1], json!(["zzz", "extra", 1]));
    assert_eq!(of(&verified, "layout")["missing"], json!(1));
    assert_eq!(of(&verified, "video")["agree"], json!(5));
    let (code, stdout, stderr) = run(&["dataset", "rebuild", "--to", &edge.url]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("(generation 2): 5 videos"), "{stdout}");
    assert_eq!(verify().0, Some(0));
}

#[test]
fn refused_documents_are_listed_and_the_import_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let video = |number: usize| json!({"video_id": format!("v{number}"), "platform": if number < 150 { "vimeo" } else { "youtube" }, "upload_date": "2026-01-31"});
    write(folder.path(), "siv_info.ndjson", (0..200).map(video));
    let rejects = folder.path().join("rejects.out");
    let edge = FakeEdge::calm();
    let (code, report, stderr) = import(folder.path(), &edge, &["--rejects", rejects.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{stderr}");
    let reason = &report["indices"]["siv_info"]["refusals"][0];
    assert_eq!(
        (&reason["column"], &reason["code"], &reason["count"]),
        (&json!("platform"), &json!("value_not_allowed"), &json!(150))
    );
    assert_eq!(reason["examples"].as_array().unwrap().len(), 100);
    assert_eq!(reason["examples"][99]["line"], json!(100));
    let rejects = std::fs::read_to_string(rejects).unwrap();
    assert_eq!(rejects.lines().count(), 150);
    let last: Value = serde_json::from_str(rejects.lines().last().unwrap()).unwrap();
    assert_eq!((&last["line"], &last["index"]), (&json!(150), &json!("siv_info")));
    assert_eq!(edge.rows("video").len(), 50);
    let args = ["import", folder.path().to_str().unwrap(), "--dry-run"];
    let (_, stdout, _) = run(&args);
    assert!(stdout.contains("siv_info: 200 documents read, 50 accepted, 150 refused"), "{stdout}");
    assert!(
        stdout.contains("siv_info.ndjson:1 platform 'vimeo' is not allowed. Allowed: [youtube, tiktok, instagram]"),
        "{stdout}"
    );
    assert!(stdout.contains("NOT in the dataset: 150 refused documents"), "{stdout}");
}

#[test]
fn too_many_refused_documents_stop_the_import() {
    let folder = folder(3, &["a", "b", "c"]);
    for (max, code) in [("1", 1), ("2", 1), ("3", 0)] {
        let edge = FakeEdge::calm();
        let (exit, report, stderr) = import(folder.path(), &edge, &["--max-errors", max]);
        assert_eq!(exit, Some(code), "{stderr}");
        assert_eq!(edge.state.lock().unwrap().served.is_some(), code == 0);
        assert_eq!(report["state"], json!(if code == 0 { "served" } else { "stopped" }));
    }
}

#[test]
fn strictly_an_unknown_column_stops_the_import() {
    let folder = tempfile::tempdir().unwrap();
    let video = json!({"video_id": "v", "platform": "youtube", "upload_date": "2026-01-31", "transcript": "words"});
    write(folder.path(), "siv_info.ndjson", [video].into_iter());
    let edge = FakeEdge::calm();
    let (code, _, stderr) = import(folder.path(), &edge, &["--strict"]);
    assert_eq!(code, Some(1));
    let last = stderr.lines().last().unwrap();
    assert!(
        last.contains("siv_info.ndjson:1: column 'transcript' is not part of siv_info") && !last.contains("words"),
        "{last}"
    );
    assert!(edge.state.lock().unwrap().served.is_none());
    let (code, report, _) = import(folder.path(), &edge, &[]);
    assert_eq!((code, &report["indices"]["siv_info"]["dropped_columns"]), (Some(0), &json!({"transcript": 1})));
}

#[test]
fn csv_and_gzip_are_read_as_their_names_say() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}video_id,platform,upload_date,title\nv1,youtube,2026-01-31,\"two\nlines\"\nv2,youtube,2026-01-32,x\nv3,youtube\n";
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    let file = folder.path().join("part-7.csv.gz");
    std::fs::write(&file, gzip.finish().unwrap()).unwrap();
    let (code, stdout, _) = run(&["import", file.to_str().unwrap(), "--index", "siv_info", "--dry-run", "--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, Some(0));
    let videos = &report["indices"]["siv_info"];
    assert_eq!((&videos["read"], &videos["accepted"]), (&json!(3), &json!(1)));
    let lines: Vec<&Value> =
        videos["refusals"].as_array().unwrap().iter().map(|reason| &reason["examples"][0]["line"]).collect();
    assert_eq!(lines, [&json!(4), &json!(5)]);
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let video = json!({"video_id": "v", "platform": "youtube", "upload_date": "2026-01-31"});
    let text = format!("{{\"title\":\"{}\"}}\n\n{video}", "x".repeat(3_000_000));
    std::fs::write(folder.path().join("siv_info.ndjson"), text).unwrap();
    let (_, stdout, _) = run(&["import", folder.path().to_str().unwrap(), "--dry-run", "--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let videos = &report["indices"]["siv_info"];
    assert_eq!((&videos["read"], &videos["accepted"]), (&json!(2), &json!(1)));
    assert_eq!(videos["refusals"][0]["code"], json!("limit_violation"));
}

#[test]
fn a_quotation_mark_that_is_not_closed_does_not_swallow_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("video_id,title\nv1,\"{}", "x,\n".repeat(1_000_000));
    std::fs::write(folder.path().join("siv_info.csv"), text).unwrap();
    let (code, _, stderr) = run(&["import", folder.path().to_str().unwrap(), "--dry-run"]);
    assert_eq!(code, Some(1));
    assert!(stderr.lines().last().unwrap().contains("is a quotation mark not closed?"), "{stderr}");
}

#[test]
fn a_broken_gzip_file_fails_and_publishes_nothing() {
    let folder = folder(1, &["v0"]);
    std::fs::write(folder.path().join("siv_content_creator.ndjson.gz"), b"\x1f\x8b\x08\x00broken").unwrap();
    let edge = FakeEdge::calm();
    let (code, report, stderr) = import(folder.path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    assert!(stderr.contains("siv_content_creator.ndjson.gz could not be read to its end"), "{stderr}");
    assert!(edge.state.lock().unwrap().served.is_none());
}

#[test]
fn misuse_is_said_in_one_line_and_ends_with_2() {
    let folder = folder(1, &["v0"]);
    let empty = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let (path, empty) = (folder.path().to_str().unwrap(), empty.path().to_str().unwrap());
    let odd = elsewhere.path().join("videos.ndjson");
    std::fs::write(&odd, "").unwrap();
    for (args, part) in [
        (vec!["import", "/nowhere/siv_info.csv"], "cannot be read"),
        (vec!["import", empty], "has no dataset files"),
        (vec!["import", odd.to_str().unwrap()], "does not begin with an index"),
        (vec!["import", odd.to_str().unwrap(), "--index", "videos"], "--index 'videos' is not allowed. Allowed: [siv_"),
        (vec!["import", path, "--index", "siv_info"], "is for single files"),
        (vec!["import", path, "--to", "http://insights.example.com"], "use https://"),
        (vec!["accounts", "create", "--name", "N", "--plan", "P", "--brands", "/nowhere.json"], "cannot be read"),
        (vec!["accounts", "set", "acc_1", "--brands", odd.to_str().unwrap()], "videos.ndjson is not JSON"),
        (vec!["keys", "list", "--to", "ftp://x"], "must begin with https://"),
    ] {
        let (code, _, stderr) = run(&args);
        assert_eq!(code, Some(2), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(part), "{stderr}");
    }
    assert_eq!(run(&["import"]).0, Some(2));
    assert_eq!(run(&["--help"]).0, Some(0));
}

#[test]
fn a_file_belongs_to_the_index_that_its_name_begins_with() {
    let folder = folder(1, &["v0"]);
    let path = folder.path();
    std::fs::rename(path.join("siv_info.ndjson"), path.join("siv_info_2026-11.ndjson")).unwrap();
    std::fs::write(path.join("siv_information.ndjson"), "").unwrap();
    let edge = FakeEdge::calm();
    let (code, report, stderr) = import(path, &edge, &[]);
    assert_eq!((code, &report["indices"]["siv_info"]["accepted"]), (Some(0), &json!(1)), "{stderr}");
    assert!(stderr.contains("Left out: ") && stderr.contains("siv_information.ndjson"), "{stderr}");
}

#[test]
fn a_wrong_secret_is_named() {
    let edge = FakeEdge::calm();
    let output = overheard(&["dataset", "status", "--to", &edge.url]).env("OVERHEARD_ADMIN_SECRET", "other").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("refuses the admin secret: the secret is wrong. Check OVERHEARD_ADMIN_SECRET"), "{stderr}");
    assert!(!stderr.contains("other"), "{stderr}");
}

#[test]
fn what_is_made_is_asked_for_once_and_a_list_again() {
    let edge = FakeEdge::start(Box::new(|_| Some((503, None))));
    for (args, tries) in [
        (&["keys", "create"][..], 1),
        (&["keys", "rotate", "tok_1"], 1),
        (&["accounts", "create", "--name", "N", "--plan", "P"], 1),
        (&["keys", "list"], 2),
        (&["accounts", "list"], 2),
        (&["plans", "set", "p", "--face", "data", "--per-day", "1"], 2),
    ] {
        let before = edge.state.lock().unwrap().requests.len();
        let (code, ..) = run(&[args, &["--to", &edge.url, "--patience", "1"]].concat());
        assert_eq!(code, Some(1));
        let sent = edge.state.lock().unwrap().requests.len() - before;
        assert!(if tries == 1 { sent == 1 } else { sent > 1 }, "{args:?}: {sent}");
    }
}
