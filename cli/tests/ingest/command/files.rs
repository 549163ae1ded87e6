//! Tests of files and their records: reading, forms and refusals.

use super::{folder, import, run, write};
use crate::edge::FakeEdge;
use serde_json::{Value, json};

#[test]
fn a_file_belongs_to_the_index_that_its_name_begins_with() {
    let folder = folder(1, &["v0"]);
    let path = folder.path();
    std::fs::rename(path.join("siv_info.ndjson"), path.join("siv_info_2026-11.ndjson")).unwrap();
    std::fs::write(path.join("siv_information.ndjson"), "").unwrap();
    let edge = FakeEdge::reliable();
    let (code, report, stderr) = import(path, &edge, &[]);
    assert_eq!((code, &report["indices"]["siv_info"]["accepted"]), (Some(0), &json!(1)), "{stderr}");
    assert!(stderr.contains("Skipped: ") && stderr.contains("siv_information.ndjson"), "{stderr}");
}

#[test]
fn csv_and_gzip_are_read_as_their_names_say() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}video_id,platform,upload_date,title\r\nv1,youtube,2026-01-31,\"two\r\nlines\"\r\nv2,youtube,2026-01-32,x\r\nv3,youtube\r\n";
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
    let text = format!("video_id,platform,upload_date,title\nv1,youtube,2026-01-31,\"{}", "x,\n".repeat(1_000_000));
    std::fs::write(folder.path().join("siv_info.csv"), text).unwrap();
    let (code, _, stderr) = run(&["import", folder.path().to_str().unwrap(), "--dry-run"]);
    assert_eq!(code, Some(1));
    assert!(stderr.lines().last().unwrap().contains("is a quotation mark not closed?"), "{stderr}");
}

