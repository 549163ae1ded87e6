//! Webhooks of the Account API: registration, listing and deletion.

use super::account::parse_request;
use super::body::read_question;
use super::prefer_meta::with_meta;
use super::reports::idempotency_key;
use super::representation::{AccountTable, accepted, accepts_json};
use crate::app::App;
use crate::auth::{Caller, own_origin};
use crate::call::Call;
use crate::fault::unavailable;
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use crate::webhooks::{self, fault, rows};
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderName, header};
use overheard::guard::problem::Violation;
use overheard::guard::request::account::cursor::{self, Position, SortKey};
use overheard::guard::request::account::webhook::WebhookRequest;
use overheard::guard::request::account::{AccountParameters, AccountRequest};
use overheard::records::idempotency::check_key;
use overheard::records::webhook::{WebhookRecord, check_brands, table};
use overheard::service::accept::Representation;
use overheard::service::account::{Api, authorize};
use overheard::service::credential::refuse_in_query;
use overheard::service::member::MemberRole;
use overheard::service::meter::window::Charge;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;
use overheard::spec::answer::{ListPage, WebhookDetails};
use serde_json::value::to_raw_value;

pub struct CreateWebhookEndpoint(pub App);

pub struct ListWebhooksEndpoint(pub App);

pub struct DeleteWebhookEndpoint(pub App);

