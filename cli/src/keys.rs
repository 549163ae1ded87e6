//! Keys: made, listed and revoked through the edge's admin surface.

use crate::args::{Access, Face, Keys, KeysCreate, KeysList, KeysRevoke};
use crate::edge::{Edge, Method, Retry};
use crate::failure::usage;
use crate::output::{print_json, print_table};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

pub fn run(command: &Keys) -> anyhow::Result<()> {
    match command {
        Keys::Create(args) => create(args),
        Keys::List(args) => list(args),
        Keys::Revoke(args) => revoke(args),
    }
}

fn create(args: &KeysCreate) -> anyhow::Result<()> {
    if args.face == Face::Account {
        return Err(usage("--face account: tokens of the Account API cannot be made yet. Allowed now: data"));
    }
    let access = match args.access {
        Access::Aggregate => "aggregate",
        Access::Raw => "raw",
    };
    let mut body = Map::new();
    body.extend(args.account.as_ref().map(|account| ("account_id".to_owned(), json!(account))));
    body.extend(args.name.as_ref().map(|name| ("name".to_owned(), json!(name))));
    body.insert("plan".to_owned(), json!(args.plan));
    body.insert("face".to_owned(), json!("data"));
    body.insert("access_level".to_owned(), json!(access));
    if args.test {
        body.insert("test".to_owned(), json!(true));
    }
    let edge = Edge::reach(&args.to, Edge::say)?;
    // Sent once: a second try after a lost answer could make a second key.
    let key: Value = edge.call(Method::POST, "/admin/v1/keys", Some(Value::Object(body).to_string()), Retry::Never)?;
    if args.json {
        return print_json(&key);
    }
    let member = |name: &str| text(&key, name);
    println!("Secret: {}", member("secret"));
    println!("This is the only time it is shown: keep it now. Requests send it in the header X-API-Key.\n");
    println!("Key {} of account {}: plan {}, access {access}.", member("id"), member("account_id"), args.plan);
    println!("Revoke it: overheard keys revoke {}", member("id"));
    Ok(())
}

fn list(args: &KeysList) -> anyhow::Result<()> {
    let edge = Edge::reach(&args.to, Edge::say)?;
    let query = args.account.as_ref().map(|account| format!("?account_id={}", encoded(account)));
    let path = format!("/admin/v1/keys{}", query.unwrap_or_default());
    let answer: Value = edge.call(Method::GET, &path, None, Retry::Patiently)?;
    if args.json {
        return print_json(&answer);
    }
    const COLUMNS: [&str; 9] =
        ["id", "account_id", "name", "prefix", "last4", "access_level", "plan", "status", "created_at"];
    let keys = answer.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if keys.is_empty() {
        println!("No keys. Make one: overheard keys create --name NAME --plan PLAN");
        return Ok(());
    }
    let row = |key: &Value| COLUMNS.iter().map(|column| text(key, column)).collect();
    print_table(&COLUMNS, &keys.iter().map(row).collect::<Vec<_>>());
    Ok(())
}

fn revoke(args: &KeysRevoke) -> anyhow::Result<()> {
    let edge = Edge::reach(&args.to, Edge::say)?;
    let path = format!("/admin/v1/keys/{}/revoke", encoded(&args.id));
    let key: Value = edge.call(Method::POST, &path, Some("{}".to_owned()), Retry::Patiently)?;
    if args.json {
        return print_json(&key);
    }
    println!("Key {} is {}. Requests with it are refused, everywhere within a minute.", args.id, text(&key, "status"));
    Ok(())
}

/// A member of an answer as people read it.
fn text(value: &Value, member: &str) -> String {
    match value.get(member) {
        None | Some(Value::Null) => "-".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// A text as one segment of a path or one value of a query.
fn encoded(text: &str) -> impl std::fmt::Display {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}
