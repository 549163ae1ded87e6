//! Plans: what an account may ask of each interface. An operator's own numbers stand above these.

use super::Face;
use crate::meter::Limits;

const fn data(per_minute: u64, per_month: u64) -> Limits {
    Limits { per_minute: Some(per_minute), per_day: None, per_month: Some(per_month) }
}

const fn account(per_minute: u64, per_day: Option<u64>) -> Limits {
    Limits { per_minute: Some(per_minute), per_day, per_month: None }
}

/// The plans that there are without anybody having made one: interface, name, limits.
pub const DEFAULT_PLANS: [(Face, &str, Limits); 7] = [
    (Face::Data, "trial", data(30, 1_000)),
    (Face::Data, "starter", data(60, 10_000)),
    (Face::Data, "professional", data(300, 100_000)),
    (Face::Data, "enterprise", data(1_200, 1_000_000)),
    (Face::Account, "starter", account(100, Some(5_000))),
    (Face::Account, "professional", account(500, Some(50_000))),
    (Face::Account, "enterprise", account(2_000, None)),
];

/// The limits of one of them.
pub fn default_limits(face: Face, name: &str) -> Option<Limits> {
    DEFAULT_PLANS.into_iter().find(|(of, plan, _)| *of == face && *plan == name).map(|(_, _, limits)| limits)
}
