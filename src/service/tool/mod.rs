//! The operations of both APIs as tools of language models: names, inputs, outputs and descriptions. Definitions and
//! requests are derived from the specification, as guardrails and schemas are.
//!
//! Out of scope: how tools are called over the network ([`super::mcp`]).

mod definition;
mod description;
mod request;
mod result;
mod schema;
mod unpack;

pub use definition::{ToolFormat, all_definitions, definition};
pub use request::{ToolRequest, build_request};
pub use result::remove_secret;

use crate::guard::problem::{Code, Violation, echo};
use crate::service::account::Api;
use crate::spec::{AccountOperation, Effect, Endpoint, Operation};

/// The action of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolAction {
    /// Calls an operation of the Data API.
    Data(Operation),
    /// Calls an operation of the Account API.
    Account(AccountOperation),
    /// Describes the operations of an account, as the schema does for the Data API.
    DescribeAccount,
}

impl ToolAction {
    /// Returns the endpoint of the operation, if the tool calls one.
    pub fn endpoint(self) -> Option<Endpoint> {
        match self {
            Self::Data(operation) => Some(operation.endpoint()),
            Self::Account(operation) => Some(operation.endpoint()),
            Self::DescribeAccount => None,
        }
    }
}

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// The name: letters and underscores.
    pub name: &'static str,
    /// The action.
    pub action: ToolAction,
}

/// The name of the tools that describe the operations.
const SCHEMA: &str = "schema";

impl Tool {
    /// Returns the tools of an API in the order of its operations. `writes` includes tools that change something, and
    /// tools that only report on such changes.
    pub fn all(api: Api, writes: bool) -> Vec<Self> {
        let tools: Vec<Self> = match api {
            Api::Data => Operation::ALL.into_iter().filter_map(Self::for_data).collect(),
            Api::Account => {
                let described = Self { name: SCHEMA, action: ToolAction::DescribeAccount };
                AccountOperation::ALL.into_iter().filter_map(Self::for_account).chain([described]).collect()
            }
        };
        tools.into_iter().filter(|tool| writes || !tool.concerns_changes()).collect()
    }

    fn for_data(operation: Operation) -> Option<Self> {
        let name = if operation == Operation::Schema { Some(SCHEMA) } else { operation.endpoint().tool };
        name.map(|name| Self { name, action: ToolAction::Data(operation) })
    }

    fn for_account(operation: AccountOperation) -> Option<Self> {
        operation.endpoint().tool.map(|name| Self { name, action: ToolAction::Account(operation) })
    }

    /// Finds the tool that a model means by a name. Ignores letter case, hyphens, spaces and slashes.
    ///
    /// # Errors
    /// A violation that lists the names and suggests a similar one.
    pub fn find(tools: &[Self], name: &str) -> Result<Self, Violation> {
        let normalized = normalize(name);
        let exact = tools.iter().find(|tool| tool.name == name);
        exact.or_else(|| tools.iter().find(|tool| self::normalize(tool.name) == normalized)).copied().ok_or_else(|| {
            let names: Vec<&str> = tools.iter().map(|tool| tool.name).collect();
            let message = format!("tool '{}' is not allowed.", echo(name));
            Violation::new(Code::ValueNotAllowed, "name", message).allowing(&names, name)
        })
    }

    /// Returns true if the tool changes something.
    pub fn writes(self) -> bool {
        matches!(self.action, ToolAction::Account(operation) if operation.endpoint().effect != Effect::Reads)
    }

    /// Returns true if the tool changes something, or only reports on such changes.
    fn concerns_changes(self) -> bool {
        use AccountOperation::{CreateReport, CreateWebhook, DeleteWebhook, Report, Webhooks};
        let ToolAction::Account(operation) = self.action else { return false };
        matches!(operation, CreateReport | Report | CreateWebhook | Webhooks | DeleteWebhook)
    }
}

/// Returns a name without the spelling differences of models.
fn normalize(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_found_by_any_spelling_of_their_names() {
        let tools = Tool::all(Api::Data, false);
        for name in ["co_mentions", "co-mentions", "CoMentions", "co mentions", "CO_MENTIONS"] {
            assert_eq!(Tool::find(&tools, name).unwrap().name, "co_mentions", "{name}");
        }
        let tools = Tool::all(Api::Account, false);
        assert_eq!(Tool::find(&tools, "mentions/stats").unwrap().name, "mentions_stats");
        let unknown = Tool::find(&tools, "sentiments").unwrap_err();
        assert_eq!(unknown.did_you_mean.as_deref(), Some("sentiment"));
        assert_eq!(unknown.allowed.map(|names| names.len()), Some(tools.len()));
    }

    #[test]
    fn writing_tools_are_listed_only_on_request() {
        let names = |writes| Tool::all(Api::Account, writes).iter().map(|tool| tool.name).collect::<Vec<_>>();
        assert_eq!(names(false).len(), 16);
        let writing: Vec<&str> = names(true).into_iter().filter(|name| !names(false).contains(name)).collect();
        assert_eq!(writing, ["create_report", "report", "create_webhook", "webhooks", "delete_webhook"]);
        assert!(Tool::all(Api::Account, false).iter().all(|tool| !tool.writes()));
        assert_eq!(Tool::all(Api::Data, true), Tool::all(Api::Data, false));
    }
}
