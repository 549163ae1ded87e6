//! The command line and its help texts.

mod accounts;
mod alerts;
mod aliases;
mod brands;
mod keys;
mod members;
mod plans;
mod reports;
mod webhooks;

pub use accounts::{
    AccountsCommand, AccountsCreate, AccountsList, AccountsPrepare, AccountsSet, AccountsShow, AccountsUsage,
};
pub use alerts::{AlertsCommand, AlertsFired, AlertsList, AlertsMute, AlertsRemove, AlertsTest};
pub use aliases::{AliasesCommand, AliasesImport, AliasesList, AliasesRemove, AliasesSuggest};
pub use brands::{BrandsCommand, BrandsPreview};
pub use keys::{KeysCommand, KeysCreate, KeysList, KeysRevoke, KeysRotate};
pub use members::{
    MembersCommand, MembersInvite, MembersList, MembersRemove, MembersRole, SessionsCommand, SessionsEnd, SessionsList,
};
pub use plans::{PlansCommand, PlansList, PlansSet};
pub use reports::{
    ReportOptions, ReportsCancel, ReportsCommand, ReportsCreate, ReportsList, ReportsSchedule, ReportsShow,
};
pub use webhooks::{
    WebhooksCommand, WebhooksDeliveries, WebhooksDisable, WebhooksList, WebhooksReplay, WebhooksRotate, WebhooksShow,
    WebhooksTest,
};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use overheard::ingest::Preset;
use overheard::service::account::Api;
use std::path::PathBuf;

/// The operator's command of Overheard: import datasets, manage accounts and keys, check deployments.
#[derive(Debug, Parser)]
#[command(name = "overheard", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check dataset files and load them into an edge
    Import(ImportArgs),
    /// Delete documents from the served dataset
    Delete(DeleteArgs),
    /// Create and change accounts, and show their usage
    #[command(subcommand)]
    Accounts(AccountsCommand),
    /// Preview the mentions that brands find
    #[command(subcommand)]
    Brands(BrandsCommand),
    /// Invite, list, change and remove the dashboard members of an account
    #[command(subcommand)]
    Members(MembersCommand),
    /// List and end the sessions of an account's members
    #[command(subcommand)]
    Sessions(SessionsCommand),
    /// Create, list, rotate and revoke API keys
    #[command(subcommand)]
    Keys(KeysCommand),
    /// Show and change the request limits of plans, without a deployment
    #[command(subcommand)]
    Plans(PlansCommand),
    /// Create, schedule and show the reports of accounts
    #[command(subcommand)]
    Reports(ReportsCommand),
    /// Show, test, replay, rotate and disable the webhooks of accounts
    #[command(subcommand)]
    Webhooks(WebhooksCommand),
    /// List, test, mute and remove the alerts of an account
    #[command(subcommand)]
    Alerts(AlertsCommand),
    /// Find, list, import and remove other spellings of brands
    #[command(subcommand)]
    Aliases(AliasesCommand),
    /// Show, verify, rebuild or roll back the served dataset
    #[command(subcommand)]
    Dataset(DatasetCommand),
    /// Check an edge: its settings and everything that it depends on
    Doctor(DoctorArgs),
    /// Show the query plan and the cost of a query
    Explain(ExplainArgs),
    /// Ask two edges the same questions and compare their answers
    Compare(CompareArgs),
    /// Write the demo dataset into a folder, ready for import
    Demo(DemoArgs),
}

/// Parses the name of an API.
fn api() -> impl TypedValueParser<Value = Api> {
    let value = |api: Api| PossibleValue::new(api.name()).help(format!("The {}", api.title()));
    PossibleValuesParser::new([Api::Data, Api::Account].map(value))
        .try_map(|name: String| name.parse::<Api>().map_err(|_| "there is no such API"))
}

/// Parses the name of an export program.
fn preset() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::NAMES)
        .try_map(|name: String| name.parse::<Preset>().map_err(|_| "there is no such export"))
}

