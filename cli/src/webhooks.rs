//! Shows, tests, replays, rotates and disables webhooks through the edge's admin API.

use crate::args::{
    WebhooksCommand, WebhooksDeliveries, WebhooksDisable, WebhooksList, WebhooksReplay, WebhooksRotate, WebhooksShow,
    WebhooksTest,
};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::listing;
use crate::output::{items, print_json, print_table, text};
use crate::progress::ProgressDisplay;
use anyhow::bail;
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::Duration;

const PATH: &str = "/admin/v1/webhooks";
/// The interval between two polls of a delivery.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// The maximum number of polls: somewhat longer than the timeout of a receiver.
const MAX_POLLS: usize = 90;

pub fn run(command: &WebhooksCommand) -> anyhow::Result<()> {
    match command {
        WebhooksCommand::List(args) => list(args),
        WebhooksCommand::Show(args) => show(args),
        WebhooksCommand::Deliveries(args) => deliveries(args),
        WebhooksCommand::Replay(args) => replay(args),
        WebhooksCommand::Rotate(args) => rotate(args),
        WebhooksCommand::Test(args) => test(args),
        WebhooksCommand::Disable(args) => disable(args),
    }
}

fn list(args: &WebhooksList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let of = args.account.as_deref().map(|account| ("account", account));
    let mut webhooks = listing::all(&edge, "webhooks", of, &ProgressDisplay::new())?;
    if let Some(status) = &args.status {
        webhooks.retain(|webhook| text(webhook, "status") == *status);
    }
    if args.json {
        return print_json(&json!({"webhooks": webhooks}));
    }
    if webhooks.is_empty() {
        println!("No webhooks. Accounts register them with their token: POST /v1/webhooks");
        return Ok(());
    }
    const COLUMNS: [&str; 5] = ["id", "account_id", "status", "url", "created_at"];
    print_rows(&COLUMNS, &webhooks);
    Ok(())
}

fn print_rows(columns: &[&str], rows: &[Value]) {
    let row = |item: &Value| columns.iter().map(|column| text(item, column)).collect();
    print_table(columns, &rows.iter().map(row).collect::<Vec<_>>());
}

fn show(args: &WebhooksShow) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let webhook = fetch(&edge, &args.id)?;
    if args.json {
        return print_json(&webhook);
    }
    describe(&webhook);
    Ok(())
}

fn fetch(edge: &EdgeClient, id: &str) -> anyhow::Result<Value> {
    edge.call(Method::GET, &format!("{PATH}/{}", percent_encode(id)), None, Retry::WithBackoff)
}

fn describe(webhook: &Value) {
    println!("{}: {} of {}", text(webhook, "id"), text(webhook, "url"), text(webhook, "account_id"));
    let events: Vec<&str> = items(webhook, "events").iter().filter_map(Value::as_str).collect();
    println!("Events: {}", events.join(", "));
    let reason = webhook.get("status_reason").and_then(Value::as_str);
    println!("Status: {}{}", text(webhook, "status"), reason.map_or(String::new(), |reason| format!(" ({reason})")));
    println!("Delivery guarantee: {}", text(webhook, "delivery_guarantee"));
    let Some(stats) = webhook.get("stats") else { return };
    match stats.get("last_delivery_at").and_then(Value::as_str) {
        Some(at) => println!(
            "Last attempt: {at}, answered {}; events in a row that failed: {}",
            stats.get("last_status").filter(|status| status.is_number()).map_or("nothing".to_owned(), Value::to_string),
            text(stats, "consecutive_failures")
        ),
        None => println!("No deliveries yet."),
    }
}

/// Lists the deliveries of a webhook, optionally of one status.
fn all_deliveries(edge: &EdgeClient, id: &str, status: Option<&str>) -> anyhow::Result<Vec<Value>> {
    let of = status.map(|status| ("status", status));
    listing::all_at(
        edge,
        &format!("{PATH}/{}/deliveries", percent_encode(id)),
        "deliveries",
        of,
        &ProgressDisplay::new(),
    )
}

fn deliveries(args: &WebhooksDeliveries) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let deliveries = all_deliveries(&edge, &args.id, args.status.as_deref())?;
    if args.json {
        return print_json(&json!({"deliveries": deliveries}));
    }
    if deliveries.is_empty() {
        println!("No deliveries. Send one: overheard webhooks test {}", args.id);
        return Ok(());
    }
    let row = |delivery: &Value| {
        let attempts = items(delivery, "attempts");
        let last = attempts.last().map_or(String::new(), describe_attempt);
        let of = |column| text(delivery, column);
        vec![of("event"), of("type"), of("status"), attempts.len().to_string(), last, of("created_at")]
    };
    let rows: Vec<Vec<String>> = deliveries.iter().map(row).collect();
    print_table(&["event", "type", "status", "attempts", "last answer", "created_at"], &rows);
    Ok(())
}

