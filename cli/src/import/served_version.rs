//! Reads single rows of the served version.

use crate::edge::{EdgeClient, Method, Retry};
use crate::export::restore_row;
use crate::version::VersionSummary;
use overheard::ingest::{VideoFacts, Videos};
use overheard::query::BaseVersion;
use overheard::segment::writer::{VersionReader, WriteError};
use overheard::segment::{Decompressor, Lookup, Table};
use overheard::spec::Index;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The number of ids in one lookup.
const IDS_AT_ONCE: usize = 500;

/// A dataset version at an edge.
pub struct ServedVersion<'a> {
    edge: &'a EdgeClient,
    base: BaseVersion,
}

/// A page of rows, each a list of values.
#[derive(Deserialize)]
struct Page {
    rows: Vec<Vec<Value>>,
}

impl<'a> ServedVersion<'a> {
    /// Creates a reader of the served version.
    pub fn new(edge: &'a EdgeClient, served: &VersionSummary) -> Self {
        Self { edge, base: served.base() }
    }

    /// Adds the served videos with these ids to `videos`.
    pub fn load_videos(&self, ids: &BTreeSet<String>, videos: &mut Videos) -> anyhow::Result<()> {
        let ids: Vec<String> = ids.iter().cloned().collect();
        let dictionaries = self.rows(&Lookup::Dictionaries {})?;
        let of_videos =
            dictionaries.iter().find(|row| row.first().and_then(Value::as_str) == Some(Table::Video.name()));
        let dictionary = of_videos.and_then(|row| row.get(1)?.as_str()).unwrap_or_default();
        let mut decompressor = Decompressor::new(dictionary)?;
        for ids in ids.chunks(IDS_AT_ONCE) {
            let wanted = Lookup::Ids { table: Table::Video.name().to_owned(), ids: ids.to_vec() };
            for row in self.rows(&wanted)? {
                let document = serde_json::from_value(Value::from(row))?;
                if let Some(facts) = VideoFacts::of(&restore_row(Index::Info, document, &mut decompressor)?) {
                    // Videos of the files replace served ones.
                    videos.insert_unknown(&facts);
                }
            }
        }
        Ok(())
    }

    fn rows(&self, wanted: &Lookup) -> anyhow::Result<Vec<Vec<Value>>> {
        let body = json!({"base": self.base, "wanted": wanted}).to_string();
        let page: Page = self.edge.call(Method::POST, "/admin/v1/dataset/reads", Some(body), Retry::WithBackoff)?;
        Ok(page.rows)
    }
}

impl VersionReader for ServedVersion<'_> {
    fn read(&mut self, wanted: &Lookup) -> Result<Vec<Vec<Value>>, WriteError> {
        self.rows(wanted).map_err(|error| WriteError::Sink(error.into()))
    }
}
