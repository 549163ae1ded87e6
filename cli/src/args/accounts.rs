//! `overheard accounts …`

use super::EdgeArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Accounts {
    /// Make an account; keys and tokens are made for it afterwards
    Create(AccountsCreate),
    /// List accounts
    List(AccountsList),
    /// Show an account and the brands that it monitors
    Show(AccountsShow),
    /// Change an account: its name, plan, brands or status
    Set(AccountsSet),
    /// Show what an account used this month, and what it has left
    UsageError(AccountsUsage),
    /// Prepare what accounts see of the dataset, so that none of them waits for it
    Prepare(AccountsPrepare),
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The brands file is a JSON array of brands: label (what the brand is called), terms (names by which mentions are found), \
and if needed must_context (words of which one must be around a mention) and exact (true: a name must be the whole of \
what it is found in):
  [{\"label\": \"Velunara\", \"terms\": [\"velunara\", \"velunara paris\"]},
   {\"label\": \"Aurelia\", \"terms\": [\"aurelia\"], \"must_context\": [\"serum\", \"cream\"], \"exact\": true}]

Examples:
  overheard accounts create --name \"Partner\" --plan starter
  overheard accounts create --name \"Velunara\" --plan professional --brands brands.json")]
pub struct AccountsCreate {
    /// What people call the account
    #[arg(long, value_name = "NAME")]
    pub name: String,

    /// The plan whose limits hold for its keys and tokens: see "plans list"
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
What is not named stays as it is, also when others change it at the same time. At least one of --name, --plan, --brands \
and --status is needed. A plan without limits on an interface opens nothing there: where keys or tokens are good that \
it would close, it is refused unless --force is given.

Examples:
  overheard accounts set acc_AW3GPW6MPSF88485NBRC --plan professional
  overheard accounts set acc_AW3GPW6MPSF88485NBRC --brands brands.json
  overheard accounts set acc_AW3GPW6MPSF88485NBRC --status suspended")]
#[group(skip)]
#[command(group(clap::ArgGroup::new("change").args(["name", "plan", "brands", "status"]).required(true).multiple(true)))]
pub struct AccountsSet {
    /// The account's id, as "accounts list" shows it
    pub id: String,

    /// What people call the account
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// The plan whose limits hold for its keys and tokens: see "plans list"
    #[arg(long, value_name = "PLAN")]
    pub plan: Option<String>,

    /// Change the plan even if keys or tokens that are good open nothing with it
    #[arg(long, requires = "plan")]
    pub force: bool,

    /// A JSON file with the brands that the account monitors; it takes the place of all brands there were
    ///
    /// "accounts create --help" shows what is in it. An empty array removes all brands.
    #[arg(long, value_name = "FILE")]
    pub brands: Option<PathBuf>,

    /// Active, or suspended: all requests with its keys and tokens are refused
    #[arg(long, value_enum)]
    pub status: Option<AccountStatus>,

    /// Change it only if it still has this revision, as "accounts show --json" tells it
    ///
    /// Every change makes another revision. For scripts that decide by what they read.
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
Months and days are those of UTC. The plan's limits by day and month count the charged requests of all keys of the \
account. With --json the requests are told by period instead of added up.

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
An account sees the mentions of its brands. Which these are is found out once for each version of the dataset: by this \
command, by \"import\" and \"accounts set --brands\" when they are done, or else when the account asks first.

Examples:
  overheard accounts prepare
  overheard accounts prepare acc_AW3GPW6MPSF88485NBRC")]
pub struct AccountsPrepare {
    /// Ids of accounts; without any every account that monitors brands
    pub id: Vec<String>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

/// The status of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccountStatus {
    /// Its keys and tokens work
    Active,
    /// Requests with its keys and tokens are refused
    Suspended,
}

impl AccountStatus {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
        }
    }
}
