//! The questions of the Account API: what may stand in their addresses.
//!
//! In scope: the parameters of each question, their checks, the canonical form and the cost; one file for each group
//! of questions; public ids and cursors, at the edge. Out of scope: how answers are found, which plan may ask (`catalog` says it, the Worker asks).
//!
//! A question is described once, as data (`parameter`); checks, defaults and the canonical form follow from that
//! description for all questions alike.

mod account;
mod address;
mod check;
mod cost;
#[cfg(feature = "edge")]
pub mod cursor;
mod filters;
#[cfg(feature = "edge")]
pub mod id;
mod influencers;
mod mentions;
mod parameter;
mod sentiment;
mod trends;
mod window;

pub use address::put_address;
pub use check::check;
pub use cost::cost;
pub(crate) use parameter::{Form, parameter};
pub use window::period;
#[cfg(feature = "edge")]
pub use window::window_of;

#[cfg(feature = "edge")]
use crate::{catalog::AccountOperation, guard::Guard, problem::Problems};

/// The canonical address of a question and its cost, given the query of the address it was asked at. Where the path
/// names a resource, its id is the parameter `id`.
///
/// # Errors
/// Every violation, up to [`crate::catalog::limits::MAX_VIOLATIONS`].
#[cfg(feature = "edge")]
pub fn address(operation: AccountOperation, query: &[u8]) -> Result<(String, u32), Problems> {
    Guard::check_query(query, |guard| {
        check(guard, operation);
        if guard.noted() > 0 {
            return None;
        }
        put_address(guard, operation);
        let address = String::from_utf8(guard.out.as_bytes().to_vec()).ok()?;
        Some((address, cost(guard, operation)))
    })
}
