//! The questions of the Account API: what may stand in their addresses.
//!
//! In scope: the parameters of each question, their checks, the canonical form and the cost; one file for each group
//! of questions; public ids, cursors and forced filters, at the edge. Out of scope: how answers are found, which plan may ask (`catalog` says it, the Worker asks).
//!
//! A question is described once, as data (`parameter`); checks, defaults and the canonical form follow from that
//! description for all questions alike.

mod address;
mod check;
mod comparison;
mod cost;
#[cfg(feature = "edge")]
pub mod cursor;
#[cfg(feature = "edge")]
pub mod forced;
#[cfg(feature = "edge")]
pub mod id;
mod influencers;
mod timeline;
mod window;

pub use address::put_address;
pub use check::check;
#[cfg(feature = "edge")]
pub(crate) use check::{each_part, value_of};
pub use cost::cost;
pub use window::period;
#[cfg(feature = "edge")]
pub use window::window_of;

#[cfg(feature = "edge")]
use crate::spec::AccountOperation;
#[cfg(feature = "edge")]
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The query of a question that was asked at a path, with the id that the path names, if it does, as the parameter `id`.
#[cfg(feature = "edge")]
pub fn whole_query(operation: AccountOperation, path: &str, query: &str) -> String {
    let position = operation.endpoint().path.split('/').position(|segment| segment == ":id");
    let Some(id) = position.and_then(|position| path.split('/').nth(position)) else { return query.to_owned() };
    // What a path may hold plainly means something else in a query.
    let id = percent_decode_str(id).decode_utf8_lossy();
    format!("id={}&{query}", utf8_percent_encode(&id, NON_ALPHANUMERIC))
}

#[cfg(all(test, feature = "edge"))]
mod tests {
    use super::*;

    #[test]
    fn an_id_in_a_path_is_one_parameter_whatever_it_holds() {
        let query = |path, query| whole_query(AccountOperation::InfluencerMentions, path, query);
        assert_eq!(query("/v1/influencers/inf_1/mentions", "limit=7"), "id=inf%5F1&limit=7");
        assert_eq!(query("/v1/influencers/a&b=+%26%/mentions", ""), "id=a%26b%3D%2B%26%25&");
        assert_eq!(whole_query(AccountOperation::Mentions, "/v1/mentions", "limit=7"), "limit=7");
    }
}
