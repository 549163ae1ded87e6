//! What became of the documents, counted while they pass, printed at the end.

use super::inputs::ORDER;
use super::interpretation::{Interpretation, unused_mappings};
use crate::output::visible;
use crate::version::DatasetVersion;
use indicatif::HumanCount;
use overheard::guard::problem::echo;
use overheard::ingest::{ColumnSet, Mapping, Preset, RecordRefusal, RemovalCounts, nearest_column};
use overheard::spec::Index;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Refused documents that are listed per reason; all are counted.
const MAX_EXAMPLES: usize = 100;
/// Documents with the id of another one that are listed per index.
const MAX_SAME_ID_EXAMPLES: usize = 10;
/// Unknown columns that are named per index: a document may have any number of them.
const MAX_DROPPED_NAMES: usize = 1_000;

/// The report of one import.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Whether nothing was to be written.
    pub dry_run: bool,
    /// How the import ended.
    pub state: ImportOutcome,
    /// The import's id at the edge.
    pub import: Option<String>,
    /// The dataset that is served now, when the import published it.
    pub dataset: Option<DatasetVersion>,
    /// What became of the documents of each index.
    pub indices: BTreeMap<&'static str, IndexReport>,
    /// The export that the files come from, if `--from` says so.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name_of_preset")]
    pub from: Option<Preset>,
    /// What `--map` says that met nothing in the files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmet_maps: Vec<String>,
    /// Rows that the database counted as written, where the documents were added to what was served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_written: Option<u64>,
    /// How long it took.
    pub seconds: f64,
}

/// How an import ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    /// Stopped or failed; the old dataset is still served.
    Stopped,
    /// Only checked.
    Checked,
    /// The new dataset is served.
    Served,
    /// The same files were imported before and are still served.
    AlreadyServed,
    /// With the documents of these files the dataset is the one that is served.
    Unchanged,
}

/// What became of the documents of one index.
#[derive(Debug, Default, Serialize)]
pub struct IndexReport {
    /// Documents met.
    pub read: u64,
    /// Documents that passed every check.
    pub accepted: u64,
    /// Documents that did not.
    pub refused: u64,
    /// Accepted documents with the id of another one of the import, of which the newest counts.
    pub same_id: SameId,
    /// Mentions whose video could not be looked up in a dry run.
    pub unchecked: u64,
    /// What was taken for something else than it says.
    #[serde(rename = "understood")]
    pub interpretation: Interpretation,
    /// The columns of the index that the documents have.
    #[serde(skip)]
    pub present: ColumnSet,
    /// Columns outside the index and how many documents have them.
    pub dropped_columns: BTreeMap<String, u64>,
    /// Why documents were refused.
    pub refusals: Vec<RefusalReason>,
    /// Personal data that was removed.
    pub removed: RemovalCounts,
    /// Snapshots whose distributions come from too small a sample.
    pub withheld_distributions: u64,
    /// Columns in which mentions differ from their video, whose value holds.
    pub mismatches: BTreeMap<&'static str, u64>,
}

/// Documents that have the id of another one.
#[derive(Debug, Default, Serialize)]
pub struct SameId {
    /// The number of those that are not served because of that.
    pub count: u64,
    /// The first of them.
    pub examples: Vec<SameIdExample>,
}

/// A document whose id was met before.
#[derive(Debug, Serialize)]
pub struct SameIdExample {
    /// Its id.
    pub id: String,
    /// Its file.
    pub file: String,
    /// The line it begins at.
    pub line: u64,
}

/// Documents refused for one reason.
#[derive(Debug, Serialize)]
pub struct RefusalReason {
    /// The column at fault, if one is.
    pub column: Option<&'static str>,
    /// The kind of rule.
    pub code: &'static str,
    /// How many documents.
    pub count: u64,
    /// The first of them.
    pub examples: Vec<RefusalExample>,
}

