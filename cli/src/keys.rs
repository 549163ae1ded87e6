//! Creates, lists, rotates and revokes keys through the edge's admin API.

use crate::args::{KeysCommand, KeysCreate, KeysList, KeysRevoke, KeysRotate};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::failure::validate;
use crate::listing;
use crate::output::{print_items, print_json, text};
use crate::progress::ProgressDisplay;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use overheard::service::account::Api;
use overheard::service::account::request::parse_key;
use serde_json::{Map, Value, json};

pub fn run(command: &KeysCommand) -> anyhow::Result<()> {
    match command {
        KeysCommand::Create(args) => create(args),
        KeysCommand::List(args) => list(args),
        KeysCommand::Rotate(args) => rotate(args),
        KeysCommand::Revoke(args) => revoke(args),
    }
}

fn create(args: &KeysCreate) -> anyhow::Result<()> {
    let mut body = Map::new();
    body.extend(args.account.as_ref().map(|account| ("account_id".to_owned(), json!(account))));
    body.extend(args.name.as_ref().map(|name| ("name".to_owned(), json!(name))));
    body.extend(args.plan.as_ref().map(|plan| ("plan".to_owned(), json!(plan))));
    body.insert("face".to_owned(), json!(args.api.name()));
    body.insert("access_level".to_owned(), json!(args.access.name()));
    if !args.origins.is_empty() {
        body.insert("origins".to_owned(), json!(args.origins));
    }
    body.extend(args.expires.as_ref().map(|expires| ("expires_at".to_owned(), json!(expires))));
    if args.test {
        body.insert("test".to_owned(), json!(true));
    }
    let body = Value::Object(body).to_string();
    validate(parse_key(body.as_bytes()))?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    // Not retried: a retry after a lost answer could create a second key.
    let key: Value = edge.call(Method::POST, "/admin/v1/keys", Some(body), Retry::Never)?;
    if args.json {
        return print_json(&key);
    }
    print_new(&key);
    println!("Revoke it: overheard keys revoke {}", text(&key, "id"));
    Ok(())
}

/// Prints a new key with its secret.
fn print_new(key: &Value) {
    let member = |name: &str| text(key, name);
    let api = member("face").parse().unwrap_or(Api::Data);
    let is_account = api == Api::Account;
    let header = if is_account { "Authorization: Bearer" } else { "X-API-Key" };
    println!("Secret: {}", member("secret"));
    println!("It is shown only once: store it now. Send it in the header {header}.\n");
    let access = if is_account { String::new() } else { format!(", access {}", member("access_level")) };
    let until = key.get("expires_at").and_then(Value::as_str).map(|at| format!(", valid until {at}"));
    println!(
        "Key {} of account {}: {}, plan {}{access}{}.",
        member("id"),
        member("account_id"),
        api.title(),
        member("plan"),
        until.unwrap_or_default()
    );
}

fn list(args: &KeysList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let of = args.account.as_deref().map(|account| ("account_id", account));
    let keys = listing::all(&edge, "keys", of, &ProgressDisplay::new())?;
    if args.json {
        return print_json(&json!({"keys": keys}));
    }
    if keys.is_empty() {
        println!("No keys. Create one: overheard keys create --account ACCOUNT --name NAME");
        return Ok(());
    }
    let columns = [
        "id",
        "account_id",
        "name",
        "face",
        "prefix",
        "last4",
        "access_level",
        "plan",
        "status",
        "created_at",
        "expires_at",
        "last_used_at",
    ];
    print_items(&columns, &keys);
    Ok(())
}

fn rotate(args: &KeysRotate) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("/admin/v1/keys/{}/rotate", percent_encode(&args.id));
    let body = json!({"grace_hours": args.grace}).to_string();
    // Not retried: a retry after a lost answer could create a second key.
    let key: Value = edge.call(Method::POST, &path, Some(body), Retry::Never)?;
    if args.json {
        return print_json(&key);
    }
    print_new(&key);
    println!("{}", old_key_message(&args.id, &text(&key, "created_at"), args.grace));
    Ok(())
}

/// Says until when the old key of a rotation is valid.
fn old_key_message(id: &str, rotated_at: &str, grace: u8) -> String {
    if grace == 0 {
        return format!("The old key {id} is no longer valid: requests with it are refused from now on.");
    }
    let end = DateTime::parse_from_rfc3339(rotated_at).ok();
    let end = end.and_then(|at| at.with_timezone(&Utc).checked_add_signed(TimeDelta::hours(i64::from(grace))));
    let until = end.map_or_else(
        || format!("for {grace} hours at most"),
        |end| format!("until {} at the latest", end.to_rfc3339_opts(SecondsFormat::Secs, true)),
    );
    // The key's own expiry may come earlier.
    format!("The old key {id} stays valid {until}. End it earlier: overheard keys revoke {id}")
}

fn revoke(args: &KeysRevoke) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("/admin/v1/keys/{}/revoke", percent_encode(&args.id));
    let key: Value = edge.call(Method::POST, &path, Some("{}".to_owned()), Retry::WithBackoff)?;
    if args.json {
        return print_json(&key);
    }
    println!("Key {} is {}. Requests with it are refused from now on.", args.id, text(&key, "status"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_says_until_when_the_old_key_stays_good() {
        let said = old_key_message("tok_1", "2026-12-31T20:00:00Z", 24);
        assert!(said.contains("stays valid until 2027-01-01T20:00:00Z at the latest"), "{said}");
        assert!(old_key_message("tok_1", "-", 2).contains("for 2 hours at most"));
        assert!(old_key_message("tok_1", "2026-12-31T20:00:00Z", 0).contains("refused from now on"));
    }
}
