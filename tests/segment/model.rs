//! The expected content of packed rows: records in maps and sets, and the simplest computation of every figure.

use chrono::DateTime;
use overheard::base::date::Date;
use overheard::guard::request::account::id::{IdKind, PublicId};
use overheard::segment::{Column, ImportedRow, MISSING, RowKind, number_at, tuple_fields};

use overheard::spec::Index;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The value of a name; a channel's name is a pair. A missing value comes first.
pub type Name = (Option<String>, Option<String>);

/// A record with its values by column. A mention also has those of its video.
pub struct ModelRecord {
    pub id: String,
    pub values: Map<String, Value>,
}

/// All records by index, sorted by id, and names by dictionary, in their order.
pub struct Model {
    pub documents: BTreeMap<&'static str, Vec<ModelRecord>>,
    pub names: BTreeMap<&'static str, Vec<Name>>,
    /// The combinations of tuple fields, in their order.
    pub tuples: BTreeMap<&'static str, Vec<Vec<Option<String>>>>,
}

pub const INDICES: [Index; 3] = Index::ALL;
pub const DATED: [Index; 2] = [Index::BusinessIdeas, Index::Info];

impl ModelRecord {
    pub fn text(&self, column: &str) -> Option<String> {
        self.values.get(column).and_then(Value::as_str).map(str::to_owned)
    }

    pub fn number(&self, column: &str) -> i64 {
        self.values.get(column).and_then(Value::as_i64).unwrap_or(MISSING)
    }

    pub fn date(&self) -> Date {
        let date = self.text("upload_date").or_else(|| self.text("snapshot_date"));
        Date::parse(date.unwrap()).unwrap()
    }

    /// Returns its names in a column.
    pub fn names(&self, column: Column) -> Vec<Name> {
        let one = |name: &str| vec![(self.text(name), None)];
        match column {
            Column::BRAND_NAME => one("brand_name"),
            Column::CHANNEL => vec![(self.text("channel_name"), self.text("channel_uid"))],
            Column::VIDEO => one("video_id"),
            Column::CREATOR => one("channel_uid"),
            Column::LANGUAGE | Column::REGION => {
                let of_video = || self.text(&format!("video_{}", column.name()));
                let name = self.text(column.name()).or_else(of_video);
                name.map(|name| (Some(name), None)).into_iter().collect()
            }
            column => {
                let items = self.values[column.name()].as_array().unwrap();
                items.iter().map(|item| (Some(item.as_str().unwrap().to_owned()), None)).collect()
            }
        }
    }

    pub fn tuple(&self, index: Index) -> Vec<Option<String>> {
        tuple_fields(index).iter().map(|field| self.text(field.name)).collect()
    }

    /// Returns the tokens of its searched columns, each in the catalogue's order.
    pub fn tokens(&self, index: Index) -> Vec<Vec<String>> {
        let tokens = |column: &&str| {
            let text = self.text(&format!("search_{column}")).unwrap();
            text.split_whitespace().map(str::to_owned).collect()
        };
        index.entry().full_text.iter().map(tokens).collect()
    }
}

/// Returns the dictionary of a column. Indices share those of channels and videos.
fn dictionary(index: Index, column: Column) -> &'static str {
    match (index, column) {
        (_, Column::CHANNEL) => "channel",
        (_, Column::VIDEO) => "video",
        (_, column) => column.name(),
    }
}

