//! `overheard explain`: shows the query plan and the cost of a query.

use crate::args::ExplainArgs;
use crate::edge::{EdgeClient, Method, Retry};
use crate::output::{print_json, print_table};
use anyhow::Context as _;
use indicatif::{HumanBytes, HumanCount};
use serde::{Deserialize, Serialize};
use std::io::Read as _;

/// The plans and the measured cost of a query.
#[derive(Debug, Serialize, Deserialize)]
struct Explanation {
    plans: Vec<Plan>,
    trips: u32,
    rows_read: u64,
    bytes_read: u64,
    memory_bytes: u64,
    took_ms: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    question: String,
    source: String,
    reads: Vec<PlannedRead>,
    estimate: Estimate,
    held: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct PlannedRead {
    what: String,
    estimate: Estimate,
}

#[derive(Debug, Serialize, Deserialize)]
struct Estimate {
    rows: u64,
    bytes: u64,
    steps: u64,
}

pub fn run(args: &ExplainArgs) -> anyhow::Result<()> {
    let question = match args.question.as_str() {
        "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("the question cannot be read")?;
            text
        }
        text => text.to_owned(),
    };
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("/admin/v1/explain/{}", args.operation);
    let explanation: Explanation = edge.call(Method::POST, &path, Some(question), Retry::WithBackoff)?;
    if args.json {
        return print_json(&explanation);
    }
    for plan in &explanation.plans {
        println!("{}\nsource: {}", plan.question, plan.source);
        let rows = plan.reads.iter().map(|read| {
            vec![
                read.what.clone(),
                HumanCount(read.estimate.rows).to_string(),
                HumanBytes(read.estimate.bytes).to_string(),
                HumanCount(read.estimate.steps).to_string(),
            ]
        });
        print_table(&["reads", "estimated rows", "estimated bytes", "estimated steps"], &rows.collect::<Vec<_>>());
        println!(
            "Aggregation: about {} steps and {} of memory besides the rows.\n",
            HumanCount(plan.estimate.steps),
            HumanBytes(plan.held)
        );
    }
    println!(
        "Measured: {} database round trips, {} rows, {}, {} ms; the module uses {} of memory.",
        explanation.trips,
        HumanCount(explanation.rows_read),
        HumanBytes(explanation.bytes_read),
        explanation.took_ms,
        HumanBytes(explanation.memory_bytes)
    );
    Ok(())
}