#[test]
fn a_broken_gzip_file_fails_and_publishes_nothing() {
    let folder = folder(1, &["v0"]);
    std::fs::write(folder.path().join("siv_content_creator.ndjson.gz"), b"\x1f\x8b\x08\x00broken").unwrap();
    let edge = FakeEdge::reliable();
    let (code, report, stderr) = import(folder.path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    assert!(stderr.contains("siv_content_creator.ndjson.gz could not be read to its end"), "{stderr}");
    assert!(edge.state.lock().unwrap().served.is_none());
}

#[test]
fn refused_documents_are_listed_and_the_import_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let video = |number: usize| json!({"video_id": format!("v{number}"), "platform": if number < 150 { "vimeo" } else { "youtube" }, "upload_date": "2026-01-31"});
    write(folder.path(), "siv_info.ndjson", (0..200).map(video));
    let rejects = folder.path().join("rejects.out");
    let edge = FakeEdge::reliable();
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
        let edge = FakeEdge::reliable();
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
    let edge = FakeEdge::reliable();
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

/// Creates a folder with files of mentions and videos in the form of a spreadsheet.
fn spreadsheets(mentions: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let videos = "\u{feff}Video ID;Platform;Upload Date;Title\r\nv1;YouTube;01.11.2026;\"Serums; compared\"\r\nv2;tiktok;2.11.2026;x\r\n";
    std::fs::write(folder.path().join("siv_info.csv"), videos).unwrap();
    std::fs::write(folder.path().join("siv_business_ideas.csv"), mentions).unwrap();
    folder
}

#[test]
fn files_of_spreadsheets_are_read_and_the_report_says_as_what() {
    let folder = spreadsheets("Mention ID\tvideo_id\tMarke\tThema\nm1\tv1\tAurelia\tprice|glow\n");
    let path = folder.path().to_str().unwrap();
    let import =
        ["import", path, "--dry-run", "--map", "Marke=brand_name", "--map", "Thema = topics", "--map", "Nie=context"];
    let (code, stdout, stderr) = run(&[&import[..], &["--json"]].concat());
    assert_eq!(code, Some(0), "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let [videos, mentions] = ["siv_info", "siv_business_ideas"].map(|index| report["indices"][index].clone());
    assert_eq!((&videos["accepted"], &mentions["accepted"]), (&json!(2), &json!(1)), "{report}");
    assert_eq!(
        videos["understood"],
        json!({
            "separators": {format!("{path}/siv_info.csv"): "semicolon"},
            "columns": {"Video ID": "video_id", "Platform": "platform", "Upload Date": "upload_date", "Title": "title"},
            "dates": 2, "instants": 0, "capitals": 1, "numbers": 0, "durations": 0, "lists": 0, "unknown": {},
            "rewritten_examples": {"dates": ["01.11.2026", "2026-11-01"], "capitals": ["YouTube", "youtube"]},
        })
    );
    assert_eq!(mentions["understood"]["separators"], json!({format!("{path}/siv_business_ideas.csv"): "tab"}));
    assert_eq!(report["unmet_maps"], json!(["Nie=context"]));
    let (_, stdout, _) = run(&import);
    for line in [
        format!("  cells of {path}/siv_info.csv are separated by: semicolon"),
        "  columns read by other names: 'Platform' as platform, 'Title' as title, 'Upload Date' as upload_date, 'Video ID' as video_id".to_owned(),
        "  read in another form: 2 dates ('01.11.2026' as 2026-11-01), 1 values in other capitals ('YouTube' as youtube)".to_owned(),
        "  columns read by other names: 'Marke' as brand_name, 'Mention ID' as mention_id, 'Thema' as topics".to_owned(),
        "--map \"Nie=context\" matched no column in these files.".to_owned(),
    ] {
        assert!(stdout.lines().any(|said| said == line), "{line}\n{stdout}");
    }
}

#[test]
fn a_file_without_a_column_that_is_needed_stops_the_import_and_says_what_may_be_meant() {
    let folder = spreadsheets("mention_id;video_id;Brand\nm1;v1;Aurelia\n");
    let edge = FakeEdge::reliable();
    let (code, report, stderr) = import(folder.path(), &edge, &[]);
    assert_eq!((code, &report["state"]), (Some(1), &json!("stopped")));
    let said = "siv_business_ideas.csv could not be read to its end: line 1: the header has no column brand_name, which siv_business_ideas needs. Did you mean 'brand_name' by 'Brand'? Then add --map \"Brand=brand_name\".";
    assert!(stderr.contains(said), "{stderr}");
    assert!(edge.state.lock().unwrap().served.is_none());
}

#[test]
fn the_same_files_under_other_names_of_columns_are_another_import() {
    let folder = spreadsheets("mention_id;video_id;Brand;Maker\nm1;v1;Aurelia;Borealume\n");
    let edge = FakeEdge::reliable();
    let state = |map: &str| import(folder.path(), &edge, &["--replace", "--map", map]).1["state"].clone();
    assert_eq!(state("Brand=brand_name"), json!("served"));
    assert_eq!(state("Brand=brand_name"), json!("already_served"));
    assert_eq!(state("Maker=brand_name"), json!("served"));
}

#[test]
fn columns_that_are_dropped_are_told_with_those_they_resemble() {
    let folder = folder(1, &[]);
    let video =
        json!({"video_id": "v1", "platform": "youtube", "upload_date": "2026-01-31", "view_count": 5, "xyz": 1});
    write(folder.path(), "siv_info.ndjson", [video].into_iter());
    let path = folder.path().to_str().unwrap();
    let (_, stdout, _) = run(&["import", path, "--dry-run"]);
    assert!(stdout.contains("not part of the index: view_count (1; did you mean views?), xyz (1)\n"), "{stdout}");
    let (code, _, stderr) = run(&["import", path, "--dry-run", "--strict"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("Did you mean 'views'? Then add --map \"view_count=views\""), "{stderr}");
    for (map, said) in
        [("x", "it must be of the form"), ("x=brand", "'brand' is no column of a document. Did you mean 'brand_name'?")]
    {
        let (code, _, stderr) = run(&["import", path, "--map", map]);
        assert_eq!(code, Some(2));
        assert!(stderr.contains(&format!("--map \"{map}\" is not valid: ")) && stderr.contains(said), "{stderr}");
    }
}

/// Returns a folder of `cases/`.
fn case(folder: &str) -> String {
    format!("{}/tests/ingest/cases/{folder}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs a case as a dry run. Returns the exit code and the report or the error.
fn checked(folder: &str, more: &[&str]) -> (Option<i32>, String) {
    let path = case(folder);
    let (code, stdout, stderr) = run(&[&["import", path.as_str(), "--dry-run"][..], more].concat());
    let said = if code == Some(0) { stdout } else { stderr };
    (code, said.replace(&path, "CASE"))
}

#[test]
fn the_report_on_an_export_says_what_was_read_as_what() {
    let (code, said) = checked("01-ytdlp", &["--from", "yt-dlp"]);
    let expected = "\
siv_info: 2 documents read, 2 accepted, 0 refused
  columns read by other names: 'categories.0' as category, 'channel' as channel_name, 'channel_id' as channel_uid, 'comment_count' as comments, 'extractor_key' as platform, 'id' as video_id, 'like_count' as likes, 'uploader' as channel_name, 'view_count' as views
  read in another form: 2 dates ('20261102' as 2026-11-02), 1 numbers ('23.0' as 23), 2 values in other capitals ('Youtube' as youtube)
  columns dropped, as they are not part of the index: _type (2), extractor (2), webpage_url (1)
siv_business_ideas: 2 documents read, 2 accepted, 0 refused
Checked in ";
    assert_eq!(code, Some(0));
    assert!(said.starts_with(expected), "{said}");
    let (_, said) = checked("01-ytdlp", &[]);
    assert!(said.contains("this looks like an export of yt-dlp: --from yt-dlp reads its names"), "{said}");
    assert!(said.contains(" uploader (1),") && !said.contains("did you mean upload_date"), "{said}");
    let (_, said) = checked("05-instagram", &["--unknown", "views=8100"]);
    assert!(
        said.contains(
            "  read as unknown: likes=-1 (1), views=8100 (1)\nsiv_business_ideas: 2 documents read, 2 accepted"
        ),
        "{said}"
    );
    for (args, message) in [
        (
            ["--unknown", "view=0"],
            "--unknown \"view=0\" is not valid: 'view' is no column of a document. Did you mean 'views'?",
        ),
        (["--from", "ytdlp"], "[possible values: yt-dlp, youtube]"),
        (["--header-row", "0"], "invalid value '0' for '--header-row <N>'"),
    ] {
        let (code, said) = checked("05-instagram", &args);
        assert_eq!(code, Some(2));
        assert!(said.contains(message), "{said}");
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_or_device_is_refused_before_it_is_opened() {
    let (code, _, stderr) = run(&["import", "/dev/null", "--index", "siv_info", "--dry-run"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("/dev/null is not a regular file: an import reads it several times."), "{stderr}");
}

#[test]
fn files_that_cannot_be_read_stop_the_import_before_anything_is_sent() {
    for (folder, reason) in [
        (
            "07-excel/cp1252",
            "CASE/siv_info.csv could not be read to its end: line 2 is not UTF-8; the encoding is probably windows-1252 (cp1252).",
        ),
        (
            "07-excel/preamble",
            "CASE/siv_info.csv could not be read to its end: line 1: this is no header of siv_info. Row 5 looks like the header: --header-row 5",
        ),
        ("07-quotes", "CASE/siv_info-open.csv could not be read to its end: line 2: a quotation mark is not closed"),
    ] {
        let (code, said) = checked(folder, &[]);
        assert_eq!(code, Some(1));
        assert!(said.contains(reason), "{said}");
    }
    let (code, said) = checked("07-excel/preamble", &["--header-row", "5"]);
    assert!(code == Some(0) && said.contains("2 accepted"), "{said}");
}

#[test]
fn of_records_with_one_id_the_newest_is_served_whatever_their_order() {
    let (_, said) = checked("09-newest", &[]);
    for expected in [
        "siv_info: 4 documents read, 4 accepted, 0 refused\n  documents with a duplicate id, of which the newest is kept: 2 (2 remain)\n    CASE/siv_info.ndjson:2 n1\n    CASE/siv_info.ndjson:3 n1\n",
        "siv_content_creator: 3 documents read, 3 accepted, 0 refused\n  documents with a duplicate id, of which the newest is kept: 1 (2 remain)\n    CASE/siv_content_creator.ndjson:2 c1 2026-10-01\n",
        "newest is kept: 3 (2 remain)\n    CASE/siv_business_ideas.ndjson:2 m1\n",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    let mut versions = Vec::new();
    for backwards in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        for index in ["siv_info", "siv_content_creator", "siv_business_ideas"] {
            let text = std::fs::read_to_string(format!("{}/{index}.ndjson", case("09-newest"))).unwrap();
            let mut lines: Vec<&str> = text.lines().collect();
            if backwards {
                lines.reverse();
            }
            // Each record is in a separate file.
            for (number, line) in lines.iter().enumerate() {
                std::fs::write(folder.path().join(format!("{index}.{number}.jsonl")), line).unwrap();
            }
        }
        let edge = FakeEdge::reliable();
        let (code, report, stderr) = import(folder.path(), &edge, &[]);
        assert_eq!(code, Some(0), "{stderr}");
        let mentions = &report["indices"]["siv_business_ideas"]["same_id"];
        assert_eq!(
            (&mentions["count"], &mentions["examples"][0]["id"]),
            (&json!(3), &json!(if backwards { "m2" } else { "m1" }))
        );
        assert_eq!(edge.ids("video"), ["n1", "n2"]);
        assert_eq!(edge.ids("mention"), ["m1", "m2"]);
        // The states that count, and none of the others. Rows are stored as the hexadecimal digits of their text.
        let served = serde_json::to_string(&[edge.rows("video"), edge.rows("mention")]).unwrap();
        let has = |text: &str| served.contains(&text.bytes().map(|byte| format!("{byte:02X}")).collect::<String>());
        for (text, is_served) in [
            ("2026-10-05", true),
            ("2026-10-02", false),
            ("\"newest\"", true),
            ("\"later video\"", true),
            ("\"first\"", false),
            ("\"zzz\"", false),
        ] {
            assert_eq!(has(text), is_served, "{text} {served}");
        }
        versions.push(report["dataset"]["version"].clone());
    }
    assert_eq!(versions[0], versions[1]);
}
