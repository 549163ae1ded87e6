//! `overheard alerts …`

use super::EdgeArgs;
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum AlertsCommand {
    /// List the alerts of an account, newest first
    List(AlertsList),
    /// List the last 50 messages of an account's alerts
    Fired(AlertsFired),
    /// Send a test message of an alert
    Test(AlertsTest),
    /// Stop the messages of an alert, or let it send again
    Mute(AlertsMute),
    /// Remove an alert
    Remove(AlertsRemove),
}

#[derive(Debug, Args)]
pub struct AlertsList {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct AlertsFired {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct AlertsTest {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The alert's id, as "alerts list" shows it
    pub alert: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct AlertsMute {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The alert's id, as "alerts list" shows it
    pub alert: String,

    /// Let it send messages again
    #[arg(long)]
    pub off: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  overheard alerts remove acc_… alt_… --dry-run
  overheard alerts remove acc_… alt_…")]
pub struct AlertsRemove {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The alert's id, as "alerts list" shows it
    pub alert: String,

    /// Show the alert, and remove nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
