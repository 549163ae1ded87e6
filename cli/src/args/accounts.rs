//! `overheard accounts …`

use super::EdgeArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// Create an account; create its keys and tokens afterwards
    Create(AccountsCreate),
    /// List accounts
    List(AccountsList),
    /// Show an account and the brands that it monitors
    Show(AccountsShow),
    /// Change an account: its name, plan, brands or status
    Set(AccountsSet),
    /// Show an account's usage this month and its remaining limits
    Usage(AccountsUsage),
    /// Prepare the dataset views of accounts, so that their first query does not wait
    Prepare(AccountsPrepare),
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The brands file is a JSON array of brands: label (the brand's name), terms (names by which mentions are found), \
and optionally must_context (words, one of which must occur near a mention), must_not_context (words, none of which \
may occur near a mention) and exact (true: a name must match the whole value):
  [{\"label\": \"Velunara\", \"terms\": [\"velunara\", \"velunara paris\"]},
   {\"label\": \"Aurelia\", \"terms\": [\"aurelia\"], \"must_context\": [\"serum\", \"cream\"],
    \"must_not_context\": [\"aurelia gardens\"], \"exact\": true}]

Examples:
  overheard accounts create --name \"Partner\" --plan starter
  overheard accounts create --name \"Velunara\" --plan professional --brands brands.json")]
pub struct AccountsCreate {
    /// The account's display name
    #[arg(long, value_name = "NAME")]
    pub name: String,

    /// The plan that limits its keys and tokens: see "plans list"
    #[arg(long, value_name = "PLAN")]
    pub plan: String,

    /// A JSON file with the brands that the account monitors
    #[arg(long, value_name = "FILE")]
    pub brands: Option<PathBuf>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct AccountsList {
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct AccountsShow {
    /// The account's id, as "accounts list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Options that are not given stay unchanged, even if others change them at the same time. At least one of --name, --plan, \
--brands and --status is required. A plan without limits on an interface gives no access there. If active keys or \
tokens would lose access, the change is refused unless --force is given.

Examples:
  overheard accounts set acc_AW3GPW6MPSF88485NBRC --plan professional
  overheard accounts set acc_AW3GPW6MPSF88485NBRC --brands brands.json
  overheard accounts set acc_AW3GPW6MPSF88485NBRC --status suspended")]
#[group(skip)]
#[command(group(clap::ArgGroup::new("change").args(["name", "plan", "brands", "status"]).required(true).multiple(true)))]
pub struct AccountsSet {
    /// The account's id, as "accounts list" shows it
    pub id: String,

    /// The account's display name
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// The plan that limits its keys and tokens: see "plans list"
    #[arg(long, value_name = "PLAN")]
    pub plan: Option<String>,

    /// Change the plan even if active keys or tokens lose access
    #[arg(long, requires = "plan")]
    pub force: bool,

    /// A JSON file with the brands that the account monitors; replaces all existing brands
    ///
    /// "accounts create --help" describes the format. An empty array removes all brands.
    #[arg(long, value_name = "FILE")]
    pub brands: Option<PathBuf>,

    /// Active, or suspended: all requests with its keys and tokens are refused
    #[arg(long, value_enum)]
    pub status: Option<AccountStatusArg>,

    /// Change the account only if it still has this revision, as "accounts show --json" shows it
    ///
    /// Every change increments the revision. Prevents scripts from overwriting a concurrent change.
    #[arg(long, value_name = "REVISION")]
    pub if_revision: Option<u32>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Months and days are in UTC. The plan's daily and monthly limits count the charged requests of all keys of the account. \
With --json the requests are listed by period instead of summed.

Example:
  overheard accounts usage acc_AW3GPW6MPSF88485NBRC")]
pub struct AccountsUsage {
    /// The account's id, as "accounts list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
An account sees the mentions of its brands. An edge prepares this view once for each dataset version: when this \
command runs, at the end of \"import\" and \"accounts set --brands\", or at the account's first query.

Examples:
  overheard accounts prepare
  overheard accounts prepare acc_AW3GPW6MPSF88485NBRC")]
pub struct AccountsPrepare {
    /// Account ids (default: all accounts that monitor brands)
    pub id: Vec<String>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

/// The status of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccountStatusArg {
    /// Its keys and tokens work
    Active,
    /// Its keys and tokens are refused
    Suspended,
}

impl AccountStatusArg {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
        }
    }
}
