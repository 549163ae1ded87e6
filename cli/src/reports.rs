//! Creates, shows and schedules reports through the edge's admin API.

use crate::args::{
    ReportOptions, ReportsCancel, ReportsCommand, ReportsCreate, ReportsList, ReportsSchedule, ReportsShow,
};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::failure::validate;
use crate::listing;
use crate::output::{items, print_json, print_table, text};
use crate::progress::ProgressDisplay;
use anyhow::bail;
use chrono::Utc;
use overheard::guard::request::account::report::ReportRequest;
use overheard::records::report::schedule::ScheduleRequest;
use serde_json::{Map, Value, json};
use std::thread::sleep;
use std::time::Duration;

const PATH: &str = "/admin/v1";
/// The interval between two polls of a report.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

pub fn run(command: &ReportsCommand) -> anyhow::Result<()> {
    match command {
        ReportsCommand::List(args) => list(args),
        ReportsCommand::Show(args) => show(args),
        ReportsCommand::Create(args) => create(args),
        ReportsCommand::Schedule(args) => schedule(args),
        ReportsCommand::Cancel(args) => cancel(args),
    }
}

fn list(args: &ReportsList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let of = args.account.as_deref().map(|account| ("account", account));
    let reports = listing::all(&edge, "reports", of, &ProgressDisplay::new())?;
    let schedules = listing::all(&edge, "schedules", of, &ProgressDisplay::new())?;
    if args.json {
        return print_json(&json!({"reports": reports, "schedules": schedules}));
    }
    if reports.is_empty() && schedules.is_empty() {
        println!(
            "No reports. Create one: overheard reports create ACCOUNT --type brand_overview --from DATE --to-date DATE"
        );
        return Ok(());
    }
    const REPORTS: [&str; 7] = ["id", "account_id", "type", "from", "to", "status", "created_at"];
    print_rows(&REPORTS, &reports);
    if !schedules.is_empty() {
        println!();
        const SCHEDULES: [&str; 6] = ["id", "account_id", "every", "day", "hour", "next_at"];
        print_rows(&SCHEDULES, &schedules);
    }
    Ok(())
}

fn print_rows(columns: &[&str], rows: &[Value]) {
    let row = |item: &Value| columns.iter().map(|column| text(item, column)).collect();
    print_table(columns, &rows.iter().map(row).collect::<Vec<_>>());
}

fn show(args: &ReportsShow) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let report = fetch(&edge, &args.id)?;
    if args.json {
        return print_json(&report);
    }
    describe(&report);
    Ok(())
}

fn fetch(edge: &EdgeClient, id: &str) -> anyhow::Result<Value> {
    edge.call(Method::GET, &format!("{PATH}/reports/{}", percent_encode(id)), None, Retry::WithBackoff)
}

fn describe(report: &Value) {
    let (id, status) = (text(report, "id"), text(report, "status"));
    println!(
        "{id}: {} of {}, {} to {}",
        text(report, "type"),
        text(report, "account_id"),
        text(report, "from"),
        text(report, "to")
    );
    println!("Status: {status} ({} %)", text(report, "progress"));
    if let Some(error) = report.get("error").filter(|error| error.is_object()) {
        println!("Error: {} ({})", text(error, "message"), text(error, "code"));
    }
    for artifact in items(report, "artifacts") {
        println!(
            "{}: {} bytes, {}",
            text(artifact, "format"),
            text(artifact, "bytes"),
            text(artifact, "download_path")
        );
    }
    if status == "ready" {
        println!("Files are kept until {}.", text(report, "expires_at"));
    }
}

/// Builds the request body.
fn body(wanted: &ReportOptions) -> Map<String, Value> {
    let mut body = Map::from_iter([("type".to_owned(), json!(wanted.kind))]);
    let lists = [("brands", &wanted.brands), ("sections", &wanted.sections), ("formats", &wanted.formats)];
    body.extend(
        lists.into_iter().filter(|(_, list)| !list.is_empty()).map(|(name, list)| (name.to_owned(), json!(list))),
    );
    body.extend(wanted.title.iter().map(|title| ("title".to_owned(), json!(title))));
    body.extend(wanted.all_rows.then(|| ("all_rows".to_owned(), json!(true))));
    body.extend(wanted.row_limit.iter().map(|limit| ("row_limit".to_owned(), json!(limit))));
    body
}

fn create(args: &ReportsCreate) -> anyhow::Result<()> {
    let mut body = body(&args.wanted);
    body.insert("from".to_owned(), json!(args.from.to_string()));
    body.insert("to".to_owned(), json!(args.to_date.to_string()));
    body.extend(args.indexed_after.iter().map(|after| ("indexed_after".to_owned(), json!(after))));
    let body = Value::Object(body).to_string();
    validate(ReportRequest::parse(body.as_bytes()))?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("{PATH}/accounts/{}/reports", percent_encode(&args.wanted.account));
    // Not retried: a retry after a lost answer could create a second report.
    let mut report: Value = edge.call(Method::POST, &path, Some(body), Retry::Never)?;
    if args.wait {
        report = wait(&edge, &text(&report, "id"))?;
    }
    if args.json {
        print_json(&report)?;
    } else {
        describe(&report);
        if !args.wait {
            println!("Show the progress: overheard reports show {}", text(&report, "id"));
        }
    }
    if text(&report, "status") == "failed" {
        bail!("the report failed");
    }
    Ok(())
}

/// Polls a report until it is finished.
fn wait(edge: &EdgeClient, id: &str) -> anyhow::Result<Value> {
    let progress = ProgressDisplay::new();
    progress.steps("Creating the report");
    loop {
        let report = fetch(edge, id)?;
        let status = text(&report, "status");
        if status != "queued" && status != "processing" {
            progress.end();
            return Ok(report);
        }
        progress.step(&status, report.get("progress").and_then(Value::as_u64).unwrap_or(0), 100);
        sleep(POLL_INTERVAL);
    }
}

fn schedule(args: &ReportsSchedule) -> anyhow::Result<()> {
    let mut body = body(&args.wanted);
    body.insert("every".to_owned(), json!(args.every.name()));
    body.insert("day".to_owned(), json!(args.day));
    body.insert("hour".to_owned(), json!(args.hour));
    body.extend(args.since.iter().map(|since| ("since".to_owned(), json!(since))));
    let body = Value::Object(body).to_string();
    let now_ms = u64::try_from(Utc::now().timestamp_millis()).unwrap_or_default();
    validate(ScheduleRequest::parse(body.as_bytes(), now_ms))?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("{PATH}/accounts/{}/schedules", percent_encode(&args.wanted.account));
    let schedule: Value = edge.call(Method::POST, &path, Some(body), Retry::Never)?;
    if args.json {
        return print_json(&schedule);
    }
    println!("{}: the first report is due at {}.", text(&schedule, "id"), text(&schedule, "next_at"));
    println!("Cancel it: overheard reports cancel {}", text(&schedule, "id"));
    Ok(())
}

fn cancel(args: &ReportsCancel) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("{PATH}/schedules/{}", percent_encode(&args.id));
    let cancelled: Value = edge.call(Method::DELETE, &path, None, Retry::Never)?;
    if args.json {
        return print_json(&cancelled);
    }
    println!("Schedule {} cancelled.", args.id);
    Ok(())
}
