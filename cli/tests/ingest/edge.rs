//! A fake edge over real HTTP, with the parts of the admin API that the tests of the command need.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tiny_http::{Header, Method, Request, Response, Server};

pub const SECRET: &str = "s3cret";
/// The number of rows per page, small enough that every export has several pages.
const PAGE: usize = 2;
/// The number of steps that finish an import.
const STEPS: u32 = 2;

/// Returns a failure instead of the edge's answer to a request line such as `PUT /path`: the status and `Retry-After`.
type FailureInjection = Box<dyn FnMut(&str) -> Option<(u16, Option<u64>)> + Send>;

/// The rows by table.
type Tables = BTreeMap<String, Vec<Value>>;

/// The state of the edge and the requests that it received.
#[derive(Default)]
pub struct EdgeState {
    /// The stored batches of the last import by table, in order.
    pub stored: Tables,
    /// The served version in the form of the admin API.
    pub served: Option<Value>,
    /// The served rows.
    pub tables: Tables,
    /// The bodies of requests that began an import.
    pub begun: Vec<Value>,
    /// The unfinished import.
    pub loading: Option<Value>,
    /// The body of the request that finished the last import.
    pub finished: Option<Value>,
    /// True if the previous version has one of the requested documents.
    pub previous: bool,
    /// All request lines, including those with a failure.
    pub requests: Vec<String>,
    /// True if another version is published at the first read of the served one.
    pub changes: bool,
    steps: u32,
    published: u32,
}

pub struct FakeEdge {
    pub url: String,
    pub state: Arc<Mutex<EdgeState>>,
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
}

impl FakeEdge {
    pub fn start(mut inject_failure: FailureInjection) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").unwrap());
        let url = format!("http://{}", server.server_addr());
        let state = Arc::new(Mutex::new(EdgeState::default()));
        let (serving, shared) = (Arc::clone(&server), Arc::clone(&state));
        let thread = std::thread::spawn(move || {
            for request in serving.incoming_requests() {
                answer(request, &mut shared.lock().unwrap(), &mut inject_failure);
            }
        });
        Self { url, state, server, thread: Some(thread) }
    }

    pub fn reliable() -> Self {
        Self::start(Box::new(|_| None))
    }

    /// Returns the served rows of a table, sorted by key.
    pub fn rows(&self, table: &str) -> Vec<Value> {
        self.state.lock().unwrap().tables.get(table).cloned().unwrap_or_default()
    }

    /// Returns the ids of served records.
    pub fn ids(&self, table: &str) -> Vec<String> {
        self.rows(table).iter().map(|row| row[1].as_str().unwrap().to_owned()).collect()
    }

    /// Returns the requests since the last call.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.state.lock().unwrap().requests)
    }
}

impl Drop for FakeEdge {
    fn drop(&mut self) {
        self.server.unblock();
        self.thread.take().unwrap().join().unwrap();
    }
}

fn answer(mut request: Request, state: &mut EdgeState, inject_failure: &mut FailureInjection) {
    let line = format!("{} {}", request.method(), request.url());
    state.requests.push(line.clone());
    let mut body = String::new();
    request.as_reader().read_to_string(&mut body).unwrap();
    let bearer = format!("Bearer {SECRET}");
    let allowed =
        request.headers().iter().any(|header| header.field.equiv("Authorization") && header.value == bearer.as_str());
    let (status, after, body) = if !allowed {
        (403, None, json!({"message": "the secret is wrong."}))
    } else if let Some((status, after)) = inject_failure(&line) {
        (status, after, json!({"message": "not now."}))
    } else {
        let (status, body) = reply(request.method(), request.url(), &body, state);
        (status, None, body)
    };
    let mut response = Response::from_string(body.to_string()).with_status_code(status);
    if let Some(after) = after {
        response.add_header(Header::from_bytes("Retry-After", after.to_string()).unwrap());
    }
    // The command may have ended.
    let _sent = request.respond(response);
}

fn reply(method: &Method, url: &str, body: &str, state: &mut EdgeState) -> (u16, Value) {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let after = percent_decode_str(query.trim_start_matches("after=")).decode_utf8().unwrap();
    let parts: Vec<&str> = path.trim_start_matches("/admin/v1/").split('/').collect();
    match (method, parts.as_slice()) {
        (Method::Get, ["dataset"]) => {
            (200, json!({"served": state.served, "previous": null, "loading": state.loading}))
        }
        (Method::Post, ["dataset", "erasures"]) => {
            let request_body: Value = serde_json::from_str(body).unwrap();
            let ids = request_body["ids"].as_array().unwrap();
            let table = if request_body["index"] == "siv_info" { "video" } else { "mention" };
            let served = state.tables[table].iter().filter(|row| ids.contains(&row[1])).count();
            // The previous version has one of them until it is dropped.
            let (previous, dropped) = (u64::from(state.previous), state.previous && request_body["dry_run"] == false);
            state.previous &= !dropped;
            let erased =
                json!({"served": served, "previous": previous, "previous_dropped": dropped, "import_discarded": null});
            (200, erased)
        }
        (Method::Get, ["dataset", "documents", table]) => {
            let after: i64 = after.parse().unwrap();
            let page = page(state, table, |row| row[0].as_i64().unwrap() > after);
            let videos = state.tables.get("video").cloned().unwrap_or_default();
            let with_video = |row: Value| match *table {
                "mention" => {
                    let video = videos.iter().find(|video| video[0] == row[2]).unwrap();
                    json!([row[0], row[1], row[3], video[1]])
                }
                _ => row,
            };
            (200, exported(state, page.into_iter().map(with_video).collect()))
        }
        (Method::Get, ["dataset", "rows", table]) => {
            let after: Vec<Value> = serde_json::from_str(&after).unwrap_or_default();
            let page = match after.is_empty() {
                true => page(state, table, |_| true),
                // Keys are the first columns.
                false => page(state, table, |row| order(&row.as_array().unwrap()[..after.len()]) > order(&after)),
            };
            (200, exported(state, page))
        }
        (Method::Get, ["aliases"]) => (200, json!({"aliases": []})),
        (Method::Post, ["dataset", "free-space"]) => (200, json!({})),
        (Method::Post, ["imports"]) => begin(serde_json::from_str(body).unwrap(), state),
        (Method::Post, ["imports", import, "finish"]) => finish(import, serde_json::from_str(body).unwrap(), state),
        (Method::Put, ["imports", _, table, number]) => {
            let batches = state.stored.entry((*table).to_owned()).or_default();
            if number.parse() != Ok(batches.len()) {
                return (409, json!({"message": format!("the next batch is {}.", batches.len())}));
            }
            batches.push(serde_json::from_str(body).unwrap());
            (200, json!({}))
        }
        (Method::Post, ["dataset", "reads"]) => {
            let request_body: Value = serde_json::from_str(body).unwrap();
            (200, json!({"rows": read(&request_body["wanted"], state)}))
        }
        _ => (404, json!({"message": "there is nothing at this path."})),
    }
}

