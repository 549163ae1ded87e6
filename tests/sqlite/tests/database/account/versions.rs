//! Compares answers over versions with increments with an independent computation over the current records. The part of
//! their views for the base segment is prepared once.

use super::support::OracleFixture;
use overheard::backend::columnar::ViewSizes;
use overheard::backend::columnar::view::{DeltaMentions, ViewPart, part_statement, view_name};
use overheard::spec::Index::{BusinessIdeas, ContentCreator, Info};
use overheard_bench_data::Dataset;
use overheard_oracle::{Oracle, random_account};
use overheard_sqlite::accounts::{known_since, left_to_its_video, oracle};
use overheard_sqlite::documents::made_up;
use overheard_sqlite::increments::{self, JsonLines, RecordSet, changed};
use overheard_sqlite::{SqliteDatabase, documents, packed, views};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const MENTIONS: u64 = 4_000;
/// Numbers of random accounts, with names of the first version and of the last. After each import, so many queries of
/// each operation are sent to each account: at least thirty of each operation.
const ACCOUNTS: [u64; 2] = [4, 2];
const QUESTIONS: u64 = 4;
/// Sizes with which views have many chunks, and chunks several rows.
const SIZES: ViewSizes = ViewSizes { batch: 40, scan: 300, chunk: 15, small: 3, top: 40 };

fn text<'d>(document: &'d Value, field: &str) -> &'d str {
    document[field].as_str().unwrap_or_default()
}

/// Records change on one in so many days. A delta segment has all records of these days, and should stay small.
const CHANGING: usize = 23;

/// A dataset whose last days and some snapshots come later, with a day on which nothing ever changes.
struct Story {
    all: RecordSet,
    base: RecordSet,
    days: Vec<String>,
}

impl Story {
    fn new() -> Self {
        let lines: Vec<_> = made_up(&Dataset::new(MENTIONS, 1)).collect();
        let mut all = RecordSet::default();
        all.add(&lines.into_iter().enumerate().map(left_to_its_video).map(known_since).collect());
        let days: BTreeSet<&str> = all.of(Info).map(|video| text(video, "upload_date")).collect();
        let days: Vec<String> = days.into_iter().map(str::to_owned).collect();
        let quiet = days[CHANGING * 7 + 1].clone();
        let of_quiet = |mention: &&Value| day_of(&all, mention) == quiet;
        let mentions = all.of(BusinessIdeas).filter(of_quiet).take(3);
        let quietude: JsonLines =
            mentions.map(|mention| (BusinessIdeas, changed(mention, json!({"brand_name": "Quietude"})))).collect();
        assert!(!quietude.is_empty());
        all.add(&quietude);
        let mut story = Self { all, base: RecordSet::default(), days };
        story.base = RecordSet(story.all.0.clone().into_iter().filter(|(_, (_, one))| story.stage(one) == 0).collect());
        story
    }

    /// Returns the import of a record: videos and mentions of the last days, all snapshots of some creators.
    fn stage(&self, document: &Value) -> usize {
        if document.get("snapshot_date").is_some() {
            let sum: usize = text(document, "channel_uid").bytes().map(usize::from).sum();
            return if sum.is_multiple_of(25) { 1 + sum / 25 % 3 } else { 0 };
        }
        let day = day_of(&self.all, document);
        let from_last = self.days.iter().rev().position(|known| *known == day).expect("a day");
        [3, 3, 2, 2, 1, 1].get(from_last).copied().unwrap_or(0)
    }

    /// Returns the records of an import.
    fn of_stage(&self, stage: usize) -> JsonLines {
        let of = self.all.0.values().filter(|(_, document)| self.stage(document) == stage);
        of.map(|(index, document)| (*index, document.to_string())).collect()
    }

