//! `overheard members …` and `overheard sessions …`

use super::EdgeArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use overheard::service::member::MemberRole;

#[derive(Debug, Subcommand)]
pub enum Members {
    /// List the members of an account
    List(MembersList),
    /// Make a link by which somebody becomes a member, or signs in again; it works once, for 7 days
    Invite(MembersInvite),
    /// Give a member another role, from its next request on
    Role(MembersRole),
    /// Remove a member; its sessions end at once
    Remove(MembersRemove),
}

#[derive(Debug, Subcommand)]
pub enum Sessions {
    /// List the sessions of an account's members, the latest first
    List(SessionsList),
    /// End sessions, at once
    End(SessionsEnd),
}

#[derive(Debug, Args)]
pub struct MembersList {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
The link is shown once. Whoever opens it first is signed in to the account's dashboard with that member's role: hand it \
over as you would a password. There are no passwords, and nothing about a person is needed: a label such as \"Reporting \
desk\" will do. An account may have 100 members.

Examples:
  overheard members invite acc_AW3GPW6MPSF88485NBRC --label \"Reporting desk\" --role analyst
  overheard members invite acc_AW3GPW6MPSF88485NBRC --member mem_0123456789ABCDEFGHJK")]
pub struct MembersInvite {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// Make a new link for this member, as "members list" shows it; the one before it ends
    #[arg(long, value_name = "ID", conflicts_with_all = ["label", "role"])]
    pub member: Option<String>,

    /// What the account calls the member, at most 80 characters
    #[arg(long, value_name = "LABEL", default_value = "member")]
    pub label: String,

    /// What the member may do
    #[arg(long, value_name = "ROLE", value_parser = role(), default_value = "viewer")]
    pub role: MemberRole,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct MembersRole {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The member's id, as "members list" shows it
    pub member: String,

    /// What the member may do from now on
    #[arg(value_name = "ROLE", value_parser = role())]
    pub role: MemberRole,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Its sessions, its link and its saved views go with it. What it made (tokens, webhooks, reports) is the account's and \
stays. The last admin is removed too: invite another one then.

Examples:
  overheard members remove acc_AW3GPW6MPSF88485NBRC mem_0123456789ABCDEFGHJK --dry-run
  overheard members remove acc_AW3GPW6MPSF88485NBRC mem_0123456789ABCDEFGHJK")]
pub struct MembersRemove {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The member's id, as "members list" shows it
    pub member: String,

    /// Say what would be removed, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
pub struct SessionsList {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

#[derive(Debug, Args)]
#[command(after_long_help = "\
Requests of a session that was ended are refused from the very next one on. Its member needs a new link to sign in again: \
\"members invite --member\".

Examples:
  overheard sessions end acc_AW3GPW6MPSF88485NBRC ses_0123456789ABCDEFGHJK
  overheard sessions end acc_AW3GPW6MPSF88485NBRC --member mem_0123456789ABCDEFGHJK
  overheard sessions end acc_AW3GPW6MPSF88485NBRC --all --dry-run")]
#[group(skip)]
#[command(group(clap::ArgGroup::new("which").args(["session", "member", "all"]).required(true)))]
pub struct SessionsEnd {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The session's id, as "sessions list" shows it
    pub session: Option<String>,

    /// All sessions of this member
    #[arg(long, value_name = "ID")]
    pub member: Option<String>,

    /// All sessions of the account
    #[arg(long)]
    pub all: bool,

    /// Say which would be ended, and end none
    #[arg(long)]
    pub dry_run: bool,

    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub edge: EdgeArgs,
}

fn role() -> impl TypedValueParser<Value = MemberRole> {
    let value = |(role, help): (MemberRole, &'static str)| PossibleValue::new(role.name()).help(help);
    let roles = [
        (MemberRole::Viewer, "Asks questions and keeps views of its own"),
        (MemberRole::Analyst, "Has reports made too, and tries webhooks"),
        (MemberRole::Admin, "Looks after tokens, webhooks, members and brands too"),
    ];
    PossibleValuesParser::new(roles.map(value))
        .try_map(|name: String| name.parse::<MemberRole>().map_err(|_| "there is no such role"))
}
