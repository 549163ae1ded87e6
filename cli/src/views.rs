//! `overheard accounts prepare`: builds the dataset views of accounts before their first query.

use crate::args::AccountsPrepare;
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::listing;
use crate::output::{items, print_json, print_table, text};
use crate::progress::ProgressDisplay;
use anyhow::bail;
use overheard::query::PreparationProgress;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::thread::scope;
use std::time::{Duration, Instant};

/// The number of concurrent requests.
const MAX_CONCURRENT: usize = 4;
/// The number of accounts in the progress message.
const MAX_SHOWN: usize = 4;
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// The prepared view of an account.
#[derive(Debug, Serialize)]
struct View {
    account_id: String,
    /// `None` before the first import.
    dataset_version: Option<String>,
    mentions: u64,
    was_prepared: bool,
}

/// The edge's progress with the view of an account.
#[derive(Debug, Deserialize)]
struct ViewProgress {
    dataset_version: Option<String>,
    /// `None` until the view is prepared.
    mentions: Option<u64>,
    was_prepared: bool,
    done: u64,
    of: u64,
}

/// An account whose view is being prepared.
struct PendingView<'a> {
    id: &'a str,
    progress: PreparationProgress,
    has_started: bool,
    /// The error of the last poll, if it failed.
    last_error: Option<String>,
}

/// The result of polling the view of an account.
enum PollResult {
    /// The view is prepared, or its preparation failed.
    Done(Result<View, String>),
    /// The preparation has advanced.
    Advanced,
    /// The preparation has not advanced.
    Unchanged,
}

/// An account whose view could not be prepared.
#[derive(Debug, Serialize)]
struct ViewFailure {
    account_id: String,
    error: String,
}

/// `overheard accounts prepare`
pub fn run(args: &AccountsPrepare) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let progress = ProgressDisplay::new();
    let ids = if args.id.is_empty() { accounts_with_brands(&edge, &progress)? } else { args.id.clone() };
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

/// Prepares the views of all accounts with brands after a change of the dataset, and prints the result.
/// The edge prepares a failed view at the account's next query.
pub fn prepare_all(edge: &EdgeClient, progress: &ProgressDisplay) {
    let ids = match accounts_with_brands(edge, progress) {
        Ok(ids) => ids,
        Err(error) => return progress.say(format!("The views of accounts are not prepared: {error}")),
    };
    if ids.is_empty() {
        return;
    }
    let (views, unprepared) = prepare(edge, &ids, progress);
    for ViewFailure { account_id, error } in &unprepared {
        progress.say(format!("The view of {account_id} is not prepared: {error}"));
    }
    progress.say(format!("Prepared the views of {} of {} accounts.", views.len(), ids.len()));
}

/// Prepares the view of an account after a change of its brands.
pub fn prepare_one(edge: &EdgeClient, account: &Value) {
    if items(account, "brands").is_empty() {
        return;
    }
    let progress = ProgressDisplay::new();
    let (views, unprepared) = prepare(edge, &[text(account, "id")], &progress);
    progress.end();
    for View { mentions, dataset_version, .. } in views {
        if let Some(version) = dataset_version {
            eprintln!("Its brands are in {mentions} mentions of {version}.");
        }
    }
    unprepared.into_iter().for_each(|one| eprintln!("Its view is not prepared: {}", one.error));
}

/// Returns the ids of the accounts that have brands.
fn accounts_with_brands(edge: &EdgeClient, progress: &ProgressDisplay) -> anyhow::Result<Vec<String>> {
    let accounts = listing::all(edge, "accounts", None, progress)?;
    let accounts_with_brands = accounts.iter().filter(|account| !items(account, "brands").is_empty());
    Ok(accounts_with_brands.map(|account| text(account, "id")).collect())
}

