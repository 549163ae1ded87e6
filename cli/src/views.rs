//! What accounts see of the dataset, prepared ahead of their questions.

use crate::args::AccountsPrepare;
use crate::edge::{Edge, Method, Retry, encoded};
use crate::import::Progress;
use crate::listing;
use crate::output::{items, print_json, print_table, text};
use anyhow::bail;
use overheard::query::columnar::Progress as Prepared;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Accounts whose views are prepared at a time.
const AT_ONCE: usize = 4;
/// How long a request waits for a view that is looked at.
const WAIT: Duration = Duration::from_secs(1);

/// What an account sees.
#[derive(Debug, Serialize)]
struct View {
    account_id: String,
    /// None before the first import.
    dataset_version: Option<String>,
    mentions: u64,
    was_prepared: bool,
}

/// How far an edge is with what an account sees.
#[derive(Debug, Deserialize)]
struct Told {
    dataset_version: Option<String>,
    /// None until it is prepared.
    mentions: Option<u64>,
    was_prepared: bool,
    done: u64,
    of: u64,
}

/// An account whose view is being prepared.
struct UnderWay<'a> {
    position: usize,
    id: &'a str,
    progress: Prepared,
    /// For how long it was waited for in vain since it got further; none before it began.
    idle: Option<Duration>,
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
    let ids = if args.id.is_empty() { monitoring(&edge, &progress)? } else { args.id.clone() };
    let (views, unprepared) = prepare(&edge, &ids, &progress);
    progress.end();
    if args.json {
        print_json(&json!({"views": views, "unprepared": unprepared}))?;
    } else if views.is_empty() && unprepared.is_empty() {
        println!("No account monitors a brand: there is nothing to prepare.");
    } else {
        if !views.is_empty() {
            print(&views);
        }
        unprepared.iter().for_each(|one| println!("{}: {}", one.account_id, one.error));
    }
    if unprepared.is_empty() { Ok(()) } else { bail!("{} of {} were not prepared", unprepared.len(), ids.len()) }
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

/// Prepares what some accounts see, a few of them at a time. The edge goes on with what it has begun, whatever becomes of
/// the command.
fn prepare(edge: &Edge, ids: &[String], progress: &Progress) -> (Vec<View>, Vec<Unprepared>) {
    progress.steps("Preparing what accounts see");
    let mut left = ids.iter().enumerate().map(|(position, id)| UnderWay::new(position, id));
    let mut under_way: Vec<UnderWay<'_>> = Vec::new();
    let mut ended = BTreeMap::new();
    loop {
        under_way.extend(left.by_ref().take(AT_ONCE - under_way.len()));
        if under_way.is_empty() {
            break;
        }
        // The first is waited for; the others go on meanwhile.
        let mut wait = WAIT;
        under_way.retain_mut(|account| match account.look(edge, std::mem::take(&mut wait)).transpose() {
            Some(outcome) => {
                ended.insert(account.position, outcome);
                false
            }
            None => true,
        });
        let how_far: Vec<String> = under_way.iter().map(UnderWay::describe).collect();
        progress.step(&how_far.join(", "), ended.len() as u64, ids.len() as u64);
    }
    let (mut views, mut unprepared) = (Vec::new(), Vec::new());
    for (id, outcome) in ids.iter().zip(ended.into_values()) {
        match outcome {
            Ok(view) => views.push(view),
            Err(error) => unprepared.push(Unprepared { account_id: id.clone(), error: error.to_string() }),
        }
    }
    (views, unprepared)
}

impl<'a> UnderWay<'a> {
    fn new(position: usize, id: &'a str) -> Self {
        Self { position, id, progress: Prepared::default(), idle: None }
    }

    /// Has the view prepared, and waits so long for it; returns it when it is there.
    fn look(&mut self, edge: &Edge, wait: Duration) -> anyhow::Result<Option<View>> {
        let path = format!("/admin/v1/accounts/{}/view", encoded(self.id));
        let body = json!({"wait_ms": wait.as_millis()}).to_string();
        let told: Told = edge.call(Method::POST, &path, Some(body), Retry::Patiently)?;
        if told.mentions.is_some() || told.dataset_version.is_none() {
            return Ok(Some(View {
                account_id: self.id.to_owned(),
                dataset_version: told.dataset_version,
                mentions: told.mentions.unwrap_or(0),
                was_prepared: told.was_prepared && self.idle.is_none(),
            }));
        }
        let progress = Prepared { done: told.done, of: told.of };
        let idle = match self.idle {
            Some(idle) if progress == self.progress => idle + wait,
            _ => Duration::ZERO,
        };
        (self.progress, self.idle) = (progress, Some(idle));
        if idle > edge.patience() {
            bail!("it gets no further; the log of the edge at {} says why", edge.url());
        }
        Ok(None)
    }

    fn describe(&self) -> String {
        format!("{} {} %", self.id, self.progress.percent())
    }
}

fn print(views: &[View]) {
    let row = |view: &View| {
        let made = if view.was_prepared { "was there" } else { "prepared" };
        let version = view.dataset_version.clone().unwrap_or_else(|| "none".to_owned());
        vec![view.account_id.clone(), view.mentions.to_string(), version, made.to_owned()]
    };
    print_table(&["account", "mentions", "dataset", "view"], &views.iter().map(row).collect::<Vec<_>>());
}