/// Returns the rows of a lookup by an import.
fn read(wanted: &Value, state: &EdgeState) -> Vec<Value> {
    let rows = |table: &str| state.tables.get(table).into_iter().flatten();
    if let Some(ids) = wanted["ids"]["ids"].as_array() {
        let table = wanted["ids"]["table"].as_str().unwrap();
        return rows(table).filter(|row| ids.contains(&row[1])).cloned().collect();
    }
    if wanted["dictionaries"].is_object() {
        return rows("dictionary").cloned().collect();
    }
    assert!(wanted["layouts"].is_object(), "{wanted} is read");
    rows("layout").map(|row| json!([row[1], row[2]])).collect()
}

/// Returns a sort key: numbers by value, then texts.
fn order(key: &[Value]) -> Vec<(i64, String)> {
    key.iter().map(|value| (value.as_i64().unwrap_or(0), value.as_str().unwrap_or_default().to_owned())).collect()
}

fn page(state: &EdgeState, table: &str, is_behind: impl Fn(&Value) -> bool) -> Vec<Value> {
    let rows = state.tables.get(table).into_iter().flatten();
    rows.filter(|row| is_behind(row)).take(PAGE).cloned().collect()
}

fn exported(state: &mut EdgeState, rows: Vec<Value>) -> Value {
    let served = state.served.as_mut().unwrap();
    let page = json!({"generation": served["generation"], "version": served["version"], "rows": rows});
    if state.changes {
        served["generation"] = json!(served["generation"].as_u64().unwrap() + 1);
    }
    page
}

fn begin(request_body: Value, state: &mut EdgeState) -> (u16, Value) {
    state.begun.push(request_body.clone());
    if state.loading.as_ref().is_none_or(|loading| loading["import"] != request_body["import"]) {
        let base = |served: &Value| json!({"generation": served["generation"], "revision": 0});
        let served = state.served.as_ref().map_or(json!({"generation": 0, "revision": 0}), base);
        if !request_body["base"].is_null() && request_body["base"] != served {
            return (409, json!({"message": "another version was published."}));
        }
        state.stored.clear();
        state.steps = 0;
        state.loading = Some(
            json!({"import": request_body["import"], "started_at": request_body["started_at"], "inputs": request_body["inputs"]}),
        );
    }
    let loaded: BTreeMap<_, _> = state.stored.iter().map(|(table, batches)| (table, batches.len())).collect();
    let started_at = &state.loading.as_ref().unwrap()["started_at"];
    (200, json!({"state": "loading", "started_at": started_at, "loaded": loaded}))
}

fn finish(import: &str, request_body: Value, state: &mut EdgeState) -> (u16, Value) {
    if state.loading.is_none() {
        return (200, json!({"state": "served", "dataset": state.served}));
    }
    state.steps += 1;
    if state.steps < STEPS {
        return (200, json!({"phase": "publishing", "done": state.steps, "total": STEPS, "state": "loading"}));
    }
    state.published += 1;
    let inputs = state.loading.take().unwrap()["inputs"].clone();
    let mut dataset = request_body["content"].clone();
    dataset["generation"] = json!(state.published);
    dataset["revision"] = json!(0);
    dataset["import"] = json!(import);
    dataset["inputs"] = inputs;
    dataset["published_at"] = json!("2026-06-01T12:00:00Z");
    state.served = Some(dataset.clone());
    state.tables = state.stored.iter().map(|(table, batches)| (table.clone(), sorted(batches))).collect();
    state.finished = Some(request_body);
    (200, json!({"phase": "publishing", "done": STEPS, "total": STEPS, "state": "served", "dataset": dataset}))
}

/// Returns the rows of batches, sorted by key. The key is the beginning of a row.
fn sorted(batches: &[Value]) -> Vec<Value> {
    let mut rows: Vec<Value> = batches.iter().flat_map(|batch| batch.as_array().unwrap().clone()).collect();
    rows.sort_by_key(|row| order(row.as_array().unwrap()));
    rows
}
