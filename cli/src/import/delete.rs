//! `overheard delete`: removes records by id: from the rows that hold them, or else through an import without files.

use super::clickhouse;
use super::erasure::{RowsOutcome, erase_from_rows, overwrite_free_space};
use super::full::{FullImport, PublishedDataset, time_of_import};
use super::inputs::Inputs;
use crate::alias_store;
use crate::args::DeleteArgs;
use crate::clickhouse::{ClickHouseServer, require};
use crate::confirm::confirm;
use crate::edge::{EdgeClient, Method, Retry};
use crate::failure::usage_error;
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use crate::version::{self, DatasetVersions, VersionSummary};
use crate::views;
use anyhow::Context as _;
use indicatif::HumanCount;
use overheard::ingest::{RowStore as _, Videos, deletion};
use overheard::spec::Index;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

/// The number of ids in one request.
const IDS_AT_ONCE: usize = 500;

/// The result of a deletion: the differences between the counts before and after, and discarded versions.
#[derive(Debug, Serialize)]
struct DeletionReport {
    ids: u64,
    videos: u64,
    snapshots: u64,
    mentions: u64,
    /// True if the previous version was dropped, so that there is nothing to roll back to.
    previous_dropped: bool,
    /// The start time of the unfinished import that was discarded.
    import_discarded: Option<String>,
    /// The rows that were packed again without the records. `None` if the whole dataset was, or nothing.
    rows_rewritten: Option<u64>,
    /// The reason why the whole dataset was packed again.
    rebuilt_because: Option<&'static str>,
    dataset: VersionSummary,
}

/// The version without the records, and how it was made.
struct Made {
    published: PublishedDataset,
    rows_rewritten: Option<u64>,
    rebuilt_because: Option<&'static str>,
    /// The bytes of rows that were replaced.
    replaced_bytes: u64,
}

/// The number of matching records in each version, and the versions dropped because of them.
#[derive(Debug, Default, Deserialize)]
struct Erasure {
    served: u64,
    previous: u64,
    previous_dropped: bool,
    import_discarded: Option<String>,
}

/// The records to delete at an edge.
struct Deletion<'a> {
    edge: &'a EdgeClient,
    /// The server with the tables, if they are in ClickHouse.
    server: Option<&'a ClickHouseServer>,
    served: &'a VersionSummary,
    index: Index,
    ids: &'a BTreeSet<String>,
}

/// Runs the command.
pub fn run(args: &DeleteArgs) -> anyhow::Result<()> {
    let index = Index::from_name(&args.index).ok_or_else(|| {
        usage_error(format!("--index '{}' is not allowed. Allowed: [{}]", args.index, Index::NAMES.join(", ")))
    })?;
    let ids = read_ids(&args.ids)?;
    let server = ClickHouseServer::of(&args.clickhouse)?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?.writing_clickhouse(server.is_some());
    let status = version::fetch(&edge)?;
    require(&args.clickhouse, &status)?;
    let Some(before) = status.served.clone() else {
        anyhow::bail!("nothing is served yet: there is nothing to delete");
    };
    let deletion = Deletion { edge: &edge, server: server.as_ref(), served: &before, index, ids: &ids };
    let inputs = Inputs::of_deletion(index, &ids).with_aliases(alias_store::fetch(&edge)?);
    // An unfinished deletion of the same records is resumed.
    let import = inputs.import_id(Some(&before));
    let unfinished = status.loading.as_ref().filter(|loading| loading.import != import);
    let unfinished = unfinished.map(|loading| loading.started_at.clone());
    let found = deletion.erase(&before, true)?;
    let change = deletion.change(&found, status.previous.as_ref(), unfinished.as_deref());
    if args.dry_run {
        println!("{change}\nNothing was changed.");
        return Ok(());
    }
    if !args.yes {
        eprintln!("{change}");
        confirm("a deletion", "Delete?")?;
    }
    let (had_previous, bytes_before) = (status.previous.is_some(), status.database_bytes);
    let progress = ProgressDisplay::new();
    let made = deletion.make(status, &inputs, &found, &progress).inspect_err(|_| progress.end())?;
    let erased = match made.published.is_new {
        // The new version replaced the previous version and any abandoned import.
        true => Erasure { previous_dropped: true, import_discarded: unfinished, ..found },
        // The served version has none of the records, but the other versions may.
        false => deletion.erase(&made.published.dataset, false).inspect_err(|_| progress.end())?,
    };
    if let Some(server) = &server {
        server.drop_unused(&edge).inspect_err(|_| progress.end())?;
    } else if made.published.is_new || erased.previous_dropped {
        let bytes = freed_bytes(&edge, bytes_before, &made).inspect_err(|_| progress.end())?;
        let space = (bytes, made.rows_rewritten.is_none());
        overwrite_free_space(&edge, space, &progress).inspect_err(|_| progress.end())?;
    }
    views::prepare_all(&edge, &progress);
    progress.end();
    report(args, ids.len() as u64, &before, made, erased, had_previous)
}