/// Describes the answer of a receiver.
fn describe_attempt(attempt: &Value) -> String {
    match attempt.get("status").and_then(Value::as_u64) {
        Some(status) => format!("{status} in {} ms", text(attempt, "milliseconds")),
        None => text(attempt, "error"),
    }
}

fn replay(args: &WebhooksReplay) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    if args.dry_run {
        let from = args.from.as_deref().unwrap_or(&args.id);
        let mut dead = all_deliveries(&edge, from, Some("failed"))?;
        if let Some(event) = &args.event {
            dead.retain(|delivery| text(delivery, "event") == *event);
        }
        if args.json {
            return print_json(&json!({"would_send": dead}));
        }
        println!("Dead letters that would be sent again: {}. Nothing was sent.", dead.len());
        print_rows(&["event", "type", "created_at"], &dead);
        return Ok(());
    }
    let body = json!({"event": args.event, "from": args.from});
    let path = format!("{PATH}/{}/replay", percent_encode(&args.id));
    let sent: Value = edge.call(Method::POST, &path, Some(body.to_string()), Retry::Never)?;
    if args.json {
        return print_json(&sent);
    }
    println!("Events queued again: {}.", items(&sent, "events").len());
    println!("Show their deliveries: overheard webhooks deliveries {}", args.id);
    Ok(())
}

fn rotate(args: &WebhooksRotate) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    // Not retried: a retry after a lost answer would replace a secret that was never shown.
    let path = format!("{PATH}/{}/rotate", percent_encode(&args.id));
    let webhook: Value = edge.call(Method::POST, &path, None, Retry::Never)?;
    if args.json {
        return print_json(&webhook);
    }
    println!("New secret of {}, shown only once: {}", args.id, text(&webhook, "secret"));
    println!("Deliveries are also signed with the previous secret for 24 hours.");
    Ok(())
}

fn test(args: &WebhooksTest) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("{PATH}/{}/test", percent_encode(&args.id));
    let sent: Value = edge.call(Method::POST, &path, None, Retry::Never)?;
    let event = text(&sent, "event");
    if !args.wait {
        if args.json {
            return print_json(&sent);
        }
        println!("{event} is queued. Show its delivery: overheard webhooks deliveries {}", args.id);
        return Ok(());
    }
    let delivery = wait_for_attempt(&edge, &args.id, &event)?;
    let attempt = items(&delivery, "attempts").first().cloned().unwrap_or_default();
    if args.json {
        print_json(&delivery)?;
    } else {
        println!("{event}: {}, {}", text(&delivery, "status"), describe_attempt(&attempt));
    }
    if text(&delivery, "status") != "delivered" {
        bail!("the receiver did not accept the event");
    }
    Ok(())
}

/// Polls a delivery until its first attempt.
fn wait_for_attempt(edge: &EdgeClient, id: &str, event: &str) -> anyhow::Result<Value> {
    let path = format!("{PATH}/{}/deliveries", percent_encode(id));
    for _ in 0..MAX_POLLS {
        let page: Value = edge.call(Method::GET, &path, None, Retry::WithBackoff)?;
        let found = items(&page, "deliveries").iter().find(|delivery| text(delivery, "event") == event);
        if let Some(delivery) = found.filter(|delivery| !items(delivery, "attempts").is_empty()) {
            return Ok(delivery.clone());
        }
        sleep(POLL_INTERVAL);
    }
    bail!("{event} was not sent within {} seconds. Check again: overheard webhooks deliveries {id}", MAX_POLLS / 5)
}

fn disable(args: &WebhooksDisable) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    if args.dry_run {
        let webhook = fetch(&edge, &args.id)?;
        let mut waiting = all_deliveries(&edge, &args.id, None)?;
        waiting.retain(|delivery| ["pending", "sending", "retrying"].contains(&text(delivery, "status").as_str()));
        if args.json {
            return print_json(&json!({"webhook": webhook, "would_cancel": waiting}));
        }
        describe(&webhook);
        println!("Pending events that would be cancelled: {}. Nothing was changed.", waiting.len());
        return Ok(());
    }
    let path = format!("{PATH}/{}/disable", percent_encode(&args.id));
    let webhook: Value = edge.call(Method::POST, &path, None, Retry::Never)?;
    if args.json {
        return print_json(&webhook);
    }
    println!("{} is disabled and receives no more events.", args.id);
    Ok(())
}
