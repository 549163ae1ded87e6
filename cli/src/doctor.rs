//! `overheard doctor`: checks everything that a deployment depends on, and advises on failures.

use crate::args;
use crate::clickhouse::{ClickHouseServer, explain};
use crate::edge::{CallError, EdgeClient, Method, Retry};
use crate::output::{print_json, print_table};
use crate::version::{DatasetVersions, describe};
use anyhow::bail;
use chrono::{DateTime, SecondsFormat, Utc};
use overheard::backend::clickhouse::{Privilege, ServerFacts};
use pollster::block_on;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The largest accepted difference between the clocks, in seconds.
const APART: i64 = 60;

/// The result of one check.
#[derive(Debug, Serialize)]
struct Check {
    check: &'static str,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// The edge's answer to the checks.
#[derive(Deserialize)]
struct Checks {
    /// Absent from edges of earlier versions.
    version: Option<String>,
    time: String,
    settings: Map<String, Value>,
    faults: Faults,
}

/// The fault of each part; `None` if the part works.
#[derive(Deserialize)]
struct Faults {
    signing_secret: Option<String>,
    database: Option<String>,
    kv: Option<String>,
    meter: Option<String>,
    /// Edges of earlier versions omit this member, which counts as an error.
    #[serde(deserialize_with = "Option::deserialize")]
    views: Option<String>,
    reports: Option<String>,
    webhooks: Option<String>,
    documents: Option<String>,
    /// Absent from edges of earlier versions.
    words: Option<String>,
    /// Absent from edges that read their dataset from D1. Null without a fault.
    #[serde(default, deserialize_with = "present")]
    clickhouse: Option<Option<String>>,
}

/// Parses a member that is there.
fn present<'de, D: Deserializer<'de>>(member: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(member).map(Some)
}

impl Check {
    fn good(check: &'static str, found: impl Into<String>) -> Self {
        Self { check, ok: true, found: found.into(), advice: None }
    }

    fn wrong(check: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { check, ok: false, found: found.into(), advice: Some(advice.into()) }
    }

