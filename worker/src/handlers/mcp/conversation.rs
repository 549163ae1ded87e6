//! What agents ask besides the operations: what there is. It is counted in the minute, and nothing is charged.

use super::written;
use crate::app::{App, unavailable};
use crate::auth::Caller;
use crate::call::Call;
use crate::handlers::data::store_fault;
use crate::handlers::schema::document_for;
use crate::metering::{Asked, Metered, Refusal};
use crate::reply::Reply;
use crate::site::openapi_document;
use axum::body::Body;
use axum::http::request::Parts;
use overheard::base::date::Date;
use overheard::guard::problem::{Problem, Problems, Violation};
use overheard::query::columnar;
use overheard::service::account::{Api, authorize};
use overheard::service::mcp::{self, Asks, OPENAPI, SCHEMA};
use overheard::service::meter::window::Charge;
use overheard::service::schema::account_schema;
use overheard::service::tool::{Does, Tool, ToolFormat, definition};
use overheard::spec::limits::QUERY_TIMEOUT_MS;
use overheard::sql::StoreError;
use serde_json::{Value, json};

/// How usage names it.
const ENDPOINT: &str = "POST /mcp";
/// Its name among operations: no browser token opens it.
pub const NAME: &str = "mcp";

/// A message that asks no operation.
pub struct Conversation {
    pub app: App,
    pub api: Api,
    pub asked: mcp::Asked,
    pub subject: Subject,
}

/// What a message is about.
pub enum Subject {
    /// What it asks itself.
    Protocol,
    /// What an account may ask.
    Schema,
    /// A tool that there is not, or arguments that are none.
    Refusal(Violation),
}

/// The dataset that is served, and the days of its mentions.
struct Served {
    version: Option<String>,
    days: Option<(Date, Date)>,
}

impl Metered for Conversation {
    type Read = ();
    type Question = ();

    const CHARGE: Charge = Charge::Free;
    const MEANWHILE: bool = false;

    fn name(&self) -> String {
        ENDPOINT.to_owned()
    }

    async fn caller(&self, call: &Call, parts: &Parts) -> Result<Caller, Violation> {
        self.app.caller(call, (self.api, NAME), parts).await
    }

    async fn read(&self, _: &Parts, _: Body) -> Result<(), Violation> {
        Ok(())
    }

    fn check(&self, _: &Caller, _: &Parts, (): ()) -> Result<((), u32), Refusal> {
        Ok(((), 0))
    }

    async fn answer(&self, asked: Asked<'_>, (): ()) -> Result<Reply, Refusal> {
        let Asked { call, caller, .. } = asked;
        let message = match self.message(call, caller).await {
            Ok(message) => message,
            // Agents read no HTTP: what went wrong is told in the message.
            Err(violation) => {
                let fault = self.asked.failed(problem(violation, call));
                return Ok(written(fault.status, fault.write()));
            }
        };
        Ok(written(200, message))
    }
}

impl Conversation {
    async fn message(&self, call: &Call, caller: &Caller) -> Result<String, Violation> {
        let Self { asked, api, .. } = self;
        match &self.subject {
            Subject::Refusal(violation) => Ok(asked.tool_result(&problem(violation.clone(), call).to_string(), true)),
            Subject::Schema => Ok(asked.tool_result(&self.schema(caller).await?, false)),
            Subject::Protocol => match &asked.asks {
                Asks::Ping => Ok(asked.pong()),
                Asks::Initialize(version) => Ok(asked.initialized(version, *api, Some(&self.today().await?))),
                Asks::Discover => Ok(asked.discovered(*api, Some(&self.today().await?))),
                Asks::ListTools => {
                    let today = self.today().await?;
                    let tools = Tool::all(*api, self.app.settings.mcp_write_tools);
                    let open = tools.into_iter().filter(|tool| is_open(*tool, &caller.plan));
                    Ok(asked.tools(open.map(|tool| definition(tool, ToolFormat::Mcp, Some(&today))).collect()))
                }
                Asks::ListResources => Ok(asked.resources()),
                Asks::ListTemplates => Ok(asked.templates()),
                Asks::ReadResource(uri) => match uri.as_str() {
                    SCHEMA => Ok(asked.resource(uri, &self.schema(caller).await?)),
                    OPENAPI => Ok(asked.resource(uri, &openapi_document(&self.app).await?)),
                    _ => Ok(asked.no_resource(uri).write()),
                },
                Asks::CallTool(..) => Err(unavailable("a tool", &"it was asked for what it is not")),
            },
        }
    }

    /// What may be asked, as it applies to the caller.
    async fn schema(&self, caller: &Caller) -> Result<String, Violation> {
        match self.api {
            Api::Data => document_for(&self.app, caller).await,
            Api::Account => {
                let Served { version, days } = self.served().await?;
                Ok(account_schema(&caller.plan, version.as_deref(), days).to_string())
            }
        }
    }

    async fn served(&self) -> Result<Served, Violation> {
        let store = self.app.dataset(QUERY_TIMEOUT_MS)?;
        match columnar::served(&store).await {
            Ok((dataset, days)) => Ok(Served { version: Some(dataset.version), days }),
            Err(StoreError::NoDataset) => Ok(Served { version: None, days: None }),
            Err(error) => Err(store_fault(error, QUERY_TIMEOUT_MS)),
        }
    }

    /// Which days and which version there are, as a sentence.
    async fn today(&self) -> Result<String, Violation> {
        let Served { version, days } = self.served().await?;
        Ok(match (version, days) {
            (Some(version), Some((first, last))) => {
                format!("Mentions are from {first} to {last}; the dataset's version is {version}.")
            }
            (Some(version), None) => format!("The dataset has no mentions yet; its version is {version}."),
            (None, _) => "No dataset has been imported yet.".to_owned(),
        })
    }
}

/// Whether a plan has a tool: a model is not shown what it would be refused.
fn is_open(tool: Tool, plan: &str) -> bool {
    match tool.does {
        Does::Account(operation) => authorize(plan, operation).is_ok(),
        Does::Data(_) | Does::DescribeAccount => true,
    }
}

/// The problem of a violation.
fn problem(violation: Violation, call: &Call) -> Value {
    let problem = Problem::from_problems(Problems::from(violation), &call.id);
    serde_json::from_str(&problem.write()).unwrap_or_else(|_| json!({"message": "an error of ours."}))
}
