//! What is checked of questions about influencers besides each parameter.

use super::check::value_of;
use crate::guard::{Guard, Piece};
use crate::spec::Code;

/// Notes limits of subscribers between which there is nobody.
pub fn check_subscribers(guard: &mut Guard) {
    let [Some(min), Some(max)] = ["min_subscribers", "max_subscribers"].map(|name| value_of(guard, name)) else {
        return;
    };
    let number = |at| guard.number_at(at);
    if number(min) > number(max) {
        let message = "@ must not be above max_subscribers. Got # to #.";
        guard.refuse(Code::InvalidRange, min, b"", message, &[Piece::Echo(min), Piece::Echo(max)]);
    }
}