/// The options that select the edge.
#[derive(Debug, Args)]
pub struct EdgeArgs {
    /// The edge to talk to: "local" for this machine, or the URL of a deployment
    ///
    /// "local" is the local edge of the project in the current folder, with the ADMIN_SECRET of its .dev.vars.
    /// If it is not running, the command starts it and stops it at the end. It listens on port 8787 or, if that is
    /// taken, on another one; OVERHEARD_LOCAL_PORT sets the port. The secret is sent only to an edge that has proved
    /// that it knows it. For a URL, the environment variable OVERHEARD_ADMIN_SECRET holds the deployment's secret.
    #[arg(long, value_name = "local|URL", default_value = "local")]
    pub to: String,

    /// The time limit for retries when the edge is busy or the connection breaks
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub patience: u64,
}

/// The options that select the ClickHouse server of an edge that reads its dataset from there.
#[derive(Debug, Args)]
pub struct ClickHouseArgs {
    /// The ClickHouse server, for an edge that reads its dataset from there
    ///
    /// The environment variables CLICKHOUSE_USER and CLICKHOUSE_PASSWORD hold the credentials of a user that may create
    /// and drop tables, CLICKHOUSE_DATABASE the name of the database. See docs/clickhouse.md.
    #[arg(long, value_name = "URL")]
    pub clickhouse: Option<String>,

    /// The name of the cluster whose replicas have the same tables
    #[arg(long, value_name = "NAME", requires = "clickhouse")]
    pub cluster: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Files: siv_info (videos), siv_content_creator (creators) and siv_business_ideas (mentions), each as JSON (one object \
per line, or an array) or CSV with a header row (cells separated by commas, semicolons or tabs, lists by |, \
distributions as JSON), plain or gzipped: .ndjson, .jsonl, .json, .csv, and each with .gz. They are in UTF-8, or in \
UTF-16 with a byte order mark. A file's name begins with its index.

Documents that break a rule are refused and listed; the others are imported. If several have the same id, the newest is \
kept. Importing a document again replaces it; importing the same files twice changes nothing. Readers see the old dataset until the new one is complete. To \
resume an interrupted import, run the same command again.

Exit code: 0 if the import finished, even with refused documents; 1 if it failed; 2 for a usage error.

Examples:
  overheard import demo-data
  overheard import exports/ --dry-run --rejects refused.ndjson
  overheard import part-7.csv.gz --index siv_info --to https://insights.example.com
  overheard import mentions.csv --index siv_business_ideas --map \"Marke=brand_name\"
  overheard import siv_info.ndjson --from yt-dlp --dry-run")]
pub struct ImportArgs {
    /// Folders with dataset files, or single files
    #[arg(required = true, value_name = "DIR|FILE")]
    pub paths: Vec<PathBuf>,

    /// The index of the files, regardless of their names
    #[arg(long, value_name = "NAME")]
    pub index: Option<String>,

    #[command(flatten)]
    pub edge: EdgeArgs,

    #[command(flatten)]
    pub clickhouse: ClickHouseArgs,

    /// Replace the whole dataset by these files
    ///
    /// Every mention needs its video among the files.
    #[arg(long)]
    pub replace: bool,

    /// Upload everything even if the dataset has not changed
    ///
    /// For an edge that has lost rows: see "overheard dataset verify".
    #[arg(long)]
    pub rebuild: bool,

    /// Check everything and write nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Do not prepare the views of accounts; see "overheard accounts prepare"
    #[arg(long)]
    pub no_prepare: bool,

    /// Stop at an unknown column instead of dropping it
    #[arg(long)]
    pub strict: bool,

    /// Map a header to a column, such as "Their Header=brand_name"; repeatable
    ///
    /// Case, spaces and punctuation do not matter: "Video ID" is video_id. A path selects a member of nested objects and
    /// lists: "statistics.viewCount=views", "categories.0=category". The mapping applies to every file whose index
    /// has the column.
    #[arg(long, value_name = "HEADER=COLUMN")]
    pub map: Vec<String>,

