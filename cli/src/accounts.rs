//! Creates, changes and shows accounts through the edge's admin API.

use crate::args::{AccountsCommand, AccountsCreate, AccountsList, AccountsSet, AccountsShow, AccountsUsage};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::failure::{usage_error, validate};
use crate::listing;
use crate::output::{items, print_items, print_json, print_table, text};
use crate::plans::without_limits;
use crate::progress::ProgressDisplay;
use crate::views;
use anyhow::bail;
use chrono::{DateTime, SecondsFormat};
use indicatif::HumanCount;
use overheard::service::account::Api;
use overheard::service::account::request::parse_account;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const PATH: &str = "/admin/v1/accounts";

pub fn run(command: &AccountsCommand) -> anyhow::Result<()> {
    match command {
        AccountsCommand::Create(args) => create(args),
        AccountsCommand::List(args) => list(args),
        AccountsCommand::Show(args) => show(args),
        AccountsCommand::Set(args) => set(args),
        AccountsCommand::Usage(args) => show_usage(args),
        AccountsCommand::Prepare(args) => views::run(args),
    }
}

/// The body of a request that creates or changes an account.
#[derive(Serialize)]
struct Request<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
    /// The unparsed content of the brands file.
    #[serde(skip_serializing_if = "Option::is_none")]
    brands: Option<Box<RawValue>>,
    /// The revision that the account must have.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<u32>,
}

fn create(args: &AccountsCreate) -> anyhow::Result<()> {
    let brands = args.brands.as_deref().map(read_brands).transpose()?;
    let request = Request { name: Some(&args.name), plan: Some(&args.plan), status: None, brands, revision: None };
    let body = serde_json::to_string(&request)?;
    validate(parse_account(body.as_bytes(), true))?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    // Not retried: a retry after a lost answer could create a second account.
    let account: Value = edge.call(Method::POST, PATH, Some(body), Retry::Never)?;
    views::prepare_one(&edge, &account);
    if args.json {
        return print_json(&account);
    }
    println!("{}", describe(&account));
    // The account exists now, so a failure to read the plans is ignored.
    let closed = without_limits(&edge, &args.plan).unwrap_or_default();
    let id = text(&account, "id");
    if !closed.contains(&Api::Data) {
        println!("Create a key: overheard keys create --account {id}");
    }
    if !closed.contains(&Api::Account) {
        println!("Create an Account API token: overheard keys create --account {id} --face account");
    }
    closed.iter().for_each(|api| println!("{}", no_limits_message(&args.plan, *api)));
    Ok(())
}

/// Says that a plan gives no access to an interface, and how to change it.
fn no_limits_message(plan: &str, api: Api) -> String {
    format!(
        "Plan {plan} has no limits on the {}, so it gives no access there. Set limits: overheard plans set {plan} --face {} --per-minute N",
        api.title(),
        api.name()
    )
}

/// Returns an error if active keys would lose access with a plan. With `force`, prints a warning instead.
fn check_plan(edge: &EdgeClient, id: &str, plan: &str, force: bool) -> anyhow::Result<Vec<Api>> {
    let closed = without_limits(edge, plan)?;
    // The edge rejects an unknown plan and lists the existing ones.
    if closed.is_empty() || closed.len() == Api::NAMES.len() {
        return Ok(Vec::new());
    }
    let keys = listing::all(edge, "keys", Some(("account_id", id)), &ProgressDisplay::new())?;
    for api in &closed {
        let would_close = |key: &&Value| {
            let has_own_plan = key.get("plan_override").is_some_and(Value::is_string);
            text(key, "status") == "active" && text(key, "face") == api.name() && !has_own_plan
        };
        let count = keys.iter().filter(would_close).count();
        if count == 0 {
            continue;
        }
        let what = match (api, count) {
            (Api::Data, 1) => "key",
            (Api::Data, _) => "keys",
            (Api::Account, 1) => "token",
            (Api::Account, _) => "tokens",
        };
        let opens = match (force, count) {
            (false, _) => "would lose",
            (true, 1) => "loses",
            (true, _) => "lose",
        };
        let said = format!(
            "{count} active {what} of {id} {opens} access with plan {plan}: it has no limits on the {}",
            api.title()
        );
        if !force {
            bail!(
                "{said}. Nothing was changed. Set limits there first (overheard plans set {plan} --face {} --per-minute N), choose another plan, or add --force",
                api.name()
            );
        }
        EdgeClient::print_message(format!("{said}."));
    }
    Ok(closed)
}

