//! Brands as conditions on mentions: the names that their terms match, and their context words.

use super::connection::Connection;
use super::reader::Reader;
use super::schema::VersionTables;
use super::sql::Sql;
use super::write::term_key;
use crate::base::matching::names_brand;
use crate::base::text::{name_form, name_tokens, necessary, tokens};
use crate::guard::request::Brand;
use crate::query::QueryError;
use crate::spec::Index;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The index of the mentions.
const INDEX: Index = Index::BusinessIdeas;
/// The fields in which a brand is named.
const FIELDS: [&str; 3] = ["brand_name", "components", "topics"];
/// The words of a mention and its video that context words are compared with, with a blank before and after each.
const WORDS: &str = "concat(' ', search_context, ' ', search_components, ' ', search_topics, ' ', search_title, ' ', \
                     search_tags, ' ')";

#[derive(Deserialize)]
struct NameRow {
    field: String,
    value: String,
    name: String,
}

/// The names that count for a brand, for each of [`FIELDS`].
pub(super) type BrandNames = [BTreeSet<String>; FIELDS.len()];

/// Reads the names that count for each brand.
pub(super) async fn names_of_brands<C: Connection>(
    reader: &Reader<'_, C>,
    brands: &[Brand],
) -> Result<Vec<BrandNames>, QueryError> {
    let names: Vec<NameRow> = reader.read(&names(reader.tables, brands)).await?;
    Ok(brands.iter().map(|brand| names_of(brand, &names)).collect())
}

/// Returns the statement that reads the names that terms may match: brand names with any of their tokens, components
/// and topics that equal a term.
fn names(tables: VersionTables, brands: &[Brand]) -> Sql {
    let terms = || brands.iter().flat_map(|brand| &brand.terms);
    let words: BTreeSet<String> = terms().flat_map(|term| name_tokens(term)).collect();
    let forms: BTreeSet<String> = terms().map(|term| name_form(term)).collect();
    let [brand_names, components, topics] = FIELDS.map(|name| term_key(INDEX, name));
    let mut sql = Sql::new(format!("SELECT field, value, name FROM {} WHERE field = ", tables.terms()));
    sql.bind(&brand_names).push(" AND hasAny(splitByChar(' ', name), ");
    sql.bind_list(&words.into_iter().collect::<Vec<_>>()).push(") OR field IN ");
    sql.bind_list(&[components, topics]).push(" AND name IN ");
    sql.bind_list(&forms.into_iter().collect::<Vec<_>>());
    sql
}

/// Returns the names that count for a brand.
fn names_of(brand: &Brand, names: &[NameRow]) -> BrandNames {
    let mut counted = BrandNames::default();
    let terms: Vec<Vec<String>> = brand.terms.iter().map(|term| name_tokens(term)).collect();
    for row in names {
        let name: Vec<&str> = row.name.split(' ').collect();
        let column = FIELDS.iter().position(|field| row.field == term_key(INDEX, field)).unwrap_or_default();
        let matches = |term: &Vec<String>| match column {
            0 => names_brand(term, &name, brand.exact),
            _ => *term == name,
        };
        if let Some(names) = counted.get_mut(column).filter(|_| terms.iter().any(matches)) {
            names.insert(row.value.clone());
        }
    }
    counted
}

/// Appends the condition that a mention has one of the names.
pub(super) fn push_named(sql: &mut Sql, names: &BrandNames) {
    let [brand_names, components, topics] = names.each_ref().map(|names| names.iter().collect::<Vec<_>>());
    sql.push("(brand_name IN ").bind_list(&brand_names);
    for (field, names) in [("components", components), ("topics", topics)] {
        if !names.is_empty() {
            sql.push(&format!(" OR hasAny({field}, ")).bind_list(&names).push(")");
        }
    }
    sql.push(")");
}

/// Appends the conditions on the words of a mention and its video: one required entry of the brand occurs, and no
/// excluded entry.
pub(super) fn push_context(sql: &mut Sql, brand: &Brand) {
    push_any_entry(sql, " AND (", &brand.must_context);
    push_any_entry(sql, " AND NOT (", &brand.must_not_context);
}

/// Appends the condition that all words of one of the entries occur, after `opening`. Appends nothing if no entry has
/// words.
fn push_any_entry(sql: &mut Sql, opening: &str, entries: &[String]) {
    let entries: Vec<Vec<String>> = entries.iter().map(|entry| tokens(entry)).collect();
    for (at, words) in entries.iter().filter(|words| !words.is_empty()).enumerate() {
        sql.push(if at == 0 { opening } else { " OR " });
        // Finding a text in one takes a fraction of the time of splitting it into words.
        for (at, (_, word)) in necessary(words).enumerate() {
            sql.push(if at == 0 { "(" } else { " AND " });
            sql.push(&format!("position({WORDS}, ")).bind(&format!(" {word} ")).push(") > 0");
        }
        sql.push(")");
    }
    sql.push(if entries.iter().all(Vec::is_empty) { "" } else { ")" });
}
