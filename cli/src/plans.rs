//! Lists and changes plans through the edge's admin API.

use crate::args::{PlansCommand, PlansList, PlansSet};
use crate::edge::{EdgeClient, Method, Retry, percent_encode};
use crate::failure::validate;
use crate::output::{items, print_json, print_table, text};
use indicatif::HumanCount;
use overheard::guard::problem::Problems;
use overheard::service::account::Api;
use overheard::service::account::request::check_plan_name;
use overheard::service::meter::PlanLimits;
use serde_json::Value;

pub fn run(command: &PlansCommand) -> anyhow::Result<()> {
    match command {
        PlansCommand::List(args) => list(args),
        PlansCommand::Set(args) => set(args),
    }
}

fn list(args: &PlansList) -> anyhow::Result<()> {
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let answer: Value = edge.call(Method::GET, "/admin/v1/plans", None, Retry::WithBackoff)?;
    if args.json {
        return print_json(&answer);
    }
    let row = |plan: &Value| {
        let limits = plan.get("limits").unwrap_or(&Value::Null);
        let limit = |member: &str| {
            limits.get(member).and_then(Value::as_u64).map_or("no limit".to_owned(), |limit| limit.to_string())
        };
        vec![
            text(plan, "face"),
            text(plan, "name"),
            limit("per_minute"),
            limit("per_day"),
            limit("per_month"),
            text(plan, "default"),
        ]
    };
    let rows = items(&answer, "plans").iter().map(row).collect::<Vec<_>>();
    print_table(&["face", "name", "per_minute", "per_day", "per_month", "default"], &rows);
    Ok(())
}

fn set(args: &PlansSet) -> anyhow::Result<()> {
    let limits = PlanLimits {
        per_minute: args.per_minute.map(u64::from),
        per_day: args.per_day.map(u64::from),
        per_month: args.per_month.map(u64::from),
    };
    validate(check_plan_name(&args.name).map_err(Problems::from))?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let path = format!("/admin/v1/plans/{}/{}", args.api.name(), percent_encode(&args.name));
    let plan: Value = edge.call(Method::PUT, &path, Some(serde_json::to_string(&limits)?), Retry::WithBackoff)?;
    if args.json {
        return print_json(&plan);
    }
    println!("Plan {} of the {}: {}.", args.name, args.api.title(), describe(&limits));
    println!("It takes effect without a deployment.");
    Ok(())
}

/// Returns the interfaces for which a plan has no limits and so gives no access; all if the plan does not exist.
pub fn without_limits(edge: &EdgeClient, plan: &str) -> anyhow::Result<Vec<Api>> {
    let answer: Value = edge.call(Method::GET, "/admin/v1/plans", None, Retry::WithBackoff)?;
    let has = |api: Api| {
        let mut plans = items(&answer, "plans").iter();
        plans.any(|of| text(of, "name") == plan && text(of, "face") == api.name())
    };
    Ok([Api::Data, Api::Account].into_iter().filter(|api| !has(*api)).collect())
}

/// Describes limits in words.
fn describe(limits: &PlanLimits) -> String {
    let limits = [("a minute", limits.per_minute), ("a day", limits.per_day), ("a month", limits.per_month)];
    let words = limits.map(|(window, limit)| {
        limit.map_or_else(|| format!("no limit {window}"), |limit| format!("{} {window}", HumanCount(limit)))
    });
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_not_given_is_said_to_be_none() {
        let limits = PlanLimits { per_minute: Some(60), per_day: None, per_month: Some(20_000) };
        assert_eq!(describe(&limits), "60 a minute, no limit a day, 20,000 a month");
    }
}
