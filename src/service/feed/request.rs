//! Requests for feeds, and the questions that feeds ask.

use super::RelativeWindow;
use crate::base::date::Date;
use crate::guard::problem::{Code, Problems, Violation};
use crate::guard::request::Request;
use crate::guard::request::account::{AccountRequest, whole_query};
use crate::guard::{Guard, JsonKind, TokenRef};
use crate::service::account::Api;
use crate::service::tool::{ToolAction, ToolRequest, build_request};
use crate::spec::request::parameters;
use crate::spec::{AccountOperation, Effect, Index, Operation};
use crate::table::AnswerTable;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use strum::{EnumString, IntoStaticStr, VariantNames};

const SECONDS_OF_DAY: u32 = 86_400;
/// Default and maximum lifetime of a feed, in seconds.
const MAX_SECONDS: u32 = 366 * SECONDS_OF_DAY;
/// Minimum lifetime of a feed, in seconds.
const MIN_SECONDS: u32 = 3_600;
/// The filter of the Data API that a relative window sets.
const DATE_FILTER: &str = "upload_date";
/// The parameters of the Account API that a relative window sets.
const DATE_PARAMETERS: [&str; 2] = ["from", "to"];

/// The format of a feed's answers.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, EnumString, IntoStaticStr, VariantNames,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum FeedFormat {
    /// CSV with a header row.
    #[default]
    Csv,
    /// The JSON of the operation, in the flat form.
    Json,
}

impl FeedFormat {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Json];

    /// Returns the ending of addresses.
    pub fn extension(self) -> &'static str {
        self.into()
    }

    /// Returns the header `Accept` of the question.
    pub const fn accept(self) -> &'static str {
        match self {
            Self::Csv => "text/csv",
            Self::Json => "application/json;profile=flat, application/json;q=0.5",
        }
    }
}

/// The question that a feed asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeedQuestion {
    /// The name of the operation, of the API of the key that created the feed.
    pub operation: String,
    /// The members of the body, or the parameters with the id from the path.
    pub request: Map<String, Value>,
    /// The window of each day, instead of dates in the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<RelativeWindow>,
}

/// A request for a feed.
#[derive(Debug, Clone, PartialEq)]
pub struct FeedRequest {
    /// The question.
    pub question: FeedQuestion,
    /// The format of the answers.
    pub format: FeedFormat,
    /// Lifetime in seconds.
    pub expires_in: u32,
}

impl FeedRequest {
    /// Parses `{"operation", "request"?, "window"?, "format"?, "expires_in"?}` and checks the question as of today.
    ///
    /// # Errors
    /// All violations of the members. If there are none, those of the question, with locations in this body.
    pub fn parse(body: &[u8], api: Api, today: Date) -> Result<Self, Problems> {
        let (operation, window, format, expires_in) = Guard::check(body, |guard| {
            const MEMBERS: &[&str] = &["operation", "request", "window", "format", "expires_in"];
            let (mut operation, mut window) = (None, None);
            let (mut format, mut expires_in) = (Some(FeedFormat::default()), Some(MAX_SECONDS));
            guard.members_of(TokenRef::BODY, MEMBERS, &["operation"], |guard, name, value| match name {
                "operation" => operation = guard.choice(value, names(api)),
                "request" if guard.kind(value) != JsonKind::Object => guard.wrong_type(value, "a JSON object"),
                "request" => {}
                "window" => window = guard.choice(value, RelativeWindow::VARIANTS).and_then(|name| name.parse().ok()),
                "format" => format = guard.choice(value, FeedFormat::VARIANTS).and_then(|name| name.parse().ok()),
                _ => expires_in = guard.whole_number(value, MIN_SECONDS, MAX_SECONDS),
            })?;
            Some((operation?.to_owned(), window, format?, expires_in?))
        })?;
        let mut members: Map<String, Value> = serde_json::from_slice(body).unwrap_or_default();
        let request = match members.remove("request") {
            Some(Value::Object(request)) => request,
            _ => Map::new(),
        };
        let question = FeedQuestion { operation, request, window };
        question.check(api, today)?;
        Ok(Self { question, format, expires_in })
    }