/// A refused document.
#[derive(Debug, Clone, Serialize)]
pub struct RefusalExample {
    /// Its file.
    pub file: String,
    /// The line it begins at.
    pub line: u64,
    /// The rule and what is allowed.
    pub message: String,
}

impl Report {
    /// An empty report on some indices.
    pub fn new(indices: impl IntoIterator<Item = Index>, dry_run: bool) -> Self {
        let indices = indices.into_iter().map(|index| (index.name(), IndexReport::default())).collect();
        Self {
            dry_run,
            state: ImportOutcome::Stopped,
            import: None,
            dataset: None,
            indices,
            from: None,
            unmet_maps: Vec::new(),
            rows_written: None,
            seconds: 0.0,
        }
    }

    /// The part about an index.
    pub fn of(&mut self, index: Index) -> &mut IndexReport {
        self.indices.entry(index.name()).or_default()
    }

    /// Notes what of a mapping met nothing in the files.
    pub fn record_unused_mappings(&mut self, mapping: &Mapping) {
        self.unmet_maps = unused_mappings(mapping, self.indices.values().map(|report| &report.interpretation));
    }

    /// How many documents were refused.
    pub fn refused(&self) -> u64 {
        self.indices.values().map(|report| report.refused).sum()
    }

    /// Prints it for people.
    pub fn print(&self) {
        for index in ORDER {
            if let Some(report) = self.indices.get(index.name()).filter(|report| report.read > 0) {
                report.print(index, self.from);
            }
        }
        for map in &self.unmet_maps {
            println!("--map \"{}\" met nothing in these files.", visible(map));
        }
        let seconds = self.seconds;
        let refused = self.refused();
        match (self.state, &self.dataset) {
            (ImportOutcome::Stopped, _) => println!("Stopped: the dataset served so far is still served."),
            (ImportOutcome::Checked, _) => println!("Checked in {seconds:.1} s; nothing was written."),
            (ImportOutcome::AlreadyServed, dataset) => {
                println!("These files are imported already{}; nothing was to be done.", version(dataset.as_ref()));
            }
            (ImportOutcome::Unchanged, dataset) => {
                println!("These documents are served already{}; nothing was sent.", version(dataset.as_ref()));
            }
            (ImportOutcome::Served, dataset) => {
                let added = self.rows_written.map(|rows| format!(" ({} rows written)", HumanCount(rows)));
                let how = added.map_or_else(|| "Imported".to_owned(), |rows| format!("Added to what was served{rows}"));
                println!("{how} in {seconds:.1} s; the new dataset{} is served.", version(dataset.as_ref()))
            }
        }
        if refused > 0 && self.state != ImportOutcome::Stopped {
            println!("NOT in the dataset: {} refused documents, for the reasons above.", HumanCount(refused));
        }
    }
}

fn name_of_preset<S: Serializer>(preset: &Option<Preset>, serializer: S) -> Result<S::Ok, S::Error> {
    preset.map(Preset::name).serialize(serializer)
}

fn version(dataset: Option<&DatasetVersion>) -> String {
    dataset.and_then(|dataset| dataset.version.as_ref()).map(|version| format!(" ({version})")).unwrap_or_default()
}

impl IndexReport {
    /// Counts a document's unknown columns.
    pub fn count_dropped(&mut self, names: Vec<String>) {
        for name in names {
            if let Some(count) = self.dropped_columns.get_mut(&name) {
                *count += 1;
            } else if self.dropped_columns.len() < MAX_DROPPED_NAMES {
                self.dropped_columns.insert(name, 1);
            }
        }
    }

    /// Counts a document whose id was met before.
    pub fn count_same_id(&mut self, id: &str, file: &str, line: u64) {
        self.same_id.count += 1;
        if self.same_id.examples.len() < MAX_SAME_ID_EXAMPLES {
            self.same_id.examples.push(SameIdExample { id: echo(id), file: file.to_owned(), line });
        }
    }

