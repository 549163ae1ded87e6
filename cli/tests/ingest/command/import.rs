//! Tests of the batches that an import sends, publishes, skips and resumes.

use super::{folder, import, long_videos, run, write};
use crate::edge::FakeEdge;
use overheard::segment::Decompressor;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn an_import_loads_every_batch_in_order_and_publishes() {
    let (folder, edge) = (long_videos(2_000), FakeEdge::reliable());
    let (code, report, stderr) = import(folder.path(), &edge, &[]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(report["indices"]["siv_info"]["accepted"], json!(2_000));
    let ids: Vec<String> = (0..2_000).map(|number| format!("v{number:05}")).collect();
    assert_eq!((edge.ids("video"), edge.ids("mention")), (ids, vec!["m".to_owned()]));
    let state = edge.state.lock().unwrap();
    assert!(state.stored["video"].len() > 2, "{} batches", state.stored["video"].len());
    // The contents that the edge has to check.
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
    let (folder, edge) = (folder(3, &["v0"]), FakeEdge::reliable());
    let (_, first, _) = import(folder.path(), &edge, &[]);
    edge.requests();
    let (code, report, _) = import(folder.path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("already_served")));
    assert_eq!(report["dataset"], first["dataset"]);
    assert_eq!(edge.requests(), ["GET /admin/v1/dataset"]);
}

#[test]
fn documents_that_are_served_already_are_not_sent() {
    let (folder, edge) = (folder(3, &["v0"]), FakeEdge::reliable());
    let (_, first, _) = import(folder.path(), &edge, &[]);
    let file = folder.path().join("siv_info.ndjson");
    edge.requests();
    let (code, report, stderr) = import(&file, &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("unchanged")), "{stderr}");
    assert_eq!(report["dataset"], first["dataset"]);
    let reads = |line: &String| line.starts_with("GET ") || line.contains("/dataset/reads");
    assert!(edge.requests().iter().all(reads));
    // With --rebuild, all rows are sent.
    let (code, report, stderr) = import(&file, &edge, &["--rebuild"]);
    assert_eq!((code, &report["state"]), (Some(0), &json!("served")), "{stderr}");
    assert_eq!(report["dataset"]["version"], first["dataset"]["version"]);
    assert_eq!(edge.ids("video"), ["v0", "v1", "v2"]);
}

#[test]
fn an_import_builds_upon_what_is_served_unless_it_replaces_it() {
    let edge = FakeEdge::reliable();
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
    let whole = FakeEdge::reliable();
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
    assert!(stderr.contains("Resuming an unfinished import"), "{stderr}");
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
    let edge = FakeEdge::reliable();
    import(folder(5, &["v0"]).path(), &edge, &[]);
    edge.state.lock().unwrap().changes = true;
    let (code, report, stderr) = import(folder(6, &["v1"]).path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    assert!(stderr.lines().last().unwrap().contains("another version was published"), "{stderr}");
    assert_eq!(edge.state.lock().unwrap().begun.len(), 1);
}

#[test]
fn videos_that_are_not_among_the_files_may_be_served() {
    let edge = FakeEdge::reliable();
    let served = tempfile::tempdir().unwrap();
    let videos = [
        json!({"video_id": "served", "platform": "tiktok", "upload_date": "2026-02-01"}),
        json!({"video_id": "v0", "platform": "tiktok", "upload_date": "2026-02-01"}),
    ];
    write(served.path(), "siv_info.ndjson", videos.into_iter());
    import(served.path(), &edge, &[]);
    // Both have v0: the version of the files is used.
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
    // With --replace, served videos do not count.
    let (_, report, _) = import(folder.path(), &edge, &["--replace", "--dry-run"]);
    assert_eq!(report["indices"]["siv_business_ideas"]["refused"], json!(3));
}

#[test]
fn a_dry_run_writes_nothing_and_says_what_it_could_not_check() {
    let folder = folder(2, &["v0", "elsewhere", "elsewhere"]);
    let edge = FakeEdge::reliable();
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
fn what_accounts_see_is_prepared_after_an_import_unless_that_is_left() {
    for (more, is_prepared) in [(&[][..], true), (&["--no-prepare"], false)] {
        let edge = FakeEdge::reliable();
        let (code, _, stderr) = import(folder(3, &["v0"]).path(), &edge, more);
        assert_eq!(code, Some(0), "{stderr}");
        assert_eq!(edge.requests().iter().any(|line| line == "GET /admin/v1/accounts"), is_prepared);
    }
}
