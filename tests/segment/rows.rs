//! Segment rows of made-up and of real records.

use overheard::ingest::{Importer, RecordRow};
use overheard::segment::ImportedRow;
use overheard::spec::Index;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Returns the segment row of a record.
pub fn row(index: Index, document: &Value) -> ImportedRow {
    rows(index, &[document.to_string()]).remove(0)
}

fn rows(index: Index, lines: &[String]) -> Vec<ImportedRow> {
    let importer = Importer::new(chrono::DateTime::from_timestamp(1_700_000_000, 0).unwrap()).unwrap();
    let row = |line: &String| match importer.json(index, line.as_bytes()).result {
        Ok(accepted) => match accepted.prepared {
            RecordRow::Video(row, _) | RecordRow::Snapshot(row) => row,
            RecordRow::Mention(mention) => mention.row,
        },
        Err(refused) => panic!("{refused:?}: {line}"),
    };
    lines.iter().map(row).collect()
}

/// Returns the real records if they exist.
pub fn real() -> Option<Vec<ImportedRow>> {
    let named = std::env::var_os("OVERHEARD_DATA").map(PathBuf::from);
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = named.unwrap_or(beside).join("small");
    let mut all = Vec::new();
    for index in [Index::BusinessIdeas, Index::Info, Index::ContentCreator] {
        let text = std::fs::read_to_string(folder.join(format!("{}.ndjson", index.name()))).ok()?;
        all.extend(rows(index, &text.lines().map(str::to_owned).collect::<Vec<_>>()));
    }
    Some(all)
}

/// A reproducible pseudo-random number generator.
pub struct NumberGenerator(u64);

impl NumberGenerator {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, values: &[&'a str]) -> &'a str {
        values[self.below(values.len())]
    }

    /// Returns null in some cases, otherwise a value.
    fn sometimes(&mut self, value: impl FnOnce(&mut Self) -> Value) -> Value {
        if self.below(5) == 0 { Value::Null } else { value(self) }
    }

    fn list(&mut self, values: &[&str]) -> Value {
        (0..self.below(4)).map(|_| self.one_of(values)).collect()
    }
}

const BRANDS: &[&str] = &["Aurelia", "aurelia", "Zé & Co", "L’Oréal", "한국", "Brand-1", "!!!", "The Cinder", "Cinder"];
/// Names that differ in signs, or in marks that change the letter in their script.
const OTHER_BRANDS: &[&str] =
    &["Cinder", "Cinder+", "CINDER＋ Co", "C", "C#", "c++", "ข้าว", "ขาว", "がき", "かき", "कम", "क्म+", "مُحَمَّد", "محمد"];
const CATEGORIES: &[&str] = &["Beauty", "Travel", "\"Quoted\" \\ Ünits"];
const TOPICS: &[&str] = &["price", "Night care", "skin  care", "Skin-Care", "…", "aurelia"];
const PLATFORMS: &[&str] = &["youtube", "tiktok", "instagram"];
const WORDS: &[&str] = &["vitamin", "C", "the", "the", "Crème", "brûlée", "SPF 50", "naïve", "ﬁne", "x"];
const CHANNELS: &[(Option<&str>, Option<&str>)] = &[
    (Some("Mia"), Some("UC2")),
    (Some("Mia"), Some("UC1")),
    (Some("Mia"), None),
    (None, Some("UC1")),
    (None, None),
    (Some("Ärzte"), Some("UC3")),
];

fn text(numbers: &mut NumberGenerator) -> Value {
    let words: Vec<&str> = (0..numbers.below(9)).map(|_| numbers.one_of(WORDS)).collect();
    words.join(" ").into()
}

/// Returns the values in turn. An empty one means none.
fn cycle<'a>(number: usize, values: &[&'a str]) -> &'a str {
    values[number % values.len()]
}