    /// Returns one in so many records of an index that exist and may change.
    fn some<'d>(
        &'d self,
        known: &'d RecordSet,
        index: overheard::spec::Index,
        each: usize,
        from: usize,
    ) -> Vec<&'d Value> {
        let changing: Vec<&String> = self.days.iter().step_by(CHANGING).collect();
        let may_change = |document: &&Value| {
            let day = day_of(known, document);
            index == ContentCreator || changing.iter().any(|changing| *changing == day)
        };
        known.of(index).filter(may_change).skip(from).step_by(each).collect()
    }

    /// Returns changes of old records, and new ones on old days.
    fn changes(&self, known: &RecordSet, from: usize) -> JsonLines {
        let mut lines = JsonLines::new();
        let mut add = |index, document: &Value, change| lines.push((index, changed(document, change)));
        // They get their first channel.
        let without_channel = without_channel(known);
        for (nth, video) in self.some(known, Info, 3, from % 3).into_iter().enumerate() {
            let day = &self.days[(nth + from) * CHANGING % self.days.len() / CHANGING * CHANGING];
            let change = match nth % 6 {
                0 => json!({"views": 77_000_000 + nth, "likes": 40_000 + nth, "comments": 3}),
                1 => json!({"upload_date": day, "views": null}),
                2 => json!({"channel_name": format!("{} anew", text(video, "channel_name"))}),
                3 => json!({"channel_name": format!("New channel {nth}"), "channel_uid": format!("UC-new-{nth}")}),
                4 if nth % 12 < 6 => {
                    json!({"channel_uid": without_channel[(nth + from) % without_channel.len()], "region": null})
                }
                4 => json!({"language": "is", "region": "IS", "likes": null}),
                _ => json!({"platform": "instagram", "channel_uid": null, "region": null, "language": null}),
            };
            add(Info, video, change);
        }
        let mentions = self.some(known, BusinessIdeas, 3, from % 3);
        for (nth, mention) in mentions.iter().enumerate() {
            let id = format!("{}new-{from}-{nth}", if nth % 2 == 0 { "--" } else { "zz" });
            let change = match nth % 7 {
                0 => {
                    json!({"brand_name": "Zebra Works", "components": ["zebrafish", "price"], "context": "a zebrafish"})
                }
                1 => {
                    json!({"mention_id": id, "topics": ["0 things", "zoo keeping"], "indexed_at": "2026-11-01T00:00:07Z"})
                }
                2 => {
                    json!({"mention_id": id, "brand_name": "Zebra Works", "topics": ["zoo keeping"], "sentiment": null})
                }
                3 => json!({"language": "is", "region": "IS", "category": "Zoology", "estimated_value_usd": 12_345.67}),
                4 => json!({"brand_name": "Nobody else", "topics": [], "sentiment_score": null}),
                5 => json!({"video_id": text(mentions[nth / 2], "video_id"), "occurrences": 4}),
                _ => json!({"language": null, "region": null, "sentiment": "negative", "sentiment_score": -0.5}),
            };
            add(BusinessIdeas, mention, change);
        }
        for (nth, snapshot) in self.some(known, ContentCreator, 199, from).into_iter().enumerate() {
            let change = match nth % 4 {
                0 => json!({"subscriber_count": 123_456_789 + nth, "country": "IS"}),
                1 => json!({"snapshot_date": "2027-01-01", "country": "NO", "categories": ["Zoology"]}),
                2 => json!({"snapshot_date": "2001-01-01", "country": "DK"}),
                _ => json!({"channel_uid": format!("UC-new-{nth}"), "channel_name": format!("New channel {nth}")}),
            };
            add(ContentCreator, snapshot, change);
        }
        lines
    }

    /// Returns a video before all others, with mentions of the brands and topics of others.
    fn before_all(&self, known: &RecordSet) -> JsonLines {
        let video = known.of(Info).next().expect("a video");
        let early = json!({"video_id": "before-all", "upload_date": "2019-02-03"});
        let mentions = self.some(known, BusinessIdeas, 9, 2);
        let mentions = mentions.into_iter().enumerate().map(|(nth, mention)| {
            let change = json!({"mention_id": format!("before-all-{nth}"), "video_id": "before-all"});
            (BusinessIdeas, changed(mention, change))
        });
        std::iter::once((Info, changed(video, early))).chain(mentions).collect()
    }
}

/// Returns creators with snapshots but no channel.
fn without_channel(known: &RecordSet) -> Vec<&str> {
    let uids = |index| known.of(index).filter_map(|document| document["channel_uid"].as_str()).collect::<BTreeSet<_>>();
    let without: Vec<&str> = uids(ContentCreator).difference(&uids(Info)).copied().collect();
    assert!(!without.is_empty());
    without
}