fn list(args: &AccountsList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let accounts = listing::all(&edge, "accounts", None, &ProgressDisplay::new())?;
    if args.json {
        return print_json(&json!({"accounts": accounts}));
    }
    if accounts.is_empty() {
        println!("No accounts. Create one: overheard accounts create --name NAME --plan PLAN");
        return Ok(());
    }
    const COLUMNS: [&str; 6] = ["id", "name", "plan", "status", "brands", "created_at"];
    let cell = |account: &Value, column: &str| match column {
        "brands" => items(account, "brands").len().to_string(),
        _ => text(account, column),
    };
    let row = |account: &Value| COLUMNS.iter().map(|column| cell(account, column)).collect();
    print_table(&COLUMNS, &accounts.iter().map(row).collect::<Vec<_>>());
    Ok(())
}

fn show(args: &AccountsShow) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let account: Value =
        edge.call(Method::GET, &format!("{PATH}/{}", percent_encode(&args.id)), None, Retry::WithBackoff)?;
    if args.json {
        return print_json(&account);
    }
    println!("{} Created {}.", describe(&account), text(&account, "created_at"));
    print_brands(&account);
    Ok(())
}

fn set(args: &AccountsSet) -> anyhow::Result<()> {
    let brands = args.brands.as_deref().map(read_brands).transpose()?;
    let has_brands = brands.is_some();
    let status = args.status.map(|status| status.name());
    let (name, plan) = (args.name.as_deref(), args.plan.as_deref());
    let request = Request { name, plan, status, brands, revision: args.if_revision };
    let body = serde_json::to_string(&request)?;
    validate(parse_account(body.as_bytes(), false))?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let closed = match &args.plan {
        Some(plan) => check_plan(&edge, &args.id, plan, args.force)?,
        None => Vec::new(),
    };
    let path = format!("{PATH}/{}", percent_encode(&args.id));
    let account: Value = edge.call(Method::POST, &path, Some(body), Retry::WithBackoff)?;
    if has_brands {
        views::prepare_one(&edge, &account);
    }
    if args.json {
        return print_json(&account);
    }
    println!("{}", describe(&account));
    closed.iter().for_each(|api| println!("{}", no_limits_message(&text(&account, "plan"), *api)));
    match status {
        Some("suspended") => println!(
            "Requests with its keys and tokens are refused (403 account_suspended); nothing is deleted. Undo it: overheard accounts set {} --status active",
            args.id
        ),
        Some(_) => {
            println!("Its keys and tokens work again, except those that expired or were revoked.")
        }
        None => {}
    }
    if has_brands {
        print_brands(&account);
    }
    Ok(())
}

fn show_usage(args: &AccountsUsage) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("{PATH}/{}/usage", percent_encode(&args.id));
    let answer: Value = edge.call(Method::GET, &path, None, Retry::WithBackoff)?;
    if args.json {
        return print_json(&answer);
    }
    println!("Account {} in {} (UTC):\n", text(&answer, "account_id"), text(&answer, "month"));
    print_windows(&answer);
    print_requests(items(&answer, "rows"));
    Ok(())
}

/// Reads a brands file and checks that it is a JSON array.
pub fn read_brands(file: &Path) -> anyhow::Result<Box<RawValue>> {
    let shown = file.display();
    let wrong = |what: String| {
        usage_error(format!(
            "the brands file {shown} {what}. It must be a JSON array of brands, such as [{{\"label\": \"Velunara\", \"terms\": [\"velunara\"]}}]"
        ))
    };
    let text = std::fs::read_to_string(file)
        .map_err(|error| usage_error(format!("the brands file {shown} cannot be read: {error}")))?;
    let brands: Box<RawValue> = serde_json::from_str(&text).map_err(|error| wrong(format!("is not JSON: {error}")))?;
    if !brands.get().starts_with('[') {
        return Err(wrong("is JSON, but not an array".to_owned()));
    }
    Ok(brands)
}

