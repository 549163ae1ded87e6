//! Manages the members of accounts and their sessions through the edge's admin API.

use crate::args::{
    MembersCommand, MembersInvite, MembersList, MembersRemove, MembersRole, SessionsCommand, SessionsEnd, SessionsList,
};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::failure::validate;
use crate::output::{items, print_items, print_json, print_table, text};
use anyhow::{Context as _, bail};
use overheard::service::member::request::parse_member;
use serde_json::{Value, json};

pub fn run(command: &MembersCommand) -> anyhow::Result<()> {
    match command {
        MembersCommand::List(args) => list(args),
        MembersCommand::Invite(args) => invite(args),
        MembersCommand::Role(args) => change_role(args),
        MembersCommand::Remove(args) => remove(args),
    }
}

pub fn run_sessions(command: &SessionsCommand) -> anyhow::Result<()> {
    match command {
        SessionsCommand::List(args) => list_sessions(args),
        SessionsCommand::End(args) => end_sessions(args),
    }
}

fn path(account: &str, rest: &[&str]) -> String {
    let rest: String = rest.iter().map(|part| format!("/{}", percent_encode(part))).collect();
    format!("/admin/v1/accounts/{}{rest}", percent_encode(account))
}

fn members(edge: &EdgeClient, account: &str) -> anyhow::Result<Value> {
    edge.call(Method::GET, &path(account, &["members"]), None, Retry::WithBackoff)
}

fn list(args: &MembersList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let answer = members(&edge, &args.account)?;
    if args.json {
        return print_json(&answer);
    }
    let members = items(&answer, "members");
    if members.is_empty() {
        println!("No members. Invite one: overheard members invite {}", args.account);
        return Ok(());
    }
    const COLUMNS: [&str; 8] = ["id", "label", "role", "status", "sessions", "identity", "last_used_at", "created_at"];
    print_items(&COLUMNS, members);
    Ok(())
}

fn invite(args: &MembersInvite) -> anyhow::Result<()> {
    let (path, body) = match &args.member {
        Some(member) => (path(&args.account, &["members", member, "invite"]), None),
        None => {
            let body = json!({"label": args.label, "role": args.role}).to_string();
            validate(parse_member(body.as_bytes(), &[]))?;
            (path(&args.account, &["members"]), Some(body))
        }
    };
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    // Not retried: a retry after a lost answer could create a second member, or revoke the new link.
    let member: Value = edge.call(Method::POST, &path, body, Retry::Never)?;
    if args.json {
        return print_json(&member);
    }
    let invitation = member.get("invitation").cloned().unwrap_or_default();
    println!("{}", text(&invitation, "link"));
    println!(
        "The link is shown only once. It works once, until {}, and signs in as {} \"{}\" of {}.",
        text(&invitation, "expires_at"),
        text(&member, "role"),
        text(&member, "label"),
        args.account
    );
    println!("Remove the member: overheard members remove {} {}", args.account, text(&member, "id"));
    Ok(())
}

fn change_role(args: &MembersRole) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let body = json!({"role": args.role}).to_string();
    let path = path(&args.account, &["members", &args.member]);
    let member: Value = edge.call(Method::POST, &path, Some(body), Retry::WithBackoff)?;
    if args.json {
        return print_json(&member);
    }
    println!("{} \"{}\" is {} from its next request on.", args.member, text(&member, "label"), text(&member, "role"));
    Ok(())
}

fn remove(args: &MembersRemove) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    if args.dry_run {
        let answer = members(&edge, &args.account)?;
        let member = items(&answer, "members").iter().find(|member| text(member, "id") == args.member);
        let member = member.with_context(|| format!("{} has no member {}", args.account, args.member))?;
        if args.json {
            return print_json(&json!({"would_remove": member}));
        }
        println!(
            "{} \"{}\" ({}) would be removed, and {} of its sessions would end. Nothing was changed.",
            args.member,
            text(member, "label"),
            text(member, "role"),
            text(member, "sessions")
        );
        return Ok(());
    }
    let member: Value =
        edge.call(Method::DELETE, &path(&args.account, &["members", &args.member]), None, Retry::Never)?;
    if args.json {
        return print_json(&member);
    }
    println!(
        "{} \"{}\" was removed. Sessions ended: {}.",
        args.member,
        text(&member, "label"),
        text(&member, "sessions")
    );
    Ok(())
}

fn sessions(edge: &EdgeClient, account: &str) -> anyhow::Result<Vec<Value>> {
    let answer: Value = edge.call(Method::GET, &path(account, &["sessions"]), None, Retry::WithBackoff)?;
    Ok(items(&answer, "sessions").to_vec())
}

fn list_sessions(args: &SessionsList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let sessions = sessions(&edge, &args.account)?;
    if args.json {
        return print_json(&json!({"sessions": sessions}));
    }
    if sessions.is_empty() {
        println!("No sessions.");
        return Ok(());
    }
    print_sessions(&sessions);
    Ok(())
}

fn print_sessions(sessions: &[Value]) {
    let row = |session: &Value| {
        let member = session.get("member").cloned().unwrap_or_default();
        let (of, of_member) = (|name| text(session, name), |name| text(&member, name));
        vec![
            of("id"),
            of_member("id"),
            of_member("label"),
            of_member("role"),
            of("last_used_at"),
            of("idle_ends_at"),
            of("ends_at"),
        ]
    };
    let rows: Vec<Vec<String>> = sessions.iter().map(row).collect();
    print_table(&["id", "member", "label", "role", "last_used_at", "idle_ends_at", "ends_at"], &rows);
}

fn end_sessions(args: &SessionsEnd) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let mut chosen = sessions(&edge, &args.account)?;
    chosen.retain(|session| {
        let member = session.get("member").map(|member| text(member, "id"));
        args.all
            || args.session.as_ref().is_some_and(|id| text(session, "id") == *id)
            || (args.member.is_some() && args.member == member)
    });
    if let (Some(id), true) = (&args.session, chosen.is_empty()) {
        bail!("{} has no session {id}", args.account);
    }
    if !args.dry_run {
        for session in &chosen {
            let path = path(&args.account, &["sessions", &text(session, "id")]);
            edge.call::<Value>(Method::DELETE, &path, None, Retry::Never)?;
        }
    }
    if args.json {
        let name = if args.dry_run { "would_end" } else { "ended" };
        return print_json(&json!({name: chosen}));
    }
    if args.dry_run {
        println!("Sessions that would end: {}. Nothing was changed.", chosen.len());
        print_sessions(&chosen);
        return Ok(());
    }
    println!("Sessions ended: {}. Requests with them are refused from now on.", chosen.len());
    Ok(())
}
