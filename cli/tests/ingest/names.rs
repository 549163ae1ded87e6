//! Tests of column names in other spellings, and of --map.

use crate::support::*;
use overheard::guard::problem::Code;
use overheard::ingest::{
    CheckedRecord, ColumnSet, CsvHeader, Mapping, Preset, RecordRefusal, UnknownValues, nearest_column, record_columns,
};
use overheard::spec::Index;
use serde_json::json;

fn mapping(pairs: &[&str]) -> Mapping {
    let mut mapping = Mapping::default();
    pairs.iter().for_each(|pair| mapping.add(pair).unwrap());
    mapping
}

fn mapped(pairs: &[&str], names: &[&str]) -> Result<CsvHeader, RecordRefusal> {
    CsvHeader::new(BusinessIdeas, &mapping(pairs), names.iter().map(|name| name.as_bytes()))
}

fn line(pairs: &[&str], line: &str) -> CheckedRecord {
    importer().with(mapping(pairs)).json(BusinessIdeas, line.as_bytes())
}

#[test]
fn headers_in_another_spelling_are_the_same_columns() {
    let names = ["Video ID", "PLATFORM", "upload-date", "Views "];
    let read = csv(Info, &names, &["v1", "youtube", "2026-01-31", "12"]).result.unwrap();
    assert_eq!(row(&read), row(&accepted(Info, json!({"views": 12}))));
    let read_as = header(Info, &names).unwrap().read_as().to_vec();
    let read_as: Vec<(&str, &str)> = read_as.iter().map(|(name, column)| (name.as_str(), *column)).collect();
    let known =
        [("Video ID", "video_id"), ("PLATFORM", "platform"), ("upload-date", "upload_date"), ("Views", "views")];
    assert_eq!(read_as, known);
}

#[test]
fn lines_of_json_take_the_same_names() {
    let outcome = line(&["Marke=brand_name"], r#"{"mentionId":"m1","video_id":"v1","Marke":"Aurelia","Editor":1}"#);
    assert_eq!(outcome.dropped, ["Editor"]);
    assert_eq!(outcome.read_as, [("mentionId".to_owned(), "mention_id"), ("Marke".to_owned(), "brand_name")]);
    assert_eq!(row(&outcome.result.unwrap()), row(&accepted(BusinessIdeas, json!({}))));
}

#[test]
fn what_the_operator_says_comes_before_the_name_and_that_before_another_spelling() {
    let names = ["Mention ID", "mention_id", "video_id", "brand_name", "Marke"];
    let header = mapped(&["Marke=brand_name"], &names).unwrap();
    assert_eq!(header.dropped(), ["Mention ID", "brand_name"]);
    let cells = ["other", "m1", "v1", "Other", "Aurelia"];
    let read = importer().csv(BusinessIdeas, &header, cells.iter().map(|cell| cell.as_bytes())).result.unwrap();
    assert_eq!(row(&read), row(&accepted(BusinessIdeas, json!({}))));
    for text in [
        r#"{"Mention ID":"other","mention_id":"m1","video_id":"v1","brand_name":"Other","Marke":"Aurelia"}"#,
        r#"{"Marke":"Aurelia","brand_name":"Other","video_id":"v1","mention_id":"m1","Mention ID":"other"}"#,
    ] {
        let read = line(&["Marke=brand_name"], text).result.unwrap();
        assert_eq!(row(&read), row(&accepted(BusinessIdeas, json!({}))), "{text}");
    }
}

#[test]
fn two_names_that_say_the_same_equally_well_are_refused() {
    let twice = "column 'brand_name' stands twice: 'Brand Name' and 'brandName'. Remove one, or say which with --map \"Brand Name=brand_name\".";
    let refused = mapped(&[], &["mention_id", "video_id", "Brand Name", "brandName"]).unwrap_err();
    assert_eq!((refused.code, refused.message.as_str()), (Code::DuplicateValue, twice));
    let text = r#"{"mention_id":"m1","video_id":"v1","Brand Name":"A","brandName":"B"}"#;
    let refused = line(&[], text).result.unwrap_err();
    assert_eq!((refused.code, refused.message.as_str()), (Code::DuplicateValue, twice));
    assert!(line(&["brandName=brand_name"], text).result.is_ok());
    assert!(mapped(&["A=brand_name", "B=brand_name"], &["mention_id", "video_id", "A", "B"]).is_err());
}

#[test]
fn a_header_without_a_column_that_is_needed_says_which_one_may_be_meant() {
    let refused = mapped(&[], &["mention_id", "video_id", "Brand", "editor"]).unwrap_err();
    assert_eq!((refused.column, refused.code), (Some("brand_name"), Code::MissingField));
    let said = "the header has no column brand_name, which siv_business_ideas needs. Did you mean 'brand_name' by 'Brand'? Then add --map \"Brand=brand_name\". Allowed: [mention_id, ";
    assert!(refused.message.starts_with(said), "{}", refused.message);
    assert!(mapped(&["Brand=brand_name"], &["mention_id", "video_id", "Brand", "editor"]).is_ok());
    // The other name of a column will do.
    assert!(header(ContentCreator, &["Creator ID", "snapshot date", "platform"]).is_ok());
}

/// Returns the column that a name stands for.
fn meant(pairs: &[&str], index: Index, name: &str) -> Option<String> {
    let CheckedRecord { dropped, read_as, .. } =
        importer().with(mapping(pairs)).json(index, json!({name: 1}).to_string().as_bytes());
    let own = || dropped.is_empty().then(|| name.to_owned());
    read_as.first().map(|(_, column)| (*column).to_owned()).or_else(own)
}

#[test]
fn capitals_blanks_and_marks_do_not_matter() {
    for name in ["Video ID", "video-id", "VideoId", " VIDEO_ID ", "video.id"] {
        assert_eq!(meant(&[], Info, name), Some("video_id".to_owned()), "{name}");
    }
    assert_eq!(meant(&[], Info, " video_id"), Some("video_id".to_owned()));
    for name in ["video", "video id 2", "vidéo id", ""] {
        assert_eq!(meant(&[], Info, name), None, "{name}");
    }
}

#[test]
fn no_two_columns_of_an_index_differ_in_spelling_alone() {
    for index in Index::ALL {
        let letters = |name: &str| name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
        let mut names: Vec<String> = record_columns(index).into_iter().map(letters).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all, "{}", index.name());
    }
}

