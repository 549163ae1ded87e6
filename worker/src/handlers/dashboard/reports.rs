//! Reports of the account and their schedules. Pages create and download reports through the Account API.

use super::{DashboardError, MemberRequest, Outcome};
use crate::handlers::admin::reports;
use crate::reply::Reply;
use axum::http::StatusCode;
use overheard::service::account::authorize;
use overheard::spec::AccountOperation;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PageQuery {
    after: Option<String>,
}

pub async fn list_reports(mut request: MemberRequest) -> Outcome<Reply> {
    let PageQuery { after } = request.incoming.query().await?;
    let page = reports::reports_page(request.app(), Some(&request.account.id), after.as_deref()).await?;
    request.answer(StatusCode::OK, &page)
}

pub async fn list_schedules(mut request: MemberRequest) -> Outcome<Reply> {
    let PageQuery { after } = request.incoming.query().await?;
    let page = reports::schedules_page(request.app(), Some(&request.account.id), after.as_deref()).await?;
    request.answer(StatusCode::OK, &page)
}

pub async fn create_schedule(mut request: MemberRequest) -> Outcome<Reply> {
    let operation = AccountOperation::CreateReport;
    authorize(&request.account.plan, operation).map_err(|violation| DashboardError {
        plans: Some((request.account.plan.clone(), operation.endpoint().plan)),
        ..violation.into()
    })?;
    let body = request.incoming.question().await?;
    let schedule = reports::add_schedule(request.app(), request.account.clone(), &body).await?;
    request.answer(StatusCode::CREATED, &schedule)
}

pub async fn cancel_schedule(mut request: MemberRequest) -> Outcome<Reply> {
    let id: String = request.incoming.path().await?;
    request.answer(StatusCode::OK, &reports::remove_schedule(request.app(), Some(&request.account.id), &id).await?)
}
