//! The brands in the filters of a webhook.

use crate::guard::problem::{Code, Problems, Violation, echo};
use crate::guard::request::MonitoredBrand;
use crate::guard::request::account::webhook::WebhookRequest;

/// Checks that the account monitors all brands that a webhook names by id or label.
///
/// # Errors
/// A violation for each brand that the account does not monitor.
pub fn check_brands(request: &WebhookRequest, monitored: &[MonitoredBrand]) -> Result<(), Problems> {
    let labels: Vec<&str> = monitored.iter().map(|brand| brand.label.as_str()).collect();
    let is_known = |name: &str| monitored.iter().any(|brand| brand.id == name || brand.label == name);
    let named = request.filters.brand.as_deref().unwrap_or_default();
    let unknown = named.iter().filter(|name| !is_known(name)).map(|name| {
        let message = format!("filters.brand '{}' is not allowed.", echo(name));
        Violation::new(Code::ValueNotAllowed, "/filters/brand", message).allowing(&labels, name)
    });
    let unknown: Vec<Violation> = unknown.collect();
    if unknown.is_empty() { Ok(()) } else { Err(Problems::from_violations(unknown)) }
}
