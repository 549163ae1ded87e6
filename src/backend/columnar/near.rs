//! Names that a value was perhaps meant to be although some of its letters are wrong: for values that no document has.
//!
//! Only names that begin alike are looked at, and not many of these: they are neighbours in the dictionary.

use super::names::dictionary;
use super::reader::Reader;
use super::rows::text;
use crate::base::text::{normal_form, usual_cases};
use crate::query::QueryError;
use crate::spec::Index;
use crate::sql::Statement;

/// Characters that are right, at the beginning.
const ALIKE: usize = 3;
/// Names that are looked at for one way of writing that beginning.
const LOOKED_AT: u32 = 50;
/// Letters that are wrong, at most.
const EDITS: usize = 2;

/// Of each value of a field that has numbered names, the nearest of them, which may be none.
pub(super) async fn near(
    reader: &Reader<'_>,
    index: Index,
    wanted: &[(&'static str, &str)],
) -> Result<Vec<Vec<String>>, QueryError> {
    let mut statements = Vec::new();
    let mut ends = Vec::new();
    for (field, value) in wanted {
        statements.extend(beginnings(value).iter().map(|begin| statement(reader, index, field, begin)));
        ends.push(statements.len());
    }
    let read = if statements.is_empty() { Vec::new() } else { reader.read(statements).await? };
    let (mut near, mut from) = (Vec::new(), 0);
    for ((_, value), end) in wanted.iter().zip(ends) {
        let mut names = Vec::new();
        for row in read.get(from..end).unwrap_or_default().iter().flatten() {
            names.push(text(row, "name")?.to_owned());
        }
        near.push(nearest(value, names));
        from = end;
    }
    Ok(near)
}

/// The names with the fewest wrong letters, in their order; none where too many are wrong.
pub(super) fn nearest(value: &str, mut names: Vec<String>) -> Vec<String> {
    let form = normal_form(value);
    let edits = |name: &String| strsim::levenshtein(&normal_form(name), &form);
    let fewest = names.iter().map(edits).min().filter(|edits| *edits <= EDITS && !is_short(value));
    names.retain(|name| Some(edits(name)) == fewest);
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a value is so short that names with wrong letters are other names.
fn is_short(value: &str) -> bool {
    value.chars().count() <= ALIKE
}

/// The ways of writing what a value begins with; none of one that is short.
fn beginnings(value: &str) -> Vec<String> {
    if is_short(value) {
        return Vec::new();
    }
    let mut written = usual_cases(value);
    written.push(value.to_owned());
    for text in &mut written {
        *text = text.chars().take(ALIKE).collect();
    }
    written.sort_unstable();
    written.dedup();
    written
}

/// Asks for the names of a field that begin so.
fn statement(reader: &Reader<'_>, index: Index, field: &str, begin: &str) -> Statement {
    let mut sql = reader.shared("SELECT DISTINCT row.name AS name FROM name AS row WHERE");
    sql.push(" AND row.field = ").bind(dictionary(index, field));
    sql.push(" AND row.name >= ").bind(begin).push(" AND row.name < ").bind(format!("{begin}{}", char::MAX));
    sql.push(&format!(" ORDER BY row.name LIMIT {LOOKED_AT}"));
    reader.finish_shared(sql)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_have_the_fewest_wrong_letters() {
        let names = || ["Velunara", "Velunera", "VELUNRA X", "Velocity"].map(str::to_owned).to_vec();
        assert_eq!(nearest("Velunarra", names()), ["Velunara"]);
        assert_eq!(nearest("Velunora", names()), ["Velunara", "Velunera"]);
        assert_eq!(nearest("Vélunara!", names()), ["Velunara"], "accents and punctuation do not count");
        assert!(nearest("Borealume", names()).is_empty());
        assert!(nearest("DE", vec!["DK".to_owned()]).is_empty());
    }

    #[test]
    fn a_beginning_is_written_in_the_usual_cases() {
        assert_eq!(beginnings("veluNra"), ["VEL", "Vel", "vel"]);
        assert!(beginnings("vel").is_empty());
    }
}
