//! Ids of what is new.

use crate::fault::unavailable;
use overheard::guard::problem::Violation;
use overheard::service::credential::new_id;

/// A new id of a kind: its prefix (`acc`, `rpt`), an underscore and random characters.
///
/// # Errors
/// When the platform has no randomness.
pub fn fresh_id(kind: &str) -> Result<String, Violation> {
    let mut entropy = [0; 20];
    getrandom::fill(&mut entropy).map_err(|error| unavailable("randomness", &error))?;
    Ok(new_id(kind, &entropy))
}
