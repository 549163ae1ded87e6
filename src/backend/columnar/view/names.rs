//! What matches and views are called: hashes of all that they depend on beside the base segment.

use crate::base::text::TEXT_RULES;
use crate::guard::request::MonitoredBrand;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The version of what they hold. Another one gives all of them other names, as another version of the text rules does.
const FORMAT: &str = "view 4";

/// The name of what some brands see. Accounts that monitor the same brands share it: ids and labels are not part of it.
pub fn name(brands: &[MonitoredBrand]) -> String {
    hashed(&brands.iter().map(definition).collect::<Vec<_>>())
}

/// The name of the match of a brand.
pub fn brand_name(brand: &MonitoredBrand) -> String {
    hashed(std::slice::from_ref(&definition(brand)))
}

fn definition(MonitoredBrand { terms, must_context, exact, .. }: &MonitoredBrand) -> serde_json::Value {
    serde_json::json!([terms, must_context, exact])
}

fn hashed(definitions: &[serde_json::Value]) -> String {
    let digest = Sha256::digest(format!("{FORMAT}, text {TEXT_RULES}\n{}", serde_json::Value::from(definitions)));
    HEXLOWER.encode(digest.get(..16).unwrap_or_default())
}