impl MeteredEndpoint for CreateWebhookEndpoint {
    type Read = Vec<u8>;
    type Question = WebhookRequest;

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        AccountOperation::CreateWebhook.endpoint().to_string()
    }

    fn needs(&self) -> MemberRole {
        MemberRole::Admin
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.0.caller(call, (Api::Account, AccountOperation::CreateWebhook.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, body: Body) -> Result<Vec<u8>, Violation> {
        accepts_json(&parts.headers)?;
        read_question(&parts.headers, body).await
    }

    fn check(&self, caller: &Caller, parts: &Parts, body: Vec<u8>) -> Result<(WebhookRequest, u32), RequestError> {
        let operation = AccountOperation::CreateWebhook;
        authorize(&caller.plan, operation)
            .map_err(|violation| RequestError::Plan(violation, operation.endpoint().plan))?;
        refuse_in_query(Api::Account, parts.uri.query().unwrap_or_default())?;
        if let Some(key) = idempotency_key(&parts.headers) {
            check_key(&key)?;
        }
        let wanted = WebhookRequest::parse(&body, self.0.settings.targets())?;
        check_brands(&wanted, &caller.account().brands)?;
        Ok((wanted, operation.cost().units(1)))
    }

    async fn answer(&self, context: RequestContext<'_>, wanted: WebhookRequest) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        let key = idempotency_key(&parts.headers);
        let shown = webhooks::register(&self.0, &caller.account(), &caller.plan, wanted, key.as_deref()).await?;
        let mut reply = reply::json(reply::success(&AccountOperation::CreateWebhook.endpoint()), shown.body);
        let headers = reply.headers_mut();
        reply::set(headers, header::LOCATION, &format!("/v1/webhooks/{}", shown.id));
        if shown.is_replayed {
            reply::set(headers, HeaderName::from_static("idempotency-replayed"), "true");
        }
        let hint = format!(
            "A signing secret that nobody has seen, or that is lost, is replaced in the dashboard: an admin of the account \
             opens {}/webhooks?webhook={}&make=secret and makes a new one, which is shown once.",
            own_origin(&parts.uri),
            shown.id
        );
        let cost = AccountOperation::CreateWebhook.cost().units(1);
        Ok(with_meta(&self.0, call, &parts.headers, (cost, vec![hint]), reply).await?)
    }
}

impl MeteredEndpoint for ListWebhooksEndpoint {
    type Read = Representation;
    type Question = (AccountRequest, Representation);

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = true;

    fn name(&self) -> String {
        AccountOperation::Webhooks.endpoint().to_string()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.0.caller(call, (Api::Account, AccountOperation::Webhooks.endpoint().name), parts).await
    }

    async fn read(&self, parts: &Parts, _: Body) -> Result<Representation, Violation> {
        accepted(&parts.headers, None, true)
    }

    fn check(
        &self,
        caller: &Caller,
        parts: &Parts,
        representation: Representation,
    ) -> Result<(Self::Question, u32), RequestError> {
        let request = parse_request(AccountOperation::Webhooks, caller, &parts.uri)?;
        let cost = request.cost;
        Ok(((request, representation), cost))
    }

    async fn answer(
        &self,
        context: RequestContext<'_>,
        (request, representation): Self::Question,
    ) -> Result<Reply, RequestError> {
        let RequestContext { call, parts, caller, .. } = context;
        let account = caller.key.account_id.as_str();
        let secret = self.0.settings.signing_key(Purpose::Cursors)?.as_bytes();
        let AccountParameters::Webhooks { status, limit, cursor } = &request.parameters else {
            return Err(unavailable("webhooks", &"the parameters are those of another operation").into());
        };
        let before = match cursor {
            Some(cursor) => Some(cursor::decode(cursor, account, &request.address, secret)?),
            None => None,
        };
        let before = before.as_ref().and_then(|Position { key, id }| match key {
            SortKey::Whole(at) => Some((u64::try_from(*at).ok()?, id.as_str())),
            _ => None,
        });
        let found = rows(&self.0, table::list(Some(account), *status, before, limit + 1)).await?;
        let mut found = found.into_iter().map(WebhookRecord::from_row).collect::<Result<Vec<_>, _>>().map_err(fault)?;
        let has_more = found.len() > *limit as usize;
        found.truncate(*limit as usize);
        let next_cursor = found.last().filter(|_| has_more).and_then(|last| {
            let key = SortKey::Whole(i64::try_from(last.created_at).unwrap_or(i64::MAX));
            cursor::encode(&Position { key, id: last.id.clone() }, account, &request.address, secret)
        });
        let data: Vec<WebhookDetails> = found.iter().map(|webhook| webhook.details(None)).collect();
        let next = next_cursor.as_deref().map(|cursor| request.next(cursor).address);
        let answer = to_raw_value(&ListPage { data, has_more, next_cursor });
        let answer = answer.map_err(|error| unavailable("the answer", &error))?;
        let endpoint = AccountOperation::Webhooks.endpoint();
        let table = AccountTable::write(representation, &request, &answer)?;
        let is_table = table.is_some();
        let mut reply = match table {
            Some(table) => table.cacheable_reply(&endpoint, &parts.headers),
            None => reply::cacheable(answer.get().to_owned(), &endpoint, &parts.headers),
        };
        if let Some(next) = next {
            reply::set(reply.headers_mut(), header::LINK, &format!("<{next}>; rel=\"next\""));
        }
        if is_table {
            return Ok(reply);
        }
        Ok(with_meta(&self.0, call, &parts.headers, (request.cost, Vec::new()), reply).await?)
    }
}

impl MeteredEndpoint for DeleteWebhookEndpoint {
    type Read = ();
    type Question = AccountRequest;

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        AccountOperation::DeleteWebhook.endpoint().to_string()
    }

    fn needs(&self) -> MemberRole {
        MemberRole::Admin
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.0.caller(call, (Api::Account, AccountOperation::DeleteWebhook.endpoint().name), parts).await
    }

    async fn read(&self, _: &Parts, _: Body) -> Result<(), Violation> {
        Ok(())
    }

    fn check(&self, caller: &Caller, parts: &Parts, (): ()) -> Result<(AccountRequest, u32), RequestError> {
        let request = parse_request(AccountOperation::DeleteWebhook, caller, &parts.uri)?;
        let cost = request.cost;
        Ok((request, cost))
    }

    async fn answer(&self, context: RequestContext<'_>, request: AccountRequest) -> Result<Reply, RequestError> {
        webhooks::remove(&self.0, Some(&context.caller.key.account_id), &request.id).await?;
        let mut reply = Reply::new(Body::empty());
        *reply.status_mut() = reply::success(&AccountOperation::DeleteWebhook.endpoint());
        Ok(reply)
    }
}