impl Model {
    /// Creates the model of rows without removals and replacements.
    pub fn of(rows: &[ImportedRow]) -> Self {
        let mut documents: BTreeMap<&'static str, BTreeMap<(String, String), ModelRecord>> = BTreeMap::new();
        for index in [Index::Info, Index::ContentCreator, Index::BusinessIdeas] {
            let mut of_index = BTreeMap::new();
            for row in rows.iter().filter(|row| row.kind == RowKind::of(index)) {
                let values: Vec<Value> = serde_json::from_str(&row.json).unwrap();
                let columns = row.kind.columns().iter().map(|column| (*column).to_owned());
                let mut values: Map<String, Value> = columns.zip(values).collect();
                if index == Index::BusinessIdeas {
                    let id = values["video_id"].as_str().unwrap().to_owned();
                    let video = &documents[Index::Info.name()][&(id, String::new())];
                    for column in
                        ["upload_date", "platform", "channel_name", "channel_uid", "views", "likes", "comments"]
                    {
                        values.insert(column.to_owned(), video.values[column].clone());
                    }
                    for column in ["language", "region"] {
                        values.insert(format!("video_{column}"), video.values[column].clone());
                    }
                }
                let id = values[index.entry().id].as_str().unwrap().to_owned();
                // Several snapshots share an id.
                let date = if index == Index::ContentCreator { values["snapshot_date"].as_str().unwrap() } else { "" };
                of_index.insert((id.clone(), date.to_owned()), ModelRecord { id, values });
            }
            documents.insert(index.name(), of_index);
        }
        let documents =
            documents.into_iter().map(|(index, documents)| (index, documents.into_values().collect())).collect();
        let mut model = Self { documents, names: BTreeMap::new(), tuples: BTreeMap::new() };
        for index in INDICES {
            let tuples: BTreeSet<Vec<Option<String>>> =
                model.all(index).iter().map(|document| document.tuple(index)).collect();
            model.tuples.insert(index.name(), tuples.into_iter().collect());
            for column in named(index) {
                let names = model.all(index).iter().flat_map(|document| document.names(column));
                let names: BTreeSet<Name> = names.collect();
                // Channels and videos come from the videos, with or without mentions.
                if index == Index::Info || !matches!(column, Column::CHANNEL | Column::VIDEO) {
                    model.names.insert(dictionary(index, column), names.into_iter().collect());
                }
            }
        }
        let videos = model.all(Index::Info).iter().map(|video| (Some(video.id.clone()), None)).collect();
        model.names.insert("video", videos);
        model
    }

    pub fn all(&self, index: Index) -> &[ModelRecord] {
        &self.documents[index.name()]
    }

    /// Returns the positions and records of an index.
    pub fn positions(&self, index: Index) -> impl Iterator<Item = (usize, &ModelRecord)> {
        self.all(index).iter().enumerate()
    }

    /// Returns all names of a column.
    pub fn names_of(&self, index: Index, column: Column) -> &[Name] {
        &self.names[dictionary(index, column)]
    }

    /// Returns the numbers of a record's names in a column.
    pub fn numbers_of_names(&self, index: Index, column: Column, document: &ModelRecord) -> Vec<i64> {
        let names = self.names_of(index, column);
        document.names(column).iter().map(|name| number_at(names.binary_search(name).unwrap())).collect()
    }

    pub fn tuple(&self, index: Index, document: &ModelRecord) -> i64 {
        self.tuples[index.name()].binary_search(&document.tuple(index)).unwrap() as i64
    }

    /// Returns a record's value in a chunk, for a column without lists.
    pub fn number(&self, index: Index, column: Column, position: usize) -> i64 {
        let document = &self.all(index)[position];
        match column {
            Column::NUMBER => number_at(position),
            Column::TUPLE => self.tuple(index, document),
            Column::DAY => document.date().day(),
            Column::BRAND_NAME | Column::CHANNEL | Column::VIDEO | Column::CREATOR => {
                self.numbers_of_names(index, column, document)[0]
            }
            Column::LANGUAGE | Column::REGION => {
                self.numbers_of_names(index, column, document).first().copied().unwrap_or(MISSING)
            }
            Column::INDEXED_AT => {
                let time = document.text("indexed_at").unwrap();
                DateTime::parse_from_rfc3339(&time).unwrap().timestamp()
            }
            Column::PUBLIC_ID if index == Index::BusinessIdeas => PublicId::of(IdKind::Mention, &document.id).bits(),
            Column::PUBLIC_ID => PublicId::of(IdKind::Influencer, &document.id).bits(),
            Column::LENGTH => document.tokens(index).concat().len() as i64,
            column => document.number(column.name()),
        }
    }
}

/// Returns the columns of an index with names.
pub fn named(index: Index) -> Vec<Column> {
    let is_name = |column: &Column| {
        let is_one = matches!(
            *column,
            Column::BRAND_NAME | Column::CHANNEL | Column::VIDEO | Column::CREATOR | Column::LANGUAGE | Column::REGION
        );
        is_one || column.is_list()
    };
    Column::of(index).filter(is_name).collect()
}