/// Describes an account in one line.
fn describe(account: &Value) -> String {
    let member = |name: &str| text(account, name);
    let brands = match items(account, "brands").len() {
        0 => "no brands".to_owned(),
        1 => "1 brand".to_owned(),
        count => format!("{count} brands"),
    };
    format!("Account {} ({}): plan {}, {}, {brands}.", member("id"), member("name"), member("plan"), member("status"))
}

fn print_brands(account: &Value) {
    const EXCLUDED: &str = "must_not_context";
    let brands = items(account, "brands");
    if brands.is_empty() {
        return;
    }
    println!();
    let mut columns = vec!["id", "label", "terms", "must_context", EXCLUDED, "exact"];
    columns.retain(|column| *column != EXCLUDED || brands.iter().any(|brand| brand.get(EXCLUDED).is_some()));
    print_items(&columns, brands);
}

/// Prints the usage of each limit.
fn print_windows(answer: &Value) {
    let mut rows = Vec::new();
    for (face, windows) in answer.get("windows").and_then(Value::as_object).into_iter().flatten() {
        for window in windows.as_array().into_iter().flatten() {
            let reset = match window.get("resets_at").and_then(Value::as_i64) {
                Some(seconds) => DateTime::from_timestamp(seconds, 0)
                    .map_or_else(|| seconds.to_string(), |at| at.to_rfc3339_opts(SecondsFormat::Secs, true)),
                None => text(window, "resets_at"),
            };
            let limits = ["policy", "limit", "remaining"].map(|member| text(window, member));
            rows.push([vec![face.clone()], limits.to_vec(), vec![reset]].concat());
        }
    }
    if rows.is_empty() {
        println!("Its plan has no limit by day or month.\n");
        return;
    }
    print_table(&["face", "window", "limit", "remaining", "resets_at"], &rows);
    println!();
}

/// Prints the requests, summed over all periods.
fn print_requests(rows: &[Value]) {
    const SAME: [&str; 4] = ["endpoint", "key", "face", "status"];
    const ADDED: [&str; 3] = ["requests", "charged", "cost"];
    let mut sums: BTreeMap<[String; 4], [u64; 3]> = BTreeMap::new();
    let mut total = [0_u64; 3];
    for row in rows {
        let counts = ADDED.map(|member| row.get(member).and_then(Value::as_u64).unwrap_or(0));
        let sum = sums.entry(SAME.map(|member| text(row, member))).or_default();
        for (to, count) in sum.iter_mut().zip(counts).chain(total.iter_mut().zip(counts)) {
            *to = to.saturating_add(count);
        }
    }
    if sums.is_empty() {
        println!("No requests.");
        return;
    }
    let row = |(same, sum): (&[String; 4], &[u64; 3])| {
        same.iter().cloned().chain(sum.iter().map(u64::to_string)).collect::<Vec<_>>()
    };
    print_table(&[&SAME[..], &ADDED].concat(), &sums.iter().map(row).collect::<Vec<_>>());
    let [requests, charged, cost] = total.map(HumanCount);
    println!("\n{requests} requests, {charged} of them charged; cost {cost}.");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brands_file_is_an_array_and_passed_on_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("brands.json");
        let read = |text: &str| {
            std::fs::write(&file, text).unwrap();
            read_brands(&file).map(|brands| brands.get().to_owned()).map_err(|error| error.to_string())
        };
        assert_eq!(read(" [{\"label\": 1, \"label\": 2}]\n").unwrap(), "[{\"label\": 1, \"label\": 2}]");
        let not_json = read("[{\"label\": }]").unwrap_err();
        assert!(not_json.contains("brands.json is not JSON: expected value at line 1"), "{not_json}");
        let no_array = read("{\"brands\": []}").unwrap_err();
        assert!(no_array.contains("brands.json is JSON, but not an array. It must be"), "{no_array}");
        let missing = read_brands(&folder.path().join("none.json")).unwrap_err();
        assert!(missing.is::<crate::failure::UsageError>() && missing.to_string().contains("none.json cannot be read"));
    }
}
