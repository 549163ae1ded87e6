//! Names of matches and views: hashes of everything that they depend on, except the base segment.

use crate::base::text::TEXT_RULES;
use crate::guard::request::MonitoredBrand;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The version of the stored format. A new version changes all names, as a new version of the text rules does.
const FORMAT: &str = "view 4";

/// Returns the name of the view of some brands. Accounts with the same brands share it: ids and labels are not hashed.
pub fn view_name(brands: &[MonitoredBrand]) -> String {
    hashed(&brands.iter().map(MonitoredBrand::definition).collect::<Vec<_>>())
}

/// Returns the name of the match of a brand.
pub fn match_name(brand: &MonitoredBrand) -> String {
    hashed(std::slice::from_ref(&brand.definition()))
}

fn hashed(definitions: &[serde_json::Value]) -> String {
    let digest = Sha256::digest(format!("{FORMAT}, text {TEXT_RULES}\n{}", serde_json::Value::from(definitions)));
    HEXLOWER.encode(digest.get(..16).unwrap_or_default())
}
