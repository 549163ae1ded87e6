//! Requests of the Account API: checks, canonical form and cost, driven by the description of each operation.
//!
//! Out of scope: the descriptions ([`crate::spec::request::account`]), requests as owned values
//! ([`crate::guard::request`]), the operations that a plan includes (the Worker).

mod address;
mod body;
mod check;
mod comparison;
mod cost;
mod exclusion;
mod list;
mod query;
mod report;
mod target;
mod timeline;
mod values;
mod webhook;
mod window;

pub use address::put_address;
pub(crate) use body::check_object;
pub(crate) use check::CURSOR_RULE;
pub use check::check;
pub use cost::cost;
pub(crate) use list::needs_quotes;
pub use report::check_report;
pub use target::{TargetError, Targets, check_target};
pub(crate) use values::{each_part, value_of};
pub use webhook::check_webhook;
pub use window::period;
