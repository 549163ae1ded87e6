//! Plans in words, held to snapshots: what `overheard explain` shows of one question for each rule.
//!
//! The documents are written here, so that the numbers depend on no other dataset.

use overheard::backend::columnar::Columnar;
use overheard::base::date::Date;
use overheard::query::{DataBackend as _, PlanExplanation};
use overheard::spec::Index;
use overheard_sqlite::increments::{self, JsonLines, RecordSet};
use overheard_sqlite::questions::checked;
use overheard_sqlite::{SqliteDatabase, documents, packed};
use serde_json::{Value, json};

/// Four of five mentions are of one brand: more than 8,192, so that the sums of pairs exist.
const VIDEOS: usize = 2_200;
const MENTIONS_PER_VIDEO: usize = 5;
/// Videos are uploaded on the first days of 2026.
const DAYS: usize = 200;
const CREATORS: usize = 40;

fn video(number: usize) -> (Index, String) {
    let document = json!({
        "video_id": format!("video-{number:04}"),
        "platform": (["youtube", "tiktok", "instagram"])[number % 3],
        "upload_date": day(number % DAYS),
        "title": if number.is_multiple_of(11) { "night cream without retinol" } else { "morning serum" },
        "channel_uid": format!("channel-{:02}", number % CREATORS),
        "channel_name": format!("Channel {:02}", number % CREATORS),
        "category": "Beauty",
        "tags": ["skincare"],
        "views": 100 * number,
    });
    (Index::Info, document.to_string())
}

fn mention(number: usize) -> (Index, String) {
    let brand = ["Borealume", "Velunara", "Velunara", "Velunara", "Velunara"][number % MENTIONS_PER_VIDEO];
    let brand = if number.is_multiple_of(50) { "Cinderelm" } else { brand };
    let document = json!({
        "mention_id": format!("mention-{number:05}"),
        "video_id": format!("video-{:04}", number / MENTIONS_PER_VIDEO),
        "brand_name": brand,
        "category": "Beauty",
        "topics": [(["price", "texture", "scent"])[number % 3], (["glow", "dawn drops"])[number % 2]],
        "components": ["serum"],
        "sentiment": (["positive", "neutral", "negative"])[number % 3],
        "sentiment_score": (number % 100) as f64 / 100.0,
        "context": if number.is_multiple_of(7) { "a night cream with retinol" } else { "it goes well with retinol" },
    });
    (Index::BusinessIdeas, document.to_string())
}

fn snapshot(number: usize) -> (Index, String) {
    let document = json!({
        "channel_uid": format!("channel-{number:02}"),
        "channel_name": format!("Channel {number:02}"),
        "snapshot_date": "2026-06-30",
        "platform": "youtube",
        "country": "IS",
        "categories": ["Beauty"],
        "subscriber_count": 1_000 * number,
    });
    (Index::ContentCreator, document.to_string())
}

fn day(number: usize) -> String {
    let first = Date::parse("2026-01-01").unwrap().day();
    Date::of_day(first + i64::try_from(number).unwrap()).unwrap().to_string()
}

fn all() -> JsonLines {
    let mentions = (0..VIDEOS * MENTIONS_PER_VIDEO).map(mention);
    (0..VIDEOS).map(video).chain((0..CREATORS).map(snapshot)).chain(mentions).collect()
}

/// Compares the plans of a question with the snapshot of this name.
///
/// Bytes are left out: they depend on how well rows are compressed.
fn compare(database: &SqliteDatabase, name: &str, operation: &str, question: &Value) {
    let explained = pollster::block_on(Columnar::new(database).explain(&checked(operation, question))).unwrap();
    let plans: Vec<String> = explained.plans.iter().map(in_words).collect();
    let text = format!("{operation} {question}\n\n{}\n\n{} trips", plans.join("\n\n"), explained.trips);
    insta::with_settings!(
        {snapshot_path => "snapshots/explain", prepend_module_to_snapshot => false, omit_expression => true},
        { insta::assert_snapshot!(name, text) }
    );
}

