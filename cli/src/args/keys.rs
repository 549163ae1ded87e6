//! `overheard keys …`

use super::EdgeArgs;
use chrono::{DateTime, SecondsFormat, Utc};
use clap::{Args, Subcommand, ValueEnum};
use overheard::service::account::Api;

#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Create a key; its secret is shown once
    Create(KeysCreate),
    /// List keys, without their secrets
    List(KeysList),
    /// Replace a key by a new one; the new secret is shown once
    Rotate(KeysRotate),
    /// Revoke a key: requests with it are refused from then on
    Revoke(KeysRevoke),
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
A key needs a plan with limits on its interface: the account's plan or its own.

Examples:
  overheard keys create --account acc_AW3GPW6MPSF88485NBRC --name \"Partner\" --access raw
  overheard keys create --account acc_AW3GPW6MPSF88485NBRC --face account \\
    --origin https://dashboard.example.com
  overheard keys create --plan trial --name \"Trial\" --test --expires 2030-12-31T23:59:59Z")]
pub struct KeysCreate {
    /// The account that the key belongs to (default: the operator's own)
    #[arg(long, value_name = "ACCOUNT")]
    pub account: Option<String>,

    /// The key's display name
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// The key's own plan: see "plans list" (default: the account's plan; required without an account)
    #[arg(long, value_name = "PLAN")]
    pub plan: Option<String>,

    /// The interface that the key gives access to
    #[arg(long = "face", value_parser = super::api(), value_name = "FACE", default_value = "data")]
    pub api: Api,

    /// The access level: aggregate limits searches to 10 documents, raw to 50
    #[arg(long, value_enum, default_value_t = AccessArg::Aggregate)]
    pub access: AccessArg,

    /// An allowed origin for requests from browsers: scheme, host and optional port; repeatable
    #[arg(long = "origin", value_name = "ORIGIN")]
    pub origins: Vec<String>,

    /// The time at which the key expires, such as 2026-12-31T23:59:59Z (default: never)
    #[arg(long, value_name = "RFC3339", value_parser = utc)]
    pub expires: Option<String>,

    /// Create a test key: its secret says "test" instead of "live"
    #[arg(long)]
    pub test: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct KeysList {
    /// List only the keys of this account
    #[arg(long, value_name = "ACCOUNT")]
    pub account: Option<String>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The new key has the same account and permissions. With --grace both keys are valid for some hours, so that clients can \
switch without an interruption. Without it the old key is refused immediately.

Examples:
  overheard keys rotate tok_AW3GPW6MPSF88485NBRC
  overheard keys rotate tok_AW3GPW6MPSF88485NBRC --grace 24")]
pub struct KeysRotate {
    /// The old key's id, as "keys list" shows it
    pub id: String,

    /// The hours for which the old key stays valid: 0 to 72
    #[arg(long, value_name = "HOURS", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=72))]
    pub grace: u8,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct KeysRevoke {
    /// The key's id, as "keys list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

/// The access level of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccessArg {
    /// Searches return at most 10 documents
    Aggregate,
    /// Searches return up to 50 documents
    Raw,
}

impl AccessArg {
    /// Returns the name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aggregate => "aggregate",
            Self::Raw => "raw",
        }
    }
}

/// Parses a time and formats it in UTC, to the second.
fn utc(text: &str) -> Result<String, String> {
    let time = DateTime::parse_from_rfc3339(text)
        .map_err(|_| "it must be a time with its zone, such as 2026-12-31T23:59:59Z".to_owned())?;
    Ok(time.with_timezone(&Utc).to_rfc3339_opts(SecondsFormat::Secs, true))
}