#[test]
fn what_the_operator_says_holds_where_the_index_has_the_column() {
    let mapping = ["Marke=brand_name", "a=b = video_id", "title=description"];
    for (index, name, column) in [
        (BusinessIdeas, "Marke", Some("brand_name")),
        (Info, "Marke", None),
        (Info, "a=b", Some("video_id")),
        (Info, "title", Some("description")),
    ] {
        assert_eq!(meant(&mapping, index, name).as_deref(), column, "{name}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused_with_what_can() {
    let refused = |text: &str| Mapping::default().add(text).unwrap_err();
    for text in ["brand_name", "=brand_name", "Marke=", " = "] {
        assert!(refused(text).contains("\"Their Header=column\""), "{text}");
    }
    assert_eq!(refused("Marke=brand"), "'brand' is no column of a document. Did you mean 'brand_name'?");
    assert_eq!(refused("Marke=xyz"), "'xyz' is no column of a document");
    let mut twice = Mapping::default();
    twice.add("Marke=brand_name").unwrap();
    twice.add("Marke=brand_name").unwrap();
    assert_eq!(twice.add("Marke=category").unwrap_err(), "'Marke' is brand_name already");
}

#[test]
fn a_near_name_is_offered_and_a_far_one_not() {
    for (index, name, near) in [
        (BusinessIdeas, "Brand", Some("brand_name")),
        (BusinessIdeas, "brnad name", Some("brand_name")),
        (BusinessIdeas, "Score", Some("sentiment_score")),
        (BusinessIdeas, "mention", Some("mention_id")),
        (Info, "View Count", Some("views")),
        (Info, "Likes (total)", Some("likes")),
        (Info, "Date", Some("upload_date")),
        (Info, "transcript", None),
        (Info, "editor", None),
        (Info, "uploader", None),
        (Info, "channel_id", Some("channel_uid")),
        (Info, "", None),
    ] {
        assert_eq!(nearest_column(index, name, &ColumnSet::default()), near, "{name}");
    }
}

#[test]
fn a_column_that_is_there_is_not_offered() {
    let present = outcome(Info, json!({"views": null, "channel_name": "a"})).present;
    assert_eq!(nearest_column(Info, "view_count", &present), None);
    assert_eq!(nearest_column(Info, "channel_id", &present), Some("channel_uid"));
}

#[test]
fn paths_lead_into_objects_and_lists() {
    let text = r#"{"id":{"of":"m1"},"video_id":"v1","brands":[{"x":1},"Aurelia"],"more":{"topic":{"list":["a","b"]},"b":[1],"c":null}}"#;
    let pairs = ["id.of=mention_id", "brands.1=brand_name", "more.topic.list=topics"];
    let outcome = line(&pairs, text);
    assert_eq!(outcome.dropped, ["more.b", "more.c"]);
    let names: Vec<&str> = outcome.read_as.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["id.of", "brands.1", "more.topic.list"]);
    assert_eq!(row(&outcome.result.unwrap()), row(&accepted(BusinessIdeas, json!({"topics": ["a", "b"]}))));
    // A path that leads to no object has no value.
    let outcome = line(&["id.of=topics"], r#"{"mention_id":"m1","video_id":"v1","brand_name":"Aurelia","id":"x"}"#);
    assert_eq!(outcome.dropped, ["id"]);
    assert!(outcome.result.is_ok());
    // A header may be a path as well.
    assert!(mapped(&["a.b=brand_name"], &["mention_id", "video_id", "a.b"]).is_ok());
}

#[test]
fn of_several_names_of_an_export_the_first_with_a_value_counts() {
    let importer = || importer().with(Mapping::default().with_preset(Some(Preset::YtDlp)));
    let channel = |members: serde_json::Value| {
        let line = with(Info, members).to_string();
        columns(row(&importer().json(Info, line.as_bytes()).result.unwrap()))["channel_name"].clone()
    };
    assert_eq!(channel(json!({"uploader": "u", "channel": "c"})), json!("c"));
    assert_eq!(channel(json!({"channel": "c", "uploader": "u"})), json!("c"));
    assert_eq!(channel(json!({"channel": null, "uploader": "u"})), json!("u"));
    assert_eq!(channel(json!({"channel": "c", "channel_name": "n"})), json!("n"));
    // Creators and mentions are no videos.
    let line = with(BusinessIdeas, json!({"id": "x"})).to_string();
    assert_eq!(importer().json(BusinessIdeas, line.as_bytes()).dropped, ["id"]);
}

#[test]
fn an_unknown_value_that_cannot_be_meant_is_refused_with_what_can() {
    let refused = |text: &str| UnknownValues::default().add(text).unwrap_err();
    for text in ["views", "=1", "views=", ""] {
        assert_eq!(refused(text), "it must be of the form column=value");
    }
    assert_eq!(refused("view=0"), "'view' is no column of a document. Did you mean 'views'?");
}
