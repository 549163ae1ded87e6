//! Tests of deletion and verification.

use super::{folder, import, run};
use crate::edge::FakeEdge;
use serde_json::{Value, json};

const MANY: usize = 500;

#[test]
fn a_deletion_leaves_nothing_of_the_version_before() {
    let edge = FakeEdge::reliable();
    let folder = folder(3, &["v0", "v1", "v1"]);
    import(folder.path(), &edge, &[]);
    assert_eq!(edge.state.lock().unwrap().finished.as_ref().unwrap()["erases"], json!(false));
    let ids = folder.path().join("erase.txt");
    let ids_file = ids.to_str().unwrap();
    // So many ids are not deleted from the rows that hold them: the dataset is packed again.
    let unknown: String = (0..MANY).map(|id| format!("unknown{id}\n")).collect();
    std::fs::write(&ids, format!("v1\n{unknown}\n v1 \n")).unwrap();
    let delete = || {
        let (code, stdout, stderr) =
            run(&["delete", "--index", "siv_info", "--ids", ids_file, "--yes", "--json", "--to", &edge.url]);
        assert_eq!(code, Some(0), "{stderr}");
        serde_json::from_str::<Value>(&stdout).unwrap()
    };
    edge.requests();
    let deleted = delete();
    assert_eq!((&deleted["ids"], &deleted["previous_dropped"]), (&json!(MANY + 1), &json!(true)));
    assert_eq!(deleted["rebuilt_because"], json!("there are too many ids"));
    assert_eq!(edge.state.lock().unwrap().finished.as_ref().unwrap()["erases"], json!(true));
    assert_eq!(
        (edge.ids("video"), edge.ids("mention")),
        (vec!["v0".to_owned(), "v2".to_owned()], vec!["m0".to_owned()])
    );
    // The views of accounts are prepared at the end.
    assert_eq!(edge.requests().last().map(String::as_str), Some("GET /admin/v1/accounts"));
    // A record that is not served may be in the previous version.
    for (previous, dropped) in [(true, true), (false, false)] {
        edge.state.lock().unwrap().previous = previous;
        let deleted = delete();
        assert_eq!((&deleted["videos"], &deleted["previous_dropped"]), (&json!(0), &json!(dropped)));
        let requests = edge.requests();
        // The ids take two requests, first as a dry run.
        assert_eq!(requests.iter().filter(|line| *line == "POST /admin/v1/dataset/erasures").count(), 4);
        assert!(!requests.iter().any(|line| line.starts_with("PUT")), "there was nothing left to remove");
    }
}

#[test]
fn a_dataset_is_verified_row_by_row() {
    let edge = FakeEdge::reliable();
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
