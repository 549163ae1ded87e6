//! Reads the paginated lists of the edge's admin API.

use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::output::items;
use crate::progress::ProgressDisplay;
use serde_json::Value;

/// Reads all pages of a list. `of` is an optional filter: a parameter and its value. `list` is both the path
/// and the member of the answer.
pub fn all(
    edge: &EdgeClient,
    list: &str,
    of: Option<(&str, &str)>,
    progress: &ProgressDisplay,
) -> anyhow::Result<Vec<Value>> {
    all_at(edge, &format!("/admin/v1/{list}"), list, of, progress)
}

/// Does the same as [`all`] for a list with another path than its name.
pub fn all_at(
    edge: &EdgeClient,
    path: &str,
    list: &str,
    of: Option<(&str, &str)>,
    progress: &ProgressDisplay,
) -> anyhow::Result<Vec<Value>> {
    progress.work(&format!("Listing {list}"));
    let all = pages(edge, path, list, of, progress);
    progress.end();
    all
}

fn pages(
    edge: &EdgeClient,
    path: &str,
    list: &str,
    of: Option<(&str, &str)>,
    progress: &ProgressDisplay,
) -> anyhow::Result<Vec<Value>> {
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let parameters = of.into_iter().chain(after.as_deref().map(|after| ("after", after)));
        let query: Vec<String> = parameters.map(|(name, value)| format!("{name}={}", percent_encode(value))).collect();
        let address = format!("{path}{}{}", if query.is_empty() { "" } else { "?" }, query.join("&"));
        let page: Value = edge.call(Method::GET, &address, None, Retry::WithBackoff)?;
        all.extend_from_slice(items(&page, list));
        progress.message(format!("{} so far", all.len()));
        match page.get("next").and_then(Value::as_str) {
            Some(next) => after = Some(next.to_owned()),
            None => return Ok(all),
        }
    }
}
