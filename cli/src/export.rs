//! Downloads the served dataset page by page.

use crate::edge::{EdgeClient, Method, Retry};
use crate::progress::ProgressDisplay;
use crate::version::VersionSummary;
use anyhow::{Context as _, anyhow, bail};

use overheard::segment::{Corrupt, Decompressor, ImportedRow, StoredRecord, Table};
use overheard::spec::Index;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The number of records between two progress messages.
const MESSAGE_EVERY: u64 = 1_000;

/// A dataset version at an edge.
pub struct Export<'a> {
    edge: &'a EdgeClient,
    version: &'a VersionSummary,
}

/// A page of rows. The page after the last row is empty.
#[derive(Deserialize)]
struct Page<T> {
    generation: u32,
    version: String,
    rows: Vec<T>,
}

/// A stored record: `[num, id, compressed body]`. Mentions also have the id of their video.
#[derive(Deserialize)]
pub struct CompressedRecord(i64, String, String, #[serde(default)] Option<String>);

impl<'a> Export<'a> {
    /// Creates a reader of the served version.
    pub fn new(edge: &'a EdgeClient, version: &'a VersionSummary) -> Self {
        Self { edge, version }
    }

    /// Calls `each` with the imported row of every record of an index.
    pub fn documents(
        &self,
        index: Index,
        mut each: impl FnMut(ImportedRow) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let path = format!("/admin/v1/dataset/documents/{}", Table::of_documents(index).name());
        let mut decompressor = self.decompressor(index)?;
        let mut after = 0;
        loop {
            let documents: Vec<CompressedRecord> = self.page(&format!("{path}?after={after}"))?;
            let Some(CompressedRecord(last, ..)) = documents.last() else { return Ok(()) };
            after = *last;
            for document in documents {
                each(restore_row(index, document, &mut decompressor)?)?;
            }
        }
    }

    /// Creates the decompressor for the records of an index.
    fn decompressor(&self, index: Index) -> anyhow::Result<Decompressor> {
        let name = Table::of_documents(index).name();
        let mut dictionary = None;
        self.rows(Table::Dictionary, |row| {
            if let [Value::String(of), Value::String(body)] = row.as_slice()
                && of == name
            {
                dictionary = Some(Decompressor::new(body));
            }
            Ok(())
        })?;
        let dictionary = dictionary.unwrap_or(Err(Corrupt("it is not there")));
        dictionary.with_context(|| damaged("the stored dictionary", index))
    }

    /// Calls `each` with the imported row of every record, videos first.
    pub fn all_documents(
        &self,
        progress: &ProgressDisplay,
        mut each: impl FnMut(ImportedRow) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let VersionSummary { videos, snapshots, mentions, .. } = self.version;
        let total = [videos, snapshots, mentions].into_iter().flatten().sum();
        let mut done = 0;
        progress.steps("Downloading");
        for index in [Index::Info, Index::ContentCreator, Index::BusinessIdeas] {
            self.documents(index, |row| {
                if done % MESSAGE_EVERY == 0 {
                    progress.step(index.name(), done, total);
                }
                done += 1;
                each(row)
            })?;
        }
        Ok(())
    }

    /// Calls `each` with every row of a table.
    pub fn rows(&self, table: Table, mut each: impl FnMut(Vec<Value>) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let path = format!("/admin/v1/dataset/rows/{}", table.name());
        let mut after = String::new();
        loop {
            let rows: Vec<Vec<Value>> = self.page(&format!("{path}?after={after}"))?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = utf8_percent_encode(&key(table, last).to_string(), NON_ALPHANUMERIC).to_string();
            rows.into_iter().try_for_each(&mut each)?;
        }
    }

    fn page<T: DeserializeOwned>(&self, path: &str) -> anyhow::Result<Vec<T>> {
        let page: Page<T> = self.edge.call(Method::GET, path, None, Retry::WithBackoff)?;
        let expected = self.version.version.as_deref().ok_or_else(|| anyhow!("the served dataset has no version"))?;
        if (page.generation, page.version.as_str()) != (self.version.generation, expected) {
            bail!("another version was published while this command read the dataset; run it again");
        }
        Ok(page.rows)
    }
}

/// Restores the imported row of a stored record.
pub fn restore_row(
    index: Index,
    CompressedRecord(_, id, body, video_id): CompressedRecord,
    decompressor: &mut Decompressor,
) -> anyhow::Result<ImportedRow> {
    let restore_row =
        decompressor.text(&body).and_then(|body| StoredRecord { id: id.clone(), video_id, body }.restore(index));
    restore_row.with_context(|| damaged(&format!("the stored document '{id}'"), index))
}

fn damaged(what: &str, index: Index) -> String {
    format!("{what} of {} is damaged: import your files again with --replace --rebuild", index.name())
}

/// Returns the primary key of a row.
pub fn key(table: Table, row: &[Value]) -> Value {
    let columns = table.columns();
    let position = |name: &&str| columns.iter().position(|column| column == name);
    table.key().iter().filter_map(|name| row.get(position(name)?).cloned()).collect()
}
