//! The texts of hints and warnings, and how many there are.

use crate::guard::problem::echo;
use crate::spec::Field;
use crate::spec::answer::sector::SectorAnswer;
use crate::spec::limits::MAX_RANKED_DOCUMENTS;
use crate::spec::request::account::choice::Coverage;

/// The most spellings that are suggested for a value.
pub(in crate::backend) const MAX_SPELLINGS: usize = 3;
/// The most values for which similar names are searched.
pub(in crate::backend) const MAX_UNKNOWN: usize = 3;

/// Returns a hint for each name that exists.
pub(in crate::backend) fn existence_hints(field: &Field, names: Vec<String>) -> impl Iterator<Item = String> {
    names.into_iter().map(|name| format!("{} '{name}' exists; values are compared exactly", field.name))
}

/// Returns the hint that a requested brand is an alias.
pub(in crate::backend) fn alias_hint(alias: &str, name: &str) -> String {
    format!("brand_name '{}' is an alias: answered for '{name}'", echo(alias))
}

/// Returns the hint that no record has a value.
pub(in crate::backend) fn absence_hint(field: &Field, value: &str) -> String {
    format!("{} '{}' never occurs", field.name, echo(value))
}

/// Returns a hint for each brand with few videos.
pub(in crate::backend) fn coverage_hints(answer: &SectorAnswer) -> Vec<String> {
    let low = answer.brands.iter().filter(|brand| brand.coverage == Coverage::Low);
    let hint = |label: &str, videos: u64| {
        format!("brand '{label}' has {videos} videos in the window: check coverage before quoting it")
    };
    low.map(|brand| hint(&brand.label, brand.totals.unique_videos)).collect()
}

/// Returns the warning of a search whose words are too frequent to rank by relevance.
pub(in crate::backend) fn newest_first_warning() -> String {
    format!("the words of q occur in more than {MAX_RANKED_DOCUMENTS} documents: newest first instead of by relevance")
}