    /// Returns the JSON Schema of the request.
    pub fn schema(api: Api) -> Value {
        let names: Vec<&str> = names(api).iter().copied().filter(|name| has_feed(api, name)).collect();
        json!({
            "type": "object",
            "required": ["operation"],
            "additionalProperties": false,
            "properties": {
                "operation": {"enum": names, "description": "The operation that the feed asks."},
                "request": {
                    "type": "object",
                    "description": "The members of its body, or its parameters with the id from its path.",
                },
                "window": {
                    "enum": RelativeWindow::VARIANTS,
                    "description": "The window of each day in UTC, instead of dates in the request.",
                },
                "format": {
                    "enum": FeedFormat::VARIANTS,
                    "default": FeedFormat::default().extension(),
                    "description": "The format of the answers.",
                },
                "expires_in": {
                    "type": "integer",
                    "minimum": MIN_SECONDS,
                    "maximum": MAX_SECONDS,
                    "default": MAX_SECONDS,
                    "description": "Seconds for which the feed is good.",
                },
            },
        })
    }
}

impl FeedQuestion {
    /// Returns the operation and its request on a day.
    ///
    /// # Errors
    /// A violation if the operation has no feed, or no dates for the window to set.
    pub fn on(&self, api: Api, today: Date) -> Result<(ToolAction, ToolRequest), Violation> {
        let unfit = |message: String| Violation::new(Code::ValueNotAllowed, "/operation", message);
        let name = &self.operation;
        let action = action(api, name).filter(|_| has_feed(api, name)).ok_or_else(|| {
            let allowed: Vec<&str> = names(api).iter().copied().filter(|name| has_feed(api, name)).collect();
            unfit(format!("operation '{name}' has no feed.")).allowing(&allowed, name)
        })?;
        let mut request = self.request.clone();
        if let Some(window) = self.window {
            self.set_window(&mut request, action, window, today)?;
        }
        match build_request(action, Value::Object(request))? {
            Some(request) => Ok((action, request)),
            None => Err(unfit(format!("operation '{name}' has no request."))),
        }
    }

    /// Checks the question as its operation does.
    fn check(&self, api: Api, today: Date) -> Result<(), Problems> {
        let (action, request) = self.on(api, today)?;
        let checked = match action {
            ToolAction::Data(operation) => {
                Request::parse(operation, request.body.unwrap_or_default().as_bytes()).map(|_| ())
            }
            ToolAction::Account(operation) => {
                let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
                AccountRequest::parse(operation, whole_query(operation, path, query).as_bytes()).map(|_| ())
            }
            ToolAction::DescribeAccount => Ok(()),
        };
        checked.map_err(|problems| {
            let located = problems.violations().iter().map(|violation| Violation {
                param: match violation.param.strip_prefix('?') {
                    Some(parameter) => format!("/request/{parameter}"),
                    None => format!("/request{}", violation.param),
                },
                ..violation.clone()
            });
            Problems::from_violations(located.collect())
        })
    }

    /// Sets the dates of a request.
    fn set_window(
        &self,
        request: &mut Map<String, Value>,
        action: ToolAction,
        window: RelativeWindow,
        today: Date,
    ) -> Result<(), Violation> {
        let refused = |message: String| Violation::new(Code::ValueNotAllowed, "/window", message);
        let without = || refused(format!("operation '{}' has no dates for a window.", self.operation));
        let twice =
            |name: &str| refused(format!("window is not allowed beside {name} in the request: send one of them."));
        let window = window.on(today).ok_or_else(without)?;
        match action {
            ToolAction::Account(operation) => {
                let has = |name: &str| parameters(operation.takes()).any(|parameter| parameter.name == name);
                if !DATE_PARAMETERS.into_iter().all(has) {
                    return Err(without());
                }
                for (name, date) in DATE_PARAMETERS.into_iter().zip([window.from, window.to]) {
                    if request.insert(name.to_owned(), json!(date)).is_some() {
                        return Err(twice(name));
                    }
                }
            }
            ToolAction::Data(Operation::Aggregate | Operation::Search) => {
                let index = request.get("index").and_then(Value::as_str).and_then(Index::from_name);
                // Without a valid index, the check of the request has more to say.
                if index == Some(Index::ContentCreator) {
                    return Err(without());
                }
                let filters = request.entry("filters").or_insert_with(|| json!({}));
                let range = json!({"gte": window.from, "lte": window.to});
                if let Some(filters) = filters.as_object_mut()
                    && filters.insert(DATE_FILTER.to_owned(), range).is_some()
                {
                    return Err(twice(DATE_FILTER));
                }
            }
            _ => return Err(without()),
        }
        Ok(())
    }
}

/// Returns the names of an API's operations.
const fn names(api: Api) -> &'static [&'static str] {
    match api {
        Api::Data => Operation::NAMES,
        Api::Account => AccountOperation::NAMES,
    }
}