    /// The program that exported the video files, whose format is known
    ///
    /// "yt-dlp" reads the output of "yt-dlp -j". "youtube" reads answers of videos.list of the YouTube Data API v3,
    /// nested or flattened to a table. --map and files of other indexes are not affected.
    #[arg(long, value_name = "PROGRAM", value_parser = preset())]
    pub from: Option<Preset>,

    /// A value that means "unknown" in a column, such as "views=0"; repeatable
    ///
    /// For likes, comments and views, -1 always means unknown.
    #[arg(long, value_name = "COLUMN=VALUE", allow_hyphen_values = true)]
    pub unknown: Vec<String>,

    /// The line of the header in CSV files that begin with other rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub header_row: Option<u64>,

    /// Stop if more documents than this are refused
    #[arg(long, value_name = "N")]
    pub max_errors: Option<u64>,

    /// Write the location and reason of every refused document to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,

    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Deleting a video deletes its mentions; deleting a creator deletes all its snapshots. Readers see the old dataset until \
the new one is complete. Then the previous dataset is dropped too, so that no copy of the documents is left and \
no rollback is possible. A deleted document can be imported again.

Example:
  overheard delete --index siv_business_ideas --ids erase.txt --dry-run")]
pub struct DeleteArgs {
    /// The index that the ids belong to
    #[arg(long, value_name = "NAME")]
    pub index: String,

    /// A file with one id per line: video_id, channel_uid or mention_id
    #[arg(long, value_name = "FILE")]
    pub ids: PathBuf,

    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,

    /// Show what would happen and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,

    #[command(flatten)]
    pub clickhouse: ClickHouseArgs,
}

#[derive(Debug, Subcommand)]
pub enum DatasetCommand {
    /// Show the served dataset, the previous one and an unfinished import
    Status(DatasetStatus),
    /// Serve the previous dataset again, and discard an unfinished import
    Rollback(DatasetRollback),
    /// Compare the served tables with tables built from the stored documents
    Verify(DatasetVerify),
    /// Rebuild the tables from the stored documents
    Rebuild(DatasetRebuild),
}

#[derive(Debug, Args)]
pub struct DatasetStatus {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct DatasetRollback {
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,

    /// Show what would happen and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Downloads the documents that are served, packs them again, downloads every table and compares row by row.

Exit code: 0 if all rows agree; 1 if some do not, or if the command failed.")]
pub struct DatasetVerify {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,

    #[command(flatten)]
    pub clickhouse: ClickHouseArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
For an edge with damaged tables: see \"overheard dataset verify\". The documents and the version do not change. \
Readers see the old tables until the new ones are complete.")]
pub struct DatasetRebuild {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Checks the edge and its clock, its settings and secrets, KV, the meter, the database with its tables, and the served \
dataset, and advises how to fix problems. Changes nothing and does not retry.

Exit code: 0 if all checks pass; 1 if one fails; 2 for a usage error.

Example:
  overheard doctor --to https://insights.example.com")]
pub struct DoctorArgs {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,

    #[command(flatten)]
    pub clickhouse: ClickHouseArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The query bypasses the edge's caches, so the cost is that of an uncached query.

Example:
  overheard explain aggregate '{\"index\": \"siv_business_ideas\", \"group_by\": \"brand_name\"}'")]
pub struct ExplainArgs {
    /// The operation: aggregate, search, creators, co-mentions or sector
    #[arg(value_name = "OPERATION")]
    pub operation: String,

    /// The query as JSON; "-" reads it from standard input
    #[arg(value_name = "JSON")]
    pub question: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Asks random questions of the Data API, of every operation and with values of the dataset, and compares the answers byte \
for byte. Both edges must serve the same version. Nothing is changed. The environment variables OVERHEARD_API_KEY and \
OVERHEARD_OTHER_API_KEY hold a data key of each edge, with access level raw if searches are to be compared in full.

Exit code: 0 if all answers are equal, 1 if some differ or an edge fails, 2 for a usage error.")]
pub struct CompareArgs {
    /// The URL of the first edge, from which the values in the questions are read
    #[arg(value_name = "URL")]
    pub edge: String,

