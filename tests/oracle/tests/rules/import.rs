use crate::{Dataset, column};
use overheard_oracle::{Oracle, OracleIndex};
use serde_json::json;
use std::io::Write;

#[test]
fn a_mention_takes_what_its_video_has() {
    let mut dataset = Dataset::default();
    let own = json!({"platform": "tiktok", "upload_date": "2020-01-01", "channel_name": "x", "channel_uid": "y"});
    dataset.video("v", json!({"channel_name": "c"})).mention("m", "v", "Aurelia", own).mention(
        "lost",
        "nowhere",
        "Aurelia",
        json!({}),
    );
    let answer = dataset.answer("search", json!({"index": "siv_business_ideas"}));
    assert_eq!(answer["matched_documents"], 1);
    let row = &answer["results"][0];
    assert_eq!(row["platform"], "youtube");
    assert_eq!(row["upload_date"], "2026-01-01");
    assert_eq!(row["channel_name"], "c");
    assert_eq!(row["channel_uid"], json!(null));
}

#[test]
fn a_later_document_replaces_an_earlier_one() {
    let mut dataset = Dataset::default();
    dataset
        .video("v", json!({"views": 1, "tags": ["old"]}))
        .video("v", json!({"tags": ["a", "b", "a"]}))
        .snapshot("c", "2025-01-01", json!({"subscriber_count": 1}))
        .snapshot("c", "2025-01-01", json!({"subscriber_count": 2}));
    let videos = dataset.answer("search", json!({"index": "siv_info"}));
    assert_eq!(videos["matched_documents"], 1);
    assert_eq!(videos["results"][0]["views"], json!(null));
    assert_eq!(videos["results"][0]["tags"], json!(["a", "b"]));
    let creators = dataset.answer("creators", json!({}));
    assert_eq!(column(&creators, "results", "subscriber_count"), json!([2]));
}

#[test]
fn names_of_columns_that_are_accepted_too() {
    let mut dataset = Dataset::default();
    dataset.snapshots.push(json!({"creator_id": "c1", "snapshot_date": "2025-01-01", "dominant_country": "ES"}));
    dataset.snapshot("c2", "2025-01-01", json!({"creator_id": "other", "country": "FR", "dominant_country": "ES"}));
    let answer = dataset.answer("creators", json!({}));
    assert_eq!(column(&answer, "results", "channel_uid"), json!(["c1", "c2"]));
    assert_eq!(column(&answer, "results", "country"), json!(["ES", "FR"]));
}

#[test]
fn distributions_are_shares_of_enough_viewers() {
    let mut dataset = Dataset::default();
    let mut countries = json!({"other": 0.01});
    for number in 0..12 {
        countries[format!("C{number:02}")] = json!(0.08 + f64::from(number / 11) * 0.02);
    }
    let shares = json!({"viewer_sample_size": 100, "viewer_country_distribution": countries,
                        "viewer_gender_distribution": {"female": 0.5, "male": 0.49}});
    let too_few = json!({"viewer_sample_size": 99, "viewer_gender_distribution": {"female": 1.0}});
    let unknown = json!({"viewer_gender_distribution": {"female": 1.0}});
    dataset.snapshot("c1", "2025-01-01", shares).snapshot("c2", "2025-01-01", too_few).snapshot(
        "c3",
        "2025-01-01",
        unknown,
    );
    let results = &dataset.answer("creators", json!({}))["results"];
    assert_eq!(results[0]["viewer_gender_distribution"], json!({"female": 0.5051, "male": 0.4949}));
    let mut expected = json!({"C11": 0.1010, "other": 0.1717});
    for number in 0..9 {
        expected[format!("C{number:02}")] = json!(0.0808);
    }
    assert_eq!(results[0]["viewer_country_distribution"], expected);
    assert_eq!(results[0]["viewer_age_distribution"], json!(null));
    assert_eq!(results[1]["viewer_gender_distribution"], json!(null));
    assert_eq!(results[2]["viewer_gender_distribution"], json!({"female": 1.0}));
}

#[test]
fn files_are_read_packed_or_not() {
    let directory = std::env::temp_dir().join(format!("oracle-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let video = json!({"video_id": "v", "platform": "youtube", "upload_date": "2026-01-01"});
    let file = std::fs::File::create(directory.join("siv_info.ndjson.gz")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    writeln!(packed, "{video}").unwrap();
    packed.finish().unwrap();
    let mention = json!({"mention_id": "m", "video_id": "v", "brand_name": "Aurelia"});
    std::fs::write(directory.join("siv_business_ideas.ndjson"), format!("{mention}\n\n")).unwrap();
    std::fs::write(directory.join("siv_content_creator.ndjson"), "").unwrap();

    let oracle = Oracle::load(&directory);
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!(OracleIndex::ALL.map(|index| oracle.count(index)), [1, 0, 1]);
}
