//! The paths that callers may ask, for those who look for one.

use axum::extract::rejection::PathRejection;
use overheard::guard::problem::{Code, Violation, echo_path};
pub use overheard::service::browser_token::PATH as BROWSER_TOKENS;
use overheard::spec::{AccountOperation, Operation};

/// What the whole deployment is described at.
pub const INDEX: [&str; 2] = ["/", "/v1"];
/// The OpenAPI document: a file.
pub const OPENAPI: &str = "/v1/openapi.json";
/// What changed from release to release, and what ends when.
pub const CHANGELOG: &str = "/v1/changelog.json";
/// The path of the MCP server.
pub const MCP: &str = "/mcp";
/// The reference and the guides, for people.
pub const DOCS: &str = "/docs/";
/// Characters of a reason that are told.
const MAX_REASON: usize = 300;
/// A path that is longer is none that was meant.
const MAX_BYTES: usize = 200;
/// How alike a path must be to one that there is: letters that need not be changed, of all.
const ALIKE: f64 = 0.7;

/// All of them with their methods, those of each interface in the order in which it is described. `:id` stands for the
/// id of a resource.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let data = Operation::ALL.into_iter().map(|operation| (operation.endpoint().method, operation.endpoint().path));
    let account =
        AccountOperation::ALL.into_iter().map(|operation| (operation.endpoint().method, operation.endpoint().path));
    let further = [("POST", BROWSER_TOKENS), ("POST", MCP), ("GET", OPENAPI), ("GET", CHANGELOG)];
    data.chain(account).chain(further)
}

/// The method of a path, if it is one of them.
pub fn method_of(path: &str) -> Option<&'static str> {
    all().find(|(_, known)| filled(known, path) == path).map(|(method, _)| method)
}

/// There is nothing at a path. Which paths there are is told, and the one that was perhaps meant.
pub fn nothing_at(path: &str) -> Violation {
    let message = format!("there is nothing at path '{}'. {OPENAPI} describes what there is.", echo_path(path));
    let all: Vec<&str> = all().map(|(_, path)| path).collect();
    let mut violation = Violation::new(Code::NotFound, "", message).allowing(&all, "");
    violation.did_you_mean = nearest(path).map(str::to_owned);
    violation
}

/// What stands for the variable segments of a path is none of what it takes.
pub fn unreadable(rejection: &PathRejection) -> Violation {
    Violation::new(Code::NotFound, "", format!("there is nothing at this path. {}.", short(&rejection.body_text())))
}

/// As much of a reason as is told: it may repeat what was sent.
pub fn short(reason: &str) -> String {
    reason.chars().take(MAX_REASON).collect()
}

fn nearest(path: &str) -> Option<&'static str> {
    if path.len() > MAX_BYTES {
        return None;
    }
    let given = path.to_lowercase();
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(&filled(known, &given), &given);
    let near = all().map(|(_, known)| (likeness(known), known)).filter(|(likeness, _)| *likeness >= ALIKE);
    near.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

/// A path with the ids of another one in place of its own.
fn filled(known: &str, path: &str) -> String {
    let mut given = path.split('/');
    let filled = known.split('/').map(|segment| {
        let given = given.next().unwrap_or_default();
        if segment == ":id" && !given.is_empty() { given } else { segment }
    });
    filled.collect::<Vec<&str>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_an_id_is_the_one_of_its_operation() {
        assert_eq!(method_of("/v1/sector"), Some("POST"));
        assert_eq!(method_of("/v1/mentions/men_1"), Some("GET"));
        assert_eq!(method_of("/v1/mentions/"), None);
        assert_eq!(method_of("/v1/mentions/men_1/more"), None);
    }

    #[test]
    fn the_path_that_was_perhaps_meant_is_named() {
        let meant = |path: &str| nothing_at(path).did_you_mean;
        assert_eq!(meant("/v1/sectr").as_deref(), Some("/v1/sector"));
        assert_eq!(meant("/V1/Mention/men_1").as_deref(), Some("/v1/mentions/:id"));
        assert_eq!((meant("/wp-login.php"), meant(&"/v1/sector".repeat(30))), (None, None));
        assert_eq!(nothing_at("/x").allowed.map_or(0, |allowed| allowed.len()), all().count());
    }
}
