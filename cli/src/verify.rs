//! `overheard dataset verify`: compares the served tables with tables built from the stored records.

use crate::alias_store;
use crate::args::DatasetVerify;
use crate::clickhouse::{ClickHouseServer, explain, require};
use crate::edge::EdgeClient;
use crate::export::{Export, key};
use crate::output::{print_json, print_table};
use crate::progress::ProgressDisplay;
use crate::spool::spool;
use crate::version::{self, VersionSummary, describe};
use anyhow::{Context as _, bail};
use indicatif::HumanCount;
use overheard::segment::writer::{SegmentWriter, WriteError};
use overheard::segment::{BrandAliases, Manifest, Table};
use overheard::spec::Index;
use pollster::block_on;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;

/// The number of example rows per table. All rows are counted.
const MAX_EXAMPLES: usize = 3;
/// The number of rows between two progress messages.
const MESSAGE_EVERY: u64 = 1_000;

/// The result of a verification.
#[derive(Debug, Serialize)]
struct VerifyReport<'a> {
    dataset: &'a VersionSummary,
    /// True if all rows and the version agree.
    agrees: bool,
    /// The version computed from the stored records.
    version: String,
    tables: Vec<TableComparison>,
}

/// The comparison of one table.
#[derive(Debug, Default, Serialize)]
struct TableComparison {
    table: &'static str,
    /// Rows that agree.
    agree: u64,
    /// Rows with different content.
    differ: u64,
    /// Expected rows that the edge lacks.
    missing: u64,
    /// Rows of the edge that were not expected.
    extra: u64,
    /// Keys of rows that differ or were not expected.
    examples: Vec<Value>,
}

/// The expected rows: for each table, the fingerprint of each row by the fingerprint of its key. Two rows collide
/// with a probability of 2⁻⁶⁴, and memory use does not depend on the size of rows.
type Expected = HashMap<&'static str, HashMap<u64, u64>>;

/// Runs the command.
pub fn run(args: &DatasetVerify) -> anyhow::Result<()> {
    let server = ClickHouseServer::of(&args.clickhouse)?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let status = version::fetch(&edge)?;
    require(&args.clickhouse, &status)?;
    let Some(served) = status.served else {
        bail!("nothing is served yet: there is nothing to verify");
    };
    if let Some(server) = &server {
        return verify_tables(args, server, &served);
    }
    if served.revision > 0 {
        bail!(
            "the served dataset has {} incremental imports, with other row numbers than a full import: \
             run `overheard dataset rebuild` first",
            served.revision
        );
    }
    let export = Export::new(&edge, &served);
    let aliases = alias_store::fetch(&edge)?;
    check_manifests(&export, &aliases)?;
    let progress = ProgressDisplay::new();
    let report = verify(&export, &served, aliases, &progress);
    progress.end();
    let report = report?;
    if args.json {
        print_json(&report)?;
    } else {
        print(&report);
    }
    if !report.agrees {
        bail!("the tables differ from their documents: run `overheard dataset rebuild`");
    }
    Ok(())
}

/// Compares the version with the hashes of the records in ClickHouse.
fn verify_tables(args: &DatasetVerify, server: &ClickHouseServer, served: &VersionSummary) -> anyhow::Result<()> {
    let content = block_on(server.maintenance().content(served.into())).map_err(|error| explain(&error))?;
    let counts = [content.videos, content.snapshots, content.mentions].map(Some);
    let agrees = served.version.as_ref() == Some(&content.version)
        && counts == [served.videos, served.snapshots, served.mentions];
    let report = VerifyReport { dataset: served, agrees, version: content.version, tables: Vec::new() };
    if args.json {
        print_json(&report)?;
    } else {
        println!("Served:   {}\nComputed: {}", describe(served), report.version);
        if agrees {
            println!("The hashes of all records agree with the version.");
        }
    }
    if !agrees {
        bail!("the tables differ from the version: import all files with --replace --rebuild");
    }
    Ok(())
}

/// Returns an error if an earlier version packed the dataset, whose tables then lack columns, or if it was packed with
/// other aliases.
fn check_manifests(export: &Export<'_>, aliases: &BrandAliases) -> anyhow::Result<()> {
    let mentions = Table::of_documents(Index::BusinessIdeas).name();
    export.rows(Table::Manifest, |row| {
        let body = row.last().and_then(Value::as_str).unwrap_or_default();
        let manifest: Manifest = serde_json::from_str(body).context("a manifest is damaged")?;
        if !manifest.is_current() {
            bail!(
                "an earlier version of this command packed the served dataset, with other columns or words: \
                 run `overheard dataset rebuild` first"
            );
        }
        if row.iter().any(|value| value == mentions) && manifest.aliases != aliases.digest() {
            bail!("the aliases have changed since the dataset was packed: run `overheard dataset rebuild` first");
        }
        Ok(())
    })
}

