//! Messages that call no operation. Whatever they are, they count in the minute, and nothing is charged.

use super::texts::{Served, Texts};
use super::written;
use crate::app::App;
use crate::auth::Caller;
use crate::call::Call;
use crate::fault::unavailable;
use crate::metering::{Asked, Metered, Refusal};
use crate::reply::{self, Reply, meta};
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::request::Parts;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::service::account::Api;
use overheard::service::envelope;
use overheard::service::mcp::{self, Asks, Fault, OPENAPI, SCHEMA};
use overheard::service::meter::window::Charge;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::cell::Cell;

/// How usage names it.
const ENDPOINT: &str = "POST /mcp";
/// Its name among operations: no browser token opens it.
pub const NAME: &str = "mcp";

/// A message that calls no operation, as an endpoint that is counted.
pub struct Conversation {
    app: App,
    api: Api,
    /// The message, or why it was not read. Taken when the credential is known.
    received: Cell<Option<Result<Subject, Violation>>>,
}

/// What a message is about.
pub enum Subject {
    /// It is not understood.
    Fault(Fault),
    /// It is not to be answered.
    Notification,
    /// What it asks itself.
    Protocol(mcp::Asked),
    /// What an account may ask.
    Schema(mcp::Asked),
    /// A tool that there is not, or arguments that are none.
    Refusal(mcp::Asked, Violation),
}

impl Conversation {
    pub fn new(app: App, api: Api, received: Result<Subject, Violation>) -> Self {
        Self { app, api, received: Cell::new(Some(received)) }
    }
}

impl Metered for Conversation {
    type Read = Subject;
    type Question = Subject;

    const CHARGE: Charge = Charge::Free;
    const MEANWHILE: bool = false;

    fn name(&self) -> String {
        ENDPOINT.to_owned()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (self.api, NAME), parts).await
    }

    async fn read(&self, _: &Parts, _: Body) -> Result<Subject, Violation> {
        self.received.take().unwrap_or_else(|| Err(unavailable("a message", &"it was read twice")))
    }

    fn check(&self, _: &Caller, _: &Parts, subject: Subject) -> Result<(Subject, u32), Refusal> {
        Ok((subject, 0))
    }

    async fn answer(&self, asked: Asked<'_>, subject: Subject) -> Result<Reply, Refusal> {
        let Asked { call, caller, .. } = asked;
        let (message, told) = match subject {
            Subject::Fault(fault) => return Ok(written(fault.status, fault.write())),
            Subject::Notification => return Ok(reply::json(StatusCode::ACCEPTED, String::new())),
            Subject::Refusal(message, violation) => {
                let told = message.tool_result(&problem(violation, call).to_string(), true);
                return Ok(written(200, told));
            }
            Subject::Schema(message) => {
                let told = self.schema_result(&message, call, caller).await;
                (message, told)
            }
            Subject::Protocol(message) => {
                let told = self.message(&message, caller).await;
                (message, told)
            }
        };
        Ok(match told {
            Ok(told) => written(200, told),
            // Agents read no HTTP: what went wrong is told in the message.
            Err(violation) => {
                let fault = message.failed(problem(violation, call));
                written(fault.status, fault.write())
            }
        })
    }
}

impl Conversation {
    async fn message(&self, asked: &mcp::Asked, caller: &Caller) -> Result<String, Violation> {
        let (api, texts) = (self.api, Texts { app: &self.app, api: self.api, caller });
        match &asked.asks {
            Asks::Ping => Ok(asked.pong()),
            Asks::Initialize(version) => Ok(asked.initialized(version, api, Some(&texts.served().await?.sentence))),
            Asks::Discover => Ok(asked.discovered(api, Some(&texts.served().await?.sentence))),
            Asks::ListTools => Ok(asked.tools(&texts.tools().await?)),
            Asks::ListResources => Ok(asked.resources()),
            Asks::ListTemplates => Ok(asked.templates()),
            Asks::ReadResource(uri) => match uri.as_str() {
                SCHEMA => Ok(asked.resource(uri, &texts.schema_resource().await?)),
                OPENAPI => Ok(asked.resource(uri, &texts.openapi_resource().await?)),
                _ => Ok(asked.no_resource(uri).write()),
            },
            Asks::CallTool(..) => Err(unavailable("a tool", &"it was asked for what it is not")),
        }
    }

    /// What may be asked, as the result of a tool.
    async fn schema_result(&self, asked: &mcp::Asked, call: &Call, caller: &Caller) -> Result<String, Violation> {
        let texts = Texts { app: &self.app, api: self.api, caller };
        let Served { version, .. } = texts.served().await?;
        let schema = texts.schema().await?;
        let failed = |error: serde_json::Error| unavailable("the schema", &error);
        let schema: &RawValue = serde_json::from_str(&schema).map_err(failed)?;
        let meta = meta(call, version, 0, "miss", 0);
        Ok(asked.tool_result(&envelope::with_meta(schema, Some(&meta)).map_err(failed)?, false))
    }
}

/// The problem of a violation.
fn problem(violation: Violation, call: &Call) -> Value {
    let problem = Problem::from_problems(Problems::from(violation), &call.id);
    serde_json::from_str(&problem.write()).unwrap_or_else(|_| json!({"message": "an error of ours."}))
}
