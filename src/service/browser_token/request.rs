//! Requests for browser tokens.

use super::changes_something;
use crate::guard::problem::{Code, Problems};
use crate::guard::request::account::forced as account_filters;
use crate::guard::request::forced as data_filters;
use crate::guard::{Guard, MessageArg, TokenRef};
use crate::service::account::authorize;
use crate::service::account::request::{MAX_ORIGIN_CHARACTERS, ORIGIN_PATTERN, parse_list, parse_origin};
use crate::spec::{AccountOperation, Operation};
use serde_json::{Value, json};

/// Default lifetime of a token, in seconds.
const DEFAULT_SECONDS: u32 = 15 * 60;
/// Minimum lifetime of a token, in seconds.
const MIN_SECONDS: u32 = 60;
/// Maximum lifetime of a token, in seconds.
const MAX_SECONDS: u32 = 24 * 60 * 60;

/// The API that a token is for: the API of the key that creates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenApi<'p> {
    /// The Data API.
    Data,
    /// The Account API, limited to the operations of a plan.
    Account {
        /// The plan of the key.
        plan: &'p str,
    },
}

/// A request for a browser token.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenRequest {
    /// The origin of the pages that may use the token.
    pub origin: String,
    /// Names of the operations that the token permits.
    pub operations: Vec<&'static str>,
    /// Filters that the token forces on its requests, as a JSON object.
    pub filters: Option<String>,
    /// Lifetime of the token, in seconds.
    pub expires_in: u32,
}

impl TokenRequest {
    /// Parses `{"origin", "operations"?, "filters"?, "expires_in"?}`. `operations` defaults to all permitted ones.
    /// These only read, support forced filters, and are part of the plan.
    pub fn parse(body: &[u8], interface: TokenApi<'_>) -> Result<Self, Problems> {
        Guard::check(body, |guard| {
            let (mut page, mut operations, mut forced, mut expires_in) = (None, None, None, Some(DEFAULT_SECONDS));
            const MEMBERS: &[&str] = &["origin", "operations", "filters", "expires_in"];
            guard.members_of(TokenRef::BODY, MEMBERS, &["origin"], |guard, name, value| match name {
                "origin" => page = parse_origin(guard, value),
                "operations" => {
                    let names = interface.names();
                    operations = Some(parse_list(guard, value, 1, names.len(), |guard, at| guard.choice(at, names)));
                }
                "filters" => forced = interface.parse_filters(guard, value),
                _ => expires_in = guard.whole_number(value, MIN_SECONDS, MAX_SECONDS),
            })?;
            for (position, operation) in operations.iter().flatten().enumerate() {
                if operations.iter().flatten().take(position).any(|before| before == operation) {
                    let pieces = [MessageArg::Text(operation)];
                    guard.refuse(Code::DuplicateValue, TokenRef::BODY, b"operations", "@ '#' is given twice.", &pieces);
                }
            }
            let is_unforced = |name: &&&str| !changes_something(name) && !interface.can_force(name, forced.as_deref());
            for operation in operations.iter().flatten().filter(is_unforced) {
                let pieces = [MessageArg::Text(operation)];
                guard.refuse(Code::ValueNotAllowed, TokenRef::BODY, b"operations", interface.force_error(), &pieces);
            }
            for operation in operations.iter().flatten().filter(|name| changes_something(name)) {
                let message = "@ '#' changes something. Browser tokens only read.";
                guard.refuse(
                    Code::ValueNotAllowed,
                    TokenRef::BODY,
                    b"operations",
                    message,
                    &[MessageArg::Text(operation)],
                );
            }
            let operations = operations.unwrap_or_else(|| {
                let can_have = |name: &&&str| {
                    interface.can_force(name, forced.as_deref()) && interface.has(name) && !changes_something(name)
                };
                interface.names().iter().filter(can_have).copied().collect()
            });
            Some(Self { origin: page?, operations, filters: forced, expires_in: expires_in? })
        })
    }
}

impl TokenRequest {
    /// Returns the JSON Schema of the request. The schemas of the operations list the filters.
    pub fn schema(interface: TokenApi<'_>) -> Value {
        let names: Vec<&str> = interface.names().iter().copied().filter(|name| !changes_something(name)).collect();
        json!({
            "type": "object",
            "required": ["origin"],
            "additionalProperties": false,
            "properties": {
                "origin": {
                    "type": "string",
                    "pattern": ORIGIN_PATTERN,
                    "maxLength": MAX_ORIGIN_CHARACTERS,
                    "description": "The origin of the pages that may use the token: scheme, host, perhaps a port.",
                },
                "operations": {
                    "type": "array",
                    "items": {"enum": names},
                    "minItems": 1,
                    "maxItems": names.len(),
                    "uniqueItems": true,
                    "description": "What the token opens; without it, all that it can.",
                },
                "filters": {
                    "type": "object",
                    "description": "What no request with the token can leave: each is narrowed to it.",
                },
                "expires_in": {
                    "type": "integer",
                    "minimum": MIN_SECONDS,
                    "maximum": MAX_SECONDS,
                    "default": DEFAULT_SECONDS,
                    "description": "Seconds for which the token is good.",
                },
            },
        })
    }
}

impl TokenApi<'_> {
    /// Returns the names of the operations.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Data => Operation::NAMES,
            Self::Account { .. } => AccountOperation::NAMES,
        }
    }

    /// Returns true if the plan includes an operation.
    fn has(self, name: &str) -> bool {
        match self {
            Self::Data => true,
            Self::Account { plan } => {
                AccountOperation::from_name(name).is_some_and(|operation| authorize(plan, operation).is_ok())
            }
        }
    }

    /// Returns true if an operation supports forced filters, or is unaffected by them.
    fn can_force(self, name: &str, filters: Option<&str>) -> bool {
        let Some(filters) = filters else { return true };
        match self {
            Self::Data => !matches!(Operation::from_name(name), Some(Operation::CoMentions | Operation::Sector)),
            Self::Account { .. } => AccountOperation::from_name(name)
                .is_some_and(|operation| account_filters::are_taken_by(operation, filters)),
        }
    }

    /// Returns the message for an operation that does not support forced filters.
    const fn force_error(self) -> &'static str {
        match self {
            Self::Data => "@ '#' takes no filters, so none can be forced on it.",
            Self::Account { .. } => "@ '#' does not take these filters, so they cannot be forced on it.",
        }
    }

    fn parse_filters(self, guard: &mut Guard, at: TokenRef) -> Option<String> {
        match self {
            // Each request names its own index, so any index is accepted here.
            Self::Data => data_filters::of_any_index(guard, at),
            Self::Account { .. } => account_filters::parse(guard, at),
        }
    }
}
