//! Texts that describe tools, schema and dataset to agents. The isolate caches each text by the dataset version and its
//! other inputs.

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

/// The texts for a caller of an interface.
pub struct Texts<'a> {
    pub app: &'a App,
    pub api: Api,
    pub caller: &'a Caller,
}

/// A summary of the served dataset.
pub struct DatasetSummary {
    /// `None` before the first import.
    pub version: Option<String>,
    /// A sentence with the version and the days of its mentions.
    pub sentence: Rc<str>,
}

impl Texts<'_> {
    /// Returns a summary of the served dataset.
    pub async fn dataset_summary(&self) -> Result<DatasetSummary, Violation> {
        let Some(version) = served_version(self.app).await? else {
            return Ok(DatasetSummary { version: None, sentence: dataset_sentence(None, None) });
        };
        let key = format!("days {version}");
        if let Some(sentence) = self.cached(&key) {
            return Ok(DatasetSummary { version: Some(version), sentence });
        }
        let (version, days) = self.read_days().await?;
        let sentence = dataset_sentence(version.as_deref(), days);
        // Another version may have been published since the lookup.
        if let Some(version) = &version {
            self.cache(format!("days {version}"), &sentence);
        }
        Ok(DatasetSummary { version, sentence })
    }

    /// Returns the definitions of the tools that the caller's plan includes, as the JSON text of a list. A model is not
    /// shown tools that would refuse it.
    pub async fn tools(&self) -> Result<Rc<str>, Violation> {
        let (api, plan) = (self.api, self.caller.plan.as_str());
        let today = self.dataset_summary().await?.sentence;
        let key = format!("tools {} {plan} {today}", <&str>::from(api));
        if let Some(text) = self.cached(&key) {
            return Ok(text);
        }
        let tools =
            Tool::all(api, self.app.settings.mcp_write_tools).into_iter().filter(|tool| is_included(*tool, plan));
        let definitions = tools.map(|tool| definition(tool, ToolFormat::Mcp, Some(&today)));
        let text = serde_json::Value::Array(definitions.collect()).to_string().into();
        self.cache(key, &text);
        Ok(text)
    }

    /// Returns the schema for the caller, as the JSON text of an object.
    pub async fn schema(&self) -> Result<Rc<str>, Violation> {
        if self.api == Api::Data {
            // The schema of the Data API has its own cache.
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
            self.cache(format!("schema {plan} {version}"), &text);
        }
        Ok(text)
    }

    /// Returns the schema as the text of a resource.
    pub async fn schema_resource(&self) -> Result<Rc<str>, Violation> {
        let Caller { plan, limits, key, .. } = self.caller;
        let of_caller = format!("{plan} {limits:?} {:?}", key.access_level);
        let version = served_version(self.app).await?.unwrap_or_default();
        let key = format!("schema resource {} {of_caller} {version}", <&str>::from(self.api));
        if let Some(text) = self.cached(&key) {
            return Ok(text);
        }
        let text: Rc<str> = resource_text(&self.schema().await?).into();
        // The schema may have a version that was published in the meantime.
        if served_version(self.app).await?.is_some_and(|served| served == version) {
            self.cache(key, &text);
        }
        Ok(text)
    }

    /// Returns the OpenAPI document as the text of a resource. Only a deployment changes it.
    pub async fn openapi_resource(&self) -> Result<Rc<str>, Violation> {
        const KEY: &str = "openapi resource";
        if let Some(text) = self.cached(KEY) {
            return Ok(text);
        }
        let text: Rc<str> = resource_text(&openapi_document(self.app).await?).into();
        self.cache(KEY.to_owned(), &text);
        Ok(text)
    }

    fn cached(&self, key: &str) -> Option<Rc<str>> {
        self.app.cache().borrow_mut().text(key)
    }

    fn cache(&self, key: String, text: &Rc<str>) {
        self.app.cache().borrow_mut().put_text(key, text.clone());
    }

    /// Reads the served version and the days of its mentions from the database.
    async fn read_days(&self) -> Result<(Option<String>, Option<(Date, Date)>), Violation> {
        match self.app.dataset(QUERY_TIMEOUT_MS)?.served_dates().await {
            Ok((dataset, days)) => Ok((Some(dataset.version), days)),
            Err(QueryError::NoDataset) => Ok((None, None)),
            Err(error) => Err(query_fault(error, QUERY_TIMEOUT_MS)),
        }
    }
}

fn dataset_sentence(version: Option<&str>, days: Option<(Date, Date)>) -> Rc<str> {
    match (version, days) {
        (Some(version), Some((first, last))) => {
            format!("Mentions are from {first} to {last}; the dataset's version is {version}.").into()
        }
        (Some(version), None) => format!("The dataset has no mentions yet; its version is {version}.").into(),
        (None, _) => "No dataset has been imported yet.".into(),
    }
}

/// Returns true if a plan includes a tool.
fn is_included(tool: Tool, plan: &str) -> bool {
    match tool.action {
        ToolAction::Account(operation) => authorize(plan, operation).is_ok(),
        ToolAction::Data(_) | ToolAction::DescribeAccount => true,
    }
}
