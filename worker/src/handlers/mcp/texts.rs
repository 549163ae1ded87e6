//! Texts that tell agents what there is. Each is written once for a version of the dataset and whatever else it depends
//! on, and cached by the instance.

use crate::app::App;
use crate::auth::Caller;
use crate::fault::query_fault;
use crate::handlers::schema::{document_for, served_version};
use crate::site::openapi_document;
use overheard::base::date::Date;
use overheard::guard::problem::Violation;
use overheard::query::{AccountBackend as _, QueryError};
use overheard::service::account::{Api, authorize};
use overheard::service::mcp::resource_text;
use overheard::service::schema::account_schema;
use overheard::service::tool::{Tool, ToolAction, ToolFormat, definition};
use overheard::spec::limits::QUERY_TIMEOUT_MS;
use std::rc::Rc;

/// What is told to a caller of an interface.
pub struct Texts<'a> {
    pub app: &'a App,
    pub api: Api,
    pub caller: &'a Caller,
}

/// The dataset that is served.
pub struct Served {
    /// None before the first import.
    pub version: Option<String>,
    /// Which days and which version there are, in words.
    pub sentence: Rc<str>,
}

impl Texts<'_> {
    /// The dataset that is served, with the days of its mentions.
    pub async fn served(&self) -> Result<Served, Violation> {
        let Some(version) = served_version(self.app).await? else {
            return Ok(Served { version: None, sentence: sentence(None, None) });
        };
        let key = format!("days {version}");
        if let Some(sentence) = self.cached(&key) {
            return Ok(Served { version: Some(version), sentence });
        }
        let (version, days) = self.read_days().await?;
        let sentence = sentence(version.as_deref(), days);
        // The database may serve another version by now than it did a moment ago.
        if let Some(version) = &version {
            self.keep(format!("days {version}"), &sentence);
        }
        Ok(Served { version, sentence })
    }

    /// The definitions of the tools that the caller's plan opens, as the JSON text of a list: a model is not shown what
    /// it would be refused.
    pub async fn tools(&self) -> Result<Rc<str>, Violation> {
        let (api, plan) = (self.api, self.caller.plan.as_str());
        let today = self.served().await?.sentence;
        let key = format!("tools {} {plan} {today}", <&str>::from(api));
        if let Some(text) = self.cached(&key) {
            return Ok(text);
        }
        let tools = Tool::all(api, self.app.settings.mcp_write_tools).into_iter().filter(|tool| is_open(*tool, plan));
        let definitions = tools.map(|tool| definition(tool, ToolFormat::Mcp, Some(&today)));
        let text = serde_json::Value::Array(definitions.collect()).to_string().into();
        self.keep(key, &text);
        Ok(text)
    }

    /// What may be asked, as it applies to the caller: the JSON text of an object.
    pub async fn schema(&self) -> Result<Rc<str>, Violation> {
        if self.api == Api::Data {
            // It has a cache of its own.
            return document_for(self.app, self.caller).await.map(Into::into);
        }
        let plan = self.caller.plan.as_str();
        if let Some(version) = served_version(self.app).await?
            && let Some(text) = self.cached(&format!("schema {plan} {version}"))
        {
            return Ok(text);
        }
        let (version, days) = self.read_days().await?;
        let text: Rc<str> = account_schema(plan, version.as_deref(), days).to_string().into();
        if let Some(version) = version {
            self.keep(format!("schema {plan} {version}"), &text);
        }
        Ok(text)
    }

    /// What may be asked, as a message holds it.
    pub async fn schema_resource(&self) -> Result<Rc<str>, Violation> {
        let Caller { plan, limits, key, .. } = self.caller;
        let of_caller = format!("{plan} {limits:?} {:?}", key.access_level);
        let version = served_version(self.app).await?.unwrap_or_default();
        let key = format!("schema resource {} {of_caller} {version}", <&str>::from(self.api));
        if let Some(text) = self.cached(&key) {
            return Ok(text);
        }
        let text: Rc<str> = resource_text(&self.schema().await?).into();
        // The schema may be that of a version that was published meanwhile.
        if served_version(self.app).await?.is_some_and(|served| served == version) {
            self.keep(key, &text);
        }
        Ok(text)
    }

    /// The document of both interfaces, as a message holds it. It changes with a deployment alone.
    pub async fn openapi_resource(&self) -> Result<Rc<str>, Violation> {
        const KEY: &str = "openapi resource";
        if let Some(text) = self.cached(KEY) {
            return Ok(text);
        }
        let text: Rc<str> = resource_text(&openapi_document(self.app).await?).into();
        self.keep(KEY.to_owned(), &text);
        Ok(text)
    }

    fn cached(&self, key: &str) -> Option<Rc<str>> {
        self.app.cache().borrow_mut().text(key)
    }

    fn keep(&self, key: String, text: &Rc<str>) {
        self.app.cache().borrow_mut().put_text(key, text.clone());
    }

    /// The version that the database serves now, and the days of its mentions.
    async fn read_days(&self) -> Result<(Option<String>, Option<(Date, Date)>), Violation> {
        match self.app.dataset(QUERY_TIMEOUT_MS)?.served_dates().await {
            Ok((dataset, days)) => Ok((Some(dataset.version), days)),
            Err(QueryError::NoDataset) => Ok((None, None)),
            Err(error) => Err(query_fault(error, QUERY_TIMEOUT_MS)),
        }
    }
}

fn sentence(version: Option<&str>, days: Option<(Date, Date)>) -> Rc<str> {
    match (version, days) {
        (Some(version), Some((first, last))) => {
            format!("Mentions are from {first} to {last}; the dataset's version is {version}.").into()
        }
        (Some(version), None) => format!("The dataset has no mentions yet; its version is {version}.").into(),
        (None, _) => "No dataset has been imported yet.".into(),
    }
}

/// Returns true if a plan opens a tool.
fn is_open(tool: Tool, plan: &str) -> bool {
    match tool.action {
        ToolAction::Account(operation) => authorize(plan, operation).is_ok(),
        ToolAction::Data(_) | ToolAction::DescribeAccount => true,
    }
}
