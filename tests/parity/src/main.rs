//! Reads requests, one a line: the name of an operation, a blank, the body or the query in base64. Writes the native
//! core's result of each as one line of JSON: `[canonical, cost]` if it passes, otherwise the error body as text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use overheard::guard::account::Targets;
use overheard::guard::problem::{Problem, Problems};
use overheard::guard::request::Request;
use overheard::guard::request::account::AccountRequest;
use overheard::guard::request::account::report::ReportRequest;
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::spec::{AccountOperation, Endpoint, Operation};
use serde_json::{Value, json};
use std::io::{BufRead, BufWriter, Error, Write, stdin, stdout};

/// The id of a request that was never sent.
const REQUEST_ID: &str = "req_0000000000";

fn main() -> Result<(), Error> {
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let verdict = verdict(&line?).ok_or_else(|| Error::other("a line is an operation and a body in base64"))?;
        writeln!(out, "{verdict}")?;
    }
    out.flush()
}

/// Returns the canonical address and the cost. Requests for reports and webhooks have a body.
fn verdict_of_account(operation: AccountOperation, given: &[u8]) -> Result<(String, u32), Problems> {
    let Endpoint { path, cost, .. } = operation.endpoint();
    let posted = || (path.to_owned(), cost.units(0));
    match operation {
        AccountOperation::CreateReport => ReportRequest::parse(given).map(|_| posted()),
        AccountOperation::CreateWebhook => WebhookRequest::parse(given, Targets::Public).map(|_| posted()),
        _ => AccountRequest::parse(operation, given).map(|request| (request.address, request.cost)),
    }
}

fn verdict(line: &str) -> Option<Value> {
    let (operation, body) = line.split_once(' ')?;
    let body = BASE64_STANDARD.decode(body).ok()?;
    let outcome = match Operation::from_name(operation) {
        Some(operation) => Request::parse(operation, &body).map(|request| (request.serialize(), request.cost())),
        None => verdict_of_account(AccountOperation::from_name(operation)?, &body),
    };
    Some(match outcome {
        Ok((canonical, cost)) => json!([canonical, cost]),
        Err(problems) => json!(Problem::from_problems(problems, REQUEST_ID).write()),
    })
}
