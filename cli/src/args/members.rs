//! `overheard members …` and `overheard sessions …`

use super::EdgeArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use overheard::service::member::MemberRole;

#[derive(Debug, Subcommand)]
pub enum MembersCommand {
    /// List the members of an account
    List(MembersList),
    /// Create an invitation or sign-in link for a member; it works once, within 7 days
    Invite(MembersInvite),
    /// Change a member's role, effective from the next request
    Role(MembersRole),
    /// Remove a member; its sessions end immediately
    Remove(MembersRemove),
}

#[derive(Debug, Subcommand)]
pub enum SessionsCommand {
    /// List the sessions of an account's members, newest first
    List(SessionsList),
    /// End sessions immediately
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
The link is shown once. The first person to open it is signed in to the account's dashboard with the member's role, so \
treat it like a password. There are no passwords, and no personal data is needed: a label such as \"Reporting desk\" is \
enough. An account may have 100 members.

Examples:
  overheard members invite acc_AW3GPW6MPSF88485NBRC --label \"Reporting desk\" --role analyst
  overheard members invite acc_AW3GPW6MPSF88485NBRC --member mem_0123456789ABCDEFGHJK")]
pub struct MembersInvite {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// Create a new link for this member, as "members list" shows it; the previous link is revoked
    #[arg(long, value_name = "ID", conflicts_with_all = ["label", "role"])]
    pub member: Option<String>,

    /// A label for the member, at most 80 characters
    #[arg(long, value_name = "LABEL", default_value = "member")]
    pub label: String,

    /// The member's role
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

    /// The member's new role
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
Also removes the member's sessions, link and saved views. Tokens, webhooks and reports belong to the account and are \
kept. The last admin can be removed too; then invite another one.

Examples:
  overheard members remove acc_AW3GPW6MPSF88485NBRC mem_0123456789ABCDEFGHJK --dry-run
  overheard members remove acc_AW3GPW6MPSF88485NBRC mem_0123456789ABCDEFGHJK")]
pub struct MembersRemove {
    /// The account's id, as "accounts list" shows it
    pub account: String,

    /// The member's id, as "members list" shows it
    pub member: String,

    /// Show what would be removed, and change nothing
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
An ended session is refused from its next request on. The member needs a new link to sign in again: \
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

    /// Show the sessions that would end, and change nothing
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
        (MemberRole::Viewer, "Queries data and saves own views"),
        (MemberRole::Analyst, "Also creates reports and tests webhooks"),
        (MemberRole::Admin, "Also manages tokens, webhooks, members and brands"),
    ];
    PossibleValuesParser::new(roles.map(value))
        .try_map(|name: String| name.parse::<MemberRole>().map_err(|_| "there is no such role"))
}
