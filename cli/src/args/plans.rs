//! `overheard plans …`

use super::EdgeArgs;
use clap::{Args, Subcommand};
use overheard::service::account::Api;

/// The highest value of a limit.
const MAX_LIMIT: i64 = 1_000_000_000;

#[derive(Debug, Subcommand)]
pub enum Plans {
    /// List the plans and their limits
    List(PlansList),
    /// Make a plan, or give one other limits
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
The limits that are given are all that the plan has then: a limit that is not given means that there is none, also \
where there was one before. At least one is needed. A plan of one interface says nothing of the other one.

Examples:
  overheard plans set starter --face data --per-minute 60 --per-month 20000
  overheard plans set agency --face account --per-minute 200 --per-day 20000")]
#[group(skip)]
#[command(group(clap::ArgGroup::new("limits").args(["per_minute", "per_day", "per_month"]).required(true).multiple(true)))]
pub struct PlansSet {
    /// The plan's name: 1 to 40 of a-z, 0-9, _ and -
    pub name: String,

    /// The interface that the limits are for
    #[arg(long = "face", value_parser = super::api(), value_name = "FACE")]
    pub api: Api,

    /// Requests of one key in a minute (not given: no such limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_LIMIT))]
    pub per_minute: Option<u32>,

    /// Charged requests of all keys of an account in a day of UTC (not given: no such limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_LIMIT))]
    pub per_day: Option<u32>,

    /// Charged requests of all keys of an account in a calendar month of UTC (not given: no such limit)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_LIMIT))]
    pub per_month: Option<u32>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
