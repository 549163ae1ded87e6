//! `overheard compare`: asks two edges the same questions, and compares their answers byte for byte.

mod data_api;
mod questions;
mod values;

use crate::args::CompareArgs;
use crate::output::print_json;
use crate::progress::ProgressDisplay;
use anyhow::bail;
use data_api::{Answered, DataApi};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use serde_json::Value;

/// The most differences that are printed.
const SHOWN: usize = 3;

/// The result of a comparison.
#[derive(Debug, Default, Serialize)]
struct Comparison {
    version: String,
    questions: usize,
    equal: usize,
    /// The questions that an edge finds too expensive.
    refused: usize,
    different: Vec<Difference>,
}

/// A question with two answers.
#[derive(Debug, Serialize)]
struct Difference {
    operation: &'static str,
    question: Value,
    answers: [String; 2],
}

pub fn run(args: &CompareArgs) -> anyhow::Result<()> {
    let edges = [DataApi::new(&args.edge, "OVERHEARD_API_KEY")?, DataApi::new(&args.other, "OVERHEARD_OTHER_API_KEY")?];
    let version = common_version(&edges)?;
    let progress = ProgressDisplay::new();
    let [edge, _] = &edges;
    let values = values::read(edge, &progress)?;
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
    let mut found = Comparison { version, ..Comparison::default() };
    progress.steps("Comparing");
    for number in 0..args.sample {
        let (operation, question) = questions::random(&values, &mut rng);
        let [one, other] = edges.each_ref().map(|edge| edge.ask(operation.endpoint().name, &question));
        found.add(operation.endpoint().name, question, [one?, other?]);
        progress.step("Comparing", number as u64 + 1, args.sample as u64);
    }
    progress.end();
    // An import meanwhile would explain differences.
    if common_version(&edges)? != found.version {
        bail!("another version was published during the comparison: repeat it");
    }
    print(&found, args.json)?;
    if found.different.is_empty() { Ok(()) } else { bail!("{} answers differ", found.different.len()) }
}

impl Comparison {
    fn add(&mut self, operation: &'static str, question: Value, answers: [Answered; 2]) {
        self.questions += 1;
        match answers {
            [Answered::Body(one), Answered::Body(other)] if one == other => self.equal += 1,
            [Answered::Problem(code), _] | [_, Answered::Problem(code)] if code == "query_too_expensive" => {
                self.refused += 1;
            }
            answers => {
                let answers = answers.map(|answer| match answer {
                    Answered::Body(body) => body,
                    Answered::Problem(code) => code,
                });
                self.different.push(Difference { operation, question, answers });
            }
        }
    }
}

/// Returns the version that both edges serve.
fn common_version(edges: &[DataApi; 2]) -> anyhow::Result<String> {
    let [one, other] = edges.each_ref().map(|edge| {
        let schema = edge.schema()?;
        anyhow::Ok(schema.get("dataset_version").and_then(Value::as_str).unwrap_or_default().to_owned())
    });
    let (one, other) = (one?, other?);
    let [edge, next] = edges.each_ref().map(DataApi::url);
    if one.is_empty() || other.is_empty() {
        bail!("{} serves no dataset", if one.is_empty() { edge } else { next });
    }
    if one != other {
        bail!("{edge} serves {one}, and {next} serves {other}: import the same files into both");
    }
    Ok(one)
}

fn print(found: &Comparison, is_json: bool) -> anyhow::Result<()> {
    if is_json {
        return print_json(found);
    }
    let Comparison { version, questions, equal, refused, different } = found;
    println!(
        "{version}: {questions} questions, {equal} equal answers, {refused} refused, {} different",
        different.len()
    );
    for Difference { operation, question, answers: [one, other] } in different.iter().take(SHOWN) {
        println!("\n{operation} {question}\n  {one}\n  {other}");
    }
    Ok(())
}
