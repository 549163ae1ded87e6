//! Plans: listed, and set without deploying.

use super::{Asked, not_allowed};
use crate::app::App;
use crate::reply::Reply;
use crate::store::keys::OPERATOR_MS;
use axum::http::StatusCode;
use overheard::guard::problem::{Code, Problems, Violation, echo};
use overheard::service::account::request::{is_plan_name, parse_limits};
use overheard::service::account::{DEFAULT_PLANS, Face};
use overheard::service::meter::Limits;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct ShownPlan<'a> {
    face: Face,
    name: &'a str,
    limits: Limits,
    /// Whether it is as it comes, and nobody has set it.
    default: bool,
}

/// Lists plans.
pub async fn list_plans(asked: Asked) -> Result<Reply, Problems> {
    let set = asked.app.fresh_keys(OPERATOR_MS)?.plans().await?;
    let mut plans: BTreeMap<(Face, &str), (Limits, bool)> =
        DEFAULT_PLANS.iter().map(|(face, name, limits)| ((*face, *name), (*limits, true))).collect();
    plans.extend(set.iter().map(|(face, name, limits)| ((*face, name.as_str()), (*limits, false))));
    let shown = |((face, name), (limits, default))| ShownPlan { face, name, limits, default };
    let plans: Vec<ShownPlan<'_>> = plans.into_iter().map(shown).collect();
    asked.answer(StatusCode::OK, &json!({"plans": plans}))
}

/// Sets what a plan allows.
pub async fn set_plan(mut asked: Asked) -> Result<Reply, Problems> {
    let (face, name): (String, String) = asked.path().await?;
    let of = Face::from_name(&face).ok_or_else(|| not_allowed("face", &face, &Face::NAMES))?;
    if !is_plan_name(&name) {
        return Err(not_allowed("name", &name, &["1 to 40 of a-z, 0-9, _ and -"]).into());
    }
    let limits = parse_limits(&asked.body().await?)?;
    asked.app.fresh_keys(OPERATOR_MS)?.keep_limits(of, &name, &limits).await?;
    asked.answer(StatusCode::OK, &ShownPlan { face: of, name: &name, limits, default: false })
}

/// Refuses a plan that no interface of some has.
pub async fn require(app: &App, faces: &[Face], plan: &str) -> Result<(), Violation> {
    let keys = app.fresh_keys(OPERATOR_MS)?;
    for face in faces {
        if keys.limits(*face, plan).await?.is_some() {
            return Ok(());
        }
    }
    let set = keys.plans().await?;
    let defaults = DEFAULT_PLANS.iter().map(|(face, name, _)| (face, *name));
    let all = defaults.chain(set.iter().map(|(face, name, _)| (face, name.as_str())));
    let (mut names, mut is_elsewhere): (Vec<&str>, bool) = (Vec::new(), false);
    for (face, name) in all {
        is_elsewhere |= name == plan;
        if faces.contains(face) && !names.contains(&name) {
            names.push(name);
        }
    }
    match faces {
        [face] if is_elsewhere => {
            let message = format!("plan '{}' has no limits on the {}.", echo(plan), face.title());
            Err(Violation::new(Code::ValueNotAllowed, "/plan", message).allowing(&names, plan))
        }
        _ => Err(not_allowed("plan", plan, &names)),
    }
}
