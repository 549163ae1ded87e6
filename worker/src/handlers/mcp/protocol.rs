//! Messages that call no operation. They are free, and count towards the limit per minute.

use super::message_reply;
use super::texts::{DatasetSummary, Texts};
use crate::app::App;
use crate::auth::Caller;
use crate::call::Call;
use crate::fault::unavailable;
use crate::metering::{MeteredEndpoint, RequestContext, RequestError};
use crate::reply::{self, Reply, meta};
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::request::Parts;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::service::account::Api;
use overheard::service::envelope;
use overheard::service::mcp::{self, McpError, McpMethod, OPENAPI, SCHEMA};
use overheard::service::meter::window::Charge;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::cell::Cell;

/// The name of the endpoint in usage records.
const ENDPOINT: &str = "POST /mcp";
/// The name of the operation. No browser token includes it.
pub const NAME: &str = "mcp";

/// The endpoint of messages that call no operation.
pub struct ProtocolEndpoint {
    app: App,
    api: Api,
    /// The message or the error in it. Removed once the credential is checked.
    received: Cell<Option<Result<ProtocolMessage, Violation>>>,
}

/// A message that calls no operation.
pub enum ProtocolMessage {
    /// The message is not valid.
    Fault(McpError),
    /// The message needs no answer.
    Notification,
    /// A request of the protocol itself.
    Protocol(mcp::McpRequest),
    /// A call of the tool that describes the schema.
    Schema(mcp::McpRequest),
    /// A call of an unknown tool, or one with invalid arguments.
    Refusal(mcp::McpRequest, Violation),
}

impl ProtocolEndpoint {
    pub fn new(app: App, api: Api, received: Result<ProtocolMessage, Violation>) -> Self {
        Self { app, api, received: Cell::new(Some(received)) }
    }
}

impl MeteredEndpoint for ProtocolEndpoint {
    type Read = ProtocolMessage;
    type Question = ProtocolMessage;

    const CHARGE: Charge = Charge::Free;
    const OVERLAPS_METER: bool = false;

    fn name(&self) -> String {
        ENDPOINT.to_owned()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (self.api, NAME), parts).await
    }

    async fn read(&self, _: &Parts, _: Body) -> Result<ProtocolMessage, Violation> {
        self.received.take().unwrap_or_else(|| Err(unavailable("a message", &"it was read twice")))
    }

    fn check(&self, _: &Caller, _: &Parts, subject: ProtocolMessage) -> Result<(ProtocolMessage, u32), RequestError> {
        Ok((subject, 0))
    }

    async fn answer(&self, context: RequestContext<'_>, subject: ProtocolMessage) -> Result<Reply, RequestError> {
        let RequestContext { call, caller, .. } = context;
        let (message, result) = match subject {
            ProtocolMessage::Fault(fault) => return Ok(message_reply(fault.status, fault.write())),
            ProtocolMessage::Notification => return Ok(reply::json(StatusCode::ACCEPTED, String::new())),
            ProtocolMessage::Refusal(mcp_request, violation) => {
                let result = mcp_request.tool_result(&problem(violation, call).to_string(), true);
                return Ok(message_reply(200, result));
            }
            ProtocolMessage::Schema(message) => {
                let result = self.schema_result(&message, call, caller).await;
                (message, result)
            }
            ProtocolMessage::Protocol(message) => {
                let result = self.answer_message(&message, caller).await;
                (message, result)
            }
        };
        Ok(match result {
            Ok(result) => message_reply(200, result),
            // MCP clients expect errors in the message, not in the HTTP status.
            Err(violation) => {
                let fault = message.internal_error(problem(violation, call));
                message_reply(fault.status, fault.write())
            }
        })
    }
}

impl ProtocolEndpoint {
    async fn answer_message(&self, mcp_request: &mcp::McpRequest, caller: &Caller) -> Result<String, Violation> {
        let (api, texts) = (self.api, Texts { app: &self.app, api: self.api, caller });
        match &mcp_request.method {
            McpMethod::Ping => Ok(mcp_request.ping_result()),
            McpMethod::Initialize(version) => {
                Ok(mcp_request.initialize_result(version, api, Some(&texts.dataset_summary().await?.sentence)))
            }
            McpMethod::Discover => Ok(mcp_request.discover_result(api, Some(&texts.dataset_summary().await?.sentence))),
            McpMethod::ListTools => Ok(mcp_request.tools_result(&texts.tools().await?)),
            McpMethod::ListResources => Ok(mcp_request.resources_result()),
            McpMethod::ListTemplates => Ok(mcp_request.templates_result()),
            McpMethod::ReadResource(uri) => match uri.as_str() {
                SCHEMA => Ok(mcp_request.resource_result(uri, &texts.schema_resource().await?)),
                OPENAPI => Ok(mcp_request.resource_result(uri, &texts.openapi_resource().await?)),
                _ => Ok(mcp_request.unknown_resource(uri).write()),
            },
            McpMethod::CallTool(..) => Err(unavailable("a tool", &"it was asked for what it is not")),
        }
    }

    /// Returns the schema as a tool result.
    async fn schema_result(
        &self,
        mcp_request: &mcp::McpRequest,
        call: &Call,
        caller: &Caller,
    ) -> Result<String, Violation> {
        let texts = Texts { app: &self.app, api: self.api, caller };
        let DatasetSummary { version, .. } = texts.dataset_summary().await?;
        let schema = texts.schema().await?;
        let failed = |error: serde_json::Error| unavailable("the schema", &error);
        let schema: &RawValue = serde_json::from_str(&schema).map_err(failed)?;
        let meta = meta(call, version, 0, "miss", 0);
        Ok(mcp_request.tool_result(&envelope::with_meta(schema, Some(&meta)).map_err(failed)?, false))
    }
}

/// Returns a violation as a problem document.
fn problem(violation: Violation, call: &Call) -> Value {
    let problem = Problem::from_problems(Problems::from(violation), &call.id);
    serde_json::from_str(&problem.write()).unwrap_or_else(|_| json!({"message": "an error of ours."}))
}
