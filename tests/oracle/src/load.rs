//! Reads the records and applies the rules of an import.
//!
//! Records must be valid: only mentions of unknown videos are refused, and texts are not cleaned. [`comparable`] leaves
//! out the records whose texts an import may clean.

use crate::catalogue::OracleIndex;
use crate::cleaning::may_be_cleaned;
use crate::distribution;
use crate::record::OracleRecord;
use crate::text::{OracleVocabulary, Text};
use flate2::read::MultiGzDecoder;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Fields that a mention takes from its video.
const FROM_VIDEO: [&str; 4] = ["upload_date", "platform", "channel_name", "channel_uid"];

/// The records of the three indices.
pub struct OracleRecords {
    /// Videos.
    pub videos: Vec<OracleRecord>,
    /// Mentions.
    pub mentions: Vec<OracleRecord>,
    /// Snapshots of creators.
    pub snapshots: Vec<OracleRecord>,
    /// The position of each video in `videos`, by its id.
    pub position: HashMap<String, usize>,
    /// The tokens of all texts.
    pub vocabulary: OracleVocabulary,
}

/// Reads the file of each index, `.ndjson` or `.ndjson.gz`.
///
/// # Panics
/// If a file is missing or a line is not a JSON object with an id.
pub fn load(directory: &Path) -> OracleRecords {
    from_objects(|index| read(directory, index))
}

/// Reads the objects of each index, in the order of its file.
pub fn from_objects(objects: impl Fn(OracleIndex) -> Vec<Map<String, Value>>) -> OracleRecords {
    let mut vocabulary = OracleVocabulary::default();
    let videos = newest(objects(OracleIndex::Info), |video| id(video, "video_id"))
        .into_iter()
        .map(|(id, video)| record(id, OracleIndex::Info, kept(OracleIndex::Info, &video), &mut vocabulary))
        .collect::<Vec<_>>();
    let position: HashMap<String, usize> =
        videos.iter().enumerate().map(|(position, video)| (video.id.clone(), position)).collect();

    let mut mentions = Vec::new();
    for (id, mention) in newest(objects(OracleIndex::BusinessIdeas), |mention| id(mention, "mention_id")) {
        let mut fields = kept(OracleIndex::BusinessIdeas, &mention);
        let video = fields["video_id"].as_str().and_then(|video| position.get(video));
        let Some(video) = video.map(|position| &videos[*position]) else {
            continue;
        };
        for field in FROM_VIDEO {
            if let Some(value) = video.fields.get(field) {
                fields.insert(field, value.clone());
            }
        }
        fields.entry("occurrences").or_insert(json!(1));
        mentions.push(record(id, OracleIndex::BusinessIdeas, fields, &mut vocabulary));
    }

    let snapshots = newest(objects(OracleIndex::ContentCreator), |snapshot| {
        format!("{} {}", channel(snapshot), id(snapshot, "snapshot_date"))
    })
    .into_values()
    .map(|snapshot| {
        let fields = creator(&snapshot);
        record(channel(&snapshot), OracleIndex::ContentCreator, fields, &mut vocabulary)
    })
    .collect();
    OracleRecords { videos, mentions, snapshots, position, vocabulary }
}

/// Reads the objects of an index, without those that an import may clean of personal data.
///
/// # Panics
/// If the file is missing or a line is no JSON object.
pub fn comparable(directory: &Path, index: OracleIndex) -> Vec<Map<String, Value>> {
    let mut objects = read(directory, index);
    objects.retain(|object| !may_be_cleaned(object));
    objects
}

fn read(directory: &Path, index: OracleIndex) -> Vec<Map<String, Value>> {
    let plain = directory.join(format!("{}.ndjson", index.name()));
    let source: Box<dyn Read> = if plain.exists() {
        Box::new(File::open(&plain).expect("a readable file"))
    } else {
        let packed = directory.join(format!("{}.ndjson.gz", index.name()));
        let file = File::open(&packed).unwrap_or_else(|e| panic!("{}: {e}", packed.display()));
        Box::new(MultiGzDecoder::new(file))
    };
    BufReader::new(source)
        .lines()
        .map(|line| line.expect("UTF-8"))
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect()
}

/// Indexes objects by id. A later object replaces an earlier one with the same id.
fn newest(
    objects: Vec<Map<String, Value>>,
    id: impl Fn(&Map<String, Value>) -> String,
) -> BTreeMap<String, Map<String, Value>> {
    objects.into_iter().map(|object| (id(&object), object)).collect()
}

fn id(object: &Map<String, Value>, field: &str) -> String {
    let value = object.get(field).and_then(Value::as_str);
    value.unwrap_or_else(|| panic!("no {field}: {object:?}")).to_owned()
}

fn channel(snapshot: &Map<String, Value>) -> String {
    let alias = !snapshot.contains_key("channel_uid");
    id(snapshot, if alias { "creator_id" } else { "channel_uid" })
}

/// Returns the known columns that have a value. Lists lose their duplicates.
fn kept(index: OracleIndex, object: &Map<String, Value>) -> BTreeMap<&'static str, Value> {
    let columns = index.columns().iter().filter_map(|column| Some((*column, object.get(*column)?)));
    columns
        .filter(|(_, value)| !value.is_null())
        .map(|(column, value)| (column, value.as_array().map_or(value.clone(), |a| distinct(a))))
        .collect()
}

fn distinct(items: &[Value]) -> Value {
    let mut seen = HashSet::new();
    let first = items.iter().filter(|item| seen.insert(item.as_str()));
    Value::Array(first.cloned().collect())
}

fn creator(snapshot: &Map<String, Value>) -> BTreeMap<&'static str, Value> {
    let mut fields = kept(OracleIndex::ContentCreator, snapshot);
    fields.insert("channel_uid", json!(channel(snapshot)));
    if let (false, Some(Value::String(country))) = (fields.contains_key("country"), snapshot.get("dominant_country")) {
        fields.insert("country", json!(country));
    }
    let too_few = |size: f64| size < distribution::SMALLEST_SAMPLE;
    if !snapshot.get("viewer_sample_size").and_then(Value::as_f64).is_some_and(too_few) {
        for field in distribution::FIELDS {
            if let Some(shares) = snapshot.get(field).and_then(Value::as_object) {
                fields.insert(field, distribution::normalised(field, shares));
            }
        }
    }
    fields
}

/// The columns of mentions that are compared with terms of brands.
const NAMED: [&str; 3] = ["brand_name", "components", "topics"];

fn record(
    id: String,
    index: OracleIndex,
    fields: BTreeMap<&'static str, Value>,
    vocabulary: &mut OracleVocabulary,
) -> OracleRecord {
    let mut record = OracleRecord { id, fields, text: Text::default(), names: Vec::new() };
    let columns = index.text_columns().iter().map(|column| {
        let items = record.strings(column);
        items.into_iter().map(|item| vocabulary.learn(item)).collect()
    });
    record.text = Text { columns: columns.collect() };
    if index == OracleIndex::BusinessIdeas {
        let columns = NAMED.iter().map(|column| {
            let names = record.strings(column);
            names.into_iter().map(|name| vocabulary.learn_name(name)).collect()
        });
        record.names = columns.collect();
    }
    record
}
