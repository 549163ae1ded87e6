//! Similarity of names by edit distance. Only a limited number of names with the same beginning are compared.

use crate::base::order;
use crate::base::text::{spelling, tokens, usual_cases};

/// The number of characters that must be equal at the beginning.
const PREFIX: usize = 3;
/// The most names that are compared for each spelling of the beginning.
pub(in crate::backend) const CANDIDATES: u32 = 50;
/// The largest edit distance of a similar name.
const MAX_EDITS: usize = 2;

/// Returns the names with the smallest edit distance, sorted; none if it exceeds [`MAX_EDITS`].
pub(in crate::backend) fn most_similar(value: &str, mut names: Vec<String>) -> Vec<String> {
    let spelling = |name: &str| spelling(&tokens(name));
    let form = spelling(value);
    let edits = |name: &String| strsim::levenshtein(&spelling(name), &form);
    let fewest = names.iter().map(edits).min().filter(|edits| *edits <= MAX_EDITS && !is_short(value));
    names.retain(|name| Some(edits(name)) == fewest);
    order::sort(&mut names);
    names.dedup();
    names
}

/// Returns true if a value is too short to be compared.
fn is_short(value: &str) -> bool {
    value.chars().count() <= PREFIX
}

/// Returns the spellings of the beginning of a value; none if the value is too short.
pub(in crate::backend) fn prefixes(value: &str) -> Vec<String> {
    if is_short(value) {
        return Vec::new();
    }
    let mut written = usual_cases(value);
    written.push(value.to_owned());
    for text in &mut written {
        *text = text.chars().take(PREFIX).collect();
    }
    order::sort(&mut written);
    written.dedup();
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_names_have_the_smallest_distance() {
        let names = || ["Velunara", "Velunera", "VELUNRA X", "Velocity"].map(str::to_owned).to_vec();
        assert_eq!(most_similar("Velunarra", names()), ["Velunara"]);
        assert_eq!(most_similar("Velunora", names()), ["Velunara", "Velunera"]);
        assert_eq!(most_similar("Vélunara!", names()), ["Velunara"], "accents and punctuation do not count");
        assert!(most_similar("Borealume", names()).is_empty());
        assert!(most_similar("DE", vec!["DK".to_owned()]).is_empty());
    }

    #[test]
    fn a_prefix_is_written_in_the_usual_cases() {
        assert_eq!(prefixes("veluNra"), ["VEL", "Vel", "vel"]);
        assert!(prefixes("vel").is_empty());
    }
}