/// Returns an upper bound of the bytes that a deletion freed in the database.
fn freed_bytes(edge: &EdgeClient, before: u64, made: &Made) -> anyhow::Result<u64> {
    let after = version::fetch(edge)?.database_bytes;
    // A dataset that was packed again has about the size of the one that it replaced.
    let replaced = if made.rebuilt_because.is_some() { after } else { made.replaced_bytes };
    Ok(before.saturating_sub(after) + replaced)
}

impl Deletion<'_> {
    /// Publishes the version without the records.
    fn make(
        &self,
        status: DatasetVersions,
        inputs: &Inputs,
        found: &Erasure,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<Made> {
        let unchanged = || PublishedDataset { dataset: self.served.clone(), is_new: false };
        if let Some(server) = self.server {
            if found.served == 0 {
                return Ok(Made {
                    published: unchanged(),
                    rows_rewritten: None,
                    rebuilt_because: None,
                    replaced_bytes: 0,
                });
            }
            let published = clickhouse::import(self.edge, server, &status, inputs, false, progress, |import| {
                self.ids.iter().try_for_each(|id| import.take(&deletion(self.index, id)).map(drop))
            })?;
            return Ok(Made { published, rows_rewritten: None, rebuilt_because: None, replaced_bytes: 0 });
        }
        let import = inputs.import_id(Some(self.served));
        // An unfinished full import is resumed as one.
        let has_begun = status.loading.as_ref().is_some_and(|loading| loading.import == import);
        let rows = match has_begun {
            true => RowsOutcome::Rebuild("an earlier run began with that"),
            false => {
                let records = (self.index, self.ids);
                erase_from_rows(self.edge, self.served, inputs, records, time_of_import(), progress)?
            }
        };
        match rows {
            RowsOutcome::Unchanged => {
                Ok(Made { published: unchanged(), rows_rewritten: None, rebuilt_because: None, replaced_bytes: 0 })
            }
            RowsOutcome::Erased { dataset, rewritten, bytes } => {
                let published = PublishedDataset { dataset, is_new: true };
                Ok(Made { published, rows_rewritten: Some(rewritten), rebuilt_because: None, replaced_bytes: bytes })
            }
            RowsOutcome::Rebuild(reason) => {
                progress.say(format!("Packing the whole dataset again: {reason}."));
                let published = self.rebuild(status, inputs, progress)?;
                Ok(Made { published, rows_rewritten: None, rebuilt_because: Some(reason), replaced_bytes: 0 })
            }
        }
    }

    /// Packs everything but the records again.
    fn rebuild(
        &self,
        status: DatasetVersions,
        inputs: &Inputs,
        progress: &ProgressDisplay,
    ) -> anyhow::Result<PublishedDataset> {
        let mut import = FullImport::new(self.edge, status, inputs, progress)?;
        import.add_served(&mut Videos::default())?;
        self.ids.iter().try_for_each(|id| import.take(&deletion(self.index, id)).map(drop))?;
        import.publish(false)
    }

    /// Counts the records at the edge. Without `dry_run`, the edge also drops versions that could restore them.
    fn erase(&self, served: &VersionSummary, dry_run: bool) -> anyhow::Result<Erasure> {
        let ids: Vec<&String> = self.ids.iter().collect();
        let mut all = Erasure::default();
        for ids in ids.chunks(IDS_AT_ONCE) {
            let body = json!({"base": served.base(), "index": self.index.name(), "ids": ids, "dry_run": dry_run});
            let path = "/admin/v1/dataset/erasures";
            let some: Erasure = self.edge.call(Method::POST, path, Some(body.to_string()), Retry::WithBackoff)?;
            all.served += some.served;
            all.previous += some.previous;
            all.previous_dropped |= some.previous_dropped;
            all.import_discarded = all.import_discarded.or(some.import_discarded);
        }
        Ok(all)
    }

    /// Describes the effect of the deletion.
    fn change(&self, found: &Erasure, previous: Option<&VersionSummary>, unfinished: Option<&str>) -> String {
        let of = format!("{} ids of {}", HumanCount(self.ids.len() as u64), self.index.name());
        let (served, count) = (version::describe(self.served), HumanCount(found.served));
        let mut lines = vec![match found.served {
            0 => format!("No document of the {of} is in {served}."),
            _ => format!("Would remove {count} documents of the {of} from {served}, and what belongs to them."),
        }];
        if found.served > 0 {
            lines.push("Would drop the previous dataset: no rollback would be possible.".to_owned());
        } else if let Some(previous) = previous.filter(|_| found.previous > 0) {
            let (previous, count) = (version::describe(previous), HumanCount(found.previous));
            lines.push(format!(
                "Would drop the previous dataset, which has {count} of them: {previous}. No rollback would be possible."
            ));
        }
        lines.extend(unfinished.map(|began| format!("Would discard the unfinished import that began at {began}.")));
        lines.join("\n")
    }
}

