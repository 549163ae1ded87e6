//! An edge's admin surface over real HTTP, as little of it as the command's own rules need.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tiny_http::{Header, Method, Request, Response, Server};

pub const SECRET: &str = "s3cret";

/// Answers instead of the edge: the status and the seconds of Retry-After, for a request line as `PUT /path`.
type Disturbance = Box<dyn FnMut(&str) -> Option<(u16, Option<u64>)> + Send>;

/// What the edge has and has seen.
#[derive(Default)]
pub struct State {
    /// Batches stored per table, in order.
    pub stored: BTreeMap<String, Vec<Value>>,
    /// Videos of the served dataset.
    pub served_videos: Vec<Value>,
    /// Import ids that were begun.
    pub begun: Vec<String>,
    /// Whether the import is served.
    pub served: bool,
    /// Request lines, disturbed ones too.
    pub requests: Vec<String>,
    /// Steps of finishing that were done.
    pub finishing: u32,
}

pub struct FakeEdge {
    pub url: String,
    pub state: Arc<Mutex<State>>,
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
}

impl FakeEdge {
    pub fn start(state: State, mut disturb: Disturbance) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").unwrap());
        let url = format!("http://{}", server.server_addr());
        let state = Arc::new(Mutex::new(state));
        let (serving, shared) = (Arc::clone(&server), Arc::clone(&state));
        let thread = std::thread::spawn(move || {
            for request in serving.incoming_requests() {
                answer(request, &mut shared.lock().unwrap(), &mut disturb);
            }
        });
        Self { url, state, server, thread: Some(thread) }
    }

    pub fn calm() -> Self {
        Self::start(State::default(), Box::new(|_| None))
    }

    /// The rows of a table in the order in which they were stored.
    pub fn rows(&self, table: &str) -> Vec<Value> {
        let state = self.state.lock().unwrap();
        let batches = state.stored.get(table).into_iter().flatten();
        batches.flat_map(|batch| batch.as_array().unwrap().clone()).collect()
    }
}

impl Drop for FakeEdge {
    fn drop(&mut self) {
        self.server.unblock();
        self.thread.take().unwrap().join().unwrap();
    }
}

fn answer(mut request: Request, state: &mut State, disturb: &mut Disturbance) {
    let line = format!("{} {}", request.method(), request.url());
    state.requests.push(line.clone());
    let mut body = String::new();
    request.as_reader().read_to_string(&mut body).unwrap();
    let bearer = format!("Bearer {SECRET}");
    let allowed =
        request.headers().iter().any(|header| header.field.equiv("Authorization") && header.value == bearer.as_str());
    let (status, after, body) = if !allowed {
        (403, None, json!({"message": "the secret is wrong."}))
    } else if let Some((status, after)) = disturb(&line) {
        (status, after, json!({"message": "not now."}))
    } else {
        let (status, body) = reply(request.method(), request.url(), &body, state);
        (status, None, body)
    };
    let mut response = Response::from_string(body.to_string()).with_status_code(status);
    if let Some(after) = after {
        response.add_header(Header::from_bytes("Retry-After", after.to_string()).unwrap());
    }
    // The command may have gone.
    let _sent = request.respond(response);
}

fn reply(method: &Method, path: &str, body: &str, state: &mut State) -> (u16, Value) {
    let dataset = json!({
        "generation": 1, "version": "ds_1", "import": "x", "videos": 1, "snapshots": 1, "mentions": 1,
        "published_at": "2026-06-01T12:00:00Z",
    });
    let parts: Vec<&str> = path.trim_start_matches("/admin/v1/").split('/').collect();
    match (method, parts.as_slice()) {
        (Method::Post, ["imports"]) => {
            let asked: Value = serde_json::from_str(body).unwrap();
            state.begun.push(asked["import"].as_str().unwrap().to_owned());
            if state.served {
                return (200, json!({"state": "served", "dataset": dataset}));
            }
            let loaded: BTreeMap<_, _> = state.stored.iter().map(|(table, batches)| (table, batches.len())).collect();
            (200, json!({"state": "preparing", "started_at": "2026-06-01T12:00:00Z", "loaded": loaded}))
        }
        (Method::Post, ["imports", _, "steps"]) => {
            (200, json!({"phase": "carrying over", "done": 1, "total": 1, "state": "loading"}))
        }
        (Method::Post, ["imports", _, "finish"]) => {
            state.finishing += 1;
            if state.finishing < 3 {
                return (200, json!({"phase": "indexing", "done": state.finishing, "total": 3, "state": "loading"}));
            }
            state.served = true;
            (200, json!({"phase": "publishing", "done": 3, "total": 3, "state": "served", "dataset": dataset}))
        }
        (Method::Put, ["imports", _, table, number]) => {
            let batches = state.stored.entry((*table).to_owned()).or_default();
            if number.parse() != Ok(batches.len()) {
                return (409, json!({"message": format!("the next batch is {}.", batches.len())}));
            }
            batches.push(serde_json::from_str(body).unwrap());
            (200, json!({}))
        }
        (Method::Post, ["videos", "lookup"]) => {
            let asked: Vec<String> = serde_json::from_str(body).unwrap();
            let known = |video: &&Value| asked.iter().any(|id| video[0] == id.as_str());
            (200, json!({"videos": state.served_videos.iter().filter(known).collect::<Vec<_>>()}))
        }
        _ => (404, json!({"message": "there is nothing at this path."})),
    }
}
