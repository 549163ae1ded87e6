//! Derives the changes for API clients from the project's changelog, release by release, and the deprecations.

use overheard::spec::{AccountOperation, Endpoint, Operation, SCHEMA_VERSION};
use serde_json::{Value, json};

/// The project's changelog.
const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

/// The kinds of changes.
const KINDS: [&str; 6] = ["added", "changed", "deprecated", "removed", "fixed", "security"];
/// Audiences that are not API clients.
const OTHERS: [&str; 2] = ["operators", "people who work on the code"];

/// Returns the changelog that a deployment serves.
pub fn changelog() -> Value {
    let data = Operation::ALL.map(|operation| operation.endpoint());
    let account = AccountOperation::ALL.map(|operation| operation.endpoint());
    let deprecations: Vec<Value> = data.iter().chain(&account).filter_map(deprecation_of).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "api_version": "v1",
        "schema_version": SCHEMA_VERSION,
        "deprecations": deprecations,
        "releases": releases(CHANGELOG).iter().map(Release::to_json).collect::<Vec<_>>(),
    })
}

/// Returns the deprecation of an operation, if it has one.
fn deprecation_of(endpoint: &Endpoint) -> Option<Value> {
    endpoint.deprecation?;
    Some(
        endpoint
            .with_deprecation(json!({"operation": endpoint.name, "method": endpoint.method, "path": endpoint.path})),
    )
}

/// A released version.
struct Release<'t> {
    /// The version number.
    version: &'t str,
    /// The day of its release, `YYYY-MM-DD`.
    date: &'t str,
    /// The changes for API clients, in the order of the changelog.
    changes: Vec<Change<'t>>,
}

/// A change.
struct Change<'t> {
    /// `added`, `changed`, `deprecated`, `removed`, `fixed` or `security`.
    kind: String,
    /// The audience; `None` for everybody.
    audience: Option<&'t str>,
    /// The description, as Markdown.
    text: &'t str,
}

impl Release<'_> {
    fn to_json(&self) -> Value {
        let changes: Vec<_> =
            self.changes.iter().map(|one| json!({"kind": one.kind, "for": one.audience, "text": one.text})).collect();
        json!({"version": self.version, "date": self.date, "changes": changes})
    }
}

/// Parses a changelog in the format of Keep a Changelog, newest release first.
///
/// The lines are `## [version] - date`, `### Kind`, a line `For somebody:` if items have an audience, and one line per
/// item. Unreleased changes are left out.
fn releases(changelog: &str) -> Vec<Release<'_>> {
    let mut releases = Vec::new();
    // Unreleased changes and the text before the first heading have neither number nor date.
    let (mut released, mut kind, mut audience) = (false, None, None);
    for line in changelog.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let release = heading.strip_prefix('[').and_then(|rest| rest.split_once("] - "));
            released = release.is_some();
            kind = None;
            releases.extend(release.map(|(version, date)| Release { version, date, changes: Vec::new() }));
        } else if let Some(heading) = line.strip_prefix("### ") {
            // Any other heading, such as that of known gaps, is not a kind of change.
            kind = Some(heading.to_lowercase()).filter(|kind| KINDS.contains(&kind.as_str()));
            audience = None;
        } else if let Some(name) = line.strip_prefix("For ").and_then(|rest| rest.strip_suffix(':')) {
            audience = Some(name);
        } else if let (true, Some(kind), Some(text)) = (released, &kind, line.strip_prefix("- "))
            && !audience.is_some_and(|name| OTHERS.contains(&name))
            && let Some(release) = releases.last_mut()
        {
            release.changes.push(Change { kind: kind.clone(), audience, text });
        }
    }
    releases
}

#[cfg(test)]
mod tests {
    use super::*;
    use overheard::spec::Deprecation;

    #[test]
    fn only_released_changes_for_api_clients_are_listed() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing to come.\n\n\
                         ## [0.2.0] - 2027-01-02\n\n### Added\n\nFor people who ask the Data API:\n\n- A thing.\n\n\
                         For operators:\n\n- A setting.\n\n### Fixed\n\n- A fault.\n\n### Not yet\n\n- A wish.\n\n\
                         ## [0.1.0] - 2027-01-01\n\n### Removed\n\nFor people who work on the code:\n\n- A file.\n";
        let [newest, oldest] = &releases(changelog)[..] else { panic!("two releases") };
        assert_eq!((newest.version, newest.date), ("0.2.0", "2027-01-02"));
        let changes: Vec<_> = newest.changes.iter().map(|one| (one.kind.as_str(), one.audience, one.text)).collect();
        assert_eq!(changes, [("added", Some("people who ask the Data API"), "A thing."), ("fixed", None, "A fault.")]);
        assert_eq!((oldest.version, oldest.changes.len()), ("0.1.0", 0));
    }

    #[test]
    fn deprecations_are_listed_with_their_operation() {
        let instead = "POST /v2/search";
        let deprecation =
            Deprecation { since: "2027-01-01", sunset: "2027-07-01", instead, guide: "/docs/migrations/1.0" };
        let endpoint = Operation::Search.endpoint();
        assert_eq!(deprecation_of(&endpoint), None);
        let ending = deprecation_of(&Endpoint { deprecation: Some(deprecation), ..endpoint }).unwrap();
        assert_eq!((&ending["path"], &ending["deprecation"]["sunset"]), (&json!("/v1/search"), &json!("2027-07-01")));
    }
}