fn verify<'a>(
    export: &Export<'_>,
    served: &'a VersionSummary,
    aliases: BrandAliases,
    progress: &ProgressDisplay,
) -> anyhow::Result<VerifyReport<'a>> {
    let (version, expected) = expect(export, aliases, progress)?;
    let tables = compare(export, expected, progress)?;
    let agrees = served.version.as_ref() == Some(&version) && tables.iter().all(TableComparison::agrees);
    Ok(VerifyReport { dataset: served, agrees, version, tables })
}

/// Computes the version and the rows from the stored records.
fn expect(
    export: &Export<'_>,
    aliases: BrandAliases,
    progress: &ProgressDisplay,
) -> anyhow::Result<(String, Expected)> {
    let mut writer = SegmentWriter::new(spool()?).with_aliases(aliases);
    export.all_documents(progress, |row| writer.add(&row).context("a document cannot be packed"))?;
    progress.work("Sorting");
    let build = writer.finish()?;
    let version = build.content().version.clone();
    let mut expected = Expected::new();
    progress.steps("Packing");
    build.rows(&mut |phase, done, total| progress.step(phase, done, total), &mut |table, row| {
        let row: Vec<Value> = serde_json::from_str(row).map_err(|error| WriteError::Sink(error.into()))?;
        expected.entry(table.name()).or_default().insert(fingerprint(&key(table, &row)), row_fingerprint(row));
        Ok(())
    })?;
    Ok((version, expected))
}

/// Downloads every table and compares it with the expected rows.
fn compare(
    export: &Export<'_>,
    mut expected: Expected,
    progress: &ProgressDisplay,
) -> anyhow::Result<Vec<TableComparison>> {
    let total = expected.values().map(|rows| rows.len() as u64).sum();
    let mut done = 0;
    progress.steps("Comparing");
    let tables = Table::ALL.map(|table| {
        let mut expected_row = expected.remove(table.name()).unwrap_or_default();
        let mut comparison = TableComparison { table: table.name(), ..TableComparison::default() };
        export.rows(table, |row| {
            if done % MESSAGE_EVERY == 0 {
                progress.step(table.name(), done, total);
            }
            done += 1;
            let key = key(table, &row);
            comparison.count(expected_row.remove(&fingerprint(&key)), row_fingerprint(row), key);
            Ok(())
        })?;
        comparison.missing = expected_row.len() as u64;
        Ok(comparison)
    });
    tables.into_iter().collect()
}

impl TableComparison {
    /// Counts a row of the edge, given the expected fingerprint.
    fn count(&mut self, expected_row: Option<u64>, found: u64, key: Value) {
        match expected_row {
            Some(expected_row) if expected_row == found => {
                self.agree += 1;
                return;
            }
            Some(_) => self.differ += 1,
            None => self.extra += 1,
        }
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(key);
        }
    }

    fn agrees(&self) -> bool {
        (self.differ, self.missing, self.extra) == (0, 0, 0)
    }
}

fn row_fingerprint(row: Vec<Value>) -> u64 {
    fingerprint(&Value::Array(row))
}

/// Returns the first 64 bits of the SHA-256 of a value's JSON text.
fn fingerprint(value: &Value) -> u64 {
    Sha256::digest(value.to_string()).iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

fn print(report: &VerifyReport<'_>) {
    println!("Served:   {}", describe(report.dataset));
    println!("Computed: {}", report.version);
    let rows = report.tables.iter().map(|comparison| {
        let counts = [comparison.agree, comparison.differ, comparison.missing, comparison.extra];
        let mut cells = vec![comparison.table.to_owned()];
        cells.extend(counts.map(|count| HumanCount(count).to_string()));
        cells.push(Value::from(comparison.examples.clone()).to_string().replace("[]", ""));
        cells
    });
    print_table(&["table", "agree", "differ", "missing", "extra", "examples"], &rows.collect::<Vec<_>>());
    if report.agrees {
        println!("All rows agree with the documents.");
    }
}
