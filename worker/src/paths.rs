//! The paths that callers may ask, for those who look for one.

use crate::handlers::browser_tokens;
use overheard::guard::problem::{Code, Violation, echo_path};
use overheard::spec::{AccountOperation, Operation};

/// What the whole deployment is described at.
pub const INDEX: [&str; 2] = ["/", "/v1"];
/// A path that is longer is none that was meant.
const MAX_BYTES: usize = 200;
/// How alike a path must be to one that there is: letters that need not be changed, of all.
const ALIKE: f64 = 0.7;

/// All of them with their methods, those of each interface in the order in which it is described. `:id` stands for the
/// id of a resource.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let data = Operation::ALL.into_iter().map(|operation| (operation.endpoint().method, operation.endpoint().path));
    let account = AccountOperation::ALL.into_iter().map(|operation| ("GET", operation.endpoint().path));
    data.chain(account).chain([("POST", browser_tokens::PATH)])
}

/// The method of a path, if it is one of them.
pub fn method_of(path: &str) -> Option<&'static str> {
    all().find(|(_, known)| filled(known, path) == path).map(|(method, _)| method)
}

/// There is nothing at a path. Which paths there are is told, and the one that was perhaps meant.
pub fn nothing_at(path: &str) -> Violation {
    let message = format!("there is nothing at path '{}'.", echo_path(path));
    let all: Vec<&str> = all().map(|(_, path)| path).collect();
    let mut violation = Violation::new(Code::NotFound, "", message).allowing(&all, "");
    violation.did_you_mean = nearest(path).map(str::to_owned);
    violation
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
