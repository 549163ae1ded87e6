//! Upkeep of what is served: deletions and verification.

use super::{folder, import, run};
use crate::edge::FakeEdge;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
