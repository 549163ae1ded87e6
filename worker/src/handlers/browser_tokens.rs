//! Creates browser tokens, with a data key for the Data API or an API token for the Account API.

use super::body::read_question;
use crate::app::App;
use crate::auth::{Caller, api_of, authenticate};
use crate::call::{Call, now_seconds, time_text};
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply};
use crate::store::keys::REQUEST_MS;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::request::Parts;
use overheard::guard::problem::Violation;
use overheard::guard::request::account::forced;
use overheard::service::account::{Api, authorize};
use overheard::service::browser_token::{TokenApi, TokenClaims, TokenRequest, sign};
use overheard::service::credential;
use overheard::service::meter::window::Charge;
use overheard::service::signing::Purpose;
use overheard::spec::AccountOperation;
use serde_json::json;
use serde_json::value::RawValue;

/// Method and path.
pub const ENDPOINT: &str = "POST /v1/_ext/browser-tokens";

/// The endpoint that creates browser tokens.
pub struct CreateTokenEndpoint(pub App);

impl MeteredEndpoint for CreateTokenEndpoint {
    type Read = Vec<u8>;
    type Question = TokenRequest;

    const CHARGE: Charge = Charge::Quota;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        ENDPOINT.to_owned()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.0.settings.signing_key(Purpose::BrowserTokens)?;
        authenticate(&self.0.keys(REQUEST_MS)?, call, api_of(&parts.headers), parts).await
    }

    async fn read(&self, parts: &Parts, body: Body) -> Result<Vec<u8>, Violation> {
        read_question(&parts.headers, body).await
    }

    fn check(&self, caller: &Caller, parts: &Parts, body: Vec<u8>) -> Result<(TokenRequest, u32), RequestError> {
        let api = caller.key.api;
        credential::refuse_in_query(api, parts.uri.query().unwrap_or_default())?;
        if api == Api::Data {
            return Ok((TokenRequest::parse(&body, TokenApi::Data)?, 0));
        }
        let wanted = TokenRequest::parse(&body, TokenApi::Account { plan: &caller.plan })?;
        for operation in wanted.operations.iter().filter_map(|name| AccountOperation::from_name(name)) {
            authorize(&caller.plan, operation)
                .map_err(|violation| RequestError::Plan(violation, operation.endpoint().plan))?;
        }
        if let Some(filters) = &wanted.filters {
            forced::check_brands(filters, &caller.account().brands)?;
        }
        Ok((wanted, 0))
    }

    async fn answer(&self, context: RequestContext<'_>, wanted: TokenRequest) -> Result<Reply, RequestError> {
        let signing = self.0.settings.signing_key(Purpose::BrowserTokens)?;
        let TokenRequest { origin, operations, filters, expires_in } = wanted;
        let expires_at = now_seconds() + i64::from(expires_in);
        let operations = operations.into_iter().map(str::to_owned).collect();
        let claims = TokenClaims { key: context.caller.key.id.clone(), origin, operations, filters, expires_at };
        let Some(token) = sign(&claims, signing.as_bytes()) else {
            return Ok(reply::internal(&"a browser token is not signed", context.call));
        };
        let filters = claims.filters.and_then(|filters| RawValue::from_string(filters).ok());
        let body = json!({
            "token": token,
            "expires_at": time_text(claims.expires_at),
            "origin": claims.origin,
            "operations": claims.operations,
            "filters": filters,
        });
        Ok(reply::object(StatusCode::CREATED, &body, context.call))
    }
}