fn in_words(plan: &PlanExplanation) -> String {
    let reads = plan.reads.iter().map(|read| format!("\n- {} (about {} rows)", read.what, read.estimate.rows));
    format!("{}\nsource: {}{}", plan.question, plan.source, reads.collect::<String>())
}

#[test]
fn a_plan_of_each_rule_in_words() {
    let database = SqliteDatabase::migrated();
    packed::import(&database, documents::rows(all()));
    let (index, info) = ("siv_business_ideas", "siv_info");
    let days = json!({"gte": "2026-02-01", "lte": "2026-04-10"});
    let brands = |terms: &[&str]| {
        let brand = |term: &&str| json!({"label": term, "terms": [term]});
        terms.iter().map(brand).collect::<Vec<Value>>()
    };
    let sector = |brands: Vec<Value>| json!({"brands": brands, "from_date": "2026-01-01", "to_date": "2026-05-15"});
    for (name, operation, question) in [
        ("months", "aggregate", json!({"index": index, "group_by": "sentiment"})),
        ("cubes", "aggregate", json!({"index": index, "group_by": "brand_name", "filters": {"upload_date": days}})),
        (
            "cubes-by-tuple",
            "aggregate",
            json!({
                "index": index,
                "group_by": "brand_name",
                "metric": {"type": "avg", "field": "sentiment_score"},
                "filters": {"platform": "tiktok"},
            }),
        ),
        (
            "values",
            "aggregate",
            json!({"index": index, "group_by": "components", "filters": {"brand_name": "Velunara"}}),
        ),
        ("ids", "search", json!({"index": info, "filters": {"video_id": ["video-0001", "video-0002"]}})),
        ("top-k", "search", json!({"index": info, "sort_field": "views", "filters": {"upload_date": days}})),
        ("words", "search", json!({"index": index, "q": "retinol \"night cream\""})),
        (
            "words-sorted",
            "search",
            json!({"index": index, "q": "retinol", "sort_field": "sentiment_score", "filters": {"sentiment": "positive"}}),
        ),
        ("all", "creators", json!({"sort_field": "subscriber_count", "filters": {"country": "IS"}})),
        ("pairs", "co-mentions", json!({"values": ["Velunara", "Cinderelm"], "group_by": "video_id"})),
        (
            "tuples",
            "co-mentions",
            json!({"field": "sentiment", "values": ["positive", "negative"], "group_by": "channel_uid"}),
        ),
        ("together", "co-mentions", json!({"field": "topics", "values": ["price", "glow"], "group_by": "video_id"})),
        ("sector", "sector", sector(brands(&["velunara", "borealume"]))),
        (
            "sector-with-context",
            "sector",
            sector(vec![
                json!({"label": "Velunara", "terms": ["velunara", "glow"], "must_context": ["night cream"], "must_not_context": ["toy"]}),
            ]),
        ),
    ] {
        compare(&database, name, operation, &question);
    }

    let mut known = RecordSet::default();
    known.add(&all());
    let added = vec![added_video(), mention(VIDEOS * MENTIONS_PER_VIDEO)];
    known.add(&added);
    assert!(increments::add(&database, known.changes(&added)), "an increment is added");
    let recent = json!({"index": index, "group_by": "brand_name", "filters": {"upload_date": {"gte": "2026-07-01"}}});
    compare(&database, "cubes-after-an-addition", "aggregate", &recent);
    compare(&database, "words-after-an-addition", "search", &json!({"index": index, "q": "retinol"}));
}

/// Returns the next video, uploaded after all others.
fn added_video() -> (Index, String) {
    let (index, line) = video(VIDEOS);
    let document: Value = serde_json::from_str(&line).unwrap();
    (index, increments::changed(&document, json!({"upload_date": "2026-07-25"})))
}
