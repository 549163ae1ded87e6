//! Generation of ids.

use crate::fault::unavailable;
use overheard::guard::problem::Violation;
use overheard::service::credential::new_id;

/// Generates an id: the prefix of its kind (`acc`, `rpt`), an underscore and random characters.
///
/// # Errors
/// The platform has no randomness.
pub fn fresh_id(kind: &str) -> Result<String, Violation> {
    let mut entropy = [0; 20];
    getrandom::fill(&mut entropy).map_err(|error| unavailable("randomness", &error))?;
    Ok(new_id(kind, &entropy))
}
