//! The report of an import, counted while records are read and printed at the end.

use super::inputs::ORDER;
use super::interpretation::{Interpretation, unused_mappings};
use crate::output::visible;
use crate::version::VersionSummary;
use indicatif::HumanCount;
use overheard::guard::problem::echo;
use overheard::ingest::{ColumnSet, Mapping, Preset, RecordRefusal, RemovalCounts, nearest_column};
use overheard::spec::Index;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The number of refused records listed per reason. All are counted.
const MAX_EXAMPLES: usize = 100;
/// The number of records with a duplicate id listed per index.
const MAX_SAME_ID_EXAMPLES: usize = 10;
/// The number of unknown columns named per index, since a record may have any number of them.
const MAX_DROPPED_NAMES: usize = 1_000;

/// The report of one import.
#[derive(Debug, Serialize)]
pub struct Report {
    /// True if the import was a dry run.
    pub dry_run: bool,
    /// The outcome of the import.
    pub state: ImportOutcome,
    /// The import's id at the edge.
    pub import: Option<String>,
    /// The dataset version that is served now, if the import published it.
    pub dataset: Option<VersionSummary>,
    /// The report of each index.
    pub indices: BTreeMap<&'static str, IndexReport>,
    /// The export program named by `--from`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name_of_preset")]
    pub from: Option<Preset>,
    /// The `--map` options that matched no header.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmet_maps: Vec<String>,
    /// The number of rows written by an incremental import.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_written: Option<u64>,
    /// The duration in seconds.
    pub seconds: f64,
}

/// The outcome of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportOutcome {
    /// The import stopped or failed. The old dataset is still served.
    Stopped,
    /// The files were checked only.
    Checked,
    /// The new dataset is served.
    Served,
    /// The same files were imported before and are still served.
    AlreadyServed,
    /// The records of these files did not change the dataset.
    Unchanged,
}

/// The report of one index.
#[derive(Debug, Default, Serialize)]
pub struct IndexReport {
    /// Records read.
    pub read: u64,
    /// Records that passed every check.
    pub accepted: u64,
    /// Records that failed a check.
    pub refused: u64,
    /// Accepted records that share an id with another record of the import. The newest is kept.
    pub same_id: SameId,
    /// Mentions with a video that could not be looked up in a dry run.
    pub unchecked: u64,
    /// Headers and values that were interpreted.
    #[serde(rename = "understood")]
    pub interpretation: Interpretation,
    /// The known columns that the records have.
    #[serde(skip)]
    pub present: ColumnSet,
    /// Unknown columns and the number of records that have them.
    pub dropped_columns: BTreeMap<String, u64>,
    /// The reasons for refusals.
    pub refusals: Vec<RefusalReason>,
    /// Personal data that was removed.
    pub removed: RemovalCounts,
    /// Snapshots with distributions from too small a sample.
    pub withheld_distributions: u64,
    /// Columns in which mentions differ from their video. The value of the video is kept.
    pub mismatches: BTreeMap<&'static str, u64>,
}

/// Records that share an id with another record.
#[derive(Debug, Default, Serialize)]
pub struct SameId {
    /// The number of records dropped because a newer one has the same id.
    pub count: u64,
    /// The first examples.
    pub examples: Vec<SameIdExample>,
}

/// A record with an id that occurred before.
#[derive(Debug, Serialize)]
pub struct SameIdExample {
    /// The record's id.
    pub id: String,
    /// The file of the record.
    pub file: String,
    /// The first line of the record.
    pub line: u64,
}

/// The records refused for one reason.
#[derive(Debug, Serialize)]
pub struct RefusalReason {
    /// The column that broke the rule, if any.
    pub column: Option<&'static str>,
    /// The kind of rule.
    pub code: &'static str,
    /// The number of records.
    pub count: u64,
    /// The first examples.
    pub examples: Vec<RefusalExample>,
}

/// A refused record.
#[derive(Debug, Clone, Serialize)]
pub struct RefusalExample {
    /// The file of the record.
    pub file: String,
    /// The first line of the record.
    pub line: u64,
    /// The rule and the allowed values.
    pub message: String,
}

impl Report {
    /// Creates an empty report for some indices.
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

    /// Returns the report of an index.
    pub fn of(&mut self, index: Index) -> &mut IndexReport {
        self.indices.entry(index.name()).or_default()
    }

    /// Records the `--map` options that matched no header.
    pub fn record_unused_mappings(&mut self, mapping: &Mapping) {
        self.unmet_maps = unused_mappings(mapping, self.indices.values().map(|report| &report.interpretation));
    }

    /// Returns the number of refused records.
    pub fn refused(&self) -> u64 {
        self.indices.values().map(|report| report.refused).sum()
    }

    /// Prints the report.
    pub fn print(&self) {
        for index in ORDER {
            if let Some(report) = self.indices.get(index.name()).filter(|report| report.read > 0) {
                report.print(index, self.from);
            }
        }
        for map in &self.unmet_maps {
            println!("--map \"{}\" matched no column in these files.", visible(map));
        }
        let seconds = self.seconds;
        let refused = self.refused();
        match (self.state, &self.dataset) {
            (ImportOutcome::Stopped, _) => println!("Stopped: the dataset served so far is still served."),
            (ImportOutcome::Checked, _) => println!("Checked in {seconds:.1} s; nothing was written."),
            (ImportOutcome::AlreadyServed, dataset) => {
                println!("These files are already imported{}; nothing to do.", version(dataset.as_ref()));
            }
            (ImportOutcome::Unchanged, dataset) => {
                println!("These documents are already served{}; nothing was sent.", version(dataset.as_ref()));
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

fn version(dataset: Option<&VersionSummary>) -> String {
    dataset.and_then(|dataset| dataset.version.as_ref()).map(|version| format!(" ({version})")).unwrap_or_default()
}

impl IndexReport {
    /// Counts a record's unknown columns.
    pub fn count_dropped(&mut self, names: Vec<String>) {
        for name in names {
            if let Some(count) = self.dropped_columns.get_mut(&name) {
                *count += 1;
            } else if self.dropped_columns.len() < MAX_DROPPED_NAMES {
                self.dropped_columns.insert(name, 1);
            }
        }
    }

    /// Counts a record with an id that occurred before.
    pub fn count_same_id(&mut self, id: &str, file: &str, line: u64) {
        self.same_id.count += 1;
        if self.same_id.examples.len() < MAX_SAME_ID_EXAMPLES {
            self.same_id.examples.push(SameIdExample { id: echo(id), file: file.to_owned(), line });
        }
    }

    /// Counts a refused record.
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
                // Unknown columns of a known export are not typing errors.
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
                "  documents with a duplicate id, of which the newest is kept: {} ({served} remain)",
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
                "  mentions that differ from their video, whose value is kept: {}",
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
