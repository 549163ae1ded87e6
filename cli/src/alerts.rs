//! Shows, tests, mutes and removes alerts through the edge's admin API.

use crate::args::{AlertsCommand, AlertsFired, AlertsList, AlertsMute, AlertsRemove, AlertsTest};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::output::{items, print_json, print_table, text};
use serde_json::{Value, json};

pub fn run(command: &AlertsCommand) -> anyhow::Result<()> {
    match command {
        AlertsCommand::List(args) => list(args),
        AlertsCommand::Fired(args) => fired(args),
        AlertsCommand::Test(args) => test(args),
        AlertsCommand::Mute(args) => mute(args),
        AlertsCommand::Remove(args) => remove(args),
    }
}

/// Returns a path of the alerts of an account.
fn path(account: &str, rest: &[&str]) -> String {
    let rest: String = rest.iter().map(|part| format!("/{}", percent_encode(part))).collect();
    format!("/admin/v1/accounts/{}/alerts{rest}", percent_encode(account))
}

fn list(args: &AlertsList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let answer: Value = edge.call(Method::GET, &path(&args.account, &[]), None, Retry::WithBackoff)?;
    if args.json {
        return print_json(&answer);
    }
    let alerts = items(&answer, "alerts");
    if alerts.is_empty() {
        println!("No alerts. Accounts create them with their token: POST /v1/_ext/alerts");
        return Ok(());
    }
    let row = |alert: &Value| {
        let of = |member| text(alert, member);
        let kind = |member: &str| alert.get(member).map(|object| text(object, "type")).unwrap_or_default();
        let (condition, target) = (kind("condition"), kind("target"));
        vec![of("id"), of("name"), condition, target, of("muted"), of("webhook"), of("last_fired_at")]
    };
    let rows: Vec<Vec<String>> = alerts.iter().map(row).collect();
    print_table(&["id", "name", "condition", "target", "muted", "webhook", "last_fired_at"], &rows);
    Ok(())
}

fn fired(args: &AlertsFired) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let answer: Value = edge.call(Method::GET, &path(&args.account, &["fired"]), None, Retry::WithBackoff)?;
    if args.json {
        return print_json(&answer);
    }
    let fired = items(&answer, "fired");
    if fired.is_empty() {
        println!("No messages in the last 30 days.");
        return Ok(());
    }
    let row = |message: &Value| ["at", "alert", "name", "reason"].map(|member| text(message, member)).to_vec();
    let rows: Vec<Vec<String>> = fired.iter().map(row).collect();
    print_table(&["at", "alert", "name", "reason"], &rows);
    Ok(())
}

fn test(args: &AlertsTest) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = path(&args.account, &[&args.alert, "test"]);
    let sent: Value = edge.call(Method::POST, &path, None, Retry::Never)?;
    if args.json {
        return print_json(&sent);
    }
    match sent.get("event").and_then(Value::as_str) {
        Some(event) => {
            println!("{event} is queued. Show its delivery: overheard webhooks deliveries {}", text(&sent, "webhook"));
        }
        None => println!("The message is in the dashboard. Show it: overheard alerts fired {}", args.account),
    }
    Ok(())
}

fn mute(args: &AlertsMute) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let body = json!({"muted": !args.off}).to_string();
    let path = path(&args.account, &[&args.alert]);
    let alert: Value = edge.call(Method::POST, &path, Some(body), Retry::WithBackoff)?;
    if args.json {
        return print_json(&alert);
    }
    println!("{} {}.", args.alert, if args.off { "sends messages again" } else { "sends no messages" });
    Ok(())
}

fn remove(args: &AlertsRemove) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = path(&args.account, &[&args.alert]);
    let (method, retry) = if args.dry_run { (Method::GET, Retry::WithBackoff) } else { (Method::DELETE, Retry::Never) };
    let alert: Value = edge.call(method, &path, None, retry)?;
    if args.json {
        return print_json(&alert);
    }
    let done = if args.dry_run { "would be removed. Nothing was changed" } else { "is removed" };
    println!("{} \"{}\" {done}.", args.alert, text(&alert, "name"));
    Ok(())
}