fn action(api: Api, name: &str) -> Option<ToolAction> {
    match api {
        Api::Data => Operation::from_name(name).map(ToolAction::Data),
        Api::Account => AccountOperation::from_name(name).map(ToolAction::Account),
    }
}

/// Returns true if feeds can ask an operation: its answers are tables of the dataset.
fn has_feed(api: Api, name: &str) -> bool {
    match action(api, name) {
        Some(ToolAction::Data(operation)) => {
            operation == Operation::Search || AnswerTable::of_data(operation, None).is_some()
        }
        Some(ToolAction::Account(AccountOperation::Webhooks)) => false,
        Some(ToolAction::Account(operation)) => {
            operation.endpoint().effect == Effect::Reads && AnswerTable::of_account(operation).is_some()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(body: Value, api: Api) -> Result<FeedRequest, (String, Code, String)> {
        FeedRequest::parse(body.to_string().as_bytes(), api, Date::parse("2026-03-02").unwrap()).map_err(|problems| {
            let first = &problems.violations()[0];
            (first.param.clone(), first.code, first.message.clone())
        })
    }

    fn sent(body: Value, api: Api) -> (String, Option<String>) {
        let request = parsed(body, api).unwrap();
        let (_, ToolRequest { path, body, .. }) = request.question.on(api, Date::parse("2026-04-05").unwrap()).unwrap();
        (path, body)
    }

    #[test]
    fn a_window_moves_with_the_day() {
        let mentions = json!({"operation": "mentions", "window": "last_month", "request": {"platform": ["tiktok"]}});
        assert_eq!(
            sent(mentions, Api::Account).0,
            "/v1/mentions?platform=tiktok&from=2026%2D03%2D01&to=2026%2D03%2D31"
        );
        let search =
            json!({"operation": "search", "window": "last_7_days", "request": {"index": "siv_info", "q": "serum"}});
        let (path, body) = sent(search, Api::Data);
        let filters: Value = serde_json::from_str(&body.unwrap()).unwrap();
        assert_eq!(path, "/v1/search");
        assert_eq!(filters["filters"], json!({"upload_date": {"gte": "2026-03-30", "lte": "2026-04-05"}}));
    }

    #[test]
    fn the_defaults_are_a_year_of_csv() {
        let FeedRequest { format, expires_in, question } =
            parsed(json!({"operation": "sentiment"}), Api::Account).unwrap();
        assert_eq!((format, expires_in, question.window), (FeedFormat::Csv, MAX_SECONDS, None));
        let stored = serde_json::to_string(&question).unwrap();
        assert_eq!(stored, r#"{"operation":"sentiment","request":{}}"#);
        assert_eq!(serde_json::from_str::<FeedQuestion>(&stored).unwrap(), question);
    }

    #[test]
    fn what_no_feed_can_ask_is_refused_at_its_place() {
        let refused = |body: Value, api: Api| {
            let (param, code, message) = parsed(body, api).unwrap_err();
            (param, code, message)
        };
        let place = |body: Value, api: Api| refused(body, api).0;
        assert_eq!(place(json!({}), Api::Data), "/operation");
        assert_eq!(place(json!({"operation": "schema"}), Api::Data), "/operation");
        for unfit in ["webhooks", "create-report", "download-report", "account", "search"] {
            assert_eq!(place(json!({"operation": unfit}), Api::Account), "/operation", "{unfit}");
        }
        assert_eq!(place(json!({"operation": "search", "request": []}), Api::Data), "/request");
        assert_eq!(place(json!({"operation": "search", "request": {"index": "siv"}}), Api::Data), "/request/index");
        assert_eq!(place(json!({"operation": "mentions", "request": {"limit": 1000}}), Api::Account), "/request/limit");
        assert_eq!(place(json!({"operation": "mentions", "expires_in": 60}), Api::Account), "/expires_in");
        assert_eq!(place(json!({"operation": "mentions", "window": "yesterday"}), Api::Account), "/window");
        assert_eq!(place(json!({"operation": "mentions", "format": "xlsx"}), Api::Account), "/format");
        let twice = json!({"operation": "mentions", "window": "last_month", "request": {"from": "2026-01-01"}});
        assert_eq!(
            refused(twice, Api::Account).2,
            "window is not allowed beside from in the request: send one of them."
        );
        let creators =
            json!({"operation": "search", "window": "last_month", "request": {"index": "siv_content_creator"}});
        assert_eq!(refused(creators, Api::Data).2, "operation 'search' has no dates for a window.");
        assert_eq!(place(json!({"operation": "sector", "window": "last_month"}), Api::Data), "/window");
    }
}