/// Returns the day of a video, or of the video of a mention.
fn day_of<'d>(known: &'d RecordSet, document: &'d Value) -> &'d str {
    let video = known.0.get(&(Info.name(), text(document, "video_id").to_owned()));
    video.map_or("", |(_, video)| text(video, "upload_date"))
}

fn named(terms: &[&str]) -> Value {
    let brand = |(nth, term): (usize, &&str)| json!({"id": format!("brd_{nth:010}"), "label": term, "terms": [term], "must_context": [], "exact": false});
    json!({"brands": terms.iter().enumerate().map(brand).collect::<Vec<_>>()})
}

fn most_frequent(known: &RecordSet) -> String {
    let mut brands: BTreeMap<&str, u64> = BTreeMap::new();
    known.of(BusinessIdeas).for_each(|mention| *brands.entry(text(mention, "brand_name")).or_default() += 1);
    brands.into_iter().max_by_key(|(_, mentions)| *mentions).expect("a brand").0.to_owned()
}

struct AccountQueries<'f> {
    database: &'f SqliteDatabase,
    accounts: Vec<Value>,
    /// Number of queries of each operation to each account.
    questions: u64,
    /// The number of the round, which varies the queries.
    round: u64,
}

impl AccountQueries<'_> {
    /// Compares the answers of every account about the current records.
    fn agree(&mut self, known: &RecordSet) {
        let oracle = &oracle(&known.lines());
        self.round += 1;
        let fixture = OracleFixture { oracle, database: self.database, sizes: SIZES };
        for (nth, account) in (0..).zip(&self.accounts) {
            fixture.agree(account, self.questions, &mut ChaCha8Rng::seed_from_u64(1_000 * self.round + nth));
        }
    }

    /// Returns the number of mention rows.
    fn chunks(&self) -> usize {
        views::rows(self.database, 1)[1].len()
    }
}

fn random_accounts(oracle: &Oracle, seed: u64, count: u64) -> impl Iterator<Item = Value> {
    (0..count).map(move |nth| random_account(oracle, &mut ChaCha8Rng::seed_from_u64(seed + nth)))
}

#[test]
fn answers_agree_after_every_import_and_rows_of_the_base_segment_are_kept_once() {
    let story = Story::new();
    let mut known = story.base.clone();
    let mut versions = vec![known.clone()];
    let mut added = Vec::new();
    for stage in 1..=3 {
        let mut lines = story.of_stage(stage);
        lines.extend(story.changes(&known, 7 * stage - 3));
        // The second one also changes what the first one changed.
        lines.extend(if stage == 2 { story.changes(&known, 4) } else { JsonLines::new() });
        lines.extend(if stage == 3 { story.before_all(&known) } else { JsonLines::new() });
        known.add(&lines);
        versions.push(known.clone());
        added.push(lines);
    }

    let database = &SqliteDatabase::migrated();
    packed::import(database, documents::rows(versions[0].lines()));
    views::forbid_to_keep_again(database, 1);
    let [first, last] = [&versions[0], &versions[3]].map(|known| oracle(&known.lines()));
    let frequent = most_frequent(&versions[0]);
    let quiet = named(&["Quietude"]);
    // The environment may set a larger number.
    let number =
        |variable: &str, default| std::env::var(variable).map_or(default, |text| text.parse().expect("a number"));
    let (questions, round) = (number("OVERHEARD_QUESTIONS", QUESTIONS), number("OVERHEARD_SEED", 0));
    let frequent_one = named(&[&frequent, "Zebra Works"]);
    let mut accounts = vec![quiet.clone(), frequent_one.clone()];
    accounts.extend(random_accounts(&first, round + 1, ACCOUNTS[0]));
    accounts.extend(random_accounts(&last, round + 100, ACCOUNTS[1]));
    let mut queries = AccountQueries { database, accounts, questions, round };
    queries.agree(&versions[0]);
    let chunks = queries.chunks();
    assert!(chunks > 5 * queries.accounts.len(), "{chunks}");
    for (revision, (lines, known)) in (1..).zip(added.iter().zip(&versions[1..])) {
        assert!(increments::add(database, known.changes(lines)), "import {revision} is added");
        let served = packed::state(database).served.expect("a version is served");
        let anew = packed::pack(documents::rows(known.lines())).content;
        assert_eq!((served.revision, served.version, served.mentions), (revision, anew.version, anew.mentions));
        queries.agree(known);
        assert_eq!(queries.chunks(), chunks, "import {revision}");
        // An account without records in the delta needs no further preparation.
        assert_eq!(of_delta(database, &quiet, revision), None);
        assert!(of_delta(database, &frequent_one, revision).is_some());
    }

    increments::take_back(database);
    assert_eq!(of_delta(database, &quiet, 3), None);
    queries.agree(&versions[2]);
    // Another import with the same number.
    let lines = story.changes(&versions[2], 19);
    let mut known = versions[2].clone();
    known.add(&lines);
    assert!(increments::add(database, known.changes(&lines)));
    queries.agree(&known);
    assert_eq!(queries.chunks(), chunks);

    // Packing everything again creates another generation with views of its own.
    packed::import(database, documents::rows(known.lines()));
    queries.agree(&known);
}

