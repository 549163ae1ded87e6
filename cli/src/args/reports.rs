//! `overheard reports …`

use super::EdgeArgs;
use chrono::NaiveDate;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};
use overheard::records::report::schedule::LAST_RUN;
use overheard::spec::request::account::choice::{ReportFormat, ReportKind};

#[derive(Debug, Subcommand)]
pub enum ReportsCommand {
    /// List reports, newest first, and schedules
    List(ReportsList),
    /// Show a report, its progress and its files
    Show(ReportsShow),
    /// Create a report for an account
    Create(ReportsCreate),
    /// Create a report of the last complete week or month on a schedule
    Schedule(ReportsSchedule),
    /// Cancel a schedule; its reports are kept
    Cancel(ReportsCancel),
}

#[derive(Debug, Args)]
pub struct ReportsList {
    /// List only those of this account
    #[arg(long, value_name = "ID")]
    pub account: Option<String>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct ReportsShow {
    /// The report's id, as "reports list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

/// The options that describe a report.
#[derive(Debug, Args)]
pub struct ReportOptions {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The type of the report
    #[arg(long = "type", value_name = "TYPE", value_parser = PossibleValuesParser::new(ReportKind::NAMES))]
    pub kind: String,

    /// The title, at most 120 characters
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// A brand, by label or id; repeatable (default: all brands of the account)
    #[arg(long = "brand", value_name = "BRAND")]
    pub brands: Vec<String>,

    /// A section; repeatable (default: all sections of the type)
    #[arg(long = "section", value_name = "SECTION")]
    pub sections: Vec<String>,

    /// A format; repeatable (default: all formats of the type, and CSV for an export)
    #[arg(long = "format", value_name = "FORMAT", value_parser = PossibleValuesParser::new(ReportFormat::NAMES))]
    pub formats: Vec<String>,

    /// The maximum number of rows of a file, at most 50,000
    #[arg(long, value_name = "N")]
    pub row_limit: Option<u32>,

    /// Export all mentions, in parts; needs plan enterprise
    #[arg(long, conflicts_with = "row_limit")]
    pub all_rows: bool,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The account reads the report and downloads its files with its token: GET /v1/reports/ID.

Examples:
  overheard reports create acc_… --type brand_overview --from 2026-01-01 --to-date 2026-01-31
  overheard reports create acc_… --type trends --from 2026-01-01 --to-date 2026-01-31 --wait")]
pub struct ReportsCreate {
    #[command(flatten)]
    pub wanted: ReportOptions,

    /// The first day
    #[arg(long, value_name = "DATE")]
    pub from: NaiveDate,

    /// The last day, at most 24 months after the first
    #[arg(long, value_name = "DATE")]
    pub to_date: NaiveDate,

    /// Export only mentions that were indexed after this time, such as 2026-11-01T00:00:00Z
    #[arg(long, value_name = "TIME")]
    pub indexed_after: Option<String>,

    /// Wait until the report is finished, and show the progress
    #[arg(long)]
    pub wait: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Weeks begin on Monday, and all times are in UTC. Each report covers the last complete week or month.
With --since last_run, each export has the mentions that are new since the last one.

Examples:
  overheard reports schedule acc_… --type brand_overview --every weekly --day 1 --hour 6
  overheard reports schedule acc_… --type share_of_voice --every monthly --day 1
  overheard reports schedule acc_… --type mentions_export --since last_run --every weekly --day 1")]
pub struct ReportsSchedule {
    #[command(flatten)]
    pub wanted: ReportOptions,

    /// The frequency
    #[arg(long, value_enum)]
    pub every: ScheduleFrequencyArg,

    /// The day of the week (Monday is 1) or of the month (at most 28)
    #[arg(long, value_name = "DAY")]
    pub day: u32,

    /// The hour (UTC)
    #[arg(long, value_name = "HOUR", default_value_t = 6)]
    pub hour: u32,

    /// Export only mentions that are new since this run
    #[arg(long, value_name = "RUN", value_parser = PossibleValuesParser::new([LAST_RUN]))]
    pub since: Option<String>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct ReportsCancel {
    /// The schedule's id, as "reports list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

/// The frequency of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScheduleFrequencyArg {
    /// Every week
    Weekly,
    /// Every month
    Monthly,
}

impl ScheduleFrequencyArg {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }
}
