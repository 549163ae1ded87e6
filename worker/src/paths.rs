//! The public paths, and suggestions for unknown ones.

use axum::extract::rejection::PathRejection;
use overheard::guard::problem::{Code, Violation, echo_path};
use overheard::service::alert;
pub use overheard::service::browser_token::PATH as BROWSER_TOKENS;
use overheard::service::feed;
use overheard::spec::{AccountOperation, Operation};

/// Paths of the index.
pub const INDEX: [&str; 2] = ["/", "/v1"];
/// The OpenAPI document, a static file.
pub const OPENAPI: &str = "/v1/openapi.json";
/// The changelog with deprecations, a static file.
pub const CHANGELOG: &str = "/v1/changelog.json";
/// The path of the MCP server.
pub const MCP: &str = "/mcp";
/// The reference and the guides.
pub const DOCS: &str = "/docs/";
/// Characters of a reason in an error message at most.
const MAX_REASON: usize = 300;
/// Bytes of a path for which a suggestion is computed at most.
const MAX_BYTES: usize = 200;
/// Similarity from which a path is suggested: the share of characters that stay the same.
const MIN_SIMILARITY: f64 = 0.7;

/// Returns all public paths with their methods, in the order of the catalogue. `:id` stands for the id of a resource.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let data = Operation::ALL.into_iter().map(|operation| (operation.endpoint().method, operation.endpoint().path));
    let account =
        AccountOperation::ALL.into_iter().map(|operation| (operation.endpoint().method, operation.endpoint().path));
    let further = [
        ("POST", BROWSER_TOKENS),
        ("POST", feed::PATH),
        ("GET", feed::PATH),
        ("DELETE", feed::ITEM_PATH),
        ("GET", feed::ADDRESS_PATH),
        ("POST", alert::PATH),
        ("GET", alert::PATH),
        ("GET", alert::FIRED_PATH),
        ("GET", alert::ITEM_PATH),
        ("PATCH", alert::ITEM_PATH),
        ("DELETE", alert::ITEM_PATH),
        ("POST", alert::TEST_PATH),
        ("POST", MCP),
        ("GET", OPENAPI),
        ("GET", CHANGELOG),
    ];
    data.chain(account).chain(further)
}

/// Returns the method of a path, if it is public.
pub fn method_of(path: &str) -> Option<&'static str> {
    all().find(|(_, known)| fill(known, path) == path).map(|(method, _)| method)
}

/// Returns the error for an unknown path. It lists the public paths and suggests the most similar one.
pub fn unknown_path(path: &str) -> Violation {
    let message = format!("there is nothing at path '{}'. {OPENAPI} describes what there is.", echo_path(path));
    let all: Vec<&str> = all().map(|(_, path)| path).collect();
    let mut violation = Violation::new(Code::NotFound, "", message).allowing(&all, "");
    violation.did_you_mean = nearest(path).map(str::to_owned);
    violation
}

/// Returns the error for invalid variable segments of a path.
pub fn invalid_segments(rejection: &PathRejection) -> Violation {
    Violation::new(Code::NotFound, "", format!("there is nothing at this path. {}.", shorten(&rejection.body_text())))
}

/// Shortens a reason, which may repeat the input.
pub fn shorten(reason: &str) -> String {
    reason.chars().take(MAX_REASON).collect()
}

fn nearest(path: &str) -> Option<&'static str> {
    if path.len() > MAX_BYTES {
        return None;
    }
    let given = path.to_lowercase();
    let similarity = |known: &str| strsim::normalized_damerau_levenshtein(&fill(known, &given), &given);
    let near =
        all().map(|(_, known)| (similarity(known), known)).filter(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    near.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

/// Replaces the `:id` segments of a path by the segments of another one.
fn fill(known: &str, path: &str) -> String {
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
    fn a_similar_path_is_suggested() {
        let suggestion = |path: &str| unknown_path(path).did_you_mean;
        assert_eq!(suggestion("/v1/sectr").as_deref(), Some("/v1/sector"));
        assert_eq!(suggestion("/V1/Mention/men_1").as_deref(), Some("/v1/mentions/:id"));
        assert_eq!((suggestion("/wp-login.php"), suggestion(&"/v1/sector".repeat(30))), (None, None));
        assert_eq!(unknown_path("/x").allowed.map_or(0, |allowed| allowed.len()), all().count());
    }
}
