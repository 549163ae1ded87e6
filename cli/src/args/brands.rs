//! `overheard brands …`

use super::EdgeArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum BrandsCommand {
    /// Show which mentions a brand finds, before it is saved in an account
    Preview(BrandsPreview),
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The brands file is that of \"accounts create\". Shows for each brand the mentions that count, the near misses (mentions \
of a term near which no word of must_context occurs), the mentions near which each word of must_context occurs, and \
those that each word of must_not_context removes. Nothing is changed.

Examples:
  overheard brands preview brands.json
  overheard brands preview brands.json --label Aurelia --examples 20")]
pub struct BrandsPreview {
    /// A JSON file with brands
    #[arg(value_name = "FILE")]
    pub brands: PathBuf,

    /// Preview only the brand with this label
    #[arg(long, value_name = "LABEL")]
    pub label: Option<String>,

    /// The number of examples that are shown of each group, up to 20
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    pub examples: u32,

    /// Print the answers as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
