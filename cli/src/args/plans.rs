//! `overheard plans …`

use super::EdgeArgs;
use clap::{Args, Subcommand};
use overheard::service::account::Api;

/// The highest value of a limit.
const MAX_LIMIT: i64 = 1_000_000_000;

#[derive(Debug, Subcommand)]
pub enum PlansCommand {
    /// List the plans and their limits
    List(PlansList),
    /// Create a plan, or replace its limits
    Set(PlansSet),
}

#[derive(Debug, Args)]
pub struct PlansList {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The given limits replace all limits of the plan on this interface: a limit that is not given is removed. At least one is \
required. The limits on the other interface do not change.

Examples:
  overheard plans set starter --face data --per-minute 60 --per-month 20000
  overheard plans set agency --face account --per-minute 200 --per-day 20000")]
#[group(skip)]
#[command(group(clap::ArgGroup::new("limits").args(["per_minute", "per_day", "per_month"]).required(true).multiple(true)))]
pub struct PlansSet {
    /// The plan's name: 1 to 40 of a-z, 0-9, _ and -
    pub name: String,

    /// The interface that the limits apply to
    #[arg(long = "face", value_parser = super::api(), value_name = "FACE")]
    pub api: Api,

    /// Requests per key and minute (default: no limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_LIMIT))]
    pub per_minute: Option<u32>,

    /// Charged requests per account and UTC day (default: no limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_LIMIT))]
    pub per_day: Option<u32>,

    /// Charged requests per account and UTC calendar month (default: no limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_LIMIT))]
    pub per_month: Option<u32>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