#[test]
fn a_view_is_the_same_whenever_it_is_made() {
    let story = Story::new();
    let brands = named(&[&most_frequent(&story.base), "Zebra Works", "Quietude"]);
    let brands: Vec<_> = serde_json::from_value(brands["brands"].clone()).expect("brands");
    let mut known = story.base.clone();
    let lines = story.changes(&known, 5);
    known.add(&lines);
    let [before, behind] = [true, false].map(|is_before| {
        let database = SqliteDatabase::migrated();
        packed::import(&database, documents::rows(story.base.lines()));
        let prepare = || views::prepare(&database, &brands, &views::served(&database), SIZES).expect("it is prepared");
        if is_before {
            prepare();
        }
        assert!(increments::add(&database, known.changes(&lines)));
        (prepare(), views::rows(&database, 1))
    });
    assert_eq!(before, behind);
}

#[test]
fn creators_of_whom_snapshots_came_first_are_known_by_them() {
    let story = Story::new();
    let mut known = story.base.clone();
    let database = &SqliteDatabase::migrated();
    packed::import(database, documents::rows(known.lines()));
    let [video, other] = [0, 1].map(|nth| story.some(&known, Info, 1, nth)[0].clone());
    let (id, video_id) = ("first-of-a-channel", text(&video, "video_id"));
    let mention = json!({"mention_id": id, "video_id": video_id, "brand_name": "Firstling", "region": null});
    let mention = changed(known.of(BusinessIdeas).next().expect("a mention"), mention);
    let channel = json!({"channel_uid": without_channel(&known)[0], "region": null});
    let first = vec![(Info, changed(&video, channel)), (BusinessIdeas, mention)];
    let [before, behind] = [41, 42].map(|likes| vec![(Info, changed(&other, json!({"likes": likes})))]);

    // It is rolled back once, and another import has its number.
    let mut with_first = known.clone();
    with_first.add(&first);
    assert!(increments::add(database, with_first.changes(&first)));
    increments::take_back(database);
    known.add(&before);
    assert!(increments::add(database, known.changes(&before)));
    let mut queries = AccountQueries { database, accounts: vec![named(&["Firstling"])], questions: 30, round: 0 };
    for lines in [first, behind] {
        known.add(&lines);
        assert!(increments::add(database, known.changes(&lines)));
        queries.agree(&known);
    }
}

/// Returns the part of a view for a delta segment.
fn of_delta(database: &SqliteDatabase, account: &Value, revision: u32) -> Option<DeltaMentions> {
    let brands: Vec<_> = serde_json::from_value(account["brands"].clone()).expect("brands");
    let statement = part_statement(1, &view_name(&brands), ViewPart::Delta, revision.into());
    let row = database.run([statement]).expect("it is read").remove(0).pop()?;
    Some(DeltaMentions::unpack(row["body"].as_str().expect("a text")).expect("it is not damaged"))
}
