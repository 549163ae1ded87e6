//! `overheard aliases suggest`: spellings of one brand.

use super::{brand_counts, require_d1};
use crate::alias_store;
use crate::args::AliasesSuggest;
use crate::edge::EdgeClient;
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use crate::version;
use overheard::base::text::normal_form;
use overheard::segment::BrandAliases;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A spelling, and the one with the most mentions.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Suggestion {
    alias: String,
    name: String,
    alias_mentions: u64,
    name_mentions: u64,
}

pub fn run(args: &AliasesSuggest) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let (status, aliases) = (version::fetch(&edge)?, alias_store::fetch(&edge)?);
    require_d1(&status)?;
    let progress = ProgressDisplay::new();
    let counts = brand_counts(&edge, &status, &progress);
    progress.end();
    let found = suggestions(counts?, &aliases, args.min_mentions);
    if args.json {
        return print_json(&found);
    }
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(std::io::stdout());
    writer.write_record(["alias", "name", "alias_mentions", "name_mentions"])?;
    for suggestion in &found {
        writer.serialize(suggestion)?;
    }
    writer.flush()?;
    if found.is_empty() {
        eprintln!("No brand has two spellings.");
    }
    Ok(())
}

/// Returns the spellings of brands that equal others in their letters and digits, those with the most mentions first.
fn suggestions(counts: BTreeMap<String, u64>, aliases: &BrandAliases, least: u64) -> Vec<Suggestion> {
    let mut by_letters: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for (brand, count) in counts {
        let name = aliases.name_of(&brand).unwrap_or(&brand);
        // Signs alone may be all that differs between two brands without letters.
        let letters = normal_form(name).replace(' ', "");
        if !letters.is_empty() {
            *by_letters.entry(letters).or_default().entry(name.to_owned()).or_default() += count;
        }
    }
    let mut found = Vec::new();
    for spellings in by_letters.into_values() {
        let mut spellings: Vec<(String, u64)> = spellings.into_iter().collect();
        spellings.sort_by_key(|(_, count)| Reverse(*count));
        let Some((name, name_mentions)) = spellings.first().cloned() else { continue };
        let others = spellings.into_iter().skip(1).filter(|(_, count)| *count >= least);
        found.extend(others.map(|(alias, alias_mentions)| Suggestion {
            alias,
            name: name.clone(),
            alias_mentions,
            name_mentions,
        }));
    }
    found.sort_by_key(|one| Reverse(one.alias_mentions));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_spelling_is_the_name() {
        let counts = [("L'Oréal", 5), ("loreal", 9), ("L Oreal", 2), ("Dior", 4), ("DIOR", 1), ("+", 1), ("-", 1)];
        let counts = || counts.map(|(brand, count)| (brand.to_owned(), count)).into();
        let aliases = BrandAliases::new([("DIOR".to_owned(), "Dior".to_owned())]).unwrap();
        let shown = |least| -> Vec<String> {
            let found = suggestions(counts(), &aliases, least).into_iter();
            found
                .map(|one| format!("{} {} {} {}", one.alias, one.alias_mentions, one.name, one.name_mentions))
                .collect()
        };
        assert_eq!(shown(1), ["L'Oréal 5 loreal 9", "L Oreal 2 loreal 9"]);
        assert_eq!(shown(3), ["L'Oréal 5 loreal 9"]);
    }
}
