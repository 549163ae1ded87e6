//! Reports of the account and their schedules. They are made and downloaded through the Account API.

use super::{ByMember, Outcome, Refused};
use crate::handlers::admin::reports;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::service::account::authorize;
use overheard::spec::AccountOperation;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    after: Option<String>,
}

pub async fn list_reports(mut by: ByMember) -> Outcome<Reply> {
    let List { after } = by.asked.query().await?;
    let listed = reports::listed(by.app(), Some(&by.account.id), after.as_deref()).await?;
    by.answer(StatusCode::OK, &listed)
}

pub async fn list_schedules(mut by: ByMember) -> Outcome<Reply> {
    let List { after } = by.asked.query().await?;
    let listed = reports::listed_schedules(by.app(), Some(&by.account.id), after.as_deref()).await?;
    by.answer(StatusCode::OK, &listed)
}

pub async fn create_schedule(mut by: ByMember) -> Outcome<Reply> {
    let operation = AccountOperation::CreateReport;
    authorize(&by.account.plan, operation).map_err(|violation| Refused {
        plans: Some((by.account.plan.clone(), operation.endpoint().plan)),
        ..violation.into()
    })?;
    let body = by.asked.question().await?;
    let schedule = reports::scheduled(by.app(), by.account.clone(), &body).await?;
    by.answer(StatusCode::CREATED, &schedule)
}

pub async fn cancel_schedule(mut by: ByMember) -> Outcome<Reply> {
    let id: String = by.asked.path().await?;
    by.answer(StatusCode::OK, &reports::cancelled(by.app(), Some(&by.account.id), &id).await?)
}
