//! `overheard webhooks …`

use super::EdgeArgs;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use overheard::spec::request::account::choice::{DeliveryStatus, WebhookStatus};

#[derive(Debug, Subcommand)]
pub enum Webhooks {
    /// List webhooks, the latest first
    List(WebhooksList),
    /// Show a webhook, and whether it takes what it is sent
    Show(WebhooksShow),
    /// List what was sent to a webhook, with every attempt
    Deliveries(WebhooksDeliveries),
    /// Send a webhook of plan enterprise its dead letters again
    Replay(WebhooksReplay),
    /// Give a webhook another secret; the one before it signs too for 24 hours
    Rotate(WebhooksRotate),
    /// Send a webhook an event that says nothing
    Test(WebhooksTest),
    /// Disable a webhook for good, and cancel what was on its way
    Disable(WebhooksDisable),
}

#[derive(Debug, Args)]
pub struct WebhooksList {
    /// Only those of this account
    #[arg(long, value_name = "ID")]
    pub account: Option<String>,

    /// Only those of this status
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

    /// Only those of this status
    #[arg(long, value_name = "STATUS", value_parser = PossibleValuesParser::new(DeliveryStatus::NAMES))]
    pub status: Option<String>,

    /// Print the answer as JSON, with what receivers answered
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Dead letters are events whose last attempt failed; they are kept for 30 days. Receivers tell an event that they have had
already by its header webhook-id.

Examples:
  overheard webhooks replay whk_… --dry-run
  overheard webhooks replay whk_…
  overheard webhooks replay whk_… --from whk_…")]
pub struct WebhooksReplay {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Send the dead letters of this webhook, one of the same account that is disabled or was deleted
    #[arg(long, value_name = "ID")]
    pub from: Option<String>,

    /// Only this event
    #[arg(long, value_name = "ID")]
    pub event: Option<String>,

    /// Say what would be sent, and send nothing
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

    /// Wait for the first attempt, and tell what the receiver answered
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
Nothing is sent to a disabled webhook, and none is ever enabled again: its account deletes it and registers another.

Examples:
  overheard webhooks disable whk_… --dry-run
  overheard webhooks disable whk_…")]
pub struct WebhooksDisable {
    /// The webhook's id, as "webhooks list" shows it
    pub id: String,

    /// Say what would be cancelled, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}
