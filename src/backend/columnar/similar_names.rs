//! Finds names similar to a value that no record has, by edit distance.
//!
//! Only a limited number of names with the same beginning are compared. These are neighbours in the table of names.

use super::names::dictionary;
use super::reader::Reader;
use super::rows::text;
use crate::base::text::{normal_form, usual_cases};
use crate::query::QueryError;
use crate::spec::Index;
use crate::sql::Statement;

/// The number of characters that must be equal at the beginning.
const PREFIX: usize = 3;
/// The most names that are compared for each spelling of the beginning.
const CANDIDATES: u32 = 50;
/// The largest edit distance of a similar name.
const MAX_EDITS: usize = 2;

/// Returns the most similar names for each value of a field with numbered names. There may be none.
pub(super) async fn similar_names(
    reader: &Reader<'_>,
    index: Index,
    values: &[(&'static str, &str)],
) -> Result<Vec<Vec<String>>, QueryError> {
    let mut statements = Vec::new();
    let mut ends = Vec::new();
    for (field, value) in values {
        statements.extend(prefixes(value).iter().map(|prefix| statement(reader, index, field, prefix)));
        ends.push(statements.len());
    }
    let read = if statements.is_empty() { Vec::new() } else { reader.read(statements).await? };
    let (mut similar, mut start) = (Vec::new(), 0);
    for ((_, value), end) in values.iter().zip(ends) {
        let mut names = Vec::new();
        for row in read.get(start..end).unwrap_or_default().iter().flatten() {
            names.push(text(row, "name")?.to_owned());
        }
        similar.push(most_similar(value, names));
        start = end;
    }
    Ok(similar)
}

/// Returns the names with the smallest edit distance, sorted; none if it exceeds [`MAX_EDITS`].
pub(super) fn most_similar(value: &str, mut names: Vec<String>) -> Vec<String> {
    let form = normal_form(value);
    let edits = |name: &String| strsim::levenshtein(&normal_form(name), &form);
    let fewest = names.iter().map(edits).min().filter(|edits| *edits <= MAX_EDITS && !is_short(value));
    names.retain(|name| Some(edits(name)) == fewest);
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns true if a value is too short to be compared.
fn is_short(value: &str) -> bool {
    value.chars().count() <= PREFIX
}

/// Returns the spellings of the beginning of a value; none if the value is too short.
fn prefixes(value: &str) -> Vec<String> {
    if is_short(value) {
        return Vec::new();
    }
    let mut written = usual_cases(value);
    written.push(value.to_owned());
    for text in &mut written {
        *text = text.chars().take(PREFIX).collect();
    }
    written.sort_unstable();
    written.dedup();
    written
}

/// Returns the statement that reads the names of a field with a prefix.
fn statement(reader: &Reader<'_>, index: Index, field: &str, prefix: &str) -> Statement {
    let mut sql = reader.shared("SELECT DISTINCT row.name AS name FROM name AS row WHERE");
    sql.push(" AND row.field = ").bind(dictionary(index, field));
    sql.push(" AND row.name >= ").bind(prefix).push(" AND row.name < ").bind(format!("{prefix}{}", char::MAX));
    sql.push(&format!(" ORDER BY row.name LIMIT {CANDIDATES}"));
    reader.finish_shared(sql)
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