    /// Creates a check that succeeds if there is no fault.
    fn of(check: &'static str, good: &str, fault: Option<String>, advice: impl Into<String>) -> Self {
        match fault {
            None => Self::good(check, good),
            Some(fault) => Self::wrong(check, fault, advice),
        }
    }
}

/// `overheard doctor`
pub fn run(args: &args::DoctorArgs) -> anyhow::Result<()> {
    let server = ClickHouseServer::of(&args.clickhouse)?;
    let edge = EdgeClient::connect(&args.edge, EdgeClient::print_message)?;
    let mut checks = look(&edge);
    checks.extend(server.iter().flat_map(clickhouse));
    let wrong = checks.iter().filter(|check| !check.ok).count();
    if args.json {
        print_json(&serde_json::json!({"edge": edge.url(), "ok": wrong == 0, "checks": checks}))?;
    } else {
        let row = |Check { check, ok, found, advice }: &Check| {
            let found = advice.iter().fold(found.clone(), |found, advice| format!("{found} {advice}"));
            vec![(*check).to_owned(), if *ok { "good" } else { "wrong" }.to_owned(), found]
        };
        print_table(&["check", "state", "found"], &checks.iter().map(row).collect::<Vec<_>>());
    }
    if wrong == 0 { Ok(()) } else { bail!("{wrong} of {} checks failed", checks.len()) }
}

fn look(edge: &EdgeClient) -> Vec<Check> {
    let asked = Utc::now();
    let Checks { version: edge_version, time, settings, faults } =
        match edge.try_call(Method::GET, "/admin/v1/checks", None, Retry::Never) {
            Ok(checks) => checks,
            Err(error) => return vec![unanswered(edge, &error)],
        };
    let mut checks = vec![
        Check::good("edge", format!("{} answers.", edge.url())),
        version(edge_version.as_deref()),
        Check::good("settings", settings_in_words(&settings)),
        clock("The edge", &time, asked, Utc::now()),
        Check::of(
            "secrets",
            "ADMIN_SECRET and SIGNING_SECRET are good.",
            faults.signing_secret,
            "Until then browser tokens and the Account API are refused: npm run wrangler -- secret put SIGNING_SECRET",
        ),
        Check::of(
            "kv",
            "Keys, accounts and plans can be read.",
            faults.kv,
            "Check the binding KV in wrangler.toml, and the log: npm run wrangler -- tail",
        ),
        Check::of(
            "meter",
            "Requests can be counted.",
            faults.meter,
            "Check the binding METER in wrangler.toml, and the log: npm run wrangler -- tail",
        ),
        Check::of(
            "views",
            "Views of accounts can be prepared.",
            faults.views,
            "Check the binding VIEWS in wrangler.toml, and the log: npm run wrangler -- tail",
        ),
    ];
    checks.push(Check::of(
        "reports",
        "Reports can be created and stored.",
        faults.reports,
        "Check ARTIFACTS, JOBS and RENDERER in wrangler.toml, and the log: npm run wrangler -- tail",
    ));
    checks.push(Check::of(
        "webhooks",
        "Events can be sent.",
        faults.webhooks,
        "Check the binding WEBHOOKS in wrangler.toml, and the log: npm run wrangler -- tail",
    ));
    checks.push(Check::of(
        "documents",
        "The OpenAPI document and the pages at /docs/ are there.",
        faults.documents,
        "Build the files and deploy them: npm run deploy -- --go. Check [assets] in wrangler.toml.",
    ));
    if let Some(fault) = faults.clickhouse {
        checks.push(Check::of(
            "clickhouse",
            "The Worker reads ClickHouse and cannot write there.",
            fault,
            "Check CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and the grants of this user: docs/clickhouse.md",
        ));
    }
    let has_tables = faults.database.is_none();
    checks.push(Check::of(
        "database",
        "All tables are there.",
        faults.database,
        "Where the database is new, apply the migrations: npm run deploy -- --go. \
         Where tables were lost, import all documents again with --rebuild.",
    ));
    if has_tables {
        checks.push(dataset(edge, faults.words));
    }
    checks
}

/// Explains why the edge did not answer the checks.
fn unanswered(edge: &EdgeClient, error: &CallError) -> Check {
    match error {
        // Only wrong settings prevent an edge from running the checks.
        CallError::Busy { message, .. } => {
            Check::wrong("settings", message, "Correct it in wrangler.toml, or as a secret, and deploy.")
        }
        CallError::Refused { .. } => {
            let advice = "An edge of an earlier version cannot be asked this: deploy this one.";
            Check::wrong("secrets", format!("{}.", edge.explain(error)), advice)
        }
        CallError::Unreachable(_) | CallError::Unexpected(_) => {
            Check::wrong("edge", edge.explain(error), "Check the address, and that this version is deployed.")
        }
    }
}

fn settings_in_words(settings: &Map<String, Value>) -> String {
    let word = |value: &Value| match value {
        Value::String(text) if text.is_empty() => "none".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let words = settings.iter().map(|(name, value)| format!("{name} {}", word(value)));
    format!("{}.", words.collect::<Vec<_>>().join(", "))
}

/// Compares the edge's version with the command's.
fn version(edge: Option<&str>) -> Check {
    const OWN: &str = env!("CARGO_PKG_VERSION");
    match edge {
        Some(OWN) => Check::good("version", format!("The edge and this command are {OWN}.")),
        other => Check::wrong(
            "version",
            format!("The edge is {}, and this command {OWN}.", other.unwrap_or("of an earlier version")),
            "Deploy the version that is checked out here, or use the command of the one that is deployed.",
        ),
    }
}

/// Checks the ClickHouse server that imports write to, and their user.
fn clickhouse(server: &ClickHouseServer) -> Vec<Check> {
    let maintenance = server.maintenance();
    let (before, url) = (Utc::now(), server.client.url());
    let facts = match block_on(maintenance.facts()) {
        Ok(facts) => facts,
        Err(error) => {
            let found = format!("{url}: {:#}.", explain(&error));
            let advice = "Check the address, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.";
            return vec![Check::wrong("import server", found, advice)];
        }
    };
    let (year, release) = ServerFacts::OLDEST;
    let found = format!("{url} is ClickHouse {}.", facts.version);
    let mut checks = vec![match facts.is_supported() {
        true => Check::good("import server", found),
        false => Check::wrong("import server", found, format!("Install version {year}.{release} or a later one.")),
    }];
    if let Some(time) = DateTime::from_timestamp(facts.time, 0) {
        let clock = clock("ClickHouse", &time.to_rfc3339_opts(SecondsFormat::Secs, true), before, Utc::now());
        checks.push(Check { check: "import clock", ..clock });
    }
    let granted = Privilege::ALL.map(|privilege| (privilege, block_on(maintenance.has(privilege)) == Ok(true)));
    let missing: Vec<&str> =
        granted.iter().filter(|(_, is_granted)| !is_granted).map(|(privilege, _)| privilege.name()).collect();
    let fault = (!missing.is_empty()).then(|| format!("CLICKHOUSE_USER lacks {}.", missing.join(", ")));
    checks.push(Check::of("import user", "It may write versions.", fault, "Grant them: docs/clickhouse.md"));
    checks
}

/// Compares the time of the edge or of a server with the local times before and after the request.
fn clock(of: &str, time: &str, before: DateTime<Utc>, after: DateTime<Utc>) -> Check {
    let apart = time.parse::<DateTime<Utc>>().map(|time| (before - time).max(time - after).num_seconds());
    match apart {
        Ok(..=APART) => Check::good("clock", format!("The clocks agree: it is {time}.")),
        Ok(apart) => Check::wrong(
            "clock",
            format!("{of} and this machine are {apart} s apart."),
            "Set the clock of this machine.",
        ),
        Err(_) => Check::wrong("clock", format!("{of} says '{time}'."), "Deploy this version."),
    }
}

/// Checks the served version and its word index.
fn dataset(edge: &EdgeClient, words: Option<String>) -> Check {
    match edge.try_call(Method::GET, "/admin/v1/dataset", None, Retry::Never) {
        Ok(DatasetVersions { served: Some(served), .. }) => {
            let good = format!("{}.", describe(&served));
            Check::of("dataset", &good, words, "Rebuild the index: overheard dataset rebuild")
        }
        Ok(DatasetVersions { served: None, .. }) => {
            Check::wrong("dataset", "Nothing is served yet.", "Import files: overheard import DIR")
        }
        Err(error) => Check::wrong("dataset", edge.explain(&error), "Check the log: npm run wrangler -- tail"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_of_another_version_is_named() {
        assert!(version(Some(env!("CARGO_PKG_VERSION"))).ok);
        let other = version(Some("0.0.9"));
        assert!(!other.ok && other.found.starts_with("The edge is 0.0.9, and this command "), "{}", other.found);
        assert!(version(None).found.starts_with("The edge is of an earlier version, "));
    }

    #[test]
    fn clocks_may_be_a_minute_apart() {
        let at = |seconds: i64| DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap();
        let clock = |edge| clock("The edge", &at(edge).to_rfc3339(), at(100), at(130));
        let is_good = |edge| clock(edge).ok;
        assert_eq!([39, 40, 100, 130, 190, 191].map(is_good), [false, true, true, true, true, false]);
        assert_eq!(clock(0).found, "The edge and this machine are 100 s apart.");
    }

    #[test]
    fn settings_are_said_in_words() {
        let settings = serde_json::json!({"ENVELOPE": "flat", "SERVED_FOR_SECONDS": 5, "JURISDICTION": ""});
        let words = settings_in_words(settings.as_object().unwrap());
        assert_eq!(words, "ENVELOPE flat, SERVED_FOR_SECONDS 5, JURISDICTION none.");
    }
}
