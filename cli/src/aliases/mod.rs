//! `overheard aliases`: other spellings of brands that count as one name.

mod file;
mod suggest;

use crate::alias_store;
use crate::args::{AliasesCommand, AliasesImport, AliasesList, AliasesRemove};
use crate::edge::EdgeClient;
use crate::export::Export;
use crate::failure::usage_error;
use crate::import::rebuild::repack;
use crate::output::{print_json, print_table};
use crate::progress::ProgressDisplay;
use crate::version::{self, DatasetVersions, VersionSummary, describe};
use crate::views;
use indicatif::HumanCount;
use overheard::records::brand_alias::{BrandAlias, BrandAliasChange};
use overheard::spec::Index;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

pub fn run(command: &AliasesCommand) -> anyhow::Result<()> {
    match command {
        AliasesCommand::List(args) => list(args),
        AliasesCommand::Suggest(args) => suggest::run(args),
        AliasesCommand::Import(args) => import(args),
        AliasesCommand::Remove(args) => remove(args),
    }
}

fn list(args: &AliasesList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let aliases = alias_store::list(&edge)?;
    if args.json {
        return print_json(&serde_json::json!({"aliases": aliases}));
    }
    if aliases.is_empty() {
        println!("No aliases. Find some: overheard aliases suggest");
        return Ok(());
    }
    let rows: Vec<Vec<String>> = aliases.into_iter().map(|BrandAlias { alias, name }| vec![alias, name]).collect();
    print_table(&["alias", "name"], &rows);
    Ok(())
}

fn import(args: &AliasesImport) -> anyhow::Result<()> {
    let mut set = file::read(&args.file)?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let present: BTreeMap<String, String> =
        alias_store::list(&edge)?.into_iter().map(|one| (one.alias, one.name)).collect();
    set.retain(|alias, name| present.get(alias) != Some(name));
    let change = BrandAliasChange { set, remove: Vec::new() };
    make(&edge, change, present, args.dry_run, args.json)
}

fn remove(args: &AliasesRemove) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let present: BTreeMap<String, String> =
        alias_store::list(&edge)?.into_iter().map(|one| (one.alias, one.name)).collect();
    if let Some(unknown) = args.aliases.iter().find(|alias| !present.contains_key(*alias)) {
        return Err(usage_error(format!("'{unknown}' is not an alias. Show them: overheard aliases list")));
    }
    let change = BrandAliasChange { set: BTreeMap::new(), remove: args.aliases.clone() };
    make(&edge, change, present, args.dry_run, args.json)
}

/// The result of a change.
#[derive(Serialize)]
struct ChangeReport<'a> {
    set: &'a BTreeMap<String, String>,
    removed: &'a [String],
    dry_run: bool,
    /// The mentions of each of these aliases that are served. Absent unless it is a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    mentions: Option<BTreeMap<&'a str, u64>>,
    /// The version that is served afterwards. Absent if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    dataset: Option<VersionSummary>,
}

/// Makes a change, unless it is a dry run, and packs the served dataset again.
fn make(
    edge: &EdgeClient,
    change: BrandAliasChange,
    present: BTreeMap<String, String>,
    dry_run: bool,
    json: bool,
) -> anyhow::Result<()> {
    let status = version::fetch(edge)?;
    require_d1(&status)?;
    let present = present.into_iter().map(|(alias, name)| BrandAlias { alias, name }).collect();
    crate::failure::validate(change.check(present))?;
    let progress = ProgressDisplay::new();
    let made = if dry_run { count(edge, &status, &change, &progress) } else { apply(edge, status, &change, &progress) };
    progress.end();
    let report = made?;
    if json {
        return print_json(&report);
    }
    print(&report);
    Ok(())
}

/// Returns an error if the edge reads its dataset from ClickHouse.
fn require_d1(status: &DatasetVersions) -> anyhow::Result<()> {
    if status.clickhouse.is_some() {
        return Err(usage_error("aliases need a dataset in D1; this edge reads its dataset from ClickHouse"));
    }
    Ok(())
}

/// Counts the served mentions with the aliases of a change.
fn count<'c>(
    edge: &EdgeClient,
    status: &DatasetVersions,
    change: &'c BrandAliasChange,
    progress: &ProgressDisplay,
) -> anyhow::Result<ChangeReport<'c>> {
    let counts = brand_counts(edge, status, progress)?;
    let aliases = change.set.keys().chain(&change.remove).map(String::as_str);
    let mentions = aliases.map(|alias| (alias, counts.get(alias).copied().unwrap_or(0))).collect();
    Ok(report(change, Some(mentions), status.served.clone()))
}

fn apply<'c>(
    edge: &EdgeClient,
    status: DatasetVersions,
    change: &'c BrandAliasChange,
    progress: &ProgressDisplay,
) -> anyhow::Result<ChangeReport<'c>> {
    if *change != BrandAliasChange::default() {
        alias_store::change(edge, change)?;
    }
    if status.served.is_none() {
        return Ok(report(change, None, None));
    }
    let published = repack(edge, status, progress)?;
    views::prepare_all(edge, progress);
    Ok(report(change, None, Some(published.dataset)))
}

fn report<'c>(
    change: &'c BrandAliasChange,
    mentions: Option<BTreeMap<&'c str, u64>>,
    dataset: Option<VersionSummary>,
) -> ChangeReport<'c> {
    ChangeReport { set: &change.set, removed: &change.remove, dry_run: mentions.is_some(), mentions, dataset }
}

fn print(report: &ChangeReport<'_>) {
    let (set, removed) = (report.set.len() as u64, report.removed.len() as u64);
    if let Some(mentions) = &report.mentions {
        let name = |alias: &str| report.set.get(alias).map_or("(removed)", String::as_str).to_owned();
        let row =
            |(alias, count): (&&str, &u64)| vec![(*alias).to_owned(), name(alias), HumanCount(*count).to_string()];
        let rows: Vec<Vec<String>> = mentions.iter().map(row).collect();
        print_table(&["alias", "name", "mentions"], &rows);
        println!("Would set {} and remove {} aliases. Nothing was changed.", HumanCount(set), HumanCount(removed));
        return;
    }
    println!("Set {} and removed {} aliases.", HumanCount(set), HumanCount(removed));
    match &report.dataset {
        Some(dataset) => println!("Packed the dataset again. Served now: {}.", describe(dataset)),
        None => println!("Nothing is served yet: they count from the first import on."),
    }
}

/// Counts the served mentions of each brand, in the spelling of the records.
fn brand_counts(
    edge: &EdgeClient,
    status: &DatasetVersions,
    progress: &ProgressDisplay,
) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut counts = BTreeMap::new();
    let Some(served) = &status.served else { return Ok(counts) };
    progress.steps("Counting");
    let (total, mut done) = (served.mentions.unwrap_or(0), 0);
    let columns = overheard::segment::RowKind::Mention.columns();
    let position = columns.iter().position(|column| *column == "brand_name").unwrap_or(0);
    Export::new(edge, served).documents(Index::BusinessIdeas, |row| {
        let values: Vec<Value> = serde_json::from_str(&row.json)?;
        if let Some(Value::String(brand)) = values.into_iter().nth(position) {
            *counts.entry(brand).or_insert(0) += 1;
        }
        done += 1;
        if done % 1_000 == 0 {
            progress.step("brands", done, total);
        }
        Ok(())
    })?;
    Ok(counts)
}
