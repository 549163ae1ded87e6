//! What accounts see of the dataset, prepared ahead of their questions.

use crate::args::AccountsPrepare;
use crate::edge::{Edge, Method, Retry, encoded};
use crate::import::Progress;
use crate::listing;
use crate::output::{items, print_json, print_table, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an account sees.
#[derive(Debug, Serialize, Deserialize)]
struct View {
    account_id: String,
    /// None before the first import.
    dataset_version: Option<String>,
    mentions: u64,
    was_prepared: bool,
}

/// An account whose view could not be prepared.
#[derive(Debug, Serialize)]
struct Unprepared {
    account_id: String,
    error: String,
}

/// `overheard accounts prepare`
pub fn run(args: &AccountsPrepare) -> anyhow::Result<()> {
    let edge = Edge::reach(&args.to, Edge::say)?;
    let progress = Progress::new();
    let ids = match &args.id {
        Some(id) => vec![id.clone()],
        None => monitoring(&edge, &progress)?,
    };
    let (views, unprepared) = prepare(&edge, &ids, &progress);
    progress.end();
    if args.json {
        print_json(&serde_json::json!({"views": views, "unprepared": unprepared}))?;
    } else if views.is_empty() && unprepared.is_empty() {
        println!("No account monitors a brand: there is nothing to prepare.");
    } else {
        if !views.is_empty() {
            print(&views);
        }
        unprepared.iter().for_each(|one| println!("{}: {}", one.account_id, one.error));
    }
    if unprepared.is_empty() {
        Ok(())
    } else {
        anyhow::bail!("{} of {} were not prepared", unprepared.len(), ids.len())
    }
}

/// Prepares what every account sees that monitors brands, after the dataset has changed. What fails is said, and is
/// prepared when the account asks.
pub fn prepare_all(edge: &Edge, progress: &Progress) {
    match monitoring(edge, progress) {
        Ok(ids) => {
            let (_, unprepared) = prepare(edge, &ids, progress);
            let say =
                |one: Unprepared| progress.say(format!("What {} sees is not prepared: {}", one.account_id, one.error));
            unprepared.into_iter().for_each(say);
        }
        Err(error) => progress.say(format!("What accounts see is not prepared: {error}")),
    }
}

/// Prepares what an account sees, after its brands have changed.
pub fn prepare_one(edge: &Edge, account: &Value) {
    if items(account, "brands").is_empty() {
        return;
    }
    let progress = Progress::new();
    let (views, unprepared) = prepare(edge, &[text(account, "id")], &progress);
    progress.end();
    for View { mentions, dataset_version, .. } in views {
        if let Some(version) = dataset_version {
            eprintln!("Its brands are in {mentions} mentions of {version}.");
        }
    }
    unprepared.into_iter().for_each(|one| eprintln!("What it sees is not prepared: {}", one.error));
}

/// The ids of the accounts that monitor brands.
fn monitoring(edge: &Edge, progress: &Progress) -> anyhow::Result<Vec<String>> {
    let accounts = listing::all(edge, "accounts", None, progress)?;
    let monitoring = accounts.iter().filter(|account| !items(account, "brands").is_empty());
    Ok(monitoring.map(|account| text(account, "id")).collect())
}

fn prepare(edge: &Edge, ids: &[String], progress: &Progress) -> (Vec<View>, Vec<Unprepared>) {
    let (mut views, mut unprepared) = (Vec::new(), Vec::new());
    progress.steps("Preparing what accounts see");
    for (done, id) in (0..).zip(ids) {
        progress.step(id, done, ids.len() as u64);
        let path = format!("/admin/v1/accounts/{}/view", encoded(id));
        match edge.call::<View>(Method::POST, &path, Some("{}".to_owned()), Retry::Patiently) {
            Ok(view) => views.push(view),
            Err(error) => unprepared.push(Unprepared { account_id: id.clone(), error: error.to_string() }),
        }
    }
    (views, unprepared)
}

fn print(views: &[View]) {
    let row = |view: &View| {
        let made = if view.was_prepared { "was there" } else { "prepared" };
        let version = view.dataset_version.clone().unwrap_or_else(|| "none".to_owned());
        vec![view.account_id.clone(), view.mentions.to_string(), version, made.to_owned()]
    };
    print_table(&["account", "mentions", "dataset", "view"], &views.iter().map(row).collect::<Vec<_>>());
}