/// Prepares the views of accounts. Starts all before it waits for any: the edge continues even if the command ends.
/// Stops when no view has advanced within the time limit of `--patience`.
fn prepare(edge: &EdgeClient, ids: &[String], progress: &ProgressDisplay) -> (Vec<View>, Vec<ViewFailure>) {
    progress.steps("Preparing views");
    let mut waiting: Vec<PendingView<'_>> = ids.iter().map(|id| PendingView::new(id)).collect();
    let mut ended = BTreeMap::new();
    let mut advanced_at = now();
    while !waiting.is_empty() && advanced_at.elapsed() <= edge.patience() {
        let round = now();
        for accounts in waiting.chunks_mut(MAX_CONCURRENT) {
            for (id, result) in poll_all(accounts, edge) {
                match result {
                    PollResult::Unchanged => continue,
                    PollResult::Advanced => {}
                    PollResult::Done(outcome) => drop(ended.insert(id, outcome)),
                }
                advanced_at = now();
            }
            progress.step(&progress_message(accounts), ended.len() as u64, ids.len() as u64);
        }
        waiting.retain(|account| !ended.contains_key(account.id));
        progress.step(&progress_message(&waiting), ended.len() as u64, ids.len() as u64);
        if !waiting.is_empty() {
            // Sleeps at least as long as the polls took, so that polling takes at most half of the time.
            std::thread::sleep(round.elapsed().max(POLL_INTERVAL));
        }
    }
    ended.extend(waiting.into_iter().map(|account| (account.id, Err(account.failure_message(edge)))));
    let (mut views, mut unprepared) = (Vec::new(), Vec::new());
    // Reports an id that is given twice only once.
    for (id, outcome) in ids.iter().filter_map(|id| Some((id, ended.remove(id.as_str())?))) {
        match outcome {
            Ok(view) => views.push(view),
            Err(error) => unprepared.push(ViewFailure { account_id: id.clone(), error }),
        }
    }
    (views, unprepared)
}

/// Polls several accounts concurrently.
fn poll_all<'a>(accounts: &mut [PendingView<'a>], edge: &EdgeClient) -> Vec<(&'a str, PollResult)> {
    scope(|scope| {
        let poll = |account: &mut PendingView<'a>| (account.id, account.poll(edge));
        let polls: Vec<_> = accounts.iter_mut().map(|account| scope.spawn(move || poll(account))).collect();
        polls.into_iter().filter_map(|polls| polls.join().ok()).collect()
    })
}

/// Describes the progress of the accounts that are furthest ahead.
fn progress_message(accounts: &[PendingView<'_>]) -> String {
    let mut accounts: Vec<&PendingView<'_>> = accounts.iter().collect();
    accounts.sort_by_key(|account| Reverse(account.progress.percent()));
    let described =
        accounts.iter().take(MAX_SHOWN).map(|account| format!("{} {} %", account.id, account.progress.percent()));
    described.collect::<Vec<_>>().join(", ")
}

impl<'a> PendingView<'a> {
    fn new(id: &'a str) -> Self {
        Self { id, progress: PreparationProgress::default(), has_started: false, last_error: None }
    }

    /// Requests the view and reads its progress.
    fn poll(&mut self, edge: &EdgeClient) -> PollResult {
        let path = format!("/admin/v1/accounts/{}/view", percent_encode(self.id));
        let body = json!({"wait_ms": 0}).to_string();
        let view: ViewProgress = match edge.try_call(Method::POST, &path, Some(body), Retry::Never) {
            Ok(view) => view,
            // Continues with the other accounts.
            Err(error) if edge.is_transient(&error) => {
                self.last_error = Some(edge.explain(&error));
                return PollResult::Unchanged;
            }
            Err(error) => return PollResult::Done(Err(edge.explain(&error))),
        };
        self.last_error = None;
        if view.mentions.is_some() || view.dataset_version.is_none() {
            return PollResult::Done(Ok(View {
                account_id: self.id.to_owned(),
                dataset_version: view.dataset_version,
                mentions: view.mentions.unwrap_or(0),
                was_prepared: view.was_prepared && !self.has_started,
            }));
        }
        let before = (self.has_started, self.progress);
        (self.has_started, self.progress) = (true, PreparationProgress { done: view.done, of: view.of });
        if before == (self.has_started, self.progress) { PollResult::Unchanged } else { PollResult::Advanced }
    }

    /// Describes why the view is not prepared.
    fn failure_message(self, edge: &EdgeClient) -> String {
        let stuck = || format!("it makes no progress; see the log of the edge at {}", edge.url());
        self.last_error.unwrap_or_else(stuck)
    }
}

#[expect(clippy::disallowed_methods, reason = "the command runs where there is a clock")]
fn now() -> Instant {
    Instant::now()
}

fn print(views: &[View]) {
    let row = |view: &View| {
        let made = if view.was_prepared { "was there" } else { "prepared" };
        let version = view.dataset_version.clone().unwrap_or_else(|| "none".to_owned());
        vec![view.account_id.clone(), view.mentions.to_string(), version, made.to_owned()]
    };
    print_table(&["account", "mentions", "dataset", "view"], &views.iter().map(row).collect::<Vec<_>>());
}