    /// The URL of the other edge
    #[arg(value_name = "OTHER_URL")]
    pub other: String,

    /// The number of questions
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub sample: usize,

    /// The seed of the random questions: the same seed gives the same questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Print the result as JSON, with all differences
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The folder to write to; created if it does not exist
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn parse(line: &str) -> Result<Command, String> {
        let words = std::iter::once("overheard").chain(line.split(' '));
        Cli::try_parse_from(words).map(|cli| cli.command).map_err(|error| error.to_string())
    }

    fn refusal(line: &str) -> String {
        parse(line).err().unwrap_or_else(|| panic!("'{line}' is accepted"))
    }

    #[test]
    fn the_command_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Compares the help of a command and its subcommands with the snapshots of the same name.
    fn compare_help(command: &mut clap::Command, name: &str) {
        let help = command.render_long_help().to_string();
        insta::with_settings!(
            {snapshot_path => "snapshots", prepend_module_to_snapshot => false, omit_expression => true},
            { insta::assert_snapshot!(name, help) }
        );
        for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
            let name = format!("{name}-{}", below.get_name());
            compare_help(below, &name);
        }
    }

    #[test]
    fn help_is_that_of_the_snapshots() {
        // Fixes the width, so that the test does not depend on the terminal.
        let mut command = Cli::command().term_width(100);
        command.build();
        compare_help(&mut command, "overheard");
    }

    #[test]
    fn lines_that_others_rely_on_are_understood() {
        for line in [
            "accounts create --name N --plan P --brands brands.json --json",
            "accounts create --name N --plan P",
            "accounts list --json",
            "brands preview brands.json --label N --examples 20 --json",
            "accounts show acc_1 --to http://127.0.0.1:1 --json",
            "accounts set acc_1 --name N --plan P --brands brands.json --status suspended --json",
            "accounts set acc_1 --status active",
            "accounts set acc_1 --plan P --if-revision 3",
            "accounts usage acc_1 --json",
            "keys create",
            "keys create --account A --plan P --face data --access raw --json",
            "keys create --account A --plan P --face account --access aggregate --test --json",
            "keys create --name N --origin https://a.example --origin https://b.example --expires 2026-12-31T23:59:59Z",
            "keys list --account A --json",
            "keys rotate tok_1 --json",
            "keys rotate tok_1 --grace 72",
            "keys revoke tok_1 --json",
            "plans list --json",
            "plans set gold --face data --per-minute 5 --per-day 6 --per-month 7 --json",
            "plans set gold --face account --per-day 0",
        ] {
            assert!(parse(line).is_ok(), "{line}: {}", refusal(line));
        }
    }

    #[test]
    fn what_is_missing_or_not_allowed_is_named() {
        for (line, part) in [
            ("accounts create --name N", "--plan <PLAN>"),
            ("accounts create --plan P", "--name <NAME>"),
            ("accounts set acc_1", "--name <NAME>|--plan <PLAN>|--brands <FILE>|--status <STATUS>"),
            ("accounts set acc_1 --status gone", "[possible values: active, suspended]"),
            ("keys create --face both", "[possible values: data, account]"),
            ("keys create --expires tomorrow", "a time with its zone, such as 2026-12-31T23:59:59Z"),
            ("keys rotate tok_1 --grace 73", "73 is not in 0..=72"),
            ("plans set gold --per-day 5", "--face <FACE>"),
            ("plans set gold --face data", "--per-minute <N>|--per-day <N>|--per-month <N>"),
            ("plans set gold --face data --per-day -1", "--per-day"),
        ] {
            let message = refusal(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn a_key_has_no_plan_of_its_own_unless_it_is_said() {
        let Ok(Command::Keys(KeysCommand::Create(args))) = parse("keys create --expires 2027-01-01T01:30:00.9+02:00")
        else {
            panic!("not understood");
        };
        assert_eq!((args.plan, args.api), (None, Api::Data));
        assert_eq!(args.expires.as_deref(), Some("2026-12-31T23:30:00Z"));
    }
}
