//! Names that a value was perhaps meant to be although some of its letters are wrong: for values that no document has.
//!
//! Only names that begin alike are looked at, and not many of these: they are neighbours in the dictionary.

use super::names::dictionary;
use super::reader::Reader;
use super::rows::text;
use crate::base::text::{normal_form, usual_cases};
use crate::spec::Index;
use crate::sql::{Statement, StoreError};
use std::collections::BTreeSet;

/// Characters that are right, at the beginning.
const ALIKE: usize = 3;
/// Names that are looked at for one way of writing that beginning.
const LOOKED_AT: i64 = 50;
/// Letters that are wrong, at most.
const EDITS: usize = 2;

/// Of each value of a field that has numbered names, the nearest of them, which may be none.
pub(super) async fn near(
    reader: &Reader<'_>,
    index: Index,
    wanted: &[(&'static str, &str)],
) -> Result<Vec<Vec<String>>, StoreError> {
    let statements: Vec<Vec<Statement>> = wanted
        .iter()
        .map(|(field, value)| beginnings(value).iter().map(|begin| statement(reader, index, field, begin)).collect())
        .collect();
    if statements.iter().all(Vec::is_empty) {
        return Ok(vec![Vec::new(); wanted.len()]);
    }
    let counts: Vec<usize> = statements.iter().map(Vec::len).collect();
    let mut results = reader.read(statements.into_iter().flatten().collect()).await?.into_iter();
    let mut near = Vec::new();
    for ((_, value), count) in wanted.iter().zip(counts) {
        let rows: Vec<_> = results.by_ref().take(count).flatten().collect();
        let names = rows.iter().map(|row| text(row, "name").map(str::to_owned)).collect::<Result<Vec<_>, _>>()?;
        near.push(nearest(value, names));
    }
    Ok(near)
}

/// The names with the fewest wrong letters, in their order; none where too many are wrong.
pub(super) fn nearest(value: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    if is_short(value) {
        return Vec::new();
    }
    let form = normal_form(value);
    let edits = |name: &String| strsim::levenshtein(&normal_form(name), &form);
    let mut near: Vec<(usize, String)> = names.into_iter().map(|name| (edits(&name), name)).collect();
    near.retain(|(edits, _)| *edits <= EDITS);
    near.sort_unstable();
    near.dedup();
    let fewest = near.first().map_or(0, |(edits, _)| *edits);
    near.into_iter().take_while(|(edits, _)| *edits == fewest).map(|(_, name)| name).collect()
}

/// Whether a value is so short that names with wrong letters are other names.
fn is_short(value: &str) -> bool {
    value.chars().count() <= ALIKE
}

/// The ways of writing what a value begins with; none of one that is short.
fn beginnings(value: &str) -> BTreeSet<String> {
    if is_short(value) {
        return BTreeSet::new();
    }
    let written = usual_cases(value).into_iter().chain([value.to_owned()]);
    written.map(|text| text.chars().take(ALIKE).collect()).collect()
}

/// Asks for the names of a field that begin so.
fn statement(reader: &Reader<'_>, index: Index, field: &str, begin: &str) -> Statement {
    let mut sql = reader.shared("SELECT DISTINCT row.name AS name FROM name AS row WHERE");
    sql.push(" AND row.field = ").bind(dictionary(index, field));
    sql.push(" AND row.name >= ").bind(begin).push(" AND row.name < ").bind(format!("{begin}{}", char::MAX));
    sql.push(" ORDER BY row.name LIMIT ").bind(LOOKED_AT);
    reader.finish_shared(sql)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_have_the_fewest_wrong_letters() {
        let names = || ["Velunara", "Velunera", "VELUNRA X", "Velocity"].map(str::to_owned);
        assert_eq!(nearest("Velunarra", names()), ["Velunara"]);
        assert_eq!(nearest("Velunora", names()), ["Velunara", "Velunera"]);
        assert_eq!(nearest("Vélunara!", names()), ["Velunara"], "accents and punctuation do not count");
        assert!(nearest("Borealume", names()).is_empty());
        assert!(nearest("DE", ["DK".to_owned()]).is_empty());
    }

    #[test]
    fn a_beginning_is_written_in_the_usual_cases() {
        assert_eq!(Vec::from_iter(beginnings("veluNra")), ["VEL", "Vel", "vel"]);
        assert!(beginnings("vel").is_empty());
    }
}
