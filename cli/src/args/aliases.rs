//! `overheard aliases …`

use super::EdgeArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum AliasesCommand {
    /// List the aliases of brands
    List(AliasesList),
    /// List spellings of brands that differ only in case, accents, blanks or signs
    Suggest(AliasesSuggest),
    /// Add the aliases of a file, and pack the served dataset with them
    Import(AliasesImport),
    /// Remove aliases, and pack the served dataset without them
    Remove(AliasesRemove),
}

#[derive(Debug, Args)]
pub struct AliasesList {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Prints CSV with the columns alias, name, alias_mentions, name_mentions. The name is the spelling with the most \
mentions. Check the lines, then import them with \"aliases import\".

Examples:
  overheard aliases suggest > found.csv")]
pub struct AliasesSuggest {
    /// Leave out spellings with fewer mentions
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub min_mentions: u64,

    /// Print the suggestions as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The file is CSV with the columns alias and name; other columns are ignored. Every mention of a brand that is spelled \
exactly as an alias counts for the name: those that are served, and those of later imports. The mentions keep their \
own spelling, so that removing an alias restores it. Readers see the old dataset until the new one is complete.

Examples:
  overheard aliases import aliases.csv --dry-run
  overheard aliases import aliases.csv")]
pub struct AliasesImport {
    /// The CSV file
    pub file: PathBuf,

    /// Show what would change, with the numbers of mentions, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  overheard aliases remove \"BMW AG\" --dry-run
  overheard aliases remove \"BMW AG\" \"B.M.W.\"")]
pub struct AliasesRemove {
    /// The aliases, as "aliases list" shows them
    #[arg(required = true, value_name = "ALIAS")]
    pub aliases: Vec<String>,

    /// Show what would change, with the numbers of mentions, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
