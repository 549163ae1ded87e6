//! What changed for callers, release by release, read from the project's changelog.

use serde::Serialize;

/// Whom callers need not read about: they reach the edge, and neither run it nor change its code.
const OTHERS: [&str; 2] = ["operators", "people who work on the code"];

/// A version that was released.
#[derive(Debug, PartialEq, Serialize)]
pub struct Release<'t> {
    /// Its number.
    pub version: &'t str,
    /// The day of its release, `YYYY-MM-DD`.
    pub date: &'t str,
    /// What changed for callers, in the order of the changelog.
    pub changes: Vec<Change<'t>>,
}

/// What changed.
#[derive(Debug, PartialEq, Serialize)]
pub struct Change<'t> {
    /// `added`, `changed`, `deprecated`, `removed`, `fixed` or `security`.
    pub kind: String,
    /// Whom it concerns; nothing where it concerns everybody.
    #[serde(rename = "for")]
    pub audience: Option<&'t str>,
    /// In words, as Markdown.
    pub text: &'t str,
}

/// The releases of a changelog as Keep a Changelog has them, the newest first: `## [version] - date`, `### Kind`, a line
/// `For somebody:` where items are for some people alone, and an item on each line. What is not released is left out.
pub fn releases(changelog: &str) -> Vec<Release<'_>> {
    let mut releases = Vec::new();
    // What is not released yet has neither number nor date; so has what comes before the first heading.
    let (mut released, mut kind, mut audience) = (false, None, None);
    for line in changelog.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let release = heading.strip_prefix('[').and_then(|rest| rest.split_once("] - "));
            released = release.is_some();
            kind = None;
            releases.extend(release.map(|(version, date)| Release { version, date, changes: Vec::new() }));
        } else if let Some(heading) = line.strip_prefix("### ") {
            // Anything else, such as what does not exist yet, is no change.
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

/// The kinds of changes.
const KINDS: [&str; 6] = ["added", "changed", "deprecated", "removed", "fixed", "security"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_read_what_concerns_them_of_what_was_released() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing to come.\n\n\
                         ## [0.2.0] - 2027-01-02\n\n### Added\n\nFor people who ask the Data API:\n\n- A thing.\n\n\
                         For operators:\n\n- A setting.\n\n### Fixed\n\n- A fault.\n\n### Not yet\n\n- A wish.\n\n\
                         ## [0.1.0] - 2027-01-01\n\n### Removed\n\nFor people who work on the code:\n\n- A file.\n";
        let [newest, oldest] = &releases(changelog)[..] else { panic!("two releases") };
        assert_eq!((newest.version, newest.date), ("0.2.0", "2027-01-02"));
        let told: Vec<_> = newest.changes.iter().map(|one| (one.kind.as_str(), one.audience, one.text)).collect();
        assert_eq!(told, [("added", Some("people who ask the Data API"), "A thing."), ("fixed", None, "A fault.")]);
        assert_eq!((oldest.version, oldest.changes.len()), ("0.1.0", 0));
    }
}
