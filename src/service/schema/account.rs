//! The description of the operations of an account: the counterpart of `GET /v1/schema` of the Data API.

use super::json_schema::{account_body_schema, parameters_schema};
use crate::base::date::Date;
use crate::service::account::authorize;
use crate::spec::{AccountOperation, SCHEMA_VERSION};
use serde_json::{Value, json};

/// Returns the operations of a plan with their parameters. Version and days are null before the first import.
pub fn account_schema(plan: &str, dataset_version: Option<&str>, days: Option<(Date, Date)>) -> Value {
    let open = AccountOperation::ALL.into_iter().filter(|operation| authorize(plan, *operation).is_ok());
    let (first, last) = days.map(|(first, last)| (first.to_string(), last.to_string())).unzip();
    json!({
        "schema_version": SCHEMA_VERSION,
        "dataset_version": dataset_version,
        "first_date": first,
        "last_date": last,
        "plan": plan,
        "operations": open.map(operation).collect::<Vec<Value>>(),
    })
}

fn operation(operation: AccountOperation) -> Value {
    let endpoint = operation.endpoint();
    endpoint.with_deprecation(json!({
        "name": endpoint.name,
        "tool": endpoint.tool,
        "method": endpoint.method,
        "path": endpoint.path,
        "description": endpoint.description,
        "plan": endpoint.plan,
        "cost": endpoint.cost.rule(),
        "parameters": parameters_schema(operation),
        "body": account_body_schema(operation),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_lists_the_operations_of_the_plan() {
        let names = |plan| {
            let schema = account_schema(plan, Some("v"), Date::parse("2026-01-01").zip(Date::parse("2026-01-31")));
            assert_eq!((&schema["first_date"], &schema["last_date"]), (&json!("2026-01-01"), &json!("2026-01-31")));
            schema["operations"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect::<Vec<_>>()
        };
        assert!(names("starter").contains(&json!("sentiment")) && !names("starter").contains(&json!("trends")));
        assert_eq!(names("professional").len(), AccountOperation::ALL.len());
        assert_eq!(account_schema("starter", None, None)["last_date"], Value::Null);
    }
}
