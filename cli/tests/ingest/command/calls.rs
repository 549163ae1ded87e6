//! Tests of failing calls: an edge that is busy, unreachable or has another secret, and usage errors.

use super::{folder, import, overheard, run};
use crate::edge::FakeEdge;
use serde_json::json;
use std::sync::atomic::{AtomicU32, Ordering};

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
    assert!(last.contains("The previous dataset is still served; run the same command again"), "{last}");
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
fn what_is_made_is_asked_for_once_and_a_list_again() {
    let edge = FakeEdge::start(Box::new(|_| Some((503, None))));
    for (args, tries) in [
        (&["keys", "create"][..], 1),
        (&["keys", "rotate", "tok_1"], 1),
        (&["accounts", "create", "--name", "N", "--plan", "p"], 1),
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

#[test]
fn a_wrong_secret_is_named() {
    let edge = FakeEdge::reliable();
    let output = overheard(&["dataset", "status", "--to", &edge.url]).env("OVERHEARD_ADMIN_SECRET", "other").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("refuses the admin secret: the secret is wrong. Check OVERHEARD_ADMIN_SECRET"), "{stderr}");
    assert!(!stderr.contains("other"), "{stderr}");
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
