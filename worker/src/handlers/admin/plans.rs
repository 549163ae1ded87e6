//! Listing and changing of plans. A change needs no deployment.

use super::{IncomingRequest, not_allowed};
use crate::app::App;
use crate::reply::Reply;
use crate::store::keys::OPERATOR_MS;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::service::account::request::{check_plan_name, parse_limits};
use overheard::service::account::{Api, DEFAULT_PLANS};
use overheard::service::meter::PlanLimits;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct PlanSummary<'a> {
    #[serde(rename = "face")]
    api: Api,
    name: &'a str,
    limits: PlanLimits,
    /// True if no operator has changed it.
    default: bool,
}

pub async fn list_plans(request: IncomingRequest) -> Result<Reply, Problems> {
    let set = request.app.fresh_keys(OPERATOR_MS)?.plans().await?;
    let mut plans: BTreeMap<(Api, &str), (PlanLimits, bool)> =
        DEFAULT_PLANS.iter().map(|(api, name, limits)| ((*api, *name), (*limits, true))).collect();
    plans.extend(set.iter().map(|(api, name, limits)| ((*api, name.as_str()), (*limits, false))));
    let summary = |((api, name), (limits, default))| PlanSummary { api, name, limits, default };
    let plans: Vec<PlanSummary<'_>> = plans.into_iter().map(summary).collect();
    request.answer(StatusCode::OK, &json!({"plans": plans}))
}

/// Sets the limits of a plan.
pub async fn set_plan(mut request: IncomingRequest) -> Result<Reply, Problems> {
    let (api_name, name): (String, String) = request.path().await?;
    let api: Api = api_name.parse().map_err(|_| not_allowed("face", &api_name, Api::NAMES))?;
    check_plan_name(&name)?;
    let limits = parse_limits(&request.body().await?)?;
    request.app.fresh_keys(OPERATOR_MS)?.set_limits(api, &name, &limits).await?;
    request.answer(StatusCode::OK, &PlanSummary { api, name: &name, limits, default: false })
}

/// Returns an error if none of the interfaces has a plan of this name.
pub async fn require(app: &App, apis: &[Api], plan: &str) -> Result<(), Violation> {
    let keys = app.fresh_keys(OPERATOR_MS)?;
    for api in apis {
        if keys.limits(*api, plan).await?.is_some() {
            return Ok(());
        }
    }
    let set = keys.plans().await?;
    let defaults = DEFAULT_PLANS.iter().map(|(api, name, _)| (api, *name));
    let all = defaults.chain(set.iter().map(|(api, name, _)| (api, name.as_str())));
    let (mut names, mut is_elsewhere): (Vec<&str>, bool) = (Vec::new(), false);
    for (api, name) in all {
        is_elsewhere |= name == plan;
        if apis.contains(api) && !names.contains(&name) {
            names.push(name);
        }
    }
    match apis {
        [api] if is_elsewhere => {
            let message = format!("plan '{}' has no limits on the {}.", echo(plan), api.title());
            Err(Violation::new(Code::ValueNotAllowed, "/plan", message).allowing(&names, plan))
        }
        _ => Err(not_allowed("plan", plan, &names)),
    }
}
