//! Aliases of brands as they are stored, and their changes.

use crate::base::order;
use crate::guard::problem::{Code, Problems, Violation, echo};
use crate::segment::{BrandAliases, MAX_BRAND_ALIASES};
use crate::spec::limits::MAX_NAME_CHARACTERS;
use crate::sql::{Row, Statement, StoreError, from_row};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An alias and the name that it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of the fields say what they hold")]
pub struct BrandAlias {
    pub alias: String,
    pub name: String,
}

/// A change of aliases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BrandAliasChange {
    /// The names of new and of changed aliases.
    pub set: BTreeMap<String, String>,
    /// The aliases to remove.
    pub remove: Vec<String>,
}

impl BrandAliasChange {
    /// Parses a request.
    ///
    /// # Errors
    /// `invalid_json` if the text has another form.
    pub fn parse(body: &[u8]) -> Result<Self, Problems> {
        serde_json::from_slice(body).map_err(|error| Violation::new(Code::InvalidJson, "", error.to_string()).into())
    }

    /// Checks the change of some aliases.
    ///
    /// # Errors
    /// The first violation: of a name, of the number of aliases, or an alias that stands for itself.
    pub fn check(&self, present: Vec<BrandAlias>) -> Result<(), Problems> {
        for (alias, name) in &self.set {
            for (field, text) in [("alias", alias), ("name", name)] {
                if let Some(violation) = Violation::of_name(field, "/set", text, MAX_NAME_CHARACTERS) {
                    return Err(violation.into());
                }
            }
        }
        let mut all: BTreeMap<String, String> = order::map(present.into_iter().map(|one| (one.alias, one.name)));
        for alias in &self.remove {
            if all.remove(alias).is_none() {
                let message = format!("'{}' is not an alias.", echo(alias));
                return Err(Violation::new(Code::ValueNotAllowed, "/remove", message).into());
            }
        }
        all.extend(self.set.clone());
        if all.len() > MAX_BRAND_ALIASES {
            let message = format!("there must be at most {MAX_BRAND_ALIASES} aliases. Got {}.", all.len());
            return Err(Violation::new(Code::LimitViolation, "/set", message).into());
        }
        BrandAliases::new(all).map(drop).map_err(|alias| {
            let message = format!("alias '{}' must not stand for itself.", echo(&alias));
            Violation::new(Code::ValueNotAllowed, "/set", message).into()
        })
    }

    /// Builds the statements of the change.
    pub fn statements(&self) -> Vec<Statement> {
        let json = |value: serde_json::Result<String>| value.unwrap_or_else(|_| "[]".to_owned());
        let (removed, set) = (json(serde_json::to_string(&self.remove)), json(serde_json::to_string(&self.set)));
        vec![
            Statement::new(
                "DELETE FROM brand_alias WHERE alias IN (SELECT value FROM json_each(?1))",
                [removed.into()],
            ),
            Statement::new(
                "INSERT INTO brand_alias (alias, name) SELECT key, value FROM json_each(?1) WHERE true \
                 ON CONFLICT (alias) DO UPDATE SET name = excluded.name",
                [set.into()],
            ),
        ]
    }
}

/// Reads all aliases in order.
pub fn list() -> Statement {
    Statement::new("SELECT alias, name FROM brand_alias ORDER BY alias", [])
}

/// Parses the rows of [`list`].
///
/// # Errors
/// [`StoreError::Unavailable`] if a row cannot be parsed.
pub fn parse(rows: Vec<Row>) -> Result<Vec<BrandAlias>, StoreError> {
    rows.into_iter().map(from_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(change: &str, present: &[(&str, &str)]) -> Option<String> {
        let present = present.iter().map(|(alias, name)| BrandAlias { alias: (*alias).into(), name: (*name).into() });
        let checked = BrandAliasChange::parse(change.as_bytes()).and_then(|change| change.check(present.collect()));
        checked.err().map(|problems| problems.violations()[0].message.clone())
    }

    #[test]
    fn changes_are_checked_with_what_is_present() {
        let present = [("BMW AG", "BMW")];
        assert_eq!(refusal(r#"{"set":{"bmw":"BMW"},"remove":["BMW AG"]}"#, &present), None);
        assert_eq!(refusal(r#"{"set":{"BMW":"BMW AG"},"remove":["BMW AG"]}"#, &present), None);
        let circle = refusal(r#"{"set":{"BMW":"BMW AG"}}"#, &present);
        assert_eq!(circle.unwrap(), "alias 'BMW' must not stand for itself.");
        assert_eq!(refusal(r#"{"remove":["bmw"]}"#, &present).unwrap(), "'bmw' is not an alias.");
        assert_eq!(
            refusal(r#"{"set":{"":"BMW"}}"#, &[]).unwrap(),
            "alias must be between 1 and 200 characters. Got 0."
        );
        assert_eq!(refusal(r#"{"set":{"a":" "}}"#, &[]).unwrap(), "name must have a visible character.");
        assert!(refusal(r#"{"add":{}}"#, &[]).unwrap().contains("unknown field `add`"));
        let many: BTreeMap<String, &str> = (0..=MAX_BRAND_ALIASES).map(|at| (format!("b{at}"), "b")).collect();
        let message = refusal(&serde_json::json!({"set": many}).to_string(), &[]).unwrap();
        assert_eq!(message, "there must be at most 10000 aliases. Got 10001.");
    }
}
