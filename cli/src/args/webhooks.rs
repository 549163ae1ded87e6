//! `overheard webhooks …`

use super::EdgeArgs;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use overheard::spec::request::account::choice::{DeliveryStatus, WebhookStatus};

#[derive(Debug, Subcommand)]
pub enum WebhooksCommand {
    /// List webhooks, newest first
    List(WebhooksList),
    /// Show a webhook and the state of its deliveries
    Show(WebhooksShow),
    /// List the deliveries of a webhook, with every attempt
    Deliveries(WebhooksDeliveries),
    /// Send dead letters again (plan enterprise)
    Replay(WebhooksReplay),
    /// Rotate the secret of a webhook; the old one also signs for 24 hours
    Rotate(WebhooksRotate),
    /// Send a test event to a webhook
    Test(WebhooksTest),
    /// Disable a webhook permanently, and cancel its pending events
    Disable(WebhooksDisable),
}

#[derive(Debug, Args)]
pub struct WebhooksList {
    /// List only those of this account
    #[arg(long, value_name = "ID")]
    pub account: Option<String>,

    /// List only those with this status
    #[arg(long, value_name = "STATUS", value_parser = PossibleValuesParser::new(WebhookStatus::NAMES))]
    pub status: Option<String>,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct WebhooksShow {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct WebhooksDeliveries {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// List only those with this status
    #[arg(long, value_name = "STATUS", value_parser = PossibleValuesParser::new(DeliveryStatus::NAMES))]
    pub status: Option<String>,

    /// Print the answer as JSON, with the receivers' answers
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Dead letters are events whose last attempt failed; they are kept for 30 days. Receivers recognise repeated
events by the header webhook-id.

Examples:
  overheard webhooks replay whk_… --dry-run
  overheard webhooks replay whk_…
  overheard webhooks replay whk_… --from whk_…")]
pub struct WebhooksReplay {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Send the dead letters of this webhook, a disabled or deleted one of the same account
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,

    /// Send only this event
    #[arg(long, value_name = "ID")]
    pub event: Option<String>,

    /// Show what would be sent, and send nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct WebhooksRotate {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct WebhooksTest {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Wait for the first attempt, and show the receiver's answer
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
A disabled webhook receives no events and cannot be enabled again: the account deletes it and registers another.

Examples:
  overheard webhooks disable whk_… --dry-run
  overheard webhooks disable whk_…")]
pub struct WebhooksDisable {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Show what would be cancelled, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