/// Reads the distinct ids of a file with one id per line.
fn read_ids(file: &Path) -> anyhow::Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let ids: BTreeSet<String> = text.lines().map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned).collect();
    if ids.is_empty() {
        return Err(usage_error(format!("{} has no ids: expected one per line", file.display())));
    }
    Ok(ids)
}

fn report(
    args: &DeleteArgs,
    ids: u64,
    before: &VersionSummary,
    Made { published, rows_rewritten, rebuilt_because, .. }: Made,
    erased: Erasure,
    had_previous: bool,
) -> anyhow::Result<()> {
    let after = published.dataset;
    let gone = |before: Option<u64>, after: Option<u64>| before.unwrap_or(0).saturating_sub(after.unwrap_or(0));
    let deleted = DeletionReport {
        ids,
        videos: gone(before.videos, after.videos),
        snapshots: gone(before.snapshots, after.snapshots),
        mentions: gone(before.mentions, after.mentions),
        previous_dropped: erased.previous_dropped,
        import_discarded: erased.import_discarded,
        rows_rewritten,
        rebuilt_because,
        dataset: after,
    };
    if args.json {
        return print_json(&deleted);
    }
    println!(
        "Removed {} videos, {} snapshots and {} mentions. Served now: {}.",
        HumanCount(deleted.videos),
        HumanCount(deleted.snapshots),
        HumanCount(deleted.mentions),
        version::describe(&deleted.dataset)
    );
    match (deleted.rows_rewritten, deleted.rebuilt_because) {
        (Some(rows), _) => println!("Rewrote the {} rows that held them.", HumanCount(rows)),
        (None, Some(reason)) => println!("Packed the whole dataset again: {reason}."),
        (None, None) => {}
    }
    if erased.served == 0 && erased.previous > 0 {
        println!("The previous dataset had {} of these documents.", HumanCount(erased.previous));
    }
    if deleted.previous_dropped {
        println!("The previous dataset was dropped: no rollback is possible.");
    } else if had_previous {
        println!("The previous dataset has none of these documents, and is kept for a rollback.");
    }
    if let Some(began) = &deleted.import_discarded {
        println!("The unfinished import that began at {began} was discarded, with all its rows.");
    }
    Ok(())
}