    /// Counts a refused document.
    pub fn count_refused(&mut self, refused: &RecordRefusal, file: &str, line: u64) {
        self.refused += 1;
        let code = refused.code.name();
        let found = self.refusals.iter().position(|reason| reason.column == refused.column && reason.code == code);
        let at = found.unwrap_or_else(|| {
            self.refusals.push(RefusalReason { column: refused.column, code, count: 0, examples: Vec::new() });
            self.refusals.len() - 1
        });
        if let Some(reason) = self.refusals.get_mut(at) {
            reason.count += 1;
            if reason.examples.len() < MAX_EXAMPLES {
                let message = refused.message.clone();
                reason.examples.push(RefusalExample { file: file.to_owned(), line, message });
            }
        }
    }

    fn print(&self, index: Index, from: Option<Preset>) {
        let count = |count: u64| HumanCount(count).to_string();
        let mut line = format!(
            "{}: {} documents read, {} accepted, {} refused",
            index.name(),
            count(self.read),
            count(self.accepted),
            count(self.refused)
        );
        if self.unchecked > 0 {
            line += &format!(
                ", {} not checked (their video is not among the files, and no edge could be asked)",
                count(self.unchecked)
            );
        }
        println!("{line}");
        self.interpretation.print();
        if !self.dropped_columns.is_empty() {
            let names = self.dropped_columns.iter().map(|(name, documents)| {
                // The names of a known export are no slips.
                let near = nearest_column(index, name, &self.present).filter(|_| from.is_none());
                let hint = near.map_or_else(String::new, |column| format!("; did you mean {column}?"));
                format!("{} ({}{hint})", visible(name), count(*documents))
            });
            println!("  columns dropped, as they are not part of the index: {}", names.collect::<Vec<_>>().join(", "));
        }
        let likely = self.dropped_columns.keys().find_map(|name| Preset::likely_for(name));
        if let Some(likely) = likely.filter(|_| from.is_none() && index == Index::Info) {
            println!("  this looks like an export of {0}: --from {0} reads its names", likely.name());
        }
        if self.same_id.count > 0 {
            let served = count(self.accepted - self.same_id.count);
            println!(
                "  documents with the id of another one, of which the newest counts: {} ({served} are left)",
                count(self.same_id.count)
            );
            for SameIdExample { id, file, line } in &self.same_id.examples {
                println!("    {file}:{line} {id}");
            }
            let more = self.same_id.count - self.same_id.examples.len() as u64;
            if more > 0 {
                println!("    … and {} more", count(more));
            }
        }
        self.print_removed();
        if self.withheld_distributions > 0 {
            println!(
                "  distributions withheld, as the sample is below 100 viewers: {}",
                count(self.withheld_distributions)
            );
        }
        if !self.mismatches.is_empty() {
            let columns = self.mismatches.iter().map(|(column, mentions)| format!("{column} ({})", count(*mentions)));
            println!(
                "  mentions that differ from their video, whose value holds: {}",
                columns.collect::<Vec<_>>().join(", ")
            );
        }
        for reason in &self.refusals {
            println!("  refused, {} {}: {}", reason.column.unwrap_or("document"), reason.code, count(reason.count));
            for example in &reason.examples {
                println!("    {}:{} {}", visible(&example.file), example.line, visible(&example.message));
            }
            let more = reason.count - reason.examples.len() as u64;
            if more > 0 {
                println!("    … and {} more; --rejects FILE writes all", count(more));
            }
        }
    }

    fn print_removed(&self) {
        let RemovalCounts { emails, urls, phones, handles, quoting_contexts } = self.removed;
        let kinds = [
            (emails, "e-mail addresses"),
            (urls, "URLs"),
            (phones, "phone numbers"),
            (handles, "@handles"),
            (quoting_contexts, "contexts that quote"),
        ];
        let met = kinds.iter().filter(|(count, _)| *count > 0);
        let met: Vec<String> = met.map(|(count, kind)| format!("{} {kind}", HumanCount(*count))).collect();
        if !met.is_empty() {
            println!("  removed for privacy: {}", met.join(", "));
        }
    }
}
