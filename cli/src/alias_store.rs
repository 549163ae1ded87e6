//! The aliases of brands that an edge stores.

use crate::edge::{EdgeClient, Method, Retry};
use anyhow::anyhow;
use overheard::records::brand_alias::{BrandAlias, BrandAliasChange};
use overheard::segment::BrandAliases;
use serde::Deserialize;
use serde_json::Value;

const PATH: &str = "/admin/v1/aliases";

#[derive(Deserialize)]
struct StoredAliases {
    aliases: Vec<BrandAlias>,
}

/// Returns the aliases with which datasets are packed.
pub fn fetch(edge: &EdgeClient) -> anyhow::Result<BrandAliases> {
    let pairs = list(edge)?.into_iter().map(|BrandAlias { alias, name }| (alias, name));
    BrandAliases::new(pairs).map_err(|alias| anyhow!("the alias '{alias}' stands for itself: remove it first"))
}

/// Returns the aliases as they were given.
pub fn list(edge: &EdgeClient) -> anyhow::Result<Vec<BrandAlias>> {
    Ok(edge.call::<StoredAliases>(Method::GET, PATH, None, Retry::WithBackoff)?.aliases)
}

/// Sets and removes aliases.
pub fn change(edge: &EdgeClient, change: &BrandAliasChange) -> anyhow::Result<()> {
    edge.call::<Value>(Method::POST, PATH, Some(serde_json::to_string(change)?), Retry::WithBackoff).map(drop)
}