/// Returns a few hundred records in no order. Every optional value is missing in some of them.
pub fn made_up() -> Vec<ImportedRow> {
    made_up_of(BRANDS)
}

/// Returns the same records with brands whose names have signs and letters of many scripts.
pub fn made_up_in_many_scripts() -> Vec<ImportedRow> {
    made_up_of(OTHER_BRANDS)
}

fn made_up_of(brands: &[&str]) -> Vec<ImportedRow> {
    let numbers = &mut NumberGenerator::new(7);
    let mut all = Vec::new();
    for number in 0..120 {
        let (name, uid) = CHANNELS[numbers.below(CHANNELS.len())];
        let month = 1 + numbers.below(12);
        let date = format!("202{}-{month:02}-{:02}", 3 + numbers.below(2), 1 + numbers.below(28));
        let video = json!({
            "video_id": format!("v{}", number * 37 % 120), "title": numbers.sometimes(text),
            "description": numbers.sometimes(text), "channel_name": name, "channel_uid": uid,
            "platform": numbers.one_of(PLATFORMS), "category": numbers.sometimes(|numbers| numbers.one_of(CATEGORIES).into()),
            "tags": numbers.list(TOPICS), "upload_date": date, "views": numbers.sometimes(|numbers| numbers.below(40).into()),
            "likes": numbers.sometimes(|numbers| numbers.below(1_000_000).into()),
            "comments": numbers.sometimes(|_| 3.into()), "duration": 9_007_199_254_740_991_u64,
            "language": cycle(number, &["en", "pt", ""]), "region": cycle(number, &["BR", ""]),
        });
        all.push(row(Index::Info, &video));
    }
    for number in 0..90 {
        let snapshot = json!({
            "channel_uid": format!("UC{}", number % 40), "snapshot_date": format!("2024-0{}-01", 1 + number / 40),
            "platform": numbers.one_of(PLATFORMS), "country": numbers.sometimes(|numbers| numbers.one_of(&["DE", "BR"]).into()),
            "categories": numbers.list(CATEGORIES), "dominant_gender": numbers.sometimes(|_| "female".into()),
            "subscriber_count": numbers.sometimes(|numbers| numbers.below(1_000).into()),
            "engagement_rate_viewers": numbers.sometimes(|numbers| (numbers.below(100) as f64 / 1_000.0).into()),
        });
        all.push(row(Index::ContentCreator, &snapshot));
    }
    for number in 0..700 {
        let mention = json!({
            "mention_id": format!("m{}", number * 311 % 700), "video_id": format!("v{}", numbers.below(115)),
            "brand_name": numbers.one_of(brands), "category": numbers.sometimes(|numbers| numbers.one_of(CATEGORIES).into()),
            "components": numbers.list(brands), "topics": numbers.list(TOPICS),
            "sentiment": numbers.sometimes(|numbers| numbers.one_of(&["positive", "negative", "neutral"]).into()),
            "sentiment_score": numbers.sometimes(|numbers| (numbers.below(9) as f64 / 4.0 - 1.0).into()),
            "estimated_value_usd": numbers.sometimes(|numbers| (numbers.below(1_000) as f64 / 100.0).into()),
            "context": numbers.sometimes(text), "occurrences": 1 + numbers.below(3),
            "language": cycle(number, &["de", "", "en"]), "region": cycle(number, &["", "AT"]),
            "indexed_at": format!("2025-02-{:02}T12:30:07{}", 1 + number % 28, cycle(number, &["Z", "+05:30"])),
        });
        all.push(row(Index::BusinessIdeas, &mention));
    }
    shuffled(all, 3)
}

/// Returns the rows in another order.
pub fn shuffled(mut rows: Vec<ImportedRow>, seed: u64) -> Vec<ImportedRow> {
    let numbers = &mut NumberGenerator::new(seed);
    for at in (1..rows.len()).rev() {
        rows.swap(at, numbers.below(at + 1));
    }
    rows
}
